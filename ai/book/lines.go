package book

import (
	"sync"

	"rookery/chess"
)

// minSharePercent is the least weight that a move of named openings needs, in percent of
// the greatest: what fewer openings go on with is an oddity.
const minSharePercent = 10

// lines is a book of openings, made when it is first asked.
type lines struct {
	tree func() map[uint64][]Reply // by chess.Position.Key
}

// FromLines makes a book of openings from the usual starting position. A move is played in
// proportion to the number of lines that go on with it, by whatever way they
// come, and not at all when that is less than a tenth of the most. load is
// called once, when the book is first asked; it may take its time.
func FromLines(load func() [][]chess.Move) *Book {
	return &Book{lines{sync.OnceValue(func() map[uint64][]Reply { return countReplies(load()) })}}
}

// countReplies counts, for each position on the lines, how many go on with each move.
func countReplies(all [][]chess.Move) map[uint64][]Reply {
	start, err := chess.ParsePosition(chess.Rules{}, "")
	if err != nil {
		panic(err) // the usual starting position is sound
	}
	tree := make(map[uint64][]Reply)
	for _, line := range all {
		way := [2]chess.Position{*start}
		for i, m := range line {
			now := &way[i&1]
			tree[now.Key()] = count(tree[now.Key()], m, 1)
			now.Apply(m, &way[(i+1)&1])
		}
	}
	return tree
}

// count adds to the weight of a move among replies.
func count(replies []Reply, m chess.Move, weight int) []Reply {
	for i := range replies {
		if replies[i].Move == m {
			replies[i].Weight += weight
			return replies
		}
	}
	return append(replies, Reply{m, weight})
}

func (l lines) replies(p *chess.Position) []Reply {
	all := l.tree()[p.Key()]
	most := 0
	for _, r := range all {
		most = max(most, r.Weight)
	}
	var good []Reply
	for _, r := range all {
		if r.Weight*100 >= most*minSharePercent {
			good = append(good, r)
		}
	}
	return good
}

func (l lines) close() error { return nil }
