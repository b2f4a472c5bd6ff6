package puzzlecmd

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"rookery/pgn/puzzle"
)

// runCommand runs a command of this package.
func runCommand(t *testing.T, cmd *cobra.Command, args ...string) (out string, err error) {
	t.Helper()
	var b bytes.Buffer
	cmd.SetOut(&b)
	cmd.SetErr(&b)
	cmd.SetArgs(args)
	cmd.SilenceUsage, cmd.SilenceErrors = true, true
	err = cmd.ExecuteContext(t.Context())
	return b.String(), err
}

const foolsMate = "[White \"Anna\"]\n[Black \"Bela\"]\n[Date \"2026.11.22\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n"

// TestMake finds the puzzle of a game, goes on with games that were added, and adds none twice.
func TestMake(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	dir := t.TempDir()
	games, table := filepath.Join(dir, "games.pgn"), filepath.Join(dir, "puzzles.tsv")
	for i, text := range []string{foolsMate, foolsMate + foolsMate, foolsMate + foolsMate + "1. g4 e5 2. f3 Qh4# 0-1\n"} {
		if err := os.WriteFile(games, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		out, err := runCommand(t, NewMake(), games, "--level", "1", "-o", table)
		if err != nil || !strings.Contains(out, "found") {
			t.Fatalf("%s, %v", out, err)
		}
		set, err := puzzle.Open(context.Background(), table, puzzle.Filter{}, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		if want := 1 + i/2; len(set) != want {
			t.Errorf("%d puzzles after run %d, want %d", len(set), i+1, want)
		}
		if p := set[0]; p.Moves != "g2g4 d8h4" || !p.HasTheme("mateIn1") || p.Game != "Anna – Bela 2026.11.22" || p.Variant != "" {
			t.Errorf("%+v", p)
		}
	}
}

// TestMakeRefuses says what is wrong with the command line and a table.
func TestMakeRefuses(t *testing.T) {
	games := filepath.Join(t.TempDir(), "games.pgn")
	if err := os.WriteFile(games, []byte(foolsMate), 0o644); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		"say with -o":     {games},
		"--level is 1":    {games, "-o", "x", "--level", "9"},
		"unknown variant": {games, "-o", "x", "--variant", "nosuch"},
		"no table":        {games, "-o", games},
	} {
		if _, err := runCommand(t, NewMake(), args...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want an error with %q", args, err, want)
		}
	}
}

// TestCompare holds the maker to two puzzles.
func TestCompare(t *testing.T) {
	table := filepath.Join(t.TempDir(), "p.tsv")
	text := puzzle.Header() +
		"aaaaa\trnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2\tg2g4 d8h4\t600\t80\t10\tmate mateIn1 oneMove\t\t\n" +
		"bbbbb\t3r3k/5ppp/8/8/8/8/4R3/4R1K1 b - - 0 1\th8g8 e2e8 d8e8 e1e8\t900\t80\t10\tmate mateIn2 short backRankMate\t\t\n"
	if err := os.WriteFile(table, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := runCommand(t, NewCompare(), table, "--level", "1")
	if err != nil || !strings.Contains(out, "same solution            2 of 2 (100.0 %)") || !strings.Contains(out, "a theme in common        2 of 2") {
		t.Errorf("%v\n%s", err, out)
	}
}
