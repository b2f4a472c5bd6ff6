package plain

import (
	"slices"
	"strings"
	"testing"

	"rookery/chess"
	"rookery/tui/lang"
	"rookery/tui/lang/scan"
	"rookery/tui/play"
)

// allMessages are the texts that a player may hear, and the keys of the words
// that may be written.
func allMessages(t *testing.T) []scan.Message {
	t.Helper()
	all, err := scan.Source{Dir: ".", Errors: true, Formats: true}.Messages()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 150 {
		t.Fatalf("only %d messages were found: the search is blind", len(all))
	}
	key := func(texts ...string) {
		for _, text := range texts {
			if text != "" {
				all = append(all, scan.Message{Text: text, At: "words", Key: true})
			}
		}
	}
	p := &program{}
	for _, w := range p.vocabulary() {
		key(w.args, w.about)
		if len(w.name) > 1 {
			key(lang.Within("word", w.name))
		}
	}
	key(lang.Within("word", "O-O"), lang.Within("word", "O-O-O"), lang.Within("word", "castle")) // see lang.Language.Typed
	for _, w := range answerWords {
		key(lang.Within("word", w))
	}
	for _, topic := range append(slices.Clone(topics), clubTopics...) {
		key(lang.Within("topic", topic.name), topic.about)
	}
	for _, text := range signWords {
		key(text)
	}
	for _, role := range play.PocketOrder {
		key(role.String(), "%d "+role.String())
		for _, c := range [2]chess.Color{chess.White, chess.Black} {
			key(c.String(), c.String()+" "+role.String(), c.String()+" "+role.String()+"s")
		}
	}
	key(lang.Within("who", "White"), lang.Within("who", "Black"))
	key("%d hour", "%d minute", "%d second")
	return all
}

// TestMessages lists what a language leaves in English.
func TestMessages(t *testing.T) {
	scan.Report(t, allMessages(t), func(text string) bool {
		return !strings.ContainsFunc(text, func(r rune) bool { return r >= 'a' && r <= 'z' })
	})
}
