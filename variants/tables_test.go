package variants

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"rookery/chess"
	"rookery/chess/known"
)

// table reads the lines of a tab-separated file, at least one.
func table(t testing.TB, path string, fields int) [][]string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for line := range strings.Lines(string(text)) {
		row := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		if len(row) >= fields {
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		t.Fatalf("%s holds no line of %d fields", path, fields)
	}
	return rows
}

// both runs a test on our own table and on the one that other packages read, too.
func both(t *testing.T, own, common string, fields int, test func(t *testing.T, rows [][]string)) {
	t.Run("own", func(t *testing.T) { test(t, table(t, own, fields)) })
	t.Run("common", func(t *testing.T) { test(t, table(t, known.Path(t, common), fields)) })
}

func mustFind(t testing.TB, name string) Variant {
	t.Helper()
	v, ok := ByName(name)
	if !ok {
		t.Fatalf("no variant is called %q", name)
	}
	return v
}

// budget is the most nodes a line may have to be counted in the default run;
// the command "rookery perft --suite" counts the deeper ones.
const budget = 700_000

func TestPerft(t *testing.T) {
	for _, path := range append([]string{"testdata/perft.tsv"}, known.Glob(t, "perft/*.tsv")...) {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".tsv"), func(t *testing.T) {
			for _, row := range table(t, path, 4) {
				depth, err1 := strconv.Atoi(row[2])
				nodes, err2 := strconv.ParseUint(row[3], 10, 64)
				if err1 != nil || err2 != nil {
					t.Fatalf("bad line %q", row)
				}
				if nodes > budget {
					continue
				}
				b, err := chess.NewBoard(mustFind(t, row[0]).Rules, row[1])
				if err != nil {
					t.Errorf("%s %s: %v", row[0], row[1], err)
					continue
				}
				if got := chess.Perft(b, depth); got != nodes {
					t.Errorf("%s %s depth %d: %d nodes, want %d", row[0], row[1], depth, got, nodes)
				}
			}
		})
	}
}

func play(v Variant, fen, moves string) (*chess.Game, error) {
	g, err := chess.NewGameFEN(v.Rules, fen)
	if err != nil {
		return nil, err
	}
	for uci := range strings.FieldsSeq(moves) {
		if _, err := g.PlayUCI(uci); err != nil {
			return nil, fmt.Errorf("%s: %w", uci, err)
		}
	}
	return g, nil
}

func TestOutcomes(t *testing.T) {
	both(t, "testdata/outcomes.tsv", "outcomes/outcomes.tsv", 5, func(t *testing.T, rows [][]string) {
		for _, row := range rows {
			g, err := play(mustFind(t, row[0]), row[1], row[2])
			if err != nil {
				t.Errorf("%s %s %s: %v", row[0], row[1], row[2], err)
				continue
			}
			if g.Claimable() != chess.NoReason {
				if err := g.Claim(); err != nil {
					t.Errorf("%s %s: claim: %v", row[0], row[1], err)
				}
			}
			o := g.Outcome()
			if o.Result.String() != row[3] || o.Reason.String() != row[4] {
				t.Errorf("%s %s %s: %v %v, want %s %s", row[0], row[1], row[2], o.Result, o.Reason, row[3], row[4])
			}
		}
	})
}

func TestSAN(t *testing.T) {
	both(t, "testdata/san.tsv", "san/san.tsv", 4, func(t *testing.T, rows [][]string) {
		for _, row := range rows {
			b, err := chess.NewBoard(mustFind(t, row[0]).Rules, row[1])
			if err != nil {
				t.Errorf("%s %s: %v", row[0], row[1], err)
				continue
			}
			m, err := chess.ParseUCI(b, row[2])
			if err != nil {
				t.Errorf("%s %s %s: %v", row[0], row[1], row[2], err)
				continue
			}
			if got := chess.SAN(b, m); got != row[3] {
				t.Errorf("%s %s %s: %s, want %s", row[0], row[1], row[2], got, row[3])
			}
			if got, err := chess.ParseSAN(b, row[3]); err != nil || got != m {
				t.Errorf("%s %s: reading %s gives %v, %v; want %v", row[0], row[1], row[3], got, err, m)
			}
		}
	})
}

// Every legal move of every perft position, and of those one ply on where
// there are few, survives printing and parsing.
func TestEveryMoveSurvivesItsNotation(t *testing.T) {
	for _, path := range append([]string{"testdata/perft.tsv"}, known.Glob(t, "perft/*.tsv")...) {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".tsv"), func(t *testing.T) {
			for _, row := range table(t, path, 4) {
				b, err := chess.NewBoard(mustFind(t, row[0]).Rules, row[1])
				if err != nil {
					t.Errorf("%s %s: %v", row[0], row[1], err)
					continue
				}
				seen := make(map[string]chess.Move)
				for _, m := range b.Moves(nil) {
					san := chess.MoveText(b, m)
					if other, ok := seen[san]; ok {
						t.Errorf("%s %s: %v and %v are both written %s", row[0], row[1], m, other, san)
					}
					seen[san] = m
					if got, err := chess.ParseMove(b, san); err != nil || got != m {
						t.Errorf("%s %s: %s reads as %v, %v; want %v", row[0], row[1], san, got, err, m)
					}
					uci := chess.UCI(b, m)
					if got, err := chess.ParseUCI(b, uci); err != nil || got != m {
						t.Errorf("%s %s: %s reads as %v, %v; want %v", row[0], row[1], uci, got, err, m)
					}
				}
			}
		})
	}
}

func TestFEN(t *testing.T) {
	both(t, "testdata/fen.tsv", "fen/fen.tsv", 4, func(t *testing.T, rows [][]string) {
		for _, row := range rows {
			p, err := chess.ParsePosition(mustFind(t, row[0]).Rules, row[1])
			if err != nil {
				t.Errorf("%s %s: %v", row[0], row[1], err)
				continue
			}
			if got := p.FEN(); got != row[2] {
				t.Errorf("%s %s: X-FEN %s, want %s", row[0], row[1], got, row[2])
			}
			if got := p.ShredderFEN(); got != row[3] {
				t.Errorf("%s %s: Shredder-FEN %s, want %s", row[0], row[1], got, row[3])
			}
		}
	})
}

func TestFog(t *testing.T) {
	both(t, "testdata/fog.tsv", "fog/dark_view.tsv", 4, func(t *testing.T, rows [][]string) {
		for _, row := range rows {
			b, err := chess.NewBoard(mustFind(t, row[0]).Rules, row[1])
			if err != nil {
				t.Errorf("%s %s: %v", row[0], row[1], err)
				continue
			}
			eyes := chess.WhiteObserver
			if row[2] == "b" {
				eyes = chess.BlackObserver
			}
			if got := b.View(eyes).Placement(); got != row[3] {
				t.Errorf("%s %s seen by %s: %s, want %s", row[0], row[1], row[2], got, row[3])
			}
		}
	})
}

func TestStartPositionsMatchTheTables(t *testing.T) {
	lines, ranks := sha256.New(), sha256.New()
	distinct := make(map[string]bool)
	for n := range 960 {
		a := backRank(n)
		fmt.Fprintf(lines, "%d\t%s\n", n, a)
		fmt.Fprint(ranks, a)
		distinct[a] = true
		bishops := strings.Index(a, "B") + strings.LastIndex(a, "B")
		if bishops%2 == 0 || !(strings.Index(a, "R") < strings.Index(a, "K") && strings.Index(a, "K") < strings.LastIndex(a, "R")) {
			t.Errorf("back rank %d, %s, breaks the rule", n, a)
		}
	}
	if len(distinct) != 960 {
		t.Errorf("%d distinct back ranks, want 960", len(distinct))
	}
	for n, want := range map[int]string{0: "BBQNNRKR", 518: "RNBQKBNR", 959: "RKRNNQBB"} {
		if backRank(n) != want {
			t.Errorf("back rank %d is %s, want %s", n, backRank(n), want)
		}
	}
	for _, row := range table(t, known.Path(t, "chess960/sp.tsv"), 2) {
		n, err := strconv.Atoi(row[0])
		if err == nil && backRank(n) != row[1] {
			t.Errorf("back rank %d is %s, want %s", n, backRank(n), row[1])
		}
	}
	sums := table(t, known.Path(t, "chess960/sp.sha256"), 2)
	if got := hex.EncodeToString(lines.Sum(nil)); got != sums[0][1] {
		t.Errorf("check sum of the lines %s, want %s", got, sums[0][1])
	}
	if got := hex.EncodeToString(ranks.Sum(nil)); got != sums[1][1] {
		t.Errorf("check sum of the back ranks %s, want %s", got, sums[1][1])
	}
}

func TestTrainingPositionsHaveTheirPerft(t *testing.T) {
	for _, row := range table(t, known.Path(t, "training.tsv"), 4) {
		b, err := chess.NewBoard(Chess, row[1])
		if err != nil {
			t.Fatal(err)
		}
		depth, _ := strconv.Atoi(row[2])
		if got := fmt.Sprint(chess.Perft(b, depth)); got != row[3] {
			t.Errorf("%s depth %d: %s nodes, want %s", row[0], depth, got, row[3])
		}
	}
}
