package serve

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"rookery/chess"
	"rookery/tui"
	"rookery/tui/draw"
	"rookery/tui/lobby"
	"rookery/tui/lobby/journal"
	"rookery/tui/lobby/journal/sqljournal"
	"rookery/tui/play"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

// openHomes makes a lobby on a journal, and so many front ends with it, each with
// a directory of its own.
func openHomes(t *testing.T, j *sqljournal.Store, fronts int) (*lobby.Lobby, []*Server) {
	t.Helper()
	club, err := lobby.Open(t.Context(), j, time.Now, [32]byte{3})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(club.Close)
	var all []*Server
	for range fronts {
		cfg := usual(t)
		cfg.Lobby, cfg.Limits.Games = club, 3
		s, err := New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	return club, all
}

func openJournal(t *testing.T) *sqljournal.Store {
	t.Helper()
	j, err := sqljournal.Open(t.Context(), t.TempDir(), sqljournal.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	return j
}

// left is an unfinished game.
func left(t *testing.T, n uint64, moves int) ui.SavedGame {
	t.Helper()
	g := ui.SavedGame{ID: play.NewID(time.Unix(1e9, 0), n), Began: time.Unix(1e9, 0), Saved: time.Unix(1e9+int64(moves), 0),
		Config: ui.GameConfig{Variant: []string{"chess"}, Setup: -1,
			Players: [2]ui.PlayerConfig{{Kind: ui.Human, Name: "Ann"}, {Kind: ui.Human, Name: "Ben"}}}}
	var err error
	if g.Config.Rules, err = play.RulesOf(g.Config.Variant); err != nil {
		t.Fatal(err)
	}
	game, err := chess.NewGame(g.Config.Rules, -1)
	if err != nil {
		t.Fatal(err)
	}
	for range moves {
		if err := game.Play(game.Board().Moves(nil)[0]); err != nil {
			t.Fatal(err)
		}
	}
	g.Moves = game.Moves()
	return g
}

// must gives the store of a player.
func must(t *testing.T, s *Server, p remote.Player, key string) (*ui.Store, ui.Joined) {
	t.Helper()
	store, joined, err := s.home(p, key)
	if err != nil {
		t.Fatal(err)
	}
	return store, joined
}

var one, two = strings.Repeat("11", 32), strings.Repeat("22", 32)

var opponent = play.Opponent{Variant: "chess", Level: "Club"}

// shelved lists the saved games of a store.
func shelved(t *testing.T, st *ui.Store) []string {
	t.Helper()
	names, err := st.SavedGames().List()
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// keep has a store keep some of everything.
func keep(t *testing.T, st *ui.Store, scheme draw.Scheme, lesson string, games ...ui.SavedGame) {
	t.Helper()
	if err := st.SaveLook(ui.SavedLook{Scheme: scheme, Language: "hu"}); err != nil {
		t.Fatal(err)
	}
	if err := st.CountLesson(lesson, true, 9); err != nil {
		t.Fatal(err)
	}
	if err := st.AddResults(map[play.Opponent]play.Results{opponent: {Won: 1, Lost: 2}}); err != nil {
		t.Fatal(err)
	}
	for _, g := range games {
		if err := st.SaveUnfinished(g); err != nil {
			t.Fatal(err)
		}
		st.Release(g.ID)
	}
}

// TestHomeFollows has what a player keeps at one front end be at another, and at
// one whose store was filled by export and import.
func TestHomeFollows(t *testing.T) {
	j := openJournal(t)
	_, fronts := openHomes(t, j, 2)
	anna := remote.Player{ID: "anna", Name: "Anna"}
	a, _ := must(t, fronts[0], anna, one)
	game := left(t, 1, 6)
	keep(t, a, draw.Light, "KR-K", game)
	kept, err := a.Keep(left(t, 2, 4))
	if err != nil {
		t.Fatal(err)
	}
	if again, err := a.Keep(left(t, 2, 4)); err != nil || again != kept {
		t.Errorf("the same game is kept as %q and %q (%v)", kept, again, err)
	}
	another, err := a.Keep(left(t, 3, 5))
	if err != nil || another == kept {
		t.Errorf("another game of the same minute is kept as %q (%v)", another, err)
	}
	var file bytes.Buffer
	if _, err := journal.Export(t.Context(), j, &file, 0); err != nil {
		t.Fatal(err)
	}
	other := openJournal(t)
	if _, err := journal.Import(t.Context(), other, bytes.NewReader(file.Bytes())); err != nil {
		t.Fatal(err)
	}
	_, moved := openHomes(t, other, 1)
	for name, s := range map[string]*Server{"another front end": fronts[1], "another store": moved[0]} {
		st, _ := must(t, s, anna, two)
		set, err := st.Settings()
		if err != nil || set.Theme != draw.Light.String() || set.Language != "hu" {
			t.Errorf("%s: %q %q %v", name, set.Theme, set.Language, err)
		}
		if r := st.LessonRecords()["KR-K"]; r.Tried != 1 || r.Won != 1 || r.Best != 9 {
			t.Errorf("%s: lesson %+v", name, r)
		}
		if games := st.Unfinished(); len(games) != 1 || games[0].ID != game.ID || len(games[0].Moves) != 6 {
			t.Errorf("%s: games %+v", name, games)
		}
		if got := st.Results(); len(got) != 1 || got[opponent] != (play.Results{Won: 1, Lost: 2}) {
			t.Errorf("%s: results %v", name, got)
		}
		if got := shelved(t, st); len(got) != 2 || !slices.Contains(got, kept) || !slices.Contains(got, another) {
			t.Errorf("%s: saved games %q, want %q and %q", name, got, kept, another)
		}
		if text, err := st.SavedGames().Read(kept); err != nil || !strings.Contains(string(text), "[White \"Ann\"]") {
			t.Errorf("%s: %q is %q (%v)", name, kept, text, err)
		}
	}
	b, _ := must(t, fronts[1], anna, two)
	if err := b.Finish(game.ID); err != nil {
		t.Fatal(err)
	}
	if games := a.Unfinished(); len(games) != 0 {
		t.Errorf("a game that was finished elsewhere is left: %+v", games)
	}
	if err := b.SavedGames().Remove(kept); err != nil {
		t.Fatal(err)
	}
	if got := shelved(t, a); len(got) != 1 || got[0] != another {
		t.Errorf("after one was deleted elsewhere: %q", got)
	}
}

// TestHomeJoins has a key bring what it has to the account that it joins.
func TestHomeJoins(t *testing.T) {
	_, fronts := openHomes(t, openJournal(t), 1)
	s, anna := fronts[0], remote.Player{ID: "anna", Name: "Anna"}
	first := s.storeIn(s.ownDir(one))
	keep(t, first, draw.Light, "KR-K", left(t, 1, 6), left(t, 5, 6))
	a, joined := must(t, s, anna, one)
	if joined != (ui.Joined{Lessons: true, Results: true, Games: 2}) {
		t.Errorf("the first key: %+v", joined)
	}
	if set, err := a.Settings(); err != nil || set.Theme != draw.Light.String() {
		t.Errorf("the first key's settings: %q %v", set.Theme, err)
	}
	second := s.storeIn(s.ownDir(two))
	keep(t, second, draw.Dark, "KR-K", left(t, 1, 8), left(t, 2, 2), left(t, 3, 4))
	if path, err := second.Keep(left(t, 9, 4)); err != nil {
		t.Fatal(path, err)
	}
	// What an earlier version kept of the account in a directory, one of its games by
	// the name that the other has.
	before := tui.NewStore(ui.Dirs{Games: filepath.Join(s.cfg.Dir, "saved", anna.ID)})
	if path, err := before.Keep(left(t, 9, 6)); err != nil {
		t.Fatal(path, err)
	}
	b, joined := must(t, s, anna, two)
	if joined != (ui.Joined{Kept: true, Lessons: true, Results: true, Games: 4, Left: 1}) {
		t.Errorf("the second key: %+v", joined)
	}
	if set, err := b.Settings(); err != nil || set.Theme != draw.Light.String() {
		t.Errorf("settings: %q %v", set.Theme, err)
	}
	if r := b.LessonRecords()["KR-K"]; r.Tried != 2 || r.Won != 2 {
		t.Errorf("lessons: %+v", r)
	}
	games := b.Unfinished()
	if len(games) != 3 {
		t.Errorf("%d games, want 3", len(games))
	}
	for _, g := range games {
		if g.ID == left(t, 1, 0).ID && len(g.Moves) != 8 {
			t.Errorf("the game that both have has %d moves, want 8", len(g.Moves))
		}
	}
	if rest := second.Unfinished(); len(rest) != 1 {
		t.Errorf("%d games stay with the key, want 1", len(rest))
	}
	if got := b.Results()[opponent]; got != (play.Results{Won: 2, Lost: 4}) {
		t.Errorf("results: %+v", got)
	}
	if got := shelved(t, b); len(got) != 2 || len(shelved(t, second)) != 0 || len(shelved(t, before)) != 0 {
		t.Errorf("saved games: %q; left behind %q and %q", got, shelved(t, second), shelved(t, before))
	}
	if err := b.SaveUnfinished(left(t, 7, 2)); err == nil || !strings.Contains(err.Error(), "3 games are saved here") {
		t.Errorf("a fourth game of three: %v", err)
	}
	if _, joined = must(t, s, anna, two); joined.Lessons || joined.Results || joined.Games != 0 {
		t.Errorf("what was taken is taken again: %+v", joined)
	}
	for _, id := range []string{"", "../x", "A", "a/b"} {
		if _, _, err := s.home(remote.Player{ID: id}, one); err == nil {
			t.Errorf("player %q has a home", id)
		}
	}
}

// TestHome has a player's settings follow him from key to key.
func TestHome(t *testing.T) {
	club, s, addr := startClub(t)
	print := func(key gossh.Signer) string {
		sum := sha256.Sum256(key.PublicKey().Marshal())
		return hex.EncodeToString(sum[:])
	}
	sh, _, first := named(t, addr, "Anna")
	anna, err := club.Account(context.Background(), print(first))
	if err != nil {
		t.Fatal(err)
	}
	until := func(want string) {
		t.Helper()
		holds(t, "the theme is "+want, func() bool {
			store, _ := must(t, s, anna, print(first))
			set, err := store.Settings()
			return err == nil && set.Theme == want
		})
	}
	sh.keys("\x14") // the next colours
	until("light")
	code, err := club.Code(anna)
	if err != nil {
		t.Fatal(err)
	}
	second := newSigner(t)
	config := filepath.Join(s.ownDir(print(second)), "config")
	if err := os.MkdirAll(config, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(config, "config.toml"), []byte("theme = 'dark'\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	other := openTerminal(t, mustDial(t, addr, gossh.PublicKeys(second)))
	other.see("Your key is new here")
	other.keys("\t" + code + "\r")
	other.see("Welcome, Anna: your account settings are now in use")
	other.keys("\x14")
	until("safe-dark")
	again := openTerminal(t, mustDial(t, addr, gossh.PublicKeys(second)))
	again.see("Lobby")
	again.keys("\x14")
	until("safe-light")
}

// TestSignsFollow has the signs of pieces that a player chose in one session draw
// the boards of his next.
func TestSignsFollow(t *testing.T) {
	club, s, addr := startClub(t)
	key := newSigner(t)
	v := arrive(t, addr, "Anna", key, nil)
	v.see("Settings")
	v.keys("G" + "k" + "\r") // the last but one of the menu
	v.see("Piece symbols", "automatic")
	v.keys("gjjjjlll")
	v.see("Piece symbols    letters")
	v.hangUp()
	anna, err := club.Account(t.Context(), printOf(key))
	if err != nil {
		t.Fatal(err)
	}
	holds(t, "the account draws letters", func() bool {
		store, _ := must(t, s, anna, printOf(key))
		set, err := store.Settings()
		return err == nil && set.Pieces == draw.Letters.String()
	})
	again := visit(t, addr, "Anna again", gossh.PublicKeys(key), nil)
	again.see("Board editor")
	again.keys("Gkk\r")
	again.until("letters on the board", func(screen string) bool {
		return strings.Contains(screen, "  R   N   B   Q   K   B   N   R  ") && !strings.ContainsAny(screen, "♜♞♖♘")
	})
}
