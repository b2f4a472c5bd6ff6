package library

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/ui"
)

// gameList is what the lists of saved and of unfinished games share: each game has a
// name, one is opened, several can be marked and deleted. Who embeds it sets the
// functions and gives it the rows.
type gameList struct {
	s             *ui.Session
	keys          ui.MenuKeys
	names         []string
	list          ui.List
	marks         marks[string]
	title         string
	item          func(i int) ui.Item // without its mark
	open          func(i int) tea.Cmd
	remove        func(names []string) tea.Cmd
	width, height int
}

func newGameList(s *ui.Session, title string) gameList {
	l := gameList{s: s, title: title, keys: ui.Bound(s, ui.NewMenuKeys()), marks: newMarks[string](s)}
	l.keys.Quit.SetEnabled(false)
	l.marks.keys.Delete = l.keys.Delete
	return l
}

func (l *gameList) SetSize(width, height int) { l.width, l.height = width, height }
func (l *gameList) Title() string             { return l.s.Text(l.title) }

// fill makes the rows anew; the chosen one stays.
func (l *gameList) fill(names []string) {
	l.names = names
	items := make([]ui.Item, len(names))
	for i, name := range names {
		items[i] = l.item(i)
		items[i].Label = l.marks.sign(l.s, name) + " " + items[i].Label
	}
	l.list.Refill(items)
	for _, k := range []*key.Binding{&l.keys.Open, &l.marks.keys.Mark, &l.marks.keys.MarkAll, &l.marks.keys.Delete} {
		k.SetEnabled(len(items) > 0)
	}
}

// update does clicks and keys; from is the whole screen.
func (l *gameList) update(from ui.Screen, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.MouseMsg:
		if l.marks.asking == nil && l.list.Clicked(msg, 2) {
			return l.open(l.list.At)
		}
	case tea.KeyMsg:
		return l.pressed(from, msg)
	}
	return nil
}

// Asking tells that a question waits.
func (l *gameList) Asking() bool { return l.marks.asking != nil }

func (l *gameList) pressed(from ui.Screen, msg tea.KeyMsg) tea.Cmd {
	if l.Asking() {
		if names := l.marks.answered(l.s, msg); names != nil {
			return l.remove(names)
		}
		return nil
	}
	name, some := "", l.list.Chosen() != nil
	if some {
		name = l.names[l.list.At]
	}
	switch {
	case l.marks.pressed(msg, func() []string { return l.names }, name, some):
		l.fill(l.names)
	case ui.MoveMenu(&l.list, &l.keys, msg):
	case key.Matches(msg, l.keys.Open) && some:
		return l.open(l.list.At)
	case key.Matches(msg, l.keys.Back):
		return l.s.Pop(from)
	}
	return nil
}

// page draws the list; none stands there without games, and one and many ask whether
// to delete.
func (l *gameList) page(count, none, one, many string) string {
	s := l.s
	rows := []string{draw.TitleBar(s.Theme, l.width, l.Title(), count), ""}
	for _, row := range l.list.Render(s, l.width-2, l.height-4, false) {
		rows = append(rows, " "+row)
	}
	if len(l.names) == 0 && none != "" {
		for _, row := range draw.Wrap(s.Text(none), l.width-6) {
			rows = append(rows, "   "+s.Theme.Faint.Render(row))
		}
	}
	for len(rows) < l.height-1 {
		rows = append(rows, "")
	}
	if l.marks.asking != nil {
		rows = append(rows, l.marks.row(s, one, many, l.width))
	}
	return draw.Page(rows, l.width, l.height)
}

func (l *gameList) ShortHelp() []key.Binding {
	if l.Asking() {
		return nil
	}
	return []key.Binding{l.keys.Open, l.marks.keys.Delete, l.marks.keys.Mark, l.marks.keys.MarkAll, ui.PairOf(ui.MoveCursor, l.keys.Up, l.keys.Down), l.keys.Back}
}

func (l *gameList) FullHelp() [][]key.Binding {
	k := l.keys
	return [][]key.Binding{ui.Bindings(&k.Up, &k.Down, &k.Top, &k.Bottom), ui.Bindings(&k.Open, &l.marks.keys.Mark, &l.marks.keys.MarkAll, &l.marks.keys.Delete, &k.Back)}
}
