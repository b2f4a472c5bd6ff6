package serve

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"rookery/chess"
	"rookery/pgn"
	"rookery/tui/lobby"
	"rookery/variants"
)

// allVariants asks for a game of every variant; see docs/testing.md.
const allVariants = "ROOKERY_TEST_VARIANTS"

// TestVariantsToTheEnd has two keys meet by seeks and challenges and play
// variant after variant to the end while a third looks on; all see the result,
// and the archive has the game.
func TestVariantsToTheEnd(t *testing.T) {
	few := []string{"chess960", "crazyhouse", "atomic", "dark2", "hex"}
	all := os.Getenv(allVariants) != ""
	e := newEvening(t)
	e.come([3]func(*visitor){})
	before, challenge := "chess", false
	for _, v := range variants.All() {
		if !all && !slices.Contains(few, v.ID) {
			continue
		}
		began := time.Now()
		table := e.meet(v, before, challenge)
		sides := e.sides(table)
		g := e.array(table, v)
		for _, m := range wholeGame(t, g.Clone(), v) {
			e.play(sides, g, m)
		}
		if c := g.Turn(); !g.Outcome().Over() {
			e.resign(sides[c], c, g)
		}
		e.archived(table, v, g)
		e.rest()
		before, challenge = v.ID, !challenge
		t.Logf("%s: %d half-moves, %v, %v", v.ID, g.Ply(), g.Outcome(), time.Since(began).Round(time.Millisecond))
	}
}

// array is the game of a table as it begins. In fog nobody is told the array; no
// such variant draws one.
func (e *evening) array(table *lobby.Table, v variants.Variant) *chess.Game {
	e.t.Helper()
	var g *chess.Game
	var err error
	if start := e.now(table).Start; start != "" {
		g, err = chess.NewGameFEN(v.Rules, start)
	} else {
		g, err = chess.NewGame(v.Rules, -1)
	}
	if err != nil {
		e.t.Fatal(err)
	}
	return g
}

// wholeGame is a game from a position to its end: the sample of its variant, and
// from where that breaks off, or where arrays are drawn, moves that chance has
// found. It may break off where chance finds none.
func wholeGame(t *testing.T, g *chess.Game, v variants.Variant) []chess.Move {
	t.Helper()
	if v.Sample != "" && (v.Rules.Start == nil || v.Rules.Start.Count <= 1) {
		for _, text := range strings.Fields(v.Sample) {
			m, err := chess.ParseMove(g.Board(), text)
			if err == nil {
				err = g.Play(m)
			}
			if err != nil {
				t.Fatalf("%s: %s: %v", v.ID, text, err)
			}
		}
		if g.Outcome().Over() {
			return g.Moves()
		}
	}
	const most, tries = 60, 200
	begun := g.Ply()
	rng := rand.New(rand.NewPCG(1, 2))
	for range tries {
		for g.Ply() > begun {
			g.Undo()
		}
		for g.Ply() < begun+most && !g.Outcome().Over() {
			legal := g.Board().Moves(nil)
			pick := legal[rng.IntN(len(legal))]
			for _, m := range legal {
				if err := g.Play(m); err != nil {
					t.Fatal(err)
				}
				ends := g.Outcome().Over()
				g.Undo()
				if ends {
					pick = m
				}
			}
			if err := g.Play(pick); err != nil {
				t.Fatal(err)
			}
		}
		if g.Outcome().Over() {
			return g.Moves()
		}
	}
	for g.Ply() > begun+6 {
		g.Undo()
	}
	return g.Moves()
}

// archived reads a game in the archive and compares it with what was played.
func (e *evening) archived(table *lobby.Table, v variants.Variant, want *chess.Game) {
	t := e.t
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := e.archive.Await(ctx, table.ID()); err != nil {
		t.Fatalf("%s: %v", v.ID, err)
	}
	text, err := e.archive.Sheet(ctx, table.ID())
	if err != nil {
		t.Fatalf("%s: %v", v.ID, err)
	}
	r := pgn.NewReader(strings.NewReader(text))
	g, err := r.Read()
	if err != nil {
		t.Fatalf("%s: %v\n%s", v.ID, err, text)
	}
	if _, err := r.Read(); !errors.Is(err, io.EOF) {
		t.Errorf("%s: more than one game: %v", v.ID, err)
	}
	if len(g.Warnings) > 0 || len(r.Warnings()) > 0 || g.Err != nil || g.Unread != "" {
		t.Errorf("%s: %v, %v, %v, %q\n%s", v.ID, g.Warnings, r.Warnings(), g.Err, g.Unread, text)
	}
	if of, _ := variants.Of(g.Rules); of.ID != v.ID || g.Result != want.Outcome().Result.String() {
		t.Errorf("%s is read as %q with the result %v\n%s", v.ID, of.ID, g.Result, text)
	}
	if got, err := g.Play(); err != nil || !slices.Equal(got.Moves(), want.Moves()) || got.Start() != want.Start() {
		t.Errorf("%s: the archive has another game, want %v from %s (%v)\n%s", v.ID, want.SANs(), want.Start(), err, text)
	}
	sides := e.sides(table)
	for c, tag := range [...]string{"White", "Black"} {
		if line := "[" + tag + ` "` + sides[c].name + `"]`; !strings.Contains(text, line) {
			t.Errorf("%s: no %s in\n%s", v.ID, line, text)
		}
	}
}
