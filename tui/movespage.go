package tui

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"rookery/chess"
)

// movesPage lists the legal moves by the men that make them, where they are too
// many for a row.
type movesPage struct {
	sheet
	men   []manMoves
	count int
}

// manMoves are the moves of one man, or of the men of one kind in the pocket.
type manMoves struct {
	from, moves string
}

// newMovesPage lists moves, which texts write in the same order.
func newMovesPage(s *Session, l *chess.Layout, moves []chess.Move, texts []string) *movesPage {
	p := &movesPage{sheet: newSheet(s), count: len(moves)}
	at := map[string]int{}
	for i, m := range moves {
		from := l.SquareName(m.From())
		if m.Kind() == chess.Dropping {
			from = string(s.notation().Letter(rune(m.Role().Letter()))) + "@"
		}
		k, ok := at[from]
		if !ok {
			k = len(p.men)
			at[from] = k
			p.men = append(p.men, manMoves{from: from})
		}
		p.men[k].moves += s.notation().Move(texts[i]) + " "
	}
	return p
}

func (p *movesPage) title() string { return p.s.Text("Legal moves") }

func (p *movesPage) SetSize(width, height int) {
	p.width, p.height = width, height
	p.rows = p.rows[:0]
	widest := 0
	for _, m := range p.men {
		widest = max(widest, lipgloss.Width(m.from))
	}
	for _, m := range p.men {
		for i, row := range wrap(clean(m.moves), max(min(width-widest-6, textWidth), 8)) {
			from := m.from
			if i > 0 {
				from = ""
			}
			p.rows = append(p.rows, p.s.Theme.Key.Render(fit(from, widest))+"  "+p.s.Theme.Text.Render(row))
		}
	}
	p.show(height - 3)
}

// Update implements screen.
func (p *movesPage) Update(msg tea.Msg) (screen, tea.Cmd) {
	if _, ok := msg.(themeMsg); ok {
		p.SetSize(p.width, p.height)
	}
	if p.read(msg) {
		return p, p.s.pop(p)
	}
	return p, nil
}

// View implements screen.
func (p *movesPage) View() string {
	return p.under([]string{titleBar(p.s.Theme, p.width, p.title(), p.s.Text(fmt.Sprintf("%d moves", p.count))), ""})
}
