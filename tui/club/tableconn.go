package club

import (
	"context"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/lobby"
	"rookery/tui/ui"
)

// tableWait is how long a call to a table may take.
const tableWait = 10 * time.Second

// TableConn is a line to a table. It is joined by a command and may be left before
// that has come to an end. Messages name the connection that they came by, so
// that those of one that was left mean nothing.
type TableConn struct {
	mu   sync.Mutex
	line lobby.TableLine // nil until it is joined
	left bool
}

// Messages from a table.
type (
	// tableJoinedMsg says that the line stands, or why it does not.
	tableJoinedMsg struct {
		conn *TableConn
		err  error
	}
	// TableShownMsg brings the table as it is now.
	TableShownMsg struct {
		Conn *TableConn
		Snap lobby.Snapshot
	}
	// tableClosedMsg says that nothing more will come, and why.
	tableClosedMsg struct {
		conn *TableConn
		err  error
	}
	// tableDidMsg says what became of a call.
	tableDidMsg struct {
		conn *TableConn
		said string // for the player when it went well
		err  error
		move bool // the call was a move
	}
	// tablePastMsg brings what was seen after some half-moves.
	tablePastMsg struct {
		conn *TableConn
		ply  int
		view chess.View
	}
	// tableNextMsg brings the table of the rematch.
	tableNextMsg struct {
		conn *TableConn
		id   string
	}
	// TableTickMsg says that a clock on the screen shows something else now.
	TableTickMsg struct {
		Conn   *TableConn
		Serial int
	}
	// tableSlowMsg says that a move has been on its way for a while.
	tableSlowMsg struct {
		conn *TableConn
		ply  int
	}
)

// join sits down at a table.
func (w *TableConn) join(h ui.House, id string) tea.Cmd {
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), tableWait)
		defer cancel()
		r, err := h.Join(ctx, id)
		if err != nil {
			return tableJoinedMsg{w, err}
		}
		w.mu.Lock()
		left := w.left
		w.line = r
		w.mu.Unlock()
		if left {
			r.Leave()
		}
		return tableJoinedMsg{conn: w}
	}
}

// leave gives the line up. It may be called from Update: what takes time goes on
// behind it.
func (w *TableConn) leave() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.left && w.line != nil {
		go w.line.Leave()
	}
	w.left = true
}

// open is the line to the table, nil while there is none.
func (w *TableConn) open() lobby.TableLine {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.left {
		return nil
	}
	return w.line
}

// nextSnapshot waits for the table to change.
func (w *TableConn) nextSnapshot() tea.Cmd {
	r := w.open()
	if r == nil {
		return nil
	}
	return func() tea.Msg {
		if snap, open := <-r.C(); open {
			return TableShownMsg{w, snap}
		}
		return tableClosedMsg{w, r.Err()}
	}
}

// call has something done at the table.
func (w *TableConn) call(said string, do func(context.Context, lobby.TableLine) error) tea.Cmd {
	r := w.open()
	if r == nil {
		return nil
	}
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), tableWait)
		defer cancel()
		return tableDidMsg{conn: w, said: said, err: do(ctx, r)}
	}
}

// sendMove sends a move, in UCI form, with what is known of the line's delay.
func (w *TableConn) sendMove(text string, lag func() time.Duration) tea.Cmd {
	r := w.open()
	if r == nil {
		return nil
	}
	return func() tea.Msg {
		if lag != nil {
			r.SetLag(lag())
		}
		ctx, cancel := context.WithTimeout(context.Background(), tableWait)
		defer cancel()
		return tableDidMsg{conn: w, err: r.Move(ctx, text), move: true}
	}
}

// viewAt asks for what was seen after some half-moves.
func (w *TableConn) viewAt(ply int) tea.Cmd {
	r := w.open()
	if r == nil {
		return nil
	}
	return func() tea.Msg {
		v, ok := r.Past(ply)
		if !ok {
			return nil
		}
		return tablePastMsg{w, ply, v}
	}
}
