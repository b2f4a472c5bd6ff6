package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// said runs a command line that must succeed.
func said(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if status := execute(t.Context(), args, strings.NewReader(""), &out, &errs); status != statusGood {
		t.Fatalf("rookery %s: status %d\n%s%s", strings.Join(args, " "), status, out.String(), errs.String())
	}
	return out.String()
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
	games := strings.SplitAfter(said(t, "pgn", "export", path), "*\n")
	for i, want := range []string{"[ECO \"D37\"]\n[Opening \"Queen's Gambit Declined", "[ECO \"A00\"]\n[Opening \"Mine\"]", "", ""} {
		if got := strings.Contains(games[i], "ECO"); got != (want != "") || !strings.Contains(games[i], want) {
			t.Errorf("game %d:\n%s\nwant in it %q", i+1, games[i], want)
		}
	}
}

func TestMatchOpensFromTheBook(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.pgn")
	said(t, "match", "--white", "ai", "--black", "ai", "--book", "own", "--games", "2", "--nodes", "200", "--plies", "12", "--pgn", path)
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
