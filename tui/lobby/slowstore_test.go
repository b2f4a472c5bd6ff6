package lobby

import (
	"context"
	"errors"
	"testing"
	"time"

	"rookery/chess"
	"rookery/tui/lobby/journal"
	"rookery/tui/remote"
)

// slowStore is a journal that takes so long for an event, by the club's clock, or until it is let go.
type slowStore struct {
	journal.Journal
	club *club
	took time.Duration
	held chan struct{} // nil for no wait
}

func (s *slowStore) Append(ctx context.Context, game string, expected uint64, data []byte) (uint64, error) {
	if s.held != nil {
		<-s.held
	}
	s.club.mu.Lock()
	s.club.time = s.club.time.Add(s.took)
	s.club.mu.Unlock()
	return s.Journal.Append(ctx, game, expected, data)
}

func (s *slowStore) Ready(ctx context.Context) error {
	if s.held != nil {
		select {
		case <-s.held:
		default:
			return journal.ErrAway
		}
	}
	return s.Journal.Ready(ctx)
}

// TestSlowStoreIsChargedToNobody plays on a disk that takes 700 ms for each event: nobody pays for it, on
// the board and when the game is read again.
func TestSlowStoreIsChargedToNobody(t *testing.T) {
	for _, parts := range []string{"chess", "bughouse"} {
		t.Run(parts, func(t *testing.T) {
			c := open(t)
			var table *Table
			var white, black *Reader
			if parts == "chess" {
				table, white, black = c.sit(parts)
			} else {
				var err error
				dan := remote.Player{ID: "dan", Name: "Dan"}
				if table, err = c.StartPartners(t.Context(), remote.Terms{Parts: []string{parts}, Control: chess.Control{Base: time.Minute}},
					[2]remote.Player{anna, ben}, [2]remote.Player{cleo, dan}); err != nil {
					t.Fatal(err)
				}
				white, black = c.join(table, anna), c.join(table, ben)
			}
			play(t, white, black, "e4", "e5")
			c.Lobby.journal = &slowStore{Journal: c.Lobby.journal, club: c, took: 700 * time.Millisecond}
			const thought = 100 * time.Millisecond
			think := func() {
				c.mu.Lock()
				c.time = c.time.Add(thought)
				c.mu.Unlock()
			}
			for n, m := range []string{"Nf3", "Nc6", "Bc4", "Bc5", "c3", "Nf6", "d3", "d6"} {
				think()
				if err := []*Reader{white, black}[n%2].Move(t.Context(), m); err != nil {
					t.Fatal(err)
				}
			}
			think()
			const left = time.Minute - 4*thought
			s := last(t, white)
			if s.Left != [2]time.Duration{left, left} {
				t.Errorf("%v are left", s.Left)
			}
			c.restart()
			again, err := c.Table(table.ID())
			if err != nil {
				t.Fatal(err)
			}
			if now := again.rec.clock.Left(chess.Black, again.rec.moved); now != left {
				t.Errorf("after a restart Black has %v", now)
			}
			if now := again.rec.clock.Left(chess.White, again.rec.moved); now != left {
				t.Errorf("after a restart White has %v", now)
			}
		})
	}
}

// TestStalledStoreIsTold lets the disk not answer for longer than a screen waits for a move. Those at the
// table are told, the move is made once and told to have been made, and nobody pays.
func TestStalledStoreIsTold(t *testing.T) {
	c := open(t)
	_, white, black := c.sit("chess")
	other, err := c.Start(t.Context(), remote.Terms{Parts: []string{"chess"}, Control: chess.Control{Base: time.Minute}}, cleo, remote.Player{ID: "dan", Name: "Dan"})
	if err != nil {
		t.Fatal(err)
	}
	watcher := c.join(other, anna)
	play(t, white, black, "e4", "e5")
	s := &slowStore{Journal: c.Lobby.journal, club: c, took: 30 * time.Second, held: make(chan struct{})}
	c.Lobby.journal, c.stall = s, 10*time.Millisecond
	done := make(chan error, 1)
	patience, end := context.WithCancel(t.Context())
	end()
	go func() { done <- white.Move(patience, "Nf3") }()
	for _, r := range []*Reader{white, black, watcher} {
		for (<-r.C()).Outage == "" {
		}
	}
	c.stall = time.Hour // what follows takes what it takes
	if _, err := c.Start(t.Context(), remote.Terms{Parts: []string{"chess"}}, cleo, ben); !errors.Is(err, journal.ErrAway) {
		t.Errorf("a new game meanwhile: %v", err)
	}
	close(s.held)
	if err := <-done; err != nil {
		t.Errorf("the move: %v", err)
	}
	s.took = 0
	waited := time.Duration(0)
	for why := error(journal.ErrAway); why != nil && waited < 100*probeGap; _, why = c.Outage() { // a table may be busy
		c.wait(probeGap)
		waited += probeGap
	}
	for name, r := range map[string]*Reader{"White": white, "Black": black} {
		got := last(t, r)
		if got.Ply != 3 || got.Outage != "" || !got.Running || got.Left[chess.White] < time.Minute-time.Second || got.Left[chess.Black] < time.Minute-waited {
			t.Errorf("%s sees %d half-moves, %q, running %v, %v left", name, got.Ply, got.Outage, got.Running, got.Left)
		}
	}
}
