package delta

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// pad is a terminal's output that can be read while it is written.
type pad struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (p *pad) Write(text []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.b.Write(text)
}

func (p *pad) String() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.b.String()
}

// counter is a model that counts and can be told to fail.
type counter struct{ n, views int }

type failMsg struct{}

func (c *counter) Init() tea.Cmd { return nil }

func (c *counter) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case int:
		c.n += msg
	case string:
		return c, tea.Batch(nil, func() tea.Msg { panic(msg) })
	case failMsg:
		panic("in Update")
	}
	return c, nil
}

func (c *counter) View() string {
	c.views++
	return strings.Repeat("|", c.n)
}

// TestFramesAreBundled sends many messages at once and wants few frames, the
// last of which shows all.
func TestFramesAreBundled(t *testing.T) {
	var out pad
	c := &counter{}
	p := NewProgram(c, NewScreen(&out), tea.WithInput(nil), tea.WithOutput(io.Discard))
	go func() {
		for range 50 {
			p.Send(1)
		}
		time.Sleep(5 * gap)
		p.Quit()
	}()
	if _, err := p.Run(); err != nil {
		t.Fatal(err)
	}
	if c.n != 50 || c.views > 30 {
		t.Errorf("%d views of %d messages", c.views, c.n)
	}
	if drawn := strings.Count(out.String(), "|"); drawn != 50 {
		t.Errorf("%d signs were drawn, want each of 50 once", drawn)
	}
}

// TestPanicsGiveTheTerminalBack lets an update and a command fail.
func TestPanicsGiveTheTerminalBack(t *testing.T) {
	for name, msg := range map[string]tea.Msg{"an update": failMsg{}, "a command": "in a command"} {
		var out pad
		p := NewProgram(&counter{}, NewScreen(&out), tea.WithInput(nil), tea.WithOutput(io.Discard))
		go p.Send(msg)
		if _, err := p.Run(); !errors.Is(err, tea.ErrProgramPanic) {
			t.Errorf("%s: %v, want a panic", name, err)
		}
		if !strings.HasSuffix(out.String(), closing) {
			t.Errorf("%s: the terminal is not given back: %q", name, out.String())
		}
	}
}

// broken is a terminal that has gone.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestEndsWithItsTerminal(t *testing.T) {
	p := NewProgram(&counter{}, NewScreen(broken{}), tea.WithInput(nil), tea.WithOutput(io.Discard))
	go p.Send(1)
	ended := make(chan error, 1)
	go func() { _, err := p.Run(); ended <- err }()
	select {
	case <-ended:
	case <-time.After(5 * time.Second):
		t.Error("the program runs on without a terminal")
		p.Kill()
	}
}

// patient asks for messages: two hundred in an hour, and after two others one at once by which it
// quits.
type patient struct {
	got        []int
	goroutines int // when the last came
}

func (m *patient) Init() tea.Cmd {
	later := func(d time.Duration, n int) tea.Cmd { return func() tea.Msg { return LaterMsg{d, n} } }
	cmds := []tea.Cmd{tea.Sequence(later(0, 1), func() tea.Msg { return 2 })}
	for range 200 {
		cmds = append(cmds, later(time.Hour, 9))
	}
	return tea.Batch(cmds...)
}

func (m *patient) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	n, ok := msg.(int)
	if !ok {
		return m, nil
	}
	if m.got = append(m.got, n); len(m.got) < 2 {
		return m, nil
	}
	if len(m.got) == 2 {
		return m, func() tea.Msg { return LaterMsg{20 * time.Millisecond, 3} }
	}
	m.goroutines = runtime.NumGoroutine()
	return m, tea.Quit
}

func (m *patient) View() string { return "" }

// TestLaterKeepsNoGoroutine lets many messages wait for their time.
func TestLaterKeepsNoGoroutine(t *testing.T) {
	m := &patient{}
	before := runtime.NumGoroutine()
	if _, err := NewProgram(m, NewScreen(&pad{}), tea.WithInput(nil), tea.WithOutput(io.Discard)).Run(); err != nil {
		t.Fatal(err)
	}
	if slices.Sort(m.got); !slices.Equal(m.got, []int{1, 2, 3}) {
		t.Errorf("got %v", m.got)
	}
	if more := m.goroutines - before; more > 100 {
		t.Errorf("%d goroutines while 200 messages wait", more)
	}
}
