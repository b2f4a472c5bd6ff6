package main

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// shared is the folder of known answers that lies beside the project, if it does.
const shared = "../../../shared"

// known opens a file of known answers, or skips the test.
func known(t *testing.T, elem ...string) []string {
	t.Helper()
	path := filepath.Join(append([]string{shared}, elem...)...)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Skipf("the table of known answers is not here: %v", err)
	}
	return strings.Split(strings.TrimRight(string(data), "\n"), "\n")
}

func TestExitStatus(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	tests := []struct {
		name   string
		args   []string
		status int
		out    string // what standard output must contain; "-" for nothing at all
		err    string // what standard error must contain
	}{
		{"help is no error", []string{"--help"}, 0, "Usage:", ""},
		{"a command that does not exist", []string{"prft"}, 2, "-", `there is no command "prft"; did you mean perft?`},
		{"a flag that does not exist", []string{"perft", "--depth", "3"}, 2, "-", "--depth"},
		{"perft without a depth", []string{"perft"}, 2, "-", "DEPTH"},
		{"perft with two depths", []string{"perft", "1", "2"}, 2, "-", "DEPTH"},
		{"perft to a depth that is no number", []string{"perft", "deep"}, 2, "-", `"deep"`},
		{"perft of a position", []string{"perft", "--fen", start, "3"}, 0, "nodes 8902\n", "nodes/s"},
		{"perft to depth 0 counts the position itself", []string{"perft", "0"}, 0, "nodes 1\n", ""},
		{"perft move by move", []string{"perft", "--divide", "2"}, 0, "g1f3: 20\n", ""},
		{"perft of a variant", []string{"perft", "--variant", "Racing Kings", "2"}, 0, "nodes 421\n", ""},
		{"perft of a combination", []string{"perft", "--variant", "atomic+960", "1"}, 0, "nodes ", ""},
		{"a variant that does not exist", []string{"perft", "--variant", "draughts", "2"}, 1, "-", `no variant "draughts"`},
		{"a broken FEN", []string{"perft", "--fen", "8/8/8 x", "2"}, 1, "-", "rookery:"},
		{"a suite that does not exist", []string{"perft", "--suite", "nowhere.tsv"}, 1, "-", "nowhere.tsv"},
		{"an unknown viewer", []string{"position", "--json", "--viewer", "grey"}, 2, "-", "white or black"},
		{"an illegal move", []string{"position", "--json", "--moves", "e2e5"}, 1, "-", "move 1"},
		{"moves after the end", []string{"position", "--json", "--moves", "f2f3 e7e5 g2g4 d8h4 a2a3"}, 1, "-", "move 5"},
		{"the list of variants", []string{"variants"}, 0, "crazyhouse", ""},
		{"the rules of a variant", []string{"variants", "atomic"}, 0, "Source: ", ""},
		{"the rules of a variant that does not exist", []string{"variants", "draughts"}, 1, "-", "draughts"},
		{"a PGN that does not exist", []string{"pgn", "check", "nowhere.pgn"}, 1, "-", "nowhere.pgn"},
		{"pgn without a command", []string{"pgn", "polish"}, 2, "-", "polish"},
		{"a PGN to view that does not exist", []string{"view", "nowhere.pgn"}, 1, "-", "nowhere.pgn"},
		{"nobody is called that", []string{"play", "--white", "cat"}, 2, "-", "cat"},
		{"a clock that cannot be read", []string{"play", "--clock", "soon"}, 2, "-", "soon"},
		{"a match with an unknown level", []string{"match", "--white", "ai:godlike", "--games", "1"}, 2, "-", "godlike"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := run(t, "", tt.args...)
			if got.status != tt.status {
				t.Errorf("status %d, want %d (standard error: %s)", got.status, tt.status, got.err)
			}
			if tt.out == "-" && got.out != "" {
				t.Errorf("standard output %q, want nothing", got.out)
			}
			if tt.out != "-" && !strings.Contains(got.out, tt.out) {
				t.Errorf("standard output %q does not contain %q", got.out, tt.out)
			}
			if !strings.Contains(got.err, tt.err) {
				t.Errorf("standard error %q does not contain %q", got.err, tt.err)
			}
		})
	}
}

func TestSuite(t *testing.T) {
	good := run(t, "", "perft", "--suite", "testdata/small.tsv", "testdata/small.tsv")
	if good.status != 0 || good.out != "16 passed, 0 failed\n" {
		t.Errorf("status %d, output %q, want 0 and 16 passed; %s", good.status, good.out, good.err)
	}
	bad := run(t, "", "perft", "--suite", "testdata/wrong.tsv")
	const want = `testdata/wrong.tsv:2: chess rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 depth 2: 400 nodes, want 401
testdata/wrong.tsv:3: there is no variant "draughts"
1 passed, 2 failed
`
	if bad.status != 1 || bad.out != want {
		t.Errorf("status %d, want 1; output\n%s\nwant\n%s", bad.status, bad.out, want)
	}
}

func TestPosition(t *testing.T) {
	got := run(t, "", "position", "--json", "--moves", "f2f3 e7e5 g2g4 d8h4")
	want := `{"variant":"chess","fen":"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",` +
		`"shredder_fen":"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w HAha - 1 3",` +
		`"turn":"white","result":"0-1","reason":"checkmate","checked":["e1"],"moves":[]}` + "\n"
	if got.out != want {
		t.Errorf("after fool's mate\n%s\nwant\n%s", got.out, want)
	}
}

func TestPositionBatch(t *testing.T) {
	in := strings.Join([]string{
		"chess\t\t", // the start
		"chess\t\tg1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", // threefold, claimed
		"crazyhouse\t4k3/8/8/8/8/8/8/4K3[N] w - - 0 1\tN@f3",
		"chess960\t1rk2r2/pppppppp/8/8/8/8/PPPPPPPP/1RK2R2 w FBfb - 0 1\tc1f1",
		"chess\t\te2e5",
		"draughts\t\t",
		"one two three",
		"chess\t8/8/8/4k3/8/8/8/4K3 w - - 0 1", // no third field
	}, "\n")
	got := run(t, in, "position", "--json", "--batch", "--viewer", "white")
	type answered struct {
		positionRecord
		Error string
	}
	var records []answered
	for dec := json.NewDecoder(strings.NewReader(got.out)); dec.More(); {
		var r answered
		if err := dec.Decode(&r); err != nil {
			t.Fatal(err)
		}
		records = append(records, r)
	}
	if got.status != 0 || len(records) != 8 || strings.Count(got.out, "\n") != 8 {
		t.Fatalf("status %d, %d records, want 0 and 8, one a line:\n%s%s", got.status, len(records), got.out, got.err)
	}
	for i, wrong := range []bool{false, false, false, false, true, true, true, false} {
		if (records[i].Error != "") != wrong {
			t.Errorf("record %d: error %q, want one: %v", i, records[i].Error, wrong)
		}
	}
	if n := len(records[0].Moves); n != 20 || records[0].View != "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR" {
		t.Errorf("at the start %d moves and view %q", n, records[0].View)
	}
	if r := records[1]; r.Result != "1/2-1/2" || r.Reason != "threefold" || len(r.Moves) != 20 {
		t.Errorf("the third time: %s %s, %d moves, want a draw by threefold and 20 moves", r.Result, r.Reason, len(r.Moves))
	}
	if r := records[2]; !strings.HasPrefix(r.FEN, "4k3/8/8/8/8/5N2/8/4K3[] b") {
		t.Errorf("after the drop: %s", r.FEN)
	}
	if r := records[3]; !strings.HasPrefix(r.FEN, "1rk2r2/pppppppp/8/8/8/8/PPPPPPPP/1R3RK1 b ") {
		t.Errorf("after castling: %s", r.FEN)
	}
	if r := records[7]; r.Reason != "insufficient" {
		t.Errorf("bare kings: %s", r.Reason)
	}
}

// TestOutcomes sends every row of the table of ends through the command.
func TestOutcomes(t *testing.T) {
	lines := known(t, "outcomes", "outcomes.tsv")
	var in strings.Builder
	for _, l := range lines {
		f := strings.Split(l, "\t")
		in.WriteString(strings.Join(f[:3], "\t") + "\n")
	}
	got := run(t, in.String(), "position", "--json", "--batch")
	sc := bufio.NewScanner(strings.NewReader(got.out))
	sc.Buffer(nil, 1<<20)
	checked := 0
	for _, l := range lines {
		f := strings.Split(l, "\t")
		if !sc.Scan() {
			t.Fatalf("the answers end before %q: %s", l, got.err)
		}
		var r struct{ Result, Reason, Error string }
		if err := json.Unmarshal(sc.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(r.Error, "there is no variant") {
			continue
		}
		checked++
		if r.Result != f[3] || r.Reason != f[4] {
			t.Errorf("%s: %s %s %s, want %s %s", strings.Join(f[:3], " | "), r.Result, r.Reason, r.Error, f[3], f[4])
		}
	}
	if checked < 80 {
		t.Errorf("only %d rows were of a variant that is known", checked)
	}
}

// TestNotation sends every row of the table of moves through the command.
func TestNotation(t *testing.T) {
	lines := known(t, "san", "san.tsv")
	var in strings.Builder
	for _, l := range lines {
		f := strings.Split(l, "\t")
		in.WriteString(f[0] + "\t" + f[1] + "\t\n")
	}
	got := run(t, in.String(), "position", "--json", "--batch")
	sc := bufio.NewScanner(strings.NewReader(got.out))
	sc.Buffer(nil, 1<<20)
	checked := 0
	for _, l := range lines {
		f := strings.Split(l, "\t")
		if !sc.Scan() {
			t.Fatalf("the answers end before %q: %s", l, got.err)
		}
		var r struct {
			Moves []struct{ UCI, SAN string }
			Error string
		}
		if err := json.Unmarshal(sc.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(r.Error, "there is no variant") {
			continue
		}
		checked++
		san := "not there"
		for _, m := range r.Moves {
			if m.UCI == f[2] {
				san = m.SAN
			}
		}
		if san != f[3] {
			t.Errorf("%s %s %s: %s %s, want %s", f[0], f[1], f[2], san, r.Error, f[3])
		}
	}
	if checked < 100 {
		t.Errorf("only %d rows were of a variant that is known", checked)
	}
}

// TestMatch lets the computer play itself at its weakest: every game must end
// by its own rules, without an illegal move.
func TestMatch(t *testing.T) {
	games := "5"
	if testing.Short() {
		games = "1"
	}
	for _, id := range []string{"chess", "chess960", "suicide", "crazyhouse", "atomic", "benedict"} {
		t.Run(id, func(t *testing.T) {
			got := run(t, "", "match", "--variant", id, "--games", games)
			if got.status != 0 || !strings.Contains(got.out, id+" ") || !strings.Contains(got.out, games+" game") {
				t.Fatalf("status %d, output %q, error %q", got.status, got.out, got.err)
			}
			again := run(t, "", "match", "--variant", id, "--games", "2", "--nodes", "500", "--seed", "9")
			if twice := run(t, "", "match", "--variant", id, "--games", "2", "--nodes", "500", "--seed", "9"); twice.out != again.out {
				t.Errorf("the same seed gave %q, then %q", again.out, twice.out)
			}
		})
	}
}

// TestMatchScores writes the games of a match and reads them back.
func TestMatchScores(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.pgn")
	got := run(t, "", "match", "--variant", "atomic", "--games", "3", "--nodes", "200", "--pgn", file)
	if got.status != 0 {
		t.Fatalf("status %d: %s", got.status, got.err)
	}
	check := run(t, "", "pgn", "check", file)
	if check.status != 0 || check.out != "3 games, 0 faults\n" {
		t.Errorf("status %d, output %q", check.status, check.out)
	}
}

// TestPGNCheck sends a file with a fault through the command.
func TestPGNCheck(t *testing.T) {
	got := run(t, "", "pgn", "check", "testdata/three.pgn", "testdata/faulty.pgn")
	if got.status != 1 || !strings.HasPrefix(got.out, "testdata/faulty.pgn:9:") || !strings.HasSuffix(got.out, "\n4 games, 1 fault\n") {
		t.Errorf("status %d, output %q, want the fault of line 9 and status 1", got.status, got.out)
	}
	asJSON := run(t, "", "pgn", "check", "--json", "testdata/faulty.pgn")
	var rec gameRecord
	if err := json.Unmarshal([]byte(asJSON.out), &rec); err != nil {
		t.Fatalf("%v: %s", err, asJSON.out)
	}
	if rec.Plies != 3 || len(rec.Warnings) != 1 || rec.Warnings[0].Line != 9 || rec.Result != "1-0" ||
		rec.FinalFEN != "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2" {
		t.Errorf("%+v", rec)
	}
}
