package ui

import (
	"path/filepath"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"rookery/ai/book"
	"rookery/tui/draw"
	"rookery/tui/engineplay"
	"rookery/tui/lang"
	"rookery/tui/play"
)

// Session is what belongs to one terminal: how it draws and speaks, where it keeps
// its files, its clock and its chance. Sessions share nothing that changes.
type Session struct {
	Terminal
	draw.Look
	Locale
	Preferences
	Opponents
	// Store keeps unfinished games, saved games and the last choices.
	Store *Store
	// Local tells that files of this machine may be opened and the user's own
	// directories completed. Over a network it is false.
	Local bool
	// Alone tells that there is no menu below: the screen that the program was started
	// with is left to the shell.
	Alone bool
	// FirstStart tells that the program was never started here before.
	FirstStart bool
	// Faults are what is wrong with the settings, to be told at the start.
	Faults []string
	// Now is the clock on the wall.
	Now func() time.Time
	// Seed gives a fresh seed for chance: arrays, the opponent's variety.
	Seed func() uint64
	// Club is the server's lobby and who the player is in it; nil in a program
	// on one's own machine.
	Club Club
	// Online is the player's account at lichess; nil where there is none, as on a club's server.
	Online *Online
	// FICS is the player's connection to FICS; nil where there is none.
	FICS *FICS

	Stack stackRequests // what the screens ask of App
}

// Terminal is what is known of the player's terminal and of the line to it.
type Terminal struct {
	Renderer *lipgloss.Renderer
	// Themes are shared with sessions that have the same Renderer; nil for themes
	// of this session alone.
	Themes *draw.Themes
	// Lag is how long the line to the player takes there and back, as far as it
	// was measured; nil where there is no line.
	Lag func() time.Duration
	// Suspends tells that Ctrl-Z may stop the program: a shell can continue it.
	Suspends bool
	// Sounds plays sounds; nil where nobody sits beside this machine.
	Sounds *Sounds
	// Voice speaks moves; nil where nobody sits beside this machine.
	Voice *Voice
}

// Preferences are what the player has chosen besides how the program looks.
type Preferences struct {
	// Aids are what helps beside a game.
	Aids Aids
	// Habits are how games behave.
	Habits Habits
	// Keys are those that the player has bound himself.
	Keys Keymap
}

// Opponents are what computers play with.
type Opponents struct {
	// Book is what computers play their first moves of chess from, shared with
	// other sessions; nil for no book.
	Book *book.Book
	// Swings shares out the thinking of our own engine; nil where nobody else
	// plays on this machine.
	Turns engineplay.Turns
	// Endings are exact tables of endings; nil for none.
	Endings *engineplay.Endings
}

// Locale is the language of a session, and how it writes moves.
type Locale struct {
	// Lang is the language that the screens speak; nil for English.
	Lang *lang.Language
	// Language is the code of the language that the settings ask for; empty for
	// that of the system.
	Language string
	// System is the language of the system's locale; nil for English, and where
	// the locale is not known.
	System *lang.Language
	// Letters are those of pieces in moves.
	Letters PieceLetters
}

// Text puts what is written in English, with what stood in it, into the
// language of the session.
//
//go:noinline
func (l *Locale) Text(english string) string { return l.Lang.Text(english) }

// What a game is besides its rules is in package play, for those who play
// without a screen.
type (
	PlayerConfig = play.Player
	GameConfig   = play.Config
	SavedGame    = play.Saved
)

const (
	Human    = play.Human
	Computer = play.Computer
)

// Announcement is a message to an App that shows a line for a while, such as from who
// runs the server. What a terminal would obey is left out of it.
func Announcement(text string) tea.Msg { return ToastMsg{Text: text} }

// HidePaths removes the directories of this machine from a text for a player who is
// connected over a network.
func (s *Session) HidePaths(text string) string {
	if s.Local {
		return text
	}
	for _, dir := range []string{s.Store.Dirs.Games, s.Store.Dirs.State, s.Store.Dirs.Config} {
		if dir != "" {
			text = strings.ReplaceAll(text, dir+string(filepath.Separator), "")
		}
	}
	return text
}
