package chess

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
)

// table reads testdata/name: lines of width fields separated by tabs, the first
// of them a name in rulesByName; # begins a comment.
func table(t testing.TB, name string, width int) [][]string {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\r\n")
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != width {
			t.Fatalf("%s: %q has %d fields, want %d", name, line, len(f), width)
		}
		if _, ok := notationRules(f[0]); !ok {
			t.Fatalf("%s: unknown rules %q", name, f[0])
		}
		rows = append(rows, f)
	}
	if len(rows) == 0 {
		t.Fatalf("%s holds no row", name)
	}
	return rows
}

// notationRules adds to the rules of the move counts those that notation
// asks for.
func notationRules(name string) (Rules, bool) {
	switch name {
	case "numbered starts":
		return Rules{Start: numbered}, true
	case "disguise":
		return Rules{Disguise: true, NoCastling: true}, true
	case "no castling":
		return Rules{NoCastling: true}, true
	case "no promotion":
		return Rules{NoPromotion: true}, true
	case "pawns from the first rank":
		return Rules{Pawns: FromFirstToo}, true
	case "horde":
		return Rules{Pawns: FromFirstToo, Start: &StartPositions{Name: "a horde", Count: 1, FEN: func(int) string {
			return "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"
		}}}, true
	case "fog":
		return Rules{Fog: true}, true
	case "exposed fog":
		return Rules{Fog: true, Royalty: Exposed}, true
	}
	r, ok := rulesByName[name]
	return r, ok
}

func TestFEN(t *testing.T) {
	for _, row := range table(t, "fen.tsv", 4) {
		rules, _ := notationRules(row[0])
		p, err := ParsePosition(rules, row[1])
		if err != nil {
			t.Errorf("%s %s: %v", row[0], row[1], err)
			continue
		}
		if got := p.FEN(); got != row[2] {
			t.Errorf("%s %s: FEN %s, want %s", row[0], row[1], got, row[2])
		}
		if got := p.ShredderFEN(); got != row[3] {
			t.Errorf("%s %s: Shredder-FEN %s, want %s", row[0], row[1], got, row[3])
		}
		for _, fen := range []string{p.FEN(), p.ShredderFEN()} {
			again, err := ParsePosition(rules, fen)
			if err != nil {
				t.Errorf("%s %s: %v", row[0], fen, err)
			} else if again.Key() != p.Key() || again.FEN() != p.FEN() {
				t.Errorf("%s %s is read back as %s", row[0], fen, again.FEN())
			}
		}
	}
}

// A faulty FEN is told all its faults, each with field and offset.
func TestFENFaults(t *testing.T) {
	for _, row := range table(t, "fenfaults.tsv", 3) {
		rules, _ := notationRules(row[0])
		_, err := ParsePosition(rules, row[1])
		var got []string
		for _, f := range faultsOf(err) {
			got = append(got, fmt.Sprintf("%s %d: %s", f.Field, f.Offset, f.Reason))
		}
		if joined := strings.Join(got, " | "); joined != row[2] {
			t.Errorf("%s %q:\n got %s\nwant %s", row[0], row[1], joined, row[2])
		}
	}
}

// faultsOf takes a joined error apart.
func faultsOf(err error) []*FENError {
	var one *FENError
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		var faults []*FENError
		for _, e := range many.Unwrap() {
			faults = append(faults, faultsOf(e)...)
		}
		return faults
	}
	if errors.As(err, &one) {
		return []*FENError{one}
	}
	return nil
}

func TestLongFENIsRefused(t *testing.T) {
	_, err := ParsePosition(Rules{}, strings.Repeat("Q", 1<<20))
	if n := len(faultsOf(err)); n != 1 {
		t.Errorf("a megabyte of queens has %d faults, want 1: %.100v", n, err)
	}
}

func TestViewWritesItsPlacement(t *testing.T) {
	b, err := NewBoard(Rules{Fog: true}, "")
	if err != nil {
		t.Fatal(err)
	}
	want := "????????/????????/????????/????????/8/8/PPPPPPPP/RNBQKBNR"
	if got := b.View(WhiteObserver).Placement(); got != want {
		t.Errorf("white sees %s, want %s", got, want)
	}
	if got := (View{Cells: make([]Cell, 91)}).Placement(); got != "" {
		t.Errorf("a board of 91 cells has the placement %q", got)
	}
}

// FuzzFEN: whatever is accepted prints as something that is read as the same
// position and prints alike.
func FuzzFEN(f *testing.F) {
	names := []string{"ordinary", "drops", "explosions", "conversions", "three checks", "forced to lose",
		"race", "disguise", "exposed king", "numbered starts", "horde", "no promotion", "explosive drops"}
	for _, row := range table(f, "fen.tsv", 4) {
		for i, name := range names {
			if name == row[0] {
				f.Add(row[1], uint8(i))
			}
		}
	}
	for i := range names {
		f.Add("", uint8(i))
	}
	f.Fuzz(func(t *testing.T, fen string, which uint8) {
		rules, _ := notationRules(names[int(which)%len(names)])
		p, err := ParsePosition(rules, fen)
		if err != nil {
			for _, fault := range faultsOf(err) {
				if fault.Offset < 0 || fault.Offset > len(fen) || fault.Error() == "" {
					t.Errorf("%q: fault outside the text: %v", fen, fault)
				}
			}
			if len(faultsOf(err)) == 0 {
				t.Errorf("%q: a fault that is not placed: %v", fen, err)
			}
			return
		}
		for _, printed := range []string{p.FEN(), p.ShredderFEN()} {
			again, err := ParsePosition(rules, printed)
			if err != nil {
				t.Fatalf("%q prints as %s, which is refused: %v", fen, printed, err)
			}
			if again.FEN() != p.FEN() || again.Key() != p.Key() || again.ShredderFEN() != p.ShredderFEN() {
				t.Errorf("%q prints as %s, which is read as %s", fen, printed, again.FEN())
			}
		}
		if p.Key() != p.FreshKey() {
			t.Errorf("%q: key %x, want %x", fen, p.Key(), p.FreshKey())
		}
		p.End()
		for _, m := range p.AppendMoves(nil) {
			var next Position
			p.Apply(m, &next)
			if printed := next.FEN(); !readable(rules, printed) {
				t.Errorf("after %v %q becomes %s, which cannot be read back", m, fen, printed)
			}
		}
	})
}

func readable(r Rules, fen string) bool {
	p, err := ParsePosition(r, fen)
	return err == nil && p.FEN() == fen
}

// A key that masked the counts with 31 took 33 pawns in a pocket for one.
func TestLargePocketsHaveDifferentKeys(t *testing.T) {
	keys := make(map[uint64]string)
	for _, role := range []Role{Pawn, Knight} {
		for n := range 65 {
			pocket := strings.Repeat(string(role.Letter()), n)
			p, err := ParsePosition(Rules{Pocket: Anywhere}, "4k3/8/8/8/8/8/8/4K3["+pocket+"] w - - 0 1")
			if err != nil {
				t.Fatal(err)
			}
			if other, ok := keys[p.Key()]; ok && other != pocket {
				t.Errorf("the pockets %q and %q have one key", other, pocket)
			}
			keys[p.Key()] = pocket
			if n == 0 {
				continue
			}
			var next Position
			p.Apply(NewDrop(role, At(0, 2)), &next)
			if next.Key() != next.FreshKey() {
				t.Errorf("after a drop out of %q the key is %x, want %x", pocket, next.Key(), next.FreshKey())
			}
		}
	}
}

// A Setup is what the FEN says, whether the rules accept it or not.
func TestSetup(t *testing.T) {
	for _, test := range []struct{ fen, written, shredder string }{
		{"8/8/8/8/8/8/8/8 b - - 0 1", "", ""},
		{"kk6/8/8/8/4P3/8/8/P7 b KQq e3 3 9", "", ""},
		{"1r2k1r1/8/8/8/8/8/8/RR2K2R w KQkqBZ - 0 1", "", ""},
		{"1r2k1r1/8/8/8/8/8/8/RR2K2R w BKkq - 0 1", "", "1r2k1r1/8/8/8/8/8/8/RR2K2R w BHgb - 0 1"},
		{"4k3/Q{n}7/8/8/8/8/8/4K3/qN w - - +1+0 - -", "4k3/Q{n}7/8/8/8/8/8/4K3[Nq] w - - 2+3 0 1", ""},
	} {
		s, err := ParseSetup(test.fen)
		if bad := strings.Contains(test.fen, "Z"); bad != (err != nil) {
			t.Errorf("%s: %v", test.fen, err)
		}
		written := cmp.Or(test.written, test.fen)
		if got := s.FEN(); got != written {
			t.Errorf("%s is written as %s", test.fen, got)
		}
		if got := s.ShredderFEN(); test.shredder != "" && got != test.shredder {
			t.Errorf("%s: Shredder-FEN %s, want %s", test.fen, got, test.shredder)
		}
	}
	s, err := ParseSetup("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	if p, err := s.Position(Rules{}); err != nil || !p.CastlingRooks().Has(At(7, 0)) {
		t.Errorf("the position is refused: %v", err)
	}
	s.Cells[At(4, 0)], s.Cells[At(0, 7)] = Cell{}, Cell{Piece: PieceOf(White, Pawn)}
	_, err = s.Position(Rules{})
	var squares []string
	for _, f := range faultsOf(err) {
		squares = append(squares, f.Reason+" "+s.SquareAt(f.Offset).String())
	}
	if got, want := strings.Join(squares, ", "), "a white pawn cannot stand on a8 a8, white has no king -"; got != want {
		t.Errorf("faults %s, want %s", got, want)
	}
}
