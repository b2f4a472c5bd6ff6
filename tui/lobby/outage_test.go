package lobby

import (
	"context"
	"errors"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"rookery/chess"
	"rookery/tui/lobby/journal"
	"rookery/tui/lobby/journal/natsstore/clustertest"
	"rookery/tui/remote"
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
			if _, why := c.Outage(); !errors.Is(why, journal.ErrFull) {
				t.Errorf("outage: %v", why)
			}
			if _, err := c.Start(t.Context(), remote.Terms{Parts: []string{"chess"}}, cleo, ben); !errors.Is(err, journal.ErrFull) {
				t.Errorf("a new game: %v", err)
			}
			black.Leave()
			c.wait(time.Minute)
			if black = c.join(table, ben); black == nil {
				t.Fatal("no way back to the table")
			}
			f.why.Store(nil)
			c.wait(2 * probeGap)
			if _, why := c.Outage(); why != nil {
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

// TestMajorityLost kills two of three nodes while White thinks, for longer than a player's
// move is waited for, and brings them back.
func TestMajorityLost(t *testing.T) {
	if os.Getenv(lengthy) == "" {
		t.Skip("set " + lengthy + "=1 to kill the majority of a cluster")
	}
	nodes := clustertest.Spawn(t, 3)
	a, b := serveFrom(t, nodes, 0, 3, 0), serveFrom(t, nodes, 1, 3, 0)
	table, err := a.Start(t.Context(), remote.Terms{Parts: []string{"chess"}, Control: chess.Control{Base: 3 * time.Minute}}, anna, ben)
	if err != nil {
		t.Fatal(err)
	}
	white, black := a.sit(table.ID(), anna), b.sit(table.ID(), ben)
	for n, text := range []string{"e4", "e5"} {
		move(t, []*Reader{white, black}[n], text)
		await(t, white.C(), text, ply(n+1))
		await(t, black.C(), text, ply(n+1))
	}
	before := time.Now()
	nodes.Kill(1)
	nodes.Kill(2)
	for who, r := range map[string]*Reader{"White": white, "Black": black} {
		s := await(t, r.C(), "the outage for "+who, func(s remote.Snapshot) bool { return s.Outage != "" })
		if s.Running {
			t.Errorf("%s sees a clock that runs", who)
		}
	}
	told := time.Since(before)
	if err := white.Move(t.Context(), "Nf3"); !errors.Is(err, journal.ErrAway) || strings.Contains(err.Error(), "\n") {
		t.Errorf("a move meanwhile: %v", err)
	}
	nodes.Run(1)
	nodes.Run(2)
	lost := time.Since(before)
	s := await(t, white.C(), "the end of the outage", func(s remote.Snapshot) bool { return s.Outage == "" && s.Running })
	used := 3*time.Minute - s.Clock.Left(chess.White, time.Now())
	if used > told+5*time.Second {
		t.Errorf("of %v without a majority %v were charged", lost, used)
	}
	move(t, white, "Nf3")
	s = await(t, black.C(), "the move", ply(3))
	t.Logf("%v until both were told, %v without a majority, %v charged, %v left to White, %v to Black", told, lost, used, s.Left[0], s.Left[1])
	if s.Left[1] < 3*time.Minute-5*time.Second {
		t.Errorf("Black has %v left", s.Left[1])
	}
}
