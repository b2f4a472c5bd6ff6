package club

import (
	"context"
	"errors"
	"fmt"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/lobby"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

// accountSafety is what the account shows besides keys: recovery codes, and the end of it all.
type accountSafety struct {
	left     int      // recovery codes that were not used, -1 as long as it is not known
	codes    []string // new ones, shown once
	deleting bool
	name     ui.LineInput // which is typed to delete the account
}

type (
	// recoveryMsg brings recovery codes, or how many are left.
	recoveryMsg struct {
		to    *AccountScreen
		left  int
		codes []string
	}
	// deletedMsg tells that the account is gone, or why not.
	deletedMsg struct {
		to  *AccountScreen
		err error
	}
)

func newAccountSafety(s *ui.Session) accountSafety {
	return accountSafety{left: -1, name: ui.NewLineInput(s, tooLongName)}
}

// countRecovery asks how many recovery codes are left.
func (a *AccountScreen) countRecovery() tea.Cmd {
	return a.call(func(ctx context.Context, club *lobby.Lobby, me remote.Player) tea.Msg {
		n, _, err := club.RecoveryLeft(ctx, me)
		if err != nil {
			return ui.FailMsg(err)
		}
		return recoveryMsg{to: a, left: n}
	})
}

// makeRecovery asks for new codes.
func (a *AccountScreen) makeRecovery() tea.Cmd {
	return a.call(func(ctx context.Context, club *lobby.Lobby, me remote.Player) tea.Msg {
		codes, err := club.MakeRecovery(ctx, me)
		if err != nil {
			return ui.FailMsg(err)
		}
		return recoveryMsg{a, len(codes), codes}
	})
}

// typeDeletion edits the name by which the account is deleted.
func (a *AccountScreen) typeDeletion(msg tea.KeyMsg) tea.Cmd {
	f := &a.safety
	switch {
	case key.Matches(msg, a.keys.Leave):
		f.deleting = false
		f.name.Reset()
		f.name.Blur()
	case key.Matches(msg, a.keys.Confirm):
		if f.name.Trimmed() != Of(a.s).Me.Name {
			return ui.Fail(errors.New("that is not your name: nothing was deleted"))
		}
		return a.call(func(ctx context.Context, club *lobby.Lobby, me remote.Player) tea.Msg {
			return deletedMsg{a, club.DeleteAccount(ctx, me)}
		})
	default:
		f.name.Type(msg)
	}
	return nil
}

// safetyRows are the rows below the keys while codes are shown or the account is being deleted; nil
// otherwise.
func (a *AccountScreen) safetyRows(width int) (rows []string) {
	th, s, f := a.s.Theme, a.s, &a.safety
	words := func(text string, style draw.Style) {
		for _, row := range draw.Wrap(text, width) {
			rows = append(rows, style.Render(row))
		}
	}
	switch {
	case f.deleting:
		words(s.Text("Delete your account? Name, settings, saved games, friends and messages are gone for good. Your finished games stay without your name."), th.Error)
		f.name.Width = max(width-30, 8)
		rows = append(rows, "", th.Title.Render(s.Text("Type your name to delete it"))+": "+f.name.View())
	case f.codes != nil:
		words(s.Text("Recovery codes: write them down and keep them offline. Each gives your account to a new key, once. They are not shown again."), th.Text)
		rows = append(rows, "")
		for i := 0; i < len(f.codes); i += 2 {
			row := f.codes[i]
			if i+1 < len(f.codes) {
				row += "   " + f.codes[i+1]
			}
			rows = append(rows, th.ClockRunning.Render(" "+row+" "))
		}
	}
	return rows
}

// choiceRows say what can be done with the account.
func (a *AccountScreen) choiceRows(width int) []string {
	th, s := a.s.Theme, a.s
	row := func(b key.Binding, text, note string) string {
		return th.Key.Render(draw.Fit(ui.KeyText(firstKey(b)), 6)) + " " + th.Title.Render(s.Text(text)) + "  " + th.Faint.Render(note)
	}
	left := ""
	switch n := a.safety.left; {
	case n == 0:
		left = s.Text("none yet: without them an account is lost with its keys")
	case n > 0:
		left = s.Text(ui.Plural(n, "1 left", "%d left"))
	}
	rows := []string{row(a.keys.Code, "code for another key", "")}
	if Of(s).Browsers {
		rows = []string{
			row(a.keys.Code, "code for another key or a browser", ""),
			row(a.keys.Browser, "sign in a browser that shows a code", ""),
		}
	}
	return append(rows,
		row(a.keys.Recovery, "new recovery codes", draw.Cut(left, max(width-30, 0))),
		row(a.keys.Delete, "delete the account", ""),
		th.Faint.Render(draw.Cut(s.Text(fmt.Sprintf("Download: ssh HOST %s, ssh HOST %s, each into a file", "data", "games")), width)),
	)
}
