package chess

import (
	"slices"
	"strings"
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
	if tidied, ok := tidy(text); ok {
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
		d := min(distanceOf(text, plain), distanceOf(text, UCI(b, m)))
		if d <= 3*max(1, len(plain)/3) {
			found = append(found, near{san, d})
		}
	}
	slices.SortStableFunc(found, func(a, b near) int { return a.distance - b.distance })
	var texts []string
	for _, f := range found[:min(n, len(found))] {
		texts = append(texts, f.text)
	}
	return texts
}

// distanceOf counts what it takes to make one text of another: 3 for a letter
// inserted or left out, 3 for one changed but 2 when it becomes its neighbour
// in the alphabet and 1 when only the case differs, 2 for two exchanged
// (optimal string alignment).
func distanceOf(a, b string) int {
	const gap, swap = 3, 2
	before := make([]int, len(b)+1)
	last := make([]int, len(b)+1)
	next := make([]int, len(b)+1)
	for j := range last {
		last[j] = gap * j
	}
	for i := 1; i <= len(a); i++ {
		next[0] = gap * i
		for j := 1; j <= len(b); j++ {
			next[j] = min(last[j-1]+changeOf(a[i-1], b[j-1]), last[j]+gap, next[j-1]+gap)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], before[j-2]+swap)
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
