package training

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/ui"
)

// themeList chooses the theme of puzzles.
type themeList struct {
	s             *ui.Session
	keys          ui.ListKeys
	list          ui.List
	filtering     bool
	chosen        func(item int)
	width, height int
}

func newThemeList(s *ui.Session, items []ui.Item, at int, chosen func(int)) *themeList {
	l := &themeList{s: s, keys: ui.Bound(s, ui.NewListKeys()), list: ui.NewList(items), chosen: chosen}
	l.keys.Open.SetHelp(l.keys.Open.Help().Key, "choose")
	l.list.Choose(at)
	return l
}

func (l *themeList) Init() tea.Cmd             { return nil }
func (l *themeList) SetSize(width, height int) { l.width, l.height = width, height }
func (l *themeList) Title() string             { return l.s.Text("Themes") }
func (l *themeList) Typing() bool              { return l.filtering }

func (l *themeList) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.MouseMsg:
		if i := l.list.Hit(msg.Y - 2); i >= 0 && msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft {
			l.list.Choose(i)
			return l, l.choose()
		}
		switch msg.Button {
		case tea.MouseButtonWheelDown:
			l.list.Move(1)
		case tea.MouseButtonWheelUp:
			l.list.Move(-1)
		}
	case tea.KeyMsg:
		return l, l.pressed(msg)
	}
	return l, nil
}

func (l *themeList) pressed(msg tea.KeyMsg) tea.Cmd {
	if l.list.Typed(&l.filtering, msg) || ui.MoveList(&l.list, l.keys, msg) {
		return nil
	}
	switch {
	case key.Matches(msg, l.keys.Filter):
		l.filtering = true
	case key.Matches(msg, l.keys.Open):
		return l.choose()
	case key.Matches(msg, l.keys.Clear) && l.list.Filter != "":
		l.list.SetFilter("")
	case key.Matches(msg, l.keys.Back):
		return l.s.Pop(l)
	}
	return nil
}

func (l *themeList) choose() tea.Cmd {
	if l.list.Chosen() == nil {
		return nil
	}
	l.chosen(l.list.At)
	return l.s.Pop(l)
}

func (l *themeList) View() string {
	rows := []string{draw.TitleBar(l.s.Theme, l.width, l.s.Text("Themes"), l.s.FilterWords(l.list.Filter, l.filtering)), ""}
	for _, row := range l.list.Render(l.s, l.width-2, l.height-2, false) {
		rows = append(rows, " "+row)
	}
	if l.list.Chosen() == nil {
		rows = append(rows, "  "+l.s.Theme.Faint.Render(l.s.Text("No such theme.")))
	}
	return draw.Page(rows, l.width, l.height)
}

func (l *themeList) ShortHelp() []key.Binding {
	if l.filtering {
		return ui.Bindings(&l.keys.Accept, &l.keys.Clear)
	}
	return []key.Binding{l.keys.Open, l.keys.Filter, ui.PairOf(ui.MoveCursor, l.keys.Up, l.keys.Down), l.keys.Back}
}

func (l *themeList) FullHelp() [][]key.Binding {
	k := l.keys
	return [][]key.Binding{ui.Bindings(&k.Up, &k.Down, &k.PageUp, &k.PageDown, &k.Top, &k.Bottom), ui.Bindings(&k.Open, &k.Filter, &k.Back)}
}
