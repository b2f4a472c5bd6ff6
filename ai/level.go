package ai

import (
	"math"
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
	name, about string
	elo         int
	nodes       uint64 // positions looked at for one move, 0 for no limit
	// part is what a level takes of the time and the positions it is given,
	// as 1/part.
	part int
	// choices is how many of the best moves are chosen among.
	choices int
	// spread is the temperature, in centipawns, of the choice among good
	// moves: 0 always takes the best.
	spread float64
	// overlook is how many of a hundred surprising moves go unseen.
	overlook int
	resigns  bool
}

// ownTime is what a level may think for one move where nobody says.
const ownTime = 1500 * time.Millisecond

var strengths = [...]strength{
	Newcomer:    {name: "Newcomer", about: "Knows the moves and sees one of them.", elo: 750, nodes: 1_200, choices: 3, spread: 10, overlook: 4},
	Beginner:    {name: "Beginner", about: "Sees one move ahead and overlooks things.", elo: 950, nodes: 1_900, choices: 3, spread: 8, overlook: 3},
	Learner:     {name: "Learner", about: "Takes what is left hanging.", elo: 1200, nodes: 2_700, choices: 2, spread: 5, overlook: 2},
	Casual:      {name: "Casual", about: "Sees short tactics on a good day.", elo: 1400, nodes: 4_700, choices: 2, spread: 2, overlook: 1},
	Amateur:     {name: "Amateur", about: "Plays soundly and thinks a little.", elo: 1650, nodes: 5_000, part: 1, resigns: true},
	Club:        {name: "Club", about: "Punishes mistakes.", elo: 1900, nodes: 9_000, part: 1, resigns: true},
	Expert:      {name: "Expert", about: "Calculates far and makes few mistakes.", elo: 2100, nodes: 16_500, part: 1, resigns: true},
	Candidate:   {name: "Candidate", about: "Sees deep and seldom errs.", elo: 2300, nodes: 34_000, part: 1, resigns: true},
	Master:      {name: "Master", about: "Uses an eighth of what the machine has.", elo: 2450, part: 8, resigns: true},
	Grandmaster: {name: "Grandmaster", about: "Uses all that the machine has.", elo: 2600, part: 1, resigns: true},
}

// Levels lists all levels, weakest first.
func Levels() []Level {
	all := make([]Level, len(strengths))
	for i := range all {
		all[i] = Level(i)
	}
	return all
}

func (l Level) strength() strength { return strengths[min(int(l), len(strengths)-1)] }

// middling is what the level in the middle looks at; the others stand apart from
// it by more or less.
const middling = 5_000

// under is what the level may use in a game of given rules. Where twice as many
// positions bring less than they do in chess the levels stand further apart, and
// nearer where they bring more. In the fog, where most of what is searched is
// guessed, they differ by how well they choose and what they overlook.
// docs/strength.md has what was measured.
func (l Level) under(t *traits) strength {
	s := l.strength()
	if s.nodes == 0 {
		return s
	}
	apart := 1.0
	switch weaker := s.nodes < middling; {
	case weaker && t.rules.Fog && t.drops:
		apart = 2.5
	case t.rules.Fog && !t.drops:
		apart = 1.5
		if weaker {
			apart = 3
		}
		s.spread *= 10
		s.overlook *= 4
	case weaker && (t.goal == chess.LoseAll || t.goal == chess.BareOrMated):
		apart = 2
	case weaker && (t.convert || t.forced):
		apart = 1.6
	case weaker && t.goal == chess.Race:
		apart = 1.3
	case weaker && t.goal == chess.ThreeChecks:
		apart = 1.2
	case !weaker && t.drops:
		apart = 0.8
	}
	s.nodes = uint64(middling * math.Pow(float64(s.nodes)/middling, apart))
	return s
}

// Name of the level in one word.
func (l Level) Name() string { return l.strength().name }

// Describe says in a sentence how the level plays.
func (l Level) Describe() string { return l.strength().about }

// Elo is about how strong the level is at chess on the scale of Stockfish's
// UCI_Elo, with a second or two a move where it uses time; docs/strength.md says
// how it was found.
func (l Level) Elo() int { return l.strength().elo }
