// Package load measures a server under load: real SSH clients on the loopback, in
// another process than the server, who play, write and watch. It imports no screen. Start reading with [Run].
package load

import (
	"context"
	"errors"
	"os/exec"
	"time"
)

// Plan is how much is done.
type Plan struct {
	Sessions   int // players, two of them at each game, with running clocks
	Browsers   int // of them, each against one with an SSH client
	Games      int // of them, that make moves
	Watched    int // games that have spectators
	Spectators int // of each of those
	Guests     int // who play against the strongest computer
	Analysts   int // who have an analysis open
	Keys       int // a second, over all players
	Moves      int // a second, over all games
	Span       time.Duration
	Thought    time.Duration // how long computers are measured
	Cols, Rows int           // of each terminal
}

// Usual is the plan for which the goals are meant.
func Usual() Plan {
	return Plan{
		Sessions: 1000, Games: 500, Watched: 10, Spectators: 10, Keys: 200, Moves: 100,
		Span: 10 * time.Second, Thought: 40 * time.Second, Cols: 80, Rows: 24,
	}
}

// What a server of ordinary size should hold; see SERVER.md of the project's study
// for where they come from.
const (
	goalSession    = 250 // KB
	goalIdle       = 25  // % of a core
	goalSecond     = 150 // bytes
	goalKey        = 25  // ms
	goalLateKey    = 60  // ms
	goalLateMove   = 100 // ms
	goalMove       = 1000
	goalAfterwards = 60  // MB
	goalComputers  = 700 // MB: what the unit of the manual gives Go
	goalAnswer     = 10  // s
)

// errPlan refuses a plan.
var errPlan = errors.New("at least two sessions, a key and a move a second are wanted, and no more games than pairs of sessions")

func (p Plan) sound() error {
	if p.Sessions < 2 || p.Games < 1 || p.Games > p.Sessions/2 || p.Browsers < 0 || p.Browsers > p.Sessions/2 || p.Watched < 0 || p.Watched > p.Games || p.Spectators < 0 || p.Guests < 0 || p.Analysts < 0 ||
		p.Keys < 1 || p.Moves < 1 || p.Span < time.Second || p.Cols < 80 || p.Rows < 24 {
		return errPlan
	}
	return nil
}

// Run starts the server, which calls Answer and keeps its files in dir, and
// measures it. told is called before each part with what is done. When it fails it
// gives what was measured until then.
func Run(ctx context.Context, p Plan, server *exec.Cmd, dir string, told func(string)) (f Figures, err error) {
	if err := p.sound(); err != nil {
		return nil, err
	}
	synced, err := syncing(dir)
	if err != nil {
		return nil, err
	}
	h, err := startHost(server)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, h.stop()) }()
	life, end := context.WithCancel(ctx)
	defer end()
	r := &run{Plan: p, host: h, clients: &clients{plan: p, host: h}, told: told}
	defer r.clients.leave()
	r.times("a small write until it is on the disk", synced, 0, 0)
	for _, part := range []func(ctx, life context.Context) error{r.come, r.rest, r.write, r.play, r.compute, r.leave} {
		if err := part(ctx, life); err != nil {
			return r.Figures, err
		}
	}
	return r.Figures, nil
}

// run is one under way.
type run struct {
	Plan
	Figures
	host    *host
	clients *clients
	told    func(string)
	base    int // goroutines
	empty   usage
}

// come has all players come, after one has come and gone.
func (r *run) come(ctx, life context.Context) (err error) {
	r.told("one comes and goes")
	if err := r.clients.warm(ctx, life); err != nil {
		return err
	}
	if err := r.calm(ctx); err != nil {
		return err
	}
	for range 8 { // the store's own come and go, too
		if err := pause(ctx, r.Span/40); err != nil {
			return err
		}
		n, err := r.host.ask()
		if err != nil {
			return err
		}
		r.base = max(r.base, n)
	}
	r.told("players come")
	if r.empty, err = r.host.usage(); err != nil {
		return err
	}
	r.add("RSS with nobody there", r.empty.rss/1e6, "MB", 0)
	if err := r.clients.gather(ctx, life); err != nil {
		return err
	}
	u, err := r.host.usage()
	if err != nil {
		return err
	}
	r.add("sessions with running clocks", float64(r.Sessions), "", 0)
	if r.Browsers > 0 {
		r.add("of them in browsers", float64(r.Browsers), "", 0)
	}
	r.add("all have come and moved after", u.at.Sub(r.empty.at).Seconds(), "s", 0)
	r.add("CPU for one to come and move once", (u.cpu-r.empty.cpu).Seconds()*1e3/float64(r.Sessions), "ms", 0)
	return r.calm(ctx)
}

// calm waits until words of greeting are gone and what was closed has ended.
func (r *run) calm(ctx context.Context) error { return pause(ctx, min(r.Span, 5*time.Second)) }

// rest has nobody do anything.
func (r *run) rest(ctx, _ context.Context) error {
	r.told("clocks run")
	before, err := r.host.usage()
	if err != nil {
		return err
	}
	took := r.clients.bytes()
	if err := pause(ctx, r.Span); err != nil {
		return err
	}
	u, err := r.host.usage()
	if err != nil {
		return err
	}
	goroutines, err := r.host.ask()
	if err != nil {
		return err
	}
	n := float64(r.Sessions)
	cpu, others := u.since(before)
	r.add("RSS", u.rss/1e6, "MB", 0)
	r.add("RSS of a session", (u.rss-r.empty.rss)/1e3/n, "KB", goalSession)
	r.add("goroutines of a session", float64(goroutines-r.base)/n, "", 0)
	r.add("CPU while only clocks run", cpu, "% of a core", goalIdle)
	r.add("CPU of other programs meanwhile", others, "% of a core", 0)
	r.add("a session's bytes of a clock second", float64(r.clients.bytes()-took)/n/u.at.Sub(before.at).Seconds(), "bytes", goalSecond)
	return nil
}

// write has players strike keys.
func (r *run) write(ctx, _ context.Context) error {
	r.told("keys are struck")
	before, err := r.host.usage()
	if err != nil {
		return err
	}
	all, late, err := r.clients.strike(ctx)
	if err != nil {
		return err
	}
	u, err := r.host.usage()
	if err != nil {
		return err
	}
	cpu, others := u.since(before)
	r.add("keys", float64(len(all)), "", 0)
	r.add("keys left out, the one before not being drawn", float64(late), "", 0)
	r.Figures.times("key to screen", all, goalKey, goalLateKey)
	r.add("CPU with keys", cpu, "% of a core", 0)
	r.add("CPU of other programs meanwhile", others, "% of a core", 0)
	return nil
}

// play has spectators come and games go on.
func (r *run) play(ctx, life context.Context) error {
	r.told("spectators come")
	if err := r.clients.watch(ctx, life); err != nil {
		return err
	}
	if err := r.calm(ctx); err != nil {
		return err
	}
	r.told("moves are made")
	before, err := r.host.usage()
	if err != nil {
		return err
	}
	all, late, err := r.clients.play(ctx, r.Span)
	if err != nil {
		return err
	}
	u, err := r.host.usage()
	if err != nil {
		return err
	}
	var opponents, browsers, watchers []time.Duration
	size := 0
	for _, m := range all {
		watchers, size = append(watchers, m.watchers...), max(size, m.size)
		if m.browser {
			browsers = append(browsers, m.opponent)
		} else {
			opponents = append(opponents, m.opponent)
		}
	}
	cpu, others := u.since(before)
	r.add("games that go on", float64(r.Games), "", 0)
	r.add("moves", float64(len(all)), "", 0)
	r.add("moves left out, the one before not being seen", float64(late), "", 0)
	r.Figures.times("move to the opponent's screen", opponents, 0, goalLateMove)
	if len(browsers) > 0 {
		r.Figures.times("move to the opponent's browser", browsers, 0, goalLateMove)
	}
	if len(watchers) > 0 {
		r.add("spectators", float64(r.Watched*r.Spectators), "", 0)
		r.Figures.times("move to a spectator's screen", watchers, 0, goalLateMove)
	}
	r.add("greatest frame of a move", float64(size), "bytes", goalMove)
	r.add("CPU with moves", cpu, "% of a core", 0)
	r.add("CPU of other programs meanwhile", others, "% of a core", 0)
	return nil
}

// afterwards is how long the server is given to forget those who have left.
const afterwards = 30 * time.Second

// leave has all go.
func (r *run) leave(ctx, _ context.Context) error {
	r.told("all leave")
	r.clients.leave()
	left := time.Now()
	goroutines, u, err := r.host.settle(ctx, r.base, goalAfterwards*1e6, afterwards)
	if err != nil {
		return err
	}
	r.add("goroutines when all have left", float64(goroutines), "", float64(r.base))
	r.add("RSS when all have left", u.rss/1e6, "MB", goalAfterwards)
	r.add("both were so after", u.at.Sub(left).Seconds(), "s", 0)
	return nil
}
