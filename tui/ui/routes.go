package ui

import (
	"github.com/charmbracelet/bubbles/help"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
)

// A Route names a screen and what it shows. Screens do not know each other: one
// that wants another on top hands its route to Session.Open, and App makes the
// screen.
type Route any

type (
	// ShowRules is the card of the rules of a game.
	ShowRules struct{ Rules chess.Rules }
	// ShowHelp lists the keys of a screen.
	ShowHelp struct{ Of help.KeyMap }
	// NewGame is the form for a game. Rules and FEN are those of a position that it
	// begins from; without a FEN the choices say what is played.
	NewGame struct {
		Choices Choices
		Rules   chess.Rules
		FEN     string
	}
	// PlayGame starts a game.
	PlayGame struct{ Config GameConfig }
	// ResumeGame goes on with an unfinished game.
	ResumeGame struct{ Saved SavedGame }
	// Analyse studies a line from its start, at the position after At half-moves.
	Analyse struct {
		Rules chess.Rules
		Start string // FEN; empty for the array
		Moves []chess.Move
		At    int
		Flip  bool
	}
	// EditPosition sets up another position from that of a board.
	EditPosition struct {
		Board chess.Board
		Flip  bool
	}
	// ReviewGame shows how a finished game went.
	ReviewGame struct {
		Config GameConfig
		Game   *chess.Game
		Flip   bool
	}
)

// OpenMsg puts the screen of a route on top of the one it comes from, or in its
// place, wherever that stands in the stack.
type OpenMsg struct {
	From    Screen
	To      Route
	Instead bool
}

// Open puts the screen of a route on top, before the next key.
func (s *Session) Open(from Screen, to Route) tea.Cmd { return s.turn(OpenMsg{From: from, To: to}) }

// OpenInstead puts the screen of a route in the place of a screen, before the next key.
func (s *Session) OpenInstead(from Screen, to Route) tea.Cmd {
	return s.turn(OpenMsg{From: from, To: to, Instead: true})
}

// NewGameFrom opens the form for a game from a position.
func (s *Session) NewGameFrom(from Screen, rules chess.Rules, fen string) tea.Cmd {
	return s.Opening(func() tea.Msg {
		choices, err := s.Store.Choices()
		if err != nil {
			choices = DefaultChoices()
		}
		return OpenMsg{From: from, To: NewGame{choices, rules, fen}}
	})
}
