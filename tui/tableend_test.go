package tui

import (
	"fmt"
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"rookery/chess"
	"rookery/tui/boardinput"
	"rookery/tui/play"
	"rookery/tui/remote"
	"rookery/tui/table"
	"rookery/tui/ui"
)

// TestTableAfterTheEnd opens from a finished game what a game at one's own machine
// offers.
func TestTableAfterTheEnd(t *testing.T) {
	l := openLounge(t)
	table := l.begin("5+3", "chess")
	white, black, watcher := l.sit(anna, table), l.sit(ben, table), l.sit(cleo, table)
	watcher.app.s.Store = NewStore(ui.Dirs{}) // a guest keeps nothing
	white.enter("analyse")
	l.see(white, "Not available until the game is over")
	white.press("g") // a move begins with it
	white.press("esc")
	for _, m := range []string{"f3", "e5", "g4", "Qh4"} {
		l.move(m, white, black, watcher)
	}
	for _, c := range []struct {
		who  *patron
		key  string
		want string
	}{
		{white, "v", "*viewer.Viewer"}, {white, "g", "*study.Review"}, {white, "a", "*study.Analysis"}, {watcher, "v", "*viewer.Viewer"},
		{black, "f5", "*tui.rulesCard"},
	} {
		c.who.press(c.key)
		top := func() string { return fmt.Sprintf("%T", c.who.app.top()) }
		l.settle(c.key+" opens "+c.want, func() bool { return top() == c.want })
		c.who.press("esc")
		l.settle("back from "+c.want, func() bool { return c.who.screen() != nil })
	}

	// A player who studies the game while the other asks for a rematch comes to
	// the new table when he comes back.
	white.press("a")
	l.settle("Anna studies", func() bool { return white.screen() == nil })
	black.press("enter")
	l.see(white, "Ben asks for a rematch. Accept?") // under the analysis
	white.press("esc")
	l.see(white, "Ben asks for a rematch")
	white.press("y")
	l.settle("both play again", func() bool {
		return white.screen() != nil && white.screen().TableID() != table.ID() && black.screen().TableID() == white.screen().TableID()
	})
	l.see(watcher, "Rematch accepted: press Enter to go to the new game")
	watcher.press("enter")
	l.settle("the spectator follows", func() bool {
		return watcher.screen() != nil && watcher.screen().Joined && watcher.screen().TableID() != table.ID()
	})
	if _, seated := watcher.screen().Me(); seated {
		t.Error("the spectator has a seat")
	}
}

// TestTableSaysHowItEnded keeps games that players and clocks end.
func TestTableSaysHowItEnded(t *testing.T) {
	for _, o := range []chess.Outcome{
		{Result: chess.BlackWins, Reason: chess.ByResignation}, {Result: chess.WhiteWins, Reason: chess.ByTime},
		{Result: chess.Drawn, Reason: chess.ByAgreement}, {Result: chess.WhiteWins, Reason: chess.ByAbandonment},
	} {
		g, err := chess.NewGame(chess.Rules{}, -1)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := g.PlaySAN("e4"); err != nil {
			t.Fatal(err)
		}
		saved := play.Saved{Config: play.Config{Variant: []string{"chess"}, Setup: -1}, Start: g.Start(), Moves: g.Moves(), Outcome: o}
		sheet, err := saved.Sheet()
		if err != nil {
			t.Fatal(err)
		}
		if got := sheet.Tags.Value("Result"); got != o.Result.String() {
			t.Errorf("%v is kept as %s", o, got)
		}
	}
}

// spokenAtTable are texts of a table that no call in the source shows whole.
func spokenAtTable() []string {
	texts := []string{
		"Leave the game? You can return from the lobby.", "Leave the game? Your clock keeps running; you can return from the lobby.",
		"This game is open in another window: press Enter to continue here", "The game was aborted",
		"Ben is offline", "Ben is offline: you can claim the win in 0:40",
		"Ben is offline: type claim to claim the win, or wait", remote.ErrNotSeated.Error(), remote.ErrNotYet.Error(),
		"both sides have moved: offer to abort, or resign", "it is not your turn", "too many messages: wait a few seconds",
	}
	for _, o := range []remote.Offer{remote.Draw, remote.TakeBack, remote.Abort, remote.Rematch} {
		screen := table.Screen{Joined: true, Snap: remote.Snapshot{Players: [2]remote.Player{anna, ben}, Offer: o, OfferBy: chess.Black}}
		texts = append(texts, screen.OfferText(), table.OfferNote(o))
	}
	for _, w := range boardinput.Commands {
		texts = append(texts, w.Name+" – "+w.Does)
	}
	return texts
}

// TestTableInFogAhead makes moves ahead that only the fog's own board knows.
func TestTableInFogAhead(t *testing.T) {
	l := openLounge(t)
	table := l.begin("", "dark1")
	s := SessionFor(t, termenv.Ascii)
	white, black := l.sit(anna, table), l.sitAs(ben, s, table)
	black.enter("d5")
	l.see(black, "Premove d5")
	black.enter("Nf6")
	white.enter("e4")
	l.settle("the first is played", func() bool { return white.screen().Ply() == 2 })
	white.enter("e5")
	l.settle("the second is played", func() bool { return white.screen().Ply() == 4 && black.screen().Ply() == 4 })
	if got := strings.Join(black.screen().Snap.Moves, " "); got != " d5  Nf6" {
		t.Errorf("Black reads %q", got)
	}
	white.press("up", "space") // a piece of the own, by the cursor
	white.enter("moves")
	l.see(white, "Legal moves")
}
