package lichess

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"rookery/chess"
)

// mostKnown is how many answers about positions are kept.
const mostKnown = 2000

// Knowledge keeps what the server has said about positions, so that none is asked twice. Its zero value is
// empty and keeps nothing on the disk; it may be used by many goroutines.
type Knowledge struct {
	// Dir is a folder where answers are kept for other days; empty for none.
	Dir string

	mu      sync.Mutex
	answers map[string]*answer
	order   []string // the oldest first
	written int      // answers that were kept on the disk
	damaged bool     // one on the disk made no sense
}

// answer is one that was given or is waited for.
type answer struct {
	done  chan struct{}
	value any
	err   error
}

// CloudAnswer is what the cloud says of a position.
type CloudAnswer struct {
	Depth int
	Lines []CloudLine
}

// Explore is [Client.Explore], asked once.
func (k *Knowledge) Explore(ctx context.Context, c *Client, from Source, b chess.Board, take func(Played)) (Played, error) {
	key, age := exploreKey(from, b), map[string]time.Duration{"masters": 60 * day, "lichess": 14 * day}[from.Name]
	if age == 0 {
		age = day // a player goes on playing
	}
	return once(ctx, k, key, func() (Played, error) {
		return kept(k, c, key, age, func() (explored, error) { return c.explore(ctx, from, b, take) },
			func(got explored) (Played, error) { return got.played(b) })
	})
}

// Cloud is [Client.Cloud], asked once.
func (k *Knowledge) Cloud(ctx context.Context, c *Client, b chess.Board) (CloudAnswer, error) {
	if _, ok := Key(b.Rules()); !ok {
		return CloudAnswer{}, ErrNotFound
	}
	key := cloudKey(b)
	return once(ctx, k, key, func() (CloudAnswer, error) {
		return kept(k, c, key, 14*day, func() (clouded, error) { return c.cloud(ctx, b) },
			func(got clouded) (a CloudAnswer, err error) {
				a.Depth, a.Lines, err = got.judge(b)
				return a, err
			})
	})
}

// Table is [Client.Table], asked once.
func (k *Knowledge) Table(ctx context.Context, c *Client, b chess.Board) (Exact, error) {
	if !InTables(b) {
		return Exact{}, ErrNotFound
	}
	key := tableKey(b)
	return once(ctx, k, key, func() (Exact, error) {
		return kept(k, c, key, 365*day, func() (tabled, error) { return c.table(ctx, b) },
			func(got tabled) (Exact, error) { return got.judge(b) })
	})
}

const day = 24 * time.Hour

// KnowsExplored, KnowsCloud and KnowsTable tell whether an answer is there.
func (k *Knowledge) KnowsExplored(from Source, b chess.Board) bool {
	return k.knows(exploreKey(from, b))
}
func (k *Knowledge) KnowsCloud(b chess.Board) bool { return k.knows(cloudKey(b)) }
func (k *Knowledge) KnowsTable(b chess.Board) bool { return k.knows(tableKey(b)) }

func (k *Knowledge) knows(key string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	a := k.answers[key]
	if a == nil {
		return false
	}
	select {
	case <-a.done:
		return true
	default:
		return false
	}
}

func exploreKey(from Source, b chess.Board) string {
	return fmt.Sprintf("%s %s %d ", from.Name, strings.ToLower(from.Player), from.Colour) + positionKey(b)
}
func cloudKey(b chess.Board) string { return "cloud " + positionKey(b) }

// tableKey has the half-move clock, by which a win may be none.
func tableKey(b chess.Board) string { return "table " + ruleKey(b) + b.FEN() }

// positionKey is a position without its counters.
func positionKey(b chess.Board) string {
	fields := strings.Fields(b.FEN())
	if len(fields) >= 6 {
		fields = fields[:len(fields)-2]
	}
	return ruleKey(b) + strings.Join(fields, " ")
}

func ruleKey(b chess.Board) string {
	key, _ := Key(b.Rules())
	return key + " "
}

// once asks what is not known, and waits for what is being asked. What was found, and that there is
// nothing, is kept; that there was no answer is not.
func once[T any](ctx context.Context, k *Knowledge, key string, ask func() (T, error)) (v T, err error) {
	for {
		k.mu.Lock()
		a, there := k.answers[key]
		if !there {
			a = &answer{done: make(chan struct{})}
			if k.answers == nil {
				k.answers = make(map[string]*answer)
			}
			k.answers[key] = a
			k.order = append(k.order, key)
			if len(k.order) > mostKnown {
				delete(k.answers, k.order[0])
				k.order = k.order[1:]
			}
			k.mu.Unlock()
			v, err = ask()
			if err != nil && !errors.Is(err, ErrNotFound) && !errors.Is(err, errRules) {
				k.forget(key, a)
			}
			a.value, a.err = v, err
			close(a.done)
			return v, err
		}
		k.mu.Unlock()
		select {
		case <-a.done:
			if errors.Is(a.err, context.Canceled) { // who asked has gone
				continue
			}
			v, _ = a.value.(T)
			return v, a.err
		case <-ctx.Done():
			return v, ctx.Err()
		}
	}
}

func (k *Knowledge) forget(key string, a *answer) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.answers[key] == a {
		delete(k.answers, key)
		for i, o := range k.order {
			if o == key {
				k.order = append(k.order[:i], k.order[i+1:]...)
				break
			}
		}
	}
}
