package ai

import (
	"context"
	"math"
	"slices"
	"time"

	"rookery/chess"
)

// Level is how strongly the engine plays.
type Level uint8

// The levels, weakest first.
const (
	Newcomer Level = iota
	Beginner
	Learner
	Casual
	Amateur
	Club
	Expert
	Candidate
	Master
	Grandmaster
)

// strength is what a level may use.
type strength struct {
	name, description string
	elo               int
	nodes             uint64 // positions looked at for one move, 0 for no limit
	// timePart is the divisor of the time and the positions that a level is given.
	timePart int
	// candidates is how many of the best moves are sampled.
	candidates int
	// temperature of the sample, in centipawns: 0 always takes the best.
	temperature float64
	// overlookPercent is how many of a hundred surprising moves go unseen; see overlooks.
	overlookPercent int
	resigns         bool
}

// defaultMoveTime is what a level may think for one move where no limit is given.
const defaultMoveTime = 1500 * time.Millisecond

var strengths = [...]strength{
	Newcomer:    {name: "Newcomer", description: "Knows how the pieces move, little more.", elo: 750, nodes: 1_200, candidates: 3, temperature: 10, overlookPercent: 4},
	Beginner:    {name: "Beginner", description: "Sees one move ahead and overlooks things.", elo: 950, nodes: 1_900, candidates: 3, temperature: 8, overlookPercent: 3},
	Learner:     {name: "Learner", description: "Takes hanging pieces.", elo: 1200, nodes: 2_700, candidates: 2, temperature: 5, overlookPercent: 2},
	Casual:      {name: "Casual", description: "Spots short tactics on a good day.", elo: 1400, nodes: 4_700, candidates: 2, temperature: 2, overlookPercent: 1},
	Amateur:     {name: "Amateur", description: "Plays soundly and thinks a little.", elo: 1650, nodes: 5_000, timePart: 1, resigns: true},
	Club:        {name: "Club", description: "Punishes mistakes.", elo: 1900, nodes: 9_000, timePart: 1, resigns: true},
	Expert:      {name: "Expert", description: "Calculates far and makes few mistakes.", elo: 2100, nodes: 16_500, timePart: 1, resigns: true},
	Candidate:   {name: "Candidate", description: "Calculates deeply and rarely errs.", elo: 2300, nodes: 34_000, timePart: 1, resigns: true},
	Master:      {name: "Master", description: "Uses an eighth of the computing power.", elo: 2450, timePart: 8, resigns: true},
	Grandmaster: {name: "Grandmaster", description: "Uses full computing power.", elo: 2600, timePart: 1, resigns: true},
}

// Levels lists all levels, weakest first.
//
//go:noinline
func Levels() []Level {
	all := make([]Level, len(strengths))
	for i := range all {
		all[i] = Level(i)
	}
	return all
}

func (l Level) strength() strength { return strengths[min(int(l), len(strengths)-1)] }

// middleNodes is what the level in the middle searches. underRules sets the others
// further from it or nearer to it.
const middleNodes = 5_000

// underRules is what the level may use in a game of given rules. Where twice as many
// positions bring less than they do in chess the levels stand further apart, and
// nearer where they bring more: each step is to score 60 to 80 %, and docs/strength.md
// has the 100 games a step that each factor comes from. In the fog, where positions
// hardly count, levels differ by how well they choose and what they overlook.
func (l Level) underRules(t *traits) strength {
	s := l.strength()
	if s.nodes == 0 {
		return s
	}
	apart := 1.0
	switch weaker := s.nodes < middleNodes; {
	case weaker && t.rules.Fog && t.drops:
		apart = 2.5
	case t.rules.Fog && !t.drops:
		apart = 1.5
		if weaker {
			apart = 3
		}
		s.temperature *= 10
		s.overlookPercent *= 4
	case weaker && (t.goal == chess.LoseAll || t.goal == chess.BareOrMated):
		apart = 2
	case weaker && (t.convert || t.forcedCaptures):
		apart = 1.6
	case weaker && t.goal == chess.Race:
		apart = 1.3
	case weaker && t.goal == chess.ThreeChecks:
		apart = 1.2
	case !weaker && t.drops:
		apart = 0.8
	}
	s.nodes = uint64(middleNodes * math.Pow(float64(s.nodes)/middleNodes, apart))
	return s
}

// Name of the level in one word, in English.
//
//go:noinline
func (l Level) Name() string { return l.strength().name }

// Describe says in a sentence how the level plays.
func (l Level) Describe() string { return l.strength().description }

// Elo is about how strong the level is at chess on the scale of Stockfish's
// UCI_Elo, with a second or two a move where it uses time; docs/strength.md says
// how it was found.
func (l Level) Elo() int { return l.strength().elo }

// weaken plays like a beginner: it overlooks some of the surprising moves, searches the
// others a little, and samples among the best few with a temperature. A win at once is
// never overlooked.
func (e *Engine) weaken(ctx context.Context, b chess.Board, moves []chess.Move, lim bounds, start time.Time) Choice {
	level := e.level.strength()
	seen := e.noticedMoves(b, moves, level.overlookPercent)
	search := *e
	search.Lines, search.OnInfo = max(e.Lines, level.candidates), nil
	c := search.searchBest(ctx, b, seen, lim, start)
	e.table, e.searches = search.table, search.searches
	if len(c.Lines) > 0 {
		i := e.sampleLine(c.Lines, level.temperature)
		picked := c.Lines[i]
		c.Lines[0], c.Lines[i] = picked, c.Lines[0]
		c.Move, c.Score, c.Mate, c.PV = picked.Move, picked.Score, picked.Mate, picked.PV
	}
	if len(c.Lines) == 0 {
		c.Lines = []Line{{c.Move, c.Score, c.Mate, c.PV}}
	}
	c.Lines = c.Lines[:min(len(c.Lines), max(1, e.Lines))]
	if e.OnInfo != nil {
		for i, l := range c.Lines {
			e.OnInfo(Info{Depth: c.Depth, SelDepth: c.Depth, Line: i + 1, Score: l.Score, Mate: l.Mate,
				Nodes: c.Nodes, Elapsed: time.Since(start), PV: slices.Clone(l.PV)})
		}
	}
	return c
}

// sampleLine is the index of one of the lines, best first, drawn by a softmax of their
// scores with a temperature in centipawns.
func (e *Engine) sampleLine(lines []Line, temperature float64) int {
	top := lines[0]
	if top.Mate == 1 {
		return 0
	}
	sum := 0.0
	weights := make([]float64, len(lines))
	for i, l := range lines {
		weights[i] = math.Exp(float64(l.Score-top.Score) / temperature)
		sum += weights[i]
	}
	at := e.rng.Float64() * sum
	for i, w := range weights {
		if at -= w; at < 0 {
			return i
		}
	}
	return 0
}

// noticedMoves are the moves that are not overlooked, or all where every one is.
func (e *Engine) noticedMoves(b chess.Board, moves []chess.Move, percent int) []chess.Move {
	var seen []chess.Move
	for _, m := range moves {
		if !e.overlooks(b, m, percent) || winsAtOnce(b, m) {
			seen = append(seen, m)
		}
	}
	if len(seen) == 0 {
		return moves
	}
	return seen
}

// winsAtOnce reports whether m wins the game. In the fog that is unknown.
func winsAtOnce(b chess.Board, m chess.Move) bool {
	if b.Rules().Fog {
		return false
	}
	us := b.Turn()
	b.Make(m)
	defer b.Undo()
	c, ok := b.Outcome().Winner()
	return ok && c == us
}

// overlooks reports whether a beginner of this level would miss m, which is where its
// blunders come from: long moves and moves backward are missed most, quiet ones more
// than captures. The answer is fixed for a position and a seed.
func (e *Engine) overlooks(b chess.Board, m chess.Move, percent int) bool {
	cells := b.Layout().Cells
	from, to := cells[m.From()], cells[m.To()]
	length := max(abs(from.X-to.X), abs(from.Y-to.Y)) / 2
	back := to.Y > from.Y
	if b.Turn() == chess.Black {
		back = to.Y < from.Y
	}
	chance := percent * (1 + length) / 4
	if back {
		chance += percent / 2
	}
	if m.IsCapture() {
		if length <= 1 && e.level > Beginner {
			return false // a capture next door is seen
		}
		chance /= 2
	}
	h := (b.Key() ^ e.seed ^ uint64(m)*0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9
	return int(h>>40%100) < chance
}
