package lobby

import (
	"fmt"
	"io"
	"strings"
	"time"

	"rookery/chess"
	"rookery/variants"
)

// WriteBPGN writes a game of partners as BPGN, the form of the bughouse databases: both boards in one, moves in the
// order in which they were made, those of board A as 1A. and 1a., those of board B as 1B. and 1b., each with the
// seconds that its player had left.
func WriteBPGN(w io.Writer, f *Finished) error {
	if f.Twin == nil {
		return fmt.Errorf("game %s has one board", f.ID)
	}
	var b strings.Builder
	tag := func(name, value string) {
		fmt.Fprintf(&b, "[%s \"%s\"]\n", name, strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value))
	}
	rules := f.Game.Rules()
	began := f.Began.UTC()
	name := variants.ToPGN(rules)
	tag("Event", "Casual "+name+" game")
	tag("Site", "Rookery")
	tag("Date", began.Format("2006.01.02"))
	tag("WhiteA", f.Players[chess.White].Name)
	tag("BlackA", f.Players[chess.Black].Name)
	tag("WhiteB", f.Twin.Players[chess.White].Name)
	tag("BlackB", f.Twin.Players[chess.Black].Name)
	tag("TimeControl", f.Terms.Control.PGN())
	tag("GameId", f.ID)
	tag("UTCTime", began.Format("15:04:05"))
	tag("Variant", name)
	result := f.Game.Outcome().Result.String()
	tag("Result", result)
	if start := f.Game.Start(); f.Game.Setup() != 0 || strings.Contains(start, "[") && !strings.HasPrefix(start, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[]") {
		tag("FEN", start)
	}
	b.WriteByte('\n')
	boards := [2]*Finished{f, f.Twin}
	var texts [2][]string
	for i, g := range boards {
		texts[i] = g.Game.SANs()
	}
	var played [2]int
	column := 0
	word := func(text string) {
		if column+len(text) > 79 {
			b.WriteByte('\n')
			column = 0
		} else if column > 0 {
			b.WriteByte(' ')
			column++
		}
		b.WriteString(text)
		column += len(text)
	}
	for _, at := range f.Order {
		g, n := boards[at], played[at]
		if n >= len(texts[at]) {
			break
		}
		black := g.Game.BoardAt(n).Turn() == chess.Black
		letter := [2][2]string{{"A", "a"}, {"B", "b"}}[at][map[bool]int{false: 0, true: 1}[black]]
		text := fmt.Sprintf("%d%s. %s", n/2+1, letter, texts[at][n])
		if n < len(g.Left) {
			text += fmt.Sprintf("{%.3f}", g.Left[n].Round(time.Millisecond).Seconds())
		}
		word(text)
		played[at]++
	}
	word("{" + endOf(f) + "}")
	word(result)
	b.WriteString("\n\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// endOf says on which board the game ended, and why.
func endOf(f *Finished) string {
	board, o := "A", f.Game.Outcome()
	if o.Reason == chess.ByPartner {
		board, o = "B", f.Twin.Game.Outcome()
	}
	return "board " + board + ": " + o.Reason.String()
}
