package ui

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/play"
	"rookery/variants"
)

// VariantList chooses the game of a form from all variants. Marked ones are
// combined; whether they can be is said at once.
type VariantList struct {
	s             *Session
	form          Screen // that asked
	keys          ListKeys
	list          List
	all           []variants.Variant
	marked        []string
	filtering     bool
	width, height int
	top           int
}

// NewVariantList chooses for a form that has chosen parts so far.
func NewVariantList(s *Session, form Screen, parts []string) *VariantList {
	g := &VariantList{s: s, form: form, keys: Bound(s, NewListKeys()), all: variants.All()}
	g.keys.Mark.SetHelp("Space", "combine")
	g.keys.Open.SetHelp(g.keys.Open.Help().Key, "select")
	if len(parts) > 1 {
		g.marked = slices.Clone(parts)
	}
	g.refill()
	for i, v := range g.all {
		if v.ID == parts[0] {
			g.list.Choose(i)
		}
	}
	return g
}

// refill makes the rows anew with their marks.
func (g *VariantList) refill() {
	items := make([]Item, len(g.all))
	for i, v := range g.all {
		mark := "  "
		if slices.Contains(g.marked, v.ID) {
			mark = "+ "
		}
		items[i] = Item{Label: mark + g.s.Text(v.Rules.Name), Note: g.s.Text(v.Rules.Aim)}
	}
	at, filter := g.list.At, g.list.Filter
	g.list = NewList(items)
	g.list.At = at
	g.list.SetFilter(filter)
}

func (g *VariantList) Init() tea.Cmd { return nil }

func (g *VariantList) SetSize(width, height int) { g.width, g.height = width, height }

func (g *VariantList) Title() string { return g.s.Text("Variants") }

func (g *VariantList) Typing() bool { return g.filtering }

func (g *VariantList) Update(msg tea.Msg) (Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.MouseMsg:
		if i := g.list.Hit(msg.Y - g.top); i >= 0 && msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft {
			again := g.list.At == i
			g.list.Choose(i)
			if again {
				return g, g.take()
			}
		}
		if msg.Button == tea.MouseButtonWheelDown {
			g.list.Move(1)
		} else if msg.Button == tea.MouseButtonWheelUp {
			g.list.Move(-1)
		}
	case tea.KeyMsg:
		return g, g.pressed(msg)
	}
	return g, nil
}

func (g *VariantList) pressed(msg tea.KeyMsg) tea.Cmd {
	if g.list.Typed(&g.filtering, msg) || MoveList(&g.list, g.keys, msg) {
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
		if g.list.Chosen() != nil {
			return g.s.Open(g, ShowRules{g.all[g.list.At].Rules})
		}
	case key.Matches(msg, g.keys.Clear) && g.list.Filter != "":
		g.list.SetFilter("")
	case key.Matches(msg, g.keys.Back):
		return g.s.Pop(g)
	}
	return nil
}

// mark adds the chosen game to the combination or takes it out.
func (g *VariantList) mark() {
	if g.list.Chosen() == nil {
		return
	}
	id := g.all[g.list.At].ID
	if i := slices.Index(g.marked, id); i >= 0 {
		g.marked = slices.Delete(g.marked, i, i+1)
	} else {
		g.marked = append(g.marked, id)
	}
	g.refill()
}

// take answers the form and goes back to it.
func (g *VariantList) take() tea.Cmd {
	parts := g.marked
	if len(parts) == 0 {
		if g.list.Chosen() == nil {
			return nil
		}
		parts = []string{g.all[g.list.At].ID}
	}
	if _, err := play.RulesOf(parts); err != nil {
		return Fail(err)
	}
	answer := VariantChosenMsg{Form: g.form, Variant: slices.Clone(parts)}
	return tea.Batch(g.s.Pop(g), func() tea.Msg { return answer })
}

func (g *VariantList) View() string {
	th := g.s.Theme
	rows := []string{draw.TitleBar(th, g.width, g.s.Text("Choose a variant"), g.s.FilterWords(g.list.Filter, g.filtering))}
	g.top = 2
	rows = append(rows, "")
	height := g.height - 6
	for _, row := range g.list.Render(g.s, g.width-2, height, false) {
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
		if rules, err := play.RulesOf(g.marked); err != nil {
			style, words = th.Error, draw.Wrap(draw.Clean(g.s.Text(err.Error())), g.width-4)
		} else {
			style, words = th.Good, draw.Wrap(draw.Clean(g.s.Text("Combined: "+rules.Name+".  ")+g.s.Text(rules.Aim)), g.width-4)
		}
	case g.list.Chosen() == nil:
		words = []string{g.s.Text("No matching variant.")}
	default:
		words = draw.Wrap(g.s.Text("Press Space to select several and combine them: each adds its own rules to standard chess."), g.width-4)
	}
	for i := range min(len(words), 2) {
		rows = append(rows, "  "+style.Render(words[i]))
	}
	return draw.Page(rows, g.width, g.height)
}

func (g *VariantList) ShortHelp() []key.Binding {
	k := g.keys
	if g.filtering {
		return []key.Binding{k.Accept, k.Clear}
	}
	return []key.Binding{k.Open, k.Mark, k.Filter, k.Card, PairOf(MoveCursor, k.Up, k.Down), k.Back}
}

func (g *VariantList) FullHelp() [][]key.Binding {
	k := g.keys
	return [][]key.Binding{{k.Up, k.Down, k.PageUp, k.PageDown, k.Top, k.Bottom}, {k.Open, k.Mark, k.Filter, k.Card, k.Back}}
}

// VariantChosenMsg answers a form that opened the list of games.
type VariantChosenMsg struct {
	Form    Screen
	Variant []string
}
