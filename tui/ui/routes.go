package ui

import (
	"time"

	"github.com/charmbracelet/bubbles/help"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/pgn"
	"rookery/pgn/repertoire"
	"rookery/tui/delta"
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
	// ResumeGame goes on with an unfinished game, or looks on while another program does.
	ResumeGame struct {
		Saved  SavedGame
		LookOn bool
	}
	// Analyse studies a line from its start, at the position after At half-moves.
	Analyse struct {
		Rules chess.Rules
		Start string // FEN; empty for the array
		Moves []chess.Move
		At    int
		Flip  bool
		// Explore is the file whose games are explored, or ExploreLichess; empty for none.
		Explore string
	}
	// EditPosition sets up another position from that of a board.
	EditPosition struct {
		Board chess.Board
		Flip  bool
	}
	// ReviewGame reports on a game. Sheet, when not nil, is that game as PGN, into
	// which the report can be written.
	ReviewGame struct {
		Config GameConfig
		Game   *chess.Game
		Sheet  *pgn.Game
		Flip   bool
	}
	// ChooseEngine lists the player's engines and those installed. Chosen gets the spec of
	// the one that is chosen, empty for our own; nil where the list is only kept.
	ChooseEngine struct{ Chosen func(spec string) tea.Cmd }
	// TrainLine asks the moves of one side of a line until all are known.
	TrainLine struct {
		Repertoire *repertoire.Repertoire
		Name       string
	}
	// ViewGame steps through a PGN text that lies in no file, from a position of the main
	// line on where one is given by its key. Of several games that with an index, from 0, comes first.
	ViewGame struct {
		Text     string
		Index    int
		Position uint64
	}
)

// ExploreLichess stands in the place of a file where lichess is asked what is known of positions.
const ExploreLichess = "lichess:"

// OpenMsg puts the screen of a route on top of the one it comes from, or in its
// place, wherever that stands in the stack.
type OpenMsg struct {
	From    Screen
	To      Route
	Instead bool
}

// Open puts the screen of a route on top, before the next key.
//
//go:noinline
func (s *Session) Open(from Screen, to Route) tea.Cmd { return s.request(OpenMsg{From: from, To: to}) }

// OpenInstead puts the screen of a route in the place of a screen, before the next key.
//
//go:noinline
func (s *Session) OpenInstead(from Screen, to Route) tea.Cmd {
	return s.request(OpenMsg{From: from, To: to, Instead: true})
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

// stackRequests are changes of the stack that a session's screens have asked for, and how
// many screens are being made.
type stackRequests struct {
	Asked  []tea.Msg
	Making int
}

// Push, Pop and Replace change the stack of screens as soon as App has the word
// back, before the next key: what is typed fast is meant for the screen that comes.
// Call them in Update and return what they give. In a command of its own, where
// something must be read first, return a PushMsg and wrap the command by Opening.
//
//go:noinline
func (s *Session) Push(from, to Screen) tea.Cmd { return s.request(PushMsg{from, to}) }

//go:noinline
func (s *Session) Pop(from Screen) tea.Cmd { return s.request(PopMsg{from}) }

//go:noinline
func (s *Session) Replace(from, to Screen) tea.Cmd { return s.request(ReplaceMsg{from, to}) }

//go:noinline
func (s *Session) request(msg tea.Msg) tea.Cmd {
	s.Stack.Asked = append(s.Stack.Asked, msg)
	return nil
}

// Opening wraps a command that makes a screen, or says why there is none. Keys that
// are typed until it has answered wait for its screen. It must not wait for long.
func (s *Session) Opening(open tea.Cmd) tea.Cmd {
	s.Stack.Making++
	return func() tea.Msg { return MadeMsg{open()} }
}

// MadeMsg brings the answer of a command that makes a screen.
type MadeMsg struct{ Msg tea.Msg }

// After sends msg when d has passed.
//
//go:noinline
func After(d time.Duration, msg tea.Msg) tea.Cmd {
	return func() tea.Msg { return delta.LaterMsg{After: d, Msg: msg} }
}
