package play

import (
	"slices"
	"strings"
	"testing"

	"rookery/chess"
	"rookery/variants"
)

// TestDraftWritesWhatItWasMadeOf plays games of every variant and sets each
// position up again.
func TestDraftWritesWhatItWasMadeOf(t *testing.T) {
	for _, v := range variants.All() {
		b, err := chess.NewBoard(v.Rules, "")
		if err != nil {
			t.Fatal(err)
		}
		for ply := range 40 {
			d := DraftOf(b)
			again, err := d.Board()
			if err != nil {
				t.Fatalf("%s, ply %d: %q: %v", v.ID, ply, d.FEN(), err)
			}
			if again.FEN() != b.FEN() || again.Key() != b.Key() {
				t.Fatalf("%s, ply %d: set up %s, want %s", v.ID, ply, again.FEN(), b.FEN())
			}
			if faults := d.Faults(); len(faults) > 0 {
				t.Fatalf("%s, ply %d, %s: %v", v.ID, ply, b.FEN(), faults)
			}
			moves := b.Moves(nil)
			if len(moves) == 0 {
				break
			}
			b.Make(moves[(ply*11)%len(moves)])
		}
	}
}

// TestDraftTellsAllFaults sets up what cannot be played.
func TestDraftTellsAllFaults(t *testing.T) {
	square := func(d *Draft, name string) chess.Square {
		sq, ok := d.Layout.Square(name)
		if !ok {
			t.Fatalf("no square %s", name)
		}
		return sq
	}
	d, err := NewDraft(variants.Chess)
	if err != nil {
		t.Fatal(err)
	}
	d.Clear()
	d.Put(square(d, "a8"), chess.PieceOf(chess.White, chess.Pawn))
	d.Put(square(d, "c1"), chess.PieceOf(chess.Black, chess.Pawn))
	d.Put(square(d, "e4"), chess.PieceOf(chess.White, chess.King))
	d.Put(square(d, "f4"), chess.PieceOf(chess.White, chess.King))
	var got []string
	for _, f := range d.Faults() {
		got = append(got, d.Layout.SquareName(f.Square)+": "+f.Reason)
	}
	want := []string{"a8: a white pawn cannot stand on a8", "c1: a black pawn cannot stand on c1", "f4: white has two kings", "-: black has no king"}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("faults\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}

	d, _ = NewDraft(variants.Chess)
	d.Put(square(d, "h1"), 0)
	faults := d.Faults()
	if len(faults) != 1 || !faults[0].Minor || !strings.HasPrefix(faults[0].Reason, "White castling kingside") {
		t.Errorf("faults of a missing rook: %v", faults)
	}
	d.ToggleRight('K')
	if faults := d.Faults(); len(faults) != 0 || d.Castling != "Qkq" {
		t.Errorf("castling %q, faults %v", d.Castling, faults)
	}
	d.ToggleRight('K')
	if d.Castling != "KQkq" {
		t.Errorf("castling %q, want KQkq", d.Castling)
	}
}

// TestDraftOfTowers puts and grows towers.
func TestDraftOfTowers(t *testing.T) {
	d, err := NewDraft(variants.Makarenko)
	if err != nil {
		t.Fatal(err)
	}
	sq, _ := d.Layout.Square("e4")
	d.Put(sq, chess.PieceOf(chess.Black, chess.Knight))
	if c := d.Cells[sq]; c.Count == 0 || c.Piece != chess.PieceOf(chess.Black, chess.Knight) {
		t.Fatalf("a knight's tower is %+v", c)
	}
	height := d.Cells[sq].Count
	roles := make(map[chess.Role]bool)
	for d.Grow(sq, 1) {
		roles[d.Cells[sq].Piece.Role()] = true
		if d.Cells[sq].Count == height+20 {
			break
		}
	}
	if len(roles) < 2 || d.Cells[sq].Piece.Color() != chess.Black {
		t.Errorf("a growing tower was %v and is %+v", roles, d.Cells[sq])
	}
	if d.Grow(sq, -int(d.Cells[sq].Count)) {
		t.Error("a tower shrank to nothing")
	}
}
