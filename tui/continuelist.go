package tui

import (
	"fmt"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// continueList lists the unfinished games.
type continueList struct {
	s             *Session
	keys          menuKeys
	saved         []SavedGame
	list          list
	asking        bool // whether to delete the chosen one
	width, height int
}

func newContinueList(s *Session, saved []SavedGame) *continueList {
	c := &continueList{s: s, keys: bound(s, newMenuKeys()), saved: saved}
	c.keys.Open.SetHelp(c.keys.Open.Help().Key, "go on")
	c.keys.Quit.SetEnabled(false)
	c.fill()
	return c
}

func (c *continueList) fill() {
	items := make([]item, len(c.saved))
	for i := range c.saved {
		g := &c.saved[i]
		items[i] = item{label: clean(g.Config.Rules.Name), note: savedNote(g, c.s.Now())}
	}
	at := c.list.at
	c.list = newList(items)
	c.list.choose(at)
}

// describeSaved says in a few words which game it is.
func describeSaved(g *SavedGame, now time.Time) string {
	return clean(g.Config.Rules.Name) + ", " + savedNote(g, now)
}

// savedNote says who plays, how far the game is and how old.
func savedNote(g *SavedGame, now time.Time) string {
	return clean(fmt.Sprintf("%s, move %d, %s", playersOf(&g.Config), len(g.Moves)/2+1, agoWords(now.Sub(g.Saved))))
}

// agoWords says how long ago something was.
func agoWords(d time.Duration) string {
	switch {
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return spanWords(d.Truncate(time.Minute)) + " ago"
	case d < 2*time.Hour:
		return "1 hour ago"
	case d < 24*time.Hour:
		return fmt.Sprintf("%d hours ago", int(d.Hours()))
	case d < 48*time.Hour:
		return "yesterday"
	}
	return fmt.Sprintf("%d days ago", int(d.Hours()/24))
}

func (c *continueList) Init() tea.Cmd             { return nil }
func (c *continueList) SetSize(width, height int) { c.width, c.height = width, height }
func (c *continueList) title() string             { return c.s.Text("Continue") }

func (c *continueList) Update(msg tea.Msg) (screen, tea.Cmd) {
	switch msg := msg.(type) {
	case menuLoadedMsg:
		c.saved = msg.saved
		c.fill()
	case revealedMsg:
		return c, loadMenu(c.s.Store)
	case tea.MouseMsg:
		if i := c.list.hit(msg.Y - 2); i >= 0 && msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft {
			c.list.choose(i)
			return c, resume(c.s, c, c.saved[i])
		}
	case tea.KeyMsg:
		return c, c.pressed(msg)
	}
	return c, nil
}

func (c *continueList) pressed(msg tea.KeyMsg) tea.Cmd {
	if c.asking {
		c.asking = false
		if msg.String() == "y" && c.list.chosen() != nil {
			return c.remove()
		}
		return nil
	}
	if moveMenu(&c.list, &c.keys, msg) {
		return nil
	}
	switch {
	case key.Matches(msg, c.keys.Open):
		if c.list.chosen() != nil {
			return resume(c.s, c, c.saved[c.list.at])
		}
	case key.Matches(msg, c.keys.Delete):
		c.asking = c.list.chosen() != nil
	case key.Matches(msg, c.keys.Back):
		return c.s.pop(c)
	}
	return nil
}

// remove deletes the chosen game and reads the list anew.
func (c *continueList) remove() tea.Cmd {
	store, id := c.s.Store, c.saved[c.list.at].ID
	return func() tea.Msg {
		if err := store.Finish(id); err != nil {
			return toastMsg{text: err.Error(), bad: true}
		}
		return loadMenu(store)()
	}
}

func (c *continueList) View() string {
	th := c.s.Theme
	rows := []string{titleBar(th, c.width, c.s.Text("Continue"), c.s.Text(fmt.Sprintf("%d unfinished", len(c.saved)))), ""}
	for _, row := range c.list.render(c.s, c.width-2, c.height-4, false) {
		rows = append(rows, " "+row)
	}
	if len(c.saved) == 0 {
		rows = append(rows, th.Faint.Render(c.s.Text("  No unfinished game is left.")))
	}
	for len(rows) < c.height-1 {
		rows = append(rows, "")
	}
	if c.asking {
		rows = append(rows, "  "+th.Accent.Render(c.s.Text("Delete this game for good?"))+th.Key.Render(" [y/N]"))
	}
	return page(rows, c.width, c.height)
}

// ShortHelp implements help.KeyMap.
func (c *continueList) ShortHelp() []key.Binding {
	return []key.Binding{c.keys.Open, c.keys.Delete, pairOf("move", c.keys.Up, c.keys.Down), c.keys.Back}
}

// FullHelp implements help.KeyMap.
func (c *continueList) FullHelp() [][]key.Binding {
	k := c.keys
	return [][]key.Binding{{k.Up, k.Down, k.Top, k.Bottom}, {k.Open, k.Delete, k.Back}}
}
