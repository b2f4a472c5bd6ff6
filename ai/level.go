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
	Newcomer:    {name: "Newcomer", about: "Knows the moves and sees one of them.", elo: 500, depth: 1, nodes: 700, spread: 130, overlook: 55},
	Beginner:    {name: "Beginner", about: "Sees one move ahead and overlooks things.", elo: 700, depth: 1, nodes: 1_500, spread: 60, overlook: 35},
	Learner:     {name: "Learner", about: "Takes what is left hanging.", elo: 900, depth: 2, nodes: 3_000, spread: 40, overlook: 20},
	Casual:      {name: "Casual", about: "Sees short tactics on a good day.", elo: 1150, depth: 3, nodes: 6_000, spread: 25, overlook: 10},
	Amateur:     {name: "Amateur", about: "Plays soundly and thinks a little.", elo: 1400, nodes: 1_500, part: 1, resigns: true},
	Club:        {name: "Club", about: "Punishes mistakes.", elo: 1650, nodes: 6_000, part: 1, resigns: true},
	Expert:      {name: "Expert", about: "Calculates far and makes few mistakes.", elo: 1900, nodes: 25_000, part: 1, resigns: true},
	Candidate:   {name: "Candidate", about: "Uses a ninth of what the machine has.", elo: 2100, part: 9, resigns: true},
	Master:      {name: "Master", about: "Uses a third of what the machine has.", elo: 2250, part: 3, resigns: true},
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
