package serve

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"rookery/ai"
	"rookery/chess"
	"rookery/tui/engineplay"
	"rookery/tui/play"
	"rookery/variants"
)

// queuer has players wait for turns in a pool and tells in which order they come.
type queuer struct {
	t     *testing.T
	p     *pool
	order chan string
}

// busy counts the turns that are taken.
func (p *pool) busy() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.running)
}

func newQueuer(t *testing.T, size int) *queuer {
	return &queuer{t: t, p: newPool(size, 10*time.Second, time.Now), order: make(chan string, 100)}
}

// wait has a player wait; what he is given he keeps for as long as work takes, or until he has to stop.
func (q *queuer) wait(player string, purpose engineplay.Purpose, work time.Duration) {
	q.t.Helper()
	go func() {
		for used := time.Duration(0); ; {
			turn, err := playerTurns{q.p, player}.Take(q.t.Context(), purpose, used)
			if err != nil {
				q.t.Errorf("%s: %v", player, err)
				return
			}
			q.order <- player
			began := time.Now()
			select {
			case <-time.After(work - used):
			case <-turn.Ctx.Done():
			}
			used += time.Since(began)
			if again := turn.Done(); !again {
				return
			}
		}
	}()
	synctest.Wait()
}

func (q *queuer) came() (all []string) {
	for {
		select {
		case player := <-q.order:
			all = append(all, player)
		default:
			return all
		}
	}
}

func TestPoolIsFair(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueuer(t, 1)
		q.wait("busy", engineplay.ForMove, time.Second)
		q.wait("busy", engineplay.ForMove, time.Second)
		q.wait("busy", engineplay.ForMove, time.Second)
		if _, err := (playerTurns{q.p, "busy"}).Take(t.Context(), engineplay.ForMove, 0); !errors.Is(err, errBusy) {
			t.Errorf("a third search of one player waits: %v, want %v", err, errBusy)
		}
		q.wait("other", engineplay.ForMove, time.Second)
		time.Sleep(3500 * time.Millisecond)
		if got := q.came(); len(got) != 4 || got[1] != "other" {
			t.Errorf("%v, want the one who was not served yet to be second", got)
		}
		time.Sleep(time.Minute)
	})
}

// TestMovesComeBeforeAdvice has twelve analysts wait before a game does; its move comes after one
// slice, and they all have their ten seconds in the end.
func TestMovesComeBeforeAdvice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueuer(t, 1)
		for i := range 12 {
			q.wait(string(rune('a'+i)), engineplay.ForAdvice, 10*time.Second)
		}
		q.came()
		q.wait("game", engineplay.ForMove, time.Second)
		if place, _ := (playerTurns{q.p, "game"}).Queue(); place != 1 {
			t.Errorf("the game is number %d in the queue, want 1", place)
		}
		if place, about := (playerTurns{q.p, "l"}).Queue(); place < 2 || about <= 0 {
			t.Errorf("an analyst is number %d, about %v", place, about)
		}
		time.Sleep(slice)
		synctest.Wait()
		if got := q.came(); len(got) != 1 || got[0] != "game" {
			t.Errorf("after a slice came %v, want the game", got)
		}
		for range 15 { // twelve have ten seconds each
			time.Sleep(10 * time.Second)
			synctest.Wait()
			q.came()
		}
		if n := q.p.busy() + q.p.length(); n > 0 {
			t.Errorf("%d are not ready", n)
		}
	})
}

// TestCrowdThinksShorter has fifty computers play at once: all have moved within ten seconds, and
// alone each has as long as it may.
func TestCrowdThinksShorter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueuer(t, 1)
		q.wait("alone", engineplay.ForMove, time.Hour)
		time.Sleep(wholeRound - time.Millisecond)
		synctest.Wait()
		if q.p.busy() != 1 {
			t.Error("one alone was cut short")
		}
		time.Sleep(time.Minute)
		q.came()
		for round := range 3 {
			for i := range 50 {
				q.wait(string(rune('A'+i)), engineplay.ForMove, time.Hour)
			}
			began := time.Now()
			for q.p.busy() > 0 && time.Since(began) < time.Hour {
				time.Sleep(10 * time.Millisecond)
				synctest.Wait()
				q.came()
			}
			if took := time.Since(began); took > 7*time.Second {
				t.Errorf("round %d took %v", round, took)
			}
		}
	})
}

// TestTurnsLeaveNothing calls off tasks that wait and that run.
func TestTurnsLeaveNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPool(2, time.Second, time.Now)
		ctx, cancel := context.WithCancel(t.Context())
		for i := range 10 {
			go func() {
				turn, err := playerTurns{p, string(rune('a' + i))}.Take(ctx, engineplay.Purpose(i%2), 0)
				if err == nil {
					<-turn.Ctx.Done()
					turn.Done()
					turn.Done()
				}
			}()
		}
		synctest.Wait()
		cancel()
		synctest.Wait()
		p.mu.Lock()
		defer p.mu.Unlock()
		if len(p.waiting) != 0 || len(p.running) != 0 || len(p.memories) != 2 {
			t.Errorf("%d wait, %d run, %d memories are free", len(p.waiting), len(p.running), len(p.memories))
		}
	})
}

// TestManyComputersLittleMemory has a hundred computers move: what they work in belongs to the
// pool, not to the games.
func TestManyComputersLittleMemory(t *testing.T) {
	const games = 100
	p := newPool(2, 10*time.Second, time.Now)
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	engines := make([]engineplay.Builtin, games)
	var all sync.WaitGroup
	for i := range engines {
		player := fmt.Sprint("player", i)
		engines[i] = engineplay.NewBuiltin(playerTurns{p, player}, play.Strongest(), ai.Balanced, uint64(i), true)
		all.Go(func() {
			b, err := chess.NewBoard(variants.Chess, "")
			if err == nil {
				_, err = engines[i].Choose(t.Context(), b, nil, play.Task{Start: b, Limit: ai.Limit{Nodes: 5000}})
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if grown := int64(heap()-before) >> 20; grown > 80 {
		t.Errorf("%d MB are held for %d games", grown, games)
	}
	runtime.KeepAlive(engines)
}
