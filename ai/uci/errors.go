package uci

import (
	"errors"
	"fmt"
	"strings"
)

// The kinds of trouble with another engine; see Error.
var (
	// ErrStart says that the program could not be started, or does not speak
	// the protocol.
	ErrStart = errors.New("did not start")
	// ErrDied says that the program has ended.
	ErrDied = errors.New("has ended")
	// ErrSilent says that no answer came in time.
	ErrSilent = errors.New("does not answer")
	// ErrMove says that it sent a move that is not legal, or none at all.
	ErrMove = errors.New("sent an illegal move")
	// ErrRefused says that it refused the position or a move that led to it.
	ErrRefused = errors.New("refuses the position")
	// ErrUnsupported says that it does not know the game, an option or a limit that
	// was asked for. It still runs.
	ErrUnsupported = errors.New("cannot do this")
	// ErrClosed says that the Client was closed.
	ErrClosed = errors.New("was closed")
)

// Error is what goes wrong with another engine.
type Error struct {
	Engine string   // what it calls itself, else the file name
	Err    error    // one of the kinds above, for errors.Is
	Detail string   // more about it, may be empty
	Output []string // the last lines it wrote, oldest first, safe to print
}

// Error is one line: who, what, and the last thing it said.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s", e.Engine, e.Err)
	if e.Detail != "" {
		b.WriteString(": " + e.Detail)
	}
	if n := len(e.Output); n > 0 {
		fmt.Fprintf(&b, " (it last wrote %q)", e.Output[n-1])
	}
	return b.String()
}

// Unwrap gives the kind.
func (e *Error) Unwrap() error { return e.Err }

// IsFatal reports whether err means that the engine cannot go on and has to be
// restarted.
func IsFatal(err error) bool {
	var e *Error
	return errors.As(err, &e) && !errors.Is(err, ErrUnsupported)
}
