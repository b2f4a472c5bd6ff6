package tui

import (
	"rookery/chess"
	"rookery/tui/play"
	"rookery/variants"

	tea "github.com/charmbracelet/bubbletea"
)

// rulesCard shows the rules of a game on one page, or scrolls.
type rulesCard struct {
	sheet
	rules  chess.Rules
	text   string
	source string
}

func newRulesCard(s *Session, r chess.Rules) *rulesCard {
	c := &rulesCard{sheet: newSheet(s), rules: r}
	if v, ok := variants.Of(r); ok {
		c.text, c.source = v.Card, v.Source
	} else {
		c.text = variants.Card(r)
	}
	return c
}

func (c *rulesCard) title() string { return c.s.Text("Rules of " + c.rules.Name) }

func (c *rulesCard) SetSize(width, height int) {
	c.width, c.height = width, height
	c.layOut()
}

func (c *rulesCard) layOut() {
	th, room := c.s.Theme, min(c.width-4, textWidth)
	c.rows = c.rows[:0]
	add := func(style Style, text string) {
		for _, row := range wrap(text, room) {
			c.rows = append(c.rows, style.Render(row))
		}
	}
	bullet := c.s.signs().Bullet + " "
	for _, thought := range thoughts(c.s, c.text) {
		add(th.Text, bullet+thought)
	}
	if c.source != "" {
		c.rows = append(c.rows, "")
		add(th.Faint, clean(c.s.Text("Source: "+c.source)))
	}
	c.show(c.height - 4 - len(c.aim()))
}

// thoughts are the lines of a card in the language of the session.
func thoughts(s *Session, text string) []string {
	lines := play.Thoughts(text)
	for i, line := range lines {
		lines[i] = s.Text(line)
	}
	return lines
}

func (c *rulesCard) aim() []string {
	return wrap(clean(c.s.Text(c.rules.Aim)), min(c.width-4, textWidth))
}

func (c *rulesCard) Update(msg tea.Msg) (screen, tea.Cmd) {
	if _, ok := msg.(themeMsg); ok {
		c.layOut()
	}
	if c.read(msg) {
		return c, c.s.pop(c)
	}
	return c, nil
}

func (c *rulesCard) View() string {
	th := c.s.Theme
	head := []string{titleBar(th, c.width, clean(c.s.Text(c.rules.Name)), c.s.Text("rules")), ""}
	for _, row := range c.aim() {
		head = append(head, "  "+th.Title.Render(row))
	}
	return c.under(append(head, ""))
}
