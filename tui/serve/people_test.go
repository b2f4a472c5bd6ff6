package serve

import (
	"strings"
	"testing"

	"rookery/tui/remote"
)

// TestPeopleOverSSH has two people find each other again: a profile from the lobby, following, messages
// to who is elsewhere, an answer, and a block that ends it. All of it is in the store.
func TestPeopleOverSSH(t *testing.T) {
	e := newEvening(t)
	e.come([3]func(*visitor){})
	anna, bea := e.people[0], e.people[1]
	anna.keys("1\x1b[F\x1b[H") // the first of the players is herself
	anna.see("This is you")
	anna.keys("j")
	anna.see("Bea is available")
	anna.keys("i")
	anna.see("No finished games yet", "online, idle")
	anna.keys("f")
	anna.see("you follow this player")
	bea.keys("\x1b") // to the menu
	bea.see("People")
	anna.keys("w")
	anna.see("Messages: Bea", "No messages yet")
	anna.keys("a game at eight?\r")
	anna.see("you: a game at eight?")
	bea.see("New message from Anna", "1 new message")
	friend, err := e.club.Register(t.Context(), printOf(newSigner(t)), "Emil")
	if err == nil {
		var me remote.Player
		if me, err = e.club.Named(t.Context(), "Bea"); err == nil {
			err = e.club.Follow(t.Context(), me, friend, false)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	came := e.club.Enter(friend)
	bea.see("Emil is here now") // who looks at the menu
	came.Leave()
	bea.keys("5")
	bea.see("1 friend online", "Friends 1")
	bea.keys("2")
	bea.see("1 new", "a game at eight?")
	bea.keys("\r")
	bea.see("Anna: a game at eight?")
	bea.keys("gladly\r")
	bea.see("you: gladly")
	anna.see("Bea: gladly") // while she looks
	// The account of Bea has it, whoever asks.
	p, err := e.club.Named(t.Context(), "Bea")
	if err != nil {
		t.Fatal(err)
	}
	if n, _, err := e.club.Unread(t.Context(), p); err != nil || n != 0 {
		t.Errorf("%d unread, %v", n, err)
	}
	bea.keys("\t")
	bea.see("f follow", "w write", "c challenge")
	bea.keys("b")
	bea.see("Block Anna?")
	bea.keys("y")
	bea.see("blocked")
	anna.keys("are you there?\r")
	anna.see("does not want to hear from you")
	bea.keys("b")
	bea.until("no block", func(screen string) bool { return !strings.Contains(screen, "  blocked") })
	anna.keys("\r") // what was refused is still in the line
	anna.see("you: are you there?")
}
