package ai

import (
	"cmp"
	"context"
	"math"
	"time"

	"rookery/chess"
	"rookery/chess/sorted"
)

// In the fog the engine sees the View of its own side and the moves it may try,
// never the hidden pieces. It holds beliefs (beliefs.go): positions that may be the
// true one. They follow the game, each by the engine's own move and the replies that
// would look as the board looks now; where few are left, others are repaired until
// they fit (repair.go). A move is worth its mean over those that are likely.

// round is one round of comparing moves: how many moves are left in it, and how deep
// and on how many positions they are searched. Most of the time goes to telling the
// last few apart.
type round struct{ depth, boards, options int }

var rounds = []round{
	{0, 8, 400}, {1, 16, 14}, {2, 20, 8}, {3, 24, 6}, {4, 24, 5}, {5, 24, 4}, {6, 24, 4}, {7, 24, 3}, {8, 24, 3}, {9, 24, 3}, {10, 24, 3},
}

const (
	// The most that are held where there is time, and the least wherever.
	maxBeliefs, minBeliefs = 1200, 12
	// A position is held for so many that a search may look at: with one for 40 the
	// weak levels differed too little (27 to 29 games, with one for 100 56 to 40).
	nodesPerBelief = 100
	// timePerBelief lets beliefs take about a quarter of the time of a move; without a
	// bound they took the time of the search on a busy machine.
	timePerBelief = 100 * time.Microsecond
	// minFogNodes is how many positions are searched whatever the clock says: on a
	// busy machine the time may pass before anything is done. It won 37 of 38 games
	// there, 26 of 32 without.
	minFogNodes = 5000
	// revisitCost is the price, in centipawns, of a move after which the own pieces
	// stand as they stood before: without it a side that sees no target repeats its moves.
	revisitCost = 20
	// gainScale is the gain in centipawns from which more counts for little, so that
	// a win on one position does not outweigh all others.
	gainScale = 800
)

type fogMove struct {
	move  chess.Move
	key   uint64    // of how the own pieces stand after it
	gains []float64 // on each position, between -1 and 1; NaN where it cannot be played
	mean  float64
}

func (e *Engine) chooseInFog(ctx context.Context, b chess.Board, moves []chess.Move, lim bounds) Choice {
	start := time.Now()
	us, r := b.Turn(), b.Rules()
	s := observe(b.View(chess.ObserverOf(us)), us)
	best := Choice{Move: moves[e.rng.IntN(len(moves))]}
	// A believed position has no past, and its lines are not legal on the true board.
	kept, tell := e.history, e.OnInfo
	e.history, e.OnInfo = nil, nil
	defer func() { e.history, e.OnInfo = kept, tell }()
	if lim.soft > 0 {
		lim.hard = lim.soft
	}
	if e.prepareFogSearch(ctx, r, lim, start) {
		e.updateBeliefs(r, &s, beliefLimit(lim), func() bool {
			return ctx.Err() != nil || lim.hard > 0 && time.Since(start) > lim.hard/2
		})
		t := traitsOf(r)
		level := e.level.underRules(&t)
		if level.temperature > 0 {
			moves = e.noticedMoves(maskedKeyBoard{b, ownPiecesKey(us, s.ownOf)}, moves, level.overlookPercent)
		}
		options := e.compareMoves(ctx, &best, moves, lim)
		if level.temperature > 0 && len(options) > 0 {
			e.sampleMove(&best, options[:min(len(options), level.candidates)], level.temperature)
		}
	}
	e.rememberMove(b, best.Move)
	best.PV = []chess.Move{best.Move}
	if tell != nil {
		tell(Info{Depth: best.Depth, SelDepth: best.Depth, Line: 1, Score: best.Score, Nodes: best.Nodes,
			Elapsed: time.Since(start), PV: []chess.Move{best.Move}})
	}
	return best
}

// maskedKeyBoard is a board whose key tells nothing of hidden pieces.
type maskedKeyBoard struct {
	chess.Board
	key uint64
}

func (m maskedKeyBoard) Key() uint64 { return m.key }

// sampleMove chooses among the best moves as weak levels do.
func (e *Engine) sampleMove(best *Choice, options []fogMove, temperature float64) {
	lines := make([]Line, len(options))
	for i, o := range options {
		lines[i] = Line{Move: o.move, Score: gainCentipawns(o.mean)}
	}
	l := lines[e.sampleLine(lines, temperature)]
	best.Move, best.Score = l.Move, l.Score
}

func (e *Engine) rememberMove(b chess.Board, m chess.Move) {
	us := b.Turn()
	next := b.Clone()
	next.Make(m)
	e.beliefs.played, e.beliefs.seen = m, observe(next.View(chess.ObserverOf(us)), us)
	key := ownPiecesKey(us, e.beliefs.seen.ownOf)
	if e.beliefs.visits == nil {
		e.beliefs.visits = make(map[uint64]int)
	}
	e.beliefs.visits[key]++
}

// prepareFogSearch sets a search up on the starting position: evaluateMoves puts it on believed
// positions. It is false where there is no 8×8 board to do that on.
func (e *Engine) prepareFogSearch(ctx context.Context, r chess.Rules, lim bounds, start time.Time) bool {
	b, err := chess.NewBoard(r, "")
	if err != nil {
		return false
	}
	_, ok := e.prepareSearches(ctx, b, nil, lim, start)[0].board.(*positionStack)
	return ok
}

func beliefLimit(lim bounds) int {
	n := maxBeliefs
	if lim.nodes > 0 {
		n = min(n, int(lim.nodes/nodesPerBelief))
	}
	if lim.hard > 0 {
		n = min(n, int(lim.hard/timePerBelief))
	}
	return max(n, minBeliefs)
}

// compareMoves compares the moves on likely positions, round by round, writes the
// best one into best and returns those of the last round, best first.
func (e *Engine) compareMoves(ctx context.Context, best *Choice, moves []chess.Move, lim bounds) []fogMove {
	search := e.searches[0]
	boards := e.sampleBeliefs(rounds[len(rounds)-1].boards)
	if len(boards) == 0 {
		return nil
	}
	options := make([]fogMove, 0, len(moves))
	for _, m := range moves {
		o := fogMove{move: m, gains: make([]float64, len(boards))}
		for i := range o.gains {
			o.gains[i] = math.NaN()
		}
		options = append(options, o)
	}
	deadline := search.deadline
	deepest := min(lim.depth, rounds[len(rounds)-1].depth)
	for _, round := range rounds {
		if round.depth > deepest && round.depth > 0 {
			break
		}
		options = options[:min(len(options), round.options)]
		whole := true
		for i := range boards[:min(len(boards), round.boards)] {
			search.deadline = deadline
			if search.nodes < minFogNodes {
				search.deadline = time.Time{}
			}
			if whole = search.evaluateMoves(&boards[i].position, options, i, round.depth); !whole {
				break
			}
		}
		e.rankMoves(options, boards)
		best.Move, best.Score = options[0].move, gainCentipawns(options[0].mean)
		best.Nodes = search.nodes
		if !whole || ctx.Err() != nil || len(options) == 1 {
			break
		}
		best.Depth = round.depth + 1
	}
	return options
}

// evaluateMoves searches the options on one position, each to depth plies after the
// move, and stores their gains at index at. It is false where the search was stopped;
// then it stores nothing, but for the first position, which must decide.
func (s *search) evaluateMoves(p *chess.Position, options []fogMove, at, depth int) bool {
	s.setPosition(p)
	s.rootDepth = depth + 1
	gains := make([]float64, len(options))
	for i := range options {
		m := options[i].move
		if !p.IsLegal(m) {
			gains[i] = math.NaN()
			continue
		}
		s.push(m, 0)
		if options[i].key == 0 {
			next, us := s.board.(*positionStack).p(), p.Turn()
			options[i].key = ownPiecesKey(us, func(r chess.Role) chess.Bitboard { return next.Pieces(us, r) })
		}
		v := s.searchBelow(&node{}, -infinity, infinity, depth, false)
		s.pop()
		if s.stopped && at == 0 && depth == 0 {
			for ; i < len(options); i++ {
				gains[i] = math.NaN()
			}
			break
		} else if s.stopped {
			return false
		}
		gains[i] = math.Tanh(float64(max(-infinity, min(infinity, v))) / gainScale)
	}
	for i := range options {
		options[i].gains[at] = gains[i]
	}
	return !s.stopped
}

// setPosition puts a search on a position without a past.
func (s *search) setPosition(p *chess.Position) {
	g := s.board.(*positionStack)
	g.n, g.stack[0] = 0, *p
	s.keys = append(s.keys[:0], g.key())
	s.resetFrames()
}

// rankMoves sorts the options by their mean gains, best first.
func (e *Engine) rankMoves(options []fogMove, boards []belief) {
	for i := range options {
		o := &options[i]
		sum, all := 0.0, 0.0
		for j, b := range boards {
			if g := o.gains[j]; !math.IsNaN(g) {
				sum += g * b.weight
				all += b.weight
			}
		}
		o.mean = math.Inf(-1)
		if all > 0 {
			o.mean = sum/all - float64(e.beliefs.visits[o.key])*revisitCost/gainScale
		}
	}
	sorted.By(options, func(a, b fogMove) int { return cmp.Compare(b.mean, a.mean) })
}

// gainCentipawns is the inverse of the scaling in evaluateMoves.
func gainCentipawns(gain float64) Centipawns {
	return Centipawns(gainScale * math.Atanh(max(-0.98, min(0.98, gain))))
}

// ownPiecesKey hashes where the pieces of one side stand. It is never 0.
func ownPiecesKey(c chess.Color, pieces func(chess.Role) chess.Bitboard) uint64 {
	key := uint64(c) + 1
	for r := chess.Pawn; r <= chess.King; r++ {
		key = (key ^ uint64(pieces(r))) * 0x9e3779b97f4a7c15
		key ^= key >> 31
	}
	return key | 1
}
