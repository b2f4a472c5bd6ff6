package sqlstore

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"rookery/chess"
	"rookery/tui/lobby"
	"rookery/tui/lobby/archive"
	"rookery/tui/lobby/journal"
	"rookery/tui/lobby/journal/sqljournal"
	"rookery/tui/remote"
)

var (
	anna  = remote.Player{ID: "anna1", Name: "Anna"}
	ben   = remote.Player{ID: "ben22", Name: "Béla"}
	cleo  = remote.Player{ID: "cleo3", Name: "Cleo"}
	guest = remote.Player{ID: "guest4", Name: "guest-4", Guest: true}
)

// club is a lobby on a fresh journal with a clock that the test sets, and an
// archive behind it.
type club struct {
	*lobby.Lobby
	t   *testing.T
	dir string
	j   journal.Journal
	log logged

	mu   sync.Mutex
	time time.Time
}

// logged is a log that a test reads.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func newClub(t *testing.T) *club { return seeded(t, 1) }

// seeded is a club whose games have names of their own.
func seeded(t *testing.T, seed byte) *club {
	t.Helper()
	c := &club{t: t, dir: t.TempDir(), time: time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)}
	var err error
	if c.j, err = sqljournal.Open(t.Context(), filepath.Join(c.dir, "journal"), sqljournal.Options{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.j.Close() })
	if c.Lobby, err = lobby.Open(t.Context(), c.j, c.now, [32]byte{seed}); err != nil {
		t.Fatal(err)
	}
	return c
}

func (c *club) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.time
}

// wait lets time pass.
func (c *club) wait(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.time = c.time.Add(d)
}

func (c *club) path() string { return filepath.Join(c.dir, "archive.db") }

// open opens the archive of the club.
func (c *club) open() *Archive { return c.openAt(c.path()) }

func (c *club) openAt(path string) *Archive {
	c.t.Helper()
	a, err := Open(c.t.Context(), Config{
		Path: path, Journal: c.j, Now: c.now, Log: slog.New(slog.NewTextHandler(&c.log, nil)),
	})
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { a.Close() })
	return a
}

// play plays a game by its moves; the loser of a game that goes on resigns.
func (c *club) play(terms remote.Terms, white, black remote.Player, moves string, loser chess.Color) (id string) {
	c.t.Helper()
	ctx := c.t.Context()
	table, err := c.Start(ctx, terms, white, black)
	if err != nil {
		c.t.Fatal(err)
	}
	var readers [2]*lobby.Reader
	for i, p := range []remote.Player{white, black} {
		if readers[i], err = table.Join(ctx, p); err != nil {
			c.t.Fatal(err)
		}
		defer readers[i].Leave()
	}
	var s remote.Snapshot
	look := func() {
		for {
			select {
			case s = <-readers[chess.White].C():
				for range len(readers[chess.Black].C()) {
					<-readers[chess.Black].C()
				}
			default:
				return
			}
		}
	}
	look()
	for _, m := range strings.Fields(moves) {
		c.wait(time.Second)
		if err := readers[s.Turn].Move(ctx, m); err != nil {
			c.t.Fatalf("%v: %s: %v", terms.Parts, m, err)
		}
		look()
	}
	if !s.Over() {
		if err := readers[loser].Resign(ctx); err != nil {
			c.t.Fatal(err)
		}
	}
	c.wait(time.Hour)
	return table.ID()
}

func await(t *testing.T, a *Archive, ids ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for _, id := range ids {
		if err := a.Await(ctx, id); err != nil {
			t.Fatalf("game %s: %v", id, err)
		}
	}
}

// list gives all games that are meant.
func list(t *testing.T, a *Archive, f archive.Filter) []archive.Game {
	t.Helper()
	games, all, err := a.Games(t.Context(), f, archive.Page{Limit: archive.MostGames})
	if err != nil {
		t.Fatal(err)
	}
	if all != len(games) {
		t.Fatalf("%d games are counted, %d listed", all, len(games))
	}
	return games
}

// dump is every row of an archive as text.
func dump(t *testing.T, a *Archive) string {
	t.Helper()
	var b strings.Builder
	for _, table := range []string{"place", "games", "sheets", "players", "ratings", "standings"} {
		rows, err := a.questions().QueryContext(t.Context(), `SELECT * FROM `+table)
		if err != nil {
			t.Fatal(err)
		}
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			row, to := make([]any, len(columns)), make([]any, len(columns))
			for i := range row {
				to[i] = &row[i]
			}
			if err := rows.Scan(to...); err != nil {
				t.Fatal(err)
			}
			b.WriteString(table)
			for _, v := range row {
				fmt.Fprintf(&b, "\t%v", v)
			}
			b.WriteByte('\n')
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

var (
	blitz = chess.Control{Base: 3 * time.Minute, Increment: 2 * time.Second}
	rated = remote.Terms{Parts: []string{"chess"}, Control: blitz, Rated: true}
	loose = remote.Terms{Parts: []string{"chess"}}
)

// chessBlitz is the pool of rated.
var chessBlitz = archive.PoolKey{Variant: "chess", Speed: archive.Blitz}

// season plays a few games of which some are rated.
func season(c *club) (ids []string) {
	houses := remote.Terms{Parts: []string{"crazyhouse"}, Control: blitz, Rated: true}
	return []string{
		c.play(rated, anna, ben, "e4 c5 Nf3 d6 h3 h6 a3 a6", chess.Black),
		c.play(rated, ben, cleo, "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7", chess.White),
		c.play(houses, cleo, anna, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6", chess.Black),
		c.play(loose, anna, guest, "f3 e5 g4 Qh4", chess.White),
		c.play(rated, cleo, anna, "e4 e5 Nf3 Nc6 Bb5 h6 a3 Rb8", chess.White),
	}
}

func TestGamesComeIn(t *testing.T) {
	c := newClub(t)
	a := c.open()
	ids := season(c)
	await(t, a, ids...)
	games := list(t, a, archive.Filter{})
	if len(games) != len(ids) {
		t.Fatalf("%d games, want %d", len(games), len(ids))
	}
	for i, g := range games {
		if g.ID != ids[len(ids)-1-i] {
			t.Errorf("game %d is %s, want the newest first", i, g.ID)
		}
	}
	g := games[1]
	if g.Players != [2]remote.Player{anna, guest} || g.Outcome != (chess.Outcome{Result: chess.BlackWins, Reason: chess.ByCheckmate}) || g.Plies != 4 ||
		g.Rated || g.Control != "none" || g.Variant != (archive.Variant{Key: "chess", Name: "Chess"}) {
		t.Errorf("%+v", g)
	}
	if g := games[0]; g.ECO != "C60" || g.Opening != "Ruy Lopez" || !g.Rated || g.Control != "3+2" {
		t.Errorf("%+v", g)
	}
	if d := games[0].Ended.Sub(games[0].Began); d != 8*time.Second {
		t.Errorf("the game took %v, want 8s", d)
	}
	part, all, err := a.Games(t.Context(), archive.Filter{Oldest: true}, archive.Page{Offset: 3, Limit: 1})
	if err != nil || all != 5 || len(part) != 1 || part[0].ID != ids[3] {
		t.Errorf("%v of %d, %v", part, all, err)
	}
}

func TestFilters(t *testing.T) {
	c := newClub(t)
	a := c.open()
	ids := season(c)
	await(t, a, ids...)
	for text, want := range map[string]string{
		"":                     "43210",
		"bela":                 "10",
		"BÉLA":                 "10",
		"anna guest":           "3",
		"white:anna":           "30",
		"black:anna":           "42",
		"player:cleo chess":    "41",
		"variant:crazyhouse":   "2",
		"crazyhouse":           "2",
		"sicilian":             "0",
		"eco:B50":              "0",
		"B50-C99":              "40",
		"C6":                   "4",
		"opening:lopez":        "4",
		"0-1":                  "431",
		"2030.01.01":           "43210",
		"2030..2031":           "43210",
		"..2029":               "",
		"2030.02..":            "",
		"nobody":               "",
		"'; DROP TABLE games;": "",
		"%":                    "",
	} {
		f, err := archive.ParseFilter(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		got := ""
		for _, g := range list(t, a, f) {
			for i, id := range ids {
				if g.ID == id {
					got += string(rune('0' + i))
				}
			}
		}
		if got != want {
			t.Errorf("%q finds %q, want %q", text, got, want)
		}
	}
	if got := list(t, a, archive.Filter{Player: anna.ID, Variant: "chess", From: time.Date(2030, 1, 1, 14, 0, 0, 0, time.UTC)}); len(got) != 2 {
		t.Errorf("Anna has %d later games of chess, want 2", len(got))
	}
	for _, text := range []string{"2500+", "KRvKR", "variant:nonsense", "date:2030.17"} {
		if _, err := archive.ParseFilter(text); err == nil {
			t.Errorf("%q is a filter", text)
		}
	}
}

// seasoned is a club with games, its closed archive, what that held, and that archive's file.
func seasoned(t *testing.T) (c *club, a *Archive, ids []string, want string, st *store) {
	c = newClub(t)
	a = c.open()
	ids = season(c)
	await(t, a, ids...)
	want = dump(t, a)
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	st, err := openStore(t.Context(), c.path())
	if err != nil {
		t.Fatal(err)
	}
	return c, a, ids, want, st
}

func TestApplyingTwiceChangesNothing(t *testing.T) {
	c, a, ids, want, st := seasoned(t)
	// As if the number had not reached the disk: all events come again.
	place, _, err := st.place(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var f follower
	f.archive = &Archive{cfg: Config{Journal: c.j}}
	f.running, f.over = map[string]*lobby.Chronicle{}, map[string]bool{}
	var again []*lobby.Finished
	all := eventsOf(t, c.j)
	for _, e := range all {
		g, err := f.take(t.Context(), e)
		if err != nil {
			t.Fatal(err)
		}
		if g != nil {
			again = append(again, g)
		}
	}
	if len(again) != len(ids) {
		t.Fatalf("%d games are found again, want %d", len(again), len(ids))
	}
	if err := st.put(t.Context(), again, a.packed, func(id string, err error) { t.Error(id, err) }); err != nil {
		t.Fatal(err)
	}
	if got, _, _ := st.place(t.Context()); got != place {
		t.Errorf("the place is %d, want %d", got, place)
	}
	if err := st.close(); err != nil {
		t.Fatal(err)
	}
	if got := dump(t, c.open()); got != want {
		t.Errorf("the rows differ:\n%s\nwant\n%s", got, want)
	}
}

// eventsOf are the events of all games in their order.
func eventsOf(t *testing.T, j journal.Journal) []journal.Event {
	t.Helper()
	games, err := j.Games(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, id := range games {
		events, err := j.Read(t.Context(), id, 0)
		if err != nil {
			t.Fatal(err)
		}
		n += len(events)
	}
	in := make(chan journal.Event, n)
	stop, err := j.Watch(t.Context(), 0, func(e journal.Event) { in <- e })
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	var all []journal.Event
	for range n {
		all = append(all, <-in)
	}
	return all
}

// A stop at any moment leaves a part of the games; the rest comes afterwards.
func TestGoesOnBehindAStop(t *testing.T) {
	c := newClub(t)
	a := c.open()
	ids := season(c)
	await(t, a, ids...)
	want := dump(t, a)
	all := eventsOf(t, c.j)
	for cut := range len(all) + 1 {
		path := filepath.Join(c.dir, "cut.db")
		st, err := openStore(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		f := follower{archive: a, running: map[string]*lobby.Chronicle{}, over: map[string]bool{}}
		for _, e := range all[:cut] {
			g, err := f.take(t.Context(), e)
			if err != nil {
				t.Fatal(err)
			}
			if g != nil {
				if err := st.put(t.Context(), []*lobby.Finished{g}, a.packed, a.leftOut); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := st.close(); err != nil {
			t.Fatal(err)
		}
		rest := c.openAt(path)
		await(t, rest, ids...)
		if got := dump(t, rest); got != want {
			t.Fatalf("after %d of %d events the rows differ:\n%s\nwant\n%s", cut, len(all), got, want)
		}
		if err := rest.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
}

func TestRebuildEqualsLive(t *testing.T) {
	c := newClub(t)
	a := c.open()
	ids := season(c)
	await(t, a, ids...)
	want := dump(t, a)
	if err := a.Rebuild(t.Context()); err != nil {
		t.Fatal(err)
	}
	await(t, a, ids...)
	if got := dump(t, a); got != want {
		t.Errorf("rebuilt, the rows differ:\n%s\nwant\n%s", got, want)
	}
	fresh := c.openAt(filepath.Join(c.dir, "fresh.db"))
	await(t, fresh, ids...)
	if got := dump(t, fresh); got != want {
		t.Errorf("made anew, the rows differ:\n%s\nwant\n%s", got, want)
	}
}
