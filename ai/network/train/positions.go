package train

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"rookery/ai"
	"rookery/chess"
)

// Play says how games are made whose positions are learned from.
type Play struct {
	Rules chess.Rules
	Nodes uint64 // for a move
	Seed  uint64
	// Leaves is how many positions are taken from inside the search of a move at most, at
	// least one; 0: DefaultLeaves.
	Leaves int
	// Cheap tells that a label costs less than a look at whether the position needs one.
	Cheap bool
	// Parents are positions to label instead of those of games: each as it is and after a
	// move at random.
	Parents []string
}

// DefaultLeaves makes nearly all positions such that a search of our own asks about: networks of those won 30 to 120 Elo
// where five times as many from another engine's searches lost.
const DefaultLeaves = 16

const (
	// Games begin with so many moves at random, and end as drawn after maxPlies.
	minRandom, maxRandom = 4, 16
	maxPlies             = 240
	// A game is over when it is worth as much to one side, in centipawns.
	decided = 1500
	// One game in oneUneven begins without some piece of one side: a search values
	// positions that are won or lost more often than even ones.
	oneUneven = 6
	// Of a game's positions one in onePlayed is taken, after one in onePerturbed some moves
	// at random, and from inside the search of each move one to Leaves.
	onePlayed, onePerturbed = 4, 4
	mostPerturbed           = 4 // random moves
	// mostLabel bounds labels, in centipawns; a mate is worth as much.
	mostLabel = 2500
	// A search of so many plies looks for captures and promotions before one that costs.
	quickDepth = 2
)

// line is one position that was made, with values for White.
type line struct {
	fen    string
	label  int
	own    string // by the search that played, where there was one
	result string
	kind   Kind
	loud   bool
}

// String writes l as Set.Read reads it.
func (l *line) String() string {
	s := fmt.Sprintf("%s;%d;%s;%s;%s", l.fen, l.label, l.result, l.own, l.kind)
	if l.loud {
		s += ";loud"
	}
	return s
}

// shard makes n positions of games of the shard's own; fewer when ctx ends.
func (p Play) shard(ctx context.Context, number, n int, label Labeller) ([]line, error) {
	rng := rand.New(rand.NewPCG(p.Seed, uint64(number)))
	levels := ai.Levels()
	m := maker{Play: p, rng: rng, label: label, most: n, known: make(map[string]bool),
		leaves: make([]chess.Position, cmp.Or(p.Leaves, DefaultLeaves))}
	m.quick = ai.New(levels[len(levels)-1], ai.Balanced, 1)
	m.quick.SetHash(1 << 16)
	if len(p.Parents) > 0 {
		half := max(1, n/2)
		return m.lines, m.relatives(ctx, p.Parents[min(len(p.Parents), (number-1)*half):min(len(p.Parents), number*half)])
	}
	for len(m.lines) < n && ctx.Err() == nil {
		b, err := p.opening(rng)
		if err != nil {
			return nil, err
		}
		m.engine = ai.New(levels[len(levels)-1], ai.Balanced, rng.Uint64())
		m.engine.SetHash(1 << 20)
		m.engine.Resigns = false
		m.engine.OnValue = m.see
		if err := label.NewGame(ctx); err != nil {
			return nil, err
		}
		if err := m.game(ctx, b); err != nil && ctx.Err() == nil {
			return nil, err
		}
	}
	return m.lines, nil
}

// maker is what makes one shard.
type maker struct {
	Play
	rng    *rand.Rand
	engine *ai.Engine
	quick  *ai.Engine // leaves out what need not be labelled
	label  Labeller
	most   int
	lines  []line
	known  map[string]bool // positions taken, without their counters

	// What the search of one move valued: some of all, each as likely as any other.
	seen   int
	leaves []chess.Position
}

// see takes a position from inside a search, instead of one that was taken before or not at all.
func (m *maker) see(p *chess.Position) {
	if p.InCheck() {
		return
	}
	m.seen++
	i := m.seen - 1
	if m.seen > len(m.leaves) {
		i = m.rng.IntN(m.seen)
	}
	if i < len(m.leaves) {
		m.leaves[i] = *p
	}
}

// game plays a game and takes positions of it.
func (m *maker) game(ctx context.Context, b chess.Board) error {
	first := len(m.lines)
	var keys []uint64
	result := "0.5"
	for ply := 0; ply < maxPlies && !b.Outcome().Over() && len(m.lines) < m.most; ply++ {
		m.engine.History(keys)
		m.seen = 0
		c, err := m.engine.Choose(ctx, b, ai.Limit{Nodes: m.Nodes})
		if err != nil || ctx.Err() != nil {
			return ctx.Err()
		}
		if m.rng.IntN(onePlayed) == 0 {
			own := min(max(int(c.Score), -mostLabel), mostLabel)
			if b.Turn() == chess.Black {
				own = -own
			}
			if err := m.take(ctx, b.FEN(), Played, strconv.Itoa(own)); err != nil {
				return err
			}
		}
		if m.rng.IntN(onePerturbed) == 0 {
			if other := b.Clone(); m.wander(other, 1+m.rng.IntN(mostPerturbed)) {
				if err := m.take(ctx, other.FEN(), Perturbed, ""); err != nil {
					return err
				}
			}
		}
		for i := range min(m.seen, 1+m.rng.IntN(len(m.leaves))) {
			if err := m.take(ctx, m.leaves[i].FEN(), Leaf, ""); err != nil {
				return err
			}
		}
		if c.Mate != 0 || c.Score >= decided || c.Score <= -decided {
			if result = "0"; (c.Score > 0) == (b.Turn() == chess.White) {
				result = "1"
			}
			break
		}
		keys = append(keys, b.Key())
		b.Make(c.Move)
		if repeated(keys, b.Key()) {
			break
		}
	}
	if w, ok := b.Outcome().Winner(); ok {
		if result = "0"; w == chess.White {
			result = "1"
		}
	}
	for i := first; i < len(m.lines); i++ {
		if m.lines[i].kind == Played {
			m.lines[i].result = result
		}
	}
	return nil
}

// relatives takes positions, and what each becomes by a move at random.
func (m *maker) relatives(ctx context.Context, fens []string) error {
	if err := m.label.NewGame(ctx); err != nil {
		return err
	}
	for _, fen := range fens {
		b, err := chess.NewBoard(m.Rules, fen)
		if err != nil {
			return fmt.Errorf("%s: %w", fen, err)
		}
		if err := m.take(ctx, fen, Leaf, ""); err != nil || ctx.Err() != nil {
			return err
		}
		if m.wander(b, 1) {
			if err := m.take(ctx, b.FEN(), Perturbed, ""); err != nil {
				return err
			}
		}
	}
	return nil
}

// repeated tells that a position stood twice before.
func repeated(keys []uint64, key uint64) bool {
	n := 0
	for _, k := range keys {
		if k == key {
			n++
		}
	}
	return n > 1
}

// wander plays n moves at random; false when that ends the game.
func (m *maker) wander(b chess.Board, n int) bool { return wander(b, n, m.rng) }

func wander(b chess.Board, n int, rng *rand.Rand) bool {
	for range n {
		moves := b.Moves(nil)
		if len(moves) == 0 || b.Outcome().Over() {
			return false
		}
		b.Make(moves[rng.IntN(len(moves))])
	}
	return !b.Outcome().Over()
}

// take labels a position and notes it, unless it was taken before, is over, or is one in
// which the side to move must answer a check: those are not valued by searches.
func (m *maker) take(ctx context.Context, fen string, k Kind, own string) error {
	if key := withoutCounters(fen); m.known[key] || len(m.lines) >= m.most {
		return nil
	} else {
		m.known[key] = true
	}
	b, err := chess.NewBoard(m.Rules, fen)
	if err != nil {
		return nil // a search may look at what no game leads to
	}
	if b.Outcome().Over() || b.(chess.Positioned).Position().InCheck() {
		return nil
	}
	if !m.Cheap {
		if c, err := m.quick.Choose(ctx, b, ai.Limit{Depth: quickDepth}); err != nil || isLoud(c.Move) {
			return err
		}
	}
	c, err := m.label.Label(ctx, b)
	if err != nil || ctx.Err() != nil {
		return err
	}
	m.lines = append(m.lines, line{fen, labelFor(b.Turn(), c.Score, c.Mate), own, "", k, isLoud(c.Move)})
	for _, l := range c.Lines[min(1, len(c.Lines)):] {
		m.takeEnd(b.Clone(), l)
	}
	return nil
}

// takeEnd takes the last position of a line of a labeller that tells of several moves: there
// its search stood still, so that the line's value is that of this position.
func (m *maker) takeEnd(b chess.Board, l ai.Line) {
	if l.Mate != 0 || len(m.lines) >= m.most {
		return
	}
	turn := b.Turn()
	for _, move := range l.PV {
		b.Make(move)
	}
	fen := b.FEN()
	if key := withoutCounters(fen); !m.known[key] && !b.Outcome().Over() && !b.(chess.Positioned).Position().InCheck() {
		m.known[key] = true
		m.lines = append(m.lines, line{fen, labelFor(turn, l.Score, 0), "", "", Leaf, false})
	}
}

// labelFor is White's value of a score of the side to move.
func labelFor(turn chess.Color, score ai.Centipawns, mate int) int {
	label := min(max(int(score), -mostLabel), mostLabel)
	switch {
	case mate > 0:
		label = mostLabel
	case mate < 0:
		label = -mostLabel
	}
	if turn == chess.Black {
		label = -label
	}
	return label
}

// isLoud tells moves that make a position one for the search to play on in, rather than to
// value: a network that learned from such as well, half of all, lost 100 Elo in chess and
// 180 in a variant to the one without, though it missed less of the labels of either kind.
func isLoud(m chess.Move) bool { return m.IsCapture() || m.IsPromotion() }

// withoutCounters is a FEN without its last two fields.
func withoutCounters(fen string) string {
	fields := strings.Fields(fen)
	return strings.Join(fields[:max(0, len(fields)-2)], " ")
}

// opening is a position after some moves at random, from any starting position.
func (p Play) opening(rng *rand.Rand) (chess.Board, error) {
	for {
		fen := ""
		if s := p.Rules.Start; s != nil {
			fen = s.FEN(rng.IntN(s.Count))
		}
		b, err := chess.NewBoard(p.Rules, fen)
		if err != nil {
			return nil, err
		}
		if rng.IntN(oneUneven) == 0 {
			if uneven, err := chess.NewBoard(p.Rules, withoutPiece(b.FEN(), rng)); err == nil {
				b = uneven
			}
		}
		if wander(b, minRandom+rng.IntN(maxRandom-minRandom+1), rng) {
			return b, nil
		}
	}
}

// withoutPiece takes one piece other than a king off the board of a FEN.
func withoutPiece(fen string, rng *rand.Rand) string {
	board, rest, _ := strings.Cut(fen, " ")
	board, pocket, _ := strings.Cut(board, "[")
	var pieces []int
	for i, ch := range board {
		if strings.ContainsRune("pnbrqPNBRQ", ch) {
			pieces = append(pieces, i)
		}
	}
	if len(pieces) == 0 {
		return fen
	}
	i := pieces[rng.IntN(len(pieces))]
	// Two numbers of empty squares side by side are read as their sum.
	board = joinDigits(board[:i] + "1" + board[i+1:])
	if pocket != "" {
		board += "[" + pocket
	}
	return board + " " + rest
}

func joinDigits(board string) string {
	var out strings.Builder
	empty := 0
	for _, ch := range board + "/" {
		if ch >= '1' && ch <= '8' {
			empty += int(ch - '0')
			continue
		}
		if empty > 0 {
			out.WriteString(strconv.Itoa(empty))
			empty = 0
		}
		out.WriteRune(ch)
	}
	return strings.TrimSuffix(out.String(), "/")
}
