package tui

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/club"
	"rookery/tui/lang"
	"rookery/tui/lobby"
	"rookery/tui/ui"
)

// mailMsg tells how many messages the player has not read, and who wrote the last of them.
type mailMsg struct {
	of     *club.Club
	unread int
	from   lobby.Player
}

// countMail counts the messages of the player when they have changed.
func (a *App) countMail() tea.Cmd {
	c := club.Of(a.s)
	mail := c.Snapshot().Mail
	if c.Guest() || c.Counted && c.Mail == mail {
		return nil
	}
	c.Counted, c.Mail = true, mail
	l, me := c.Lobby, c.Me
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), ui.ClubPatience)
		defer cancel()
		n, from, err := l.Unread(ctx, me)
		if err != nil {
			return nil // counted again with the next one
		}
		return mailMsg{c, n, from}
	}
}

// mailCounted tells of messages that are new, unless a person waits for the player's move: what is
// written might be advice.
func (a *App) mailCounted(m mailMsg) tea.Cmd {
	c := club.Of(a.s)
	if m.of != c {
		return nil
	}
	fresh := m.unread > c.Unread
	c.Unread = m.unread
	var cmds []tea.Cmd
	for i := range a.stack {
		cmds = append(cmds, a.forward(i, club.MailMsg{}))
	}
	if fresh && !a.s.PlaysPerson() && !a.readingMail() {
		cmds = append(cmds, a.say(ui.ToastMsg{Text: "New message from " + lang.Name(m.from.Name) + ": see People in the menu"}))
	}
	return tea.Batch(cmds...)
}

// readingMail tells whether the player looks at messages.
func (a *App) readingMail() bool {
	_, reading := a.top().(*club.MessageScreen)
	return reading
}
