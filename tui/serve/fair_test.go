package serve

import (
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"rookery/variants"
)

// TestNoHelpInAGame has Anna play Bea: in a second session of hers the analysis has no engine and no
// name of the opening, hers shows none either, and what Cleo says as a spectator reaches the
// players only after the game.
func TestNoHelpInAGame(t *testing.T) {
	e := newEvening(t)
	e.server.cfg.Limits.PerKey = 3
	e.come([3]func(*visitor){})
	table := e.meet(chessVariant(t), "chess", false)
	sides := e.sides(table)
	sides[0].keys("e4\r")
	for _, v := range e.people[:2] {
		v.see("Black to move")
		if strings.Contains(v.text(), "King's Pawn") {
			t.Errorf("%s is told the opening:\n%s", v.name, v.text())
		}
	}
	e.people[2].see("B00 King's Pawn")
	e.people[2].keys("/play e5 now\r")
	e.people[2].see("play e5 now")
	e.people[2].keys("\x1b")

	second := visit(t, e.addr, "Anna again", gossh.PublicKeys(e.keys[0]), nil)
	second.see("Black to move") // it goes to the game by itself
	second.keys("\x1b")
	second.see("Leave the game?")
	second.keys("y")
	second.see("your game is in progress")
	second.keys("a")
	second.see("help is off while you play")

	bea := e.people[1]
	if strings.Contains(bea.text(), "play e5 now") {
		t.Errorf("Bea reads what a spectator says:\n%s", bea.text())
	}
	bea.keys("\x12")
	bea.see("Resign the game?")
	bea.keys("y")
	bea.see("play e5 now", "B00 King's Pawn")
}

func chessVariant(t *testing.T) variants.Variant {
	t.Helper()
	v, ok := variants.ByName("chess")
	if !ok {
		t.Fatal("no chess")
	}
	return v
}
