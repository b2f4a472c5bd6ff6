package library

import (
	"fmt"
	"slices"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/ui"
)

// continueList lists the unfinished games.
type continueList struct {
	s             *ui.Session
	keys          ui.MenuKeys
	saved         []ui.SavedGame
	list          ui.List
	marks         marks[string] // by their names
	width, height int
}

func NewContinueList(s *ui.Session, saved []ui.SavedGame) *continueList {
	c := &continueList{s: s, keys: ui.Bound(s, ui.NewMenuKeys()), saved: saved, marks: newMarks[string](s)}
	c.keys.Open.SetHelp(c.keys.Open.Help().Key, "resume")
	c.keys.Quit.SetEnabled(false)
	c.marks.keys.Delete = c.keys.Delete
	c.fill()
	return c
}

func (c *continueList) fill() {
	items := make([]ui.Item, len(c.saved))
	for i := range c.saved {
		g := &c.saved[i]
		items[i] = ui.Item{Label: c.marks.sign(c.s, g.ID) + " " + draw.Clean(c.s.Text(g.Config.Rules.Name)), Note: draw.Clean(c.s.Text(savedNote(g, c.s.Now())))}
	}
	at := c.list.At
	c.list = ui.NewList(items)
	c.list.Choose(at)
}

// DescribeSaved says in a few words which game it is.
func DescribeSaved(g *ui.SavedGame, now time.Time) string {
	return g.Config.Rules.Name + ", " + savedNote(g, now)
}

// savedNote says who plays, how far the game is and how old.
func savedNote(g *ui.SavedGame, now time.Time) string {
	return fmt.Sprintf("%s, move %d, %s", ui.PlayersOf(&g.Config), len(g.Moves)/2+1, agoText(now.Sub(g.Saved)))
}

// agoText says how long ago something was.
func agoText(d time.Duration) string {
	switch {
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return ui.DurationText(d.Truncate(time.Minute)) + " ago"
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
func (c *continueList) Title() string             { return c.s.Text("Continue") }

func (c *continueList) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case ui.MenuLoadedMsg:
		c.saved = msg.Saved
		c.fill()
	case ui.RevealedMsg:
		return c, ui.LoadMenu(c.s.Store)
	case tea.MouseMsg:
		if i := c.list.Hit(msg.Y - 2); i >= 0 && msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft {
			c.list.Choose(i)
			return c, ui.Resume(c.s, c, c.saved[i])
		}
	case tea.KeyMsg:
		return c, c.pressed(msg)
	}
	return c, nil
}

func (c *continueList) pressed(msg tea.KeyMsg) tea.Cmd {
	if c.marks.asking != nil {
		if ids := c.marks.answered(c.s, msg); ids != nil {
			return c.remove(ids)
		}
		return nil
	}
	id := ""
	if c.list.Chosen() != nil {
		id = c.saved[c.list.At].ID
	}
	if c.marks.pressed(msg, c.ids, id, id != "") {
		c.fill()
		return nil
	}
	if ui.MoveMenu(&c.list, &c.keys, msg) {
		return nil
	}
	switch {
	case key.Matches(msg, c.keys.Open):
		if c.list.Chosen() != nil {
			return ui.Resume(c.s, c, c.saved[c.list.At])
		}
	case key.Matches(msg, c.keys.Back):
		return c.s.Pop(c)
	}
	return nil
}

// ids are the names of all games in their order.
func (c *continueList) ids() []string {
	ids := make([]string, len(c.saved))
	for i := range c.saved {
		ids[i] = c.saved[i].ID
	}
	return ids
}

// remove puts games among those that were played, or deletes them where none are
// kept, and reads the list anew.
func (c *continueList) remove(ids []string) tea.Cmd {
	store, saved := c.s.Store, slices.Clone(c.saved)
	return func() tea.Msg {
		for _, g := range saved {
			if !slices.Contains(ids, g.ID) {
				continue
			}
			if err := store.Record(g); err != nil {
				return ui.FailMsg(err)
			}
		}
		return ui.LoadMenu(store)()
	}
}

func (c *continueList) View() string {
	th := c.s.Theme
	rows := []string{draw.TitleBar(th, c.width, c.s.Text("Continue"), c.marks.counted(c.s, c.s.Text(fmt.Sprintf("%d unfinished", len(c.saved))))), ""}
	for _, row := range c.list.Render(c.s, c.width-2, c.height-4, false) {
		rows = append(rows, " "+row)
	}
	if len(c.saved) == 0 {
		rows = append(rows, th.Faint.Render(c.s.Text("  No unfinished games left.")))
	}
	for len(rows) < c.height-1 {
		rows = append(rows, "")
	}
	if c.marks.asking != nil {
		one, many := deleteOne, deleteMany
		if c.s.Store.HistoryDir() != "" {
			one, many = "Abandon this game? It stays under Games.", "Abandon %d games? They stay under Games."
		}
		rows = append(rows, c.marks.row(c.s, one, many, c.width))
	}
	return draw.Page(rows, c.width, c.height)
}

func (c *continueList) ShortHelp() []key.Binding {
	return []key.Binding{c.keys.Open, c.marks.keys.Delete, c.marks.keys.Mark, c.marks.keys.MarkAll, ui.PairOf(ui.MoveCursor, c.keys.Up, c.keys.Down), c.keys.Back}
}

func (c *continueList) FullHelp() [][]key.Binding {
	k := c.keys
	return [][]key.Binding{{k.Up, k.Down, k.Top, k.Bottom}, {k.Open, c.marks.keys.Mark, c.marks.keys.MarkAll, c.marks.keys.Delete, k.Back}}
}
