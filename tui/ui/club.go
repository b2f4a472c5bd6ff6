package ui

import (
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// Club is what a session on a server has of its club, as far as other screens than those of the club ask for it: a
// *club.Club, which club.Of gives. As an interface it keeps the lobby out of a program that has none.
type Club interface {
	// Guest tells whether nothing of the player is kept.
	Guest() bool
	// PlaysPerson tells whether the player has a game with a person on, in this session or another.
	PlaysPerson() bool
}

// Clubhouse is what a club adds to the program, a *club.Clubhouse. As an interface it keeps the club's screens, and the
// lobby below them, out of a program that has none.
type Clubhouse interface {
	// First is the screen that the player sees before the menu; nil for none.
	First() Screen
	// Enter goes into the lobby, if the player has a name and is not there; Leave goes out of it.
	Enter() tea.Cmd
	Leave()
	// Look tells the lobby what is on the screen now.
	Look()
	// Take does what a message about the club asks for; done is false for all others.
	Take(msg tea.Msg) (cmd tea.Cmd, done bool)
	// Challenge is the oldest challenge that waits for the player, empty for none; shown is false where no row of its
	// own tells of it.
	Challenge() (id string, shown bool)
	ChallengeText(id string) string
	// Answer accepts a challenge or declines it.
	Answer(id string, yes bool) tea.Cmd
	// Entries are what the menu begins with.
	Entries(menu Screen) []Entry
}

// Program is App as a clubhouse sees it.
type Program interface {
	// Stack are the open screens, that on top last.
	Stack() []Screen
	// Do takes a message at once, All gives one to every screen, After sends one when some time has passed.
	Do(msg tea.Msg) tea.Cmd
	All(msg tea.Msg) tea.Cmd
	After(d time.Duration, msg tea.Msg) tea.Cmd
	// Listen waits for news.
	Listen(news func() tea.Msg) tea.Cmd
	Say(text string) tea.Cmd
	// Signal calls the player's attention.
	Signal(text string) tea.Cmd
	// Restart begins with the menu, whose player has become another, and with one more screen unless then is nil.
	Restart(then func() Screen) tea.Cmd
}

// Entry is an item of the menu and what it opens.
type Entry struct {
	Item
	Open func() tea.Cmd
}

// ClubMsg tells the menu that what it says of the club has changed.
type ClubMsg struct{}

// AnswerDelay is how long a challenge stands on the screen before y and n answer
// it, so that a key that was meant for something else does not.
const AnswerDelay = 500 * time.Millisecond

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

// TableScreen screens show a game that others keep.
type TableScreen interface{ TableID() string }

// TopTable is the topmost table that is shown, nil for none.
func TopTable(stack []Screen) TableScreen {
	for _, sc := range slices.Backward(stack) {
		if t, ok := sc.(TableScreen); ok {
			return t
		}
	}
	return nil
}
