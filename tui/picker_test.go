package tui

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	pgnfiles "rookery/pgn/collection"
	"rookery/tui/library"
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

// A file that is still being read shows its first games and how far reading is.
func TestTableWhileReading(t *testing.T) {
	f, err := pgnfiles.Open(t.Context(), manyGames(t, "part.pgn", 60_000, 1))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	if err := f.Build(ctx, func(int64) { stop() }); err == nil || f.Len() < 100 {
		t.Fatalf("%d games, %v: want some, not all", f.Len(), err)
	}
	p := library.NewPicker(SessionFor(t, termenv.Ascii), []string{"part.pgn"})
	p.SetSize(80, 23)
	defer p.Close()
	p.Games.Files, p.Games.Before = []*pgnfiles.File{f}, []int{0}
	if view := p.View(); !strings.Contains(view, "Reading games") || !strings.Contains(view, "%") {
		t.Errorf("before the first look\n%s", view)
	}
	p.Pressed(KeyOf("down")) // kept until there is something to move in
	p.Update(library.PollMsg{To: p})
	p.Update(p.Fetch()())
	view := p.View()
	for _, want := range []string{fmt.Sprintf("%d games", f.Len()), "░", "%", "▸ 1901.01.01 Player 2 "} {
		if !strings.Contains(view, want) {
			t.Errorf("no %q in\n%s", want, view)
		}
	}
	if !p.Polling {
		t.Error("nobody looks again")
	}
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

// Leaving while a filter runs gives the files back without waiting for it.
func TestLeavingStopsReadingAndFiltering(t *testing.T) {
	p := library.NewPicker(SessionFor(t, termenv.Ascii), []string{manyGames(t, "long.pgn", 60_000, 1)})
	p.SetSize(80, 23)
	read := make(chan error, 1)
	sifted := make(chan struct{})
	ctx, stop := context.WithCancel(p.Ctx)
	sv := &library.FilterJob{Text: "KRPvKR", Stop: stop}
	go func() { sv.Run(ctx, p.Games); close(sifted) }()
	go func() { read <- p.Games.Read(p.Ctx) }()
	p.Close()
	<-sifted
	<-read
	if _, err := p.Games.Game(0); err == nil {
		t.Error("a game could be read after the files were closed")
	}
}

func TestArchivesAreOffered(t *testing.T) {
	for name, want := range map[string]bool{
		"a.pgn": true, "a.pgn.gz": true, "a.pgn.bz2": true, "a.pgn.zst": true, "a.gz": false, "pgn": false, "a.pgn.txt": false,
	} {
		if library.CollectionName(name) != want {
			t.Errorf("%s: %v, want %v", name, !want, want)
		}
	}
}
