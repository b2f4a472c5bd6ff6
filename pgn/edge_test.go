package pgn

import (
	"fmt"
	"strings"
	"testing"

	"rookery/pgn/internal/pgntest"
)

// describe writes a game in a line: plies, result, the movetext as exported
// without numbers of lines, and the places of its warnings.
func describe(t *testing.T, g *Game) string {
	t.Helper()
	var b strings.Builder
	w := NewWriter(&b)
	w.Format = true
	if err := w.Write(g); err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(b.String(), "]\n\n")
	text = strings.Join(strings.Fields(text), " ")
	places := ""
	for _, p := range g.Warnings {
		places += fmt.Sprintf(" @%d:%d", p.Line, p.Column)
	}
	return fmt.Sprintf("%d: %s%s", g.Plies(), text, places)
}

func TestEdgeCases(t *testing.T) {
	for _, c := range pgntest.EdgeCases {
		t.Run(c.Name, func(t *testing.T) {
			games, _ := readAll(t, strings.NewReader(c.Text))
			var got []string
			for _, g := range games {
				got = append(got, describe(t, g))
			}
			if strings.Join(got, "\n") != strings.Join(c.Want, "\n") {
				t.Errorf("read as\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.Want, "\n"))
				for _, g := range games {
					t.Log(g.Warnings)
				}
			}
		})
	}
}

func TestFaultsAreReportedOnce(t *testing.T) {
	games, _ := readAll(t, strings.NewReader("1. e4 Nf3 *\n\n1. e4 e5 hello *"))
	var got []string
	for _, g := range games {
		got = append(got, g.Warnings[0].Error())
	}
	want := []string{"1:7: Nf3: no knight can go to f3", "3:10: hello: skipped text that is not a move"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("told\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
