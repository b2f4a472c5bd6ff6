package chess

import (
	"strings"

	"rookery/chess/sorted"
)

// Suggest lists up to n legal moves, as MoveText writes them, that a text that
// was not understood may have meant, the nearest first; none when nothing is
// near. Where fog hides what is legal nothing is suggested.
func Suggest(b Board, s string, n int) []string {
	r := b.Rules()
	text := strings.TrimSpace(s)
	if r.Fog && r.Royalty == Checkmate || text == "" || len(text) > longestMove {
		return nil
	}
	if tidied, ok := normalize(text); ok {
		text = tidied
	}
	type near struct {
		text     string
		distance int
	}
	var found []near
	for _, m := range b.Moves(nil) {
		san := MoveText(b, m)
		plain := strings.TrimRight(san, "+#")
		d := min(EditDistance(text, plain, moveCosts), EditDistance(text, UCI(b, m), moveCosts))
		if d <= 3*max(1, len(plain)/3) {
			found = append(found, near{san, d})
		}
	}
	sorted.By(found, func(a, b near) int { return a.distance - b.distance })
	var texts []string
	for _, f := range found[:min(n, len(found))] {
		texts = append(texts, f.text)
	}
	return texts
}

// EditCosts weighs the steps of [EditDistance].
type EditCosts struct {
	Gap, Swap int                 // a letter inserted or left out, two neighbours exchanged
	Change    func(x, y byte) int // one letter changed into another; 0 for the same
}

// moveCosts sets what is easily mistyped nearer: 1 where only the case differs,
// 2 for the neighbour in the alphabet, which is the next file or rank.
var moveCosts = EditCosts{Gap: 3, Swap: 2, Change: changeOf}

// EditDistance is the least cost at which one text becomes another, where no
// letter is touched twice (optimal string alignment).
func EditDistance(a, b string, c EditCosts) int {
	before := make([]int, len(b)+1)
	last := make([]int, len(b)+1)
	next := make([]int, len(b)+1)
	for j := range last {
		last[j] = c.Gap * j
	}
	for i := 1; i <= len(a); i++ {
		next[0] = c.Gap * i
		for j := 1; j <= len(b); j++ {
			next[j] = min(last[j-1]+c.Change(a[i-1], b[j-1]), last[j]+c.Gap, next[j-1]+c.Gap)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], before[j-2]+c.Swap)
			}
		}
		before, last, next = last, next, before
	}
	return last[len(b)]
}

func changeOf(x, y byte) int {
	switch {
	case x == y:
		return 0
	case letter(x) && x^y == 0x20:
		return 1
	case x-y == 1 || y-x == 1:
		return 2
	}
	return 3
}
