package library

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"rookery/chess"
	pgnfiles "rookery/pgn/collection"
	"rookery/tui/draw"
	"rookery/tui/ui"
)

func testSession(t *testing.T) *ui.Session {
	t.Helper()
	r := lipgloss.NewRenderer(io.Discard)
	return &ui.Session{
		Terminal: ui.Terminal{Renderer: r}, Look: draw.Look{Theme: draw.NewTheme(r, draw.Dark, draw.Brown)},
		Store: ui.NewStore(ui.Dirs{}, nil), Local: true,
	}
}

// manyGames writes a file of games between numbered players.
func manyGames(t *testing.T, name string, n int) string {
	t.Helper()
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "[Event \"Club\"]\n[Date \"%d.01.01\"]\n[White \"Player %d\"]\n[Black \"Guest\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n", 1900+i%100, i+1)
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// A file that is still being read shows its first games and how far reading is.
func TestTableWhileReading(t *testing.T) {
	f, err := pgnfiles.Open(t.Context(), manyGames(t, "part.pgn", 60_000))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	if err := f.Build(ctx, func(int64) { stop() }); err == nil || f.Len() < 100 {
		t.Fatalf("%d games, %v: want some, not all", f.Len(), err)
	}
	p := newPicker(testSession(t), []string{"part.pgn"})
	p.SetSize(80, 23)
	defer p.Close()
	p.games.files, p.games.before = []*pgnfiles.File{f}, []int{0}
	if view := p.View(); !strings.Contains(view, "Reading games") || !strings.Contains(view, "%") {
		t.Errorf("before the first look\n%s", view)
	}
	p.pressed(tea.KeyMsg{Type: tea.KeyDown}) // kept until there is something to move in
	p.Update(pollMsg{to: p})
	p.Update(p.fetch()())
	view := p.View()
	for _, want := range []string{fmt.Sprintf("%d games", f.Len()), "░", "%", "▸ 1901.01.01 Player 2 "} {
		if !strings.Contains(view, want) {
			t.Errorf("no %q in\n%s", want, view)
		}
	}
	if !p.polling {
		t.Error("nobody looks again")
	}
}

// Leaving while a filter runs gives the files back without waiting for it.
func TestLeavingStopsReadingAndFiltering(t *testing.T) {
	p := newPicker(testSession(t), []string{manyGames(t, "long.pgn", 60_000)})
	p.SetSize(80, 23)
	read := make(chan error, 1)
	filtered := make(chan struct{})
	ctx, stop := context.WithCancel(p.ctx)
	job := &filterJob{text: "KRPvKR", stop: stop}
	go func() { job.run(ctx, p.games); close(filtered) }()
	go func() { read <- p.games.Read(p.ctx) }()
	p.Close()
	<-filtered
	<-read
	if _, err := p.games.Game(0); err == nil {
		t.Error("a game could be read after the files were closed")
	}
}

func TestArchivesAreOffered(t *testing.T) {
	for name, want := range map[string]bool{
		"a.pgn": true, "a.pgn.gz": true, "a.pgn.bz2": true, "a.pgn.zst": true, "a.gz": false, "pgn": false, "a.pgn.txt": false,
	} {
		if isCollection(name) != want {
			t.Errorf("%s: %v, want %v", name, !want, want)
		}
	}
}

// TestFindNextGoesRound looks through more games than one step takes, both ways.
func TestFindNextGoesRound(t *testing.T) {
	const games = 2*searchBatch + 100
	var b strings.Builder
	at := []int{3, searchBatch - 1, searchBatch, 2*searchBatch + 99}
	for i := range games {
		word := "plain"
		if slices.Contains(at, i) {
			word = "wanted"
		}
		fmt.Fprintf(&b, "[Event \"%d\"]\n\n1. e4 {%s} *\n\n", i, word)
	}
	path := filepath.Join(t.TempDir(), "many.pgn")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	c := NewCollection([]string{path, path})
	defer c.Close()
	if err := c.Read(context.Background()); err != nil {
		t.Fatal(err)
	}
	start, err := chess.NewBoard(chess.Rules{}, "")
	if err != nil {
		t.Fatal(err)
	}
	f, err := NewSearch("Wanted", nil, chess.Rules{}, start)
	if err != nil {
		t.Fatal(err)
	}
	var want []int
	for _, i := range at {
		want = append(want, i, games+i)
	}
	slices.Sort(want)
	for _, by := range []int{1, -1} {
		var got []int
		for i := range want {
			from := 0
			if i > 0 {
				from = got[i-1]
			}
			n, err := c.FindNext(context.Background(), f, from, by)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, n)
		}
		if by < 0 {
			slices.Reverse(got)
		}
		if !slices.Equal(got, want) {
			t.Errorf("in direction %d: %v, want %v", by, got, want)
		}
	}
	f, _ = NewSearch("nowhere", nil, chess.Rules{}, start)
	if n, err := c.FindNext(context.Background(), f, 5, 1); n != -1 || err != nil {
		t.Errorf("what is nowhere was found in %d, %v", n, err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := c.FindNext(ctx, f, 5, 1); err == nil {
		t.Error("a search that was called off went on")
	}
}
