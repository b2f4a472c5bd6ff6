package ai

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"rookery/chess"
)

// In the fog the engine sees the View of its own side and the moves it may try,
// never the hidden men. It holds beliefs: positions that may be the true one.
// They follow the game, each by the engine's own move and the replies that would
// look as the board looks now; where few are left, others are mended until they
// fit. A move is worth what it is worth on average on those that are likely.

// round is one round of comparing moves: how deep those that are left are
// searched, on how many positions, and how many of them are left.
type round struct{ depth, boards, options int }

var rounds = []round{
	{0, 8, 400}, {1, 16, 14}, {2, 20, 8}, {3, 24, 6}, {4, 24, 5}, {5, 24, 4}, {6, 24, 4}, {7, 24, 3}, {8, 24, 3}, {9, 24, 3}, {10, 24, 3},
}

const (
	// mostBelieved and leastBelieved bound how many positions are held.
	mostBelieved, leastBelieved = 1200, 12
	// fewNodes is how many positions are searched whatever the clock says: on a
	// busy machine the time may pass before anything is done.
	fewNodes = 5000
	// circle is what it costs, in centipawns, to bring the own men where they
	// stood before.
	circle = 20
	// bend is the gain in centipawns from which more counts for little: a game
	// that is won on one position does not outweigh all others.
	bend = 800
)

// option is a move that may be chosen.
type option struct {
	move  chess.Move
	key   uint64    // of how the own men stand after it
	gains []float64 // on each position, between -1 and 1; NaN where it cannot be played
	mean  float64
}

// guess chooses a move in the fog.
func (e *Engine) guess(ctx context.Context, b chess.Board, moves []chess.Move, lim bounds) Choice {
	start := time.Now()
	us, r := b.Turn(), b.Rules()
	s := sightOf(b.View(chess.EyesOf(us)), us)
	best := Choice{Move: moves[e.rng.IntN(len(moves))]}
	// A guessed position has no past, and its lines are none of the true board.
	kept, tell := e.history, e.OnInfo
	e.history, e.OnInfo = nil, nil
	defer func() { e.history, e.OnInfo = kept, tell }()
	if lim.soft > 0 {
		lim.hard = lim.soft
	}
	if e.ready(ctx, r, lim, start) {
		e.follow(r, &s, held(lim), func() bool {
			return ctx.Err() != nil || lim.hard > 0 && time.Since(start) > lim.hard/2
		})
		t := traitsOf(r)
		level := e.level.under(&t)
		if level.spread > 0 {
			moves = e.noticed(masked{b, ownKey(us, s.mine)}, moves, level.overlook)
		}
		options := e.choose(ctx, &best, moves, lim)
		if level.spread > 0 && len(options) > 0 {
			e.waver(&best, options[:min(len(options), level.choices)], level.spread)
		}
	}
	e.remember(b, best.Move)
	best.PV = []chess.Move{best.Move}
	if tell != nil {
		tell(Info{Depth: best.Depth, SelDepth: best.Depth, Line: 1, Score: best.Score, Nodes: best.Nodes,
			Elapsed: time.Since(start), PV: []chess.Move{best.Move}})
	}
	return best
}

// masked is a board whose key tells nothing of hidden men.
type masked struct {
	chess.Board
	key uint64
}

func (m masked) Key() uint64 { return m.key }

// waver chooses among good moves as weak levels do.
func (e *Engine) waver(best *Choice, options []option, spread float64) {
	lines := make([]Line, len(options))
	for i, o := range options {
		lines[i] = Line{Move: o.move, Score: unbent(o.mean)}
	}
	l := lines[e.draw(lines, spread)]
	best.Move, best.Score = l.Move, l.Score
}

// remember notes the move that was chosen and what the side sees after it.
func (e *Engine) remember(b chess.Board, m chess.Move) {
	us := b.Turn()
	next := b.Clone()
	next.Make(m)
	e.faith.played, e.faith.after = m, sightOf(next.View(chess.EyesOf(us)), us)
	key := ownKey(us, e.faith.after.mine)
	if e.faith.stood == nil {
		e.faith.stood = make(map[uint64]int)
	}
	e.faith.stood[key]++
}

// ready sets a search up, on the array until it is put on guessed positions.
func (e *Engine) ready(ctx context.Context, r chess.Rules, lim bounds, start time.Time) bool {
	b, err := chess.NewBoard(r, "")
	if err != nil {
		return false
	}
	_, ok := e.begin(ctx, b, nil, lim, start)[0].g.(*positions)
	return ok
}

// held is how many beliefs are held: as many as take about a quarter of the
// time. Where nodes are counted a weak player keeps few in mind.
func held(lim bounds) int {
	n := mostBelieved
	if lim.nodes > 0 {
		n = min(n, int(lim.nodes/100))
	}
	if lim.hard > 0 {
		n = min(n, int(lim.hard/(100*time.Microsecond)))
	}
	return max(n, leastBelieved)
}

// choose compares the moves on likely positions, the better ones deeper and on
// more of them. It returns those that were left, best first.
func (e *Engine) choose(ctx context.Context, best *Choice, moves []chess.Move, lim bounds) []option {
	search := e.searches[0]
	boards := e.drawn(rounds[len(rounds)-1].boards)
	if len(boards) == 0 {
		return nil
	}
	options := make([]option, 0, len(moves))
	for _, m := range moves {
		o := option{move: m, gains: make([]float64, len(boards))}
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
			if search.nodes < fewNodes {
				search.deadline = time.Time{}
			}
			if whole = search.measure(&boards[i].at, options, i, round.depth); !whole {
				break
			}
		}
		e.rank(options, boards)
		best.Move, best.Score = options[0].move, unbent(options[0].mean)
		best.Nodes = search.nodes
		if !whole || ctx.Err() != nil || len(options) == 1 {
			break
		}
		best.Depth = round.depth + 1
	}
	return options
}

// measure searches the options on one position, each to depth plies after the
// move, and notes what they gain. It is false where the search was stopped; then
// nothing is noted, but on the first position what is known of each.
func (s *search) measure(p *chess.Position, options []option, at, depth int) bool {
	s.stand(p)
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
			next, us := s.g.(*positions).p(), p.Turn()
			options[i].key = ownKey(us, func(r chess.Role) chess.Bitboard { return next.Men(us, r) })
		}
		v := -s.node(-infinity, infinity, depth, 1, false)
		s.pop()
		if s.stopped && at == 0 && depth == 0 {
			for ; i < len(options); i++ {
				gains[i] = math.NaN()
			}
			break
		} else if s.stopped {
			return false
		}
		gains[i] = math.Tanh(float64(max(-infinity, min(infinity, v))) / bend)
	}
	for i := range options {
		options[i].gains[at] = gains[i]
	}
	return !s.stopped
}

// stand puts a search on a position without a past.
func (s *search) stand(p *chess.Position) {
	g := s.g.(*positions)
	g.n, g.stack[0] = 0, *p
	s.keys = append(s.keys[:0], g.key())
	s.settle()
}

// rank sorts the options by what they gain on average, best first.
func (e *Engine) rank(options []option, boards []belief) {
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
			o.mean = sum/all - float64(e.faith.stood[o.key])*circle/bend
		}
	}
	slices.SortStableFunc(options, func(a, b option) int { return cmp.Compare(b.mean, a.mean) })
}

// unbent turns a gain back into centipawns.
func unbent(gain float64) Centipawns {
	return Centipawns(bend * math.Atanh(max(-0.98, min(0.98, gain))))
}

// ownKey is a key of how the men of one side stand, by role.
func ownKey(c chess.Color, men func(chess.Role) chess.Bitboard) uint64 {
	key := uint64(c) + 1
	for r := chess.Pawn; r <= chess.King; r++ {
		key = (key ^ uint64(men(r))) * 0x9e3779b97f4a7c15
		key ^= key >> 31
	}
	return key | 1
}
