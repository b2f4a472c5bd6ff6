package pgn

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rookery/chess"
	"rookery/variants"
)

// played plays a game from its usual starting position, or number n where that is not
// negative, with moves in SAN.
func played(t *testing.T, id string, n int, moves string) *chess.Game {
	t.Helper()
	v, ok := variants.ByName(id)
	if !ok {
		t.Fatalf("there is no variant %s", id)
	}
	g, err := chess.NewGame(v.Rules, n)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range strings.Fields(moves) {
		if _, err := g.PlaySAN(m); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

func TestFromGameWritesTheRoster(t *testing.T) {
	g := played(t, "chess", -1, "f3 e5 g4 Qh4#")
	sheet := FromGame(g, map[string]string{"Event": "Rookery game", "Date": "2026.11.21", "White": "A", "Black": `B "b"`})
	want := `[Event "Rookery game"]
[Site "?"]
[Date "2026.11.21"]
[Round "?"]
[White "A"]
[Black "B \"b\""]
[Result "0-1"]
[Termination "normal"]

1. f3 e5 2. g4 Qh4# 0-1

`
	if got := export(t, sheet); got != want {
		t.Errorf("written\n%s\nwant\n%s", got, want)
	}
}

func TestFromGameWritesVariantAndStart(t *testing.T) {
	for _, c := range []struct {
		id    string
		start int
		tags  []string
	}{
		{"chess960", 0, []string{`[Variant "Chess960"]`, `[SetUp "1"]`, `[FEN "bbqnnrkr/`}},
		{"chess960", -1, []string{`[Variant "Chess960"]`, `[SetUp "1"]`, `[FEN "rnbqkbnr/`}},
		{"crazyhouse", -1, []string{`[Variant "Crazyhouse"]`}},
		{"atomic", -1, []string{`[Variant "Atomic"]`}},
	} {
		text := export(t, FromGame(played(t, c.id, c.start, ""), nil))
		for _, tag := range c.tags {
			if !strings.Contains(text, tag) {
				t.Errorf("%s start %d: no %s in\n%s", c.id, c.start, tag, text)
			}
		}
	}
}

// Every game of the register, its sample played, must come back from a file
// with the same rules, moves and position.
func TestEveryVariantReadsBack(t *testing.T) {
	for _, v := range variants.All() {
		t.Run(v.ID, func(t *testing.T) {
			for _, start := range []int{-1, 100} {
				if start >= 0 && (v.Rules.Start == nil || v.Rules.Start.Count <= start) {
					continue
				}
				moves := v.Sample
				if start >= 0 {
					moves = ""
				}
				game := played(t, v.ID, start, moves)
				games, _ := readAll(t, strings.NewReader(export(t, FromGame(game, nil))))
				if len(games) != 1 || len(games[0].Warnings) > 0 {
					t.Fatalf("%d games, warnings %v", len(games), games[0].Warnings)
				}
				again, err := games[0].Play()
				if err != nil {
					t.Fatal(err)
				}
				a, b := game.Rules(), again.Rules()
				a.Name, a.Aim, b.Name, b.Aim = "", "", "", ""
				if a != b {
					t.Errorf("rules %+v, want %+v", b, a)
				}
				if got, want := again.Board().FEN(), game.Board().FEN(); got != want {
					t.Errorf("ends in %s, want %s", got, want)
				}
				if got, want := again.Outcome().Result, game.Outcome().Result; got != want {
					t.Errorf("result %v, want %v", got, want)
				}
			}
		})
	}
}

func TestEveryEndReadsBack(t *testing.T) {
	for name, end := range map[string]func(*chess.Game) error{
		"resigned":  func(g *chess.Game) error { return g.Resign(chess.White) },
		"agreed":    func(g *chess.Game) error { return g.AgreeDraw() },
		"flag":      func(g *chess.Game) error { return g.Flag(chess.Black) },
		"abandoned": func(g *chess.Game) error { return g.AbandonBy(chess.Black) },
		"recorded":  func(g *chess.Game) error { return g.Record(chess.WhiteWins) },
		"drawn":     func(g *chess.Game) error { return g.Record(chess.Drawn) },
		"unended":   func(*chess.Game) error { return nil },
	} {
		g := played(t, "chess", -1, "e4 e5")
		if err := end(g); err != nil {
			t.Fatal(err)
		}
		games, _ := readAll(t, strings.NewReader(export(t, FromGame(g, nil))))
		again, err := games[0].Play()
		if err != nil {
			t.Fatal(err)
		}
		if got, want := again.Outcome(), g.Outcome(); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

func TestHexagonalStalemateKeepsItsPoints(t *testing.T) {
	if got := termination(chess.Outcome{Result: chess.WhiteStalemates, Reason: chess.ByStalemate}); got != "stalemate 3/4-1/4" {
		t.Errorf("Termination %q, want stalemate 3/4-1/4", got)
	}
	if got := resultOf(chess.Outcome{Result: chess.BlackStalemates, Reason: chess.ByStalemate}); got != Draw {
		t.Errorf("Result %q, want %q", got, Draw)
	}
}

func TestSaveReplacesAndAppendKeeps(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.pgn")
	first := FromGame(played(t, "chess", -1, "e4 e5"), map[string]string{"Event": "first"})
	second := FromGame(played(t, "atomic", -1, "Nf3 f6"), map[string]string{"Event": "second"})
	if err := Save(path, first); err != nil {
		t.Fatal(err)
	}
	old, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	// A file that lacks its last line end still keeps its games apart.
	if err := os.WriteFile(path, old[:len(old)-2], 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := Append(path, second); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(text), string(old[:len(old)-2])) {
		t.Errorf("the old bytes were changed:\n%s", text)
	}
	games, _ := readAll(t, strings.NewReader(string(text)))
	if len(games) != 2 || games[0].Tags.Value("Event") != "first" || games[1].Tags.Value("Event") != "second" {
		t.Fatalf("holds\n%s", text)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o640 {
		t.Errorf("permissions %v, want those of the old file", info.Mode().Perm())
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".rookery-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestSaveThatFailsLeavesTheOldFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "games.pgn")
	if err := os.WriteFile(path, []byte("1. e4 *\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	bad := NewGame(chess.Rules{}, "no position")
	if err := Save(path, bad); err == nil {
		t.Fatal("a game without a position was saved")
	}
	if text, _ := os.ReadFile(path); string(text) != "1. e4 *\n" {
		t.Errorf("the file now holds %q", text)
	}
	if names, _ := os.ReadDir(dir); len(names) != 1 {
		t.Errorf("left behind: %v", names)
	}
}

func TestEditsAreUndone(t *testing.T) {
	games, _ := readAll(t, strings.NewReader("[Event \"a\"]\n\n1. e4 {best} e5 (1... c5 2. Nf3) 2. Nf3 *\n"))
	g := games[0]
	before := sketch(g)
	e4 := g.Root.Next()
	c5 := e4.Children[1]
	if g.Edited() {
		t.Error("edited before any edit")
	}
	g.Promote(c5)
	if !c5.Main() || !g.Edited() {
		t.Error("the variation is not the main line")
	}
	b, _ := g.BoardAt(c5.End())
	m, err := chess.ParseSAN(b, "d6")
	if err != nil {
		t.Fatal(err)
	}
	n, err := g.AddMove(c5.End(), m)
	if err != nil {
		t.Fatal(err)
	}
	g.SetNAGs(n, Dubious, Good)
	g.SetClock(n, 90*time.Second)
	g.SetBefore(n, "why not")
	g.Delete(e4.Children[1])
	g.SetResult(Draw)
	if _, err := g.AddMove(g.Root, chess.NewMove(0, 63, chess.Quiet)); err == nil {
		t.Error("a1h8 was added to the tree")
	}
	want := "1. e4 { best } 1... c5 2. Nf3 2... { why not } d6 $1 $6 { [%clk 0:01:30] } 1/2-1/2"
	if got := describe(t, g); !strings.HasSuffix(got, want) {
		t.Errorf("edited to %s, want %s", got, want)
	}
	for g.Undo() {
	}
	if after := sketch(g); after != before || g.Edited() {
		t.Errorf("undone to\n%s\nwant\n%s (edited %v)", after, before, g.Edited())
	}
}

func TestCommandsAreUnderstood(t *testing.T) {
	games, _ := readAll(t, strings.NewReader("1. e4 { [%eval 0.31] [%clk 0:02:59.5] } e5 { [%emt 0:00:04][%cal Gd2d4,Rc5d4] wants d4 } 2. Nf3 { [%eval #-7] } *"))
	line := games[0].Root.Line()
	if d, ok := line[0].Clock(); !ok || d != 2*time.Minute+59*time.Second+500*time.Millisecond {
		t.Errorf("clock %v %v", d, ok)
	}
	if v, _, ok := line[0].Eval(); !ok || v != 0.31 {
		t.Errorf("eval %v %v", v, ok)
	}
	if d, ok := line[1].Spent(); !ok || d != 4*time.Second {
		t.Errorf("spent %v %v", d, ok)
	}
	if _, mate, ok := line[2].Eval(); !ok || mate != -7 {
		t.Errorf("mate in %d %v", mate, ok)
	}
	if got := Prose(line[1].After[0]); got != "wants d4" {
		t.Errorf("prose %q", got)
	}
}
