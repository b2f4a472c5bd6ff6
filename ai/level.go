package ai

import "time"

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
	depth       int    // plies of the main search, 0 for no limit
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
const ownTime = 3 * time.Second

var strengths = [...]strength{
	Newcomer:    {name: "Newcomer", about: "Knows the moves and sees one of them.", elo: 500, nodes: 2_500, choices: 3, spread: 12, overlook: 4},
	Beginner:    {name: "Beginner", about: "Sees one move ahead and overlooks things.", elo: 700, nodes: 4_000, choices: 3, spread: 7, overlook: 2},
	Learner:     {name: "Learner", about: "Takes what is left hanging.", elo: 900, nodes: 5_000, choices: 2, spread: 6, overlook: 2},
	Casual:      {name: "Casual", about: "Sees short tactics on a good day.", elo: 1150, nodes: 9_000, choices: 2, spread: 3, overlook: 1},
	Amateur:     {name: "Amateur", about: "Plays soundly and thinks a little.", elo: 1400, nodes: 10_000, part: 1, resigns: true},
	Club:        {name: "Club", about: "Punishes mistakes.", elo: 1600, nodes: 20_000, part: 1, resigns: true},
	Expert:      {name: "Expert", about: "Calculates far and makes few mistakes.", elo: 1800, nodes: 40_000, part: 1, resigns: true},
	Candidate:   {name: "Candidate", about: "Sees deep and seldom errs.", elo: 2100, nodes: 120_000, part: 1, resigns: true},
	Master:      {name: "Master", about: "Uses a quarter of what the machine has.", elo: 2250, part: 4, resigns: true},
	Grandmaster: {name: "Grandmaster", about: "Uses all that the machine has.", elo: 2400, part: 1, resigns: true},
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

// Name of the level in one word.
func (l Level) Name() string { return l.strength().name }

// Describe says in a sentence how the level plays.
func (l Level) Describe() string { return l.strength().about }

// Elo is about how strong the level is at chess on the scale of Stockfish's
// UCI_Elo, with three seconds a move where it uses time; docs/strength.md says
// how it was found.
func (l Level) Elo() int { return l.strength().elo }
