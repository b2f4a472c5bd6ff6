package train

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rookery/ai"
	"rookery/ai/network"
	"rookery/chess"
	"rookery/variants"
)

// unpack reads a packed file.
func unpack(t *testing.T, name string) string {
	t.Helper()
	file, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestShardsFollowTheSeed holds that a file of positions follows from seed and number, that
// a later run goes on with the next number, and that all kinds of positions are in it.
func TestShardsFollowTheSeed(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector")
	}
	horde, ok := variants.ByName("horde")
	if !ok {
		t.Fatal("no horde")
	}
	shards := func(dir string) Shards {
		return Shards{
			Play: Play{Rules: horde.Rules, Nodes: 60, Seed: 5}, Dir: dir, Most: 300,
			Label: func(context.Context) (Labeller, error) { return OwnLabels(100), nil },
		}
	}
	one, two := t.TempDir(), t.TempDir()
	for _, dir := range []string{one, two, two} {
		if err := shards(dir).Make(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if len(Files(one)) != 1 || len(Files(two)) != 2 {
		t.Fatalf("%v and %v", Files(one), Files(two))
	}
	text := unpack(t, Files(one)[0])
	if text != unpack(t, Files(two)[0]) {
		t.Error("the same seed made other positions")
	}
	if text == unpack(t, Files(two)[1]) {
		t.Error("the second file is the first again")
	}
	for k := range kinds {
		if !strings.Contains(text, ";"+k.String()) {
			t.Errorf("no position of kind %s", k)
		}
	}
	s := &Set{Features: network.FeaturesOf(horde.Rules), Rules: horde.Rules}
	if err := s.Read(Files(one)[0]); err != nil || len(s.Samples) != 300-strings.Count(text, ";loud\n") {
		t.Errorf("%d samples, %v", len(s.Samples), err)
	}
}

// lineLabels labels by a fixed value, with a second line of two moves.
type lineLabels struct{ Labeller }

func (lineLabels) Label(_ context.Context, b chess.Board) (ai.Choice, error) {
	moves := b.Moves(nil)
	next := b.Clone()
	next.Make(moves[0])
	second := ai.Line{Move: moves[0], Score: -70, PV: []chess.Move{moves[0], next.Moves(nil)[0]}}
	return ai.Choice{Move: moves[1], Score: 30, Lines: []ai.Line{{Move: moves[1], Score: 30}, second}}, nil
}

// TestParentsAreLabelled holds that given positions are taken once each, as they are, after a
// move at random, and at the ends of further lines, with the value for White.
func TestParentsAreLabelled(t *testing.T) {
	dir := t.TempDir()
	const parent = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
	s := Shards{Play: Play{Parents: []string{parent, parent}, Seed: 3, Cheap: true}, Dir: dir, Workers: 2,
		Label: func(context.Context) (Labeller, error) { return lineLabels{OwnLabels(1)}, nil }}
	if err := s.Make(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(Files(dir)) != 1 {
		t.Fatalf("files %v", Files(dir))
	}
	lines := strings.Split(strings.TrimSpace(unpack(t, Files(dir)[0])), "\n")
	if len(lines) != 6 { // two ends and one random move of either
		t.Fatalf("%d positions: %q", len(lines), lines)
	}
	if lines[0] != parent+";-30;;;leaf" {
		t.Errorf("the position itself is %q", lines[0])
	}
	if !strings.Contains(lines[1], " b KQkq - ") || !strings.HasSuffix(lines[1], ";70;;;leaf") {
		t.Errorf("the end of its second line is %q", lines[1])
	}
}

// TestStoppedShardIsKept holds that what was made before the end is not lost.
func TestStoppedShardIsKept(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	dir := t.TempDir()
	s := Shards{Play: Play{Nodes: 60, Seed: 1}, Dir: dir, Label: func(context.Context) (Labeller, error) {
		return &stopper{Labeller: OwnLabels(100), left: 30, stop: stop}, nil
	}}
	if err := s.Make(ctx); err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(names) != 1 {
		t.Fatalf("%v, %v", names, err)
	}
	if lines := strings.Count(unpack(t, names[0]), "\n"); lines < 20 || lines > 30 {
		t.Errorf("%d positions kept of 30", lines)
	}
}

// stopper ends a run in the middle of a file.
type stopper struct {
	Labeller
	left int
	stop func()
}

func (s *stopper) Label(ctx context.Context, b chess.Board) (ai.Choice, error) {
	if s.left--; s.left == 0 {
		s.stop()
	}
	return s.Labeller.Label(ctx, b)
}

// TestMakeTellsWhyItFails holds that a labeller that does not start ends the run and
// leaves nothing behind.
func TestMakeTellsWhyItFails(t *testing.T) {
	dir, broken := t.TempDir(), errors.New("no such engine")
	s := Shards{Dir: dir, Workers: 2, Label: func(context.Context) (Labeller, error) { return nil, broken }}
	if err := s.Make(t.Context()); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	if names, _ := filepath.Glob(filepath.Join(dir, "*")); len(names) > 0 {
		t.Errorf("left %v", names)
	}
}

// TestWithoutPiece holds that one piece other than a king goes, and the rest is a position.
func TestWithoutPiece(t *testing.T) {
	const fen = "r3k3/8/8/8/8/8/8/4K3[Pp] w - - 0 1"
	if got := withoutPiece(fen, rand.New(rand.NewPCG(1, 1))); got != "4k3/8/8/8/8/8/8/4K3[Pp] w - - 0 1" {
		t.Error(got)
	}
	for seed := range uint64(50) {
		b, err := chess.NewBoard(chess.Rules{}, withoutPiece("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", rand.New(rand.NewPCG(seed, 1))))
		if err != nil {
			t.Fatal(err)
		}
		if n := b.(chess.Positioned).Position().Occupied().Count(); n != 31 {
			t.Fatalf("%d pieces", n)
		}
	}
}
