package matchcmd

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"rookery/ai"
	"rookery/ai/uci"
	"rookery/chess"
	"rookery/cmd/internal/cli"
	"rookery/pgn"
)

// quick is a match of two levels that takes a moment.
var quick = []string{"match", "ai:2", "ai:1", "--nodes", "150", "--plies", "40", "--seed", "5"}

func TestMatchJSON(t *testing.T) {
	got := run(t, "", append(quick, "--games", "4", "--json", "--style-stats")...)
	var rep matchReport
	if err := json.Unmarshal([]byte(got.Out), &rep); err != nil || got.Status != 0 {
		t.Fatalf("status %d, %v: %q %q", got.Status, err, got.Out, got.Err)
	}
	ends := 0
	for _, n := range rep.Ends {
		ends += n
	}
	if rep.Variant != "chess" || rep.Games != 4 || rep.Wins+rep.Draws+rep.Losses != 4 || ends != 4 || rep.Pairs.Count() != 2 ||
		rep.Elo == nil || rep.SPRT != nil || len(rep.Faults) != 0 || rep.LimitA != "150 nodes" {
		t.Errorf("%+v", rep)
	}
	if rep.Style == nil || len(rep.Style.A) != len(rep.Style.B) || rep.Style.A[0].Games != 4 {
		t.Errorf("style %+v, want the figures of four games", rep.Style)
	}
}

// TestMatchGoesOn stops a match after some games, spoils the last, and goes on:
// the games must be those of a match that was not stopped.
func TestMatchGoesOn(t *testing.T) {
	dir := t.TempDir()
	whole, parts := filepath.Join(dir, "whole.pgn"), filepath.Join(dir, "parts.pgn")
	once := run(t, "", append(quick, "--games", "6", "--pgn", whole)...)
	if once.Status != 0 {
		t.Fatalf("status %d: %s", once.Status, once.Err)
	}
	if got := run(t, "", append(quick, "--games", "3", "--pgn", parts)...); got.Status != 0 {
		t.Fatalf("status %d: %s", got.Status, got.Err)
	}
	if got := run(t, "", append(quick, "--games", "6", "--pgn", parts)...); got.Status != 1 || !strings.Contains(got.Err, "--resume") {
		t.Errorf("status %d, error %q, want a word about --resume", got.Status, got.Err)
	}
	text, err := os.ReadFile(parts)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(parts, text[:len(text)-40], 0o600); err != nil {
		t.Fatal(err)
	}
	again := run(t, "", append(quick, "--games", "6", "--pgn", parts, "--resume", "--concurrency", "2")...)
	if again.Status != 0 || again.Out != once.Out {
		t.Errorf("status %d, gone on %q, at once %q", again.Status, again.Out, once.Out)
	}
	if a, b := moves(t, whole), moves(t, parts); !slices.Equal(a, b) {
		t.Errorf("the games are\n%s\nat once and gone on\n%s", strings.Join(a, "\n"), strings.Join(b, "\n"))
	}
	// Nothing is left to play.
	before, _ := os.ReadFile(parts)
	if third := run(t, "", append(quick, "--games", "6", "--pgn", parts, "--resume")...); third.Out != once.Out {
		t.Errorf("read again %q, want %q", third.Out, once.Out)
	}
	if after, _ := os.ReadFile(parts); string(after) != string(before) {
		t.Error("reading the score changed the file")
	}
	other := append(slices.Clone(quick[:len(quick)-1]), "6", "--games", "6", "--pgn", parts, "--resume")
	if got := run(t, "", other...); got.Status != 1 || !strings.Contains(got.Err, "another match: its Seed") {
		t.Errorf("with another seed status %d, error %q", got.Status, got.Err)
	}
	if got := run(t, "", append(quick, "--games", "6", "--pgn", parts, "--resume", "--b-depth", "2")...); got.Status != 1 || !strings.Contains(got.Err, `Limit is "150 nodes", not "depth 2"`) {
		t.Errorf("with another limit status %d, error %q", got.Status, got.Err)
	}
	old := bytes.ReplaceAll(before, []byte(`Limit "150 nodes"`), []byte(`Boundary "150 nodes"`)) // as files were that told no limits
	if err := os.WriteFile(parts, old, 0o644); err != nil {
		t.Fatal(err)
	}
	if got := run(t, "", append(quick, "--games", "6", "--pgn", parts, "--resume")...); got.Out != once.Out {
		t.Errorf("of an older file %q, want %q", got.Out, once.Out)
	}
}

// moves are the games of a file in the order of their rounds: round, opening
// length and moves.
func moves(t *testing.T, path string) []string {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var all []string
	for r := pgn.NewReader(file); ; {
		g, err := r.Read()
		if err != nil {
			break
		}
		if n := openingOf(g); n < 6 || n > 8 {
			t.Errorf("round %s: an opening of %d plies", g.Tags.Value("Round"), n)
		}
		played, err := g.Play()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, g.Tags.Value("Round")+" "+g.Tags.Value("White")+": "+strings.Join(played.SANs(), " "))
	}
	slices.Sort(all)
	return all
}

// TestMatchBothColours looks at the games of a match: both of a pair begin with
// the same moves and array, with colours changed.
func TestMatchBothColours(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.pgn")
	got := run(t, "", append(quick, "--games", "6", "--variant", "chess960", "--pgn", file)...)
	if got.Status != 0 {
		t.Fatalf("status %d: %s", got.Status, got.Err)
	}
	text, _ := os.Open(file)
	defer text.Close()
	pairs := map[string][]*pgn.Game{}
	for r := pgn.NewReader(text); ; {
		g, err := r.Read()
		if err != nil {
			break
		}
		pair, _, _ := strings.Cut(g.Tags.Value("Round"), ".")
		pairs[pair] = append(pairs[pair], g)
	}
	starts := map[string]bool{}
	for pair, games := range pairs {
		if len(games) != 2 {
			t.Errorf("pair %s has %d games", pair, len(games))
			continue
		}
		a, b := games[0], games[1]
		n := openingOf(a)
		if a.Start != b.Start || openingOf(b) != n || a.Tags.Value("White") != b.Tags.Value("Black") || a.Tags.Value("White") == b.Tags.Value("White") {
			t.Errorf("pair %s: %q and %q, %s and %s with White", pair, a.Start, b.Start, a.Tags.Value("White"), b.Tags.Value("White"))
		}
		for i := range n {
			if a.Root.Line()[i].Move != b.Root.Line()[i].Move {
				t.Errorf("pair %s: openings differ at ply %d", pair, i+1)
			}
		}
		starts[a.Start] = true
	}
	if len(pairs) != 3 || len(starts) < 2 {
		t.Errorf("%d pairs from %d arrays", len(pairs), len(starts))
	}
}

func TestMatchOpenings(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for name, tt := range map[string]struct {
		file, variant string
		status        int
		want          string // in the games, or in the error
	}{
		"PGN":                {write("a.pgn", "[Event \"?\"]\n\n1. e4 c5 2. c3 *\n"), "chess", 0, "1. e4 c5 2. c3"},
		"bare PGN":           {write("b.pgn", "1. e4 c5 2. c3 *\n"), "atomic", 0, "1. e4 c5 2. c3"},
		"EPD":                {write("a.epd", "# positions\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"one\";\n\n"), "chess", 0, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"},
		"FEN":                {write("a.fen", "4k3/8/8/8/8/8/4P3/4K3[Q] b - - 3 9\n"), "crazyhouse", 0, "4k3/8/8/8/8/8/4P3/4K3[Q] b - - 3 9"},
		"a fault of a line":  {write("b.fen", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n4k3/9/8/8/8/8/4P3/4K3 w - - 0 1\n"), "chess", 1, "line 2"},
		"a move of a game":   {write("c.pgn", "1. e4 c5 2. Ke3 *\n"), "chess", 1, "game 1"},
		"nothing to play":    {write("c.fen", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\n"), "chess", 1, "line 1: the game is over"},
		"an empty file":      {write("d.fen", "\n# nothing\n"), "chess", 1, "no opening"},
		"another game's PGN": {write("e.pgn", "[Variant \"Atomic\"]\n\n1. e4 *\n"), "crazyhouse", 1, "a different variant, Atomic"},
		"no such file":       {filepath.Join(dir, "nowhere.pgn"), "chess", 1, "nowhere.pgn"},
	} {
		out := filepath.Join(dir, strings.ReplaceAll(name, " ", "")+".games")
		got := run(t, "", append(quick, "--games", "2", "--variant", tt.variant, "--openings", tt.file, "--pgn", out)...)
		text, _ := os.ReadFile(out)
		if tt.status != 0 {
			text = []byte(got.Err)
		}
		if got.Status != tt.status || !strings.Contains(string(text), tt.want) {
			t.Errorf("%s: status %d, %q, want %q", name, got.Status, text, tt.want)
		}
	}
}

func TestMatchLadder(t *testing.T) {
	got := run(t, "", "match", "--ladder", "--games", "2", "--nodes", "100", "--plies", "30", "--variant", "chess, atomic", "--concurrency", "2")
	if got.Status != 0 {
		t.Fatalf("status %d: %s", got.Status, got.Err)
	}
	lines := strings.Split(strings.TrimSpace(got.Out), "\n")
	if want := 2 + 2*(len(ai.Levels())-1); len(lines) != want {
		t.Errorf("%d lines, want %d:\n%s", len(lines), want, got.Out)
	}
	for _, line := range lines {
		if strings.Count(line, "|") != 8 {
			t.Errorf("%q is no row of the table", line)
		}
	}
}

func TestMatchStyleBase(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.pgn")
	first := run(t, "", append(quick, "--games", "4", "--pgn", file, "--style-stats")...)
	if first.Status != 0 || !strings.Contains(first.Out, "king's zone") {
		t.Fatalf("status %d: %s %s", first.Status, first.Out, first.Err)
	}
	// The same match compared with itself is nowhere apart.
	again := run(t, "", append(quick, "--games", "4", "--style-stats", "--style-base", file, "--json")...)
	var rep matchReport
	if err := json.Unmarshal([]byte(again.Out), &rep); err != nil {
		t.Fatalf("%v: %s %s", err, again.Out, again.Err)
	}
	if !slices.Equal(rep.Style.A, rep.Style.Base) || slices.Equal(rep.Style.A, rep.Style.B) {
		t.Errorf("A %v, elsewhere %v, B %v; want the first two alike", rep.Style.A, rep.Style.Base, rep.Style.B)
	}
}

func TestMatchUsage(t *testing.T) {
	for name, tt := range map[string]struct {
		args   []string
		status int
		err    string
	}{
		"one player":               {[]string{"ai"}, 2, "two players"},
		"three players":            {[]string{"ai", "ai", "ai"}, 2, "two players"},
		"a person":                 {[]string{"ai", "human"}, 2, "human"},
		"both ways":                {[]string{"ai", "ai", "--white", "ai:1"}, 2, "once"},
		"a ladder of two":          {[]string{"ai", "ai", "--ladder"}, 2, "no players"},
		"a test without pairs":     {[]string{"--sprt", "0,5"}, 2, "pairs"},
		"a test the wrong way":     {[]string{"ai", "ai", "--sprt", "5,0"}, 2, "below"},
		"a test of words":          {[]string{"ai", "ai", "--sprt", "a,b"}, 2, "ELO0"},
		"a clock of words":         {[]string{"ai", "ai", "--tc", "fast"}, 2, "fast"},
		"going on without a file":  {[]string{"ai", "ai", "--resume"}, 2, "--pgn"},
		"no program":               {[]string{"ai", "uci:"}, 2, "uci:"},
		"a program that is absent": {[]string{"ai", "uci:nowhere-to-be-found"}, 1, "nowhere-to-be-found"},
		"no drawn arrays":          {[]string{"ai", "xboard:nowhere", "--variant", "atomic960"}, 1, "from a random starting position"},
	} {
		got := run(t, "", append([]string{"match"}, tt.args...)...)
		if got.Status != tt.status || got.Out != "" || !strings.Contains(got.Err, tt.err) {
			t.Errorf("%s: status %d, output %q, error %q; want %d and %q", name, got.Status, got.Out, got.Err, tt.status, tt.err)
		}
	}
}

func TestParseSeconds(t *testing.T) {
	for text, want := range map[string]chess.Control{
		"8+0.08": {Base: 8 * time.Second, Increment: 80 * time.Millisecond},
		"60":     {Base: time.Minute},
		"40/60":  {Base: time.Minute, MovesPer: 40},
		"40/9+1": {Base: 9 * time.Second, Increment: time.Second, MovesPer: 40},
	} {
		if got, err := parseSeconds(text); err != nil || got != want {
			t.Errorf("%s: %+v, %v; want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "0", "-1", "+1", "8+", "x/8", "0/8", "1e9", "NaN", "8+0.1+2"} {
		if got, err := parseSeconds(text); err == nil {
			t.Errorf("%q was read as %+v", text, got)
		}
	}
}

// TestMatchGames holds what engines call the games of the register.
func TestMatchGames(t *testing.T) {
	for id, want := range map[string]string{
		"chess": " / ", "chess960": " 960/ 960", "crazyhouse": "crazyhouse/crazyhouse", "crazyhouse960": "crazyhouse 960/-",
		"giveaway": "antichess/giveaway", "suicide960": "suicide 960/-", "3check": "3check/3check", "allqueens": "/",
		"benedict": "benedict/benedict", "benedict960": "benedict 960/-", "dark1": "dark1/dark1", "racingkings": "racingkings/racingkings", "chaos": "chaos/chaos", "hexagonal": "hex/hex",
		"benedict+dark1": "benedict+dark1/benedict+dark1",
	} {
		v, err := cli.FindVariant(id)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, p := range []uci.Protocol{uci.UCI, uci.XBoard} {
			name, drawn, err := engineGame(v, p)
			if drawn {
				name += " 960"
			}
			if err != nil {
				name = "-"
			}
			got = append(got, name)
		}
		if s := strings.Join(got, "/"); strings.ReplaceAll(s, " ", "") != strings.ReplaceAll(want, " ", "") {
			t.Errorf("%s is called %q, want %q", id, s, want)
		}
	}
}

// TestMatchBrokenOff ends the context after the first game: the score of what
// was played is printed, and the file is whole.
func TestMatchBrokenOff(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.pgn")
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		for ctx.Err() == nil {
			if info, err := os.Stat(file); err == nil && info.Size() > 0 {
				cancel()
			}
			time.Sleep(time.Millisecond)
		}
	}()
	time.AfterFunc(time.Minute, cancel)
	var out, errs strings.Builder
	status := cli.Run(ctx, root(), append(slices.Clone(quick), "--games", "100000", "--pgn", file), strings.NewReader(""), &out, &errs)
	if status != 1 || !strings.Contains(out.String(), "Elo") {
		t.Errorf("status %d, output %q, error %q; want the score so far", status, out.String(), errs.String())
	}
	if check := run(t, "", "pgn", "check", file); check.Status != 0 {
		t.Errorf("status %d: %s", check.Status, check.Out)
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
			if got.Status != 0 || !strings.Contains(got.Out, id+" ") || !strings.Contains(got.Out, games+" game") {
				t.Fatalf("status %d, output %q, error %q", got.Status, got.Out, got.Err)
			}
			again := run(t, "", "match", "--variant", id, "--games", "2", "--nodes", "500", "--seed", "9")
			if twice := run(t, "", "match", "--variant", id, "--games", "2", "--nodes", "500", "--seed", "9"); twice.Out != again.Out {
				t.Errorf("the same seed gave %q, then %q", again.Out, twice.Out)
			}
		})
	}
}

// TestMatchScores writes the games of a match and reads them back.
func TestMatchScores(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.pgn")
	got := run(t, "", "match", "--variant", "atomic", "--games", "3", "--nodes", "200", "--pgn", file)
	if got.Status != 0 {
		t.Fatalf("status %d: %s", got.Status, got.Err)
	}
	check := run(t, "", "pgn", "check", file)
	if check.Status != 0 || check.Out != "3 games, 0 faults\n" {
		t.Errorf("status %d, output %q", check.Status, check.Out)
	}
}

func TestMatchOpensFromTheBook(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.pgn")
	got := run(t, "", "match", "--white", "ai", "--black", "ai", "--book", "own", "--games", "2", "--nodes", "200", "--plies", "12", "--pgn", path)
	if got.Status != 0 {
		t.Fatalf("status %d: %s", got.Status, got.Err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "[ECO \""); n != 2 {
		t.Errorf("%d games name their opening, want 2:\n%s", n, text)
	}
	if n := strings.Count(string(text), "\n1. e4 ") + strings.Count(string(text), "\n1. d4 "); n != 2 {
		t.Errorf("%d games begin as the book does, want 2:\n%s", n, text)
	}
}
