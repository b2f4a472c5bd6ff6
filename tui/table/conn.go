package table

import (
	"context"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

// patience is how long a call to a table may take.
const patience = 10 * time.Second

// Conn is a line to a table. It is joined by a command and may be left before
// that has come to an end. Messages name the connection that they came by, so
// that those of one that was left mean nothing.
type Conn struct {
	mu   sync.Mutex
	line remote.TableLine // nil until it is joined
	left bool
}

// Messages from a table.
type (
	// joinedMsg says that the line stands, or why it does not.
	joinedMsg struct {
		conn *Conn
		err  error
	}
	// ShownMsg brings the table as it is now.
	ShownMsg struct {
		Conn *Conn
		Snap remote.Snapshot
	}
	// closedMsg says that nothing more will come, and why.
	closedMsg struct {
		conn *Conn
		err  error
	}
	// didMsg says what became of a call.
	didMsg struct {
		conn *Conn
		said string // for the player when it went well
		err  error
		move bool // the call was a move
	}
	// pastMsg brings what was seen after some half-moves.
	pastMsg struct {
		conn *Conn
		ply  int
		view chess.View
	}
	// nextMsg brings the table of the rematch.
	nextMsg struct {
		conn *Conn
		id   string
	}
	// TickMsg says that a clock on the screen shows something else now.
	TickMsg struct {
		Conn   *Conn
		Serial int
	}
	// slowMsg says that a move has been on its way for a while.
	slowMsg struct {
		conn *Conn
		ply  int
	}
)

// join sits down at a table.
func (w *Conn) join(h ui.House, id string) tea.Cmd {
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		r, err := h.Join(ctx, id)
		if err != nil {
			return joinedMsg{w, err}
		}
		w.mu.Lock()
		left := w.left
		w.line = r
		w.mu.Unlock()
		if left {
			r.Leave()
		}
		return joinedMsg{conn: w}
	}
}

// leave gives the line up. It may be called from Update: what takes time goes on
// behind it.
func (w *Conn) leave() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.left && w.line != nil {
		go w.line.Leave()
	}
	w.left = true
}

// open is the line to the table, nil while there is none.
func (w *Conn) open() remote.TableLine {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.left {
		return nil
	}
	return w.line
}

// nextSnapshot waits for the table to change.
func (w *Conn) nextSnapshot() tea.Cmd {
	r := w.open()
	if r == nil {
		return nil
	}
	return func() tea.Msg {
		if snap, open := <-r.C(); open {
			return ShownMsg{w, snap}
		}
		return closedMsg{w, r.Err()}
	}
}

// call has something done at the table.
func (w *Conn) call(said string, do func(context.Context, remote.TableLine) error) tea.Cmd {
	r := w.open()
	if r == nil {
		return nil
	}
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		return didMsg{conn: w, said: said, err: do(ctx, r)}
	}
}

// sendMove sends a move, in UCI form, with what is known of the line's delay.
func (w *Conn) sendMove(text string, lag func() time.Duration) tea.Cmd {
	r := w.open()
	if r == nil {
		return nil
	}
	return func() tea.Msg {
		if lag != nil {
			r.SetLag(lag())
		}
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		return didMsg{conn: w, err: r.Move(ctx, text), move: true}
	}
}

// viewAt asks for what was seen after some half-moves.
func (w *Conn) viewAt(ply int) tea.Cmd {
	r := w.open()
	if r == nil {
		return nil
	}
	return func() tea.Msg {
		v, ok := r.Past(ply)
		if !ok {
			return nil
		}
		return pastMsg{w, ply, v}
	}
}
