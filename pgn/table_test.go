package pgn

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rookery/chess/known"
	"rookery/pgn/internal/pgntest"
)

// row is one line of an expected.tsv.
type row struct {
	file        string
	game, plies int
	fen, result string
	warn        bool
	line, col   int // of the warning, 0 when the table does not say
}

// readRows reads a table without its heading.
func readRows(t *testing.T, name string) []row {
	t.Helper()
	var rows []row
	for _, line := range known.Lines(t, name)[1:] {
		c := strings.Split(line, "\t")
		if len(c) < 6 {
			t.Fatalf("%s: %q has %d columns, want 6", name, line, len(c))
		}
		r := row{file: c[0], fen: c[3], result: c[4], warn: c[5] == "1"}
		var err error
		if r.game, err = strconv.Atoi(c[1]); err != nil {
			t.Fatal(err)
		}
		if r.plies, err = strconv.Atoi(c[2]); err != nil {
			t.Fatal(err)
		}
		if len(c) > 6 {
			fmt.Sscanf(c[6], "@%d:%d", &r.line, &r.col)
		}
		rows = append(rows, r)
	}
	if len(rows) == 0 {
		t.Fatalf("%s holds no rows", name)
	}
	return rows
}

func readAll(t testing.TB, src io.Reader) ([]*Game, []ParseError) {
	t.Helper()
	r := NewReader(src)
	var games []*Game
	for {
		g, err := r.Read()
		if err == io.EOF {
			return games, r.Warnings()
		}
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
}

// finalFEN is the position at the end of the main line.
func finalFEN(t testing.TB, g *Game) string {
	t.Helper()
	b, err := g.BoardAt(g.Root.End())
	if err != nil {
		return err.Error()
	}
	return b.FEN()
}

// sameFEN compares positions; pockets as sets, and without the halfmove clock
// where there is a pocket.
func sameFEN(a, b string) bool {
	if a == b {
		return true
	}
	return strings.Contains(b, "[") && loose(a) == loose(b)
}

func loose(fen string) string {
	f := strings.Fields(fen)
	if len(f) != 6 {
		return fen
	}
	if board, pocket, ok := strings.Cut(f[0], "["); ok {
		pieces := strings.Split(strings.TrimSuffix(pocket, "]"), "")
		slices.Sort(pieces)
		f[0] = board + "[" + strings.Join(pieces, "") + "]"
	}
	f[4] = "-"
	return strings.Join(f, " ")
}

// checkTable holds every row of the table in a folder against what the reader
// makes of its file.
func checkTable(t *testing.T, dir string) {
	rows := readRows(t, dir+"/expected.tsv")
	files := map[string][]row{}
	var order []string
	for _, r := range rows {
		if _, ok := files[r.file]; !ok {
			order = append(order, r.file)
		}
		files[r.file] = append(files[r.file], r)
	}
	for _, name := range order {
		t.Run(name, func(t *testing.T) {
			games, noise := readAll(t, bytes.NewReader(known.Read(t, known.Path(t, dir+"/"+name))))
			want := files[name]
			if want[0].game == 0 {
				if len(games) != 0 || (len(noise) > 0) != want[0].warn {
					t.Errorf("%d games and warnings %v, want no game and warning %v", len(games), noise, want[0].warn)
				}
				return
			}
			if len(games) != len(want) {
				t.Fatalf("%d games, want %d", len(games), len(want))
			}
			for i, r := range want {
				g := games[i]
				if g.Plies() != r.plies || g.Result != r.result {
					t.Errorf("game %d: %d plies, %s, want %d, %s; warnings %v", r.game, g.Plies(), g.Result, r.plies, r.result, g.Warnings)
				}
				if fen := finalFEN(t, g); !sameFEN(fen, r.fen) {
					t.Errorf("game %d ends in %s, want %s", r.game, fen, r.fen)
				}
				if (len(g.Warnings) > 0) != r.warn {
					t.Errorf("game %d: warnings %v, want any: %v", r.game, g.Warnings, r.warn)
				}
				if r.line > 0 && len(g.Warnings) > 0 && (g.Warnings[0].Line != r.line || g.Warnings[0].Column != r.col) {
					t.Errorf("game %d: %v, want it at %d:%d", r.game, &g.Warnings[0], r.line, r.col)
				}
			}
		})
	}
}

func TestKnownFiles(t *testing.T) { checkTable(t, "pgn") }

func TestKnownSynthetic(t *testing.T) { checkTable(t, "synthetic") }

// All 2,000 games of which TestKnownSynthetic has 500.
func TestAllSynthetic(t *testing.T) { checkTable(t, "corpora/synthetic") }

// The collections are sound but for rules that we do not know: a warning would
// be a fault of ours.
func TestSoundCollectionsGiveNoWarning(t *testing.T) {
	for _, path := range pgntest.Files(t) {
		if filepath.Base(filepath.Dir(path)) == "pgn" {
			continue
		}
		games, noise := readAll(t, bytes.NewReader(known.Read(t, path)))
		if len(noise) > 0 {
			t.Errorf("%s: %v", path, noise)
		}
		for _, g := range games {
			if g.Tags.Value("Variant") == "Seirawan" {
				if g.Err == nil || g.Unread == "" || g.Plies() > 0 {
					t.Errorf("%s: game %d of rules we do not know was read", path, g.Number)
				}
			} else if len(g.Warnings) > 0 {
				t.Errorf("%s: game %d: %v", path, g.Number, g.Warnings)
			}
		}
	}
}
