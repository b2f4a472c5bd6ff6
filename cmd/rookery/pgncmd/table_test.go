package pgncmd

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rookery/chess/known"
)

// TestPGNTables holds pgn check to the tables of known answers.
func TestPGNTables(t *testing.T) {
	for _, dir := range []string{"pgn", "synthetic"} {
		lines := known.Lines(t, dir+"/expected.tsv")
		want := map[string][][]string{} // rows by file
		rows := 0
		for _, line := range lines[1:] {
			c := strings.Split(line, "\t")
			want[c[0]] = append(want[c[0]], c)
			rows++
		}
		if rows == 0 {
			t.Fatalf("%s: the table is empty", dir)
		}
		for name, table := range want {
			checkTable(t, known.Path(t, dir+"/"+name), table)
		}
		t.Logf("%s: %d rows", dir, rows)
	}
}

// checkTable compares what pgn check says of a file with its rows.
func checkTable(t *testing.T, path string, table [][]string) {
	t.Helper()
	got := run(t, "", "pgn", "check", "--json", path)
	games := map[int]gameRecord{}
	d := json.NewDecoder(strings.NewReader(got.Out))
	for d.More() {
		var rec gameRecord
		if err := d.Decode(&rec); err != nil {
			t.Fatal(err)
		}
		games[rec.Game] = rec
	}
	for _, row := range table {
		number, _ := strconv.Atoi(row[1])
		rec, ok := games[number]
		if number == 0 {
			if strings.Contains(got.Err, path+":") != (row[5] == "1") || ok {
				t.Errorf("%s: outside games %q, want any: %s", path, got.Err, row[5])
			}
			continue
		}
		if !ok || strconv.Itoa(rec.Plies) != row[2] || plainFEN(rec.FinalFEN) != plainFEN(row[3]) || rec.Result != row[4] ||
			(len(rec.Warnings) > 0) != (row[5] == "1") {
			t.Errorf("%s: %+v, want %q", path, rec, row)
		}
		if at, ok := strings.CutPrefix(strings.Join(row[6:], " "), "@"); ok {
			at, _, _ = strings.Cut(at, " ")
			if at = strings.TrimRight(at, ".,;"); len(rec.Warnings) == 0 ||
				strconv.Itoa(rec.Warnings[0].Line)+":"+strconv.Itoa(rec.Warnings[0].Column) != at {
				t.Errorf("%s: game %d: warnings %v, want one at %s", path, number, rec.Warnings, at)
			}
		}
	}
	for number := range games {
		if number > len(table) {
			t.Errorf("%s: there is a game %d", path, number)
		}
	}
}

// plainFEN sorts the pocket of a FEN and leaves out the half-move clock that
// goes with it.
func plainFEN(fen string) string {
	f := strings.Fields(fen)
	board, pocket, ok := strings.Cut(fen, "[")
	if !ok || len(f) != 6 {
		return fen
	}
	pocket, _, _ = strings.Cut(pocket, "]")
	men := strings.Split(pocket, "")
	slices.Sort(men)
	return strings.Join([]string{board, strings.Join(men, ""), f[1], f[2], f[3], f[5]}, " ")
}
