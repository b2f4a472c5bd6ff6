package pgncmd

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

// copyOfThree is three.pgn in a folder of its own.
func copyOfThree(t *testing.T) (path, text string) {
	t.Helper()
	data, err := os.ReadFile(threeGames)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "three.pgn")
	if err := os.WriteFile(path, data, 0o640); err != nil {
		t.Fatal(err)
	}
	return path, string(data)
}

func textOf(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// left are the files in the folder of a path.
func left(t *testing.T, path string) string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

func TestAnnotateFile(t *testing.T) {
	path, text := copyOfThree(t)
	got := run(t, "", "pgn", "annotate", path, "--nodes", "2000")
	if got.Status != 0 || got.Out != "" || !strings.Contains(got.Err, "3 games annotated: ") {
		t.Fatalf("status %d, %q, %q", got.Status, got.Out, got.Err)
	}
	out := filepath.Join(filepath.Dir(path), "three-annotated.pgn")
	marked := textOf(t, out)
	for _, want := range []string{"[%eval ", " $4 { [%eval", "Blunder. ", "[WhiteAccuracy \"", "[BlackACPL \"", "This pins", "[Variant \"Atomic\"]"} {
		if !strings.Contains(marked, want) {
			t.Errorf("%q is missing in\n%s", want, marked)
		}
	}
	if textOf(t, path) != text || left(t, path) != "three-annotated.pgn three.pgn" {
		t.Errorf("the file was changed, or more is left than %s", left(t, path))
	}
	stats := run(t, "", "pgn", "stats", out)
	var record statsRecord
	if err := json.Unmarshal([]byte(run(t, "", "pgn", "stats", "--json", out).Out), &record); err != nil || !strings.Contains(stats.Out, "accuracy, %  loss in centipawns a move") {
		t.Errorf("no report in the statistics, %v:\n%s", err, stats.Out)
	}
	if p := record.Played; len(p) != 6 || p[0].Games != 1 || p[0].Accuracy <= 0 || p[0].Accuracy > 100 {
		t.Errorf("played %+v, want the figures of six players", p)
	}
	if check := run(t, "", "pgn", "check", out); check.Out != "3 games, 0 faults\n" {
		t.Errorf("written with faults: %s", check.Out)
	}
	if again := run(t, "", "pgn", "annotate", path, "--nodes", "2000"); again.Status != 1 || !strings.Contains(again.Err, "exists") || textOf(t, out) != marked {
		t.Errorf("over the first run: status %d, %s", again.Status, again.Err)
	}
	// The same with several threads, from an archive, to standard output.
	var packed strings.Builder
	z := gzip.NewWriter(&packed)
	io.WriteString(z, text)
	z.Close()
	for _, c := range []struct {
		name, in string
		args     []string
	}{
		{"threads", text, []string{"-", "-o", "-", "--nodes", "2000", "--threads", "3"}},
		{"gzip", packed.String(), []string{"-", "-o", "-", "--nodes", "2000"}},
	} {
		if got := run(t, c.in, append([]string{"pgn", "annotate"}, c.args...)...); got.Out != marked {
			t.Errorf("%s: status %d, %s\n%s", c.name, got.Status, got.Err, got.Out)
		}
	}
	// In place, and once more: what was written is renewed.
	for range 2 {
		if got := run(t, "", "pgn", "annotate", path, "-o", path, "--nodes", "2000"); got.Status != 0 || textOf(t, path) != marked {
			t.Errorf("in place: status %d, %s\n%s", got.Status, got.Err, textOf(t, path))
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("in place: mode %v, %v", info.Mode(), err)
	}
}

var errCut = errors.New("the power failed")

// cutShort annotates the first game of a file and ends in the middle of the second.
func cutShort(t *testing.T, path string) {
	t.Helper()
	a := &annotator{threads: 2, level: 6, nodes: 1000, out: path + ".out"}
	cmd := newAnnotate()
	cmd.SetContext(t.Context())
	cmd.SetErr(io.Discard)
	if err := a.ready(cmd, path); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	text := textOf(t, path)
	half := strings.Index(text, "[Event \"Opera\"]") + 100
	err = a.intoFile(t.Context(), io.MultiReader(strings.NewReader(text[:half]), iotest.ErrReader(errCut)), nil, info)
	if !errors.Is(err, errCut) || a.games != 1 {
		t.Fatalf("%d games, then %v", a.games, err)
	}
}

func TestAnnotateGoesOn(t *testing.T) {
	path, text := copyOfThree(t)
	out := path + ".out"
	args := []string{"pgn", "annotate", path, "-o", out, "--nodes", "1000"}
	if got := run(t, "", args...); got.Status != 0 {
		t.Fatal(got.Err)
	}
	whole := textOf(t, out)
	os.Remove(out)

	cutShort(t, path)
	if got, want := left(t, path), "three.pgn three.pgn.out.part three.pgn.out.part.json"; got != want {
		t.Fatalf("after the cut there are %s, want %s", got, want)
	}
	first := textOf(t, out+".part")
	if first == "" || !strings.HasPrefix(whole, first) {
		t.Fatalf("half a game was written:\n%s", first)
	}
	if other := run(t, "", append(args[:6:6], "2000")...); other.Status != 1 || !strings.Contains(other.Err, "other settings") {
		t.Errorf("with other settings: status %d, %s", other.Status, other.Err)
	}
	// A game that was cut off in the middle is written anew.
	if err := os.WriteFile(out+".part", []byte(first+"[Event \"Ope"), 0o600); err != nil {
		t.Fatal(err)
	}
	got := run(t, "", args...)
	if got.Status != 0 || !strings.Contains(got.Err, "Continuing after 1 game\n") || !strings.Contains(got.Err, "3 games annotated") || textOf(t, out) != whole {
		t.Errorf("status %d, %s\n%s\nwant\n%s", got.Status, got.Err, textOf(t, out), whole)
	}
	if left(t, path) != "three.pgn three.pgn.out" {
		t.Errorf("left are %s", left(t, path))
	}

	cutShort(t, path)
	if err := os.WriteFile(path, []byte(text+"\n1. e4 *\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := run(t, "", args...); got.Status != 1 || !strings.Contains(got.Err, "has changed") {
		t.Errorf("with another file: status %d, %s", got.Status, got.Err)
	}
	if got := run(t, "", append(args, "--restart")...); got.Status != 0 || !strings.HasPrefix(textOf(t, out), whole[:len(whole)-2]) {
		t.Errorf("begun again: status %d, %s", got.Status, got.Err)
	}
}

// Games that cannot be read stay byte for byte; the others are annotated.
func TestAnnotateLeavesBrokenGames(t *testing.T) {
	const broken = "[Event \"x\"]\n[Result \"*\"]\n\n1. e4 e5 2. Ke3 {odd} Nf6 *\n\n"
	const unknown = "[Event \"y\"]\n[Variant \"Unheard of\"]\n\n1.  Pxx7 *\n\n"
	const empty = "[Event \"z\"]\n\n1-0\n\n"
	got := run(t, broken+unknown+empty+"1. f3 e5 2. g4 Qh4# 0-1\n", "pgn", "annotate", "-", "-o", "-", "--nodes", "500")
	if got.Status != 0 || !strings.HasPrefix(got.Out, broken+unknown+empty) || !strings.Contains(got.Out, "2. g4 $4") {
		t.Errorf("status %d, %s\n%s", got.Status, got.Err, got.Out)
	}
	for _, want := range []string{"game 1 left unchanged", "game 2 left unchanged", "2 left unchanged"} {
		if !strings.Contains(got.Err, want) {
			t.Errorf("%q is not said: %s", want, got.Err)
		}
	}
}

func TestAnnotateRefuses(t *testing.T) {
	path, _ := copyOfThree(t)
	for _, c := range []struct{ args, says string }{
		{path + "|--level|11", "1 to 10"},
		{path + "|--level|5|--nodes|10", "cannot be combined"},
		{path + "|--threads|0", "--threads"},
		{path + "|--engine|nothing", "not an engine"},
		{"-", "-o"},
		{path + "x", "no such file"},
		{path + "|-o|" + filepath.Dir(path), "not a regular file"},
		{path + "|-o|" + path + "/x", ""},
	} {
		got := run(t, "", append([]string{"pgn", "annotate"}, strings.Split(c.args, "|")...)...)
		if got.Status == 0 || !strings.Contains(got.Err, c.says) {
			t.Errorf("%s: status %d, %s", c.args, got.Status, got.Err)
		}
	}
	if left(t, path) != "three.pgn" {
		t.Errorf("left are %s", left(t, path))
	}
}

// What a file holds besides its games, its encoding and its line ends stay.
// TestAnnotateNamesTheCopy cannot write beside the file, and says so without the name of what it writes to.
func TestAnnotateNamesTheCopy(t *testing.T) {
	path, _ := copyOfThree(t)
	out := strings.TrimSuffix(path, ".pgn") + "-annotated.pgn"
	if err := os.Mkdir(out+".part", 0o755); err != nil {
		t.Fatal(err)
	}
	got := run(t, "", "pgn", "annotate", path, "--nodes", "100")
	if got.Status != 1 || !strings.Contains(got.Err, "cannot save "+out+": ") || strings.Contains(got.Err, ".part") {
		t.Errorf("status %d, %q", got.Status, got.Err)
	}
}

func TestAnnotateKeepsTheFile(t *testing.T) {
	const text = "Games of M\xfcller,\r\ncollected by hand\r\n\r\n[Event \"B\xfcro\"]\r\n[Result \"0-1\"]\r\n\r\n1. f3 e5 2. g4 Qh4# 0-1\r\n\r\n" +
		"[Event \"empty\"]\r\n[White \"J\xf3zsef\"]\r\n\r\n*\r\n\r\n"
	path := filepath.Join(t.TempDir(), "latin.pgn")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	out := path + ".out"
	for _, args := range [][]string{{path, "-o", out}, {path, "-o", out, "--lang", "hu"}} {
		got := run(t, "", append([]string{"pgn", "annotate", "--nodes", "500"}, args...)...)
		marked := textOf(t, out)
		if got.Status != 0 || !strings.HasPrefix(marked, text[:strings.Index(text, "[Result")]) || !strings.HasSuffix(marked, text[strings.Index(text, "[Event \"empty"):]) ||
			strings.Count(marked, "\n") != strings.Count(marked, "\r\n") || !strings.Contains(marked, "g4 $4") || strings.Contains(marked, "\xc3") {
			t.Errorf("status %d, %s\n%q", got.Status, got.Err, marked)
		}
	}
	const prose = "no games here,\nnothing but words\n"
	if got := run(t, prose, "pgn", "annotate", "-", "-o", "-"); got.Out != prose {
		t.Errorf("of words: %q, %s", got.Out, got.Err)
	}
	if err := os.WriteFile(path, []byte("\xff\xfe1\x00.\x00 \x00e\x004\x00 \x00*\x00"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := run(t, "", "pgn", "annotate", "--nodes", "500", path, "-o", "-"); !strings.Contains(got.Err, "UTF-16: the copy is written in UTF-8") {
		t.Errorf("of UTF-16: %q", got.Err)
	}
}
