package study

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/ui"
	"rookery/variants"
)

// draftGames chooses the game whose position is set up.
type variantPicker struct {
	s             *ui.Session
	to            *Editor
	keys          ui.ListKeys
	list          ui.List
	all           []variants.Variant
	filtering     bool
	width, height int
}

// draftGameMsg brings the game that was chosen.
type draftVariantMsg struct {
	to    *Editor
	rules chess.Rules
}

func newVariantPicker(to *Editor) *variantPicker {
	l := &variantPicker{s: to.S, to: to, keys: ui.Bound(to.S, ui.NewListKeys()), all: variants.All()}
	l.keys.Open.SetHelp(l.keys.Open.Help().Key, "select")
	l.keys.Mark.SetEnabled(false)
	items := make([]ui.Item, len(l.all))
	at := 0
	for i, v := range l.all {
		items[i] = ui.Item{Label: to.S.Text(v.Rules.Name), Note: to.S.Text(v.Rules.Aim)}
		if v.Rules.Name == to.Draft.Rules.Name {
			at = i
		}
	}
	l.list = ui.NewList(items)
	l.list.Choose(at)
	return l
}

func (l *variantPicker) Init() tea.Cmd             { return nil }
func (l *variantPicker) SetSize(width, height int) { l.width, l.height = width, height }
func (l *variantPicker) Title() string             { return l.s.Text("Choose a variant") }
func (l *variantPicker) Typing() bool              { return l.filtering }

func (l *variantPicker) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.MouseMsg:
		if i := l.list.Hit(msg.Y - 2); i >= 0 && msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft {
			l.list.Choose(i)
			return l, l.take()
		}
	case tea.KeyMsg:
		return l, l.pressed(msg)
	}
	return l, nil
}

func (l *variantPicker) pressed(msg tea.KeyMsg) tea.Cmd {
	if l.list.Typed(&l.filtering, msg) || ui.MoveList(&l.list, l.keys, msg) {
		return nil
	}
	switch {
	case key.Matches(msg, l.keys.Filter):
		l.filtering = true
	case key.Matches(msg, l.keys.Open):
		return l.take()
	case key.Matches(msg, l.keys.Card) && l.list.Chosen() != nil:
		return l.s.Open(l, ui.ShowRules{Rules: l.all[l.list.At].Rules})
	case key.Matches(msg, l.keys.Clear) && l.list.Filter != "":
		l.list.SetFilter("")
	case key.Matches(msg, l.keys.Back):
		return l.s.Pop(l)
	}
	return nil
}

// take gives the chosen game to the editor and goes back to it.
func (l *variantPicker) take() tea.Cmd {
	if l.list.Chosen() == nil {
		return nil
	}
	msg := draftVariantMsg{l.to, l.all[l.list.At].Rules}
	return tea.Batch(l.s.Pop(l), func() tea.Msg { return msg })
}

func (l *variantPicker) View() string {
	rows := []string{draw.TitleBar(l.s.Theme, l.width, l.s.Text("Choose a variant"), l.s.FilterWords(l.list.Filter, l.filtering)), ""}
	for _, row := range l.list.Render(l.s, l.width-2, l.height-2, false) {
		rows = append(rows, " "+row)
	}
	if l.list.Chosen() == nil {
		rows = append(rows, l.s.Theme.Faint.Render(l.s.Text("  No matching variant.")))
	}
	return draw.Page(rows, l.width, l.height)
}

func (l *variantPicker) ShortHelp() []key.Binding {
	if l.filtering {
		return []key.Binding{l.keys.Accept, l.keys.Clear}
	}
	return []key.Binding{l.keys.Open, l.keys.Filter, l.keys.Card, l.keys.Back}
}

func (l *variantPicker) FullHelp() [][]key.Binding {
	k := l.keys
	return [][]key.Binding{{k.Up, k.Down, k.PageUp, k.PageDown, k.Top, k.Bottom}, {k.Open, k.Filter, k.Card, k.Back}}
}
