// Package match lets players meet: games from an opening to their end, each opening
// with both colours, and what many of them tell about the difference between two
// players. It imports ai, ai/uci and chess; start reading at [Match.Run].
package match

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"rookery/chess"
)

// Match is a series of games between two players, the first and the second.
// Run it once.
type Match struct {
	Rules chess.Rules
	// New makes the two players for one worker, and makes another after a fault.
	New   [2]func() (Player, error)
	Allow [2]Allowance // by player
	Book  Book
	Games int
	// Fixed gives the first player White in every game, each with an opening of
	// its own. Else game 2i and 2i+1 have opening i, the first player White in
	// the former.
	Fixed   bool
	Workers int // games at a time, 0 for one
	End     Adjudication
	Margin  time.Duration // by which a player may exceed its time
	Seed    uint64
	Test    *SPRT // ends the match when it is decided; nil for none
	// Played are results of games of this match that were played before, by
	// number; they count and are not played again.
	Played map[int]PastGame
	// OnGame, when set, is told of each finished game, one call at a time, with
	// the score that it led to. An error ends the match.
	OnGame func(n int, rec Record, s Score) error

	mu      sync.Mutex // guards what follows; OnGame is called with it held
	score   Score
	points  map[int]int     // quarters of a point of the first player, by game
	pending map[int]Opening // openings whose other game is still to be played
	failure error
}

// PastGame is the end of a game that was played before.
type PastGame struct{ Outcome chess.Outcome }

// White is the player, 0 or 1, that has White in game n.
func (m *Match) White(n int) int {
	if m.Fixed {
		return 0
	}
	return n % 2
}

// Opening is the number of the opening of game n.
func (m *Match) Opening(n int) int {
	if m.Fixed {
		return n
	}
	return n / 2
}

// Run plays what is left of the match and gives its score. When ctx ends, games
// that are not finished do not count, and the error is that of ctx.
func (m *Match) Run(ctx context.Context) (Score, error) {
	m.score = Score{Ends: make(map[chess.Reason]int)}
	m.points, m.pending = make(map[int]int), make(map[int]Opening)
	for n, past := range m.Played {
		if n < m.Games {
			m.countLocked(n, past.Outcome)
		}
	}
	playing, stop := context.WithCancel(ctx)
	defer stop()
	if m.decidedLocked() {
		return m.score, nil
	}
	numbers := make(chan int)
	var workers sync.WaitGroup
	for range max(1, min(m.Workers, m.Games)) {
		workers.Go(func() {
			if err := m.work(playing, numbers, stop); err != nil {
				m.mu.Lock()
				if m.failure == nil && playing.Err() == nil {
					m.failure = err
				}
				m.mu.Unlock()
				stop()
			}
		})
	}
feed:
	for n := range m.Games {
		if _, done := m.Played[n]; done {
			continue
		}
		select {
		case numbers <- n:
		case <-playing.Done():
			break feed
		}
	}
	close(numbers)
	workers.Wait()
	if m.failure != nil {
		return m.score, m.failure
	}
	return m.score, ctx.Err()
}

// work plays games until there are no more, or the match is stopped.
func (m *Match) work(ctx context.Context, numbers <-chan int, stop func()) (err error) {
	var players [2]Player
	defer func() {
		for _, p := range players {
			if p != nil {
				err = errors.Join(err, p.Close())
			}
		}
	}()
	for n := range numbers {
		for i := range players {
			if players[i] == nil {
				p, err := m.New[i]()
				if err != nil {
					return fmt.Errorf("player %d: %w", i+1, err)
				}
				players[i] = p
			}
		}
		rec, err := m.play(ctx, n, players)
		if err != nil {
			return err
		}
		if rec.Fault != nil {
			// Its state is unknown: the next game gets a new one.
			i := m.White(n) ^ int(rec.Fault.Side)
			// The game is lost already: an error on closing does not matter.
			_ = players[i].Close()
			players[i] = nil
		}
		if err := m.finish(n, rec); err != nil {
			return err
		}
		if m.decided() {
			stop()
			return nil
		}
	}
	return nil
}

func (m *Match) play(ctx context.Context, n int, players [2]Player) (Record, error) {
	o, err := m.takeOpening(ctx, n)
	if err != nil {
		return Record{}, err
	}
	g, err := o.Game(m.Rules)
	if err != nil {
		return Record{}, fmt.Errorf("opening %d: %w", m.Opening(n)+1, err)
	}
	w := m.White(n)
	d := gameRun{
		Record:  Record{Game: g},
		players: [2]Player{players[w], players[1-w]},
		allow:   [2]Allowance{m.Allow[w], m.Allow[1-w]},
		rules:   m.End, margin: m.Margin,
	}
	seed := m.Seed + 2*uint64(n)
	err = d.play(ctx, [2]uint64{seed, seed + 1})
	return d.Record, err
}

// takeOpening gives the opening of game n. A book may have to search for one, so that it
// is kept for the other game of the pair.
func (m *Match) takeOpening(ctx context.Context, n int) (Opening, error) {
	i := m.Opening(n)
	m.mu.Lock()
	o, kept := m.pending[i]
	delete(m.pending, i)
	m.mu.Unlock()
	if kept {
		return o, nil
	}
	o, err := m.Book(ctx, i)
	if err == nil && !m.Fixed && n%2 == 0 {
		m.mu.Lock()
		m.pending[i] = o
		m.mu.Unlock()
	}
	return o, err
}

func (m *Match) finish(n int, rec Record) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.countLocked(n, rec.Game.Outcome())
	if m.OnGame == nil {
		return nil
	}
	return m.OnGame(n, rec, m.score)
}

// countLocked adds a game to the score, and its pair when both are played.
func (m *Match) countLocked(n int, o chess.Outcome) {
	side := chess.Color(m.White(n))
	m.score.Add(o.Result, side)
	m.score.Ends[o.Reason]++
	m.points[n] = quarters(o.Result, side)
	if other, done := m.points[n^1]; done && !m.Fixed {
		m.score.Pairs[other+m.points[n]]++
	}
}

func (m *Match) decided() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.decidedLocked()
}

func (m *Match) decidedLocked() bool {
	return m.Test != nil && m.Test.Judge(m.score.Pairs) != Open
}
