package online

import (
	"context"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/library"
	"rookery/tui/lichess"
	"rookery/tui/ui"
)

// remoteList is a list of what lichess has: broadcasts, the rounds of one, studies.
type remoteList struct {
	s             *ui.Session
	keys          ui.MenuKeys
	title         string
	load          func(context.Context) ([]remoteItem, error) // nil where all is there
	items         []remoteItem
	list          ui.List
	said          string
	bad           bool
	width, height int
}

// remoteItem is a row of a remoteList and what it opens.
type remoteItem struct {
	name, note string
	open       func(of *remoteList) tea.Cmd
}

// remoteListMsg brings what a remoteList has.
type remoteListMsg struct {
	of    *remoteList
	items []remoteItem
	err   error
}

// remoteOpenedMsg brings a screen of games, or why there is none.
type remoteOpenedMsg struct {
	of     ui.Screen // where it was asked for
	screen ui.Screen
	err    error
}

func newRemoteList(s *ui.Session, title string, load func(context.Context) ([]remoteItem, error)) *remoteList {
	return &remoteList{s: s, keys: ui.Bound(s, ui.NewMenuKeys()), title: title, load: load, said: "Asking lichess"}
}

func (f *remoteList) Init() tea.Cmd {
	if f.load == nil || len(f.items) > 0 {
		return nil
	}
	return func() tea.Msg {
		ctx, cancel := contextWithWait()
		defer cancel()
		items, err := f.load(ctx)
		return remoteListMsg{f, items, err}
	}
}

func (f *remoteList) fill(items []remoteItem) {
	f.items, f.said = items, ""
	rows := make([]ui.Item, len(items))
	for i, v := range items {
		rows[i] = ui.Item{Label: draw.Clean(v.name), Note: draw.Clean(v.note)}
	}
	f.list = ui.NewList(rows)
	if len(items) == 0 {
		f.said = "There is nothing here"
	}
}

func (f *remoteList) SetSize(width, height int) { f.width, f.height = width, height }
func (f *remoteList) Title() string             { return f.title }

func (f *remoteList) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case remoteListMsg:
		if msg.of != f {
			break
		}
		if f.fill(msg.items); msg.err != nil {
			f.said, f.bad = ui.ErrorText(msg.err), true
		}
	case remoteOpenedMsg:
		if msg.of != f {
			break
		}
		f.said, f.bad = "", false
		if msg.err != nil {
			f.said, f.bad = ui.ErrorText(msg.err), true
			return f, nil
		}
		return f, f.s.Push(f, msg.screen)
	case tea.MouseMsg:
		if f.list.Clicked(msg, listTop) {
			return f, f.open()
		}
	case tea.KeyMsg:
		switch {
		case key.Matches(msg, f.keys.Back):
			return f, f.s.Pop(f)
		case len(f.items) == 0:
		case ui.MoveMenu(&f.list, &f.keys, msg):
		case key.Matches(msg, f.keys.Open):
			return f, f.open()
		}
	}
	return f, nil
}

func (f *remoteList) open() tea.Cmd {
	if open := f.items[f.list.At].open; open != nil {
		return open(f)
	}
	return nil
}

func (f *remoteList) View() string {
	th := f.s.Theme
	rows := []string{draw.TitleBar(th, f.width, draw.Clean(f.title), ""), ""}
	for _, row := range f.list.Render(f.s, f.width-4, max(f.height-4, 1), false) {
		rows = append(rows, "  "+row)
	}
	return said(f.s, rows, f.said, f.bad, f.width, f.height)
}

// said is a page with a message in its last row.
func said(s *ui.Session, rows []string, text string, bad bool, width, height int) string {
	for len(rows) < height-1 {
		rows = append(rows, "")
	}
	if text != "" {
		style := s.Theme.Accent
		if bad {
			style = s.Theme.Error
		}
		rows = append(rows[:max(height-1, 0)], "  "+style.Render(draw.Cut(draw.Clean(s.Text(text)), width-3)))
	}
	return draw.Page(rows, width, height)
}

func (f *remoteList) ShortHelp() []key.Binding {
	if at := f.list.At; at < len(f.items) && f.items[at].open == nil {
		return []key.Binding{ui.PairOf(ui.MoveCursor, f.keys.Up, f.keys.Down), f.keys.Back}
	}
	return []key.Binding{f.keys.Open, ui.PairOf(ui.MoveCursor, f.keys.Up, f.keys.Down), f.keys.Back}
}

func (f *remoteList) FullHelp() [][]key.Binding {
	return [][]key.Binding{{f.keys.Up, f.keys.Down, f.keys.Open, f.keys.Back}}
}

// games fetches games into a file of the cache and opens them as any file.
func games(s *ui.Session, f ui.Screen, id string, fetch func(context.Context) ([]byte, error)) tea.Cmd {
	return func() tea.Msg {
		ctx, cancel := contextWithWait()
		defer cancel()
		text, err := fetch(ctx)
		if err != nil {
			return remoteOpenedMsg{of: f, err: err}
		}
		file, err := s.Online.CacheGames(id, text)
		var screen ui.Screen
		if err == nil {
			screen, err = library.OpenGames(s, []string{file})
		}
		return remoteOpenedMsg{f, screen, err}
	}
}

// day is a date of the server.
func day(millis int64) string {
	if millis <= 0 {
		return ""
	}
	return time.UnixMilli(millis).Format("2006-01-02")
}

// broadcasts lists events; one opens its rounds, a round its games.
func broadcasts(s *ui.Session) *remoteList {
	c := client(s)
	return newRemoteList(s, s.Text("Broadcasts"), func(ctx context.Context) ([]remoteItem, error) {
		all, err := c.Broadcasts(ctx)
		var items []remoteItem
		for _, b := range all {
			items = append(items, remoteItem{name: b.Name, note: live(s, b.Rounds), open: func(of *remoteList) tea.Cmd {
				rounds := newRemoteList(s, b.Name, nil)
				rounds.fill(roundsOf(s, b))
				return s.Push(of, rounds)
			}})
		}
		return items, err
	})
}

// live tells whether a round is on.
func live(s *ui.Session, rounds []lichess.Round) string {
	for _, r := range rounds {
		if r.Ongoing {
			return s.Text("live")
		}
	}
	return ""
}

func roundsOf(s *ui.Session, of lichess.Broadcast) (items []remoteItem) {
	for _, r := range of.Rounds {
		note := day(r.StartsAt)
		if r.Ongoing {
			note = s.Text("live")
		}
		items = append(items, remoteItem{name: r.Name, note: note, open: func(from *remoteList) tea.Cmd {
			return s.Push(from, newRound(s, of, r))
		}})
	}
	return items
}

// studies lists those of the player.
func studies(s *ui.Session) *remoteList {
	a := s.Online.Account
	c := a.Client()
	return newRemoteList(s, s.Text("Your studies"), func(ctx context.Context) ([]remoteItem, error) {
		all, err := c.Studies(ctx, a.User.ID)
		var items []remoteItem
		for _, st := range all {
			items = append(items, remoteItem{name: st.Name, note: day(st.Updated), open: func(of *remoteList) tea.Cmd {
				of.said, of.bad = "Asking lichess", false
				return games(s, of, "study-"+st.ID, func(ctx context.Context) ([]byte, error) { return c.StudyPGN(ctx, st.ID) })
			}})
		}
		return items, err
	})
}
