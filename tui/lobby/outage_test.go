package lobby

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"rookery/tui/lobby/journal"
)

// failing is a journal that a test makes accept nothing.
type failing struct {
	journal.Journal
	why atomic.Pointer[error]
}

func (f *failing) fault() error {
	if why := f.why.Load(); why != nil {
		return *why
	}
	return nil
}

func (f *failing) Append(ctx context.Context, game string, expected uint64, data []byte) (uint64, error) {
	if err := f.fault(); err != nil {
		return 0, err
	}
	return f.Journal.Append(ctx, game, expected, data)
}

func (f *failing) Ready(ctx context.Context) error {
	if err := f.fault(); err != nil {
		return err
	}
	return f.Journal.Ready(ctx)
}

// TestOutageIsChargedToNobody fills the disk while White thinks. Nobody's time runs, what
// is tried is refused in words, and with room again the game goes on by itself.
func TestOutageIsChargedToNobody(t *testing.T) {
	for name, moves := range map[string]bool{"somebody moves": true, "nobody moves": false} {
		t.Run(name, func(t *testing.T) {
			c := open(t)
			f := &failing{Journal: c.Lobby.journal}
			c.Lobby.journal = f
			table, white, black := c.sit("chess")
			play(t, white, black, "e4", "e5", "Nf3", "Nc6")
			c.wait(10 * time.Second)
			full := error(journal.ErrFull)
			f.why.Store(&full)
			if moves {
				if err := white.Move(t.Context(), "Bb5"); !errors.Is(err, journal.ErrFull) || strings.Contains(err.Error(), "\n") {
					t.Errorf("a move: %v", err)
				}
			}
			c.wait(probeGap)
			for range 5 {
				c.wait(time.Minute)
			}
			s := last(t, white)
			if s.Running || s.Over() || s.Left[0] < 49*time.Second-probeGap || !strings.Contains(s.Outage, "disk is full") {
				t.Errorf("running %v, over %v, %v left, told %q", s.Running, s.Over(), s.Left[0], s.Outage)
			}
			if why, _ := c.Outage(); !errors.Is(why, journal.ErrFull) {
				t.Errorf("outage: %v", why)
			}
			if _, err := c.Start(t.Context(), Terms{Parts: []string{"chess"}}, cleo, ben); !errors.Is(err, journal.ErrFull) {
				t.Errorf("a new game: %v", err)
			}
			black.Leave()
			c.wait(time.Minute)
			if black = c.join(table, ben); black == nil {
				t.Fatal("no way back to the table")
			}
			f.why.Store(nil)
			c.wait(2 * probeGap)
			if why, _ := c.Outage(); why != nil {
				t.Errorf("the outage goes on: %v", why)
			}
			s = last(t, white)
			if !s.Running || s.Outage != "" || s.Left[0] > 50*time.Second || s.Left[0] < 45*time.Second {
				t.Errorf("afterwards: running %v, %v left, told %q", s.Running, s.Left[0], s.Outage)
			}
			if err := white.Move(t.Context(), "Bb5"); err != nil {
				t.Errorf("a move afterwards: %v", err)
			}
			c.restart() // what was given back stands in the journal
			again, err := c.Table(table.ID())
			if err != nil {
				t.Fatal(err)
			}
			if left := again.rec.clock.Left(0, c.now()); left < 45*time.Second {
				t.Errorf("after a restart %v are left", left)
			}
		})
	}
}
