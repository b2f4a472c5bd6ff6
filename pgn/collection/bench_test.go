package collection

import (
	"bytes"
	"io"
	"testing"

	"rookery/chess/known"
	"rookery/pgn"
	"rookery/pgn/internal/pgntest"
)

// benchFiles are the collections that figures are given for.
var benchFiles = []string{"twic1599_1000k", "lichess_db_1000k", "world_matches"}

// overFiles runs a benchmark on each collection; its figure is MB/s of text.
// Beside it stands MB per second of processor time, which other work on the
// machine does not change.
func overFiles(b *testing.B, copies int, run func(b *testing.B, text []byte)) {
	for _, name := range benchFiles {
		text := known.Read(b, known.Path(b, "corpora/"+name+".pgn"))
		b.Run(name, func(b *testing.B) {
			text := bytes.Repeat(text, copies)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			before := pgntest.CPUTime()
			run(b, text)
			if used := pgntest.CPUTime() - before; used > 0 {
				b.ReportMetric(float64(len(text))*float64(b.N)/1e6/used.Seconds(), "MB/cpu-s")
			}
		})
	}
}

func BenchmarkIndex(b *testing.B) {
	overFiles(b, 32, func(b *testing.B, text []byte) {
		for b.Loop() {
			if _, err := BuildIndex(b.Context(), bytes.NewReader(text), int64(len(text)), nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkLines is what a reader could reach that only looks for line ends.
func BenchmarkLines(b *testing.B) {
	overFiles(b, 32, func(b *testing.B, text []byte) {
		buf := make([]byte, 256<<10)
		for b.Loop() {
			r := bytes.NewReader(text)
			lines := 0
			for {
				n, err := r.Read(buf)
				for rest := buf[:n]; ; lines++ {
					i := bytes.IndexByte(rest, '\n')
					if i < 0 {
						break
					}
					rest = rest[i+1:]
				}
				if err != nil {
					break
				}
			}
			if lines == 0 {
				b.Fatal("no lines")
			}
		}
	})
}

func BenchmarkCheck(b *testing.B) {
	overFiles(b, 8, func(b *testing.B, text []byte) {
		for b.Loop() {
			ix, err := NewIndex(bytes.NewReader(text), int64(len(text)))
			if err != nil {
				b.Fatal(err)
			}
			if err := ix.Check(b.Context(), false, func(*Report) error { return nil }); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	overFiles(b, 1, func(b *testing.B, text []byte) {
		for b.Loop() {
			r := pgn.NewReader(bytes.NewReader(text))
			for {
				if _, err := r.Read(); err == io.EOF {
					break
				}
			}
		}
	})
}

func BenchmarkRewrite(b *testing.B) {
	overFiles(b, 1, func(b *testing.B, text []byte) {
		for b.Loop() {
			r, w := pgn.NewReader(bytes.NewReader(text)), pgn.NewWriter(io.Discard)
			w.Format = true
			for {
				g, err := r.Read()
				if err == io.EOF {
					break
				}
				if err := w.Write(g); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}

func BenchmarkRewriteFile(b *testing.B) {
	overFiles(b, 8, func(b *testing.B, text []byte) {
		for b.Loop() {
			ix, err := NewIndex(bytes.NewReader(text), int64(len(text)))
			if err != nil {
				b.Fatal(err)
			}
			if err := ix.Rewrite(b.Context(), Selection{}, false, io.Discard, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkStep is one step of a viewer at the end of a game of 500 plies.
func BenchmarkStep(b *testing.B) {
	text := bytes.Repeat([]byte("Nf3 Nf6 Ng1 Ng8 "), 125)
	g, err := pgn.NewReader(bytes.NewReader(text)).Read()
	if err != nil || g.Plies() != 500 {
		b.Fatal("the game was not read")
	}
	last := g.Root.End()
	for b.Loop() {
		if _, err := g.BoardAt(last); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSearchPosition replays every game and its variations on all processors.
func BenchmarkSearchPosition(b *testing.B) {
	overFiles(b, 1, func(b *testing.B, text []byte) {
		ix, err := BuildIndex(b.Context(), bytes.NewReader(text), int64(len(text)), nil)
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if err := ix.Search(b.Context(), Query{Position: 1}, func(int) {}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
