package tui

import (
	"time"

	"rookery/ai/book"
	"rookery/tui/lang"
	"rookery/tui/play"

	"github.com/charmbracelet/lipgloss"
)

// Session is what belongs to one terminal: how it draws, where it keeps its
// files, its clock and its chance. Sessions share nothing that changes.
type Session struct {
	Renderer *lipgloss.Renderer
	// Themes are shared with sessions that have the same Renderer; nil for themes
	// of this session alone.
	Themes *Themes
	// Theme is replaced as a whole when the user chooses another; read it
	// anew whenever something is drawn.
	Theme *Theme
	// Store keeps unfinished games, saved games and the last choices.
	Store *Store
	// Now is the clock on the wall.
	Now func() time.Time
	// Seed gives a fresh seed for chance: arrays, the opponent's variety.
	Seed func() uint64
	// Book is what computers play their first moves of chess from, shared with
	// other sessions; nil for no book.
	Book *book.Book
	// Local tells that files of this machine may be opened and the user's own
	// directories completed. Over a network it is false.
	Local bool
	// Turns shares out the thinking of our own engine; nil where nobody else
	// plays on this machine.
	Turns Turns
	// Lag is how long the line to the player takes there and back, as far as it
	// was measured; nil where there is no line.
	Lag func() time.Duration
	// Suspends tells that Ctrl-Z may stop the program: a shell can continue it.
	Suspends bool
	// Pieces is the set of signs for men that the settings ask for.
	Pieces PieceSet
	// Fits is the set that suits the terminal, drawn where the settings leave it
	// open; Solid for the zero value.
	Fits PieceSet
	// ASCII tells that the terminal has no other signs, whatever the settings say.
	ASCII bool
	// Art is the set of men that are drawn over several signs.
	Art ArtSet
	// Labels says where the names of files and ranks stand.
	Labels LabelPlace
	// Blindfold leaves the men off the boards.
	Blindfold bool
	// Aids are what helps beside a game.
	Aids Aids
	// Habits are how games behave.
	Habits Habits
	// Voice speaks moves; nil where nobody sits beside this machine.
	Voice *Voice
	// Keys are those that the player has bound himself.
	Keys Keymap
	// Club is the server's lobby and who the player is in it; nil in a program
	// on one's own machine.
	Club *Club
	// Figurines writes moves in lists with the signs of men instead of letters.
	Figurines bool
	// Lang is the language that the screens speak; nil for English.
	Lang *lang.Language
	// Language is the code of the language that the settings ask for; empty for
	// that of the locale.
	Language string
	// Locale is the language of the locale; nil for English, and where the
	// locale is not known.
	Locale *lang.Language

	stack stackTurns // what the screens ask of App
}

// Text puts what is written in English, with what stood in it, into the
// language of the session.
func (s *Session) Text(english string) string { return s.Lang.Text(english) }

// What a game is besides its rules is in package play, for those who play
// without a screen.
type (
	PlayerKind   = play.PlayerKind
	PlayerConfig = play.Player
	GameConfig   = play.Config
	SavedGame    = play.Saved
)

const (
	Human    = play.Human
	Computer = play.Computer
)
