package tui

import (
	"fmt"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/ui"
)

// guideScreen tells what the program is, what to press and where things are. As a
// tour it shows one part at a time.
type guideScreen struct {
	ui.Sheet
	menu []ui.Item
	tour bool
	at   int // the part that the tour shows
	next key.Binding
}

// guidePart is a part of the guide: a heading and paragraphs.
type guidePart struct {
	title string
	said  []string
}

func newGuide(s *ui.Session, menu []ui.Item, tour bool) *guideScreen {
	return &guideScreen{Sheet: ui.NewSheet(s), menu: menu, tour: tour, next: ui.Bind("enter", "continue", "enter", " ", "right")}
}

// parts are the parts in the language of the session.
func (g *guideScreen) parts() []guidePart {
	t := g.S.Text
	var where []string
	for _, it := range g.menu {
		if it.About != "" {
			where = append(where, it.Label+": "+it.About)
		}
	}
	return []guidePart{
		{t("What this is"), []string{
			t("Rookery is chess and many variants of it: play the computer at ten levels, a friend at the same keyboard, or an engine of your own. Look through games, analyse them and practise."),
			t("On every screen: ↑ ↓ move, Enter opens, Esc goes back, ? lists all keys. The last row shows what you can press now; the mouse works too."),
		}},
		{t("Playing"), []string{
			t("New game: ↑ ↓ choose a row, ← → change it, Enter starts. Enter twice in the menu plays the last kind of game again."),
			t("Type a move as it is written, e4, Nf3 or O-O, and press Enter; Tab completes it. Or pick a piece up with the arrow keys and Space, or with the mouse."),
			t("Words work where moves do: hint, undo, draw, resign, flip, save, rules, help. A wrong move is explained, never punished."),
			t("+ and - change the size of the board, F5 shows the rules. A game you leave waits under Continue."),
		}},
		{t("Where things are"), where},
		{t("Outside this screen"), []string{
			t("rookery play starts a game at once, rookery view FILE opens a PGN file, rookery pgn works on collections of games, and rookery plain plays in lines of text, for screen readers."),
			t("rookery --help lists all commands."),
		}},
	}
}

func (g *guideScreen) Title() string { return g.S.Text("Help") }

func (g *guideScreen) SetSize(width, height int) {
	g.Width, g.Height = width, height
	g.layOut()
}

func (g *guideScreen) layOut() {
	th, room := g.S.Theme, min(g.Width-4, ui.TextWidth)
	g.Rows = nil
	parts := g.parts()
	if g.tour {
		parts = parts[g.at : g.at+1]
	}
	for i, part := range parts {
		if i > 0 {
			g.Rows = append(g.Rows, "")
		}
		g.Rows = append(g.Rows, th.Title.Render(draw.Cut(part.title, room)))
		for _, text := range part.said {
			g.Rows = append(g.Rows, "")
			for _, row := range draw.Wrap(draw.Clean(text), room) {
				g.Rows = append(g.Rows, th.Text.Render(row))
			}
		}
	}
	g.Show(g.Height - 3)
}

func (g *guideScreen) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	if _, ok := msg.(ui.ThemeMsg); ok {
		g.layOut()
	}
	if k, ok := msg.(tea.KeyMsg); ok && g.tour && key.Matches(k, g.next) {
		if g.at++; g.at == len(g.parts()) {
			return g, g.S.Pop(g)
		}
		g.layOut()
		g.ToTop()
		return g, nil
	}
	if g.Read(msg) {
		return g, g.S.Pop(g)
	}
	return g, nil
}

func (g *guideScreen) View() string {
	right := ""
	if g.tour {
		right = g.S.Text(fmt.Sprintf("%d of %d", g.at+1, len(g.parts())))
	}
	return g.Under([]string{draw.TitleBar(g.S.Theme, g.Width, g.Title(), right), ""})
}

func (g *guideScreen) ShortHelp() []key.Binding {
	all := g.Sheet.ShortHelp()
	if g.tour {
		return append([]key.Binding{g.next}, all...)
	}
	return all
}

func (g *guideScreen) FullHelp() [][]key.Binding {
	all := g.Sheet.FullHelp()
	if g.tour {
		return slices.Insert(all, 0, []key.Binding{g.next})
	}
	return all
}
