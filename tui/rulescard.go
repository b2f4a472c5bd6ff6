package tui

import (
	"fmt"
	"strings"
	"time"

	"rookery/chess"
	"rookery/tui/play"
	"rookery/variants"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// textWidth is the widest that running text grows.
const textWidth = 76

// rulesCard shows the rules of a game on one page, or scrolls.
type rulesCard struct {
	s             *Session
	keys          cardKeys
	rules         chess.Rules
	text          string
	source        string
	rows          []string // wrapped for the present width
	top           int
	width, height int
}

func newRulesCard(s *Session, r chess.Rules) *rulesCard {
	c := &rulesCard{s: s, keys: bound(s, newCardKeys()), rules: r}
	if v, ok := variants.Of(r); ok {
		c.text, c.source = v.Card, v.Source
	} else {
		c.text = variants.Card(r)
	}
	return c
}

func (c *rulesCard) Init() tea.Cmd { return nil }
func (c *rulesCard) title() string { return c.s.Text("Rules of " + c.rules.Name) }

func (c *rulesCard) SetSize(width, height int) {
	c.width, c.height = width, height
	c.rows = c.rows[:0]
	room := min(width-4, textWidth)
	bullet := c.s.signs().Bullet + " "
	for _, thought := range c.s.thoughts(c.text) {
		c.rows = append(c.rows, wrap(bullet+thought, room)...)
	}
	if c.source != "" {
		c.rows = append(c.rows, "")
		c.rows = append(c.rows, wrap(clean(c.s.Text("Source: "+c.source)), room)...)
	}
	c.scroll(0)
}

// thoughts are the lines of a card in the language of the session.
func (s *Session) thoughts(text string) []string {
	lines := play.Thoughts(text)
	for i, line := range lines {
		lines[i] = s.Text(line)
	}
	return lines
}

// page is the number of rows of text that are seen at once.
func (c *rulesCard) page() int { return max(c.height-4-len(c.aim()), 1) }

func (c *rulesCard) aim() []string {
	return wrap(clean(c.s.Text(c.rules.Aim)), min(c.width-4, textWidth))
}

func (c *rulesCard) scroll(by int) { c.top = max(min(c.top+by, len(c.rows)-c.page()), 0) }

func (c *rulesCard) Update(msg tea.Msg) (screen, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.MouseMsg:
		switch msg.Button {
		case tea.MouseButtonWheelUp:
			c.scroll(-3)
		case tea.MouseButtonWheelDown:
			c.scroll(3)
		}
	case tea.KeyMsg:
		switch {
		case key.Matches(msg, c.keys.Up):
			c.scroll(-1)
		case key.Matches(msg, c.keys.Down):
			c.scroll(1)
		case key.Matches(msg, c.keys.PageUp):
			c.scroll(-c.page())
		case key.Matches(msg, c.keys.PageDown):
			c.scroll(c.page())
		case key.Matches(msg, c.keys.Back):
			return c, pop(c)
		}
	}
	return c, nil
}

func (c *rulesCard) View() string {
	th := c.s.Theme
	rows := []string{titleBar(th, c.width, clean(c.s.Text(c.rules.Name)), c.s.Text("rules")), ""}
	for _, row := range c.aim() {
		rows = append(rows, "  "+th.Title.Render(row))
	}
	rows = append(rows, "")
	end := min(c.top+c.page(), len(c.rows))
	for _, row := range c.rows[c.top:end] {
		style := th.Text
		if c.source != "" && strings.HasPrefix(row, c.s.Text("Source: ")) {
			style = th.Faint
		}
		rows = append(rows, "  "+style.Render(row))
	}
	return page(c.edge(rows), c.width, c.height)
}

// edge puts a sign in the last row when there is more below.
func (c *rulesCard) edge(rows []string) []string {
	return moreBelow(c.s, rows, c.height, c.top, c.page(), len(c.rows))
}

// moreBelow marks the last of height rows when a text of n rows goes on
// behind the window of size rows that begins at top.
func moreBelow(s *Session, rows []string, height, top, size, n int) []string {
	if top+size >= n {
		return rows
	}
	for len(rows) < height {
		rows = append(rows, "")
	}
	rows[height-1] = "  " + s.Theme.Key.Render(s.signs().More+s.Text(fmt.Sprintf(" %d more", n-top-size)))
	return rows
}

// ShortHelp implements help.KeyMap.
func (c *rulesCard) ShortHelp() []key.Binding {
	c.keys.Up.SetEnabled(len(c.rows) > c.page())
	c.keys.Down.SetEnabled(len(c.rows) > c.page())
	return []key.Binding{c.keys.Back, c.keys.Up, c.keys.Down}
}

// FullHelp implements help.KeyMap.
func (c *rulesCard) FullHelp() [][]key.Binding {
	k := c.keys
	return [][]key.Binding{{k.Up, k.Down, k.PageUp, k.PageDown, k.Back}}
}

// spanWords says a length of time: "5 minutes", "90 seconds".
func spanWords(d time.Duration) string {
	n, unit := int(d/time.Second), "second"
	if d >= time.Minute && d%time.Minute == 0 {
		n, unit = int(d/time.Minute), "minute"
	}
	if n != 1 {
		unit += "s"
	}
	return fmt.Sprintf("%d %s", n, unit)
}
