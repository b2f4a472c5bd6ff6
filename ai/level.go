package ai

import (
	"context"
	"math"
	"math/rand/v2"
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
	// temperature of the sample, in hundredths of the chance of winning: 0 always takes the best.
	temperature float64
	// overlookPercent is how many of a hundred surprising moves go unseen; see overlooks.
	overlookPercent int
	resigns         bool
}

// defaultMoveTime is what a level may think for one move where no limit is given.
const defaultMoveTime = 1500 * time.Millisecond

var strengths = [...]strength{
	Newcomer:    {name: "Newcomer", description: "Knows how the pieces move, little more.", elo: 1100, nodes: 2_500, candidates: 8, temperature: 10.5, overlookPercent: 4},
	Beginner:    {name: "Beginner", description: "Sees one move ahead and overlooks things.", elo: 1350, nodes: 3_200, candidates: 8, temperature: 5.2, overlookPercent: 3},
	Learner:     {name: "Learner", description: "Takes hanging pieces.", elo: 1650, nodes: 4_000, candidates: 8, temperature: 2.4, overlookPercent: 2},
	Casual:      {name: "Casual", description: "Spots short tactics on a good day.", elo: 1800, nodes: 5_500, candidates: 8, temperature: 0.8, overlookPercent: 1},
	Amateur:     {name: "Amateur", description: "Plays soundly and thinks a little.", elo: 1900, nodes: 6_200, timePart: 1, candidates: 3, temperature: 0.6, resigns: true},
	Club:        {name: "Club", description: "Punishes mistakes.", elo: 2050, nodes: 6_600, timePart: 1, resigns: true},
	Expert:      {name: "Expert", description: "Calculates far and makes few mistakes.", elo: 2200, nodes: 16_000, timePart: 1, resigns: true},
	Candidate:   {name: "Candidate", description: "Calculates deeply and rarely errs.", elo: 2350, nodes: 52_000, timePart: 1, resigns: true},
	Master:      {name: "Master", description: "Uses a fifth of the computing power.", elo: 2500, timePart: 5, resigns: true},
	Grandmaster: {name: "Grandmaster", description: "Uses full computing power.", elo: 2650, timePart: 1, resigns: true},
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

// underRules is what the level may use in a game of given rules. Where twice as many
// positions bring more than they do in chess the levels above Casual stand nearer together. Where a move may turn the game
// whatever was chosen before, weak levels differ more by how they choose, and in the fog, where positions hardly
// count, by what they overlook. Where pieces are to be lost, one reply is often far better than all others. In most games but
// chess looking at eight moves costs a level more than choosing among them does, so that each looks at fewer than the
// one below. docs/experiments.md has the games that each factor comes from.
func (l Level) underRules(t *traits) strength {
	s := l.strength()
	switch {
	case s.nodes == 0:
	case t.rules.Fog && !t.drops:
		s.temperature *= 10
		s.overlookPercent *= 4
	case t.goal == chess.LoseAll && t.forcedCaptures:
		s.temperature = 10 * math.Pow(s.temperature, 0.92)
	case t.goal == chess.Race:
		s.temperature = 4 * math.Pow(s.temperature, 0.92)
		s.limitCandidates(l, 2)
	case kingless(t.rules):
		s.temperature = 2.6 * math.Pow(s.temperature, 0.65)
		s.limitCandidates(l, 1)
	case t.drops:
		if casual := float64(strengths[Casual].nodes); l > Casual {
			s.nodes = uint64(casual * math.Pow(float64(s.nodes)/casual, 0.6))
		}
		if !t.rules.Fog {
			s.temperature *= 2
			s.limitCandidates(l, 1)
		}
	case t.forcedCaptures:
		s.temperature = 3 * math.Pow(s.temperature, 1.1)
	case !t.rules.Fog && t.extraGoals:
		s.temperature = 3 * math.Pow(s.temperature, 0.75)
		s.limitCandidates(l, 2)
	}
	return s
}

// limitCandidates has Amateur choose among two moves at most, and each level below among so many more than the one above.
func (s *strength) limitCandidates(l Level, more int) {
	if l <= Amateur {
		s.candidates = min(s.candidates, 2+more*int(Amateur-l))
	}
}

// formSpread is the standard deviation of the natural logarithm of form. In chess form of e^0.5 has 1.65 times the positions;
// A. Elo's model of players has 200 from game to game.
const formSpread = 0.5

// drawForm is by how much more positions, and by how much less temperature, a level has in a game than on average: like people it
// has good days and bad ones. Without that the levels that lose as much a move as people do would lose nearly every game to
// the next one.
func drawForm(rng *rand.Rand) float64 {
	return math.Exp(formSpread * max(-2, min(rng.NormFloat64(), 2)))
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
	t := traitsOf(b.Rules())
	level := e.level.underRules(&t)
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
// chances of winning with a temperature in hundredths: who is far ahead or behind takes less care,
// as people do.
func (e *Engine) sampleLine(lines []Line, temperature float64) int {
	if lines[0].Mate == 1 {
		return 0
	}
	best, sum := lines[0].Score.Chance(), 0.0
	weights := make([]float64, len(lines))
	for i, l := range lines {
		weights[i] = math.Exp((l.Score.Chance() - best) * 100 * e.form / temperature)
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
