package tui

import (
	"context"
	"fmt"

	"rookery/tui/lobby"

	tea "github.com/charmbracelet/bubbletea"
)

// do asks something of the lobby in the background and shows why it was refused.
func (h *hallScreen) do(ask func(*lobby.Visit) error) tea.Cmd {
	line := h.s.Club.line
	if line == nil {
		return nil
	}
	return func() tea.Msg {
		if err := ask(line.visit); err != nil {
			return toastMsg{text: err.Error(), bad: true}
		}
		return nil
	}
}

// open does what is nearest with what is chosen.
func (h *hallScreen) open() tea.Cmd {
	switch h.panel {
	case hallPlayers:
		return h.challengeChosen()
	case hallSeeks:
		if s, ok := h.seek(); ok {
			if s.From.ID == h.s.Club.Me.ID {
				return toast(fmt.Sprintf("This is your own seek: %s withdraws it", keyText(firstKey(h.keys.Withdraw))))
			}
			return h.accept(s)
		}
	case hallGames:
		return h.watch()
	}
	return nil
}

// accept takes a seek and sits down.
func (h *hallScreen) accept(s lobby.Seek) tea.Cmd {
	line := h.s.Club.line
	if line == nil {
		return nil
	}
	if s.Terms.Rated && h.s.Club.guest() {
		return fail(errGuestRated)
	}
	return h.s.opening(func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), clubPatience)
		defer cancel()
		t, err := line.visit.Accept(ctx, s.ID)
		if err != nil {
			return toastMsg{text: err.Error(), bad: true}
		}
		return sitMsg{t.ID(), s.From.Name}
	})
}

// withdraw takes an own seek back, or declines a challenge.
func (h *hallScreen) withdraw(s lobby.Seek) tea.Cmd {
	return h.do(func(v *lobby.Visit) error { return v.Withdraw(s.ID) })
}

// withdrawChosen takes the chosen seek back, or the only one of the player's.
func (h *hallScreen) withdrawChosen() tea.Cmd {
	me := h.s.Club.Me.ID
	if s, ok := h.seek(); ok && h.panel == hallSeeks && (s.From.ID == me || s.To == me) {
		return h.withdraw(s)
	}
	var own []lobby.Seek
	for _, s := range h.hall.Seeks {
		if s.From.ID == me {
			own = append(own, s)
		}
	}
	switch len(own) {
	case 0:
		return toast("You have no seek open.")
	case 1:
		return h.withdraw(own[0])
	}
	h.panel = hallSeeks
	return toast("Choose which of your seeks to withdraw.")
}

// challengeChosen opens the form for the chosen player, wherever he was chosen.
func (h *hallScreen) challengeChosen() tea.Cmd {
	var to lobby.Player
	switch h.panel {
	case hallPlayers:
		if p, ok := h.player(); ok {
			to = p.Player
		}
	case hallSeeks:
		if s, ok := h.seek(); ok {
			to = s.From
		}
	}
	switch to.ID {
	case "":
		return toast("Choose a player first.")
	case h.s.Club.Me.ID:
		return toast("That is you: choose another, or seek a game.")
	}
	return h.form(to)
}

// form opens the form for a seek, or for a challenge where to has an ID.
func (h *hallScreen) form(to lobby.Player) tea.Cmd {
	s := h.s
	if len(s.Club.last.Variant) > 0 {
		return h.s.push(h, newSeekForm(s, s.Club.last, to))
	}
	return s.opening(func() tea.Msg {
		choices, err := s.Store.SeekChoices()
		if err != nil {
			choices = defaultSeek()
		}
		return pushMsg{h, newSeekForm(s, choices, to)}
	})
}

// watch opens the chosen game, or that of the chosen player.
func (h *hallScreen) watch() tea.Cmd {
	var id string
	switch h.panel {
	case hallGames:
		if g, ok := h.game(); ok {
			id = g.Table
		}
	case hallPlayers:
		if p, ok := h.player(); ok {
			id = p.Table
		}
	}
	if id == "" {
		return toast("Choose a game, or somebody who plays.")
	}
	return openTable(h.s, h, id, "")
}

// back returns to the player's own game.
func (h *hallScreen) back() tea.Cmd {
	if h.hall.Table == "" {
		return toast("No game of yours is on.")
	}
	return openTable(h.s, h, h.hall.Table, "")
}

// mute hides what the chosen player says, or shows it again.
func (h *hallScreen) mute() tea.Cmd {
	p, ok := h.player()
	club := h.s.Club
	switch {
	case !ok || h.panel != hallPlayers:
		return toast("Choose a player first.")
	case p.ID == club.Me.ID:
		return toast("You cannot mute yourself.")
	}
	off := club.Lobby.Muted(club.Me, p.Player)
	club.Lobby.Mute(club.Me, p.Player, off)
	h.take(club.whole())
	said := toast(fmt.Sprintf("You do not see any more what %s says", p.Name))
	if off {
		said = toast(fmt.Sprintf("You hear %s again from now on", p.Name))
	}
	return tea.Batch(said, func() tea.Msg { return keepMuted(club.Lobby, club.Me) })
}

// keepMuted has it remembered whom the player has muted, and tells why it is not.
func keepMuted(l *lobby.Lobby, me lobby.Player) tea.Msg {
	ctx, cancel := context.WithTimeout(context.Background(), clubPatience)
	defer cancel()
	if err := l.KeepMuted(ctx, me); err != nil {
		return toastMsg{text: err.Error(), bad: true}
	}
	return nil
}

// card shows the rules of what is chosen.
func (h *hallScreen) card() tea.Cmd {
	var terms lobby.Terms
	switch h.panel {
	case hallSeeks:
		if s, ok := h.seek(); ok {
			terms = s.Terms
		}
	case hallGames:
		if g, ok := h.game(); ok {
			terms = g.Terms
		}
	}
	if len(terms.Parts) == 0 {
		return toast("Choose a seek or a game: its rules are shown then.")
	}
	rules, err := terms.Rules()
	if err != nil {
		return fail(err)
	}
	return h.s.open(h, ShowRules{rules})
}

// clicked chooses by mouse; a second click opens.
func (h *hallScreen) clicked(msg tea.MouseMsg) tea.Cmd {
	for p := range hallPanels {
		at := h.room.panels[p]
		if at.h == 0 || !at.has(msg.X, msg.Y) {
			continue
		}
		l := &h.lists[p]
		switch {
		case msg.Button == tea.MouseButtonWheelUp:
			h.choose(p, l.at-1)
		case msg.Button == tea.MouseButtonWheelDown:
			h.choose(p, l.at+1)
		case msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress:
			i := msg.Y - at.y - 1 + l.top
			again := h.panel == p && l.at == i
			h.panel = p
			if i < l.top || i >= h.count(p) {
				return nil
			}
			h.choose(p, i)
			if again {
				return h.open()
			}
		}
	}
	return nil
}
