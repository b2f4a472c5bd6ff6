package pgncmd

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

const threeGames = "testdata/three.pgn"

// gamesOf is which games of three.pgn a search finds, as their numbers.
func gamesOf(t *testing.T, out string) string {
	t.Helper()
	var numbers []string
	for line := range strings.Lines(out) {
		numbers = append(numbers, strings.Split(line, "\t")[1])
	}
	return strings.Join(numbers, " ")
}

func TestPGNSearch(t *testing.T) {
	for _, tt := range []struct {
		name string
		args string // parted by bars
		want string // numbers of the games
	}{
		{"a player", "--player|morphy", "2"},
		{"the white player", "--white|a", "1 2 3"},
		{"the black player", "--black|bo", "3"},
		{"an event and a site", "--event|opera|--site|PARIS", "2"},
		{"a range of dates", "--date|1850..1860", "1 2"},
		{"from a date on", "--date|1858..", "2 3"},
		{"a year", "--date|1851", "1"},
		{"codes", "--eco|C40-C49", "2"},
		{"an opening by the moves", "--opening|philidor", "2"},
		{"a variant by another spelling", "--variant|atomic chess", "3"},
		{"a result", "--result|1-0", "1 2 3"},
		{"the language of the viewer", "-q|morphy 1850..1860 C41 1-0", "2"},
		{"a position of a variation", "--fen|rn1qkbnr/ppp2ppp/3p4/8/3pP1b1/5N2/PPP2PPP/RNBQKB1R w KQkq - 0 5|--games|2", ""},
		{"a position", "--fen|rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "1 2"},
		{"a position of the variation alone", "--fen|r1bqkbnr/ppp2ppp/2np4/1B6/3QP3/5N2/PPP2PPP/RNB1K2R b KQkq - 2 5", "2"},
		{"a position of another variant", "--variant|atomic|--fen|rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1", "3"},
		{"material on the board, e.g.", "--material|KRBP*vK*", "2"},
		{"numbers", "--games|3,1", "1 3"},
		{"numbers and words", "--games|2-|--white|a", "2 3"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := run(t, "", append([]string{"pgn", "search", threeGames}, strings.Split(tt.args, "|")...)...)
			if found := gamesOf(t, got.Out); found != tt.want || (got.Status == 0) != (tt.want != "") {
				t.Errorf("games %q, status %d, want %q; %s", found, got.Status, tt.want, got.Err)
			}
		})
	}
}

func TestPGNSearchForms(t *testing.T) {
	asJSON := run(t, "", "pgn", "search", "--json", "--player", "morphy", threeGames)
	var rec headRecord
	if err := json.Unmarshal([]byte(asJSON.Out), &rec); err != nil {
		t.Fatalf("%v: %s", err, asJSON.Out)
	}
	text, err := os.ReadFile(threeGames)
	if err != nil {
		t.Fatal(err)
	}
	game := string(text[rec.Offset : rec.Offset+int64(rec.Length)])
	if rec.Game != 2 || rec.White != "Morphy, Paul" || rec.ECO != "C41" || !strings.HasPrefix(game, `[Event "Opera"]`) ||
		strings.Count(string(text[:rec.Offset]), "\n")+1 != rec.Line {
		t.Errorf("%+v", rec)
	}
	if asPGN := run(t, "", "pgn", "search", "--pgn", "--player", "morphy", threeGames); asPGN.Out != game {
		t.Errorf("copied\n%s\nwant\n%s", asPGN.Out, game)
	}
	if n := run(t, "", "pgn", "search", "--count", "--white", "a", threeGames, "testdata/faulty.pgn"); !strings.Contains(n.Out, threeGames+"\t3\n") {
		t.Errorf("counted %q", n.Out)
	}
	piped := run(t, string(text), "pgn", "search", "-", "--player", "ada")
	if gamesOf(t, piped.Out) != "3" || piped.Status != 0 {
		t.Errorf("through standard input: %q, %s", piped.Out, piped.Err)
	}
}

// collectorsGames are games whose tags say little or say it otherwise.
const collectorsGames = "words before\n\n[White \"A\"]\n[WhiteElo \"2000\"]\n[Variant \"normal\"]\n\n1. e4 c5 2. Nf3 d6 *\n\n" +
	"[White \"B\"]\n[WhiteElo \"1999\"]\n[Variant \"fischerandom\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n1. e4 *\n\n" +
	"[White \"C\"]\n[ECO \"?\"]\n\n1. d4 d5 2. c4 *\n"

func TestPGNForCollectors(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.pgn")
	if err := os.WriteFile(path, []byte(collectorsGames), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := run(t, "", "pgn", "search", path, "--elo", "<2000"); gamesOf(t, got.Out) != "2" {
		t.Errorf("below 2000: %q", got.Out)
	}
	// One rule for codes: the tag, else the moves.
	for code, want := range map[string]string{"B50": "1", "D06": "3"} {
		if got := run(t, "", "pgn", "search", path, "--eco", code); gamesOf(t, got.Out) != want || !strings.Contains(got.Out, "\t"+code+"\t") {
			t.Errorf("%s: %q, want game %s", code, got.Out, want)
		}
	}
	list := strings.Split(run(t, "", "pgn", "index", path).Out, "\n")
	for i, want := range []string{"\tB50\tChess\t", "\t\tChess960\t", "\tD06\tChess\t"} {
		if !strings.Contains(list[i], want) {
			t.Errorf("listed as %q, want %q", list[i], want)
		}
	}
	dir := t.TempDir()
	if got := run(t, "", "pgn", "split", path, "--by", "eco", "-d", dir); !strings.Contains(got.Out, "B50.pgn\t1\n") || !strings.Contains(got.Out, "D06.pgn\t1\n") {
		t.Errorf("split: %q", got.Out)
	}
	check := run(t, "", "pgn", "check", "--json", path)
	if n := strings.Count(check.Out, "\n"); n != 3 || !strings.Contains(check.Err, path+":1:1: ") || check.Status != 0 {
		t.Errorf("%d objects, %q, status %d", n, check.Err, check.Status)
	}
	if runtime.GOOS != "windows" {
		if got := run(t, "", "pgn", "search", path, "--white", "b", "--pgn", "-o", os.DevNull); got.Status != 0 || got.Err != "" {
			t.Errorf("to the null device: %d, %q", got.Status, got.Err)
		}
	}
}

func TestPGNMistakes(t *testing.T) {
	dir := t.TempDir()
	for _, tt := range []struct {
		name   string
		args   []string
		status int
		words  string
	}{
		{"nothing to look for", []string{"search", threeGames}, 2, "nothing to search for: use"},
		{"nobody is there", []string{"search", threeGames, "--player", "fischer"}, 1, "no matching games"},
		{"invalid material", []string{"search", threeGames, "--material", "KX"}, 2, "KX"},
		{"invalid date", []string{"search", threeGames, "--date", "soon"}, 2, "soon"},
		{"no rating", []string{"search", threeGames, "--elo", "high"}, 2, "high"},
		{"no position", []string{"search", threeGames, "--fen", "8/8"}, 1, "--fen"},
		{"no variant", []string{"search", threeGames, "--variant", "draughts", "--fen", "8/8"}, 1, "draughts"},
		{"no numbers", []string{"export", threeGames, "--games", "one"}, 2, "one"},
		{"two ways at once", []string{"search", threeGames, "--json", "--pgn", "--player", "a"}, 2, "json"},
		{"standard input twice", []string{"merge", "-", "-"}, 2, "once"},
		{"split by nothing", []string{"split", threeGames}, 2, "--every"},
		{"split by what is not there", []string{"split", threeGames, "--by", "colour"}, 2, "colour"},
		{"a prefix that is a folder", []string{"split", threeGames, "--by", "eco", "--prefix", "../x", "-d", dir}, 2, "--dir"},
		{"no such way to compare", []string{"dedupe", threeGames, "--by", "luck"}, 2, "luck"},
		{"a file that is not there", []string{"stats", "nowhere.pgn"}, 1, "nowhere.pgn"},
		{"a file among others that is not there", []string{"merge", threeGames, "nowhere.pgn"}, 1, "nowhere.pgn"},
		{"a folder", []string{"check", dir}, 1, "folder"},
	} {
		got := run(t, "", append([]string{"pgn"}, tt.args...)...)
		if got.Status != tt.status || got.Out != "" || !strings.Contains(got.Err, tt.words) {
			t.Errorf("%s: status %d, output %q, error %q", tt.name, got.Status, got.Out, got.Err)
		}
	}
}

func TestPGNIndexAsJSON(t *testing.T) {
	got := run(t, "", "pgn", "index", "--json", threeGames)
	d := json.NewDecoder(strings.NewReader(got.Out))
	var end int64
	for i := 1; i <= 3; i++ {
		var rec headRecord
		if err := d.Decode(&rec); err != nil {
			t.Fatal(err)
		}
		if rec.Game != i || rec.Offset != end || rec.File != threeGames {
			t.Errorf("%+v, want game %d at %d", rec, i, end)
		}
		end = rec.Offset + int64(rec.Length)
	}
	if d.More() {
		t.Error("more than threeGames games")
	}
}

// TestPGNExport sends the moves of an export back in through pgn and position.
func TestPGNExport(t *testing.T) {
	all := run(t, "", "pgn", "export", threeGames)
	if check := run(t, all.Out, "pgn", "check", "-"); check.Out != "3 games, 0 faults\n" {
		t.Errorf("written anew: %s", check.Out)
	}
	if again := run(t, all.Out, "pgn", "export", "-"); again.Out != all.Out {
		t.Error("writing twice changes something")
	}
	if one := run(t, "", "pgn", "export", "--games", "2", threeGames); strings.Count(one.Out, "[Event ") != 1 || !strings.Contains(one.Out, "Opera") {
		t.Errorf("game 2 is %s", one.Out)
	}
	fens := run(t, "", "pgn", "export", "--fen", "--games", "3", threeGames)
	want := threeGames + "\t3\t0\trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n" +
		threeGames + "\t3\t1\trnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1\n"
	if !strings.HasPrefix(fens.Out, want) || strings.Count(fens.Out, "\n") != 6 {
		t.Errorf("positions\n%s\nwant to begin\n%s", fens.Out, want)
	}
	ucis := run(t, "", "pgn", "export", "--uci", "--variant", "atomic", threeGames)
	if ucis.Out != "atomic\t\tg1f3 h7h6 f3e5 h6h5 e5d7\n" {
		t.Errorf("moves %q", ucis.Out)
	}
	last := strings.Split(strings.TrimSpace(fens.Out), "\t")
	if back := run(t, ucis.Out, "position", "--json", "--batch"); !strings.Contains(back.Out, last[len(last)-1]) {
		t.Errorf("%s does not end in %s", back.Out, last[len(last)-1])
	}
	odd := run(t, "[Event \"a\"]\n[Variant \"Draughts\"]\n\n1. e4 *\n", "pgn", "export", "--uci", "-")
	if odd.Status != 1 || odd.Out != "" || !strings.Contains(odd.Err, "game 1 skipped") {
		t.Errorf("status %d, %q, %q", odd.Status, odd.Out, odd.Err)
	}
}

func TestPGNSplitAndMerge(t *testing.T) {
	dir := t.TempDir()
	got := run(t, "", "pgn", "split", "--by", "variant", "-d", filepath.Join(dir, "v"), threeGames)
	want := filepath.Join(dir, "v", "Atomic.pgn") + "\t1\n" + filepath.Join(dir, "v", "Chess.pgn") + "\t2\n"
	if got.Status != 0 || got.Out != want {
		t.Errorf("status %d, %q, want %q; %s", got.Status, got.Out, want, got.Err)
	}
	again := run(t, "", "pgn", "split", "--by", "variant", "-d", filepath.Join(dir, "v"), threeGames)
	if again.Status != 1 || again.Out != "" || !strings.Contains(again.Err, "already exists") {
		t.Errorf("split over files: status %d, %q, %q", again.Status, again.Out, again.Err)
	}
	if forced := run(t, "", "pgn", "split", "--force", "--by", "variant", "-d", filepath.Join(dir, "v"), threeGames); forced.Status != 0 {
		t.Errorf("forced: %s", forced.Err)
	}
	players := run(t, "", "pgn", "split", "--by", "player", "--prefix", "p-", "-d", dir, threeGames)
	if !strings.Contains(players.Out, "p-Morphy_Paul.pgn\t1") || strings.Count(players.Out, "\n") != 6 {
		t.Errorf("players %s", players.Out)
	}
	run(t, "", "pgn", "split", "--every", "2", "-d", filepath.Join(dir, "n"), threeGames)
	whole := filepath.Join(dir, "whole.pgn")
	merged := run(t, "", "pgn", "merge", filepath.Join(dir, "n", "00001.pgn"), filepath.Join(dir, "n", "00002.pgn"), "-o", whole)
	if merged.Status != 0 || merged.Out != "" {
		t.Fatalf("merge: status %d, %q, %s", merged.Status, merged.Out, merged.Err)
	}
	text, _ := os.ReadFile(whole)
	old, _ := os.ReadFile(threeGames)
	if strings.TrimSpace(string(text)) != strings.TrimSpace(string(old)) {
		t.Errorf("split and merged\n%s\nwant\n%s", text, old)
	}
	// A file may be merged into itself: it is replaced when all was read.
	if self := run(t, "", "pgn", "merge", whole, whole, "-o", whole); self.Status != 0 {
		t.Error(self.Err)
	}
	if n := run(t, "", "pgn", "check", whole); n.Out != "6 games, 0 faults\n" {
		t.Errorf("merged with itself: %s", n.Out)
	}
	once := run(t, "", "pgn", "dedupe", whole)
	if strings.Count(once.Out, "[Event ") != 3 || !strings.Contains(once.Err, "game 5 skipped: Morphy, Paul – Duke Karl / Count Isouard, 1858.??.??; duplicate of game 2") ||
		!strings.HasSuffix(once.Err, "6 games read, 3 kept, 3 duplicates\n") {
		t.Errorf("each once: %s\n%s", once.Out, once.Err)
	}
}

func TestPGNStats(t *testing.T) {
	got := run(t, "", "pgn", "stats", threeGames)
	for _, want := range []string{"games     3", "plies     83, 27.7 a game, from 5 to 45", "3 won by White (100.0 %)", "King's Gambit Accepted", "Philidor Defense", "Atomic", "1850", "█"} {
		if want != "1850" && !strings.Contains(got.Out, want) {
			t.Errorf("no %q in\n%s", want, got.Out)
		}
	}
	var rec statsRecord
	if err := json.Unmarshal([]byte(run(t, "", "pgn", "stats", "--json", threeGames).Out), &rec); err != nil {
		t.Fatal(err)
	}
	if rec.All.Games != 3 || rec.All.White != 3 || len(rec.Years) != 3 || rec.Variants[0].Name != "Chess" || len(rec.Openings) != 2 {
		t.Errorf("%+v", rec)
	}
	if empty := run(t, "", "pgn", "stats", "-"); empty.Status != 0 || empty.Out != "games     0\n" {
		t.Errorf("of nothing: %q, %s", empty.Out, empty.Err)
	}
}

// TestPGNArchives runs every command over a packed file, and over one cut off.
func TestPGNArchives(t *testing.T) {
	text, err := os.ReadFile(threeGames)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(bytes.Repeat(append(text, '\n'), 200))
	z.Close()
	dir := t.TempDir()
	whole, cut := filepath.Join(dir, "whole.pgn.gz"), filepath.Join(dir, "cut.pgn.gz")
	for path, content := range map[string][]byte{whole: b.Bytes(), cut: b.Bytes()[:b.Len()*3/4]} {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"check"}, {"index"}, {"search", "--player", "morphy"}, {"export"}, {"merge"}, {"dedupe"}, {"stats"},
		{"split", "--by", "eco", "--force", "-d", filepath.Join(dir, "out")},
	} {
		args = append([]string{"pgn"}, args...)
		good := run(t, "", append(args, whole)...)
		if good.Status != 0 || good.Out == "" {
			t.Errorf("%v: status %d, %s", args, good.Status, good.Err)
		}
		bad := run(t, "", append(args, cut)...)
		if bad.Status != 1 || bad.Out == "" || !strings.Contains(bad.Err, "the gzip archive breaks off: read only the first ") {
			t.Errorf("%v of an archive cut off: status %d, %d bytes, %s", args, bad.Status, len(bad.Out), bad.Err)
		}
	}
}

// A zip archive comes through a pipe too.
func TestZipThroughAPipe(t *testing.T) {
	text, err := os.ReadFile(threeGames)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range []string{"one.pgn", "words.txt", "two.pgn"} {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		w.Write(text)
	}
	z.Close()
	if got := run(t, b.String(), "pgn", "check", "-"); got.Out != "6 games, 0 faults\n" || got.Status != 0 {
		t.Errorf("status %d, %q, %q", got.Status, got.Out, got.Err)
	}
}

// TestPGNCheck sends a file with a fault through the command.
func TestPGNCheck(t *testing.T) {
	got := run(t, "", "pgn", "check", "testdata/three.pgn", "testdata/faulty.pgn")
	if got.Status != 1 || !strings.HasPrefix(got.Out, "testdata/faulty.pgn:9:") || !strings.HasSuffix(got.Out, "\n4 games, 1 fault\n") {
		t.Errorf("status %d, output %q, want the fault of line 9 and status 1", got.Status, got.Out)
	}
	asJSON := run(t, "", "pgn", "check", "--json", "testdata/faulty.pgn")
	var rec gameRecord
	if err := json.Unmarshal([]byte(asJSON.Out), &rec); err != nil {
		t.Fatalf("%v: %s", err, asJSON.Out)
	}
	if rec.Plies != 3 || len(rec.Warnings) != 1 || rec.Warnings[0].Line != 9 || rec.Result != "1-0" ||
		rec.FinalFEN != "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2" {
		t.Errorf("%+v", rec)
	}
}

func TestExportNamesOpenings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.pgn")
	text := "[White \"A\"]\n\n1. Nf3 d5 2. d4 Nf6 3. c4 e6 4. Nc3 *\n\n" +
		"[White \"B\"]\n[ECO \"A00\"]\n[Opening \"Mine\"]\n\n1. e4 e5 *\n\n" +
		"[White \"C\"]\n[Variant \"Atomic\"]\n\n1. e4 e5 *\n\n" +
		"[White \"D\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	got := run(t, "", "pgn", "export", path)
	if got.Status != 0 {
		t.Fatalf("status %d: %s", got.Status, got.Err)
	}
	games := strings.SplitAfter(got.Out, "*\n")
	for i, want := range []string{"[ECO \"D37\"]\n[Opening \"Queen's Gambit Declined", "[ECO \"A00\"]\n[Opening \"Mine\"]", "", ""} {
		if named := strings.Contains(games[i], "ECO"); named != (want != "") || !strings.Contains(games[i], want) {
			t.Errorf("game %d:\n%s\nwant in it %q", i+1, games[i], want)
		}
	}
}

// TestNothingIsDroppedUnsaid exports and merges files with text that has no place in the
// output: each is named, and the exit status says so.
func TestNothingIsDroppedUnsaid(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	words := put("words.pgn", "[White \"A\"]\n[White \"B\"]\n\n1. e4 really e5 0-1\n\n")
	noise := put("noise.pgn", "A heading.\n\n[White \"A\"]\n\n1. e4 *\n\n")
	clean := put("clean.pgn", "[White \"A\"]\n\n1. e4 e5 *\n\n")
	for _, c := range []struct {
		args []string
		want []string // on standard error; none for status 0
	}{
		{[]string{"export", words}, []string{words + ":2:1: ", "duplicate tag", words + ":4:7: really: skipped text that is not a move"}},
		{[]string{"export", noise}, []string{noise + ":1:1: ", "skipped text outside any game"}},
		{[]string{"merge", clean, noise}, []string{noise + ":1:1: ", "skipped text outside any game"}},
		{[]string{"export", clean}, nil},
		{[]string{"merge", clean, words}, nil}, // byte for byte
	} {
		got := run(t, "", append([]string{"pgn"}, c.args...)...)
		if (got.Status != 0) != (c.want != nil) || c.want == nil && got.Err != "" {
			t.Errorf("%q: status %d, %q", c.args, got.Status, got.Err)
		}
		for _, want := range c.want {
			if !strings.Contains(got.Err, want) {
				t.Errorf("%q: %q does not say %q", c.args, got.Err, want)
			}
		}
	}
}

// TestMergeKeepsFilesApart merges a file that ends inside a tag with the next.
// A game that is too long to be read is copied as it stands, and named; nothing is lost.
func TestExportNamesLongGames(t *testing.T) {
	text := "[Event \"long\"]\n\n1. e4 {" + strings.Repeat("word ", 14<<20) + "} *\n\n"
	got := run(t, text, "pgn", "export", "-")
	if got.Out != text || got.Status != 0 || !strings.HasPrefix(got.Err, "-:1:1: the game is larger than 64 MB") {
		t.Errorf("status %d, %d bytes of %d, %q", got.Status, len(got.Out), len(text), got.Err)
	}
}

func TestMergeKeepsFilesApart(t *testing.T) {
	dir := t.TempDir()
	broken := filepath.Join(dir, "broken.pgn")
	for _, end := range []string{"[White \"B", "[White \"B\"", "[Wh", "["} {
		if err := os.WriteFile(broken, []byte("[Event \"one\"]\n\n1. e4 *\n\n"+end), 0o600); err != nil {
			t.Fatal(err)
		}
		got := run(t, "", "pgn", "merge", broken, threeGames)
		again := run(t, got.Out, "pgn", "index", "-")
		lines := strings.Split(strings.TrimSpace(again.Out), "\n")
		if n := len(lines); n < 4 || !strings.Contains(lines[n-3], "Anderssen") || strings.Contains(lines[n-3], "\tB\t") {
			t.Errorf("behind %q: %s", end, again.Out)
		}
	}
}

// TestUTF16WithoutAMark reads what a program wrote that left the mark out.
func TestUTF16WithoutAMark(t *testing.T) {
	const text = "[White \"A\"]\n\n1. e4 e5 *\n\n"
	var little, big strings.Builder
	for _, c := range text {
		little.WriteString(string(c) + "\x00")
		big.WriteString("\x00" + string(c))
	}
	for _, in := range []string{little.String(), big.String()} {
		got := run(t, in, "pgn", "merge", "-")
		if got.Status != 0 || got.Out != text {
			t.Errorf("status %d, %q, %q; want %q", got.Status, got.Out, got.Err, text)
		}
	}
}

// An archive, by name or as standard input, is divided and freed of duplicates in one pass: no
// folder for temporary files is needed, and long files come together in pieces.
func TestSplitAndDedupeUnpackNothing(t *testing.T) {
	if runtime.GOOS != "windows" {
		t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "missing"))
	}
	var text strings.Builder
	for i := range 9000 {
		fmt.Fprintf(&text, "[White \"P%d\"]\n[Black \"Q\"]\n[Round \"%d\"]\n[Result \"1-0\"]\n\n{%s} 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 1-0\n\n", i%3, i%4500, strings.Repeat("word ", 400))
	}
	path := filepath.Join(t.TempDir(), "games.pgn.gz")
	var packed bytes.Buffer
	z, _ := gzip.NewWriterLevel(&packed, gzip.BestSpeed)
	if _, err := io.WriteString(z, text.String()); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, packed.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	half := text.String()[:strings.LastIndex(text.String(), "[White \"P0\"]\n[Black \"Q\"]\n[Round \"0\"]")]
	for name, stdin := range map[string]string{path: "", "-": packed.String()} {
		dir := filepath.Join(t.TempDir(), "new")
		got := run(t, stdin, "pgn", "split", name, "--by", "player", "-d", dir)
		if got.Status != 0 || strings.Count(got.Out, "\t3000\n") != 3 || !strings.Contains(got.Out, "Q.pgn\t9000\n") {
			t.Fatalf("%s: split gave %q, %q", name, got.Out, got.Err)
		}
		if all := read(t, filepath.Join(dir, "Q.pgn")); all != text.String() {
			t.Errorf("%s: the games of Q are %d bytes, want %d", name, len(all), text.Len())
		}
		if files, err := os.ReadDir(dir); err != nil || len(files) != 4 {
			t.Errorf("%s: %v, %v", name, files, err)
		}
		got = run(t, stdin, "pgn", "dedupe", "--quiet", name)
		if got.Out != half || !strings.Contains(got.Err, "9000 games read, 4500 kept, 4500 duplicates") {
			t.Errorf("%s: %d bytes stay, want %d; %q", name, len(got.Out), len(half), got.Err)
		}
	}
	if got := run(t, "", "pgn", "dedupe", "--quiet", "--keep", "longest", path); got.Out != half || got.Status != 0 {
		t.Errorf("the longest: %d bytes stay, want %d; %q", len(got.Out), len(half), got.Err)
	}
	// A file that is there already: nothing is written, and nothing is left behind.
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "P2.pgn"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	got := run(t, "", "pgn", "split", path, "--by", "white", "-d", dir)
	if files, err := os.ReadDir(dir); err != nil || len(files) != 1 || got.Status != 1 || !strings.Contains(got.Err, "already exists") {
		t.Errorf("%v, %v; %q", files, err, got.Err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
