// Package pgntest holds what the tests of the packages below pgn share: the
// table of edge cases, the files of games, the time of the processor. It imports
// none of them, and only tests import it.
package pgntest

import (
	"testing"

	"rookery/chess/known"
)

// Files lists the files of games in testdata and the collections beside the
// repository, where there are any.
func Files(t testing.TB) []string {
	t.Helper()
	var files []string
	for _, pattern := range []string{
		"pgn/*.pgn", "games/*.pgn.gz", "synthetic/*.pgn.gz", "corpora/*.pgn", "corpora/synthetic/*.pgn",
	} {
		files = append(files, known.Glob(t, pattern)...)
	}
	if len(files) == 0 {
		t.Fatal("testdata holds no games")
	}
	return files
}

// Seed gives a fuzz target the edge cases and small files.
func Seed(f *testing.F) {
	for _, c := range EdgeCases {
		f.Add([]byte(c.Text))
	}
	for _, path := range known.Glob(f, "pgn/*") {
		if text := known.Read(f, path); len(text) < 4096 {
			f.Add(text)
		}
	}
}
