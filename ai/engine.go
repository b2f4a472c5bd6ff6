package ai

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"rookery/ai/network"
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
	Full      bool // no move is left out or searched less: a mate within Depth is found
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

// Engine chooses moves for one player. Its methods must not run at the same time.
type Engine struct {
	// OnInfo, when set, is called from Choose after each depth.
	OnInfo func(Info)
	// OnValue, when set, is called from Choose for each position that the search values, which
	// it may not keep. Where that has happened is no part of the game: moves were tried that
	// nobody plays. Leave it unset with more than one thread.
	OnValue func(p *chess.Position)
	// Resigns lets the engine give up lost games; New sets it by level.
	Resigns bool
	// Lines is how many best moves to find lines for; 0 means one.
	Lines int

	// Endings, when set, tells levels that play the best move they see what positions of few pieces
	// are worth.
	Endings Endings
	// Tablebase, when set, tells the same levels who wins positions that Endings do not know.
	Tablebase Tablebase
	// Network, when set before the first Choose, is used instead of the game's own, which it must suit; NoNetwork
	// leaves values to the hand-crafted evaluation.
	Network   *network.Network
	NoNetwork bool
	// Margins are those of the search, nil for DefaultMargins.
	Margins *Margins

	threads  int
	hash     int // bytes of the table; 0 leaves it to the level
	level    Level
	style    Style
	rng      *rand.Rand
	seed     uint64
	form     float64 // in this game; see drawForm
	table    *table
	searches []*search // one a thread, kept with what they learned
	lent     *Memory   // what table and searches are of; nil where they are the engine's own
	history  []uint64
	beliefs  beliefState // in the fog
	hopeless int         // searches in a row that saw no hope

	lag, overrun time.Duration // kept back of a clock; by how much searches ended late
}

// The transposition table in bytes, and that of levels with a limit of positions, whose
// searches do not fill it.
const (
	tableSize      = 16 << 20
	smallTableSize = 1 << 20
)

// New makes an engine. With the same seed and the same calls it plays the same.
//
//go:noinline
func New(level Level, style Style, seed uint64) *Engine {
	rng := rand.New(rand.NewPCG(seed, 0x6169))
	return &Engine{
		level: level, style: style, seed: seed,
		rng:     rng,
		form:    drawForm(rng),
		Resigns: level.strength().resigns,
		lag:     defaultLag,
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
//
//go:noinline
func (e *Engine) NewGame() {
	e.history, e.hopeless, e.beliefs, e.form = nil, 0, beliefState{}, drawForm(e.rng)
	for _, s := range e.searches {
		*s.hist = histories{}
	}
	if e.table != nil {
		e.table.clear()
	}
}

// Choose picks a move on b, which it leaves as it is. It returns soon after
// ctx ends with the best move found so far, and ErrNoMove where there is none.
func (e *Engine) Choose(ctx context.Context, b chess.Board, lim Limit) (Choice, error) {
	moves := b.Moves(nil)
	switch len(moves) {
	case 0:
		return Choice{}, ErrNoMove
	case 1:
		if !lim.Infinite {
			return e.playForced(ctx, b, moves), nil
		}
	}
	start, t := time.Now(), traitsOf(b.Rules())
	bound := e.boundsFor(lim, b.Turn(), &t)
	var c Choice
	if b.Rules().Fog {
		c = e.chooseInFog(ctx, b, moves, bound)
	} else {
		c = e.chooseByLevel(ctx, b, moves, bound, start)
	}
	e.noteOverrun(time.Since(start), bound.hard)
	if c.Lines == nil {
		c.Lines = []Line{{c.Move, c.Score, c.Mate, c.PV}}
	}
	if c.Ponder = 0; len(c.PV) > 1 { // of this move, which may not be the best
		c.Ponder = c.PV[1]
	}
	e.applyPolicy(&c, b)
	return c, nil
}

// applyPolicy sets Resign and Draw by the policy of the level.
func (e *Engine) applyPolicy(c *Choice, b chess.Board) {
	at := StandingOf(b)
	if e.level.Hopeless(*c, at) {
		e.hopeless++
	} else {
		e.hopeless = 0
	}
	c.Resign = e.Resigns && e.level.Resigns(e.hopeless)
	c.Draw = e.level.OffersDraw(*c, at)
}
