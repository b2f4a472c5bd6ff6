package pgn

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"rookery/chess/known"
)

// pgnExtract finds the program that checks our files; without it tests skip.
func pgnExtract(t testing.TB) string {
	t.Helper()
	for _, name := range []string{"pgn-extract", "/usr/games/pgn-extract"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("pgn-extract is not installed here")
	return ""
}

// Every standard game that we write must be read by pgn-extract without a
// complaint.
func TestPgnExtractReadsOurFiles(t *testing.T) {
	program := pgnExtract(t)
	dir := t.TempDir()
	files := known.Glob(t, "games/*.pgn.gz")
	for _, name := range []string{"twic1599_1000k", "lichess_db_1000k", "dortmund", "world_matches"} {
		files = append(files, known.Glob(t, "corpora/"+name+".pgn")...)
	}
	for _, name := range files {
		games, _ := readAll(t, bytes.NewReader(known.Read(t, name)))
		path := filepath.Join(dir, strings.TrimSuffix(filepath.Base(name), ".gz"))
		out, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		w := NewWriter(out)
		w.Format = true
		for i, g := range games {
			if len(g.Warnings) > 0 || i%3 > 0 {
				continue
			}
			if err := w.Write(g); err != nil {
				t.Fatal(err)
			}
		}
		if err := out.Close(); err != nil {
			t.Fatal(err)
		}
		said, err := exec.Command(program, "-s", "-r", path).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, said)
		}
		if text := strings.TrimSpace(string(said)); text != "" {
			t.Errorf("%s: %s", name, text)
		}
	}
}
