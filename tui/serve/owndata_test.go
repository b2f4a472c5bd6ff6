package serve

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"rookery/chess"
	"rookery/tui/lobby"
	"rookery/tui/remote"
)

// TestAccountIsTheirs has a player make recovery codes, come back with one after losing the key, download
// all that is kept as JSON and PGN, and delete the account: all by keyboard and ssh alone.
func TestAccountIsTheirs(t *testing.T) {
	e := newEvening(t)
	e.come([3]func(*visitor){})
	anna, bea := e.people[0], e.people[1]
	player := func(i int) remote.Player {
		p, err := e.club.Account(t.Context(), printOf(e.keys[i]))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	me := player(0)
	table, err := e.club.Start(t.Context(), remote.Terms{Parts: []string{"chess"}, Control: chess.Control{Base: 5 * time.Minute}, Rated: true}, me, player(1))
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range strings.Fields("f3 e5 g4 Qh4") {
		r, err := table.Join(t.Context(), player(i%2))
		if err == nil {
			err = r.Move(t.Context(), m)
		}
		if err != nil {
			t.Fatal(err)
		}
		r.Leave()
	}
	if err := e.archive.Await(t.Context(), table.ID()); err != nil {
		t.Fatal(err)
	}
	cup, err := e.club.PlanTournament(t.Context(), player(1), lobby.TournamentPlan{
		Name: "Winter cup", Format: lobby.Swiss, Rounds: 3, Begins: time.Now().Add(time.Hour),
		Terms: remote.Terms{Parts: []string{"chess"}, Control: chess.Control{Base: 5 * time.Minute}},
	}, false)
	if err == nil {
		err = cup.Join(t.Context(), me)
	}
	if err != nil {
		t.Fatal(err)
	}
	anna.keys("\x1b")
	anna.see("Board editor")
	anna.keys("4")
	anna.see("1 key", "none yet")
	anna.keys("o")
	screen := anna.see("write them down", "not shown again")
	codes := regexp.MustCompile(`[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4}-[a-z0-9]{4}`).FindAllString(screen, -1)
	if len(codes) != lobby.RecoveryCodes {
		t.Fatalf("%d codes are shown:\n%s", len(codes), screen)
	}
	anna.keys("\x1b")
	anna.see("8 left")
	anna.keys("q")
	anna.hangUp()

	fresh := newSigner(t)
	back := visit(t, e.addr, "Anna again", gossh.PublicKeys(fresh), nil)
	back.see("Your key is new here")
	back.keys("\t" + codes[2] + "\r")
	back.see("Welcome, Anna")
	ask := func(key gossh.AuthMethod, command string) (string, error) {
		c, err := dial(e.addr, key)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		sess, err := c.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		text, err := sess.CombinedOutput(command)
		return string(text), err
	}
	text, err := ask(gossh.PublicKeys(fresh), "data")
	var data ownData
	if err == nil {
		err = json.Unmarshal([]byte(text), &data)
	}
	if err != nil || data.Name != "Anna" || len(data.Keys) != 2 || data.Codes != 7 || len(data.Files) == 0 ||
		len(data.Ratings) != 1 || len(data.Tournaments) != 1 || data.Tournaments[0].Plan.Name != "Winter cup" || !data.Tournaments[0].Entered || data.Ratings[0].Losses != 1 || len(data.Ratings[0].History) != 1 {
		t.Errorf("%+v, %v", data, err)
	}
	if text, err = ask(gossh.PublicKeys(fresh), "games"); err != nil || !strings.Contains(text, `[White "Anna"]`) || !strings.Contains(text, "2. g4") {
		t.Errorf("%v, the games are\n%s", err, text)
	}
	if text, err := ask(asGuest, "data"); err == nil || !strings.Contains(text, "nothing is kept of guests") {
		t.Errorf("a guest hears %q, %v", text, err)
	}
	if text, err := ask(gossh.PublicKeys(newSigner(t)), "data"); err == nil || !strings.Contains(text, "no name here") {
		t.Errorf("a stranger hears %q, %v", text, err)
	}
	for _, command := range []string{"data; id", "sh", "data x", "cat /etc/passwd"} {
		if text, err := ask(gossh.PublicKeys(fresh), command); err == nil {
			t.Errorf("%q says %q", command, text)
		}
	}
	back.keys("4")
	back.see("2 keys", "7 left")
	back.keys("x")
	back.see("Delete your account?")
	back.keys("Ann\r")
	back.see("that is not your name")
	back.keys("a\r")
	back.until("gone", func(screen string) bool { return strings.Contains(screen, "was removed from your account") })
	bea.keys("t")
	bea.see("Winter cup")
	bea.keys("\r")
	if screen := bea.see("Winter cup", "deleted"); strings.Contains(screen, "Anna") {
		t.Errorf("the tournament names who has deleted the account:\n%s", screen)
	}
	bea.keys("qqq")
	bea.see("Board editor")
	bea.keys("2")
	bea.see("deleted", "Bea", "0-1")
	again := visit(t, e.addr, "nobody", gossh.PublicKeys(fresh), nil)
	again.see("Your key is new here")
}
