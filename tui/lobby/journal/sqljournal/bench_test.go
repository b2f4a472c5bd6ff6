package sqljournal

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"rookery/tui/lobby/journal"
)

// BenchmarkAppend writes moves of several games at once, with somebody who watches.
func BenchmarkAppend(b *testing.B) {
	for _, games := range []int{1, 64} {
		b.Run(fmt.Sprintf("%d games", games), func(b *testing.B) {
			s, err := Open(b.Context(), b.TempDir(), Options{})
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			stop, err := s.Watch(b.Context(), 0, func(journal.Event) {})
			if err != nil {
				b.Fatal(err)
			}
			defer stop()
			data := make([]byte, 180)
			b.ResetTimer()
			var wait sync.WaitGroup
			for g := range games {
				wait.Go(func() {
					var last uint64
					for n := g; n < b.N; n += games {
						if last, err = s.Append(context.Background(), fmt.Sprint("g", g), last, data); err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			wait.Wait()
		})
	}
}
