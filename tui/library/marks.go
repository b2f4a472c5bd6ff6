package library

import (
	"fmt"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/ui"
)

// marks are the games of a list that something is to be done with, all at once.
// A game is told by what it is called, or by its number.
type marks[K comparable] struct {
	keys   ui.GamesKeys
	on     map[K]bool
	asking []K // those that are about to be deleted; nil for none
}

func newMarks[K comparable](s *ui.Session) marks[K] {
	return marks[K]{keys: ui.Bound(s, ui.NewGamesKeys()), on: make(map[K]bool)}
}

// sign stands before a game.
func (m *marks[K]) sign(s *ui.Session, game K) string {
	switch {
	case !m.on[game]:
		return " "
	case s.ASCIIOnly():
		return "*"
	}
	return "✓"
}

// pressed does the keys that mark games and ask to delete them, and tells whether
// it was one. The list shows all; at is the chosen one, ok is false without one.
func (m *marks[K]) pressed(msg tea.KeyMsg, all func() []K, at K, ok bool) (done bool) {
	switch {
	case !ok:
		return false
	case key.Matches(msg, m.keys.Mark):
		m.set(at, !m.on[at])
	case key.Matches(msg, m.keys.MarkAll):
		games := all()
		unmarked := slices.ContainsFunc(games, func(g K) bool { return !m.on[g] })
		for _, g := range games {
			m.set(g, unmarked)
		}
	case key.Matches(msg, m.keys.Delete):
		m.asking = []K{at}
		if len(m.on) > 0 {
			m.asking = m.asking[:0]
			for _, g := range all() {
				if m.on[g] {
					m.asking = append(m.asking, g)
				}
			}
		}
	default:
		return false
	}
	return true
}

func (m *marks[K]) set(game K, on bool) {
	if on {
		m.on[game] = true
	} else {
		delete(m.on, game)
	}
}

// answered takes a key at the question whether to delete, and gives the games if it is yes.
func (m *marks[K]) answered(s *ui.Session, msg tea.KeyMsg) []K {
	yes, said := s.Answer(msg)
	if !said {
		return nil
	}
	games := m.asking
	if m.asking = nil; !yes {
		return nil
	}
	clear(m.on)
	return games
}

// counted is the number of marked games for the right of a title, before what
// stands there; nothing without marks.
func (m *marks[K]) counted(s *ui.Session, rest string) string {
	if len(m.on) == 0 {
		return rest
	}
	return s.Text(fmt.Sprintf("%d marked", len(m.on))) + ", " + rest
}

// row is the question in the last row of a list.
func (m *marks[K]) row(s *ui.Session, one, many string, width int) string {
	text := s.Text(ui.Plural(len(m.asking), one, many))
	return "  " + s.Theme.Accent.Render(draw.Cut(text, width-12)) + s.Theme.Key.Render(s.YesNo())
}

// The questions before games are deleted.
const (
	deleteOne  = "Delete this game? This cannot be undone."
	deleteMany = "Delete %d games? This cannot be undone."
)
