package sqlstore

import (
	"context"
	"errors"
	"sync"
	"time"

	"rookery/tui/lobby"
	"rookery/tui/lobby/journal"
)

const (
	// together is how many games are put on the disk at once at most.
	together = 256
	// remembered is how many ended games are known as such without asking.
	remembered = 4096
	// The archive is tried again after a fault of the disk or the journal,
	// ever later.
	firstWait, longestWait = time.Second, time.Minute
)

// follow takes games in until ctx ends. Whatever goes wrong, it begins again
// behind what is on the disk.
func (a *Archive) follow(ctx context.Context) {
	wait := firstWait
	for {
		took, err := a.run(ctx)
		if ctx.Err() != nil {
			return
		}
		if damaged(err) {
			a.cfg.Log.Warn("archive damaged, rebuilding it", "file", a.cfg.Path, "err", err)
			if err = a.renew(ctx); err == nil {
				continue
			}
		}
		if took {
			wait = firstWait
		}
		a.cfg.Log.Error("archive stands still", "file", a.cfg.Path, "err", err, "again", wait.String())
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		wait = min(2*wait, longestWait)
	}
}

// renew puts an empty file in the place of a damaged one.
func (a *Archive) renew(ctx context.Context) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.store.close() // it may well complain
	st, err := a.cfg.renew(ctx)
	if err != nil {
		return err
	}
	a.store = st
	select { // what was said of the old one
	case <-a.spoiled:
	default:
	}
	return nil
}

// run takes games in until ctx ends or something fails, and tells whether any
// was taken in.
func (a *Archive) run(ctx context.Context) (took bool, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	st := a.current()
	after, err := a.start(ctx, st)
	if err != nil {
		return false, err
	}
	annulled := &annulments{news: make(chan struct{}, 1)}
	bucket, err := a.cfg.Journal.Bucket(ctx, annulledBucket)
	if err != nil {
		return false, err
	}
	unwatch, err := bucket.Watch(ctx, annulled.add)
	if err != nil {
		return false, err
	}
	defer unwatch()
	erased := &annulments{news: make(chan struct{}, 1)}
	if bucket, err = a.cfg.Journal.Bucket(ctx, lobby.ErasedBucket); err != nil {
		return false, err
	}
	unwatchErased, err := bucket.Watch(ctx, erased.add)
	if err != nil {
		return false, err
	}
	defer unwatchErased()
	if err := a.complete(ctx, st); err != nil {
		return false, err
	}
	games := make(chan *lobby.Finished, together)
	f := &follower{archive: a, running: make(map[string]*lobby.Chronicle), over: make(map[string]bool)}
	a.mu.Lock()
	a.follows = f
	a.mu.Unlock()
	stop, err := a.cfg.Journal.Watch(ctx, after, func(e journal.Event) {
		g, err := f.take(ctx, e)
		switch {
		case err != nil:
			cancel(err)
		case g != nil:
			select {
			case games <- g:
			case <-ctx.Done():
			}
		}
	})
	if err != nil {
		return false, err
	}
	defer stop()
	defer cancel(nil) // before stop, which waits for what is being delivered
	for {
		select {
		case <-ctx.Done():
			return took, context.Cause(ctx)
		case err := <-a.spoiled:
			return took, err
		case <-annulled.news:
			for _, id := range annulled.take() {
				if err := st.annul(ctx, id); err != nil {
					return took, err
				}
			}
			a.tell()
		case <-erased.news:
			for _, id := range erased.take() {
				if err := st.erase(ctx, id); err != nil {
					return took, err
				}
			}
			a.tell()
		case g := <-games:
			if err := st.put(ctx, append([]*lobby.Finished{g}, waiting(games)...), a.packed, a.leftOut); err != nil {
				return took, err
			}
			took = true
			a.tell()
		}
	}
}

// Relieve implements archive.Archive: games that run are read again at their next event.
func (a *Archive) Relieve() {
	a.mu.Lock()
	f := a.follows
	a.mu.Unlock()
	if f == nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.running = make(map[string]*lobby.Chronicle)
}

// annulments are games that are to be taken out of the ratings, or players whose names go.
type annulments struct {
	news chan struct{}
	mu   sync.Mutex
	ids  []string
}

func (n *annulments) add(v journal.Value) {
	if v.Deleted {
		return
	}
	n.mu.Lock()
	n.ids = append(n.ids, v.Key)
	n.mu.Unlock()
	select {
	case n.news <- struct{}{}:
	default:
	}
}

func (n *annulments) take() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	ids := n.ids
	n.ids = nil
	return ids
}

// leftOut tells of a game that cannot be kept.
func (a *Archive) leftOut(game string, err error) {
	a.cfg.Log.Error("game left out of the archive", "game", game, "err", err)
}

// waiting takes what is in the channel already.
func waiting(games <-chan *lobby.Finished) (out []*lobby.Finished) {
	for len(out) < together-1 {
		select {
		case g := <-games:
			out = append(out, g)
		default:
			return out
		}
	}
	return out
}

// start is the number of the event to go on behind. Where the last game did not end with
// that event of this journal, another journal is followed, or one that has lost its end:
// then all its games are looked at again, and those that are known are passed over. The
// archive keeps what it has.
func (a *Archive) start(ctx context.Context, st *store) (uint64, error) {
	seq, game, err := st.place(ctx)
	if err != nil || seq == 0 {
		return 0, err
	}
	if game != "" {
		events, err := a.cfg.Journal.Read(ctx, game, seq-1)
		if err != nil && !errors.As(err, new(*journal.DamageError)) {
			return 0, err
		}
		if len(events) > 0 && events[0].Seq == seq {
			return seq, nil
		}
	}
	a.cfg.Log.Warn("the journal does not have the last game of the archive: looking for games that are missing here", "file", a.cfg.Path, "game", game)
	_, err = st.write.ExecContext(ctx, `UPDATE place SET seq = 0, game = ''`)
	return 0, err
}

// follower finds the games that end among all events.
type follower struct {
	archive *Archive
	mu      sync.Mutex // guards the rest
	running map[string]*lobby.Chronicle
	over    map[string]bool // games whose end is known
	order   []string        // of over, the oldest first
}

// take takes the next event in and gives the game that ends with it. A game
// that cannot be read is told to the log and left out.
func (f *follower) take(ctx context.Context, e journal.Event) (*lobby.Finished, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if lobby.IsTournament(e.Game) || f.over[e.Game] {
		return nil, nil
	}
	c := f.running[e.Game]
	if c == nil {
		c = new(lobby.Chronicle)
		f.running[e.Game] = c
	}
	done, err := c.Add(e)
	if err != nil && c.Seq() == 0 { // it began before we did
		if err = f.catchUp(ctx, c, e); err == nil {
			done, err = c.Add(e)
		}
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		f.archive.leftOut(e.Game, err)
		fallthrough
	case c.Over():
		f.forget(e.Game)
	}
	return done, nil
}

// catchUp takes in the events of a game that lie before e.
func (f *follower) catchUp(ctx context.Context, c *lobby.Chronicle, e journal.Event) error {
	all, err := f.archive.cfg.Journal.Read(ctx, e.Game, 0)
	for i := 0; err == nil && i < len(all) && all[i].Seq < e.Seq; i++ {
		_, err = c.Add(all[i])
	}
	return err
}

// forget drops what is known of a game that has ended, but that it has.
func (f *follower) forget(game string) {
	delete(f.running, game)
	if len(f.order) == remembered {
		delete(f.over, f.order[0])
		f.order = f.order[1:]
	}
	f.over[game] = true
	f.order = append(f.order, game)
}
