package ui

import (
	"context"
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/engineplay"
)

// Starting is a program that is being started: the screen shows the seconds, and Esc
// calls it off. The zero Starting is none.
type Starting struct {
	name    string
	seconds int
	serial  int // counts the starts, so that answers to an earlier one are known
	cancel  context.CancelFunc
}

// StartingMsg tells that another second has passed.
type StartingMsg struct {
	of     *Starting
	serial int
}

// Begin notes that a program is started, calling off an earlier start. ctx bounds the
// start; serial is for its answer.
func (st *Starting) Begin(name string) (ctx context.Context, serial int, tick tea.Cmd) {
	st.Cancel()
	ctx, st.cancel = context.WithTimeout(context.Background(), engineplay.StartTime)
	st.name, st.seconds = name, 0
	st.serial++
	return ctx, st.serial, After(time.Second, StartingMsg{st, st.serial})
}

// Tick takes a second in and waits for the next.
func (st *Starting) Tick(msg StartingMsg) tea.Cmd {
	if msg.of != st || msg.serial != st.serial || !st.On() {
		return nil
	}
	st.seconds++
	return After(time.Second, msg)
}

// On tells whether a program is being started.
func (st *Starting) On() bool { return st.cancel != nil }

// Done takes in the answer to a start; false for one that was called off.
func (st *Starting) Done(serial int) bool {
	if serial != st.serial || !st.On() {
		return false
	}
	st.Cancel()
	return true
}

// Cancel calls the start off, if there is one.
func (st *Starting) Cancel() {
	if st.cancel != nil {
		st.cancel()
		st.cancel = nil
	}
}

// Text says what is being started and for how long.
func (st *Starting) Text() string {
	return fmt.Sprintf("Starting %s: %d s. Esc cancels.", st.name, st.seconds)
}
