package tui

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/fics"
	"rookery/tui/lang"
	"rookery/tui/online"
	"rookery/tui/ui"
)

// OpenFICS puts the page of FICS on top. Call it before the program runs.
func (a *App) OpenFICS() { a.push(online.NewFICS(a.s)) }

// ficsLoggedIn takes a connection over, or gives it up.
func (a *App) ficsLoggedIn(m ui.FICSLoggedInMsg) tea.Cmd {
	f := a.s.FICS
	if f == nil {
		return nil
	}
	cmds := []tea.Cmd{}
	switch {
	case m.Account != nil && m.Account != f.Account:
		if f.Account != nil {
			go f.Account.Close()
		}
		f.Account = m.Account
		cmds = append(cmds, a.await(ui.ListenFICS(f.Account)))
	case m.Account == nil && m.Err == nil && f.Account != nil:
		go f.Account.Close() // it says goodbye
		f.Account = nil
		cmds = append(cmds, a.say(ui.ToastMsg{Text: "You are logged out"}))
	}
	return tea.Batch(append(cmds, a.all(m))...)
}

// ficsChanged tells the player what has happened at FICS, and every screen.
func (a *App) ficsChanged(m ui.FICSMsg) tea.Cmd {
	f := a.s.FICS
	if f == nil || f.Account != m.Account {
		return nil
	}
	cmds := []tea.Cmd{}
	for _, n := range m.Account.News() {
		cmds = append(cmds, a.ficsNews(m.Account, n))
	}
	select {
	case <-m.Account.Done():
		f.Account = nil
		cmds = append(cmds, a.helpChanged())
	default:
		cmds = append(cmds, a.await(ui.ListenFICS(m.Account)))
	}
	return tea.Batch(append(cmds, a.all(m))...)
}

// ficsNews tells one thing.
func (a *App) ficsNews(account *fics.Account, n fics.News) tea.Cmd {
	tell := func(text string, bad bool) tea.Cmd {
		return tea.Batch(a.signal(text), a.say(ui.ToastMsg{Text: text, Bad: bad}))
	}
	switch n.Kind {
	case fics.GameBegins:
		if t := ui.TopTable(a.stack); t != nil && t.TableID() == n.Game {
			return nil
		}
		text := fmt.Sprintf("Your game against %s begins", lang.Name(n.Against))
		open := ui.OpenMsg{To: ui.SitAt{House: online.FICSHouse{Account: account}, ID: n.Game}}
		if a.asking() {
			a.later = append(a.later, open)
			return tell(text, false)
		}
		return tea.Batch(a.open(open), tell(text, false))
	case fics.Challenged:
		return tell(fmt.Sprintf("%s challenges you: answer on the page of FICS", lang.Name(n.Against)), false)
	case fics.Told:
		return tell(fmt.Sprintf("%s: %s", lang.Name(n.Against), lang.Name(n.Text)), false)
	case fics.Noted:
		return tell(fmt.Sprintf("FICS: %s", lang.Name(n.Text)), false)
	case fics.Ended:
		return tell("The connection to FICS is lost: log in again. A game that was on may be adjourned.", true)
	}
	return nil
}
