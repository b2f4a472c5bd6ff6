package tui

import (
	"context"
	"errors"
	"maps"
	"strconv"
	"strings"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/ai"
	"rookery/ai/uci"
	"rookery/chess"
	"rookery/tui/play"
)

// guestMind is an engine that is a program of its own. It is started anew when
// the number of lines changes, because engines are told of it beforehand.
type guestMind struct {
	o       uci.Options
	client  *uci.Client
	mu      sync.Mutex // guards client and closed
	closed  bool
	started int // the lines it was started for
	lines   int
	tell    func(ai.Info)
}

// newGuestMind starts the engine that spec names, uci:PATH or xboard:PATH, for
// games of r. ctx bounds the start.
func newGuestMind(ctx context.Context, spec string, r chess.Rules, lines int) (*guestMind, error) {
	o, err := play.EngineOptions(spec, r)
	if err != nil {
		return nil, err
	}
	g := &guestMind{o: o, lines: lines}
	return g, g.start(ctx)
}

// start runs the program for the lines that are asked for, or for one where it
// knows no such option.
func (g *guestMind) start(ctx context.Context) error {
	if old := g.put(nil); old != nil {
		old.Close()
	}
	g.started = g.lines
	o := g.o
	if o.Protocol == uci.UCI && g.lines > 1 {
		o.Set = maps.Clone(o.Set)
		if o.Set == nil {
			o.Set = make(map[string]string)
		}
		o.Set["MultiPV"] = strconv.Itoa(g.lines)
	}
	client, err := uci.Start(ctx, o)
	if errors.Is(err, uci.ErrUnfit) && o.Protocol == uci.UCI && g.lines > 1 {
		client, err = uci.Start(ctx, g.o)
	}
	if err != nil {
		return err
	}
	if g.put(client); g.gone() {
		client.Close()
	}
	return nil
}

// put changes the running program and gives the one before.
func (g *guestMind) put(c *uci.Client) *uci.Client {
	g.mu.Lock()
	defer g.mu.Unlock()
	old := g.client
	g.client = c
	return old
}

// gone tells whether the mind was closed.
func (g *guestMind) gone() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.closed
}

// History is of no use to a program that is given the position alone.
func (g *guestMind) History([]uint64) {}

func (g *guestMind) listen(tell func(ai.Info)) { g.tell = tell }
func (g *guestMind) lookFor(lines int)         { g.lines = max(lines, 1) }

// Choose implements thinker.
func (g *guestMind) Choose(ctx context.Context, b chess.Board, lim ai.Limit) (ai.Choice, error) {
	if g.client == nil || g.started != g.lines { // only Choose and start change client
		if err := g.start(ctx); err != nil {
			return ai.Choice{}, err
		}
	}
	g.client.OnInfo = g.tell
	return g.client.Choose(ctx, b, lim)
}

// Close ends the program. It may be called while Choose is at work.
func (g *guestMind) Close() error {
	g.mu.Lock()
	g.closed = true
	client := g.client
	g.mu.Unlock()
	if client == nil {
		return nil
	}
	return client.Close()
}

// guestBook knows every program that was started for a screen, so that none
// outlives it, even one that gets ready after the screen was left.
type guestBook struct {
	mu     sync.Mutex
	closed bool
	minds  []*guestMind
}

// admit takes a program in; false when it is too late, and the program is ended.
func (g *guestBook) admit(m *guestMind) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		m.Close()
		return false
	}
	g.minds = append(g.minds, m)
	return true
}

// leaveTime is how long a screen waits for programs to end before it goes on;
// they end all the same.
const leaveTime = 50 * time.Millisecond

// dismiss ends all programs; last tells that none may come any more.
func (g *guestBook) dismiss(last bool) {
	g.mu.Lock()
	minds := g.minds
	g.minds, g.closed = nil, last
	g.mu.Unlock()
	if len(minds) == 0 {
		return
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for _, m := range minds {
			m.Close()
		}
	}()
	select {
	case <-done:
	case <-time.After(leaveTime):
	}
}

// engineReadyMsg brings an engine that was started.
type engineReadyMsg struct {
	to   *analysis
	mind *guestMind
	err  error
}

// engineStart is how long a program may take to get ready.
const engineStart = 10 * time.Second

// chooseEngine opens the line for another engine.
func (a *analysis) chooseEngine() tea.Cmd {
	if !a.s.Local {
		return toast("Engines of your own run on your own machine.")
	}
	a.open(writingEngine)
	a.notice = notice{text: "Write uci:PATH or xboard:PATH, or rookery for our own engine"}
	return nil
}

// useEngine changes to the engine that a text names.
func (a *analysis) useEngine(text string) tea.Cmd {
	if !a.s.Local {
		return nil
	}
	a.notice = notice{}
	if strings.EqualFold(text, "rookery") {
		cmd := a.changeEngine(analysisMind(a.s), "Rookery")
		a.guests.dismiss(false)
		return cmd
	}
	a.notice = notice{text: "Starting " + text + a.s.signs().More}
	rules, lines, guests := a.game.Rules, a.lines, &a.guests
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), engineStart)
		defer cancel()
		m, err := newGuestMind(ctx, text, rules, lines)
		if err == nil && !guests.admit(m) {
			return nil
		}
		return engineReadyMsg{a, m, err}
	}
}

// engineReady takes a started engine in.
func (a *analysis) engineReady(msg engineReadyMsg) tea.Cmd {
	if msg.err != nil {
		a.notice = notice{msg.err.Error(), true}
		return nil
	}
	return a.changeEngine(msg.mind, clean(msg.mind.client.Name()))
}

// changeEngine puts an engine in the place of the present one.
func (a *analysis) changeEngine(m mind, name string) tea.Cmd {
	a.engine, a.name, a.on, a.notice = &aiPlayer{thinker: m}, name, true, notice{}
	return a.look()
}
