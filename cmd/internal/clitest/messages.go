package clitest

import (
	"testing"

	"github.com/spf13/cobra"

	"rookery/cmd/internal/cli"
	"rookery/tui/lang/scan"
)

// kept are texts that are the same in every language.
var kept = map[string]bool{"%s: %w": true, "%s: %d": true, "%s:%s": true}

// Messages lists what a language leaves in English of the help of a command
// tree, and of the errors and texts in the source of some directories.
func Messages(t *testing.T, root *cobra.Command, dirs ...string) {
	t.Helper()
	var all []scan.Message
	for _, dir := range dirs {
		found, err := scan.Source{Dir: dir, Errors: true, Formats: true}.Messages()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, found...)
	}
	for _, h := range cli.HelpTexts(root) {
		all = append(all, scan.Message{Text: h, At: "help", Key: true})
	}
	if len(all) < 80 {
		t.Fatalf("only %d messages were found: the search is blind", len(all))
	}
	scan.Report(t, all, func(text string) bool { return kept[text] })
}
