package tui

import (
	"errors"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/lang"
	"rookery/tui/lichess"
	"rookery/tui/online"
	"rookery/tui/ui"
)

// OpenOnline puts the page of lichess on top. Call it before the program runs.
func (a *App) OpenOnline() { a.push(online.New(a.s)) }

// loggedIn takes an account over, or gives it up.
func (a *App) loggedIn(m ui.LoggedInMsg) tea.Cmd {
	o := a.s.Online
	if o == nil {
		return nil
	}
	cmds := []tea.Cmd{}
	switch {
	case m.Account != nil && m.Account != o.Account:
		if o.Account != nil {
			o.Account.Close()
		}
		o.Account = m.Account
		o.Account.Follow()
		cmds = append(cmds, a.await(ui.ListenOnline(o.Account)))
	case m.Account == nil && o.Account != nil && !errors.Is(m.Err, lichess.ErrNoLogin):
		o.Account.Close()
		o.Account = nil
		cmds = append(cmds, a.say(ui.ToastMsg{Text: "You are logged out"}))
	}
	return tea.Batch(append(cmds, a.all(m))...)
}

// onlineChanged tells the player what has happened at lichess, and every screen.
func (a *App) onlineChanged(m ui.OnlineMsg) tea.Cmd {
	o := a.s.Online
	if o == nil || o.Account != m.Account {
		return nil
	}
	cmds := []tea.Cmd{a.await(ui.ListenOnline(m.Account)), a.helpChanged()}
	for _, n := range m.Account.News() {
		cmds = append(cmds, a.onlineNews(m.Account, n))
	}
	return tea.Batch(append(cmds, a.all(m))...)
}

// helpChanged tells every screen when help goes off or on again: a game of this program, or of another one of the
// same user, has begun or ended.
func (a *App) helpChanged() tea.Cmd {
	if a.s.Online == nil {
		return nil
	}
	on := a.s.PlaysPerson()
	if on == a.helpOff {
		return nil
	}
	a.helpOff = on
	return a.all(ui.HelpMsg{})
}

// onlineNews tells one thing.
func (a *App) onlineNews(account *lichess.Account, n lichess.News) tea.Cmd {
	tell := func(text string, bad bool) tea.Cmd {
		return tea.Batch(a.signal(text), a.say(ui.ToastMsg{Text: text, Bad: bad}))
	}
	switch n.Kind {
	case lichess.GameBegins:
		if t := ui.TopTable(a.stack); t != nil && t.TableID() == n.Game {
			return nil
		}
		text := fmt.Sprintf("Your game against %s begins", lang.Name(n.Against))
		if !n.Asked {
			return tell(fmt.Sprintf("You have a game against %s: it is in the list of lichess", lang.Name(n.Against)), false)
		}
		open := ui.OpenMsg{To: ui.SitAt{House: online.House{Account: account}, ID: n.Game}}
		if a.asking() {
			a.later = append(a.later, open)
			return tell(text, false)
		}
		return tea.Batch(a.open(open), tell(text, false))
	case lichess.Challenged:
		return tell(fmt.Sprintf("%s challenges you: answer in the list of lichess", lang.Name(n.Against)), false)
	case lichess.Declined:
		return tell(fmt.Sprintf("%s declines: %s", lang.Name(n.Against), lang.Name(n.Challenge.Reason)), false)
	case lichess.SeekEnded:
		if n.Err != nil {
			return tell(n.Err.Error(), true)
		}
	case lichess.TakenElsewhere:
		return tell("Another program with this login gets the events of lichess now", true)
	}
	return nil
}
