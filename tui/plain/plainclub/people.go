package plainclub

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"rookery/tui/lobby"
	"rookery/tui/remote"
)

func (a *atClub) profile(name string) {
	who := a.Me
	if name != "" && !strings.EqualFold(name, a.Me.Name) {
		who = remote.Player{}
	}
	a.p.Later(func(ctx context.Context) func() {
		var err error
		var facts []string
		if who.ID == "" {
			who, err = a.Lobby.Named(ctx, name)
		}
		if err == nil && a.Profile != nil {
			facts, err = a.Profile(ctx, who)
		}
		return func() {
			if errors.Is(err, lobby.ErrNoAccount) {
				a.p.Say("There is no player called %s.", name)
				return
			}
			if err != nil {
				a.p.Fail(err)
				return
			}
			a.p.Line(who.Name + ".")
			for _, f := range facts {
				a.p.Line(f + ".")
			}
			if len(facts) == 0 {
				a.p.Say("No games yet.")
			}
		}
	})
}

func (a *atClub) learnFriends() {
	if a.Me.Guest {
		return
	}
	a.p.Later(func(ctx context.Context) func() {
		c, err := a.Lobby.Contacts(ctx, a.Me)
		return func() {
			if err == nil {
				a.friends = make(map[string]bool)
				for _, f := range c.Follows {
					a.friends[f.ID] = true
				}
			}
		}
	})
}

// countMail says how many messages wait.
func (a *atClub) countMail() {
	if a.Me.Guest {
		return
	}
	a.p.Later(func(ctx context.Context) func() {
		n, from, err := a.Lobby.Unread(ctx, a.Me)
		return func() {
			if err == nil && n > 0 && !a.p.Playing() {
				a.p.Say("%s, the last from %s. Type messages %s.", a.p.Counted(n, "%d new message", "%d new messages"), from.Name, from.Name)
			}
		}
	})
}

// messages says with whom the player has written, or what was written with one.
func (a *atClub) messages(name string) {
	p := a.p
	p.Later(func(ctx context.Context) func() {
		all, err := a.Lobby.Messages(ctx, a.Me)
		var with remote.Player
		if err == nil && name != "" {
			for _, m := range all {
				if q := m.With(a.Me); strings.EqualFold(q.Name, name) {
					with = q
				}
			}
			if with.ID != "" {
				err = a.Lobby.ReadMessages(ctx, a.Me, with)
			}
		}
		return func() {
			switch {
			case err != nil:
				p.Fail(err)
			case len(all) == 0:
				p.Say("No messages yet. Type tell, a name, and what to say.")
			case name == "":
				a.tellThreads(all)
			case with.ID == "":
				p.Say("No messages with %s.", name)
			default:
				for _, m := range all {
					if m.With(a.Me).ID == with.ID {
						p.Line(fmt.Sprintf("%s %s: %s", m.At.Format("2006-01-02 15:04"), m.From.Name, m.Text))
					}
				}
			}
		}
	})
}

func (a *atClub) tellThreads(all []lobby.Message) {
	var order []remote.Player
	unread := make(map[string]int)
	for _, m := range slices.Backward(all) {
		with := m.With(a.Me)
		if !slices.ContainsFunc(order, func(q remote.Player) bool { return q.ID == with.ID }) {
			order = append(order, with)
		}
		if m.To.ID == a.Me.ID && !m.Read {
			unread[with.ID]++
		}
	}
	for _, q := range order {
		if n := unread[q.ID]; n > 0 {
			a.p.Line(q.Name + ": " + a.p.Count(n, "%d new message", "%d new messages") + ".")
			continue
		}
		a.p.Line(q.Name + ".")
	}
	a.p.Say("Type messages and a name to read, tell, a name and a text to write.")
}

func (a *atClub) write(arg string) {
	name, text, _ := strings.Cut(arg, " ")
	if name == "" || strings.TrimSpace(text) == "" {
		a.p.Say("Type tell, a name, and what to say.")
		return
	}
	a.contact("Sent to %s.", func(ctx context.Context, who remote.Player) error {
		return a.Lobby.Send(ctx, a.Me, who, text)
	})(name)
}

// contact does something with a player by the name, whether he is here or not.
func (a *atClub) contact(said string, do func(context.Context, remote.Player) error) func(string) {
	return func(name string) {
		if name == "" {
			a.p.Say("Type the name of a player, too.")
			return
		}
		a.p.Later(func(ctx context.Context) func() {
			who, err := a.Lobby.Named(ctx, name)
			if errors.Is(err, lobby.ErrNoAccount) {
				err = fmt.Errorf("there is no player called %q", name)
			}
			if err == nil {
				err = do(ctx, who)
			}
			return func() {
				if err != nil {
					a.p.Fail(err)
					return
				}
				a.p.Say(said, who.Name)
				a.learnFriends()
			}
		})
	}
}

func (a *atClub) tellFriends(string) {
	p := a.p
	p.Later(func(ctx context.Context) func() {
		c, err := a.Lobby.Contacts(ctx, a.Me)
		return func() {
			if err != nil {
				p.Fail(err)
				return
			}
			here := make(map[string]string)
			for _, h := range a.visit.View().Here {
				here[h.ID] = h.State
			}
			for _, f := range c.Follows {
				state := here[f.ID]
				if state == "" {
					state = "offline"
				}
				p.Line(f.Name + ", " + p.Text(state) + ".")
			}
			if len(c.Follows) == 0 {
				p.Say("You follow nobody yet. Type follow and a name.")
			}
		}
	})
}
