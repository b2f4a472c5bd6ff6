package play

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"rookery/ai"
	"rookery/chess"
	"rookery/variants"
)

// PlayerKind says who moves a side's pieces.
type PlayerKind uint8

const (
	Human PlayerKind = iota
	Computer
)

// Player is one side of a game.
type Player struct {
	Kind  PlayerKind
	Name  string   // for people; never empty in a game that runs
	Level ai.Level // of a Computer
	Style ai.Style // of a Computer
	// Program, when not empty, names another engine that moves for a Computer,
	// as uci.ParseSpec reads it; Level and Style are then those of our engine,
	// should it take over.
	Program string
}

// Named tells whether somebody gave the name. The others, such as "You" and the
// name of a level, are the program's own words, which a screen translates.
func (p Player) Named() bool {
	switch p.Name {
	case "", "You", SideName(chess.White), SideName(chess.Black):
		return false
	}
	return p.Kind == Human || p.Program != ""
}

// Config is all that a new game needs.
type Config struct {
	Rules chess.Rules
	// Variant is the list of names that made Rules, as variants.Custom takes
	// them; one name for a known variant. It is what is kept on disk.
	Variant []string
	// Setup is the number of the array where there are several, -1 for the usual one.
	Setup int
	// FEN, when not empty, is where the game starts; Setup is then ignored.
	FEN     string
	Players [2]Player     // by chess.Color
	Control chess.Control // zero: no clock
	// Flip draws Black at the bottom.
	Flip bool
	// Lesson is the ID of the lesson that the game is, empty for none; Again tells that a win
	// that was given away is tried once more, which is not counted.
	Lesson string
	Again  bool
}

// Humans counts the sides that a person plays.
//
//go:noinline
func (c *Config) Humans() int {
	n := 0
	for _, p := range c.Players {
		if p.Kind == Human {
			n++
		}
	}
	return n
}

// ChooseSetup sets the number of the array by a word: a number, "usual", or "random" or
// nothing for one that is drawn where there are several.
func (c *Config) ChooseSetup(word string, seed func() uint64) error {
	c.Setup = -1
	count := 1
	if c.Rules.Start != nil {
		count = c.Rules.Start.Count
	}
	switch {
	case count == 1 && word != "":
		return fmt.Errorf("%s has only one starting position", c.Rules.Name)
	case count == 1 || word == "usual":
	case word == "" || word == "random":
		c.Setup = int(seed() % uint64(count))
	default:
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 || n >= count {
			return fmt.Errorf("starting positions go from 0 to %d", count-1)
		}
		c.Setup = n
	}
	return nil
}

// Saved is a game as it is kept on disk between two moves. It shares nothing
// with the game that is played, so another goroutine can write it.
type Saved struct {
	// ID names the game among the unfinished: file-name letters only.
	ID     string
	Config Config
	// Start is the FEN the game started from.
	Start string
	// Moves in order, as Board.Moves gave them.
	Moves []chess.Move
	// Left is the time each side has left, by color; meaningless without a clock.
	Left [2]time.Duration
	// Began and Saved are times of this machine's clock.
	Began, Saved time.Time
	// Outcome is Ongoing for an unfinished game.
	Outcome chess.Outcome
	// Elsewhere tells that another program has the unfinished game open.
	Elsewhere bool
}

// ComputerName is how a computer is called: "Club, aggressive".
func ComputerName(l ai.Level, s ai.Style) string {
	return l.Name() + ", " + strings.ToLower(s.Name())
}

// RulesOf builds rules from the names that made them, as Config.Variant keeps them.
func RulesOf(parts []string) (chess.Rules, error) {
	if len(parts) == 1 {
		if v, ok := variants.ByName(parts[0]); ok {
			return v.Rules, nil
		}
	}
	v, err := variants.Custom(parts...)
	return v.Rules, err
}

// ForTwo refuses games of two boards, which four people play in a club.
func ForTwo(r chess.Rules) error {
	if r.Pocket == chess.ToPartner {
		return fmt.Errorf("%s is for four players on two boards: play it in a club", r.Name)
	}
	return nil
}

// PartsOf names rules so that RulesOf builds them again.
func PartsOf(r chess.Rules) []string {
	if v, ok := variants.Of(r); ok {
		return []string{v.ID}
	}
	return strings.Split(r.Name, " + ")
}

// LevelOf finds a strength by name, that of a club player when it is unknown.
func LevelOf(name string) ai.Level {
	for _, l := range ai.Levels() {
		if strings.EqualFold(l.Name(), name) {
			return l
		}
	}
	return ai.Club
}

// StyleOf finds a style by name, the first when it is unknown.
func StyleOf(name string) ai.Style {
	styles := ai.Styles()
	for _, s := range styles {
		if strings.EqualFold(s.Name(), name) {
			return s
		}
	}
	return styles[0]
}
