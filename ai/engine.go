package ai

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"rookery/chess"
)

// ErrNoMove is what Choose returns on a board that has no legal move.
var ErrNoMove = errors.New("the game is over: there is no move to choose")

// Limit bounds one search; the first limit reached stops it. The zero Limit
// leaves everything to the level.
type Limit struct {
	Depth     int              // plies
	Nodes     uint64           // positions
	MoveTime  time.Duration    // for this move
	Time      [2]time.Duration // left on the clocks, by colour; zero without a clock
	Increment [2]time.Duration
	MovesToGo int  // until the next time control, 0 when it is the last
	Infinite  bool // until the context ends, whatever the level
}

// Choice is the outcome of one search.
type Choice struct {
	Move   chess.Move
	Score  Centipawns // for the side to move
	Mate   int        // moves until the game is decided, negative when lost, 0 when open
	Depth  int        // plies that were searched in full
	Nodes  uint64     // positions looked at
	PV     []chess.Move
	Ponder chess.Move // the reply that is expected, zero when there is none
	Lines  []Line     // the best moves, best first; the first is Move's
	Resign bool       // the game is hopeless, and this level gives up
	Draw   bool       // a draw would be fair
}

// Line is one of several best moves with what is expected to follow.
type Line struct {
	Move  chess.Move
	Score Centipawns // for the side to move
	Mate  int        // as in Choice
	PV    []chess.Move
}

// Info is how far a search has come: one report a depth and line.
type Info struct {
	Depth    int
	SelDepth int // plies of the longest line looked at
	Line     int // rank of the line among those asked for, from 1
	Score    Centipawns
	Mate     int
	Nodes    uint64
	Elapsed  time.Duration
	HashFull int          // how full the transposition table is, in permille
	PV       []chess.Move // the receiver's own
}

// Engine chooses moves for one player. It is not safe for two calls at once.
type Engine struct {
	// OnInfo, when set, is called from Choose after each depth.
	OnInfo func(Info)
	// Resigns lets the engine give up lost games; New sets it by level.
	Resigns bool
	// Lines is how many best moves to find lines for; 0 means one.
	Lines int

	threads  int
	hash     int // bytes of the table; 0 leaves it to the level
	level    Level
	style    Style
	rng      *rand.Rand
	seed     uint64
	table    *table
	history  []uint64
	hopeless int // searches in a row that saw no hope
}

// The memory of the transposition table in bytes, and that of levels whose
// searches are small.
const (
	tableSize      = 16 << 20
	smallTableSize = 1 << 20
)

// New makes an engine. With the same seed and the same calls it plays the same.
func New(level Level, style Style, seed uint64) *Engine {
	return &Engine{
		level: level, style: style, seed: seed,
		rng:     rand.New(rand.NewPCG(seed, 0x6169)),
		Resigns: level.strength().resigns,
	}
}

// History gives the keys of the positions that led to the one Choose is called
// on, without that one, so that repetitions are seen. It is copied.
func (e *Engine) History(keys []uint64) { e.history = slices.Clone(keys) }

// SetThreads lets Choose search with n threads, at least one. Only with one is
// the same search the same everywhere.
func (e *Engine) SetThreads(n int) { e.threads = max(1, n) }

// SetHash sets the size of the transposition table in bytes and empties it.
func (e *Engine) SetHash(bytes int) { e.hash, e.table = max(1<<16, bytes), nil }

// NewGame forgets what was learned from earlier positions.
func (e *Engine) NewGame() { e.table, e.history, e.hopeless = nil, nil, 0 }

// Choose picks a move on b, which it leaves as it is. It returns soon after
// ctx ends with the best move found so far, and ErrNoMove where there is none.
func (e *Engine) Choose(ctx context.Context, b chess.Board, lim Limit) (Choice, error) {
	moves := b.Moves(nil)
	switch len(moves) {
	case 0:
		return Choice{}, ErrNoMove
	case 1:
		return Choice{Move: moves[0], PV: moves, Lines: []Line{{Move: moves[0], PV: moves}}}, nil
	}
	start := time.Now()
	var c Choice
	if b.Rules().Fog {
		c = e.guess(ctx, b, moves, e.bounded(lim, b.Turn()))
	} else {
		c = e.think(ctx, b, moves, e.bounded(lim, b.Turn()), start)
	}
	if c.Lines == nil {
		c.Lines = []Line{{c.Move, c.Score, c.Mate, c.PV}}
	}
	e.judge(&c, b)
	return c, nil
}

// bounds are the limits of one search after the level has had its say.
type bounds struct {
	depth      int
	nodes      uint64
	soft, hard time.Duration // zero: none
}

func (e *Engine) bounded(lim Limit, us chess.Color) bounds {
	s := e.level.strength()
	b := bounds{depth: maxPly / 2, nodes: lim.Nodes}
	if lim.Depth > 0 {
		b.depth = min(b.depth, lim.Depth)
	}
	if s.depth > 0 {
		b.depth = min(b.depth, s.depth)
	}
	if s.nodes > 0 && (b.nodes == 0 || s.nodes < b.nodes) {
		b.nodes = s.nodes
	}
	if lim.Infinite {
		return b
	}
	switch left := lim.Time[us]; {
	case lim.MoveTime > 0:
		b.soft, b.hard = lim.MoveTime, lim.MoveTime
	case left > 0:
		togo := lim.MovesToGo
		if togo <= 0 || togo > 30 {
			togo = 30
		}
		share := left/time.Duration(togo) + lim.Increment[us]*3/4
		spare := max(left-60*time.Millisecond, left/4)
		b.soft, b.hard = min(share, spare/3), min(share*4, spare/2)
	case lim.Depth == 0 && lim.Nodes == 0:
		b.soft, b.hard = s.think, s.think
	}
	if s.nodes > 0 && b.soft > s.think {
		b.soft, b.hard = s.think, s.think
	}
	return b
}

// begin sets a search up on b, which it clones.
func (e *Engine) begin(ctx context.Context, b chess.Board, lim bounds, start time.Time) *search {
	t := traitsOf(b.Rules())
	if e.table == nil {
		size := tableSize
		switch {
		case e.hash > 0:
			size = e.hash
		case e.level.strength().nodes > 0:
			size = smallTableSize
		}
		e.table = newTable(size)
	}
	e.table.grow()
	s := &search{ctx: ctx, t: &t, table: e.table, maxNodes: lim.nodes, contempt: e.style.taste().contempt}
	if lim.hard > 0 {
		s.deadline = start.Add(lim.hard)
	}
	if pb, ok := b.(chess.Positioned); ok {
		s.g = newPositions(&t, newEvaluator(t, e.style), pb.Position())
	} else {
		s.g = newBoards(b.Clone())
	}
	s.keys = make([]uint64, 0, len(e.history)+maxPly+40)
	s.keys = append(append(s.keys, e.history...), s.g.key())
	for i := range s.lists {
		s.lists[i] = make([]chess.Move, 0, 96)
		s.scores[i] = make([]int, 0, 96)
	}
	return s
}

// think searches deeper and deeper.
func (e *Engine) think(ctx context.Context, b chess.Board, moves []chess.Move, lim bounds, start time.Time) Choice {
	if s := e.level.strength(); s.spread > 0 {
		return e.dabble(ctx, b, moves, lim, start)
	}
	s := e.begin(ctx, b, lim, start)
	best := Choice{Move: moves[0], PV: moves[:1]}
	steady := 0
	for depth := 1; depth <= lim.depth; depth++ {
		score := e.aspire(s, depth, int(best.Score))
		if s.stopped {
			if depth == 1 && s.lineLen[0] > 0 {
				best.Move = s.line[0][0]
			}
			break
		}
		if s.lineLen[0] > 0 {
			if s.line[0][0] == best.Move {
				steady++
			} else {
				steady = 0
			}
			best.PV = slices.Clone(s.line[0][:s.lineLen[0]])
			best.Move = best.PV[0]
		}
		best.Score, best.Mate, best.Depth, best.Nodes = Centipawns(score), mateIn(score), depth, s.nodes
		e.report(best, start)
		if best.Mate != 0 && depth > 2*abs(best.Mate)+2 {
			break
		}
		if lim.soft > 0 {
			share := lim.soft
			if steady > 4 {
				share = share * 2 / 3
			}
			if time.Since(start) > share/2 {
				break
			}
		}
	}
	best.Nodes = s.nodes
	if len(best.PV) > 1 {
		best.Ponder = best.PV[1]
	}
	return best
}

// aspire searches the root in a window round the last score and widens it
// until the score lies within.
func (e *Engine) aspire(s *search, depth, last int) int {
	s.rootDepth = depth
	if depth < 5 || abs(last) >= decided {
		return s.node(-infinity, infinity, depth, 0, false)
	}
	for width := 24; ; width *= 3 {
		alpha, beta := max(last-width, -infinity), min(last+width, infinity)
		if width > 500 {
			alpha, beta = -infinity, infinity
		}
		score := s.node(alpha, beta, depth, 0, false)
		if s.stopped || score > alpha && score < beta || width > 500 {
			return score
		}
	}
}

func (e *Engine) report(c Choice, start time.Time) {
	if e.OnInfo != nil {
		e.OnInfo(Info{
			Depth: c.Depth, SelDepth: c.Depth, Line: 1, Score: c.Score, Mate: c.Mate,
			Nodes: c.Nodes, Elapsed: time.Since(start), PV: slices.Clone(c.PV),
		})
	}
}

// judge adds the manners of the level: resigning what is lost, a draw where it
// is fair.
func (e *Engine) judge(c *Choice, b chess.Board) {
	at := StandingOf(b)
	if e.level.Hopeless(*c, at) {
		e.hopeless++
	} else {
		e.hopeless = 0
	}
	c.Resign = e.Resigns && e.level.GivesUp(e.hopeless)
	c.Draw = e.level.OffersDraw(*c, at)
}
