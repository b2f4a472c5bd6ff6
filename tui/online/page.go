package online

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/lang"
	"rookery/tui/ui"
)

// homeKeys are those of the first page.
type homeKeys struct {
	ui.MenuKeys
	Decline, Refresh key.Binding
}

// NewHomeKeys are the usual ones.
func NewHomeKeys() homeKeys {
	k := homeKeys{MenuKeys: ui.NewMenuKeys(), Decline: ui.Bind("d", "decline", "d"), Refresh: ui.Bind("e", "events here", "e")}
	k.Delete.SetEnabled(false)
	k.Analyse.SetEnabled(false)
	k.Tour.SetEnabled(false)
	k.Quit.SetEnabled(false)
	return k
}

// entry is a row and what it opens.
type entry struct {
	ui.Item
	open    func() tea.Cmd
	decline func() tea.Cmd // of a challenge
}

// page is what the first pages of lichess and FICS share: rows that open something, and a row that talks.
type page struct {
	s             *ui.Session
	keys          homeKeys
	list          ui.List
	entries       []entry
	busy          string // what is under way
	problem       string
	width, height int
}

// listTop is the row at which the list begins.
const listTop = 2

func (p *page) SetSize(width, height int) { p.width, p.height = width, height }

func (p *page) set(all []entry) {
	p.entries = all
	items := make([]ui.Item, len(all))
	for i, e := range all {
		items[i] = e.Item
	}
	p.list.Refill(items)
}

func (p *page) clicked(msg tea.MouseMsg) tea.Cmd {
	if p.list.Clicked(msg, listTop) {
		return p.entries[p.list.At].open()
	}
	return nil
}

func (p *page) pressed(msg tea.KeyMsg, screen ui.Screen) tea.Cmd {
	switch k := &p.keys; {
	case ui.MoveMenu(&p.list, k, msg):
	case key.Matches(msg, k.Back):
		return p.s.Pop(screen)
	case key.Matches(msg, k.Open), key.Matches(msg, k.Digit) && p.list.ChooseDigit(msg):
		return p.entries[p.list.At].open()
	case key.Matches(msg, k.Decline):
		if decline := p.entries[p.list.At].decline; decline != nil {
			return decline()
		}
	}
	return nil
}

// render draws the page; said stands in the last row while nothing is more urgent.
func (p *page) render(title, status, said string) string {
	th, s := p.s.Theme, p.s
	rows := []string{draw.TitleBar(th, p.width, title, status), ""}
	room := max(p.height-listTop-5, 1)
	for _, row := range p.list.Render(s, p.width-4, room, true) {
		rows = append(rows, "  "+row)
	}
	for len(rows) < listTop+min(room, p.list.Rows())+1 {
		rows = append(rows, "")
	}
	if it := p.list.Chosen(); it != nil {
		for _, row := range draw.Wrap(it.About, p.width-6) {
			rows = append(rows, "    "+th.Faint.Render(row))
		}
	}
	for len(rows) < p.height-2 {
		rows = append(rows, "")
	}
	switch {
	case p.problem != "":
		said = th.Error.Render(draw.Cut(lang.UpperFirst(draw.Clean(s.Text(p.problem))), p.width-2))
	case p.busy != "":
		said = th.Accent.Render(draw.Cut(s.Text(p.busy)+s.Glyphs().Ellipsis, p.width-2))
	case said == "" && s.PlaysPerson():
		said = th.Accent.Render(draw.Cut(s.Text("You are playing a person: engines, hints and openings are off in this program."), p.width-2))
	}
	return draw.Page(append(rows[:max(p.height-2, 0)], " "+said), p.width, p.height)
}

func (p *page) ShortHelp() []key.Binding {
	short := []key.Binding{ui.PairOf(ui.MoveCursor, p.keys.Up, p.keys.Down), p.keys.Open}
	if i := p.list.At; i < len(p.entries) && p.entries[i].decline != nil {
		short = append(short, p.keys.Decline)
	}
	return append(short, p.keys.Back)
}

func (p *page) FullHelp() [][]key.Binding {
	k := p.keys
	return [][]key.Binding{{k.Up, k.Down, k.Top, k.Bottom}, {k.Open, k.Digit, k.Decline, k.Refresh, k.Back}}
}
