package matchcmd

import (
	"fmt"
	"time"

	"rookery/ai/match"
)

// effort is what a player spent on its moves. Depth and nodes are known of those
// moves only of which it told them.
type effort struct {
	moves, told int
	depth       int
	nodes       uint64
	spent       time.Duration // on all moves
	toldIn      time.Duration // on those that it told of
}

func (e *effort) add(t match.MoveInfo) {
	e.moves++
	e.spent += t.Spent
	if t.Depth > 0 {
		e.told++
		e.depth += t.Depth
		e.nodes += t.Nodes
		e.toldIn += t.Spent
	}
}

// effortReport is an effort on average, as --json prints it.
type effortReport struct {
	Moves          int     `json:"moves"`
	Seconds        float64 `json:"seconds"` // for a move
	Depth          float64 `json:"depth"`   // 0 where none was told, as the next two
	Nodes          float64 `json:"nodes"`   // for a move
	NodesPerSecond float64 `json:"nodes_per_second"`
}

func (e *effort) report() effortReport {
	rep := effortReport{Moves: e.moves}
	if e.moves > 0 {
		rep.Seconds = e.spent.Seconds() / float64(e.moves)
	}
	if e.told > 0 {
		rep.Depth = float64(e.depth) / float64(e.told)
		rep.Nodes = float64(e.nodes) / float64(e.told)
	}
	if e.toldIn > 0 {
		rep.NodesPerSecond = float64(e.nodes) / e.toldIn.Seconds()
	}
	return rep
}

// String is the effort on average in words.
func (e *effort) String() string {
	rep := e.report()
	s := fmt.Sprintf("%.0f ms a move", 1000*rep.Seconds)
	if e.told > 0 {
		s += fmt.Sprintf(", depth %.1f, %.0f nodes", rep.Depth, rep.Nodes)
	}
	return s
}
