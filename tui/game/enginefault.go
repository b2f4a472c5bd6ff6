package game

import (
	"errors"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/engineplay"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// engineFault is what a player is asked when another engine fails. The game waits
// meanwhile, and its clock stands still.
type engineFault struct {
	side chess.Color
	Text string // what is wrong
	pick int    // the remedy that Enter takes
}

// remedies are the ways out of a trouble, by their keys.
var remedies = [...]struct{ key, label string }{
	{"r", "Restart engine"},
	{"o", "Continue with built-in engine"},
	{"s", "Save and leave"},
}

// engineOf makes what thinks for a computer's side.
func (g *Screen) engineOf(side chess.Color) (play.Engine, error) {
	p := g.Ctl.Config.Players[side]
	if p.Program == "" {
		seed := g.S.Seed()
		return engineplay.New(g.NewThinker(p.Level, p.Style, seed), engineplay.NewOpener(g.S.Book, p.Level, seed).Share(g.S.Turns)), nil
	}
	x, err := engineplay.NewOpponent(p.Program, g.Ctl.Config.Rules)
	if err == nil && !g.Opponents.Admit(x) {
		err = errors.New("the game was abandoned")
	}
	return engineplay.New(x, nil), err
}

// engineFailed stops the clock and asks what to do about an engine that cannot move.
func (g *Screen) engineFailed(side chess.Color, err error) tea.Cmd {
	g.Ctl.Stall(g.S.Now())
	g.Line.Clear()
	g.Fault = &engineFault{side: side, Text: engineplay.FaultText(g.playerName(side), err)}
	return g.autosave()
}

// answerFault takes a key to the question what to do about a trouble.
func (g *Screen) answerFault(msg tea.KeyMsg) tea.Cmd {
	t := g.Fault
	pick := -1
	switch s := strings.ToLower(msg.String()); s {
	case "enter", " ":
		pick = t.pick
	case "left", "up", "shift+tab":
		t.pick = (t.pick + len(remedies) - 1) % len(remedies)
	case "right", "down", "tab":
		t.pick = (t.pick + 1) % len(remedies)
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
		return g.S.Pop(g)
	}
	ours := pick == 1
	old := g.Ctl.Reseat(t.side, func(p *ui.PlayerConfig) {
		if ours {
			p.Program, p.Name = "", play.ComputerName(p.Level, p.Style)
		}
	})
	if old != nil {
		go old.Close() // may wait for the engine's process
	}
	if ours {
		g.Say(g.playerName(t.side) + " takes over for " + play.SideName(t.side))
	} else {
		g.Say("Starting " + g.playerName(t.side) + g.S.Glyphs().Ellipsis)
	}
	g.Fault = nil
	return tea.Batch(g.autosave(), g.proceed())
}

// view is the row that offers the remedies.
func (t *engineFault) view(s *ui.Session) string {
	th := s.Theme
	var b strings.Builder
	for i, r := range remedies {
		label := r.key + " " + s.Text(r.label)
		if i == t.pick {
			b.WriteString(" " + th.Choice.Render("["+label+"]"))
		} else {
			b.WriteString(" " + th.Bold.Render(" "+label+" "))
		}
	}
	return b.String()
}
