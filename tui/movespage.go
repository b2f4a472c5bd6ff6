package tui

import (
	"fmt"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"rookery/chess"
)

// movesPage lists the legal moves by the men that make them, where they are too
// many for a row.
type movesPage struct {
	s             *Session
	keys          cardKeys
	men           []manMoves
	count         int
	rows          []string // for the present width
	top           int
	width, height int
}

// manMoves are the moves of one man, or of the men of one kind in the pocket.
type manMoves struct {
	from, moves string
}

// newMovesPage lists moves, which texts write in the same order.
func newMovesPage(s *Session, l *chess.Layout, moves []chess.Move, texts []string) *movesPage {
	p := &movesPage{s: s, keys: bound(s, newCardKeys()), count: len(moves)}
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

func (p *movesPage) Init() tea.Cmd { return nil }
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
	p.scroll(0)
}

// page is the number of rows that are seen at once.
func (p *movesPage) page() int { return max(p.height-3, 1) }

func (p *movesPage) scroll(by int) { p.top = max(min(p.top+by, len(p.rows)-p.page()), 0) }

// Update implements screen.
func (p *movesPage) Update(msg tea.Msg) (screen, tea.Cmd) {
	switch msg := msg.(type) {
	case themeMsg:
		p.SetSize(p.width, p.height)
	case tea.MouseMsg:
		switch msg.Button {
		case tea.MouseButtonWheelUp:
			p.scroll(-3)
		case tea.MouseButtonWheelDown:
			p.scroll(3)
		}
	case tea.KeyMsg:
		switch {
		case key.Matches(msg, p.keys.Up):
			p.scroll(-1)
		case key.Matches(msg, p.keys.Down):
			p.scroll(1)
		case key.Matches(msg, p.keys.PageUp):
			p.scroll(-p.page())
		case key.Matches(msg, p.keys.PageDown):
			p.scroll(p.page())
		case key.Matches(msg, p.keys.Back):
			return p, pop(p)
		}
	}
	return p, nil
}

// View implements screen.
func (p *movesPage) View() string {
	rows := []string{titleBar(p.s.Theme, p.width, p.title(), p.s.Text(fmt.Sprintf("%d moves", p.count))), ""}
	for _, row := range p.rows[p.top:min(p.top+p.page(), len(p.rows))] {
		rows = append(rows, "  "+row)
	}
	return page(moreBelow(p.s, rows, p.height, p.top, p.page(), len(p.rows)), p.width, p.height)
}

// ShortHelp implements help.KeyMap.
func (p *movesPage) ShortHelp() []key.Binding {
	p.keys.Up.SetEnabled(len(p.rows) > p.page())
	p.keys.Down.SetEnabled(len(p.rows) > p.page())
	return []key.Binding{p.keys.Back, p.keys.Up, p.keys.Down}
}

// FullHelp implements help.KeyMap.
func (p *movesPage) FullHelp() [][]key.Binding {
	k := p.keys
	return [][]key.Binding{{k.Up, k.Down, k.PageUp, k.PageDown, k.Back}}
}
