package ui

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"rookery/tui/lobby/journal"
)

// TestErrorText has nothing of Go's words about contexts reach people, and leaves what already says it well.
func TestErrorText(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{context.Canceled, "this was stopped before it was done: try again"},
		{fmt.Errorf("read the account: %w", context.DeadlineExceeded), "the server did not answer in time: try again in a moment"},
		{errors.Join(errors.New("first"), context.Canceled), "this was stopped before it was done: try again"},
		{journal.Away(context.DeadlineExceeded), journal.ErrAway.Error()},
		{errors.New("that seek is gone"), "that seek is gone"},
	} {
		if got := ErrorText(c.err); got != c.want {
			t.Errorf("%v is said as %q, want %q", c.err, got, c.want)
		}
	}
}
