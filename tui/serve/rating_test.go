package serve

import (
	"strings"
	"testing"
	"time"

	"rookery/chess"
	"rookery/tui/lobby"
	"rookery/tui/lobby/archive"
	"rookery/tui/remote"
	"rookery/variants"
)

// TestRatingsAtTheTable plays two rated games: both players see what the first has done to
// their ratings, the second shows them from its beginning, and an operator annuls the first.
func TestRatingsAtTheTable(t *testing.T) {
	e := newEvening(t)
	e.club.UseRatings(archive.Ratings{Archive: e.archive})
	boss := newSigner(t)
	operators(t, e.server, boss)
	e.come([3]func(*visitor){})
	terms := remote.Terms{Parts: []string{"chess"}, Control: chess.Control{Base: 5 * time.Minute}, Rated: true}
	account := func(i int) remote.Player {
		p, err := e.club.Account(t.Context(), printOf(e.keys[i]))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	anna, bea := account(0), account(1)
	begin := func() *lobby.Table {
		t.Helper()
		table, err := e.club.Start(t.Context(), terms, anna, bea)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range e.people[:2] {
			v.see("press r to return")
			v.keys("r")
			v.until("a game", func(screen string) bool { return whoseTurn(screen) != "" })
		}
		return table
	}
	table := begin()
	e.people[0].see("Anna 1500?", "Bea 1500?", "rated")
	e.people[2].see("move 1")
	e.people[2].keys("3s")
	g, err := chess.NewGame(variants.Chess, -1)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range strings.Fields("f3 e5 g4 Qh4") {
		m, err := chess.ParseMove(g.Board(), text)
		if err != nil {
			t.Fatal(err)
		}
		e.play([2]*visitor{e.people[0], e.people[1]}, g, m)
	}
	for _, v := range e.people[:2] {
		v.see("Anna 1338? (-162)", "Bea 1662? (+162)")
	}
	s, err := e.archive.Rating(t.Context(), bea.ID, archive.PoolKey{Variant: "chess", Speed: archive.Blitz})
	if err != nil || s.Shown().String() != "1662?" {
		t.Errorf("%+v, %v", s, err)
	}
	for _, v := range e.people[:2] {
		v.keys("\x1b")
		v.see("Seeks", "1338? ", "1662? ") // in the list of players
	}
	begin()
	e.people[1].see("Anna 1338?", "Bea 1662?")
	if out, status := order(t, e.addr, boss, "annul nosuchgame"); status != 1 || !strings.Contains(out, "not in the archive") {
		t.Errorf("annul of nothing: %d, %q", status, out)
	}
	if out, status := order(t, e.addr, boss, "annul "+table.ID()); status != 0 || !strings.Contains(out, "Annulled") {
		t.Errorf("annul: %d, %q", status, out)
	}
	if s, err := e.archive.Rating(t.Context(), bea.ID, archive.PoolKey{Variant: "chess", Speed: archive.Blitz}); err != nil || s.Games != 0 {
		t.Errorf("after it %+v, %v", s, err)
	}
}
