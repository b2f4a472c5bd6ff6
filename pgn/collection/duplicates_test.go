package collection

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// moves of a short, a middling and a long game.
const (
	fourPlies   = "1. e4 e5 2. Nf3 Nc6 "
	twelvePlies = fourPlies + "3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 "
)

func longMoves() string {
	var b strings.Builder
	b.WriteString(twelvePlies)
	for i := range 9 {
		fmt.Fprintf(&b, "%d. Kh1 Bb7 %d. Kg1 Bc8 ", 2*i+7, 2*i+8)
	}
	return b.String()
}

// sheet writes a game from tags as Name=value and moves.
func sheet(moves string, tags ...string) string {
	var b strings.Builder
	for _, t := range tags {
		name, value, _ := strings.Cut(t, "=")
		fmt.Fprintf(&b, "[%s %q]\n", name, value)
	}
	return b.String() + "\n" + moves + "*\n\n"
}

// duplicate is a game that is dropped, and the one that is kept instead.
type duplicate struct{ Dropped, Kept Place }

// dropped lists the games that are there again.
func dropped(d *Duplicates) (out []duplicate) {
	for k := range d.files {
		for i := range d.files[k].n {
			if kept, drops := d.Drops(Place{k, i}); drops {
				out = append(out, duplicate{Place{k, i}, kept})
			}
		}
	}
	return out
}

func TestDuplicates(t *testing.T) {
	long := longMoves()
	for _, c := range []struct {
		what    string
		d       Duplicates
		a, b    string
		dropped int // number of the game, 0 for none
	}{
		{"the same game", Duplicates{}, sheet(long, "White=Carlsen, Magnus", "Black=Caruana, Fabiano", "Date=2018.11.09"), sheet(long, "White=Carlsen, Magnus", "Black=Caruana, Fabiano", "Date=2018.11.09"), 2},
		{"names and dates written otherwise", Duplicates{}, sheet(long, "White=Carlsen, Magnus", "Black=Caruana,F", "Date=2018.??.??"), sheet(long, "White=Magnus Carlsen", "Black=Caruana F.", "Date=2018.11.09"), 2},
		{"comments and move numbers do not count", Duplicates{}, sheet(long, "White=A", "Black=B"), sheet("{a} "+strings.ReplaceAll(long, "1. ", "1."), "White=A", "Black=B"), 2},
		{"another player", Duplicates{}, sheet(long, "White=Anand", "Black=B"), sheet(long, "White=Bareev", "Black=B"), 0},
		{"another player, by moves", Duplicates{ByMoves: true}, sheet(long, "White=Anand"), sheet(long, "White=Bareev"), 2},
		{"another day", Duplicates{}, sheet(long, "Date=2018.11.09"), sheet(long, "Date=2018.11.10"), 0},
		{"one move more", Duplicates{}, sheet(long), sheet(long + "27. h3 "), 0},
		{"another variant", Duplicates{ByMoves: true}, sheet(twelvePlies), sheet(twelvePlies, "Variant=Crazyhouse"), 0},
		{"another first position", Duplicates{ByMoves: true}, sheet("1. Ke2 "), sheet("1. Ke2 ", "FEN=4k3/8/8/8/8/8/8/4K3 w - - 0 1"), 0},
		{"a middling game of another round", Duplicates{}, sheet(twelvePlies, "White=A", "Round=3.1"), sheet(twelvePlies, "White=A", "Round=4.1"), 0},
		{"a middling game of the same round", Duplicates{}, sheet(twelvePlies, "White=A", "Round=3.1"), sheet(twelvePlies, "White=A", "Round=3"), 2},
		{"a long game of another round", Duplicates{}, sheet(long, "White=A", "Round=3.1"), sheet(long, "White=A", "Round=4.1"), 2},
		{"a short game of another site", Duplicates{}, sheet(fourPlies, "White=A", "Site=x"), sheet(fourPlies, "White=A", "Site=y"), 0},
		{"a short game with the same roster", Duplicates{}, sheet(fourPlies, "White=A", "Site=x"), sheet(fourPlies, "White=A", "Site=x"), 2},
		{"no moves", Duplicates{ByMoves: true}, sheet("", "Event=a"), sheet("", "Event=a"), 0},
		{"the longer text stays", Duplicates{Longest: true}, sheet(long, "White=A"), sheet(long+"{a long comment} ", "White=A"), 1},
		{"the first stays", Duplicates{}, sheet(long, "White=A"), sheet(long+"{a long comment} ", "White=A"), 2},
		{"unread text counts", Duplicates{ByMoves: true}, sheet(twelvePlies + "7. Qh8 "), sheet(twelvePlies + "7. Qh7 "), 0},
	} {
		text := c.a + c.b
		ix, err := BuildIndex(t.Context(), strings.NewReader(text), int64(len(text)), nil)
		if err != nil || ix.Len() != 2 {
			t.Fatalf("%s: %d games, %v", c.what, ix.Len(), err)
		}
		if err := c.d.Add(t.Context(), ix, nil); err != nil {
			t.Fatal(err)
		}
		var want []duplicate
		if c.dropped > 0 {
			want = []duplicate{{Place{0, c.dropped - 1}, Place{0, 2 - c.dropped}}}
		}
		if got := dropped(&c.d); !slices.Equal(got, want) || c.d.Read() != 2 {
			t.Errorf("%s: dropped %v, want %v", c.what, got, want)
		}
	}
}

func TestDuplicatesOfSeveralFiles(t *testing.T) {
	var d Duplicates
	for i := range 3 {
		text := sheet(twelvePlies, "White=A", fmt.Sprint("Date=200", i%2)) + sheet(longMoves(), "White=A")
		ix, err := BuildIndex(t.Context(), strings.NewReader(text), int64(len(text)), nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Add(t.Context(), ix, nil); err != nil {
			t.Fatal(err)
		}
	}
	want := []duplicate{{Place{1, 1}, Place{0, 1}}, {Place{2, 0}, Place{0, 0}}, {Place{2, 1}, Place{0, 1}}}
	if got := dropped(&d); !slices.Equal(got, want) {
		t.Errorf("dropped %v, want %v", got, want)
	}
	for _, p := range []Place{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}, {2, 1}} {
		want := slices.ContainsFunc(want, func(d duplicate) bool { return d.Dropped == p })
		if _, drops := d.Drops(p); drops != want {
			t.Errorf("%v: dropped %t, want %t", p, !want, want)
		}
	}
}

// More games than a block holds, each once in either file but for one that
// only the second has.
func TestDuplicatesOfManyGames(t *testing.T) {
	const n = blockSize + 500
	var a, b strings.Builder
	for i := range n {
		game := sheet(twelvePlies, fmt.Sprintf("White=P%d", i), fmt.Sprintf("Black=Q%d", i%7), fmt.Sprint("Date=", 1500+i%400))
		a.WriteString(game)
		if i == n/2 {
			b.WriteString(sheet(twelvePlies, "White=R", "Black=Q1"))
		}
		b.WriteString(game)
	}
	var d Duplicates
	for _, text := range []string{a.String(), b.String()} {
		ix, err := BuildIndex(t.Context(), strings.NewReader(text), int64(len(text)), nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Add(t.Context(), ix, nil); err != nil {
			t.Fatal(err)
		}
	}
	found := 0
	for _, p := range dropped(&d) {
		want := p.Dropped.Game
		if want > n/2 {
			want--
		}
		if p.Dropped.File != 1 || p.Kept != (Place{0, want}) {
			t.Fatalf("dropped %v, want game %d of the first file kept", p, want)
		}
		found++
	}
	if found != n || d.Read() != 2*n+1 {
		t.Errorf("%d of %d games dropped, want %d of %d", found, d.Read(), n, 2*n+1)
	}
}

func TestLongestDuplicateIsKept(t *testing.T) {
	d := Duplicates{Longest: true}
	for _, note := range []string{"{short} ", "{a long comment} ", "", "{the longest comment of all} "} {
		text := sheet(longMoves()+note, "White=A")
		ix, err := BuildIndex(t.Context(), strings.NewReader(text), int64(len(text)), nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Add(t.Context(), ix, nil); err != nil {
			t.Fatal(err)
		}
	}
	want := []duplicate{{Place{0, 0}, Place{3, 0}}, {Place{1, 0}, Place{3, 0}}, {Place{2, 0}, Place{3, 0}}}
	if got := dropped(&d); !slices.Equal(got, want) {
		t.Errorf("dropped %v, want %v", got, want)
	}
}
