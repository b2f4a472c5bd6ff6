package tui

import (
	"errors"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/play"
)

// shelfList lists the games that a player has saved on a server.
type shelfList struct {
	s             *Session
	keys          menuKeys
	shelf         play.Files
	names         []string // nil as long as they are not known
	list          list
	asking        string // the one that is about to be deleted; empty for none
	width, height int
}

// shelfMsg brings the names of the games, or why there are none.
type shelfMsg struct {
	to    *shelfList
	names []string
	err   error
}

// openShelf lists the saved games, where there is a place for them.
func openShelf(s *Session, from screen) tea.Cmd {
	shelf := s.shelf()
	if shelf == nil {
		return toast("Nothing is kept of a guest: come with an SSH key to save games.")
	}
	l := &shelfList{s: s, keys: bound(s, newMenuKeys()), shelf: shelf}
	l.keys.Quit.SetEnabled(false)
	return s.push(from, l)
}

// Init implements screen.
func (l *shelfList) Init() tea.Cmd {
	shelf := l.shelf
	return func() tea.Msg {
		names, err := shelf.List()
		names = slices.DeleteFunc(names, func(name string) bool { return !strings.HasSuffix(name, keptSuffix) || name[0] == '.' })
		slices.Sort(names)
		slices.Reverse(names) // they begin with their dates
		return shelfMsg{l, names, err}
	}
}

func (l *shelfList) SetSize(width, height int) { l.width, l.height = width, height }
func (l *shelfList) title() string             { return l.s.Text("Saved games") }

func (l *shelfList) take(msg shelfMsg) tea.Cmd {
	if msg.err != nil {
		return fail(errors.Join(errors.New("the saved games cannot be read now"), msg.err))
	}
	l.names = append([]string{}, msg.names...)
	items := make([]item, len(l.names))
	for i, name := range l.names {
		items[i] = item{label: clean(strings.TrimSuffix(name, keptSuffix))}
	}
	at := l.list.at
	l.list = newList(items)
	l.list.choose(at)
	l.keys.Open.SetEnabled(len(items) > 0)
	l.keys.Delete.SetEnabled(len(items) > 0)
	return nil
}

// Update implements screen.
func (l *shelfList) Update(msg tea.Msg) (screen, tea.Cmd) {
	switch msg := msg.(type) {
	case shelfMsg:
		if msg.to == l {
			return l, l.take(msg)
		}
	case revealedMsg:
		return l, l.Init()
	case tea.MouseMsg:
		if i := l.list.hit(msg.Y - 2); i >= 0 && l.asking == "" && msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft {
			l.list.choose(i)
			return l, l.open()
		}
	case tea.KeyMsg:
		return l, l.pressed(msg)
	}
	return l, nil
}

func (l *shelfList) pressed(msg tea.KeyMsg) tea.Cmd {
	if l.asking != "" {
		name := l.asking
		l.asking = ""
		if msg.String() == "y" {
			return l.remove(name)
		}
		return nil
	}
	if moveMenu(&l.list, &l.keys, msg) {
		return nil
	}
	switch k := &l.keys; {
	case key.Matches(msg, k.Open):
		return l.open()
	case key.Matches(msg, k.Delete):
		if l.list.chosen() != nil {
			l.asking = l.names[l.list.at]
		}
	case key.Matches(msg, k.Back):
		return l.s.pop(l)
	}
	return nil
}

// open opens the chosen game in the viewer, or the table of those in its file.
func (l *shelfList) open() tea.Cmd {
	if l.list.chosen() == nil {
		return nil
	}
	return l.s.push(l, newKept(l.s, l.names[l.list.at]))
}

// remove deletes a game and reads the list anew.
func (l *shelfList) remove(name string) tea.Cmd {
	shelf, again := l.shelf, l.Init()
	return func() tea.Msg {
		if err := shelf.Remove(name); err != nil {
			return toastMsg{text: err.Error(), bad: true}
		}
		return again()
	}
}

// View implements screen.
func (l *shelfList) View() string {
	th, s := l.s.Theme, l.s
	count := ""
	if l.names != nil {
		count = s.Text(counted(len(l.names), "1 game", "%d games"))
	}
	rows := []string{titleBar(th, l.width, s.Text("Saved games"), count), ""}
	for _, row := range l.list.render(s, l.width-2, l.height-4, false) {
		rows = append(rows, " "+row)
	}
	if l.names != nil && len(l.names) == 0 {
		for _, row := range wrap(s.Text("No game is saved yet. In a game or the viewer save keeps one here, and so does stepping through a game that is over."), l.width-6) {
			rows = append(rows, "   "+th.Faint.Render(row))
		}
	}
	for len(rows) < l.height-1 {
		rows = append(rows, "")
	}
	if l.asking != "" {
		rows = append(rows, "  "+th.Accent.Render(s.Text("Delete this game for good?"))+th.Key.Render(" [y/N]"))
	}
	return page(rows, l.width, l.height)
}

// ShortHelp implements help.KeyMap.
func (l *shelfList) ShortHelp() []key.Binding {
	return []key.Binding{l.keys.Open, l.keys.Delete, pairOf("move", l.keys.Up, l.keys.Down), l.keys.Back}
}

// FullHelp implements help.KeyMap.
func (l *shelfList) FullHelp() [][]key.Binding {
	k := l.keys
	return [][]key.Binding{{k.Up, k.Down, k.Top, k.Bottom}, {k.Open, k.Delete, k.Back}}
}
