package tui

import (
	"rookery/variants"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// gameList chooses the game of a form from all variants. Marked ones are
// combined; whether they can be is said at once.
type gameList struct {
	s             *Session
	form          screen // that asked
	keys          listKeys
	list          list
	all           []variants.Variant
	marked        []string
	filtering     bool
	width, height int
	top           int
}

// newGameList chooses for a form that has chosen parts so far.
func newGameList(s *Session, form screen, parts []string) *gameList {
	g := &gameList{s: s, form: form, keys: bound(s, newListKeys()), all: variants.All()}
	g.keys.Mark.SetHelp("space", "combine")
	g.keys.Open.SetHelp(g.keys.Open.Help().Key, "take")
	if len(parts) > 1 {
		g.marked = slices.Clone(parts)
	}
	g.refill()
	for i, v := range g.all {
		if v.ID == parts[0] {
			g.list.choose(i)
		}
	}
	return g
}

// refill makes the rows anew with their marks.
func (g *gameList) refill() {
	items := make([]item, len(g.all))
	for i, v := range g.all {
		mark := "  "
		if slices.Contains(g.marked, v.ID) {
			mark = "+ "
		}
		items[i] = item{label: mark + g.s.Text(v.Rules.Name), note: g.s.Text(v.Rules.Aim)}
	}
	at, filter := g.list.at, g.list.filter
	g.list = newList(items)
	g.list.at = at
	g.list.setFilter(filter)
}

func (g *gameList) Init() tea.Cmd { return nil }

func (g *gameList) SetSize(width, height int) { g.width, g.height = width, height }

func (g *gameList) title() string { return g.s.Text("Games") }

func (g *gameList) typing() bool { return g.filtering }

func (g *gameList) Update(msg tea.Msg) (screen, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.MouseMsg:
		if i := g.list.hit(msg.Y - g.top); i >= 0 && msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft {
			again := g.list.at == i
			g.list.choose(i)
			if again {
				return g, g.take()
			}
		}
		if msg.Button == tea.MouseButtonWheelDown {
			g.list.move(1)
		} else if msg.Button == tea.MouseButtonWheelUp {
			g.list.move(-1)
		}
	case tea.KeyMsg:
		return g, g.pressed(msg)
	}
	return g, nil
}

func (g *gameList) pressed(msg tea.KeyMsg) tea.Cmd {
	if g.list.typed(&g.filtering, msg) || moveList(&g.list, g.keys, msg) {
		return nil
	}
	switch {
	case key.Matches(msg, g.keys.Filter):
		g.filtering = true
	case key.Matches(msg, g.keys.Mark):
		g.mark()
	case key.Matches(msg, g.keys.Open):
		return g.take()
	case key.Matches(msg, g.keys.Card):
		if g.list.chosen() != nil {
			return g.s.open(g, ShowRules{g.all[g.list.at].Rules})
		}
	case key.Matches(msg, g.keys.Clear) && g.list.filter != "":
		g.list.setFilter("")
	case key.Matches(msg, g.keys.Back):
		return g.s.pop(g)
	}
	return nil
}

// mark adds the chosen game to the combination or takes it out.
func (g *gameList) mark() {
	if g.list.chosen() == nil {
		return
	}
	id := g.all[g.list.at].ID
	if i := slices.Index(g.marked, id); i >= 0 {
		g.marked = slices.Delete(g.marked, i, i+1)
	} else {
		g.marked = append(g.marked, id)
	}
	g.refill()
}

// take answers the form and goes back to it.
func (g *gameList) take() tea.Cmd {
	parts := g.marked
	if len(parts) == 0 {
		if g.list.chosen() == nil {
			return nil
		}
		parts = []string{g.all[g.list.at].ID}
	}
	if _, err := rulesOf(parts); err != nil {
		return fail(err)
	}
	answer := gameChosenMsg{form: g.form, variant: slices.Clone(parts)}
	return tea.Batch(g.s.pop(g), func() tea.Msg { return answer })
}

func (g *gameList) View() string {
	th := g.s.Theme
	rows := []string{titleBar(th, g.width, g.s.Text("Choose the game"), g.s.filterWords(g.list.filter, g.filtering))}
	g.top = 2
	rows = append(rows, "")
	height := g.height - 6
	for _, row := range g.list.render(g.s, g.width-2, height, false) {
		rows = append(rows, " "+row)
	}
	for len(rows) < g.height-3 {
		rows = append(rows, "")
	}
	rows = append(rows, "")
	var words []string
	style := th.Faint
	switch {
	case len(g.marked) > 0:
		if rules, err := rulesOf(g.marked); err != nil {
			style, words = th.Error, wrap(clean(g.s.Text(err.Error())), g.width-4)
		} else {
			style, words = th.Good, wrap(clean(g.s.Text("Together: "+rules.Name+". ")+g.s.Text(rules.Aim)), g.width-4)
		}
	case g.list.chosen() == nil:
		words = []string{g.s.Text("No game has these letters.")}
	default:
		words = wrap(g.s.Text("Mark several with space to combine them: what one of them leaves as in chess, another may change."), g.width-4)
	}
	for i := range min(len(words), 2) {
		rows = append(rows, "  "+style.Render(words[i]))
	}
	return page(rows, g.width, g.height)
}

// ShortHelp implements help.KeyMap.
func (g *gameList) ShortHelp() []key.Binding {
	k := g.keys
	if g.filtering {
		return []key.Binding{k.Accept, k.Clear}
	}
	return []key.Binding{k.Open, k.Mark, k.Filter, k.Card, pairOf("move", k.Up, k.Down), k.Back}
}

// FullHelp implements help.KeyMap.
func (g *gameList) FullHelp() [][]key.Binding {
	k := g.keys
	return [][]key.Binding{{k.Up, k.Down, k.PageUp, k.PageDown, k.Top, k.Bottom}, {k.Open, k.Mark, k.Filter, k.Card, k.Back}}
}

// gameChosenMsg answers a form that opened the list of games.
type gameChosenMsg struct {
	form    screen
	variant []string
}
