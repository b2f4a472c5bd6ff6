package tui

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// mostHeld is how many keys wait for a screen that is being made.
const mostHeld = 256

// stackTurns are changes of the stack that a session's screens have asked for, and how
// many screens are being made.
type stackTurns struct {
	asked  []tea.Msg
	making int
}

// push, pop and replace change the stack of screens as soon as App has the word
// back, before the next key: what is typed fast is meant for the screen that comes.
// Call them in Update and return what they give. In a command of its own, where
// something must be read first, return a pushMsg and wrap the command by opening.
func (s *Session) push(from, to screen) tea.Cmd    { return s.turn(pushMsg{from, to}) }
func (s *Session) pop(from screen) tea.Cmd         { return s.turn(popMsg{from}) }
func (s *Session) replace(from, to screen) tea.Cmd { return s.turn(replaceMsg{from, to}) }

func (s *Session) turn(msg tea.Msg) tea.Cmd {
	s.stack.asked = append(s.stack.asked, msg)
	return nil
}

// opening wraps a command that makes a screen, or says why there is none. Keys that
// are typed until it has answered wait for its screen. It must not wait for long.
func (s *Session) opening(open tea.Cmd) tea.Cmd {
	s.stack.making++
	return func() tea.Msg { return madeMsg{open()} }
}

// madeMsg brings the answer of a command that makes a screen.
type madeMsg struct{ msg tea.Msg }

// turnStack makes the changes that were asked for.
func (a *App) turnStack() tea.Cmd {
	var cmds []tea.Cmd
	for len(a.s.stack.asked) > 0 {
		msg := a.s.stack.asked[0]
		a.s.stack.asked = a.s.stack.asked[1:]
		cmds = append(cmds, a.update(msg))
	}
	a.s.stack.asked = nil
	return tea.Batch(cmds...)
}

// made takes the answer of a command that made a screen, and then the keys that
// have waited for it.
func (a *App) made(msg madeMsg) tea.Cmd {
	a.s.stack.making--
	cmds := []tea.Cmd{a.update(msg.msg), a.turnStack()}
	for len(a.held) > 0 && a.s.stack.making == 0 {
		next := a.held[0]
		a.held = a.held[1:]
		cmds = append(cmds, a.pressed(next), a.turnStack())
	}
	return tea.Batch(cmds...)
}

// holds keeps a key for the screen that is being made, and tells so. What ends the
// program and answers a question does not wait.
func (a *App) holds(msg tea.KeyMsg) bool {
	if a.s.stack.making == 0 || a.question != nil || key.Matches(msg, a.keys.Quit) {
		return false
	}
	if len(a.held) < mostHeld {
		a.held = append(a.held, msg)
	}
	return true
}
