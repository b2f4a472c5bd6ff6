package tui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

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

// after sends msg when d has passed.
func after(d time.Duration, msg tea.Msg) tea.Cmd {
	return tea.Tick(d, func(time.Time) tea.Msg { return msg })
}
