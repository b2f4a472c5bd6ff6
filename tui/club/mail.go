package club

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/lang"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

// mailMsg tells how many messages the player has not read, and who wrote the last of them.
type mailMsg struct {
	of     *Club
	unread int
	from   remote.Player
}

// countMail counts the messages of the player when they have changed.
func (h *Clubhouse) countMail() tea.Cmd {
	c := Of(h.s)
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
func (h *Clubhouse) mailCounted(m mailMsg) tea.Cmd {
	c := Of(h.s)
	if m.of != c {
		return nil
	}
	fresh := m.unread > c.Unread
	c.Unread = m.unread
	cmds := []tea.Cmd{h.p.All(ui.ClubMsg{})}
	if fresh && !h.s.PlaysPerson() && !h.readingMail() {
		cmds = append(cmds, h.p.Say("New message from "+lang.Name(m.from.Name)+": see People in the menu"))
	}
	return tea.Batch(cmds...)
}

// readingMail tells whether the player looks at messages.
func (h *Clubhouse) readingMail() bool {
	_, reading := h.top().(*MessageScreen)
	return reading
}
