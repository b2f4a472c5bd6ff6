package tui

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// manyGames writes a file of games between numbered players, packed where its
// name ends in .gz and cut to a share of its bytes.
func manyGames(t *testing.T, name string, n int, share float64) string {
	t.Helper()
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, "[Event \"Club\"]\n[Date \"%d.01.01\"]\n[White \"Player %d\"]\n[Black \"Guest\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n", 1900+i%100, i+1)
	}
	if strings.HasSuffix(name, ".gz") {
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		z.Write(b.Bytes())
		z.Close()
		b = packed
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, b.Bytes()[:int(float64(b.Len())*share)], 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestLongTable(t *testing.T) {
	const n = 40_000
	d := viewing(t, 80, 24, manyGames(t, "long.pgn", n, 1))
	d.sees("40000 games", "Player 1 ")
	d.press("end")
	d.sees("Player 40000")
	d.press("pgup", "enter")
	d.sees("Player 39979")
	d.press("esc", "/")
	d.typeText("1950")
	d.sees("of 40000 games", "1950.01.01", "Player 39951") // the chosen game's nearest before it
	d.press("esc")
	d.sees("40000 games", "Player 39951")
}

func TestFilterUnderstandsQueries(t *testing.T) {
	for text, want := range map[string]string{
		"1850..1852":         "1 of 3 games",
		"C30-C39":            "1 of 3 games",
		"variant:crazyhouse": "1 of 3 games",
		"cleo 1-0":           "1 of 3 games",
		"2999+":              "0 of 3 games",
		"white:ann":          "of 3 games",
		"KQvKQ":              "No matching games",
		"KRBP*vK*":           "of 3 games",
		`fen:"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"`: "of 3 games",
	} {
		d := viewing(t, 120, 24, "testdata/three.pgn")
		d.press("/")
		d.typeText(text)
		d.sees(want)
	}
	d := viewing(t, 80, 24, "testdata/three.pgn")
	d.press("/")
	d.typeText("1851 eco:F")
	d.sees(`invalid opening code "F"`, "Anderssen") // what was found before stays
	d.press("backspace")
	d.typeText("C")
	d.lacks("invalid opening code")
	d.sees("1 of 3 games")
}

func TestArchivesInTheTable(t *testing.T) {
	d := viewing(t, 80, 24, manyGames(t, "whole.pgn.gz", 2000, 1))
	d.sees("2000 games", "Player 1 ")
	d = viewing(t, 80, 24, manyGames(t, "cut.pgn.gz", 2000, 0.7))
	d.sees("Player 1 ", "the gzip archive breaks off")
	d = viewing(t, 80, 24, manyGames(t, "stump.pgn.gz", 2000, 0.0005))
	d.sees("the gzip archive brea")
	if _, ok := d.app.top().(*menu); !ok {
		t.Errorf("%T is on top, want the menu", d.app.top())
	}
}
