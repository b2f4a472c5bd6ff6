package scan

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"rookery/tui/lang"
)

// TestUntold finds the texts of a source that a catalogue lacks, and those alone.
func TestUntold(t *testing.T) {
	dir := t.TempDir()
	const source = `package p

func f(n int, who string) {
	toast("New game")
	toast("Nobody has translated this")
	complain("the " + who + " is nowhere translated")
	say("%s is nowhere translated either", who)
	println("and this is not shown")
}
`
	if err := os.WriteFile(filepath.Join(dir, "p.go"), []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	all, err := Source{Dir: dir, Formats: true}.Messages()
	if err != nil {
		t.Fatal(err)
	}
	for _, tag := range []string{"hu", "ro"} {
		l, err := lang.Find(tag)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range Untold(l, all) {
			got = append(got, m.Text)
		}
		want := []string{"Nobody has translated this", "the %s is nowhere translated", "%s is nowhere translated either"}
		if !slices.Equal(got, want) {
			t.Errorf("%s lacks %q, want %q", tag, got, want)
		}
	}
}
