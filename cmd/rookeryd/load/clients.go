package load

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// clients are all who have come.
type clients struct {
	plan  Plan
	host  *host
	games []*game // about as the lobby lists them

	mu  sync.Mutex // guards the rest while they come
	all []*client
}

// game is one between two, and who watches it.
type game struct {
	players  [2]*client // White, Black
	watchers []*client
	ply      int // half-moves made
}

// opening is what is played in all games: the main line of the Closed Spanish,
// each move written as a player types it.
var opening = strings.Fields("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 Nbd2 Bb7 " +
	"Bc2 Re8 Nf1 Bf8 Ng3 g6 a4 c5 d5 c4 Bg5 h6 Be3 Nc5 Qd2 h5")

// begun is how many half-moves are made before anything is measured: then clocks
// run.
const begun = 2

// atATime is how many come at a time, and arrival how long one may take.
const (
	atATime = 16
	arrival = time.Minute
)

// code writes a number in letters that look like no others.
func code(n int) string {
	var b []byte
	for range 4 {
		b = append(b, "abdefghkmt"[n%10])
		n /= 10
	}
	return string(b)
}

// each does something for each of the games, some at a time.
func each(ctx context.Context, games []*game, do func(context.Context, int, *game) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wg sync.WaitGroup
	turns := make(chan struct{}, atATime)
	for i, g := range games {
		turns <- struct{}{}
		if ctx.Err() != nil {
			break
		}
		wg.Go(func() {
			defer func() { <-turns }()
			own, done := context.WithTimeout(ctx, arrival)
			defer done()
			if err := do(own, i, g); err != nil {
				cancel(err) // the first one counts
			}
		})
	}
	wg.Wait()
	return context.Cause(ctx)
}

// gather has players come, each to a game that has just begun for him. life ends
// their sessions.
func (c *clients) gather(ctx, life context.Context) error {
	games := make([]*game, c.plan.Sessions/2)
	for i := range games {
		g := &game{}
		for side, letter := range []string{"W", "B"} {
			var err error
			if side == i%2 && i < c.plan.Browsers {
				g.players[side] = newBrowser(letter + code(i))
				continue
			}
			if g.players[side], err = newClient(letter + code(i)); err != nil {
				return err
			}
		}
		games[i] = g
	}
	return each(ctx, games, func(ctx context.Context, _ int, g *game) error {
		if err := c.seat(g); err != nil {
			return err
		}
		for _, p := range g.players {
			err := error(nil)
			if p.secret != "" {
				err = p.comeInBrowser(life, c.host.web, c.plan.Cols, c.plan.Rows)
			} else {
				err = p.come(life, c.host.addr, c.plan.Cols, c.plan.Rows)
			}
			if err != nil {
				return err
			}
		}
		for _, p := range g.players {
			if err := p.does(ctx, "", toMove(0)); err != nil {
				return err
			}
		}
		for g.ply < begun {
			if _, err := g.move(ctx); err != nil {
				return err
			}
		}
		return nil
	})
}

// seat has a game begun.
func (c *clients) seat(g *game) error {
	_, err := c.host.ask(g.players[0].account(), g.players[1].account())
	c.mu.Lock()
	defer c.mu.Unlock()
	c.games = append(c.games, g)
	c.all = append(c.all, g.players[:]...)
	return err
}

// toMove is what a table says before a half-move.
func toMove(ply int) string { return [...]string{"White to move", "Black to move"}[ply%2] }

// warm has one come and go, so that what is made once has been made.
func (c *clients) warm(ctx, life context.Context) error {
	p, err := newClient("First")
	if err != nil {
		return err
	}
	defer p.leave()
	if _, err := c.host.ask(p.account()); err != nil {
		return err
	}
	if err := p.come(life, c.host.addr, c.plan.Cols, c.plan.Rows); err != nil {
		return err
	}
	own, done := context.WithTimeout(ctx, arrival)
	defer done()
	return p.does(own, "", "Lobby")
}

// watch has spectators come to the first games, through the lobby's list.
func (c *clients) watch(ctx, life context.Context) error {
	watched := c.games[:c.plan.Watched]
	return each(ctx, watched, func(ctx context.Context, i int, g *game) error {
		for k := range c.plan.Spectators {
			p, err := newClient("S" + code(i*c.plan.Spectators+k))
			if err != nil {
				return err
			}
			if _, err := c.host.ask(p.account()); err != nil {
				return err
			}
			if err := p.come(life, c.host.addr, c.plan.Cols, c.plan.Rows); err != nil {
				return err
			}
			g.watchers = append(g.watchers, p)
			c.mu.Lock()
			c.all = append(c.all, p)
			c.mu.Unlock()
			white := g.players[0].name
			for _, step := range []struct{ keys, text string }{
				{"", "Lobby"}, {"1", fmt.Sprintf("Games %d", len(c.games))}, {"3", "│ ▸"}, {"\r", "Watching. PgUp"}, {"", white},
			} {
				if step.keys == "\r" {
					if err := p.choose(ctx, white+" – "); err != nil {
						return err
					}
				}
				if err := p.does(ctx, step.keys, step.text); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// leave has all go.
func (c *clients) leave() {
	var wg sync.WaitGroup
	for _, p := range c.all {
		wg.Go(p.leave)
	}
	wg.Wait()
}

// bytes are all that came.
func (c *clients) bytes() (n int64) {
	for _, p := range c.all {
		n += p.took.Load()
	}
	return n
}

// moved is when a move was seen by those who did not make it.
type moved struct {
	opponent time.Duration
	browser  bool // the opponent's screen is in one
	watchers []time.Duration
	size     int // bytes of the greatest frame that showed it
}

// move has the one to move make the next move of the opening, and waits until all
// have seen it.
func (g *game) move(ctx context.Context) (m moved, err error) {
	mover, opponent := g.players[g.ply%2], g.players[1-g.ply%2]
	next := toMove(g.ply + 1)
	who := append([]*client{opponent, mover}, g.watchers...)
	waits := make([]*wait, len(who))
	for i, p := range who {
		waits[i] = p.expect(func(g *terminal) bool { return g.shows(next) })
	}
	began := time.Now()
	if err := mover.keys(opening[g.ply] + "\r"); err != nil {
		return m, err
	}
	for i, p := range who {
		s, err := p.await(ctx, waits[i], fmt.Sprintf("%s of %s", opening[g.ply], mover.name))
		if err != nil {
			return m, err
		}
		switch i {
		case 0:
			m.opponent, m.browser = s.at.Sub(began), p.secret != ""
		case 1: // his own screen
			continue
		default:
			m.watchers = append(m.watchers, s.at.Sub(began))
		}
		m.size = max(m.size, s.size)
	}
	g.ply++
	return m, nil
}

// play has games move in turn, so many times a second, and tells what was seen
// of each move and how many could not be made in time.
func (c *clients) play(ctx context.Context, span time.Duration) (all []moved, late int, err error) {
	games := c.games[:c.plan.Games]
	late, err = beat(ctx, c.plan.Moves, span, len(games), func(ctx context.Context, i int) (func(), error) {
		g := games[i]
		if g.ply == len(opening) {
			return nil, nil
		}
		m, err := g.move(ctx)
		return func() { all = append(all, m) }, err
	})
	return all, late, err
}

// strike has players write a letter on their line, or take it back, so many times
// a second, and tells how long each took to be drawn.
func (c *clients) strike(ctx context.Context) (all []time.Duration, late int, err error) {
	players := c.all[:len(c.games)*2]
	written := make([]bool, len(players))
	late, err = beat(ctx, c.plan.Keys, c.plan.Span, len(players), func(ctx context.Context, i int) (func(), error) {
		took, err := players[i].strike(ctx, written[i])
		written[i] = !written[i]
		return func() { all = append(all, took) }, err
	})
	if err != nil {
		return all, late, err
	}
	for i, p := range players { // the lines as they were
		if written[i] {
			if _, err := p.strike(ctx, true); err != nil {
				return all, late, err
			}
		}
	}
	return all, late, nil
}

// strike writes a letter, or takes it back.
func (c *client) strike(ctx context.Context, written bool) (time.Duration, error) {
	keys := "N"
	if written {
		keys = "\x7f"
	}
	w := c.expect(func(g *terminal) bool { return g.shows("▸ N") != written })
	began := time.Now()
	if err := c.keys(keys); err != nil {
		return 0, err
	}
	s, err := c.await(ctx, w, "the letter that was struck")
	return s.at.Sub(began), err
}

// beat does something so many times a second for one after the other of n, each
// beside the others, and afterwards what it gives, one at a time. Whose turn comes
// while he is still busy is counted as late.
func beat(ctx context.Context, rate int, span time.Duration, n int, do func(context.Context, int) (func(), error)) (late int, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wg sync.WaitGroup
	var mu sync.Mutex
	busy := make([]atomic.Bool, n)
	began := time.Now()
	for k := 0; ; k++ {
		due := time.Duration(k) * time.Second / time.Duration(rate)
		if due >= span {
			break
		}
		if err := pause(ctx, time.Until(began.Add(due))); err != nil {
			break
		}
		i := k % n
		if !busy[i].CompareAndSwap(false, true) {
			late++
			continue
		}
		wg.Go(func() {
			defer busy[i].Store(false)
			own, done := context.WithTimeout(ctx, arrival)
			defer done()
			after, err := do(own, i)
			if err != nil {
				cancel(err)
				return
			}
			if after != nil {
				mu.Lock()
				defer mu.Unlock()
				after()
			}
		})
	}
	wg.Wait()
	if err := context.Cause(ctx); err != nil && !errors.Is(err, context.Canceled) {
		return late, err
	}
	return late, nil
}
