package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"rookery/chess"
	"rookery/chess/glicko"
	"rookery/pgn"
	"rookery/tui/lobby"
	"rookery/tui/lobby/archive"
	"rookery/tui/remote"
	"rookery/variants"
)

func TestRatingsFollowFromTheGames(t *testing.T) {
	c := newClub(t)
	a := c.open()
	await(t, a, season(c)...)
	// The rated games of chess in their order, counted by hand: the season
	// begins at noon, a move takes a second, an hour passes after each game.
	pause := time.Hour + 8*time.Second
	an, be, cl := glicko.New(), glicko.New(), glicko.New()
	an, be = an.After(0, glicko.Game{Opponent: be, Score: 1}), be.After(0, glicko.Game{Opponent: an, Score: 0})
	be, cl = be.After(pause, glicko.Game{Opponent: cl, Score: 0}), cl.After(0, glicko.Game{Opponent: be.Aged(pause), Score: 1})
	clAway, anAway := 3*time.Hour+20*time.Second, 4*time.Hour+28*time.Second
	an, cl = an.After(anAway, glicko.Game{Opponent: cl.Aged(clAway), Score: 1}), cl.After(clAway, glicko.Game{Opponent: an.Aged(anAway), Score: 0})
	for _, w := range []struct {
		player remote.Player
		want   glicko.Rating
		games  int
	}{{anna, an, 2}, {ben, be, 2}, {cleo, cl, 2}} {
		got, err := a.Rating(t.Context(), w.player.ID, chessBlitz)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(got.Rating.Rating-w.want.Rating) > 1e-6 || math.Abs(got.Volatility-w.want.Volatility) > 1e-9 ||
			got.Deviation < w.want.Deviation-1e-9 || got.Deviation > w.want.Deviation+1 || got.Games != w.games {
			t.Errorf("%s is %+v after %d games, want %+v after %d", w.player.Name, got.Rating, got.Games, w.want, w.games)
		}
	}
	for _, id := range []string{guest.ID, "nobody"} {
		if got, err := a.Rating(t.Context(), id, chessBlitz); err != nil || got.Rating != glicko.New() || got.Games != 0 || !got.Last.IsZero() {
			t.Errorf("%s has %+v, %v", id, got, err)
		}
	}
	history, err := a.History(t.Context(), anna.ID, chessBlitz, 10)
	if err != nil || len(history) != 2 || !history[0].At.Before(history[1].At) || math.Abs(history[1].Rating.Rating-an.Rating) > 1e-6 {
		t.Errorf("history %v, %v", history, err)
	}
	if last, err := a.History(t.Context(), anna.ID, chessBlitz, 1); err != nil || len(last) != 1 || last[0] != history[1] {
		t.Errorf("the last point is %v, %v", last, err)
	}
}

func TestUnratedGames(t *testing.T) {
	c := newClub(t)
	a := c.open()
	table, err := c.Start(t.Context(), rated, anna, ben)
	if err != nil {
		t.Fatal(err)
	}
	r, err := table.Join(t.Context(), anna)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Abort(t.Context()); err != nil {
		t.Fatal(err)
	}
	await(t, a, c.play(loose, anna, ben, "e4", chess.Black), c.play(loose, guest, ben, "e4", chess.Black))
	if n := len(list(t, a, archive.Filter{})); n != 2 {
		t.Errorf("%d games, want 2 without the aborted one", n)
	}
	if got, err := a.Leaders(t.Context(), chessBlitz, 10); err != nil || len(got) != 0 {
		t.Errorf("leaders %v, %v", got, err)
	}
	if got, err := a.Stats(t.Context(), ben.ID); err != nil || len(got) != 1 || got[0].Losses != 2 || got[0].All() != 2 || got[0].Games != 0 {
		t.Errorf("stats %+v, %v", got, err)
	}
	if _, err := a.Player(t.Context(), guest.Name); err == nil {
		t.Error("a guest is found by name")
	}
	if p, err := a.Player(t.Context(), "BELA"); err != nil || p != ben {
		t.Errorf("%v, %v", p, err)
	}
}

func TestLeaders(t *testing.T) {
	now := time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)
	st, err := openStore(t.Context(), filepath.Join(t.TempDir(), "archive.db"))
	if err != nil {
		t.Fatal(err)
	}
	a := newArchive(Config{Now: func() time.Time { return now }}, st)
	defer a.Close()
	// Anna beats Ben three times of four, so that both are ranked; Cleo wins
	// once and stands above them but is provisional.
	var games []*lobby.Finished
	win := func(winner, loser remote.Player) {
		now = now.Add(time.Hour)
		g, err := chess.NewGame(variants.Chess, -1)
		for range archive.FewestPlies {
			if err == nil {
				err = g.Play(g.Board().Moves(nil)[0])
			}
		}
		if err == nil {
			err = g.Resign(chess.Black)
		}
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, &lobby.Finished{
			ID: fmt.Sprint(len(games)), Seq: uint64(len(games) + 1), Terms: rated,
			Players: [2]remote.Player{winner, loser}, Game: g, Began: now, Ended: now,
		})
	}
	for i := range 20 {
		if i%4 == 3 {
			win(ben, anna)
		} else {
			win(anna, ben)
		}
	}
	win(cleo, ben)
	if err := st.put(t.Context(), games, func(context.Context, string) ([]byte, error) { return nil, nil }, func(id string, err error) { t.Error(id, err) }); err != nil {
		t.Fatal(err)
	}
	line := func() string {
		all, err := a.Leaders(t.Context(), chessBlitz, 10)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, s := range all {
			out = append(out, fmt.Sprintf("%d %s %d", s.Rank, s.Player.Name, s.Games))
		}
		return strings.Join(out, ", ")
	}
	if got := line(); got != "1 Anna 20, 2 Béla 21, 0 Cleo 1" {
		t.Errorf("leaders: %s", got)
	}
	// Whoever stays away long enough is provisional again.
	now = now.AddDate(3, 0, 0)
	if got := line(); got != "0 Cleo 1, 0 Anna 20, 0 Béla 21" {
		t.Errorf("three years later: %s", got)
	}
	if all, err := a.Leaders(t.Context(), chessBlitz, 1); err != nil || len(all) != 1 {
		t.Errorf("%v, %v; want one", all, err)
	}
	stats, err := a.Stats(t.Context(), anna.ID)
	if err != nil || len(stats) != 1 || stats[0].Wins != 15 || stats[0].Losses != 5 || !stats[0].Provisional() || stats[0].Variant.Name != "Chess" {
		t.Errorf("%+v, %v", stats, err)
	}
	pools, err := a.Pools(t.Context())
	if err != nil || len(pools) != 1 || pools[0] != (archive.Pool{Variant: archive.Variant{Key: "chess", Name: "Chess"}, Speed: archive.Blitz, Games: 21, Rated: 21}) {
		t.Errorf("%v, %v", pools, err)
	}
}

// Every variant is played to its end; package pgn reads its sheet back.
func TestSheetsOfEveryVariant(t *testing.T) {
	c := newClub(t)
	a := c.open()
	ids := map[string]variants.Variant{}
	for _, v := range variants.All() {
		terms := remote.Terms{Parts: []string{v.ID}, Control: blitz, Rated: true}
		if v.Rules.Start != nil && v.Rules.Start.Count > 1 { // the sample is of one array
			id := c.play(terms, anna, ben, "", chess.White)
			ids[id] = v
			continue
		}
		ids[c.play(terms, anna, ben, v.Sample, chess.White)] = v
	}
	for id, v := range ids {
		await(t, a, id)
		text, err := a.Sheet(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		r := pgn.NewReader(strings.NewReader(text))
		g, err := r.Read()
		if err != nil {
			t.Fatalf("%s: %v\n%s", v.ID, err, text)
		}
		if _, err := r.Read(); !errors.Is(err, io.EOF) {
			t.Errorf("%s: more than one game: %v", v.ID, err)
		}
		if len(g.Warnings) > 0 || g.Err != nil || g.Unread != "" {
			t.Errorf("%s: %v, %v, %q\n%s", v.ID, g.Warnings, g.Err, g.Unread, text)
		}
		if of, _ := variants.Of(g.Rules); of.ID != v.ID {
			t.Errorf("%s is read as %q\n%s", v.ID, of.ID, text)
		}
		games, _, err := a.Games(t.Context(), archive.Filter{Variant: v.ID}, archive.Page{Limit: 5})
		if err != nil || len(games) != 1 || games[0].ID != id {
			t.Fatalf("%s: %v, %v", v.ID, games, err)
		}
		row := games[0]
		if g.Plies() != row.Plies || row.Variant != (archive.Variant{Key: v.ID, Name: v.Rules.Name}) {
			t.Errorf("%s: %d plies of %d, %+v", v.ID, g.Plies(), row.Plies, row)
		}
		if g.Plies() > 0 && !strings.Contains(text, "[%clk 0:03:00]") {
			t.Errorf("%s: no clock times\n%s", v.ID, text)
		}
		played, err := g.Play()
		if err != nil {
			t.Fatal(err)
		}
		if played.Outcome() != row.Outcome {
			t.Errorf("%s ends %v when it is read, %v when it is played\n%s", v.ID, played.Outcome(), row.Outcome, text)
		}
	}
}

func TestSheet(t *testing.T) {
	c := newClub(t)
	a := c.open()
	loud := remote.Player{ID: "loud5", Name: "L\x1b[31m\u202eoud\n[Event \"x\"]" + strings.Repeat("!", 50)}
	id := c.play(rated, loud, ben, "f3 e5 g4 Qh4", chess.Black)
	await(t, a, id)
	got, err := a.Sheet(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	want := `[Event "Rated game"]
[Site "Rookery"]
[Date "2030.01.01"]
[Round "-"]
[White "L[31moud [Event \"x\"]"]
[Black "Béla"]
[Result "0-1"]
[BlackElo "1500"]
[ECO "A00"]
[GameId "` + id + `"]
[Opening "Barnes Opening: Fool's Mate"]
[Termination "normal"]
[TimeControl "180+2"]
[UTCDate "2030.01.01"]
[UTCTime "12:00:00"]
[WhiteElo "1500"]

1. f3 { [%clk 0:03:00] } 1... e5 { [%clk 0:03:00] } 2. g4 { [%clk 0:03:01] }
2... Qh4# { [%clk 0:03:01] } 0-1

`
	if got != want {
		t.Errorf("the sheet is\n%s\nwant\n%s", got, want)
	}
	if _, err := a.Sheet(t.Context(), "nosuchgame"); !errors.Is(err, archive.ErrNoGame) {
		t.Errorf("a game that is not there: %v", err)
	}
}

func TestPGNStreams(t *testing.T) {
	c := newClub(t)
	a := c.open()
	ids := season(c)
	await(t, a, ids...)
	for _, f := range []archive.Filter{{}, {Oldest: true}, {Player: ben.ID}} {
		var b strings.Builder
		n, err := a.PGN(t.Context(), f, &b)
		if err != nil {
			t.Fatal(err)
		}
		want := ""
		for _, g := range list(t, a, f) {
			text, err := a.Sheet(t.Context(), g.ID)
			if err != nil {
				t.Fatal(err)
			}
			want += text
		}
		if b.String() != want || n != strings.Count(want, "[Event ") {
			t.Errorf("%+v: %d games\n%s\nwant\n%s", f, n, b.String(), want)
		}
	}
	if _, err := a.PGN(t.Context(), archive.Filter{}, full{}); err == nil {
		t.Error("a full disk is not told")
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// Games come in while many ask.
func TestManyAskAtOnce(t *testing.T) {
	c := newClub(t)
	a := c.open()
	stop := make(chan struct{})
	var asking sync.WaitGroup
	for range 8 {
		asking.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				games, all, err := a.Games(t.Context(), archive.Filter{Player: anna.ID}, archive.Page{Limit: 3})
				if err != nil || all < len(games) {
					t.Errorf("%d of %d games, %v", len(games), all, err)
					return
				}
				_, err = a.Leaders(t.Context(), chessBlitz, 5)
				if _, err2 := a.Stats(t.Context(), anna.ID); err != nil || err2 != nil {
					t.Error(err, err2)
					return
				}
			}
		})
	}
	ids := season(c)
	await(t, a, ids...)
	close(stop)
	asking.Wait()
}

func TestVariantOf(t *testing.T) {
	for _, w := range []struct {
		parts []string
		key   string
	}{
		{[]string{"Chess"}, "chess"},
		{[]string{"King of the Hill"}, "kingofthehill"},
		{[]string{"crazyhouse", "960"}, "crazyhouse960"},
		{[]string{"atomic", "three-check"}, "3check+atomic"},
		{[]string{"threecheck", "Atomic"}, "3check+atomic"},
	} {
		v, err := archive.VariantOf(remote.Terms{Parts: w.parts})
		if err != nil || v.Key != w.key || v.Name == "" {
			t.Errorf("%v: %+v, %v; want %s", w.parts, v, err, w.key)
		}
	}
	a, _ := archive.VariantOf(remote.Terms{Parts: []string{"atomic", "threecheck"}})
	b, _ := archive.VariantOf(remote.Terms{Parts: []string{"threecheck", "atomic"}})
	if a != b {
		t.Errorf("%+v and %+v are one game", a, b)
	}
	if _, err := archive.VariantOf(remote.Terms{Parts: []string{"nonsense"}}); err == nil {
		t.Error("nonsense is a game")
	}
}
