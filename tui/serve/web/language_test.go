package web

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"rookery/tui/lang/scan"
)

// said are the texts of templates: {{.T "…"}}, {{$.F "…" .X}}, {{.N .Count "one" "%d several"}}.
var said = regexp.MustCompile(`\.([TF]) ("(?:[^"\\]|\\.)*")|\.N [.$\w()]+ ("(?:[^"\\]|\\.)*") ("(?:[^"\\]|\\.)*")`)

// TestMessages lists the texts of the pages that a language leaves in English.
func TestMessages(t *testing.T) {
	all, err := scan.Source{Dir: ".", Errors: true}.Messages()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("templates/*.html")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range said.FindAllStringSubmatch(string(text), -1) {
			for _, quoted := range []string{m[2], m[3], m[4]} {
				if quoted == "" {
					continue
				}
				english, err := strconv.Unquote(quoted)
				if err != nil {
					t.Fatalf("%s: %s: %v", name, quoted, err)
				}
				all = append(all, scan.Message{Text: english, At: name, Key: m[1] == "F"})
			}
		}
	}
	if len(all) < 50 {
		t.Fatalf("only %d texts were found: the search is blind", len(all))
	}
	scan.Report(t, all, func(text string) bool { return text == "Rookery" || text == "web.go" })
}

// TestLanguageOfAVisitor prefers what was chosen to what the browser asks for.
func TestLanguageOfAVisitor(t *testing.T) {
	for _, c := range []struct{ query, cookie, asks, want string }{
		{"", "", "", "en"}, {"", "", "hu-HU,hu;q=0.9,en;q=0.5", "hu"}, {"", "", "tlh,de-AT;q=0.8", "de"}, {"", "", "ja", "en"},
		{"", "ro", "hu", "ro"}, {"?lang=de", "ro", "hu", "de"}, {"?lang=xx", "xx", "hu", "hu"}, {"", "", "\x00,;q=", "en"},
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://h/"+c.query, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept-Language", c.asks)
		if c.cookie != "" {
			r.AddCookie(&http.Cookie{Name: languageCookie, Value: c.cookie})
		}
		if got := languageTag(r); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}
