package sqlstore

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"rookery/chess"
	"rookery/chess/glicko"
	"rookery/tui/lobby/archive"
	"rookery/tui/remote"
)

// mate is a game that ends on the board, Black to win.
const mate = "f3 e5 g4 Qh4"

// ratings tells what a player's rating is in a pool and how many games are behind it.
func standing(t *testing.T, a *Archive, p remote.Player, pool archive.PoolKey) archive.Standing {
	t.Helper()
	s, err := a.Rating(t.Context(), p.ID, pool)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSpeedsAreRatedApart plays at three speeds; each has a rating of its own.
func TestSpeedsAreRatedApart(t *testing.T) {
	c := newClub(t)
	a := c.open()
	at := func(base time.Duration) remote.Terms {
		return remote.Terms{Parts: []string{"chess"}, Control: chess.Control{Base: base}, Rated: true}
	}
	await(t, a, c.play(at(time.Minute), anna, ben, mate, 0), c.play(at(5*time.Minute), ben, anna, mate, 0), c.play(at(10*time.Minute), anna, ben, mate, 0),
		c.play(at(5*time.Minute), ben, anna, mate, 0))
	for speed, want := range map[archive.Speed]struct {
		games int
		up    bool
	}{archive.Bullet: {1, false}, archive.Blitz: {2, true}, archive.Rapid: {1, false}, archive.Classical: {0, false}} {
		s := standing(t, a, anna, archive.PoolKey{Variant: "chess", Speed: speed})
		if s.Games != want.games || s.Games > 0 && (s.Rating.Rating > 1500) != want.up || s.Pool().Speed != speed {
			t.Errorf("%s: %+v", speed, s)
		}
	}
	pools, err := a.Pools(t.Context())
	if err != nil || len(pools) != 3 || pools[0].Speed != archive.Blitz || pools[0].Games != 2 {
		t.Errorf("pools %+v, %v", pools, err)
	}
	stats, err := a.Stats(t.Context(), ben.ID)
	if err != nil || len(stats) != 3 || stats[0].Speed != archive.Blitz || stats[0].Losses != 2 || stats[0].Games != 2 {
		t.Errorf("stats %+v, %v", stats, err)
	}
	if got := list(t, a, archive.Filter{Speed: archive.Rapid}); len(got) != 1 {
		t.Errorf("%d rapid games, want 1", len(got))
	}
}

// TestFewMovesAreNotRated rates a short game only where it ended on the board.
func TestFewMovesAreNotRated(t *testing.T) {
	c := newClub(t)
	a := c.open()
	short, seven, eight := c.play(rated, anna, ben, "e4", chess.Black), c.play(rated, anna, ben, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4", chess.Black),
		c.play(rated, anna, ben, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6", chess.Black)
	mated := c.play(rated, anna, ben, mate, chess.Black)
	await(t, a, short, seven, eight, mated)
	for id, want := range map[string]bool{short: false, seven: false, eight: true, mated: true} {
		changes, ok, err := a.Changes(t.Context(), id)
		if err != nil || ok != want {
			t.Errorf("%s is rated: %v, want %v (%v)", id, ok, want, err)
		}
		if id == eight && (changes[chess.White].Before != glicko.New() || changes[chess.White].After.Rating <= 1500 || changes[chess.Black].After.Rating >= 1500) {
			t.Errorf("the first game changes %+v", changes)
		}
		if id == mated && changes[chess.White].Before.Rating <= 1500 {
			t.Errorf("the second game begins with %+v", changes)
		}
	}
}

// TestManyGamesADay rates at most so many games of two players in a day.
func TestManyGamesADay(t *testing.T) {
	c := newClub(t)
	a := c.open()
	var last string
	quick := func(n int) {
		for i := range n {
			white, black := anna, ben
			if i%2 == 1 {
				white, black = ben, anna
			}
			last = c.play(rated, white, black, mate, 0)
			c.wait(-59 * time.Minute)
		}
	}
	quick(archive.MostADay + 2)
	other := c.play(rated, anna, cleo, mate, 0)
	await(t, a, last, other)
	if s := standing(t, a, anna, chessBlitz); s.Games != archive.MostADay+1 {
		t.Errorf("%d games are rated, want %d and one against somebody else", s.Games, archive.MostADay)
	}
	if n, err := a.RatedToday(t.Context(), ben.ID, anna.ID); err != nil || n != archive.MostADay {
		t.Errorf("%d today, %v", n, err)
	}
	c.wait(24 * time.Hour)
	quick(1)
	await(t, a, last)
	if s := standing(t, a, ben, chessBlitz); s.Games != archive.MostADay+1 {
		t.Errorf("%d games are rated, want one more the day after", s.Games)
	}
}

// TestAnnul takes a game out of the ratings as if it had been casual, at every archive of the
// journal, and for good.
func TestAnnul(t *testing.T) {
	c := newClub(t)
	a := c.open()
	other := c.openAt(filepath.Join(c.dir, "other.db"))
	one, two, three := c.play(rated, anna, ben, mate, 0), c.play(rated, anna, ben, mate, 0), c.play(rated, ben, cleo, mate, 0)
	await(t, a, one, two, three)
	await(t, other, one, two, three)
	fresh := seeded(t, 2)
	b := fresh.open()
	await(t, b, fresh.play(rated, anna, ben, mate, 0))
	if err := a.Annul(t.Context(), "nosuchgame"); !errors.Is(err, archive.ErrNoGame) {
		t.Errorf("a game that is not there: %v", err)
	}
	for range 2 { // twice is once
		if err := a.Annul(t.Context(), two); err != nil {
			t.Fatal(err)
		}
	}
	want := standing(t, b, anna, chessBlitz).Rating.Rating // after the first game alone
	if s := standing(t, a, anna, chessBlitz); s.Games != 1 || s.Rating.Rating != want {
		t.Errorf("%+v, want %v after one game", s, want)
	}
	if s := standing(t, a, ben, chessBlitz); s.Games != 2 {
		t.Errorf("%+v, want the game with Cleo still counted", s)
	}
	if _, ok, _ := a.Changes(t.Context(), two); ok {
		t.Error("the annulled game still changes a rating")
	}
	for next := other.Changed(); standing(t, other, anna, chessBlitz).Games != 1; next = other.Changed() {
		<-next
	}
	if err := a.Rebuild(t.Context()); err != nil {
		t.Fatal(err)
	}
	await(t, a, three)
	if s := standing(t, a, anna, chessBlitz); s.Games != 1 || s.Rating.Rating != want {
		t.Errorf("after a rebuild %+v", s)
	}
}

// TestOldArchive opens an archive of the first shape, which rated by variant alone.
func TestOldArchive(t *testing.T) {
	c, _, ids, want, st := seasoned(t)
	// What later shapes have added goes, and what they have replaced comes back.
	if _, err := st.write.ExecContext(t.Context(), `DROP TABLE erased; ALTER TABLE sheets DROP COLUMN sum; ALTER TABLE sheets DROP COLUMN events; ALTER TABLE place DROP COLUMN game; DROP INDEX games_ended; ALTER TABLE games DROP COLUMN speed; DROP TABLE annulled;
		DROP TABLE ratings; DROP TABLE standings; CREATE TABLE ratings (old); CREATE TABLE standings (old); PRAGMA user_version = 1`); err != nil {
		t.Fatal(err)
	}
	if err := st.close(); err != nil {
		t.Fatal(err)
	}
	a := c.open()
	if err := a.complete(t.Context(), a.current()); err != nil { // as it does by itself, but not at once
		t.Fatal(err)
	}
	await(t, a, ids...)
	if got := dump(t, a); got != want {
		t.Errorf("the old archive became\n%s\nwant\n%s", got, want)
	}
}
