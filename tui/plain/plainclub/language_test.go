package plainclub

import (
	"strings"
	"testing"

	"rookery/tui/lang"
	"rookery/tui/lang/scan"
)

// TestMessages lists what a language leaves in English.
func TestMessages(t *testing.T) {
	all, err := scan.Source{Dir: ".", Errors: true, Formats: true}.Messages()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 60 {
		t.Fatalf("only %d messages were found: the search is blind", len(all))
	}
	for _, w := range new(atClub).Words() {
		for _, text := range []string{w.Args, w.About, lang.Within("word", w.Name)} {
			if text != "" {
				all = append(all, scan.Message{Text: text, At: "words", Key: true})
			}
		}
	}
	scan.Report(t, all, func(text string) bool {
		return !strings.ContainsFunc(text, func(r rune) bool { return r >= 'a' && r <= 'z' })
	})
}
