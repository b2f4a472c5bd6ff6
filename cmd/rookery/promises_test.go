package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPromisesHaveTests finds every test that docs/security.md names.
func TestPromisesHaveTests(t *testing.T) {
	text, err := os.ReadFile("../../docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	var source strings.Builder
	for _, dir := range []string{".", "../rookeryd", "../../tui", "../../tui/serve", "../../tui/lobby",
		"../../tui/lobby/journal/sqljournal", "../../tui/lobby/archive/sqlstore", "../../tui/play", "../../tui/plain", "../../tui/plain/plainclub", "../../tui/serve/web"} {
		files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range files {
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			source.Write(b)
		}
	}
	named := regexp.MustCompile("`((?:Test|Fuzz)[A-Za-z0-9]+)`").FindAllStringSubmatch(string(text), -1)
	if len(named) < 30 {
		t.Fatalf("%d tests are named, want all", len(named))
	}
	for _, name := range named {
		if !strings.Contains(source.String(), "func "+name[1]+"(") {
			t.Errorf("docs/security.md names %s, which there is not", name[1])
		}
	}
}
