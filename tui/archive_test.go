package tui

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/x/exp/golden"
	"github.com/muesli/termenv"

	"rookery/chess"
	"rookery/tui/club"
	"rookery/tui/lobby"
	"rookery/tui/lobby/archive/sqlstore"
	"rookery/tui/lobby/journal/sqljournal"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

var (
	bela  = remote.Player{ID: "bela2", Name: "Béla"}
	queen = remote.Player{ID: "cleo3", Name: "Cleo_the_2nd_of_Rome"}
	stray = remote.Player{ID: "stray4", Name: "guest-4", Guest: true}
)

// annals are finished games of a club that tests look at.
type annals struct {
	t       *testing.T
	lobby   *lobby.Lobby
	archive *sqlstore.Archive
	ids     []string

	mu  sync.Mutex
	now time.Time
}

func (a *annals) clock() time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.now
}

// newAnnals is a club without a game.
func newAnnals(t *testing.T) *annals {
	t.Helper()
	dir := t.TempDir()
	j, err := sqljournal.Open(t.Context(), filepath.Join(dir, "journal"), sqljournal.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	a := &annals{t: t, now: testTime.AddDate(0, -2, 0)}
	if a.lobby, err = lobby.Open(t.Context(), j, a.clock, [32]byte{1}); err != nil {
		t.Fatal(err)
	}
	a.archive, err = sqlstore.Open(t.Context(), sqlstore.Config{
		Path: filepath.Join(dir, "archive.db"), Journal: j, Now: func() time.Time { return testTime }, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.archive.Close() })
	return a
}

// play plays a game by its moves; White wins by resignation where it goes on.
func (a *annals) Play(game string, rated bool, white, black remote.Player, moves string) {
	a.t.Helper()
	ctx := a.t.Context()
	table, err := a.lobby.Start(ctx, remote.Terms{
		Parts: strings.Split(game, "+"), Control: chess.Control{Base: 5 * time.Minute, Increment: 3 * time.Second}, Rated: rated,
	}, white, black)
	if err != nil {
		a.t.Fatal(err)
	}
	var seats [2]*lobby.Reader
	for i, p := range []remote.Player{white, black} {
		if seats[i], err = table.Join(ctx, p); err != nil {
			a.t.Fatal(err)
		}
		defer seats[i].Leave()
	}
	for i, m := range strings.Fields(moves) {
		a.pass(5 * time.Second)
		if err := seats[i%2].Move(ctx, m); err != nil {
			a.t.Fatalf("%s: %s: %v", game, m, err)
		}
		for _, r := range seats {
			for len(r.C()) > 0 {
				<-r.C()
			}
		}
	}
	_ = seats[1].Resign(ctx) // where the game goes on
	a.ids = append(a.ids, table.ID())
	a.pass(20 * time.Hour)
	wait, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if err := a.archive.Await(wait, table.ID()); err != nil {
		a.t.Fatal(err)
	}
}

func (a *annals) pass(d time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.now = a.now.Add(d)
}

// season plays games of several kinds.
func season(t *testing.T) *annals {
	a := newAnnals(t)
	const ruy = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O"
	for i := range 18 {
		white, black := anna, bela
		if i%3 == 2 {
			white, black = bela, anna
		}
		a.Play("chess", true, white, black, ruy)
	}
	a.Play("chess", true, queen, bela, "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7")
	a.Play("crazyhouse", true, anna, queen, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6")
	a.Play("atomic+threecheck", false, bela, anna, "Nf3 d5")
	a.Play("chess", false, stray, anna, "f3 e5 g4 Qh4")
	return a
}

// visit is a session of a player of the club.
func (a *annals) visit(s *ui.Session, me remote.Player) *ui.Session {
	s.Local = false
	s.Club = &club.Club{Lobby: a.lobby, Me: me, Archive: a.archive}
	return s
}

// show drives an App with one screen on top of the menu.
func show(t *testing.T, s *ui.Session, open func(*ui.Session) ui.Screen) *driver {
	t.Helper()
	d := newDriver(t, s)
	d.app.SetSize(80, 24)
	d.app.push(open(s))
	d.run(d.app.Init())
	return d
}

func TestArchiveGolden(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector")
	}
	a := season(t)
	for _, sc := range []struct {
		name string
		open func(t *testing.T, s *ui.Session) *driver
	}{
		{"all", func(t *testing.T, s *ui.Session) *driver { return show(t, a.visit(s, anna), club.NewArchiveScreen) }},
		{"filter", func(t *testing.T, s *ui.Session) *driver {
			d := show(t, a.visit(s, anna), club.NewArchiveScreen)
			d.press("m", "v", "o", "/")
			d.typeText("ruy")
			return d
		}},
		{"player", func(t *testing.T, s *ui.Session) *driver {
			return show(t, a.visit(s, anna), func(s *ui.Session) ui.Screen { return club.NewRecordScreen(s, anna) })
		}},
	} {
		requirePortraits(t, sc.name, sc.open)
		t.Run(sc.name+"-30x9", func(t *testing.T) {
			d := sc.open(t, SessionFor(t, termenv.Ascii))
			d.app.SetSize(30, 9)
			view := d.app.View()
			checkFrameFits(t, view, 30, 9)
			golden.RequireEqual(t, []byte(view))
		})
	}
}

func TestLeadersGolden(t *testing.T) {
	a := season(t)
	requirePortraits(t, "ratings", func(t *testing.T, s *ui.Session) *driver {
		return show(t, a.visit(s, bela), club.NewLeadersScreen)
	})
	t.Run("ascii", func(t *testing.T) {
		s := SessionFor(t, termenv.Ascii)
		s.ASCII = true
		golden.RequireEqual(t, []byte(show(t, a.visit(s, bela), club.NewLeadersScreen).app.View()))
	})
}

func TestArchiveOpensTheViewer(t *testing.T) {
	a := season(t)
	d := show(t, a.visit(SessionFor(t, termenv.Ascii), anna), club.NewArchiveScreen)
	d.sees("22 games", "guest-4")
	d.press("enter", "end")
	d.sees("Qh4#")
	d.press("w")
	d.sees("No changes since")
	d.press("1", "w") // it lies in no file: it is saved as one of the player's own
	d.sees("guest-4-Anna.pgn")
	d.press("esc", "esc", "n")
	d.sees("22 games")
	d.press("m")
	d.sees("21 games")
	d.press("v")
	d.sees("19 games")
	d.press("V", "V", "V")
	d.sees("Three-check + Atomic", "1 game ")
	d.press("b")
	d.sees("Anna", "Deviation")
}

func TestArchivePages(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector")
	}
	a := newAnnals(t)
	for i := range 2*club.ArchivePage + 9 {
		a.Play("chess", false, anna, remote.Player{ID: fmt.Sprint("p", i), Name: fmt.Sprintf("Player%d", i)}, "")
	}
	d := show(t, a.visit(SessionFor(t, termenv.Ascii), anna), club.NewArchiveScreen)
	d.sees("137 games", "Player136")
	d.press("end")
	d.sees("Player0 ")
	d.press("o")
	d.sees("oldest first", "Player0 ")
	d.press("/")
	d.typeText("player7")
	d.press("enter")
	d.sees("11 games", "Player7 ", "Player79")
	// A game that comes in while the list is left is there at the return.
	d.press("w")
	a.Play("chess", false, anna, remote.Player{ID: "p7x", Name: "Player7x"}, "")
	d.press("esc")
	d.sees("12 games", "Player7x")
	d.press("/")
	d.typeText(" 2500+")
	d.sees("search games by player")
	d.press("esc")
	d.sees("138 games")
}

func TestLeadersFlow(t *testing.T) {
	a := season(t)
	d := show(t, a.visit(SessionFor(t, termenv.Ascii), queen), club.NewLeadersScreen)
	d.sees("Chess", "1/2", "Anna", "not ranked")
	d.press("m", "enter")
	d.sees("Cleo", "Crazyhouse")
	d.press("esc", "right")
	d.sees("Crazyhouse", "2/2")
	d.press("right")
	d.sees("1/2")
	d.press("a")
	d.sees("20 games")
	d.press("esc", "esc")
	empty := newAnnals(t)
	d = show(t, empty.visit(SessionFor(t, termenv.Ascii), stray), club.NewLeadersScreen)
	d.sees("No rated games yet.")
	d.press("right", "enter", "m", "esc")
	d = show(t, empty.visit(SessionFor(t, termenv.Ascii), stray), club.NewArchiveScreen)
	d.sees("No finished games yet.")
	d.press("enter", "w", "b", "v", "pgdown", "end", "m")
	d.sees("No finished games yet.")
}

// TestArchiveGrows has a game end while the list is open: it comes in by itself, and
// the chosen game stays chosen.
func TestArchiveGrows(t *testing.T) {
	a := newAnnals(t)
	a.Play("chess", true, anna, bela, "e2e4 e7e5")
	a.Play("chess", true, bela, anna, "d2d4 d7d5")
	d := show(t, a.visit(SessionFor(t, termenv.Ascii), anna), club.NewArchiveScreen)
	list := d.app.top().(*club.ArchiveScreen)
	d.press("down")
	before, ok := list.Chosen()
	if !ok || list.Total != 2 {
		t.Fatalf("%d games, %v chosen", list.Total, ok)
	}
	wait := list.Listen(0)
	a.Play("chess", true, queen, bela, "c2c4 c7c5")
	d.send(wait())
	if after, ok := list.Chosen(); list.Total != 3 || !ok || after.ID != before.ID {
		t.Errorf("%d games, %s chosen (%v), want 3 and %s", list.Total, after.ID, ok, before.ID)
	}
	// The list is fetched anew, and the answer does not come: what is shown can be opened.
	list.Update(ui.RevealedMsg{})
	d.press("enter", "end")
	d.sees("1... e5")
	d.press("esc", "esc")
	if msg := list.Listen(0)(); msg != nil {
		t.Errorf("a list that was left hears of %T", msg)
	}
}
