package sqlstore

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"rookery/chess"
	"rookery/pgn"
	"rookery/tui/lobby"
	"rookery/tui/lobby/archive"
	"rookery/tui/remote"
)

// TestPartnersInTheArchive: both boards of a game of partners are there, each found by its players and played through alone;
// BPGN has both in the order of their moves.
func TestPartnersInTheArchive(t *testing.T) {
	c := newClub(t)
	dora := remote.Player{ID: "dora4", Name: "Dora"}
	terms := remote.Terms{Parts: []string{"bughouse"}, Control: chess.Control{Base: 3 * time.Minute}}
	first, err := c.StartPartners(t.Context(), terms, [2]remote.Player{anna, ben}, [2]remote.Player{cleo, dora})
	if err != nil {
		t.Fatal(err)
	}
	var readers [2][2]*lobby.Reader
	for _, table := range c.Tables() {
		at := 1
		if table == first {
			at = 0
		}
		for i, p := range [2][2]remote.Player{{anna, ben}, {cleo, dora}}[at] {
			if readers[at][i], err = table.Join(t.Context(), p); err != nil {
				t.Fatal(err)
			}
			defer readers[at][i].Leave()
		}
	}
	var made [2]int
	for _, text := range strings.Fields("A:f3 B:e4 A:e5 A:g4 B:d5 A:Qh4 B:exd5 B:Qxd5 A:P@g3 B:Nc3") {
		c.wait(time.Second)
		at := int(text[0] - 'A')
		if err := readers[at][made[at]%2].Move(t.Context(), text[2:]); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		made[at]++
	}
	if err := readers[0][chess.Black].Resign(t.Context()); err != nil {
		t.Fatal(err)
	}
	a := c.open()
	await(t, a, first.ID())
	if all := list(t, a, archive.Filter{}); len(all) != 2 {
		t.Fatalf("%d games are listed", len(all))
	}
	for p, moves := range map[remote.Player]string{anna: "f3 e5 g4 Qh4+ P@g3", dora: "e4 d5 exd5 Qxd5 Nc3"} {
		games := list(t, a, archive.Filter{Player: p.ID})
		if len(games) != 1 || games[0].Rated || games[0].Variant.Key != "bughouse" {
			t.Fatalf("the games of %s: %+v", p.Name, games)
		}
		text, err := a.Sheet(t.Context(), games[0].ID)
		if err != nil {
			t.Fatal(err)
		}
		g, err := pgn.NewReader(strings.NewReader(text)).Read()
		if err != nil {
			t.Fatal(err)
		}
		played, err := g.Play()
		if err != nil || strings.Join(played.SANs(), " ") != moves {
			t.Errorf("the board of %s plays through as %v (%v):\n%s", p.Name, played, err, text)
		}
	}
	want := `1A. f3{180.000} 1B. e4{180.000} 1a. e5{180.000} 2A. g4{179.000} 1b.
d5{180.000} 2a. Qh4+{178.000} 2B. exd5{178.000} 2b. Qxd5{179.000} 3A.
P@g3{176.000} 3B. Nc3{176.000} {board A: resignation} 1-0
`
	for _, f := range []archive.Filter{{}, {Player: cleo.ID, Oldest: true}} {
		var b bytes.Buffer
		if n, err := a.BPGN(t.Context(), f, &b); n != 1 || err != nil || !strings.Contains(strings.ReplaceAll(b.String(), "\n", " "), strings.ReplaceAll(want, "\n", " ")) {
			t.Errorf("%d games (%v):\n%s", n, err, b.String())
		}
		for _, tag := range []string{`[WhiteA "Anna"]`, `[BlackA "Béla"]`, `[WhiteB "Cleo"]`, `[BlackB "Dora"]`, `[Result "1-0"]`, `[TimeControl "180"]`} {
			if !strings.Contains(b.String(), tag) {
				t.Errorf("no %s in\n%s", tag, b.String())
			}
		}
	}
}
