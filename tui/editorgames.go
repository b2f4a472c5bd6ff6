package tui

import (
	"rookery/chess"
	"rookery/variants"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// draftGames chooses the game whose position is set up.
type draftGames struct {
	s             *Session
	to            *editor
	keys          listKeys
	list          list
	all           []variants.Variant
	filtering     bool
	width, height int
}

// draftGameMsg brings the game that was chosen.
type draftGameMsg struct {
	to    *editor
	rules chess.Rules
}

func newDraftGames(to *editor) *draftGames {
	l := &draftGames{s: to.s, to: to, keys: bound(to.s, newListKeys()), all: variants.All()}
	l.keys.Open.SetHelp(l.keys.Open.Help().Key, "take")
	l.keys.Mark.SetEnabled(false)
	items := make([]item, len(l.all))
	at := 0
	for i, v := range l.all {
		items[i] = item{label: to.s.Text(v.Rules.Name), note: to.s.Text(v.Rules.Aim)}
		if v.Rules.Name == to.d.Rules.Name {
			at = i
		}
	}
	l.list = newList(items)
	l.list.choose(at)
	return l
}

func (l *draftGames) Init() tea.Cmd             { return nil }
func (l *draftGames) SetSize(width, height int) { l.width, l.height = width, height }
func (l *draftGames) title() string             { return l.s.Text("Which game") }
func (l *draftGames) typing() bool              { return l.filtering }

// Update implements screen.
func (l *draftGames) Update(msg tea.Msg) (screen, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.MouseMsg:
		if i := l.list.hit(msg.Y - 2); i >= 0 && msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft {
			l.list.choose(i)
			return l, l.take()
		}
	case tea.KeyMsg:
		return l, l.pressed(msg)
	}
	return l, nil
}

func (l *draftGames) pressed(msg tea.KeyMsg) tea.Cmd {
	if l.list.typed(&l.filtering, msg) || moveList(&l.list, l.keys, msg) {
		return nil
	}
	switch {
	case key.Matches(msg, l.keys.Filter):
		l.filtering = true
	case key.Matches(msg, l.keys.Open):
		return l.take()
	case key.Matches(msg, l.keys.Card) && l.list.chosen() != nil:
		return l.s.open(l, ShowRules{l.all[l.list.at].Rules})
	case key.Matches(msg, l.keys.Clear) && l.list.filter != "":
		l.list.setFilter("")
	case key.Matches(msg, l.keys.Back):
		return l.s.pop(l)
	}
	return nil
}

// take gives the chosen game to the editor and goes back to it.
func (l *draftGames) take() tea.Cmd {
	if l.list.chosen() == nil {
		return nil
	}
	msg := draftGameMsg{l.to, l.all[l.list.at].Rules}
	return tea.Batch(l.s.pop(l), func() tea.Msg { return msg })
}

// View implements screen.
func (l *draftGames) View() string {
	rows := []string{titleBar(l.s.Theme, l.width, l.s.Text("Which game"), l.s.filterWords(l.list.filter, l.filtering)), ""}
	for _, row := range l.list.render(l.s, l.width-2, l.height-2, false) {
		rows = append(rows, " "+row)
	}
	if l.list.chosen() == nil {
		rows = append(rows, l.s.Theme.Faint.Render(l.s.Text("  No game has these letters.")))
	}
	return page(rows, l.width, l.height)
}

// ShortHelp implements help.KeyMap.
func (l *draftGames) ShortHelp() []key.Binding {
	if l.filtering {
		return []key.Binding{l.keys.Accept, l.keys.Clear}
	}
	return []key.Binding{l.keys.Open, l.keys.Filter, l.keys.Card, l.keys.Back}
}

// FullHelp implements help.KeyMap.
func (l *draftGames) FullHelp() [][]key.Binding {
	k := l.keys
	return [][]key.Binding{{k.Up, k.Down, k.PageUp, k.PageDown, k.Top, k.Bottom}, {k.Open, k.Filter, k.Card, k.Back}}
}
