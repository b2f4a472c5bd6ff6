package load

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"sync"
	"time"
)

// strongest is the level that guests play against.
const strongest = "Grandmaster"

// quiet are White's moves of a guest, none of which a book knows for long. One that is not legal is passed over.
var quiet = []string{"a3", "h3", "Nc3", "b3", "g3", "Nb1", "Bb2", "Bg2", "Nc3", "Rb1", "Nb5", "Nc3", "Ra1", "d3", "e3", "Qd2", "Qd1", "Na4", "Nc3"}

// answered finds a move of White with an answer in a list of moves.
var answered = regexp.MustCompile(`(^|\s)(\d+)\. +[A-Za-z]\S* +[A-Za-z]`)

// answers is how many answers of the computer a screen shows, of those that still stand there.
func (t *terminal) answers() (last string) {
	for y := range t.cells {
		if m := answered.FindStringSubmatch(string(t.cells[y])); m != nil {
			last = m[2]
		}
	}
	return last
}

// newGuest makes somebody without a key, who has not come yet.
func newGuest(name string) *client { return &client{name: name, ended: make(chan struct{})} }

// compute has guests play against the strongest computer and others analyse, while those who sit at tables
// go on, for a span.
func (r *run) compute(ctx, life context.Context) error {
	if r.Guests+r.Analysts == 0 {
		return nil
	}
	r.told("guests come to play the computer")
	c := r.clients
	guests, analysts := make([]*client, r.Guests), make([]*client, r.Analysts)
	come := func(p *client, steps ...step) error {
		own, done := context.WithTimeout(ctx, arrival)
		defer done()
		c.mu.Lock()
		c.all = append(c.all, p)
		c.mu.Unlock()
		if err := p.come(life, c.host.addr, r.Cols, r.Rows); err != nil {
			return err
		}
		if err := p.does(own, "", "Lobby"); err != nil {
			return err
		}
		if err := p.choose(own, steps[0].text); err != nil {
			return err
		}
		for _, s := range steps {
			if err := p.does(own, s.keys, s.text); err != nil {
				return err
			}
		}
		return nil
	}
	before, err := r.host.usage()
	if err != nil {
		return err
	}
	for i := range guests {
		guests[i] = newGuest("G" + code(i))
		steps := []step{{"\r", "New game"}, {"\x1b[B\x1b[B\x1b[B", "▸ Strength"}, {"\x1b[C", "Expert"}, {"\x1b[C", "Candidate"},
			{"\x1b[C", "Master"}, {"\x1b[C", strongest}, {"\r", "Move ▸"}}
		if err := come(guests[i], steps...); err != nil {
			return err
		}
	}
	for i := range analysts {
		analysts[i] = newGuest("A" + code(i))
		if err := come(analysts[i], step{"\r", "Analysis board"}); err != nil {
			return err
		}
	}
	r.told("computers play and analyse")
	span, end := context.WithTimeout(ctx, r.Thought)
	defer end()
	began, err := r.host.usage()
	if err != nil {
		return err
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	var took []time.Duration
	var faults []error
	greatest, waited := began.rss, 0
	for _, p := range guests {
		wg.Go(func() {
			for _, move := range quiet {
				d, err := p.playsComputer(ctx, span, move)
				mu.Lock()
				switch {
				case errors.Is(err, errUnanswered):
					waited++
					mu.Unlock()
					return
				case err != nil:
					faults = append(faults, err)
					mu.Unlock()
					return
				case d > 0:
					took = append(took, d)
				}
				mu.Unlock()
				if span.Err() != nil {
					return
				}
			}
		})
	}
	wg.Go(func() {
		for pause(span, time.Second/4) == nil {
			if u, err := r.host.usage(); err == nil {
				mu.Lock()
				greatest = max(greatest, u.rss)
				mu.Unlock()
			}
		}
	})
	all, late, err := c.play(ctx, r.Thought)
	wg.Wait()
	if err := errors.Join(append(faults, err)...); err != nil {
		return err
	}
	u, err := r.host.usage()
	if err != nil {
		return err
	}
	var opponents []time.Duration
	for _, m := range all {
		opponents = append(opponents, m.opponent)
	}
	cpu, others := u.since(began)
	r.add("guests who play against "+strongest, float64(r.Guests), "", 0)
	r.add("analyses", float64(r.Analysts), "", 0)
	r.add("RSS before they came", before.rss/1e6, "MB", 0)
	r.add("greatest RSS with computers", greatest/1e6, "MB", goalComputers)
	r.add("answers of computers", float64(len(took)), "", 0)
	r.add("moves without an answer when the span ended, left out", float64(waited), "", 0)
	r.Figures.times("a guest's move to the computer's answer", took, 0, 0)
	r.add("a guest's move to the computer's answer, p95", quantile(took, .95)/1e3, "s", goalAnswer)
	r.add("moves between people meanwhile", float64(len(all)), "", 0)
	r.add("moves left out, the one before not being seen", float64(late), "", 0)
	r.Figures.times("move to the opponent's screen beside computers", opponents, 0, goalLateMove)
	r.add("CPU with computers", cpu, "% of a core", 0)
	r.add("CPU of other programs meanwhile", others, "% of a core", 0)
	return nil
}

// step is what somebody strikes and what he sees then.
type step struct{ keys, text string }

// errUnanswered says that the span ended before the computer's answer came.
var errUnanswered = errors.New("no answer in time")

// answerWait is how long an answer is waited for after the span, so that slow ones are not left out.
const answerWait = 30 * time.Second

// playsComputer makes a move and waits for the answer; 0 for a move that is not legal.
func (c *client) playsComputer(ctx, span context.Context, move string) (time.Duration, error) {
	c.mu.Lock()
	before := c.terminal.answers()
	c.mu.Unlock()
	w := c.expect(func(t *terminal) bool {
		return t.answers() != before || t.shows("is not legal") || t.shows("not possible") || t.shows("no legal") || t.shows("cannot") || t.shows("New game")
	})
	began := time.Now()
	if err := c.keys(move + "\r"); err != nil {
		return 0, err
	}
	wait, done := context.WithCancel(ctx)
	defer done()
	stop := context.AfterFunc(span, func() {
		late := time.AfterFunc(answerWait, done)
		context.AfterFunc(wait, func() { late.Stop() })
	})
	defer stop()
	s, err := c.await(wait, w, fmt.Sprintf("the answer to %s", move))
	if err != nil {
		if ctx.Err() == nil && wait.Err() != nil {
			return 0, errUnanswered
		}
		return 0, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.terminal.answers() == before {
		return 0, c.keys("\x15") // clears the line
	}
	return s.at.Sub(began), nil
}
