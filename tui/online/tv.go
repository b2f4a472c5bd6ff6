package online

import (
	"context"
	"fmt"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/lichess"
	"rookery/tui/ui"
)

func contextWithWait() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), wait)
}

// tv lists the channels of television.
type tv struct {
	s             *ui.Session
	keys          ui.MenuKeys
	list          ui.List
	channels      []lichess.Channel
	said          string
	bad           bool
	width, height int
}

func newTV(s *ui.Session) *tv {
	t := &tv{s: s, keys: ui.Bound(s, ui.NewMenuKeys()), said: "Asking lichess"}
	t.keys.Open.SetHelp(t.keys.Open.Help().Key, "watch")
	return t
}

// channelsMsg brings the channels.
type channelsMsg struct {
	of       *tv
	channels []lichess.Channel
	err      error
}

// client asks with the login where there is one.
func client(s *ui.Session) *lichess.Client {
	if a := s.Online.Account; a != nil {
		return a.Client()
	}
	return s.Online.Client
}

func (t *tv) Init() tea.Cmd {
	c := client(t.s)
	return func() tea.Msg {
		ctx, cancel := contextWithWait()
		defer cancel()
		all, err := c.Channels(ctx)
		return channelsMsg{t, all, err}
	}
}

func (t *tv) SetSize(width, height int) { t.width, t.height = width, height }
func (t *tv) Title() string             { return t.s.Text("Television") }

func (t *tv) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case channelsMsg:
		if msg.of != t {
			break
		}
		t.said, t.bad = "", false
		if msg.err != nil {
			t.said, t.bad = msg.err.Error(), true
		}
		t.channels = msg.channels
		items := make([]ui.Item, len(t.channels))
		for i, c := range t.channels {
			items[i] = ui.Item{Label: t.s.Text(c.Name), Note: fmt.Sprintf("%s %d", draw.Clean(c.User.Shown()), c.Rating)}
		}
		t.list = ui.NewList(items)
	case tea.MouseMsg:
		if t.list.Clicked(msg, listTop) {
			return t, t.watch()
		}
	case tea.KeyMsg:
		switch {
		case key.Matches(msg, t.keys.Back):
			return t, t.s.Pop(t)
		case len(t.channels) == 0:
		case ui.MoveMenu(&t.list, &t.keys, msg):
		case key.Matches(msg, t.keys.Open):
			return t, t.watch()
		}
	}
	return t, nil
}

// watch opens the channel that is chosen.
func (t *tv) watch() tea.Cmd {
	c := t.channels[t.list.At]
	return t.s.Open(t, ui.SitAt{House: Stand{Client: client(t.s)}, ID: "tv/" + c.Key})
}

func (t *tv) View() string {
	th := t.s.Theme
	rows := []string{draw.TitleBar(th, t.width, t.Title(), ""), ""}
	for _, row := range t.list.Render(t.s, t.width-4, max(t.height-4, 1), false) {
		rows = append(rows, "  "+row)
	}
	return said(t.s, rows, t.said, t.bad, t.width, t.height)
}

func (t *tv) ShortHelp() []key.Binding {
	return []key.Binding{t.keys.Open, ui.PairOf(ui.MoveCursor, t.keys.Up, t.keys.Down), t.keys.Back}
}

func (t *tv) FullHelp() [][]key.Binding {
	return [][]key.Binding{ui.Bindings(&t.keys.Up, &t.keys.Down, &t.keys.Open, &t.keys.Back)}
}
