package boardtest

import (
	"bufio"
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"

	"rookery/chess"
)

// Rows reads the lines of a file of tab-separated fields whose first field is
// id, or all when id is empty; # begins a comment.
func Rows(t testing.TB, path, id string, fields int) [][]string {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var rows [][]string
	for lines := bufio.NewScanner(file); lines.Scan(); {
		row := strings.Split(lines.Text(), "\t")
		if row[0] == "" || row[0][0] == '#' || id != "" && row[0] != id {
			continue
		}
		if len(row) != fields {
			t.Fatalf("%s: %d fields in %q, want %d", path, len(row), lines.Text(), fields)
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		t.Fatalf("%s has no rows for %q", path, id)
	}
	return rows
}

// Tables holds the board of a variant to the tables of known answers that stand beside
// the test and to those at known, under the variant's id. A board that is written as on
// 8×8 needs no table of SAN.
func Tables(t *testing.T, r chess.Rules, id string, known func(testing.TB, string) string, san bool) {
	t.Helper()
	for _, table := range []struct {
		name, beside, known string
		test                func(*testing.T, chess.Rules, string, string)
	}{
		{"perft", "testdata/perft.tsv", "perft/" + id + ".tsv", Perft},
		{"outcomes", "testdata/outcomes.tsv", "outcomes/outcomes.tsv", Outcomes},
		{"SAN", "testdata/san.tsv", "san/san.tsv", SAN},
	} {
		if table.name == "SAN" && !san {
			continue
		}
		t.Run(table.name, func(t *testing.T) { table.test(t, r, table.beside, id) })
		t.Run("known "+table.name, func(t *testing.T) { table.test(t, r, known(t, table.known), id) })
	}
}

// Perft counts moves by a table of id, FEN, depth and nodes. A short run leaves
// out large counts.
func Perft(t *testing.T, r chess.Rules, path, id string) {
	t.Helper()
	const most = 300_000
	for _, row := range Rows(t, path, id, 4) {
		depth, _ := strconv.Atoi(row[2])
		want, err := strconv.ParseUint(row[3], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		if testing.Short() && want > most {
			continue
		}
		if got := chess.Perft(SetUp(t, r, row[1]), depth); got != want {
			t.Errorf("%s depth %d: %d nodes, want %d", row[1], depth, got, want)
		}
	}
}

// Outcomes plays the moves of a table of id, FEN, moves as UCI, result and
// reason, and asks the board how the game has ended.
func Outcomes(t *testing.T, r chess.Rules, path, id string) {
	t.Helper()
	for _, row := range Rows(t, path, id, 5) {
		b := SetUp(t, r, row[1])
		if err := play(b, strings.Fields(row[2])); err != nil {
			t.Error(err)
			continue
		}
		if got := b.Outcome(); got.Result.String() != row[3] || got.Reason.String() != row[4] {
			t.Errorf("%s %s: %s %s, want %s %s", row[1], row[2], got.Result, got.Reason, row[3], row[4])
		}
	}
}

// SAN writes and reads the moves of a table of id, FEN, UCI and SAN.
func SAN(t *testing.T, r chess.Rules, path, id string) {
	t.Helper()
	for _, row := range Rows(t, path, id, 4) {
		b := SetUp(t, r, row[1])
		m, err := chess.ParseUCI(b, row[2])
		if err != nil {
			t.Errorf("%s: %v", row[1], err)
			continue
		}
		if got := chess.SAN(b, m); got != row[3] {
			t.Errorf("%s %s: %s, want %s", row[1], row[2], got, row[3])
		}
		if got, err := chess.ParseSAN(b, row[3]); got != m || err != nil {
			t.Errorf("%s %s: read as %s (%v), want %s", row[1], row[3], chess.UCI(b, got), err, row[2])
		}
	}
}

// FuzzFEN reads any text; what is accepted is written as something that reads
// back as the same, and so is what each move makes of it.
func FuzzFEN(f *testing.F, r chess.Rules, fens ...string) {
	for _, fen := range fens {
		f.Add(fen)
	}
	f.Fuzz(func(t *testing.T, fen string) {
		b, err := chess.NewBoard(r, fen)
		if err != nil {
			if len(faults(err)) == 0 {
				t.Errorf("%q: a fault without a place: %v", fen, err)
			}
			return
		}
		Check(t, b)
		for _, m := range b.Moves(nil) {
			b.Make(m)
			if after, err := chess.NewBoard(r, b.FEN()); err != nil || after.Key() != b.Key() {
				t.Fatalf("%q becomes %s: %v", fen, b.FEN(), err)
			}
			b.Undo()
		}
	})
}

// FuzzMoves reads any text as a move of each board; what is read is written as
// something that reads back as the same move.
func FuzzMoves(f *testing.F, r chess.Rules, fens, texts []string) {
	for _, text := range texts {
		f.Add(text)
	}
	var boards []chess.Board
	for _, fen := range fens {
		boards = append(boards, SetUp(f, r, fen))
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, b := range boards {
			for _, parse := range []func(chess.Board, string) (chess.Move, error){chess.ParseMove, chess.ParseUCI} {
				m, err := parse(b, text)
				if err != nil || m == chess.Pass {
					continue
				}
				if got, err := chess.ParseMove(b, chess.MoveText(b, m)); got != m || err != nil {
					t.Errorf("%s: %q is %s, which is read as %v (%v)", b.FEN(), text, chess.MoveText(b, m), got, err)
				}
			}
			chess.Suggest(b, text, 3)
		}
	})
}

// faults takes apart what errors.Join has put together.
func faults(err error) []*chess.FENError {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		if fault := (*chess.FENError)(nil); errors.As(err, &fault) {
			return []*chess.FENError{fault}
		}
		return nil
	}
	var all []*chess.FENError
	for _, e := range joined.Unwrap() {
		all = append(all, faults(e)...)
	}
	return all
}

func matches(got *chess.FENError, want chess.FENError) bool {
	return got.Field == want.Field && got.Offset == want.Offset && strings.Contains(got.Reason, want.Reason)
}
