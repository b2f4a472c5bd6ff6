package pgn

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"rookery/chess"
)

// Each kind of edit alone: made, undone, made again.
func TestEachEditIsUndoneAndRedone(t *testing.T) {
	const text = "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 {best} e5 $2 (1... c5 2. Nf3) 2. Nf3 1-0\n"
	for _, c := range []struct {
		what string
		edit func(t *testing.T, g *Game)
		want string // what the game rewritten holds afterwards
	}{
		{"a move", func(t *testing.T, g *Game) {
			b, err := g.BoardAt(g.Root.End())
			if err != nil {
				t.Fatal(err)
			}
			m, err := chess.ParseSAN(b, "Nc6")
			if err != nil {
				t.Fatal(err)
			}
			if _, err := g.AddMove(g.Root.End(), m); err != nil {
				t.Fatal(err)
			}
		}, "2. Nf3 Nc6 1-0"},
		{"a line promoted", func(t *testing.T, g *Game) { g.Promote(g.Root.Next().Children[1]) }, "1... c5 (1... e5"},
		{"a line deleted", func(t *testing.T, g *Game) { g.Delete(g.Root.Next().Children[1]) }, "1... e5 $2 2. Nf3 1-0"},
		{"the main line deleted", func(t *testing.T, g *Game) { g.Delete(g.Root.Next().Children[0]) }, "1... c5 2. Nf3 1-0"},
		{"a comment", func(t *testing.T, g *Game) { g.SetComments(g.Root.Next(), "the", "best") }, "{ the } { best }"},
		{"a comment before", func(t *testing.T, g *Game) { g.SetBefore(g.Root.End(), "now") }, "{ now }"},
		{"a glyph", func(t *testing.T, g *Game) { g.SetNAGs(g.Root.Next(), Good) }, "1. e4 $1 { best }"},
		{"a clock", func(t *testing.T, g *Game) { g.SetClock(g.Root.End(), time.Minute) }, "[%clk 0:01:00]"},
		{"a tag changed", func(t *testing.T, g *Game) { g.SetTag("Event", "b") }, `[Event "b"]`},
		{"a tag added", func(t *testing.T, g *Game) { g.SetTag("ECO", "C20") }, `[ECO "C20"]`},
		{"a tag deleted", func(t *testing.T, g *Game) { g.DeleteTag("Event") }, `[Event "?"]`},
		{"the result", func(t *testing.T, g *Game) { g.SetResult(Draw) }, `[Result "1/2-1/2"]`},
	} {
		games, _ := readAll(t, strings.NewReader(text))
		g := games[0]
		before := sketch(g)
		if g.Undo() || g.Redo() || g.Edited() {
			t.Fatalf("%s: a game just read has something to undo or redo", c.what)
		}
		c.edit(t, g)
		after := sketch(g)
		if got := export(t, g); !strings.Contains(got, c.want) || !g.Edited() {
			t.Errorf("%s: written\n%s\nwant %s in it", c.what, got, c.want)
		}
		for range 2 {
			if !g.Undo() || g.Undo() || sketch(g) != before || g.Edited() {
				t.Errorf("%s: undone to\n%s\nwant\n%s", c.what, sketch(g), before)
			}
			if !g.Redo() || g.Redo() || sketch(g) != after || !g.Edited() {
				t.Errorf("%s: made again to\n%s\nwant\n%s", c.what, sketch(g), after)
			}
		}
	}
}

func TestEditsWithoutEffectAreNotKept(t *testing.T) {
	games, _ := readAll(t, strings.NewReader("[Event \"a\"]\n\n1. e4 e5 *\n"))
	g := games[0]
	g.SetTag("Event", "a")
	g.DeleteTag("ECO")
	g.Promote(g.Root.Next())
	g.Delete(g.Root)
	if g.Edited() || g.Undo() {
		t.Error("the game counts as edited")
	}
}

func TestNewEditClearsRedo(t *testing.T) {
	g := NewGame(chess.Rules{}, "")
	g.SetTag("Event", "a")
	g.Undo()
	g.SetTag("Event", "b")
	if g.Redo() || g.Tags.Value("Event") != "b" {
		t.Errorf("Event %q", g.Tags.Value("Event"))
	}
}

// Any edits in any order, undone and redone in any depth, pass through the
// same states.
func TestRandomEditsAreUndoneAndRedone(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		g := NewGame(chess.Rules{}, "")
		states := []string{sketch(g)}
		for range 40 {
			randomEdit(t, g, rnd)
			if s := sketch(g); len(states) <= len(g.edits.done) {
				states = append(states, s)
			}
		}
		at := len(g.edits.done)
		for range 200 {
			if rnd.IntN(2) == 0 && g.Undo() {
				at--
			} else if g.Redo() {
				at++
			}
			if got := sketch(g); got != states[at] {
				t.Fatalf("after %d edits\n%s\nwant\n%s", at, got, states[at])
			}
		}
	}
}

// randomEdit makes one edit anywhere in the tree.
func randomEdit(t *testing.T, g *Game, rnd *rand.Rand) {
	t.Helper()
	var nodes []*Node
	if err := g.Walk(func(n *Node, _ chess.Board) bool { nodes = append(nodes, n); return true }); err != nil {
		t.Fatal(err)
	}
	n := nodes[rnd.IntN(len(nodes))]
	switch rnd.IntN(8) {
	case 0, 1, 2:
		b, err := g.BoardAt(n)
		if err != nil {
			t.Fatal(err)
		}
		if moves := b.Moves(nil); len(moves) > 0 {
			if _, err := g.AddMove(n, moves[rnd.IntN(len(moves))]); err != nil {
				t.Fatal(err)
			}
		}
	case 3:
		g.Promote(n)
	case 4:
		if len(n.Children) == 0 {
			g.Delete(n)
		}
	case 5:
		g.SetComments(n, strings.Repeat("x", rnd.IntN(4)))
	case 6:
		g.SetNAGs(n, NAG(1+rnd.IntN(6)))
	case 7:
		g.SetTag("Event", strings.Repeat("y", rnd.IntN(4)))
	}
}
