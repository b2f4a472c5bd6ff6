package book_test

import (
	"math/rand/v2"
	"testing"

	"rookery/ai/book"
	"rookery/chess"
	"rookery/pgn/opening"
)

// largeBook is a Polyglot file of 200,000 entries, a move of the usual starting position among them.
func largeBook(b *testing.B) string {
	rng := rand.New(rand.NewPCG(1, 1))
	entries := []line{{0x463b96181691fc9c, move("e2e4", 0), 1}}
	for range 200_000 {
		entries = append(entries, line{rng.Uint64(), 0, 1})
	}
	return put(b, sorted(entries)...)
}

func BenchmarkOpenPolyglot(b *testing.B) {
	path := largeBook(b)
	for b.Loop() {
		k, err := book.Open(path)
		if err != nil {
			b.Fatal(err)
		}
		k.Close()
	}
}

func BenchmarkPickPolyglot(b *testing.B) {
	k, err := book.Open(largeBook(b))
	if err != nil {
		b.Fatal(err)
	}
	defer k.Close()
	pick(b, k)
}

// BenchmarkFirstPick makes the book of named openings, whose table is there.
func BenchmarkFirstPick(b *testing.B) {
	start, rng := board(b, ""), rand.New(rand.NewPCG(1, 1))
	lines := opening.Load().Lines()
	for b.Loop() {
		k := book.FromLines(func() [][]chess.Move { return lines })
		if _, ok := k.Pick(start, rng); !ok {
			b.Fatal("no move")
		}
	}
}

func BenchmarkPick(b *testing.B) {
	pick(b, book.FromLines(opening.Load().Lines))
}

func pick(b *testing.B, k *book.Book) {
	start, rng := board(b, ""), rand.New(rand.NewPCG(1, 1))
	k.Pick(start, rng)
	for b.Loop() {
		if _, ok := k.Pick(start, rng); !ok {
			b.Fatal("no move")
		}
	}
}
