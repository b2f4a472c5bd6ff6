package library

import (
	"fmt"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/ui"
)

// continueList lists the unfinished games.
type continueList struct {
	gameList
	saved []ui.SavedGame
}

func NewContinueList(s *ui.Session, saved []ui.SavedGame) *continueList {
	c := &continueList{gameList: newGameList(s, "Continue")}
	c.keys.Open.SetHelp(c.keys.Open.Help().Key, "resume")
	c.item = func(i int) ui.Item {
		g := &c.saved[i]
		return ui.Item{Label: draw.Clean(s.Text(g.Config.Rules.Name)), Note: draw.Clean(s.Text(savedNote(g, s.Now())))}
	}
	c.open = func(i int) tea.Cmd { return ui.Resume(s, c, c.saved[i]) }
	c.remove = c.abandon
	c.took(saved)
	return c
}

// took shows games, which go by their numbers.
func (c *continueList) took(saved []ui.SavedGame) {
	c.saved = saved
	ids := make([]string, len(saved))
	for i := range saved {
		ids[i] = saved[i].ID
	}
	c.fill(ids)
}

// DescribeSaved says in a few words which game it is.
func DescribeSaved(g *ui.SavedGame, now time.Time) string {
	return g.Config.Rules.Name + ", " + savedNote(g, now)
}

// savedNote says who plays, how far the game is and how old.
func savedNote(g *ui.SavedGame, now time.Time) string {
	when := agoText(now.Sub(g.Saved))
	if g.Elsewhere {
		when = "open elsewhere"
	}
	return fmt.Sprintf("%s, move %d, %s", ui.PlayersOf(&g.Config), len(g.Moves)/2+1, when)
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

func (c *continueList) Init() tea.Cmd { return nil }

func (c *continueList) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case ui.MenuLoadedMsg:
		c.took(msg.Saved)
		return c, nil
	case ui.RevealedMsg:
		return c, ui.LoadMenu(c.s.Store)
	}
	return c, c.update(c, msg)
}

// abandon puts games among those that were played, or deletes them where none are
// kept, and reads the list anew.
func (c *continueList) abandon(ids []string) tea.Cmd {
	store, saved := c.s.Store, slices.Clone(c.saved)
	return func() tea.Msg {
		for _, g := range saved {
			if !slices.Contains(ids, g.ID) {
				continue
			}
			if err := store.Abandon(g.ID); err != nil {
				return ui.FailMsg(err)
			}
		}
		return ui.LoadMenu(store)()
	}
}

func (c *continueList) View() string {
	one, many := deleteOne, deleteMany
	if c.s.Store.KeepsHistory() {
		one, many = "Abandon this game? It stays under Games.", "Abandon %d games? They stay under Games."
	}
	count := c.marks.counted(c.s, c.s.Text(fmt.Sprintf("%d unfinished", len(c.saved))))
	return c.page(count, "No unfinished games left.", one, many)
}
