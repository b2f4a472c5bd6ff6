package library

import (
	"errors"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// SavedList lists the games that a player has saved on a server.
type SavedList struct {
	S             *ui.Session
	Keys          ui.MenuKeys
	Files         play.Files
	names         []string // nil as long as they are not known
	list          ui.List
	marks         marks[string]
	width, height int
}

// savedNamesMsg brings the names of the games, or why there are none.
type savedNamesMsg struct {
	to    *SavedList
	names []string
	err   error
}

// OpenSavedList lists the saved games, where there is a place for them.
func OpenSavedList(s *ui.Session, from ui.Screen) tea.Cmd {
	saved := s.SavedGames()
	if saved == nil {
		return ui.Toast("Guest games are not saved. Connect with an SSH key to save games.")
	}
	return s.Push(from, NewSavedList(s, saved))
}

// NewSavedList lists the games in files.
func NewSavedList(s *ui.Session, files play.Files) *SavedList {
	l := &SavedList{S: s, Keys: ui.Bound(s, ui.NewMenuKeys()), Files: files, marks: newMarks[string](s)}
	l.Keys.Quit.SetEnabled(false)
	l.marks.keys.Delete = l.Keys.Delete
	return l
}

func (l *SavedList) Init() tea.Cmd {
	saved := l.Files
	return func() tea.Msg {
		names, err := saved.List()
		names = slices.DeleteFunc(names, func(name string) bool { return !strings.HasSuffix(name, ui.SavedSuffix) || name[0] == '.' })
		slices.Sort(names)
		slices.Reverse(names) // they begin with their dates
		return savedNamesMsg{l, names, err}
	}
}

func (l *SavedList) SetSize(width, height int) { l.width, l.height = width, height }
func (l *SavedList) Title() string             { return l.S.Text("Saved games") }

func (l *SavedList) take(msg savedNamesMsg) tea.Cmd {
	if msg.err != nil {
		return ui.Fail(errors.Join(errors.New("saved games cannot be read right now"), msg.err))
	}
	l.names = append([]string{}, msg.names...)
	l.fill()
	return nil
}

func (l *SavedList) fill() {
	items := make([]ui.Item, len(l.names))
	for i, name := range l.names {
		items[i] = ui.Item{Label: l.marks.sign(l.S, name) + " " + draw.Clean(strings.TrimSuffix(name, ui.SavedSuffix))}
	}
	at := l.list.At
	l.list = ui.NewList(items)
	l.list.Choose(at)
	l.Keys.Open.SetEnabled(len(items) > 0)
	for _, k := range []*key.Binding{&l.marks.keys.Mark, &l.marks.keys.MarkAll, &l.marks.keys.Delete} {
		k.SetEnabled(len(items) > 0)
	}
}

func (l *SavedList) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case savedNamesMsg:
		if msg.to == l {
			return l, l.take(msg)
		}
	case ui.RevealedMsg:
		return l, l.Init()
	case tea.MouseMsg:
		if i := l.list.Hit(msg.Y - 2); i >= 0 && l.marks.asking == nil && msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft {
			l.list.Choose(i)
			return l, l.open()
		}
	case tea.KeyMsg:
		return l, l.pressed(msg)
	}
	return l, nil
}

func (l *SavedList) pressed(msg tea.KeyMsg) tea.Cmd {
	if l.marks.asking != nil {
		if names := l.marks.answered(l.S, msg); names != nil {
			return l.remove(names)
		}
		return nil
	}
	name := ""
	if l.list.Chosen() != nil {
		name = l.names[l.list.At]
	}
	if l.marks.pressed(msg, func() []string { return l.names }, name, name != "") {
		l.fill()
		return nil
	}
	if ui.MoveMenu(&l.list, &l.Keys, msg) {
		return nil
	}
	switch k := &l.Keys; {
	case key.Matches(msg, k.Open):
		return l.open()
	case key.Matches(msg, k.Back):
		return l.S.Pop(l)
	}
	return nil
}

// open opens the chosen game in the viewer, or the table of those in its file.
func (l *SavedList) open() tea.Cmd {
	if l.list.Chosen() == nil {
		return nil
	}
	return l.S.Push(l, newSavedPicker(l.S, l.names[l.list.At]))
}

// remove deletes games and reads the list anew.
func (l *SavedList) remove(names []string) tea.Cmd {
	saved, again := l.Files, l.Init()
	return func() tea.Msg {
		for _, name := range names {
			if err := saved.Remove(name); err != nil {
				return ui.FailMsg(err)
			}
		}
		return again()
	}
}

func (l *SavedList) View() string {
	th, s := l.S.Theme, l.S
	count := ""
	if l.names != nil {
		count = l.marks.counted(s, s.Text(ui.Plural(len(l.names), "1 game", "%d games")))
	}
	rows := []string{draw.TitleBar(th, l.width, s.Text("Saved games"), count), ""}
	for _, row := range l.list.Render(s, l.width-2, l.height-4, false) {
		rows = append(rows, " "+row)
	}
	if l.names != nil && len(l.names) == 0 {
		for _, row := range draw.Wrap(s.Text("No saved games yet. Save one during play or in the viewer; reviewing a finished game also saves it here."), l.width-6) {
			rows = append(rows, "   "+th.Faint.Render(row))
		}
	}
	for len(rows) < l.height-1 {
		rows = append(rows, "")
	}
	if l.marks.asking != nil {
		rows = append(rows, l.marks.row(s, deleteOne, deleteMany, l.width))
	}
	return draw.Page(rows, l.width, l.height)
}

func (l *SavedList) ShortHelp() []key.Binding {
	return []key.Binding{l.Keys.Open, l.marks.keys.Delete, l.marks.keys.Mark, l.marks.keys.MarkAll, ui.PairOf(ui.MoveCursor, l.Keys.Up, l.Keys.Down), l.Keys.Back}
}

func (l *SavedList) FullHelp() [][]key.Binding {
	k := l.Keys
	return [][]key.Binding{{k.Up, k.Down, k.Top, k.Bottom}, {k.Open, l.marks.keys.Mark, l.marks.keys.MarkAll, l.marks.keys.Delete, k.Back}}
}
