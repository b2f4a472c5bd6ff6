package chess

import (
	"errors"
	"strings"
	"testing"
)

func notationBoard(t testing.TB, name, fen string) Board {
	t.Helper()
	rules, ok := notationRules(name)
	if !ok {
		t.Fatalf("unknown rules %q", name)
	}
	b, err := NewBoard(rules, fen)
	if err != nil {
		t.Fatalf("%s %s: %v", name, fen, err)
	}
	return b
}

func TestSAN(t *testing.T) {
	for _, row := range table(t, "san.tsv", 4) {
		b := notationBoard(t, row[0], row[1])
		m, err := ParseUCI(b, row[2])
		if err != nil {
			t.Errorf("%s %s %s: %v", row[0], row[1], row[2], err)
			continue
		}
		if got := SAN(b, m); got != row[3] {
			t.Errorf("%s %s %s: %s, want %s", row[0], row[1], row[2], got, row[3])
		}
		if got := SAN(plainBoard{b}, m); got != row[3] {
			t.Errorf("%s %s %s by Board alone: %s, want %s", row[0], row[1], row[2], got, row[3])
		}
		if got, err := ParseSAN(b, row[3]); got != m {
			t.Errorf("%s %s: %s is read as %v, want %v (%v)", row[0], row[1], row[3], got, m, err)
		}
		if got := UCI(b, m); got != row[2] {
			t.Errorf("%s %s: %s is written %s", row[0], row[1], row[2], got)
		}
	}
}

// plainBoard hides the Position of a board, as boards of other shapes have none.
type plainBoard struct{ Board }

func TestLenientSAN(t *testing.T) {
	for _, row := range table(t, "lenient.tsv", 4) {
		b := notationBoard(t, row[0], row[1])
		for _, b := range []Board{b, plainBoard{b}} {
			if _, plain := b.(plainBoard); plain && row[0] == "disguise" {
				continue // only a Position knows looks
			}
			m, err := ParseSAN(b, row[2])
			if err != nil {
				t.Errorf("%s %s %q: %v, want %s", row[0], row[1], row[2], err, row[3])
			} else if got := SAN(b, m); got != row[3] {
				t.Errorf("%s %s %q is read as %s, want %s", row[0], row[1], row[2], got, row[3])
			}
		}
	}
}

// What is refused is refused in words that tell the player why.
func TestRefusedSAN(t *testing.T) {
	for _, row := range table(t, "refused.tsv", 4) {
		b := notationBoard(t, row[0], row[1])
		m, err := ParseSAN(b, row[2])
		if err == nil {
			t.Errorf("%s %s %q is read as %v", row[0], row[1], row[2], m)
			continue
		}
		if err.Error() != row[3] {
			t.Errorf("%s %s %q:\n got %s\nwant %s", row[0], row[1], row[2], err, row[3])
		}
		if _, err := ParseSAN(plainBoard{b}, row[2]); err == nil {
			t.Errorf("%s %s %q is accepted by Board alone", row[0], row[1], row[2])
		}
	}
}

func TestMoveErrors(t *testing.T) {
	b := notationBoard(t, "ordinary", "4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1")
	var syntax *SyntaxError
	var illegal *IllegalError
	var many *AmbiguousError
	if _, err := ParseSAN(b, "hm"); !errors.As(err, &syntax) {
		t.Errorf("hm: %T, want *SyntaxError", err)
	}
	if _, err := ParseSAN(b, "Ng5"); !errors.As(err, &illegal) || illegal.Text != "Ng5" {
		t.Errorf("Ng5: %T %v, want *IllegalError", err, err)
	}
	if _, err := ParseSAN(b, "Ne2"); !errors.As(err, &many) || strings.Join(many.Choices, " ") != "Nge2 Nce2" {
		t.Errorf("Ne2: %T %v, want *AmbiguousError with Nge2 and Nce2", err, err)
	}
	if _, err := ParseUCI(b, "g1"); !errors.As(err, &syntax) {
		t.Errorf("g1: %T, want *SyntaxError", err)
	}
	if _, err := ParseUCI(b, "g1g5"); !errors.As(err, &illegal) {
		t.Errorf("g1g5: %T, want *IllegalError", err)
	}
}

// A text from outside reaches the terminal without control or direction marks.
func TestErrorsHoldNoControlCharacters(t *testing.T) {
	b := notationBoard(t, "ordinary", "")
	for _, text := range []string{"\x1b[31mNf3", "Nf3\u202e", "e4\x00", "\u2066e4", strings.Repeat("é", 500), "\x9b1m"} {
		for _, parse := range []func(Board, string) (Move, error){ParseSAN, ParseUCI, ParseMove} {
			_, err := parse(b, text)
			if err == nil {
				t.Errorf("%q is accepted", text)
				continue
			}
			for _, r := range err.Error() {
				if r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
					t.Errorf("%q: the error shows %U", text, r)
				}
			}
			if len(err.Error()) > 400 {
				t.Errorf("%q: the error has %d bytes", text, len(err.Error()))
			}
		}
	}
}

func TestSuggest(t *testing.T) {
	for _, c := range []struct{ rules, fen, text, want string }{
		{"ordinary", "", "Nf4", "Nf3"},
		{"ordinary", "", "Mf3", "Nf3"},
		{"ordinary", "", "e5", "e4 e3"},
		{"ordinary", "", "fN3", "Nf3"},
		{"ordinary", "", "e2e5", "e4"},
		{"ordinary", "", "completely else", ""},
		{"ordinary", "", "", ""},
		{"fog", "", "Nf4", ""},
	} {
		got := Suggest(notationBoard(t, c.rules, c.fen), c.text, 2)
		for i, want := range strings.Fields(c.want) {
			if i >= len(got) || got[i] != want {
				t.Errorf("%s %q: %v, want %s first", c.rules, c.text, got, c.want)
				break
			}
		}
		if c.want == "" && len(got) > 0 {
			t.Errorf("%s %q: %v, want nothing", c.rules, c.text, got)
		}
	}
}

// FuzzSAN: no text makes the reader panic, what is read is legal, and every
// legal move survives printing and reading.
func FuzzSAN(f *testing.F) {
	for _, name := range []string{"lenient.tsv", "refused.tsv"} {
		for _, row := range table(f, name, 4) {
			f.Add(row[0], row[1], row[2])
		}
	}
	f.Fuzz(func(t *testing.T, name, fen, text string) { fuzzMove(t, name, fen, text, ParseSAN) })
}

// FuzzUCI does the same for UCI.
func FuzzUCI(f *testing.F) {
	for _, row := range table(f, "san.tsv", 4) {
		f.Add(row[0], row[1], row[2])
	}
	f.Add("ordinary", "", "0000")
	f.Add("ordinary", "", "e2e4q")
	f.Fuzz(func(t *testing.T, name, fen, text string) { fuzzMove(t, name, fen, text, ParseUCI) })
}

func fuzzMove(t *testing.T, name, fen, text string, parse func(Board, string) (Move, error)) {
	rules, ok := notationRules(name)
	if !ok {
		return
	}
	b, err := NewBoard(rules, fen)
	if err != nil {
		return
	}
	before := b.FEN()
	m, err := parse(b, text)
	if err == nil && m != Pass {
		if !b.(Positioned).Position().IsLegal(m) {
			t.Errorf("%s %s: %q is read as the illegal %v", name, before, text, m)
		}
	}
	if other, err2 := parse(plainBoard{b}, text); err2 == nil && err == nil && other != m {
		t.Errorf("%s %s: %q is read as %v and by Board alone as %v", name, before, text, m, other)
	}
	if err != nil && err.Error() == "" {
		t.Errorf("%s %s: %q is refused without a word", name, before, text)
	}
	Suggest(b, text, 3)
	roundTrip(t, b)
}

// TestWhyNotCastleAsRook holds the reasons for a castling that is written as
// the king taking its own rook.
func TestWhyNotCastleAsRook(t *testing.T) {
	for _, c := range []struct{ fen, want string }{
		{"5r2/8/4k3/8/8/8/8/R3K2R w KQ - 0 1", "the king would cross f1, which the rook on f8 attacks"},
		{"8/8/4k3/8/8/8/8/R3KB1R w KQ - 0 1", "the bishop on f1 is in the way"},
		{"8/8/4k3/8/8/8/8/R3K2R w Q - 0 1", "you can no longer castle on that"},
	} {
		b, err := NewBoard(Rules{}, c.fen)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ParseUCI(b, "e1h1"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.fen, err, c.want)
		}
	}
}
