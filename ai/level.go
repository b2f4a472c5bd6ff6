package ai

import "time"

// Level is how strongly the engine plays.
type Level uint8

// The levels, weakest first.
const (
	Beginner Level = iota
	Club
	Master
)

// strength is what a level may use.
type strength struct {
	name, about string
	depth       int    // plies of the main search, 0 for no limit
	nodes       uint64 // positions looked at for one move, 0 for no limit
	think       time.Duration
	// spread is the temperature, in centipawns, of the choice among good
	// moves: 0 always takes the best.
	spread float64
	// overlook is how many of a hundred surprising moves go unseen.
	overlook int
	resigns  bool
}

var strengths = [...]strength{
	Beginner: {name: "Beginner", about: "Sees one move ahead and overlooks things.", depth: 1, nodes: 4_000, think: time.Second, spread: 60, overlook: 30},
	Club:     {name: "Club", about: "Sees simple tactics and makes human mistakes.", depth: 4, nodes: 60_000, think: 2 * time.Second, spread: 12, overlook: 4, resigns: true},
	Master:   {name: "Master", about: "All that the machine has.", think: 3 * time.Second, resigns: true},
}

// Levels lists all levels, weakest first.
func Levels() []Level { return []Level{Beginner, Club, Master} }

func (l Level) strength() strength { return strengths[min(int(l), len(strengths)-1)] }

// Name of the level in one word.
func (l Level) Name() string { return l.strength().name }

// Describe says in a sentence how the level plays.
func (l Level) Describe() string { return l.strength().about }
