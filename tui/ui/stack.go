package ui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// stackTurns are changes of the stack that a session's screens have asked for, and how
// many screens are being made.
type stackTurns struct {
	Asked  []tea.Msg
	Making int
}

// Push, Pop and Replace change the stack of screens as soon as App has the word
// back, before the next key: what is typed fast is meant for the screen that comes.
// Call them in Update and return what they give. In a command of its own, where
// something must be read first, return a PushMsg and wrap the command by Opening.
func (s *Session) Push(from, to Screen) tea.Cmd    { return s.turn(PushMsg{from, to}) }
func (s *Session) Pop(from Screen) tea.Cmd         { return s.turn(PopMsg{from}) }
func (s *Session) Replace(from, to Screen) tea.Cmd { return s.turn(ReplaceMsg{from, to}) }

func (s *Session) turn(msg tea.Msg) tea.Cmd {
	s.Stack.Asked = append(s.Stack.Asked, msg)
	return nil
}

// Opening wraps a command that makes a screen, or says why there is none. Keys that
// are typed until it has answered wait for its screen. It must not wait for long.
func (s *Session) Opening(open tea.Cmd) tea.Cmd {
	s.Stack.Making++
	return func() tea.Msg { return MadeMsg{open()} }
}

// MadeMsg brings the answer of a command that makes a screen.
type MadeMsg struct{ Msg tea.Msg }

// After sends msg when d has passed.
func After(d time.Duration, msg tea.Msg) tea.Cmd {
	return tea.Tick(d, func(time.Time) tea.Msg { return msg })
}
