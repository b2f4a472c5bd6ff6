// Package pgntest holds what the tests of the packages below pgn share: the
// table of edge cases, the files that lie beside the repository, the time of
// the processor. It imports none of them.
package pgntest

import (
	"os"
	"path/filepath"
	"testing"
)

// Shared is the path of a file among the tables and collections that lie beside
// the repository and are not part of it. They may be absent.
func Shared(elem ...string) string {
	dir := "."
	for range 8 {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		dir = filepath.Join(dir, "..")
	}
	return filepath.Join(append([]string{dir, "..", "shared"}, elem...)...)
}

// Files lists the files of testdata and the collections beside the repository.
// A test without any is skipped.
func Files(t testing.TB) []string {
	t.Helper()
	var files []string
	for _, dir := range []string{"testdata", Shared("pgn"), Shared("corpora"), Shared("corpora", "synthetic")} {
		found, err := filepath.Glob(filepath.Join(dir, "*.pgn"))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		t.Skip("the collections are not here")
	}
	return files
}

// Seed gives a fuzz target the edge cases and small files.
func Seed(f *testing.F) {
	for _, c := range EdgeCases {
		f.Add([]byte(c.Text))
	}
	files, _ := filepath.Glob(Shared("pgn", "*"))
	for _, path := range files {
		if text, err := os.ReadFile(path); err == nil && len(text) < 4096 {
			f.Add(text)
		}
	}
}
