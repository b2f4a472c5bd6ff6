package club

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/lang"
	"rookery/tui/lobby"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

// profile is what a record shows of its player besides games.
type profile struct {
	keys     ui.ProfileKeys
	mine     lobby.Contacts // those of the one who looks
	account  lobby.Profile
	known    bool
	gone     bool // there is no account any more
	blocking bool // it is asked whether to block
}

// profileMsg brings it.
type profileMsg struct {
	to      *RecordScreen
	mine    lobby.Contacts
	account lobby.Profile
	err     error
}

// openProfile shows the games and ratings of a player, and what can be done with him.
func openProfile(s *ui.Session, from ui.Screen, who remote.Player) tea.Cmd {
	switch {
	case who.Guest:
		return ui.Toast("Guests have no profile.")
	case Of(s).Archive == nil:
		return ui.Toast("Finished games are not saved here.")
	}
	return s.Push(from, NewRecordScreen(s, who))
}

// openChallenge opens the form for a challenge to a player, who must be here.
func openChallenge(s *ui.Session, from ui.Screen, to remote.Player) tea.Cmd {
	if to.ID == Of(s).Me.ID {
		return ui.Toast("That is you: select another player, or create a seek.")
	}
	here := false
	for _, h := range Of(s).FullSnapshot().Here {
		here = here || h.ID == to.ID
	}
	if !here {
		return ui.Fail(errors.New("this player is not here now: write a message"))
	}
	return openSeekForm(s, from, to)
}

// other tells whether the profile is of somebody else than the player, who is no guest.
func (r *RecordScreen) other() bool {
	return r.player.ID != Of(r.s).Me.ID && !Of(r.s).Guest() && !Of(r.s).Nameless()
}

// newProfile makes the keys, which one's own profile does not have.
func (r *RecordScreen) newProfile() {
	r.profile.keys = ui.Bound(r.s, ui.NewProfileKeys())
	k := &r.profile.keys
	for _, b := range []*key.Binding{&k.Follow, &k.Block, &k.Write, &k.Challenge} {
		b.SetEnabled(r.other())
	}
}

// fetchProfile asks what is known of the player.
func (r *RecordScreen) fetchProfile() tea.Cmd {
	return clubCall(r.s, func(ctx context.Context, club *lobby.Lobby, me remote.Player) tea.Msg {
		m := profileMsg{to: r}
		if m.account, m.err = club.Profile(ctx, r.player); m.err == nil && r.other() {
			m.mine, m.err = club.Contacts(ctx, me)
		}
		return m
	})
}

// takeProfile takes the answer.
func (r *RecordScreen) takeProfile(m profileMsg) tea.Cmd {
	p := &r.profile
	p.gone = errors.Is(m.err, lobby.ErrNoAccount)
	if m.err != nil && !p.gone {
		return ui.Fail(m.err)
	}
	p.mine, p.account, p.known = m.mine, m.account, true
	return nil
}

// profilePressed does a key that is about the player; done tells that it was one.
func (r *RecordScreen) profilePressed(msg tea.KeyMsg) (cmd tea.Cmd, done bool) {
	p, who := &r.profile, r.player
	if p.blocking {
		switch {
		case key.Matches(msg, p.keys.Yes):
			p.blocking = false
			return r.change(func(ctx context.Context, club *lobby.Lobby, me remote.Player) error {
				return club.Block(ctx, me, who, false)
			}), true
		case key.Matches(msg, p.keys.No), key.Matches(msg, r.keys.Back):
			p.blocking = false
		}
		return nil, true
	}
	switch {
	case key.Matches(msg, p.keys.Follow):
		off := p.mine.Following(who.ID)
		return r.change(func(ctx context.Context, club *lobby.Lobby, me remote.Player) error {
			return club.Follow(ctx, me, who, off)
		}), true
	case key.Matches(msg, p.keys.Block):
		if !p.mine.Blocked(who.ID) {
			p.blocking = true
			return nil, true
		}
		return r.change(func(ctx context.Context, club *lobby.Lobby, me remote.Player) error {
			return club.Block(ctx, me, who, true)
		}), true
	case key.Matches(msg, p.keys.Write):
		return r.s.Push(r, newMessageScreen(r.s, who)), true
	case key.Matches(msg, p.keys.Challenge):
		return openChallenge(r.s, r, who), true
	}
	return nil, false
}

// change does something with the player and shows what has become of it.
func (r *RecordScreen) change(do func(context.Context, *lobby.Lobby, remote.Player) error) tea.Cmd {
	return tea.Sequence(clubCall(r.s, func(ctx context.Context, club *lobby.Lobby, me remote.Player) tea.Msg {
		if err := do(ctx, club, me); err != nil {
			return ui.FailMsg(err)
		}
		return nil
	}), r.fetchProfile())
}

// profileRow says who the player is to the one who looks.
func (r *RecordScreen) profileRow(width int) string {
	th, p, s := r.s.Theme, &r.profile, r.s
	name := lang.Name(draw.Clean(r.player.Name))
	if p.blocking {
		ask := s.Text("Block " + name + "? No challenges, messages and chat between you.")
		return th.Error.Render(draw.Cut(ask, max(width-16, 8))) + "  " + th.Key.Render(ui.KeyText(firstKey(p.keys.Yes))) + " " + th.Title.Render(s.Text("yes")) + "  " +
			th.Key.Render(ui.KeyText(firstKey(p.keys.No))) + " " + th.Title.Render(s.Text("no"))
	}
	if !p.known {
		return ""
	}
	var words []string
	switch {
	case p.gone:
		return th.Faint.Render(draw.Cut(s.Text("This player has no account any more."), width))
	case p.mine.Blocked(r.player.ID):
		words = append(words, s.Text("blocked"))
	case p.mine.Following(r.player.ID):
		words = append(words, s.Text("you follow this player"))
	}
	state := ""
	for _, h := range Of(s).FullSnapshot().Here {
		if h.ID == r.player.ID {
			state = s.Text("online") + ", " + s.Text(h.State)
		}
	}
	if state == "" && !p.account.Seen.IsZero() {
		state = s.Text(fmt.Sprintf("last here in the week of %s", p.account.Seen.Format("2006-01-02")))
	}
	if state != "" {
		words = append(words, state)
	}
	return th.Faint.Render(draw.Cut(strings.Join(words, "  "), width))
}

// openProfile shows the chosen player, or the one who seeks.
func (h *LobbyScreen) openProfile() tea.Cmd {
	switch h.panel {
	case playersPanel:
		if p, ok := h.Player(); ok {
			return openProfile(h.s, h, p.Player)
		}
	case seeksPanel:
		if s, ok := h.seek(); ok {
			return openProfile(h.s, h, s.From)
		}
	}
	return ui.Toast("Select a player first.")
}
