package tui

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/ui"
	"rookery/variants"
)

// rulesList lists all variants and opens their cards.
type rulesList struct {
	s             *ui.Session
	keys          ui.ListKeys
	list          ui.List
	all           []variants.Variant
	filtering     bool
	width, height int
}

func newRulesList(s *ui.Session) *rulesList {
	l := &rulesList{s: s, keys: ui.Bound(s, ui.NewListKeys()), all: variants.All()}
	l.keys.Open.SetHelp(l.keys.Open.Help().Key, "open")
	items := make([]ui.Item, len(l.all))
	for i, v := range l.all {
		items[i] = ui.Item{Label: s.Text(v.Rules.Name), Note: s.Text(v.Rules.Aim)}
	}
	l.list = ui.NewList(items)
	return l
}

func (l *rulesList) Init() tea.Cmd             { return nil }
func (l *rulesList) SetSize(width, height int) { l.width, l.height = width, height }
func (l *rulesList) Title() string             { return l.s.Text("Rules") }
func (l *rulesList) Typing() bool              { return l.filtering }

func (l *rulesList) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.MouseMsg:
		if i := l.list.Hit(msg.Y - 2); i >= 0 && msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft {
			l.list.Choose(i)
			return l, l.open()
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

func (l *rulesList) pressed(msg tea.KeyMsg) tea.Cmd {
	if l.list.Typed(&l.filtering, msg) || ui.MoveList(&l.list, l.keys, msg) {
		return nil
	}
	switch {
	case key.Matches(msg, l.keys.Filter):
		l.filtering = true
	case key.Matches(msg, l.keys.Open), key.Matches(msg, l.keys.Card):
		return l.open()
	case key.Matches(msg, l.keys.Clear) && l.list.Filter != "":
		l.list.SetFilter("")
	case key.Matches(msg, l.keys.Back):
		return l.s.Pop(l)
	}
	return nil
}

// open shows the card of the chosen variant.
func (l *rulesList) open() tea.Cmd {
	if l.list.Chosen() == nil {
		return nil
	}
	return l.s.Open(l, ui.ShowRules{Rules: l.all[l.list.At].Rules})
}

func (l *rulesList) View() string {
	rows := []string{draw.TitleBar(l.s.Theme, l.width, l.s.Text("Rules"), l.s.FilterWords(l.list.Filter, l.filtering)), ""}
	aim := l.aim()
	for _, row := range l.list.Render(l.s, l.width-2, l.height-2-len(aim), false) {
		rows = append(rows, " "+row)
	}
	if len(aim) > 0 {
		for len(rows) < l.height-len(aim) {
			rows = append(rows, "")
		}
		rows = append(rows, aim...)
	}
	if l.list.Chosen() == nil {
		rows = append(rows, l.s.Theme.Faint.Render(l.s.Text("  No matching variant.")))
	}
	return draw.Page(rows, l.width, l.height)
}

// aim is the whole aim of the chosen game below the list, where some aims are too
// long for their rows.
func (l *rulesList) aim() []string {
	it := l.list.Chosen()
	if it == nil || !l.list.Cuts(l.width-2) {
		return nil
	}
	rows := []string{""}
	for _, row := range draw.Wrap(draw.Clean(it.Note), l.width-6) {
		rows = append(rows, "     "+l.s.Theme.Comment.Render(row))
	}
	return append(rows, make([]string, max(aimRows-len(rows), 0))...)
}

// aimRows are kept below the list, so that it does not move with what is chosen.
const aimRows = 3

func (l *rulesList) ShortHelp() []key.Binding {
	if l.filtering {
		return []key.Binding{l.keys.Accept, l.keys.Clear}
	}
	return []key.Binding{l.keys.Open, l.keys.Filter, ui.PairOf(ui.MoveCursor, l.keys.Up, l.keys.Down), l.keys.Back}
}

func (l *rulesList) FullHelp() [][]key.Binding {
	k := l.keys
	return [][]key.Binding{{k.Up, k.Down, k.PageUp, k.PageDown, k.Top, k.Bottom}, {k.Open, k.Filter, k.Back}}
}
