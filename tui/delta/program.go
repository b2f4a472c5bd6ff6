package delta

import (
	"fmt"
	"runtime/debug"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// gap is the least time between two frames.
const gap = 8 * time.Millisecond

// LaterMsg is what a command says that wants a message when some time has passed. The
// program waits by a timer; a command that waits itself, as [tea.Tick] does, keeps a goroutine for that, and a
// server has some of them for each session.
type LaterMsg struct {
	After time.Duration
	Msg   tea.Msg
}

// RedrawMsg has the screen drawn in full.
type RedrawMsg struct{}

// paintMsg says that a frame that had to wait may be drawn.
type paintMsg struct{}

// panicMsg says that a command has panicked.
type panicMsg struct {
	value any
	stack []byte
}

// NewProgram makes a program that draws model on s. It draws what an update
// has changed at once, at most one frame each gap, and does nothing between
// updates. The terminal is given back when the program is suspended and when
// it panics; otherwise close the screen when Run has returned.
func NewProgram(model tea.Model, s *Screen, options ...tea.ProgramOption) *tea.Program {
	p := &painter{model: model, screen: s}
	options = append(options, tea.WithoutRenderer(), tea.WithFilter(func(_ tea.Model, msg tea.Msg) tea.Msg {
		if _, stop := msg.(tea.SuspendMsg); stop {
			if s.Stays {
				return nil
			}
			p.failed(s.Close())
		}
		return msg
	}))
	program := tea.NewProgram(p, options...)
	p.send = program.Send
	return program
}

// Rower is a model that gives its frame as rows.
type Rower interface {
	// Rows are those of View. They are only read, and not after the next update.
	Rows() []string
}

// painter is a model that is drawn on a screen instead of being read.
type painter struct {
	model  tea.Model
	screen *Screen
	send   func(tea.Msg)
	last   time.Time // when the last frame was drawn
	waits  bool      // a frame waits for its time
	err    error     // of the screen
}

// Init implements tea.Model.
func (p *painter) Init() tea.Cmd {
	p.failed(p.screen.Open())
	p.run(p.model.Init())
	return nil
}

// Update implements tea.Model.
func (p *painter) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	defer p.giveBack()
	if p.err != nil { // nobody can see anything any more
		return p, tea.Quit
	}
	switch msg := msg.(type) {
	case paintMsg:
		p.waits = false
		return p, nil
	case panicMsg:
		panic(fmt.Sprintf("%v\n\n%s", msg.value, msg.stack))
	case LaterMsg: // of a sequence
		p.later(msg)
		return p, nil
	case RedrawMsg:
		p.screen.Forget()
		return p, nil
	case AskMsg:
		p.failed(p.screen.Ask())
		return p, nil
	case GraphicsMsg:
		p.screen.SetGraphics(msg)
	case tea.WindowSizeMsg:
		p.screen.Forget()
	case tea.ResumeMsg:
		p.failed(p.screen.Open())
		return p, nil
	}
	var cmd tea.Cmd
	p.model, cmd = p.model.Update(msg)
	p.run(cmd)
	return p, nil
}

// View implements tea.Model. The frame is drawn here; the program gets nothing
// to draw.
func (p *painter) View() string {
	defer p.giveBack()
	now := time.Now()
	if wait := max(p.screen.Gap, gap) - now.Sub(p.last); wait > 0 {
		if !p.waits {
			p.waits = true
			time.AfterFunc(wait, func() { p.send(paintMsg{}) })
		}
		return ""
	}
	p.last = now
	if r, ok := p.model.(Rower); ok {
		p.failed(p.screen.ShowRows(r.Rows()))
	} else {
		p.failed(p.screen.Show(p.model.View()))
	}
	return ""
}

func (p *painter) failed(err error) {
	if err != nil {
		p.err = err
	}
}

// giveBack closes the screen in a panic, so that what is printed of it can be
// read, and lets the panic go on.
func (p *painter) giveBack() {
	if r := recover(); r != nil {
		p.screen.Close()
		panic(r)
	}
}

// run runs a command and those that it brings, each in a goroutine of its own, and
// sends what they say. The library would keep one goroutine more for each batch in
// which a command waits.
func (p *painter) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() {
		defer func() {
			if v := recover(); v != nil {
				p.send(panicMsg{v, debug.Stack()})
			}
		}()
		switch msg := cmd().(type) {
		case nil:
		case LaterMsg:
			p.later(msg)
		case tea.BatchMsg:
			for _, cmd := range msg {
				p.run(cmd)
			}
		default:
			p.send(msg)
		}
	}()
}

// later sends a message when its time has come.
func (p *painter) later(msg LaterMsg) {
	time.AfterFunc(msg.After, func() { p.send(msg.Msg) })
}
