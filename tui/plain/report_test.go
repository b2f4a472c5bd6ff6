package plain

import (
	"strings"
	"testing"
)

// The report on a game that has ended names the blunder and what was better.
func TestReport(t *testing.T) {
	out := talk(t, "report\nnew friend\nf3\ne5\ng4\nQh4\nreport\nquit\n")
	for _, want := range []string{"There is a report once the game is over", "Analysing the game", "White: accuracy ", "Black: accuracy ", "Move 2, g4: Blunder. "} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
}
