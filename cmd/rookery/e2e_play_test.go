package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"rookery/ai"
	"rookery/chess"
	"rookery/cmd/internal/cli"
	"rookery/cmd/internal/clitest"
)

// firstArray is the usual array as a placement.
const firstArray = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

func TestFoolsMateTyped(t *testing.T) {
	t.Parallel()
	p := start(t, clitest.NewHome(t), 80, 24, "play", "--white", "human", "--black", "human")
	p.shows(firstArray)
	for _, m := range []struct{ typed, placement string }{
		{"f3", "rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR"},
		{"e7e5", "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR"},
		{"G4", "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR"},
		{"qh4", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR"},
	} {
		p.enter(m.typed)
		p.shows(m.placement)
	}
	p.see("Black wins: checkmate", "Qh4#", "0-1")
}

// TestTypedAhead types before the program has put up its screen: no key may be lost.
func TestTypedAhead(t *testing.T) {
	t.Parallel()
	p := start(t, clitest.NewHome(t), 80, 24, "play", "--white", "human", "--black", "human")
	p.enter("e4")
	p.enter("e5")
	p.shows("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR")
}

// TestFromTheMenu goes the way of a new player: menu, form, a game with a
// friend, back to the menu, and the same game again by Enter alone.
func TestFromTheMenu(t *testing.T) {
	t.Parallel()
	h := clitest.NewHome(t)
	p := start(t, h, 80, 24)
	p.see("New game", "Open PGN", "Quit")
	p.press("enter")
	p.see("Opponent", "Strength", "Time control")
	p.press("down", "right")
	p.see("Pass and play")
	p.press("enter")
	p.shows(firstArray)
	p.enter("e4")
	p.shows("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
	p.press("ctrl+c")
	p.see("[y/N]")
	p.press("y")
	if status := p.ends(); status != 0 {
		t.Errorf("exit status %d, want 0", status)
	}

	again := start(t, h, 80, 24)
	again.see("New game", "Continue", "move 1")
	again.press("enter")
	again.see("Pass and play")
	again.press("enter")
	again.shows(firstArray)
}

func TestChess960CastlingByCursor(t *testing.T) {
	t.Parallel()
	// King on c1, rooks on b1 and f1: castling to the king's side crosses the
	// board and leaves the rook where it stands.
	p := start(t, clitest.NewHome(t), 80, 24, "play", "--variant", "chess960", "--white", "human", "--black", "human",
		"--fen", "1rk2r2/pppppppp/8/8/8/8/PPPPPPPP/1RK2R2 w FBfb - 0 1")
	p.shows("1rk2r2/pppppppp/8/8/8/8/PPPPPPPP/1RK2R2")
	// From wherever the cursor stands: to the corner a1, then to the king.
	p.press("left*8", "down*8", "right*2", "space")
	p.press("right*3", "space")
	p.shows("1rk2r2/pppppppp/8/8/8/8/PPPPPPPP/1R3RK1")
	p.see("O-O")
	// Black is at the top still: his king is seven ranks up.
	p.press("left*8", "up*8", "right*2", "space")
	p.press("left*1", "space")
	p.shows("2kr1r2/pppppppp/8/8/8/8/PPPPPPPP/1R3RK1")
	p.see("O-O-O")
}

func TestCrazyhouseDropByKeyboard(t *testing.T) {
	t.Parallel()
	p := start(t, clitest.NewHome(t), 80, 24, "play", "--variant", "crazyhouse", "--white", "human", "--black", "human")
	p.shows(firstArray)
	for i, typed := range []string{"e4", "d5", "exd5", "Qxd5"} {
		p.enter(typed)
		p.see(fmt.Sprintf("%d.", i/2+1), typed)
	}
	p.shows("rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR")
	p.enter("P@e6") // typed
	p.shows("rnb1kbnr/ppp1pppp/4P3/3q4/8/8/PPPP1PPP/RNBQKBNR")
	// Black's pawn in hand: Tab to the pocket, Enter takes it, the cursor puts it down.
	p.press("tab", "enter")
	p.press("left*8", "up*8", "down*4", "right*4", "space") // e4
	p.shows("rnb1kbnr/ppp1pppp/4P3/3q4/4p3/8/PPPP1PPP/RNBQKBNR")
	p.see("P@e4")
	if fen := p.copied(); !strings.HasPrefix(fen, "rnb1kbnr/ppp1pppp/4P3/3q4/4p3/8/PPPP1PPP/RNBQKBNR[] w ") {
		t.Errorf("copied %s, want both pockets empty", fen)
	}
}

func TestSuicideRefusesQuietMove(t *testing.T) {
	t.Parallel()
	p := start(t, clitest.NewHome(t), 80, 24, "play", "--variant", "suicide", "--white", "human", "--black", "human")
	p.shows(firstArray)
	p.enter("e4")
	p.shows("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
	p.enter("d5")
	p.shows("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR")
	p.enter("Nf3")
	p.see("must capture", "exd5")
	p.shows("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR")
	p.press("esc")
	p.enter("exd5")
	p.shows("rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR")
}

func TestAtomicExplosion(t *testing.T) {
	t.Parallel()
	p := start(t, clitest.NewHome(t), 80, 24, "play", "--variant", "atomic", "--white", "human", "--black", "human")
	p.shows(firstArray)
	for _, m := range []struct{ typed, placement string }{
		{"Nf3", "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R"},
		{"h6", "rnbqkbnr/ppppppp1/7p/8/8/5N2/PPPPPPPP/RNBQKB1R"},
		{"Ne5", "rnbqkbnr/ppppppp1/7p/4N3/8/8/PPPPPPPP/RNBQKB1R"},
		{"h5", "rnbqkbnr/ppppppp1/8/4N2p/8/8/PPPPPPPP/RNBQKB1R"},
		// The knight takes on d7 and both go up with c8, d8, e8: the king too.
		{"Nxd7", "rn3bnr/ppp1ppp1/8/7p/8/8/PPPPPPPP/RNBQKB1R"},
	} {
		p.enter(m.typed)
		p.shows(m.placement)
	}
	p.see("White wins: the black king exploded", "Nxd7#")
}

func TestBenedictWin(t *testing.T) {
	t.Parallel()
	p := start(t, clitest.NewHome(t), 80, 24, "play", "--variant", "benedict", "--white", "human", "--black", "human",
		"--fen", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1")
	p.shows("4k3/8/8/8/8/8/8/3QK3")
	p.enter("Qd7") // beside the king: it turns
	p.shows("4K3/3Q4/8/8/8/8/8/4K3")
	p.see("White wins: the black king was converted", "Qd7#")
}

// TestFastClockTellsWhatItDid lets the time for a move run out: that a move was made stays
// on the screen when the computer has answered, until a key is pressed.
func TestFastClockTellsWhatItDid(t *testing.T) {
	t.Parallel()
	p := start(t, clitest.NewHome(t), 80, 24, "play", "--clock", "fast", "--black", "ai:1")
	p.shows(firstArray)
	p.enter("a3") // the first move is made at leisure
	answered := regexp.MustCompile(`2\. \S+ +\S+`)
	p.until("the notice beside the answer", func(screen string) bool {
		return answered.MatchString(screen) && strings.Contains(screen, "Time was up: a move was played for White")
	})
	p.press("right")
	p.until("no notice", func(screen string) bool { return !strings.Contains(screen, "Time was up") })
}

// TestTowersCountDiscs shows how many discs each side has, whatever towers they stand in.
func TestTowersCountDiscs(t *testing.T) {
	t.Parallel()
	p := start(t, clitest.NewHome(t), 80, 24, "play", "--variant", "makarenko", "--black", "human", "--fen", "4k3/8/8/8/8/8/4r{3}3/4K3 w - - 0 1")
	p.see("8 discs", "11 discs  +3")
	p.enter("e1e2")
	p.see("Black to move")
	p.until("White's lead", func(screen string) bool { return !strings.Contains(screen, "11 discs") })
}

// TestArraysAreDrawn starts games that have many arrays: the number on the screen is that
// of the array on the board.
func TestArraysAreDrawn(t *testing.T) {
	for _, id := range []string{"chess960", "double960", "chaos", "atomic+960"} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			v, err := cli.FindVariant(id)
			if err != nil {
				t.Fatal(err)
			}
			p := start(t, clitest.NewHome(t), 80, 24, "play", "--variant", id, "--black", "human")
			screen := p.until("a number", func(screen string) bool { return arrayNumber.MatchString(screen) })
			n, err := strconv.Atoi(arrayNumber.FindStringSubmatch(screen)[1])
			if err != nil {
				t.Fatal(err)
			}
			g, err := chess.NewGame(v.Rules, n)
			if err != nil {
				t.Fatal(err)
			}
			p.shows(movesInDisguise.ReplaceAllString(placementOf(g.Board()), "")) // looks alone are drawn
		})
	}
	p := start(t, clitest.NewHome(t), 80, 24, "play", "--variant", "chess960", "--black", "human", "--array", "usual")
	p.shows(firstArray)
}

var (
	arrayNumber     = regexp.MustCompile(` no\. (\d+)`)
	movesInDisguise = regexp.MustCompile(`\{.\}`)
)

// TestAgainstComputer plays whole games against the weakest opponent.
func TestAgainstComputer(t *testing.T) {
	for _, id := range []string{"chess", "chess960", "suicide", "crazyhouse", "atomic", "benedict"} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			args := []string{"play", "--variant", id, "--white", "human", "--black", "ai:1"}
			if id == "chess960" {
				args = append(args, "--array", "342")
			}
			v, err := cli.FindVariant(id)
			if err != nil {
				t.Fatal(err)
			}
			array := -1
			if id == "chess960" {
				array = 342
			}
			g, err := chess.NewGame(v.Rules, array)
			if err != nil {
				t.Fatal(err)
			}
			levels := ai.Levels()
			s := &sparring{
				terminal: start(t, clitest.NewHome(t), 80, 24, args...),
				game:     g,
				side:     chess.White,
				engine:   ai.New(levels[len(levels)-1], ai.Styles()[0], 7),
			}
			s.shows(placementOf(g.Board()))
			for !g.Outcome().Over() {
				s.move()
				if g.Outcome().Over() || s.reply() {
					break
				}
			}
			screen := s.until("a result", ended)
			if o := g.Outcome(); o.Over() && !strings.Contains(screen, o.Result.String()) {
				s.fail("the screen does not give the result " + o.Result.String())
			}
			t.Logf("%s: %d plies, %v", id, g.Ply(), g.Outcome().Reason)
		})
	}
}

func TestKilledGameGoesOn(t *testing.T) {
	t.Parallel()
	h := clitest.NewHome(t)
	p := start(t, h, 80, 24, "play", "--white", "human", "--black", "human")
	p.shows(firstArray)
	for _, typed := range []string{"e4", "c5", "Nf3"} {
		p.enter(typed)
		p.see(typed)
	}
	p.shows("rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R")
	saved(t, h, "Nf3")
	p.kill()

	again := start(t, h, 80, 24)
	again.see("Continue", "move 2")
	again.press("down", "enter")
	again.shows("rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R")
	again.see("e4", "c5", "Nf3")
	again.enter("d6")
	again.shows("rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R")
}

// TestTwoProgramsOnOneGame has a second program look on at a game and take it over: what
// it plays then is not overwritten by the first one, which looks on from there.
func TestTwoProgramsOnOneGame(t *testing.T) {
	t.Parallel()
	h := clitest.NewHome(t)
	first := start(t, h, 80, 24, "play", "--white", "human", "--black", "human")
	first.shows(firstArray)
	first.enter("e4")
	saved(t, h, "e4")

	second := start(t, h, 80, 24)
	second.see("Continue", "open elsewhere")
	second.press("down", "enter")
	second.see("Another program has this game open", "Looking on. t: take over")
	first.enter("c5")
	second.see("c5") // it follows
	second.press("t")
	second.see("Move ▸")
	second.enter("Nf3")
	saved(t, h, "Nf3")

	first.enter("d4")
	first.see("Another program has this game open", "Nf3")
	saved(t, h, "Nf3")

	// A program that was killed is no hindrance.
	second.kill()
	first.see("The other program has left the game", "t: go on with it")
	first.press("t")
	first.see("Move ▸")
	first.enter("d6")
	saved(t, h, "d6")
	first.press("esc")
	first.see("[y/N]")
	first.press("y")
	first.ends()

	third := start(t, h, 80, 24)
	third.see("Continue", "move 3")
	third.press("down", "enter")
	third.see("d6", "Move ▸")
}
