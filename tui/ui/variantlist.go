package ui

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/play"
	"rookery/variants"
)

// VariantList lists all variants: to read their rules, to choose one, or to combine
// several, where it is said at once whether that can be.
type VariantList struct {
	s             *Session
	keys          ListKeys
	list          List
	all           []variants.Variant
	title         string
	opens         func(parts []string) tea.Cmd
	combines      bool
	marked        []string
	filtering     bool
	width, height int
}

// NewRulesList lists the variants to read their rules.
func NewRulesList(s *Session) *VariantList {
	g := newVariantList(s, "Rules", "open", nil, variants.Partners()...)
	g.opens = func([]string) tea.Cmd { return g.card() }
	return g
}

// NewVariantChoice chooses one variant for a screen that has one already.
func NewVariantChoice(s *Session, form Screen, has []string) *VariantList {
	g := newVariantList(s, "Choose a variant", "select", has)
	g.opens = g.answer(form)
	return g
}

// NewVariantList chooses variants for a form that has chosen parts so far. Further ones follow those for two.
func NewVariantList(s *Session, form Screen, parts []string, further ...variants.Variant) *VariantList {
	g := newVariantList(s, "Choose a variant", "select", parts, further...)
	g.keys.Mark.SetHelp("Space", "combine")
	g.keys.Mark.SetEnabled(true)
	g.combines, g.opens = true, g.answer(form)
	if len(parts) > 1 {
		g.marked = slices.Clone(parts)
		g.refill()
	}
	return g
}

func newVariantList(s *Session, title, open string, parts []string, further ...variants.Variant) *VariantList {
	g := &VariantList{s: s, keys: Bound(s, NewListKeys()), all: append(variants.All(), further...), title: title}
	g.keys.Mark.SetEnabled(false)
	g.keys.Open.SetHelp(g.keys.Open.Help().Key, open)
	g.refill()
	for i, v := range g.all {
		if len(parts) > 0 && v.ID == parts[0] {
			g.list.Choose(i)
		}
	}
	return g
}

// answer gives what was chosen to a form and goes back to it.
func (g *VariantList) answer(form Screen) func([]string) tea.Cmd {
	return func(parts []string) tea.Cmd {
		msg := VariantChosenMsg{Form: form, Variant: parts}
		return tea.Batch(g.s.Pop(g), func() tea.Msg { return msg })
	}
}

// refill makes the rows anew with their marks.
func (g *VariantList) refill() {
	items := make([]Item, len(g.all))
	for i, v := range g.all {
		mark := ""
		switch {
		case slices.Contains(g.marked, v.ID):
			mark = "+ "
		case g.combines:
			mark = "  "
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

func (g *VariantList) Title() string { return g.s.Text(g.title) }

func (g *VariantList) Typing() bool { return g.filtering }

func (g *VariantList) Update(msg tea.Msg) (Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.MouseMsg:
		at := g.list.At
		if g.list.Clicked(msg, 2) && (!g.combines || g.list.At == at) {
			return g, g.take()
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
		return g.card()
	case key.Matches(msg, g.keys.Clear) && g.list.Filter != "":
		g.list.SetFilter("")
	case key.Matches(msg, g.keys.Back):
		return g.s.Pop(g)
	}
	return nil
}

// card shows the rules of the chosen variant.
func (g *VariantList) card() tea.Cmd {
	if g.list.Chosen() == nil {
		return nil
	}
	return g.s.Open(g, ShowRules{g.all[g.list.At].Rules})
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

// take opens what is chosen.
func (g *VariantList) take() tea.Cmd {
	parts := slices.Clone(g.marked)
	if len(parts) == 0 {
		if g.list.Chosen() == nil {
			return nil
		}
		parts = []string{g.all[g.list.At].ID}
	}
	if _, err := play.RulesOf(parts); err != nil {
		return Fail(err)
	}
	return g.opens(parts)
}

func (g *VariantList) View() string {
	rows := []string{draw.TitleBar(g.s.Theme, g.width, g.s.Text(g.title), g.s.FilterWords(g.list.Filter, g.filtering)), ""}
	below := g.below()
	for _, row := range g.list.Render(g.s, g.width-2, g.height-2-len(below), false) {
		rows = append(rows, " "+row)
	}
	if len(below) > 0 {
		for len(rows) < g.height-len(below) {
			rows = append(rows, "")
		}
		rows = append(rows, below...)
	}
	if g.list.Chosen() == nil && !g.combines {
		rows = append(rows, g.s.Theme.Faint.Render("  "+g.s.Text("No matching variant.")))
	}
	return draw.Page(rows, g.width, g.height)
}

// belowRows are kept below the list, so that it does not move with what is chosen.
const belowRows = 3

// below is what is said of the combination, or the whole aim of the chosen variant
// where some aims are too long for their rows.
func (g *VariantList) below() []string {
	th, s := g.s.Theme, g.s
	style, indent, text := th.Faint, 2, "Press Space to select several and combine them: each adds its own rules to standard chess."
	rules, err := play.RulesOf(g.marked)
	switch it := g.list.Chosen(); {
	case len(g.marked) > 0 && err != nil:
		style, text = th.Error, draw.Clean(s.Text(err.Error()))
	case len(g.marked) > 0:
		style, text = th.Good, draw.Clean(s.Text("Combined: "+rules.Name+".  ")+s.Text(rules.Aim))
	case g.combines && it == nil:
		text = s.Text("No matching variant.")
	case g.combines:
		text = s.Text(text)
	case it == nil || !g.list.cuts(g.width-2):
		return nil
	default:
		style, indent, text = th.Comment, 5, draw.Clean(it.Note)
	}
	rows := []string{""}
	for _, row := range draw.Wrap(text, g.width-indent-2) {
		if len(rows) < belowRows {
			rows = append(rows, strings.Repeat(" ", indent)+style.Render(row))
		}
	}
	return append(rows, make([]string, belowRows-len(rows))...)
}

func (g *VariantList) ShortHelp() []key.Binding {
	k := g.keys
	if g.filtering {
		return Bindings(&k.Accept, &k.Clear)
	}
	return []key.Binding{k.Open, k.Mark, k.Filter, k.Card, PairOf(MoveCursor, k.Up, k.Down), k.Back}
}

func (g *VariantList) FullHelp() [][]key.Binding {
	k := g.keys
	return [][]key.Binding{Bindings(&k.Up, &k.Down, &k.PageUp, &k.PageDown, &k.Top, &k.Bottom), Bindings(&k.Open, &k.Mark, &k.Filter, &k.Card, &k.Back)}
}

// VariantChosenMsg answers a screen that opened the list of variants.
type VariantChosenMsg struct {
	Form    Screen
	Variant []string
}
