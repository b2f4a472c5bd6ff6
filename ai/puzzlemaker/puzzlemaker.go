// Package puzzlemaker finds puzzles in games: positions that arose from a mistake and in
// which one move alone is good, with the line that follows, checked by a second, longer
// search. It also tells what a line is about ([Themes]). What it finds is kept by
// pgn/puzzle and solved by tui/play.
//
// The measure of a move is that of lichess's generator: the chance of winning on a scale
// from -1 to 1, w = 2/(1+e^(-k·cp)) - 1.
//
// It imports ai and chess. Start reading at [Maker.Game].
package puzzlemaker

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strconv"

	"rookery/ai"
	"rookery/chess"
)

// What a puzzle must be, in chances of winning.
const (
	// onlyMove is by how much the first move to find is better than the second best, and alsoGood
	// what the second best must not reach; laterMove is the same for the moves that follow. Lichess
	// asks for a difference of 0.7 alone; of its own puzzles one in four has less by our values.
	onlyMove, alsoGood, laterMove = 0.25, 0.7, 0.15
	// swing is by how much the mistake that led to the puzzle changed the chance.
	swing = 0.6
	// wonBefore is what the solver may have had before the mistake at most.
	wonBefore = 0.5
	// leastGain is the least that the solver has at the end: a puzzle saves a draw or wins.
	leastGain = -0.3
	// asGood is by how much a reply may be worse than the best and still be played, and mostReplies
	// how many are looked at.
	asGood, mostReplies = 0.05, 5
	// mostPlies bounds the line.
	mostPlies = 20
)

// Maker finds puzzles. Its methods must not run at the same time.
type Maker struct {
	// Scan, Find and Check are the positions that are looked at for each move of a game, for each
	// move of a line, and when the line is looked over once more.
	Scan, Find, Check uint64
	// Exact, when not nil, is the value of a position by a table of endings to the side to move:
	// moves until it is decided, negative when lost, 0 for a draw; ok is false where no table
	// has it.
	Exact func(b chess.Board) (value int, ok bool)

	engine *ai.Engine
	seen   map[uint64]bool // keys of positions after a mistake that were looked at; games share openings
}

// New makes a maker with usual limits.
func New() *Maker {
	levels := ai.Levels()
	m := &Maker{Scan: 4_000, Find: 60_000, Check: 250_000, seen: make(map[uint64]bool), engine: ai.New(levels[len(levels)-1], ai.Balanced, 1)}
	m.engine.SetHash(8 << 20)
	m.engine.Resigns = false
	return m
}

// Puzzle is what was found.
type Puzzle struct {
	FEN    string // before the mistake
	Moves  []chess.Move
	UCI    []string // the same
	Ply    int      // of the mistake in the game, from 0
	Themes []string
	Rating int // estimated
}

// ID names a puzzle by its position and moves.
func (p *Puzzle) ID() string {
	h := fnv.New64a()
	fmt.Fprint(h, p.FEN, p.UCI)
	return strconv.FormatUint(h.Sum64(), 36)[:8]
}

// chance is the chance of winning, from -1 to 1, of who has a line to play.
func chance(score ai.Centipawns, mate int) float64 {
	switch {
	case mate > 0:
		return 1
	case mate < 0:
		return -1
	}
	return 2*score.Chance() - 1
}

// final is the chance of the side to move where the game has ended.
func final(b chess.Board) float64 {
	winner, won := b.Outcome().Winner()
	switch {
	case !won:
		return 0
	case winner == b.Turn():
		return 1
	}
	return -1
}

// Game finds the puzzles of a game, less what arose in a game before; told, when not nil, hears of each ply that is done. What
// was found until ctx ends is returned with its error.
func (m *Maker) Game(ctx context.Context, start chess.Board, moves []chess.Move, told func(ply int)) ([]Puzzle, error) {
	var found []Puzzle
	b := start.Clone()
	m.engine.NewGame()
	before, err := m.look(ctx, b, m.Scan)
	if err != nil {
		return nil, err
	}
	for ply, move := range moves {
		fen := b.FEN()
		b.Make(move)
		if b.Outcome().Over() {
			break
		}
		now, err := m.look(ctx, b, m.Scan)
		if err != nil {
			return found, err
		}
		// before is to who makes the move, now to who answers it.
		if -before <= wonBefore && now+before >= swing && now >= leastGain && !m.seen[b.Key()] {
			p, err := m.after(ctx, fen, move, b)
			if err != nil {
				return found, err
			}
			m.seen[b.Key()] = true
			if p != nil {
				p.Ply = ply
				found = append(found, *p)
			}
			m.engine.NewGame()
		}
		before = now
		if told != nil {
			told(ply)
		}
	}
	return found, nil
}

// after is the puzzle that a move makes which led to b; nil where there is none, or where a
// longer look says that the move was no mistake.
func (m *Maker) after(ctx context.Context, fen string, move chess.Move, b chess.Board) (*Puzzle, error) {
	if len(b.Moves(nil)) < 2 {
		return nil, nil
	}
	from, err := chess.NewBoard(b.Rules(), fen)
	if err != nil {
		return nil, err
	}
	m.engine.NewGame()
	first, err := m.choose(ctx, b, m.Find)
	if err != nil || first.hopeless() {
		return nil, err
	}
	before, err := m.look(ctx, from, m.Find)
	if err != nil || -before > wonBefore || first.best+before < swing {
		return nil, err
	}
	p, err := m.checked(ctx, b)
	if err != nil || p == nil {
		return nil, err
	}
	p.FEN, p.Moves = fen, append([]chess.Move{move}, p.Moves...)
	p.complete(from, first.best)
	return p, nil
}

// complete writes the moves of a puzzle and tells what it is about; b is the position before
// the mistake, and gain what the solver has after it.
func (p *Puzzle) complete(b chess.Board, gain float64) {
	on := b.Clone()
	p.UCI = nil
	for _, move := range p.Moves {
		p.UCI = append(p.UCI, chess.UCI(on, move))
		on.Make(move)
	}
	p.Themes = Themes(b, p.Moves, gain)
	p.Rating = rate(b, p.Moves, p.Themes)
}

// look is the chance of the side to move.
func (m *Maker) look(ctx context.Context, b chess.Board, nodes uint64) (float64, error) {
	if b.Outcome().Over() {
		return final(b), nil
	}
	if m.Exact != nil {
		if v, ok := m.Exact(b); ok {
			return chance(0, v), nil
		}
	}
	c, err := m.search(ctx, b, nodes, 1, nil)
	return chance(c.Score, c.Mate), err
}

// search looks for the best lines of a position; enough, when not nil, hears of each and ends it
// by true.
func (m *Maker) search(ctx context.Context, b chess.Board, nodes uint64, lines int, enough func(ai.Info) bool) (ai.Choice, error) {
	within, stop := context.WithCancel(ctx)
	defer stop()
	m.engine.Lines, m.engine.OnInfo = lines, nil
	if enough != nil {
		m.engine.OnInfo = func(i ai.Info) {
			if enough(i) {
				stop()
			}
		}
	}
	c, err := m.engine.Choose(within, b, ai.Limit{Nodes: nodes})
	if err == nil {
		err = ctx.Err()
	}
	return c, err
}

// choice is the best move of a position and how good it is beside the second best.
type choice struct {
	move   chess.Move
	reply  chess.Move // that is expected; 0 where none is known
	best   float64
	second float64 // -2 where there is no second move
	mate   int     // of the best
}

// only tells whether the best move alone is good.
func (c *choice) only(first bool) bool {
	if !first {
		return c.best-c.second > laterMove
	}
	return c.best-c.second > onlyMove && c.second < alsoGood
}

// hopeless tells that no longer search is likely to find one move alone good.
func (c *choice) hopeless() bool {
	return c.best < leastGain-0.2 || c.mate != 1 && (c.best-c.second < onlyMove/5 || c.second > (1+alsoGood)/2)
}

// settled tells, in the middle of a search for two lines of which that of nodes is done, that
// the rest can hardly change whether the first move alone is good.
func settled(first, second ai.Info, nodes uint64) bool {
	switch {
	case first.Mate == 1: // any move that ends the game is right
		return true
	case first.Mate > 0 && second.Mate > 0 || first.Mate < 0:
		return true
	}
	return first.Nodes >= nodes/4 && chance(first.Score, first.Mate)-chance(second.Score, second.Mate) < laterMove/5
}

// choose finds the best two moves.
func (m *Maker) choose(ctx context.Context, b chess.Board, nodes uint64) (choice, error) {
	var first ai.Info
	found, err := m.search(ctx, b, nodes, 2, func(i ai.Info) bool {
		if i.Line == 1 {
			first = i
			return false
		}
		return settled(first, i, nodes)
	})
	if err != nil {
		return choice{}, err
	}
	l := found.Lines[0]
	c := choice{move: l.Move, best: chance(l.Score, l.Mate), second: -2, mate: l.Mate}
	if len(l.PV) > 1 {
		c.reply = l.PV[1]
	}
	if len(found.Lines) > 1 {
		c.second = chance(found.Lines[1].Score, found.Lines[1].Mate)
	}
	if m.Exact != nil {
		m.exactly(b, &c)
	}
	return c, nil
}

// exactly puts what tables of endings say of a choice in the place of what was searched.
func (m *Maker) exactly(b chess.Board, c *choice) {
	if _, ok := m.Exact(b); !ok {
		return
	}
	best, second, move := math.MinInt, math.MinInt, chess.Move(0)
	for _, mv := range b.Moves(nil) {
		b.Make(mv)
		v, ok := m.Exact(b)
		over := b.Outcome().Over()
		if over {
			v, ok = -int(final(b)), true
		}
		b.Undo()
		if !ok {
			return // a table is missing
		}
		rank := 0 // the sooner won and the later lost the better
		switch {
		case v < 0:
			rank = 10_000 + v
		case v > 0:
			rank = -10_000 + v
		}
		if rank > best {
			best, second, move = rank, best, mv
		} else if rank > second {
			second = rank
		}
	}
	value := func(rank int) float64 {
		switch {
		case rank > 0:
			return 1
		case rank < 0:
			return -1
		}
		return 0
	}
	if value(best) != c.best { // of equally good moves the search may keep its own
		c.move, c.reply = move, 0
	}
	c.best, c.second = value(best), -2
	if second != math.MinInt {
		c.second = value(second)
	}
}

// Puzzle is the line to find in a position, without the move that led to it; nil where there
// is none. A first search tells whether a second, longer one is worth its time, and that
// decides; a solution that only one of them finds is none.
func (m *Maker) Puzzle(ctx context.Context, b chess.Board) (*Puzzle, error) {
	if len(b.Moves(nil)) < 2 {
		return nil, nil
	}
	m.engine.NewGame()
	first, err := m.choose(ctx, b, m.Find)
	if err != nil || first.hopeless() {
		return nil, err
	}
	return m.checked(ctx, b)
}

// checked is the line that a long search finds.
func (m *Maker) checked(ctx context.Context, b chess.Board) (*Puzzle, error) {
	line, err := m.line(ctx, b, m.Check)
	if err != nil || len(line) == 0 || len(line) == 1 && !endsGame(b, line) {
		return nil, err
	}
	return &Puzzle{Moves: line}, nil
}

// endsGame tells whether a line ends with a win of who made its last move.
func endsGame(b chess.Board, line []chess.Move) bool {
	on := b.Clone()
	for _, mv := range line {
		on.Make(mv)
	}
	return on.Outcome().Over() && final(on) < 0
}

// line is what the solver must find from b and the replies, as long as one move alone is
// good; it ends with a move of the solver. It is empty where the first is not.
func (m *Maker) line(ctx context.Context, b chess.Board, nodes uint64) ([]chess.Move, error) {
	on := b.Clone()
	var line []chess.Move
	seen := []uint64{on.Key()}
	lone := 0 // moves of the solver since which there was no other move
	for len(line) < mostPlies {
		c, err := m.choose(ctx, on, nodes)
		if err != nil {
			return nil, err
		}
		if len(line) == 0 {
			if c.best < leastGain || !c.only(true) && c.mate != 1 {
				return nil, nil
			}
		}
		done := false
		switch {
		case c.second == -2: // forced
			lone++
		case c.only(len(line) == 0):
			lone = 0
		case c.mate == 1: // any move that ends the game is right
			lone, done = 0, true
		case len(line) == 2: // one move would be too short
			on.Undo()
			line[1], c, err = m.testing(ctx, on, nodes)
			if err != nil || line[1] == 0 {
				return nil, err
			}
			on.Make(line[1])
			seen[len(seen)-1] = on.Key()
		default:
			return trimmed(line, lone), nil
		}
		line = append(line, c.move)
		on.Make(c.move)
		if done || on.Outcome().Over() {
			break
		}
		if slices.Contains(seen, on.Key()) {
			return nil, nil // goes round
		}
		seen = append(seen, on.Key())
		reply := c.reply
		if reply == 0 {
			if reply, err = m.reply(ctx, on, nodes); err != nil {
				return nil, err
			}
		}
		line = append(line, reply)
		on.Make(reply)
		if on.Outcome().Over() || slices.Contains(seen, on.Key()) {
			break
		}
		seen = append(seen, on.Key())
	}
	return trimmed(line, lone), nil
}

// testing is a reply about as good as the best after which again one move alone is good, and that
// move; 0 where there is none. In a lost position most replies are as good as each other.
func (m *Maker) testing(ctx context.Context, b chess.Board, nodes uint64) (chess.Move, choice, error) {
	found, err := m.search(ctx, b, nodes, mostReplies, nil)
	if err != nil {
		return 0, choice{}, err
	}
	best := found.Lines[0]
	for _, l := range found.Lines {
		if l.Mate != best.Mate || chance(best.Score, best.Mate)-chance(l.Score, l.Mate) > asGood {
			continue
		}
		b.Make(l.Move)
		var c choice
		if !b.Outcome().Over() {
			c, err = m.choose(ctx, b, nodes)
		}
		b.Undo()
		if err != nil {
			return 0, choice{}, err
		}
		if c.move != 0 && c.second != -2 && c.only(false) {
			return l.Move, c, nil
		}
	}
	return 0, choice{}, nil
}

// trimmed is a line up to the last move that had to be found: one that was forced at the end
// is no task, nor is a reply to it.
func trimmed(line []chess.Move, lone int) []chess.Move {
	if len(line)%2 == 0 {
		line = line[:max(len(line)-1, 0)]
	}
	return line[:max(len(line)-2*lone, 0)]
}

// reply is the best defence.
func (m *Maker) reply(ctx context.Context, b chess.Board, nodes uint64) (chess.Move, error) {
	c, err := m.search(ctx, b, nodes, 1, nil)
	return c.Move, err
}
