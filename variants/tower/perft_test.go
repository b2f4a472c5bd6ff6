package tower

import (
	"strconv"
	"testing"

	"rookery/chess"
)

func checkPerft(t *testing.T, path string) {
	const most = 300_000 // nodes of a row in a short run
	for _, row := range table(t, path, "makarenko", 4) {
		depth, _ := strconv.Atoi(row[2])
		want, err := strconv.ParseUint(row[3], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		if testing.Short() && want > most {
			continue
		}
		if got := chess.Perft(setUp(t, row[1]), depth); got != want {
			t.Errorf("%s depth %d: %d nodes, want %d", row[1], depth, got, want)
		}
	}
}

func TestPerft(t *testing.T)       { checkPerft(t, "testdata/perft.tsv") }
func TestPerftShared(t *testing.T) { checkPerft(t, shared+"perft/makarenko.tsv") }

func BenchmarkPerft(b *testing.B) {
	board := setUp(b, "")
	var nodes uint64
	b.ReportAllocs()
	for b.Loop() {
		nodes += chess.Perft(board, 2)
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
