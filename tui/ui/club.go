package ui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// Club is what a session on a server has of its club, as far as other screens than those of the club ask for it: a
// *club.Club, which club.Of gives. As an interface it keeps the lobby out of a program that has none: of what a struct
// leads to, the linker keeps every method.
type Club interface {
	// Guest tells whether nothing of the player is kept.
	Guest() bool
	// PlaysPerson tells whether the player has a game with a person on, in this session or another.
	PlaysPerson() bool
}

// PlaysPerson tells whether the player has a game with a person on, in this session or
// another: then nothing helps him.
func (s *Session) PlaysPerson() bool {
	if o := s.Online; o != nil && (o.Account != nil && o.Account.PlaysPerson() || o.Live.Elsewhere(s.Now())) {
		return true
	}
	if f := s.FICS; f != nil && f.Account != nil && f.Account.PlaysPerson() {
		return true
	}
	return s.Club != nil && s.Club.PlaysPerson()
}

// NoHelp says why nothing helps the player now.
const NoHelp = "help is off while you play a person"

// HelpMsg tells every screen that help was switched off, or is allowed again: see PlaysPerson.
type HelpMsg struct{}

// ClubPatience is how long the lobby may take for an answer.
const ClubPatience = 15 * time.Second

// AwaitMsg asks App to run a command that may wait for long.
type AwaitMsg struct{ Wait tea.Cmd }

// AlertMsg has a screen call for the player's attention.
type AlertMsg struct {
	From Screen
	Text string
}

// SitMsg seats the player unless a screen shows the table by now.
type SitMsg struct {
	ID      string
	Against string // the name of the other, where it is known
}

// PartnerJoinedMsg tells that the player has joined a seek for partners, which waits for others.
type PartnerJoinedMsg struct{}

// TableScreen screens show a table of the lobby.
type TableScreen interface{ TableID() string }
