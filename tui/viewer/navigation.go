package viewer

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/pgn"
	"rookery/tui/draw"
	"rookery/tui/ui"
)

// stepped does what the keys say that go through the game; false when the key
// is none of them.
func (v *Viewer) stepped(msg tea.KeyMsg) (tea.Cmd, bool) {
	k := &v.keys
	switch {
	case key.Matches(msg, k.Next):
		v.next()
	case key.Matches(msg, k.Prev):
		if v.Cur.Parent != nil {
			v.goTo(v.Cur.Parent)
		}
	case key.Matches(msg, k.Start):
		v.goTo(v.Game.Root)
	case key.Matches(msg, k.End):
		v.goTo(v.Cur.End())
	case key.Matches(msg, k.Down):
		v.sideways(1)
	case key.Matches(msg, k.Up):
		v.sideways(-1)
	case key.Matches(msg, k.Enter):
		return v.enter(), true
	case key.Matches(msg, k.Out):
		return v.out(), true
	case key.Matches(msg, k.NextBranch):
		v.branch(func(n *pgn.Node) *pgn.Node { return n.Next() })
	case key.Matches(msg, k.PrevBranch):
		v.branch(func(n *pgn.Node) *pgn.Node { return n.Parent })
	case key.Matches(msg, k.NextMistake):
		return v.marked("mistake", pgn.Mistake, pgn.Dubious, pgn.Blunder), true
	case key.Matches(msg, k.NextBlunder):
		return v.marked("blunder", pgn.Blunder), true
	default:
		return nil, false
	}
	return nil, true
}

// next goes on by the chosen line.
func (v *Viewer) next() {
	if v.choice < len(v.Cur.Children) {
		v.goTo(v.Cur.Children[v.choice])
	}
}

// sideways chooses among the lines that go on from here; where one alone does,
// it goes to the other moves in the place of the present one, or else a row on.
func (v *Viewer) sideways(by int) {
	if n := len(v.Cur.Children); n > 1 {
		v.choice = (v.choice + by + n) % n
		return
	}
	if p := v.Cur.Parent; p != nil && len(p.Children) > 1 {
		n := len(p.Children)
		v.goTo(p.Children[(draw.ChildIndex(v.Cur)+by+n)%n])
		return
	}
	for range 2 {
		if by > 0 && len(v.Cur.Children) > 0 {
			v.goTo(v.Cur.Children[0])
		} else if by < 0 && v.Cur.Parent != nil {
			v.goTo(v.Cur.Parent)
		}
	}
}

// enter goes into the variation chosen here, else the first; where none begins
// here, into the next one that stands for the present move.
func (v *Viewer) enter() tea.Cmd {
	if n := len(v.Cur.Children); n > 1 {
		v.goTo(v.Cur.Children[max(v.choice, 1)])
		return nil
	}
	if p := v.Cur.Parent; p != nil && len(p.Children) > 1 {
		v.goTo(p.Children[(draw.ChildIndex(v.Cur)+1)%len(p.Children)])
		return nil
	}
	return ui.Toast("No variations at this move.")
}

// out leaves a variation for the move that it stands for.
func (v *Viewer) out() tea.Cmd {
	for n := v.Cur; n.Parent != nil; n = n.Parent {
		if n.Parent.Children[0] != n {
			v.goTo(n.Parent.Children[0])
			return nil
		}
	}
	return ui.Toast("Already the main line.")
}

// branch goes to the nearest move, in a direction, behind which lines part.
func (v *Viewer) branch(step func(*pgn.Node) *pgn.Node) {
	for n := step(v.Cur); n != nil; n = step(n) {
		if len(n.Children) > 1 || step(n) == nil {
			v.goTo(n)
			return
		}
	}
}

// loadNeighbour loads the game before or after this one.
func (v *Viewer) loadNeighbour(by int) tea.Cmd {
	i := v.index + by
	switch {
	case i < 0:
		return ui.Toast("Already at the first game.")
	case i >= v.Games.Len():
		return ui.Toast("Already at the last game.")
	}
	return v.leaving(func() tea.Cmd { return v.Load(i) })
}

// marked goes on in the line to the next move that has one of some signs.
func (v *Viewer) marked(what string, signs ...pgn.NAG) tea.Cmd {
	for n := v.Cur.Next(); n != nil; n = n.Next() {
		for _, s := range n.NAGs {
			for _, wanted := range signs {
				if s == wanted {
					v.goTo(n)
					return nil
				}
			}
		}
	}
	return ui.Toast("No further " + what + " marked.")
}

// copyPGN copies the whole game.
func (v *Viewer) copyPGN() tea.Cmd {
	var b strings.Builder
	if err := pgn.NewWriter(&b).Write(v.Game); err != nil {
		return ui.Fail(err)
	}
	return ui.CopyText(b.String(), "PGN of the game copied to clipboard.")
}
