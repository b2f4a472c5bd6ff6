package sqlstore

import (
	"strings"
	"testing"
	"time"

	"rookery/chess"
	"rookery/tui/lobby/archive"
	"rookery/tui/remote"
)

// TestErased has a player delete the account: games, sheets, searches and lists of the best have no name
// any more, nor has an archive that is built anew; the other's rating stays.
func TestErased(t *testing.T) {
	c := newClub(t)
	a := c.open()
	p, err := c.Register(t.Context(), "a key", "Zelda")
	if err != nil {
		t.Fatal(err)
	}
	q, err := c.Register(t.Context(), "another key", "Quentin")
	if err != nil {
		t.Fatal(err)
	}
	terms := remote.Terms{Parts: []string{"chess"}, Control: chess.Control{Base: 5 * time.Minute}, Rated: true}
	table, err := c.Start(t.Context(), terms, p, q)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.DeleteAccount(t.Context(), p); err == nil || !strings.Contains(err.Error(), "finish or resign") {
		t.Errorf("in a game: %v", err)
	}
	for i, m := range []string{"f3", "e5", "g4", "Qh4"} {
		r, err := table.Join(t.Context(), []remote.Player{p, q}[i%2])
		if err == nil {
			err = r.Move(t.Context(), m)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	four, err := c.StartPartners(t.Context(), remote.Terms{Parts: []string{"bughouse"}, Control: terms.Control}, [2]remote.Player{p, anna}, [2]remote.Player{ben, cleo})
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range []string{"e4", "e5"} {
		r, err := four.Join(t.Context(), []remote.Player{p, anna}[i])
		if err == nil {
			err = r.Move(t.Context(), m)
		}
		if err == nil && i == 1 {
			err = r.Resign(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	await(t, a, table.ID())
	await(t, a, four.ID())
	before, err := a.Rating(t.Context(), q.ID, archive.PoolKey{Variant: "chess", Speed: archive.Blitz})
	if err != nil {
		t.Fatal(err)
	}
	changed := a.Changed()
	if err := c.DeleteAccount(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	<-changed
	look := func(a *Archive) {
		t.Helper()
		sheet, err := a.Sheet(t.Context(), table.ID())
		if err != nil || strings.Contains(sheet, "Zelda") || !strings.Contains(sheet, `[White "deleted"]`) || !strings.Contains(sheet, `[Black "Quentin"]`) {
			t.Errorf("%v, the sheet is\n%s", err, sheet)
		}
		var both strings.Builder
		if n, err := a.BPGN(t.Context(), archive.Filter{}, &both); err != nil || n != 1 || strings.Contains(both.String(), "Zelda") || !strings.Contains(both.String(), `[WhiteA "deleted"]`) {
			t.Errorf("%d games on two boards (%v):\n%s", n, err, both.String())
		}
		games, n, err := a.Games(t.Context(), archive.Filter{Text: "zelda"}, archive.Page{Limit: 10})
		if err != nil || n != 0 {
			t.Errorf("a search finds %v, %v", games, err)
		}
		if games, _, err := a.Games(t.Context(), archive.Filter{Player: q.ID}, archive.Page{Limit: 10}); err != nil || len(games) != 1 || games[0].Players[0].Name != "deleted" {
			t.Errorf("the other's games are %v, %v", games, err)
		}
		if _, err := a.Player(t.Context(), "Zelda"); err == nil {
			t.Error("the player is found")
		}
		best, err := a.Leaders(t.Context(), archive.PoolKey{Variant: "chess", Speed: archive.Blitz}, 10)
		if err != nil || len(best) != 1 || best[0].Player.Name != "Quentin" {
			t.Errorf("the best are %v, %v", best, err)
		}
		if after, err := a.Rating(t.Context(), q.ID, archive.PoolKey{Variant: "chess", Speed: archive.Blitz}); err != nil || after.Rating.Rating != before.Rating.Rating {
			t.Errorf("the other's rating is %v, was %v, %v", after.Rating, before.Rating, err)
		}
	}
	look(a)
	if _, err := c.Named(t.Context(), "Zelda"); err == nil {
		t.Error("the account is there")
	}
	if _, err := c.Register(t.Context(), "a third key", "Zelda"); err == nil {
		t.Error("somebody else has the name")
	}
	if _, err := c.Register(t.Context(), "a key", "Newcomer"); err != nil {
		t.Errorf("the key cannot be used again: %v", err)
	}
}
