package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/play"
	"rookery/tui/ui"
	"rookery/variants"
)

// rulesCard shows the rules of a game on one page, or scrolls.
type rulesCard struct {
	ui.Sheet
	rules  chess.Rules
	text   string
	source string
}

func newRulesCard(s *ui.Session, r chess.Rules) *rulesCard {
	c := &rulesCard{Sheet: ui.NewSheet(s), rules: r}
	if v, ok := variants.Of(r); ok {
		c.text, c.source = v.Card, v.Source
	} else {
		c.text = variants.Card(r)
	}
	return c
}

func (c *rulesCard) Title() string { return c.S.Text("Rules of " + c.rules.Name) }

func (c *rulesCard) SetSize(width, height int) {
	c.Width, c.Height = width, height
	c.layOut()
}

func (c *rulesCard) layOut() {
	th, room := c.S.Theme, min(c.Width-4, ui.TextWidth)
	c.Rows = c.Rows[:0]
	add := func(style draw.Style, text string) {
		for _, row := range draw.Wrap(text, room) {
			c.Rows = append(c.Rows, style.Render(row))
		}
	}
	bullet := c.S.Signs().Bullet + " "
	for _, thought := range cardLines(c.S, c.text) {
		add(th.Text, bullet+thought)
	}
	if c.source != "" {
		c.Rows = append(c.Rows, "")
		add(th.Faint, draw.Clean(c.S.Text("Source: "+c.source)))
	}
	c.Show(c.Height - 4 - len(c.aim()))
}

// cardLines are the lines of a card in the language of the session.
func cardLines(s *ui.Session, text string) []string {
	lines := play.CardLines(text)
	for i, line := range lines {
		lines[i] = s.Text(line)
	}
	return lines
}

func (c *rulesCard) aim() []string {
	return draw.Wrap(draw.Clean(c.S.Text(c.rules.Aim)), min(c.Width-4, ui.TextWidth))
}

func (c *rulesCard) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	if _, ok := msg.(ui.ThemeMsg); ok {
		c.layOut()
	}
	if c.Read(msg) {
		return c, c.S.Pop(c)
	}
	return c, nil
}

func (c *rulesCard) View() string {
	th := c.S.Theme
	head := []string{draw.TitleBar(th, c.Width, draw.Clean(c.S.Text(c.rules.Name)), c.S.Text("rules")), ""}
	for _, row := range c.aim() {
		head = append(head, "  "+th.Title.Render(row))
	}
	return c.Under(append(head, ""))
}
