package boardinput

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/ui"
)

// movesPage lists the legal moves by the pieces that make them, where they are too
// many for a row.
type movesPage struct {
	ui.Sheet
	pieces []pieceMoves
	count  int
}

// pieceMoves are the moves of one piece, or of the pieces of one kind in the pocket.
type pieceMoves struct {
	from, moves string
}

// newMovesPage lists moves, which texts write in the same order.
func newMovesPage(s *ui.Session, l *chess.Layout, moves []chess.Move, texts []string) *movesPage {
	p := &movesPage{Sheet: ui.NewSheet(s), count: len(moves)}
	at := map[string]int{}
	for i, m := range moves {
		from := l.SquareName(m.From())
		if m.Kind() == chess.Dropping {
			from = string(s.Notation().Letter(rune(m.Role().Letter()))) + "@"
		}
		k, ok := at[from]
		if !ok {
			k = len(p.pieces)
			at[from] = k
			p.pieces = append(p.pieces, pieceMoves{from: from})
		}
		p.pieces[k].moves += s.Notation().Move(texts[i]) + " "
	}
	return p
}

func (p *movesPage) Title() string { return p.S.Text("Legal moves") }

func (p *movesPage) SetSize(width, height int) {
	p.Width, p.Height = width, height
	p.Rows = p.Rows[:0]
	widest := 0
	for _, m := range p.pieces {
		widest = max(widest, draw.WidthOf(m.from))
	}
	for _, m := range p.pieces {
		for i, row := range draw.Wrap(draw.Clean(m.moves), max(min(width-widest-6, ui.TextWidth), 8)) {
			from := m.from
			if i > 0 {
				from = ""
			}
			p.Rows = append(p.Rows, p.S.Theme.Key.Render(draw.Fit(from, widest))+"  "+p.S.Theme.Text.Render(row))
		}
	}
	p.Show(height - 3)
}

func (p *movesPage) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	if _, ok := msg.(ui.ThemeMsg); ok {
		p.SetSize(p.Width, p.Height)
	}
	if p.Read(msg) {
		return p, p.S.Pop(p)
	}
	return p, nil
}

func (p *movesPage) View() string {
	return p.Under([]string{draw.TitleBar(p.S.Theme, p.Width, p.Title(), p.S.Text(fmt.Sprintf("%d moves", p.count))), ""})
}
