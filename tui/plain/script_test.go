package plain

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/charmbracelet/x/exp/golden"

	"rookery/tui/lang"
	"rookery/tui/play"
)

// testTime is the time in all tests of this package that need one.
var testTime = time.Date(2026, time.November, 21, 12, 0, 0, 0, time.UTC)

// optionsFor make a run over directories of the test whose chance and time
// are always the same.
func optionsFor(t *testing.T, in string) (Options, *bytes.Buffer) {
	t.Helper()
	dir := t.TempDir()
	var out bytes.Buffer
	chance := uint64(0)
	return Options{
		In: strings.NewReader(in), Out: &out, Echo: true,
		Store: play.NewStore(filepath.Join(dir, "state"), filepath.Join(dir, "games")),
		Now:   func() time.Time { return testTime },
		Seed:  func() uint64 { chance++; return chance },
	}, &out
}

// talk writes some lines to a run and gives all that it said.
func talk(t *testing.T, in string) string {
	t.Helper()
	o, out := optionsFor(t, in)
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	checkPlain(t, out.String())
	return out.String()
}

// checkPlain wants lines of text alone: no escape sequence, no character that
// turns writing round, no blank line.
func checkPlain(t *testing.T, out string) {
	t.Helper()
	for i, line := range strings.Split(strings.TrimSuffix(out, "\n"), "\n") {
		for _, r := range line {
			if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
				t.Errorf("line %d has %U: %q", i+1, r, line)
			}
		}
	}
}

// TestScripts runs what players write and compares what they are told. A name
// that begins with the code of a language and a dash speaks it;
// "go test ./tui/plain -update" writes the answers anew.
func TestScripts(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.script")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".script"), func(t *testing.T) {
			in, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			o, out := optionsFor(t, string(in))
			if tag, _, ok := strings.Cut(filepath.Base(path), "-"); ok {
				if o.Lang, err = lang.Find(tag); err != nil {
					t.Fatal(err)
				}
			}
			if err := Run(t.Context(), o); err != nil {
				t.Fatal(err)
			}
			checkPlain(t, out.String())
			golden.RequireEqual(t, out.Bytes())
		})
	}
}
