package tui

import (
	"rookery/variants"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// rulesList lists all variants and opens their cards.
type rulesList struct {
	s             *Session
	keys          listKeys
	list          list
	all           []variants.Variant
	filtering     bool
	width, height int
}

func newRulesList(s *Session) *rulesList {
	l := &rulesList{s: s, keys: bound(s, newListKeys()), all: variants.All()}
	l.keys.Open.SetHelp(l.keys.Open.Help().Key, "read")
	items := make([]item, len(l.all))
	for i, v := range l.all {
		items[i] = item{label: s.Text(v.Rules.Name), note: s.Text(v.Rules.Aim)}
	}
	l.list = newList(items)
	return l
}

func (l *rulesList) Init() tea.Cmd             { return nil }
func (l *rulesList) SetSize(width, height int) { l.width, l.height = width, height }
func (l *rulesList) title() string             { return l.s.Text("Rules") }
func (l *rulesList) typing() bool              { return l.filtering }

func (l *rulesList) Update(msg tea.Msg) (screen, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.MouseMsg:
		if i := l.list.hit(msg.Y - 2); i >= 0 && msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft {
			l.list.choose(i)
			return l, l.open()
		}
		switch msg.Button {
		case tea.MouseButtonWheelDown:
			l.list.move(1)
		case tea.MouseButtonWheelUp:
			l.list.move(-1)
		}
	case tea.KeyMsg:
		return l, l.pressed(msg)
	}
	return l, nil
}

func (l *rulesList) pressed(msg tea.KeyMsg) tea.Cmd {
	if l.list.typed(&l.filtering, msg) || moveList(&l.list, l.keys, msg) {
		return nil
	}
	switch {
	case key.Matches(msg, l.keys.Filter):
		l.filtering = true
	case key.Matches(msg, l.keys.Open), key.Matches(msg, l.keys.Card):
		return l.open()
	case key.Matches(msg, l.keys.Clear) && l.list.filter != "":
		l.list.setFilter("")
	case key.Matches(msg, l.keys.Back):
		return l.s.pop(l)
	}
	return nil
}

// open shows the card of the chosen variant.
func (l *rulesList) open() tea.Cmd {
	if l.list.chosen() == nil {
		return nil
	}
	return l.s.open(l, ShowRules{l.all[l.list.at].Rules})
}

func (l *rulesList) View() string {
	rows := []string{titleBar(l.s.Theme, l.width, l.s.Text("Rules"), l.s.filterWords(l.list.filter, l.filtering)), ""}
	aim := l.aim()
	for _, row := range l.list.render(l.s, l.width-2, l.height-2-len(aim), false) {
		rows = append(rows, " "+row)
	}
	if len(aim) > 0 {
		for len(rows) < l.height-len(aim) {
			rows = append(rows, "")
		}
		rows = append(rows, aim...)
	}
	if l.list.chosen() == nil {
		rows = append(rows, l.s.Theme.Faint.Render(l.s.Text("  No game has these letters.")))
	}
	return page(rows, l.width, l.height)
}

// aim is the whole aim of the chosen game below the list, where some aims are too
// long for their rows.
func (l *rulesList) aim() []string {
	it := l.list.chosen()
	if it == nil || !l.list.cuts(l.width-2) {
		return nil
	}
	rows := []string{""}
	for _, row := range wrap(clean(it.note), l.width-6) {
		rows = append(rows, "     "+l.s.Theme.Comment.Render(row))
	}
	return append(rows, make([]string, max(aimRows-len(rows), 0))...)
}

// aimRows are kept below the list, so that it does not move with what is chosen.
const aimRows = 3

// ShortHelp implements help.KeyMap.
func (l *rulesList) ShortHelp() []key.Binding {
	if l.filtering {
		return []key.Binding{l.keys.Accept, l.keys.Clear}
	}
	return []key.Binding{l.keys.Open, l.keys.Filter, pairOf("move", l.keys.Up, l.keys.Down), l.keys.Back}
}

// FullHelp implements help.KeyMap.
func (l *rulesList) FullHelp() [][]key.Binding {
	k := l.keys
	return [][]key.Binding{{k.Up, k.Down, k.PageUp, k.PageDown, k.Top, k.Bottom}, {k.Open, k.Filter, k.Back}}
}
