// Package boardtest tests a [chess.Board] of any shape and rules, as
// testing/fstest tests a file system. [Run] plays games and holds every
// position to what must be true of all boards; [Perft], [Outcomes] and [SAN]
// hold a board to a table of known answers; [FEN], [FENFaults] and the fuzzers
// test its reading. A new kind of board needs no more tests of its own than for
// what only it has. It imports only chess and is imported by tests.
package boardtest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rookery/chess"
)

// Suite is what Run is to test.
type Suite struct {
	Rules  chess.Rules
	Starts []string // FENs to play from; none for the usual starting position
	// Same reports whether two boards of one position are equal within too, as
	// far as the Board interface does not show it. It may be nil.
	Same func(a, b chess.Board) bool
	// Games is how many are played from each start, 4 where it is zero.
	Games int
	// Plies is the length of a game that does not end before, 120 where it is zero.
	Plies int
}

// Run plays random games and checks every position by [Check]; it undoes them
// and their clones, holds both ways of counting moves against each other, and
// sees that making moves allocates nothing.
func Run(t *testing.T, s Suite) {
	t.Helper()
	starts := s.Starts
	if len(starts) == 0 {
		starts = []string{""}
	}
	if s.Games == 0 {
		s.Games = 4
	}
	if s.Plies == 0 {
		s.Plies = 120
	}
	for i, fen := range starts {
		rng := rand.New(rand.NewPCG(uint64(i), 64))
		t.Run("undo at the start", func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("Undo without a move does not panic")
				}
			}()
			SetUp(t, s.Rules, fen).Undo()
		})
		t.Run("play", func(t *testing.T) {
			for range s.Games {
				s.play(t, SetUp(t, s.Rules, fen), rng)
			}
		})
		t.Run("counts", func(t *testing.T) { counts(t, SetUp(t, s.Rules, fen)) })
		t.Run("allocations", func(t *testing.T) { allocations(t, SetUp(t, s.Rules, fen)) })
	}
}

// SetUp is the board of a FEN that must be playable.
func SetUp(t testing.TB, r chess.Rules, fen string) chess.Board {
	t.Helper()
	b, err := chess.NewBoard(r, fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return b
}

// UCI writes moves as UCI, in order.
func UCI(b chess.Board, moves []chess.Move) []string {
	all := make([]string, len(moves))
	for i, m := range moves {
		all[i] = chess.UCI(b, m)
	}
	slices.Sort(all)
	return all
}

func (s *Suite) play(t *testing.T, b chess.Board, rng *rand.Rand) {
	t.Helper()
	type state struct {
		fen string
		key uint64
	}
	var before []state
	play := func(m chess.Move) {
		before = append(before, state{b.FEN(), b.Key()})
		b.Make(m)
	}
	for range s.Plies {
		Check(t, b)
		if again := SetUp(t, b.Rules(), b.FEN()); s.Same != nil && !s.Same(b, again) {
			t.Fatalf("%s: the board is another within when it is read back", b.FEN())
		}
		moves := b.Moves(nil)
		if len(moves) == 0 {
			break
		}
		play(moves[rng.IntN(len(moves))])
		if rng.IntN(20) == 0 && len(b.Checked()) == 0 && !b.Outcome().Over() {
			play(chess.Pass)
			if again := SetUp(t, b.Rules(), b.FEN()); again.Key() != b.Key() {
				t.Fatalf("%s: the key after a pass is %x, want %x", b.FEN(), b.Key(), again.Key())
			}
		}
	}
	clone := b.Clone()
	last := state{b.FEN(), b.Key()}
	for i, was := range slices.Backward(before) {
		b.Undo()
		if got := (state{b.FEN(), b.Key()}); got != was {
			t.Fatalf("move %d undone to %v, want %v", i, got, was)
		}
	}
	if got := (state{clone.FEN(), clone.Key()}); got != last {
		t.Fatalf("undoing a board turns its clone from %v into %v", last, got)
	}
	for range before {
		clone.Undo()
	}
	if clone.FEN() != b.FEN() {
		t.Fatalf("the clone is undone to %s, want %s", clone.FEN(), b.FEN())
	}
}

// Check holds one position to what must be true of any board: that its FEN
// reads back as the same, that each move survives its notations and its making
// and undoing, that looking changes nothing, that views show no more than they
// may, and that a board without moves says how the game has ended.
func Check(t testing.TB, b chess.Board) {
	t.Helper()
	fen, key := b.FEN(), b.Key()
	again := SetUp(t, b.Rules(), fen)
	if again.FEN() != fen || again.Key() != key || again.Turn() != b.Turn() {
		t.Fatalf("%s with key %x is read back as %s with key %x", fen, key, again.FEN(), again.Key())
	}
	if got, want := again.Outcome(), b.Outcome(); got != want {
		t.Fatalf("%s: outcome %v as read back, want %v", fen, got, want)
	}
	if d, ok := b.(chess.Describer); ok {
		setup, err := chess.NewBoard(b.Rules(), d.Setup().FEN())
		if err != nil || setup.FEN() != fen {
			t.Fatalf("%s: its Setup is %s (%v)", fen, d.Setup().FEN(), err)
		}
	}
	moves := b.Moves(nil)
	if got, want := UCI(again, again.Moves(nil)), UCI(b, moves); !slices.Equal(got, want) {
		t.Fatalf("%s: moves %v as read back, want %v", fen, got, want)
	}
	if len(moves) == 0 && !b.Outcome().Over() {
		t.Fatalf("%s: there is no move, and the game is not over", fen)
	}
	seen := make(map[string]bool, 2*len(moves))
	for _, m := range moves {
		text, uci := chess.MoveText(b, m), chess.UCI(b, m)
		if seen[text] || seen[uci] {
			t.Fatalf("%s: %s or %s stands for two moves", fen, text, uci)
		}
		seen[text], seen[uci] = true, true
		if got, err := chess.ParseMove(b, text); got != m || err != nil {
			t.Fatalf("%s: %s is read as %s (%v)", fen, text, chess.MoveText(b, got), err)
		}
		shortCapture(t, b, m)
		if got, err := chess.ParseUCI(b, uci); got != m || err != nil {
			t.Fatalf("%s: %s is read as %s (%v)", fen, uci, chess.UCI(b, got), err)
		}
		b.Make(m)
		b.Undo()
		if b.FEN() != fen || b.Key() != key {
			t.Fatalf("%s becomes %s by making and undoing %s", fen, b.FEN(), text)
		}
	}
	views(t, b)
	if b.FEN() != fen || b.Key() != key {
		t.Fatalf("%s has become %s by looking", fen, b.FEN())
	}
}

// shortCapture checks that a capture is understood by the file it goes to alone, or
// offered among those that are meant.
func shortCapture(t testing.TB, b chess.Board, m chess.Move) {
	t.Helper()
	san := chess.MoveText(b, m)
	x := strings.IndexByte(san, 'x')
	if x < 0 {
		return
	}
	_, promotion, _ := strings.Cut(strings.TrimRight(san, "+#"), "=")
	got, err := chess.ParseMove(b, san[:x+2]+promotion)
	var several *chess.AmbiguousError
	if errors.As(err, &several) && slices.Contains(several.Choices, strings.TrimRight(san, "+#")) || err == nil && got == m {
		return
	}
	t.Fatalf("%s: %s is read as %s (%v), want %s", b.FEN(), san[:x+2]+promotion, chess.MoveText(b, got), err, san)
}

// views checks what observers see: without fog all the same, in the fog their
// own pieces, and of hidden squares nothing at all.
func views(t testing.TB, b chess.Board) {
	t.Helper()
	whole := b.View(chess.Everyone)
	if len(whole.Cells) != len(b.Layout().Cells) || whole.Turn != b.Turn() {
		t.Fatalf("%s: the view has %d cells and %v to move", b.FEN(), len(whole.Cells), whole.Turn)
	}
	for _, eyes := range [2]chess.Observer{chess.WhiteObserver, chess.BlackObserver} {
		v := b.View(eyes)
		if !b.Rules().Fog && !reflect.DeepEqual(v, whole) {
			t.Fatalf("%s: without fog an observer sees %+v, want %+v", b.FEN(), v, whole)
		}
		for i, c := range v.Cells {
			switch there := whole.Cells[i]; {
			case c.Hidden && c != chess.Cell{Hidden: true}:
				t.Fatalf("%s: hidden %s shows %+v", b.FEN(), b.Layout().SquareName(chess.Square(i)), c)
			case c.Hidden && there.Piece != 0 && there.Piece.Color() == chess.Color(eyes):
				t.Fatalf("%s: the own piece on %s is hidden", b.FEN(), b.Layout().SquareName(chess.Square(i)))
			case !c.Hidden && c != there:
				t.Fatalf("%s: %s shows %+v, want %+v", b.FEN(), b.Layout().SquareName(chess.Square(i)), c, there)
			}
		}
		clear(v.Cells) // a view shares nothing with its board
	}
}

func counts(t *testing.T, b chess.Board) {
	var count func(depth int) uint64
	count = func(depth int) uint64 {
		moves := b.Moves(nil)
		if depth == 1 {
			return uint64(len(moves))
		}
		var n uint64
		for _, m := range moves {
			b.Make(m)
			n += count(depth - 1)
			b.Undo()
		}
		return n
	}
	for depth := 1; depth <= 2; depth++ {
		want := count(depth)
		if got := chess.Perft(b, depth); got != want {
			t.Errorf("%s: Perft(%d) is %d, want %d", b.FEN(), depth, got, want)
		}
		if got := chess.BoardPerft(b, depth); got != want {
			t.Errorf("%s: BoardPerft(%d) is %d, want %d", b.FEN(), depth, got, want)
		}
	}
}

func allocations(t *testing.T, b chess.Board) {
	moves := make([]chess.Move, 0, 320)
	got := testing.AllocsPerRun(20, func() {
		moves = b.Moves(moves[:0])
		for _, m := range moves {
			b.Make(m)
			b.Key()
			b.Outcome()
			b.Undo()
		}
	})
	if got != 0 {
		t.Errorf("%v allocations in making, undoing and judging moves, want none", got)
	}
}

// FENTest is a FEN and how the board that is read from it writes it.
type FENTest struct{ Name, FEN, Want string }

// FEN reads and writes positions.
func FEN(t *testing.T, r chess.Rules, tests []FENTest) {
	t.Helper()
	for _, test := range tests {
		b, err := chess.NewBoard(r, test.FEN)
		if err != nil {
			t.Errorf("%s: %v", test.Name, err)
		} else if got := b.FEN(); got != test.Want {
			t.Errorf("%s: %s, want %s", test.Name, got, test.Want)
		}
	}
}

// FaultTest is a FEN with its faults, in order; a Reason is given as far as it
// must be told.
type FaultTest struct {
	Name, FEN string
	Want      []chess.FENError
}

// FENFaults reads what cannot be played.
func FENFaults(t *testing.T, r chess.Rules, tests []FaultTest) {
	t.Helper()
	for _, test := range tests {
		_, err := chess.NewBoard(r, test.FEN)
		got := faults(err)
		if len(got) != len(test.Want) {
			t.Errorf("%s: %d faults, want %d:\n%v", test.Name, len(got), len(test.Want), err)
			continue
		}
		for i, want := range test.Want {
			if !matches(got[i], want) {
				t.Errorf("%s: fault %d is %v, want %+v", test.Name, i, got[i], want)
			}
		}
	}
}

func play(b chess.Board, moves []string) error {
	for _, text := range moves {
		m, err := chess.ParseUCI(b, text)
		if err != nil {
			return fmt.Errorf("%s: %w", b.FEN(), err)
		}
		b.Make(m)
	}
	return nil
}
