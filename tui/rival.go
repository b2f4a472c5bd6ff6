package tui

import (
	"context"
	"errors"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/ai"
	"rookery/ai/uci"
	"rookery/chess"
	"rookery/tui/play"
)

// rival is another engine that plays a side of a game. It is told the whole
// game before each move, so that it sees repetitions, and is started when it is
// first to move.
type rival struct {
	*guestMind
	start string
	moves []chess.Move
}

// newRival makes a rival of the program that spec names, for games of r.
func newRival(spec string, r chess.Rules) (*rival, error) {
	o, err := play.EngineOptions(spec, r)
	if err != nil {
		return nil, err
	}
	return &rival{guestMind: &guestMind{o: o, lines: 1}}, nil
}

// follow implements follower.
func (r *rival) follow(start string, moves []chess.Move) { r.start, r.moves = start, moves }

// lookFor does nothing: how many lines an engine looks for is set where it is
// named.
func (r *rival) lookFor(int) {}

// Choose implements thinker.
func (r *rival) Choose(ctx context.Context, b chess.Board, lim ai.Limit) (ai.Choice, error) {
	if r.client == nil {
		if err := r.guestMind.start(ctx); err != nil {
			return ai.Choice{}, err
		}
	}
	r.client.Position(r.start, r.moves)
	return r.guestMind.Choose(ctx, b, lim)
}

// trouble is what a player is asked when another engine fails. The game waits
// meanwhile, and its clock stands still.
type trouble struct {
	side chess.Color
	text string // what is wrong
	at   int    // the remedy that Enter takes
}

// remedies are the ways out of a trouble, by their keys.
var remedies = [...]struct{ key, label string }{
	{"r", "Restart it"},
	{"o", "Our engine plays on"},
	{"s", "Save and leave"},
}

// playerOf makes what moves the men of a computer's side.
func (g *gameScreen) playerOf(side chess.Color) (*aiPlayer, error) {
	p := g.cfg.Players[side]
	if p.Program != "" {
		r, err := newRival(p.Program, g.cfg.Rules)
		if err == nil && !g.guests.admit(r.guestMind) {
			err = errors.New("the game was left")
		}
		return &aiPlayer{thinker: r}, err
	}
	seed := g.s.Seed()
	return &aiPlayer{thinker: g.newMind(p.Level, p.Style, seed), opener: play.NewOpener(g.s.Book, p.Level, seed)}, nil
}

// failed stops the clock and asks what to do about an engine that cannot move.
func (g *gameScreen) failed(side chess.Color, err error) tea.Cmd {
	g.clock = g.clock.Stop(g.s.Now())
	text := err.Error()
	var fault *uci.Error
	if errors.As(err, &fault) {
		// The row is for what went wrong; the name is in the row of the player.
		text = g.playerName(side) + " " + fault.Err.Error()
		if fault.Detail != "" {
			text += ": " + fault.Detail
		}
		if errors.Is(err, uci.ErrDied) && len(fault.Output) > 0 {
			text += " (" + fault.Output[len(fault.Output)-1] + ")"
		}
	}
	g.line.clear()
	g.trouble = &trouble{side: side, text: text}
	return g.keep()
}

// remedied takes a key to the question what to do about a trouble.
func (g *gameScreen) remedied(msg tea.KeyMsg) tea.Cmd {
	t := g.trouble
	pick := -1
	switch s := strings.ToLower(msg.String()); s {
	case "enter", " ":
		pick = t.at
	case "left", "up", "shift+tab":
		t.at = (t.at + len(remedies) - 1) % len(remedies)
	case "right", "down", "tab":
		t.at = (t.at + 1) % len(remedies)
	case "esc":
		pick = len(remedies) - 1
	default:
		for i, r := range remedies {
			if r.key == s {
				pick = i
			}
		}
	}
	if pick < 0 {
		return nil
	}
	if pick == len(remedies)-1 {
		return g.s.pop(g)
	}
	if old := g.computers[t.side]; old != nil {
		g.computers[t.side] = nil
		if r, ok := old.thinker.(*rival); ok && r != nil {
			go r.Close() // it may take its time over it
		}
	}
	if p := &g.cfg.Players[t.side]; pick == 1 {
		p.Program, p.Name = "", play.ComputerName(p.Level, p.Style)
		g.say(p.Name + " plays on for " + sideName(t.side))
	} else {
		g.say("Starting " + g.playerName(t.side) + g.s.glyphs().ellipsis)
	}
	g.trouble = nil
	g.serial++ // what is still on its way from the engine is late
	return tea.Batch(g.keep(), g.proceed())
}

// view is the row that offers the remedies.
func (t *trouble) view(s *Session) string {
	th := s.Theme
	var b strings.Builder
	for i, r := range remedies {
		label := r.key + " " + s.Text(r.label)
		if i == t.at {
			b.WriteString(" " + th.Choice.Render("["+label+"]"))
		} else {
			b.WriteString(" " + th.Bold.Render(" "+label+" "))
		}
	}
	return b.String()
}

// MeetEngine starts the engine that spec names, uci:PATH or xboard:PATH, ends
// it, and gives its name: a proof that it plays games of r. ctx bounds the start.
func MeetEngine(ctx context.Context, spec string, r chess.Rules) (name string, err error) {
	m, err := newGuestMind(ctx, spec, r, 1)
	if err != nil {
		return "", err
	}
	defer m.Close()
	return clean(m.client.Name()), nil
}
