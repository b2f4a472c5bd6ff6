package tui

import (
	"time"

	"rookery/ai"
	"rookery/chess"

	"github.com/charmbracelet/lipgloss"
)

// Session is what belongs to one terminal: how it draws, where it keeps its
// files, its clock and its chance. Sessions share nothing that changes.
type Session struct {
	Renderer *lipgloss.Renderer
	// Theme is replaced as a whole when the user chooses another; read it
	// anew whenever something is drawn.
	Theme *Theme
	// Store keeps unfinished games, saved games and the last choices.
	Store *Store
	// Now is the clock on the wall.
	Now func() time.Time
	// Seed gives a fresh seed for chance: arrays, the opponent's variety.
	Seed func() uint64
	// Local tells that files of this machine may be opened and the user's own
	// directories completed. Over a network it is false.
	Local bool
	// Pieces is the set of signs for men.
	Pieces PieceSet
	// ASCII keeps every sign that is drawn within ASCII.
	ASCII bool
}

// PieceSet is a set of signs for the men.
type PieceSet uint8

const (
	// Solid draws both sides with the same filled shapes, told apart by colour.
	Solid PieceSet = iota
	// Outlined draws White hollow and Black filled, for terminals without colour.
	Outlined
	// Letters draws KQRBNP for White and kqrbnp for Black.
	Letters
)

// PlayerKind says who moves a side's men.
type PlayerKind uint8

const (
	Human PlayerKind = iota
	Computer
)

// PlayerConfig is one side of a game.
type PlayerConfig struct {
	Kind  PlayerKind
	Name  string   // for people; never empty in a game that runs
	Level ai.Level // of a Computer
	Style ai.Style // of a Computer
}

// GameConfig is all that a new game needs.
type GameConfig struct {
	Rules chess.Rules
	// Variant is the list of names that made Rules, as variants.Custom takes
	// them; one name for a known variant. It is what is kept on disk.
	Variant []string
	// Setup is the number of the array where there are several, -1 for the usual one.
	Setup int
	// FEN, when not empty, is where the game starts; Setup is then ignored.
	FEN     string
	Players [2]PlayerConfig // by chess.Color
	Control chess.Control   // zero: no clock
	// Flip draws Black at the bottom.
	Flip bool
}

// Humans counts the sides that a person at this terminal plays.
func (c *GameConfig) Humans() int {
	n := 0
	for _, p := range c.Players {
		if p.Kind == Human {
			n++
		}
	}
	return n
}

// SavedGame is a game as it is kept on disk between two moves. It shares
// nothing with the game that is played, so it can be written by a command.
type SavedGame struct {
	// ID names the game among the unfinished: file-name letters only.
	ID     string
	Config GameConfig
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
}
