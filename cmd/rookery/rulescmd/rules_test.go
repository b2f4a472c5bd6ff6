package rulescmd

import (
	"bufio"
	"encoding/json"
	"strings"
	"testing"

	"rookery/chess/known"
)

func TestSuite(t *testing.T) {
	good := run(t, "", "perft", "--suite", "testdata/small.tsv", "testdata/small.tsv")
	if good.Status != 0 || good.Out != "16 passed, 0 failed\n" {
		t.Errorf("status %d, output %q, want 0 and 16 passed; %s", good.Status, good.Out, good.Err)
	}
	bad := run(t, "", "perft", "--suite", "testdata/wrong.tsv")
	const want = `testdata/wrong.tsv:2: chess rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 depth 2: 400 nodes, want 401
testdata/wrong.tsv:3: unknown variant "draughts"
1 passed, 2 failed
`
	if bad.Status != 1 || bad.Out != want {
		t.Errorf("status %d, want 1; output\n%s\nwant\n%s", bad.Status, bad.Out, want)
	}
}

func TestPosition(t *testing.T) {
	got := run(t, "", "position", "--json", "--moves", "f2f3 e7e5 g2g4 d8h4")
	want := `{"variant":"chess","fen":"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",` +
		`"shredder_fen":"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w HAha - 1 3",` +
		`"turn":"white","result":"0-1","reason":"checkmate","checked":["e1"],"moves":[]}` + "\n"
	if got.Out != want {
		t.Errorf("after fool's mate\n%s\nwant\n%s", got.Out, want)
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
	for dec := json.NewDecoder(strings.NewReader(got.Out)); dec.More(); {
		var r answered
		if err := dec.Decode(&r); err != nil {
			t.Fatal(err)
		}
		records = append(records, r)
	}
	if got.Status != 0 || len(records) != 8 || strings.Count(got.Out, "\n") != 8 {
		t.Fatalf("status %d, %d records, want 0 and 8, one a line:\n%s%s", got.Status, len(records), got.Out, got.Err)
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
	lines := known.Lines(t, "outcomes/outcomes.tsv")
	var in strings.Builder
	for _, l := range lines {
		f := strings.Split(l, "\t")
		in.WriteString(strings.Join(f[:3], "\t") + "\n")
	}
	got := run(t, in.String(), "position", "--json", "--batch")
	sc := bufio.NewScanner(strings.NewReader(got.Out))
	sc.Buffer(nil, 1<<20)
	checked := 0
	for _, l := range lines {
		f := strings.Split(l, "\t")
		if !sc.Scan() {
			t.Fatalf("the answers end before %q: %s", l, got.Err)
		}
		var r struct{ Result, Reason, Error string }
		if err := json.Unmarshal(sc.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(r.Error, "unknown variant") {
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
	lines := known.Lines(t, "san/san.tsv")
	var in strings.Builder
	for _, l := range lines {
		f := strings.Split(l, "\t")
		in.WriteString(f[0] + "\t" + f[1] + "\t\n")
	}
	got := run(t, in.String(), "position", "--json", "--batch")
	sc := bufio.NewScanner(strings.NewReader(got.Out))
	sc.Buffer(nil, 1<<20)
	checked := 0
	for _, l := range lines {
		f := strings.Split(l, "\t")
		if !sc.Scan() {
			t.Fatalf("the answers end before %q: %s", l, got.Err)
		}
		var r struct {
			Moves []struct{ UCI, SAN string }
			Error string
		}
		if err := json.Unmarshal(sc.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(r.Error, "unknown variant") {
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
