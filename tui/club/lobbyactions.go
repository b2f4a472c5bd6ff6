package club

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/lang"
	"rookery/tui/lobby"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

// call asks something of the lobby in the background and shows why it was refused.
func (h *LobbyScreen) call(ask func(*lobby.Visit) error) tea.Cmd {
	line := Of(h.s).Feed
	if line == nil {
		return nil
	}
	return func() tea.Msg {
		if err := ask(line.Visit); err != nil {
			return ui.FailMsg(err)
		}
		return nil
	}
}

// open does what is nearest with what is chosen.
func (h *LobbyScreen) open() tea.Cmd {
	switch h.panel {
	case playersPanel:
		return h.challengeChosen()
	case seeksPanel:
		if s, ok := h.seek(); ok {
			if s.From.ID == Of(h.s).Me.ID {
				return ui.Toast(fmt.Sprintf("This is your own seek: press %s to cancel it", ui.KeyText(firstKey(h.keys.Withdraw))))
			}
			return h.accept(s)
		}
	case gamesPanel:
		return h.watch()
	case tournamentsPanel:
		return h.openTournament()
	}
	return nil
}

// accept takes a seek and sits down.
func (h *LobbyScreen) accept(s lobby.Seek) tea.Cmd {
	line := Of(h.s).Feed
	if line == nil {
		return nil
	}
	if s.Terms.Rated && Of(h.s).Guest() {
		return ui.Fail(errGuestRated)
	}
	return h.s.Opening(func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), ui.ClubPatience)
		defer cancel()
		t, err := line.Visit.Accept(ctx, s.ID)
		if err != nil {
			return ui.FailMsg(err)
		}
		return Accepted(t, s)
	})
}

// withdraw takes an own seek back, or declines a challenge.
func (h *LobbyScreen) withdraw(s lobby.Seek) tea.Cmd {
	return h.call(func(v *lobby.Visit) error { return v.Withdraw(s.ID) })
}

// withdrawChosen takes the chosen seek back, or the only one of the player's.
func (h *LobbyScreen) withdrawChosen() tea.Cmd {
	me := Of(h.s).Me.ID
	if s, ok := h.seek(); ok && h.panel == seeksPanel && (s.From.ID == me || s.To == me || s.Has(me)) {
		return h.withdraw(s)
	}
	var own []lobby.Seek
	for _, s := range h.view.Seeks {
		if s.From.ID == me || s.Has(me) {
			own = append(own, s)
		}
	}
	switch len(own) {
	case 0:
		return ui.Toast("You have no open seeks.")
	case 1:
		return h.withdraw(own[0])
	}
	h.panel = seeksPanel
	return ui.Toast("Select the seek to cancel.")
}

// challengeChosen opens the form for the chosen player, wherever he was chosen.
func (h *LobbyScreen) challengeChosen() tea.Cmd {
	var to remote.Player
	switch h.panel {
	case playersPanel:
		if p, ok := h.Player(); ok {
			to = p.Player
		}
	case seeksPanel:
		if s, ok := h.seek(); ok {
			to = s.From
		}
	}
	switch to.ID {
	case "":
		return ui.Toast("Select a player first.")
	case Of(h.s).Me.ID:
		return ui.Toast("That is you: select another player, or create a seek.")
	}
	return h.openForm(to)
}

// openForm opens the form for a seek, or for a challenge where to has an ID.
func (h *LobbyScreen) openForm(to remote.Player) tea.Cmd { return openSeekForm(h.s, h, to) }

// openSeekForm does so from any screen.
func openSeekForm(s *ui.Session, from ui.Screen, to remote.Player) tea.Cmd {
	if len(Of(s).Last.Variant) > 0 {
		return s.Push(from, newSeekForm(s, Of(s).Last, to))
	}
	return s.Opening(func() tea.Msg {
		choices, err := s.Store.SeekChoices()
		if err != nil {
			choices = ui.DefaultSeek()
		}
		return ui.PushMsg{From: from, Screen: newSeekForm(s, choices, to)}
	})
}

// watch opens the chosen game, or that of the chosen player.
func (h *LobbyScreen) watch() tea.Cmd {
	var id string
	switch h.panel {
	case gamesPanel:
		if g, ok := h.game(); ok {
			id = g.Table
		}
	case playersPanel:
		if p, ok := h.Player(); ok {
			id = p.Table
		}
	}
	if id == "" {
		return ui.Toast("Select a game, or a player who is playing.")
	}
	return OpenTable(h.s, h, id, "")
}

// returnToGame returns to the player's own game.
func (h *LobbyScreen) returnToGame() tea.Cmd {
	if h.view.Table != "" {
		return OpenTable(h.s, h, h.view.Table, "")
	}
	switch games := Of(h.s).Lobby.Games(Of(h.s).Me.ID); len(games) {
	case 0:
		return ui.Toast("You have no game in progress.")
	case 1:
		return OpenTable(h.s, h, games[0].Table, "")
	}
	return h.s.Push(h, NewGamesScreen(h.s))
}

// mute hides what the chosen player says, or shows it again.
func (h *LobbyScreen) mute() tea.Cmd {
	p, ok := h.Player()
	club := Of(h.s)
	switch {
	case !ok || h.panel != playersPanel:
		return ui.Toast("Select a player first.")
	case p.ID == club.Me.ID:
		return ui.Toast("You cannot mute yourself.")
	}
	off := club.Lobby.Muted(club.Me, p.Player)
	club.Lobby.Mute(club.Me, p.Player, off)
	h.setView(club.FullSnapshot())
	said := ui.Toast(fmt.Sprintf("%s is muted", lang.Name(p.Name)))
	if off {
		said = ui.Toast(fmt.Sprintf("%s is no longer muted", lang.Name(p.Name)))
	}
	return tea.Batch(said, func() tea.Msg {
		if err := (House{h.s}).keepMuted(); err != nil {
			return ui.FailMsg(err)
		}
		return nil
	})
}

// report has the line take why the chosen player is reported.
func (h *LobbyScreen) report() tea.Cmd {
	p, ok := h.Player()
	switch {
	case !ok || h.panel != playersPanel:
		return ui.Toast("Select a player first.")
	case p.ID == Of(h.s).Me.ID:
		return ui.Toast("You cannot report yourself.")
	}
	h.writing, h.reporting = true, p.Player
	h.line.Prompt = draw.Clean(h.s.Text("Report "+lang.Name(p.Name))) + ": "
	h.line.Width = max(h.width-6-draw.WidthOf(h.line.Prompt), 8)
	return h.line.Focus()
}

// sendReport tells the operators of a player, with what was said in the lobby.
func (h *LobbyScreen) sendReport(who remote.Player, why string) tea.Cmd {
	feed := Of(h.s).Feed
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), ui.ClubPatience)
		defer cancel()
		if err := feed.Visit.Report(ctx, who, why); err != nil {
			return ui.FailMsg(err)
		}
		return ui.ToastMsg{Text: "The operators will look at your report"}
	}
}

// openRules shows the rules of what is chosen.
func (h *LobbyScreen) openRules() tea.Cmd {
	var terms remote.Terms
	switch h.panel {
	case seeksPanel:
		if s, ok := h.seek(); ok {
			terms = s.Terms
		}
	case gamesPanel:
		if g, ok := h.game(); ok {
			terms = g.Terms
		}
	}
	if len(terms.Parts) == 0 {
		return ui.Toast("Select a seek or a game to see its rules.")
	}
	rules, err := terms.Rules()
	if err != nil {
		return ui.Fail(err)
	}
	return h.s.Open(h, ui.ShowRules{Rules: rules})
}

// clicked chooses by mouse; a second click opens.
func (h *LobbyScreen) clicked(msg tea.MouseMsg) tea.Cmd {
	for p := range panelCount {
		at := h.layout.panels[p]
		if at.H == 0 || !at.Has(msg.X, msg.Y) || h.layout.narrow && p != h.panel {
			continue
		}
		l := &h.lists[p]
		switch {
		case msg.Button == tea.MouseButtonWheelUp:
			h.choose(p, l.at-1)
		case msg.Button == tea.MouseButtonWheelDown:
			h.choose(p, l.at+1)
		case msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress:
			i := msg.Y - at.Y - 1 + l.top
			again := h.panel == p && l.at == i
			h.panel = p
			if i < l.top || i >= h.rowCount(p) {
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
