package tui

import (
	"errors"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/engineplay"
	"rookery/tui/play"
)

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
func (g *gameScreen) playerOf(side chess.Color) (*engineplay.Engine, error) {
	p := g.cfg.Players[side]
	if p.Program != "" {
		x, err := engineplay.NewOpponent(p.Program, g.cfg.Rules)
		if err == nil && !g.guests.Admit(x) {
			err = errors.New("the game was left")
		}
		return engineplay.New(x, nil), err
	}
	seed := g.s.Seed()
	return engineplay.New(g.newThinker(p.Level, p.Style, seed), engineplay.NewOpener(g.s.Book, p.Level, seed)), nil
}

// failed stops the clock and asks what to do about an engine that cannot move.
func (g *gameScreen) failed(side chess.Color, err error) tea.Cmd {
	g.clock = g.clock.Stop(g.s.Now())
	g.line.clear()
	g.trouble = &trouble{side: side, text: engineplay.FaultText(g.playerName(side), err)}
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
		go old.Close() // it may take its time over it
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
