package main

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestPagesNameFiles holds that the files and folders of source that the pages
// name are there.
func TestPagesNameFiles(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatalf("no pages: %v", err)
	}
	for _, name := range []string{"README.md", "CONTRIBUTING.md", "SECURITY.md"} {
		pages = append(pages, "../../"+name)
	}
	named := regexp.MustCompile("`((?:ai|chess|cmd|internal|pgn|tui|variants)/[a-z0-9_./-]+)`")
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range named.FindAllSubmatch(text, -1) {
			if _, err := os.Stat(filepath.Join("../..", string(m[1]))); err != nil {
				t.Errorf("%s names %s, which is not there", filepath.Base(page), m[1])
			}
		}
	}
}
