package play

import (
	"slices"
	"strconv"
	"strings"

	"rookery/chess"
)

// FileRank cuts the name of a square into its file and the number of its rank.
func FileRank(name string) (file string, rank int) {
	i := strings.IndexAny(name, "0123456789")
	if i < 0 {
		return name, 0
	}
	rank, _ = strconv.Atoi(name[i:]) // 0 for what is no number
	return name[:i], rank
}

// Ranks lists the squares of a board rank by rank as a FEN does: the highest
// rank first, each from White's left to right.
func Ranks(l *chess.Layout) [][]chess.Square {
	byRank := make(map[int][]chess.Square)
	var numbers []int
	for i := range l.Cells {
		_, rank := FileRank(l.Cells[i].Name)
		if byRank[rank] == nil {
			numbers = append(numbers, rank)
		}
		byRank[rank] = append(byRank[rank], chess.Square(i))
	}
	slices.Sort(numbers)
	slices.Reverse(numbers)
	ranks := make([][]chess.Square, len(numbers))
	for i, n := range numbers {
		ranks[i] = byRank[n]
		slices.SortFunc(ranks[i], func(a, b chess.Square) int { return l.Cells[a].X - l.Cells[b].X })
	}
	return ranks
}
