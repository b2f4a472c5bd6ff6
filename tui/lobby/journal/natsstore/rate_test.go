package natsstore

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"rookery/tui/lobby/journal/natsstore/clustertest"
)

// TestClusterRate measures what three nodes on this machine take from two front ends: moves a second with
// one game and with many at once, and how many bytes one node keeps of a move.
func TestClusterRate(t *testing.T) {
	if os.Getenv(lengthy) == "" {
		t.Skip("set " + lengthy + " to measure a cluster")
	}
	nodes := clustertest.Spawn(t, 3)
	fronts := []*Store{dial(t, nodes, 0, 3), dial(t, nodes, 1, 3)}
	data := make([]byte, 180) // of a move as the lobby writes it
	events := 0
	for _, games := range []int{1, 64, 256} {
		const span = 5 * time.Second
		var mu sync.Mutex
		var took []time.Duration
		ctx, cancel := context.WithTimeout(t.Context(), span)
		var wait sync.WaitGroup
		for g := range games {
			wait.Go(func() {
				var last uint64
				for ctx.Err() == nil {
					began := time.Now()
					seq, err := fronts[g%len(fronts)].Append(context.WithoutCancel(ctx), fmt.Sprintf("n%dg%d", games, g), last, data)
					if err != nil {
						t.Error(err)
						return
					}
					last = seq
					mu.Lock()
					took = append(took, time.Since(began))
					mu.Unlock()
				}
			})
		}
		wait.Wait()
		cancel()
		slices.Sort(took)
		events += len(took)
		t.Logf("%d games at once: %.0f moves a second, p50 %v, p99 %v", games, float64(len(took))/span.Seconds(),
			took[len(took)/2].Round(100*time.Microsecond), took[len(took)*99/100].Round(100*time.Microsecond))
	}
	var bytes int64
	err := filepath.WalkDir(nodes.Dir(0), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || filepath.Ext(path) != ".blk" {
			return err
		}
		info, err := d.Info()
		if err == nil {
			bytes += info.Size()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("one node keeps %d bytes of a move", bytes/int64(events))
}
