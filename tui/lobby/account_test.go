package lobby

import (
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rookery/chess"
	"rookery/tui/lobby/journal/natsstore/clustertest"
	"rookery/tui/remote"
)

func TestNames(t *testing.T) {
	for _, bad := range []string{"", "a", "12", "a b", "a\x1b[31m", "a\u202eb", "a\u200db", "\xff\xfea", "♟pawn",
		"-anna", "Admin", "аdmin", "βοτ", "Аnna", "Αnna", "Annа", "Борίс", "ad-min", "Stock_fish", "computer7", "guest-abcde", "GuestOne", "R00kery",
		strings.Repeat("x", MaxNameLength+1), strings.Repeat("x", 1<<20), "../etc", "%s", "a\u0301\u0301\u0301b", "\U0010eeeeab"} {
		if name, err := CleanName(bad); err == nil {
			t.Errorf("%.20q became %q", bad, name)
		}
	}
	for _, good := range []string{"Anna", "Ágnes", "Ștefan", "Борис", "Κώστας", "x-1_y"} {
		if name, err := CleanName(good); err != nil || name != good {
			t.Errorf("%q became %q: %v", good, name, err)
		}
	}
	for _, alike := range [][2]string{
		{"Anna", "ANNA"}, {"Anna", "Аnnа"}, {"Cope", "Соре"}, {"Kako", "Κακο"}, {"Paul", "Pau1"}, {"Otto", "0tto"}, {"Ágnes", "agnes"},
		{"Burn", "bum"}, {"Ill", "lll"}, {"a_b", "a-b"}, {"a_b", "ab"}, {"bur-n", "bum"}, {"Κora", "Kora"}, {"Ａnna", "anna"},
	} {
		if a, b := Skeleton(alike[0]), Skeleton(alike[1]); a != b {
			t.Errorf("%s and %s are told apart: %s, %s", alike[0], alike[1], a, b)
		}
	}
	if Skeleton("Anna") == Skeleton("Anno") {
		t.Error("Anna and Anno are taken for one")
	}
}

func TestAccounts(t *testing.T) {
	c := open(t)
	ctx := t.Context()
	if _, err := c.Account(ctx, "SHA256:a"); !errors.Is(err, ErrNoAccount) {
		t.Errorf("a new key: %v", err)
	}
	p, err := c.Register(ctx, "SHA256:a", "Anna")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Register(ctx, "SHA256:b", "ANN_A"); !errors.Is(err, ErrNameTaken) {
		t.Errorf("a look-alike: %v", err)
	}
	word, err := c.Code(p)
	if err != nil {
		t.Fatal(err)
	}
	if q, err := c.AddKey(ctx, "SHA256:b", word); err != nil || q != p {
		t.Errorf("%v %v, want Anna", q, err)
	}
	if _, err := c.AddKey(ctx, "SHA256:c", word); err == nil {
		t.Error("a code was good twice")
	}
	if word, err = c.Code(p); err != nil {
		t.Fatal(err)
	}
	c.wait(CodeLife + time.Second)
	if _, err := c.AddKey(ctx, "SHA256:c", word); err == nil {
		t.Error("an old code was good")
	}
	c.restart()
	for _, key := range []string{"SHA256:a", "SHA256:b"} {
		if q, err := c.Account(ctx, key); err != nil || q != p {
			t.Errorf("%s after a restart: %v %v, want %v", key, q, err, p)
		}
	}
}

// TestNamesExpire frees names with which nothing was played and nobody came.
func TestNamesExpire(t *testing.T) {
	c := open(t)
	ctx := t.Context()
	register := func(key, name string) (remote.Player, error) { return c.Register(ctx, key, name) }
	var all [4]remote.Player
	for i, name := range []string{"Idle_One", "Played", "Saved", "Visits"} {
		var err error
		if all[i], err = register("SHA256:"+name, name); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := c.Start(ctx, remote.Terms{Parts: []string{"chess"}}, all[1], ben); err != nil {
		t.Fatal(err)
	}
	save := func([]byte) ([]byte, error) { return []byte("*"), nil }
	if err := c.SavedGames(all[2], 5).Change("mine.pgn", save); err != nil {
		t.Fatal(err)
	}
	c.wait(NameLife - time.Hour)
	if err := c.NoteKey(ctx, all[3], "SHA256:Visits"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"IdleOne", "Played", "Saved", "Visits"} {
		if _, err := register("SHA256:new", name); !errors.Is(err, ErrNameTaken) {
			t.Errorf("%s before its time: %v", name, err)
		}
	}
	c.wait(2 * time.Hour)
	for _, name := range []string{"Played", "Saved", "Visits"} {
		if _, err := register("SHA256:new", name); !errors.Is(err, ErrNameTaken) {
			t.Errorf("%s in use: %v", name, err)
		}
	}
	p, err := register("SHA256:new", "IdleOne")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Account(ctx, "SHA256:Idle_One"); !errors.Is(err, ErrNoAccount) {
		t.Errorf("the key of the name that expired: %v", err)
	}
	if q, err := c.Named(ctx, "idle-one"); err != nil || q != p {
		t.Errorf("the name is of %v, %v", q, err)
	}
	if _, err := register("SHA256:Idle_One", "Another"); err != nil {
		t.Errorf("the old key takes a new name: %v", err)
	}
}

// TestOldSpelling keeps names apart from those that stores have under the old spelling.
func TestOldSpelling(t *testing.T) {
	c := open(t)
	ctx := t.Context()
	if _, err := c.names.Create(ctx, keyOf(OldSkeleton("Old_Name")), []byte("someone")); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Register(ctx, "SHA256:a", "old-name"); !errors.Is(err, ErrNameTaken) {
		t.Errorf("a name of an old store: %v", err)
	}
}

func TestSeeks(t *testing.T) {
	c := open(t)
	a, b, guest := c.Enter(anna), c.Enter(ben), c.Enter(c.Guest())
	terms := remote.Terms{Parts: []string{"atomic"}, Control: chess.Control{Base: time.Minute}, Rated: true}
	if _, err := guest.Seek(t.Context(), terms, remote.AnyColour, "", 0); err == nil {
		t.Error("a guest seeks a rated game")
	}
	if _, err := a.Seek(t.Context(), remote.Terms{Parts: []string{"nonsense"}}, remote.AnyColour, "", 0); err == nil {
		t.Error("a game that there is not was sought")
	}
	s, err := a.Seek(t.Context(), terms, remote.WantsBlack, ben.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []*Visit{a, guest} {
		if _, err := v.Accept(t.Context(), s.ID); err == nil {
			t.Errorf("%s took a challenge to Ben", v.player.Name)
		}
	}
	table, err := b.Accept(t.Context(), s.ID)
	if err != nil {
		t.Fatal(err)
	}
	if table.who != [2]remote.Player{ben, anna} {
		t.Errorf("%v, want Ben to be White", table.who)
	}
	if _, err := b.Accept(t.Context(), s.ID); err == nil {
		t.Error("a seek was taken twice")
	}
	var view View
	for len(a.C()) > 0 {
		view = <-a.C()
	}
	if view.Table != table.ID() || len(view.Here) != 3 || len(view.Seeks) != 0 {
		t.Errorf("the hall shows %+v", view)
	}
	if _, err := a.Seek(t.Context(), terms, remote.AnyColour, "", 0); err != nil {
		t.Fatal(err)
	}
	a.Leave()
	for len(b.C()) > 0 {
		view = <-b.C()
	}
	if len(view.Seeks) != 0 || len(view.Here) != 2 {
		t.Errorf("Anna has gone, but the hall shows %+v", view)
	}
}

func TestChat(t *testing.T) {
	c := open(t)
	_, white, black := c.sit("chess")
	if err := white.Say("hi\x1b]52;c;eA==\x07 \u202eben" + strings.Repeat("x", 1000)); err != nil {
		t.Fatal(err)
	}
	text := last(t, black).Chat[0].Text
	if strings.ContainsAny(text, "\x1b\x07\u202e") || len(text) != remote.MaxChat {
		t.Errorf("%d characters came through: %q", len(text), text)
	}
	for range pace - 1 {
		if err := white.Say("again"); err != nil {
			t.Fatal(err)
		}
	}
	if white.Say("too fast") == nil {
		t.Error("a flood was let through")
	}
	c.Mute(ben, anna, false)
	if err := black.Say("quiet"); err != nil {
		t.Fatal(err)
	}
	if got := last(t, black).Chat; len(got) != 1 || got[0].From != ben {
		t.Errorf("Ben reads %v", got)
	}
	if got := last(t, white).Chat; len(got) != pace+1 {
		t.Errorf("Anna reads %d lines, want %d", len(got), pace+1)
	}
}

// newest is the lobby as it is now.
func newest(t *testing.T, v *Visit) View {
	t.Helper()
	select {
	case view, ok := <-v.C():
		if !ok {
			t.Fatal("the visit has ended")
		}
		return view
	default:
		t.Fatal("no hall came")
		return View{}
	}
}

// states writes who is here and what they do.
func states(view View) string {
	var all []string
	for _, p := range view.Here {
		all = append(all, p.Name+" "+p.State)
	}
	return strings.Join(all, ", ")
}

func TestHallShowsWhatPeopleDo(t *testing.T) {
	c := open(t)
	v := c.Enter(cleo)
	c.Enter(anna)
	c.Enter(anna) // a second line is no second player
	if got, want := states(newest(t, v)), "Anna idle, Cleo idle"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	table, white, black := c.sit("chess")
	watch := c.join(table, cleo)
	view := newest(t, v)
	if got, want := states(view), "Anna playing, Ben playing, Cleo watching"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if len(view.Games) != 1 || view.Games[0].Table != table.ID() || view.Here[0].Table != table.ID() {
		t.Fatalf("the hall shows %+v", view)
	}
	play(t, white, black, "e4", "e5")
	c.wait(time.Second) // moves are told with a tick
	if g := newest(t, v).Games[0]; g.Ply != 2 || g.Watched != 1 || g.Players != [2]remote.Player{anna, ben} {
		t.Errorf("the game is shown as %+v", g)
	}
	watch.Leave()
	if got, want := states(newest(t, v)), "Anna playing, Ben playing, Cleo idle"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if err := black.Resign(t.Context()); err != nil {
		t.Fatal(err)
	}
	black.Leave()
	view = newest(t, v)
	if got, want := states(view), "Anna watching, Cleo idle"; got != want || len(view.Games) != 0 {
		t.Errorf("%s and %d games, want %s and none", got, len(view.Games), want)
	}
}

func TestHallChat(t *testing.T) {
	c := open(t)
	a, b := c.Enter(anna), c.Enter(ben)
	if err := a.Say("\x1b\u202e  "); err == nil {
		t.Error("nothing was said")
	}
	for range pace {
		if err := a.Say("hello \x1b]0;x\x07"); err != nil {
			t.Fatal(err)
		}
	}
	if a.Say("too fast") == nil {
		t.Error("a flood was let through")
	}
	if got := newest(t, b).Chat; len(got) != pace || got[0].Text != "hello ]0;x" || got[0].From != anna {
		t.Errorf("Ben reads %+v", got)
	}
	c.Mute(ben, anna, false)
	if !c.Muted(ben, anna) || c.Muted(anna, ben) {
		t.Error("Ben has muted Anna, and she not him")
	}
	if err := b.Say("quiet"); err != nil {
		t.Fatal(err)
	}
	if got := newest(t, b).Chat; len(got) != 1 || got[0].From != ben {
		t.Errorf("Ben reads %+v", got)
	}
	for range 30 {
		c.wait(while)
		for range pace {
			if err := a.Say("on and on"); err != nil {
				t.Fatal(err)
			}
		}
	}
	c.Mute(ben, anna, true)
	if err := b.Say("well"); err != nil {
		t.Fatal(err)
	}
	if got := newest(t, b).Chat; len(got) != keptHall || got[keptHall-1].Text != "well" {
		t.Errorf("%d lines are kept, want %d", len(got), keptHall)
	}
	b.Leave()
	if b.Say("gone") == nil {
		t.Error("one who left spoke")
	}
}

func TestCodeIsGoodOnceAtAnyFrontEnd(t *testing.T) {
	nodes := clustertest.Start(t, 1)
	a, b := serveFrom(t, nodes, 0, 1, 0), serveFrom(t, nodes, 0, 1, 0)
	p, err := a.Register(t.Context(), "SHA256:a", "Anna")
	if err != nil {
		t.Fatal(err)
	}
	word, err := a.Code(p)
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	var won atomic.Int32
	for i, f := range []*frontEnd{a, b} {
		wait.Go(func() {
			if q, err := f.AddKey(t.Context(), []string{"SHA256:b", "SHA256:c"}[i], word); err == nil && q == p {
				won.Add(1)
			}
		})
	}
	wait.Wait()
	if won.Load() != 1 {
		t.Errorf("the code was good %d times", won.Load())
	}
}
