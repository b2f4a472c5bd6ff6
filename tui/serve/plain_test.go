package serve

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
	"unicode"

	gossh "golang.org/x/crypto/ssh"

	"rookery/chess"
	"rookery/tui/lobby"
	"rookery/tui/remote"
)

// listener is a player in lines of text.
type listener struct {
	t     *testing.T
	in    io.WriteCloser
	lines chan string
	heard []string
}

// hears begins a session in lines: by the command, or by a shell without a terminal; with term in a terminal that is called so.
func hears(t *testing.T, addr string, key gossh.AuthMethod, command, term string) *listener {
	t.Helper()
	c := mustDial(t, addr, key)
	sess, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	p := &listener{t: t, lines: make(chan string, 1000)}
	p.in, _ = sess.StdinPipe()
	out, _ := sess.StdoutPipe()
	if term != "" {
		if err := sess.RequestPty(term, 24, 80, nil); err != nil {
			t.Fatal(err)
		}
	}
	if command != "" {
		err = sess.Start(command)
	} else {
		err = sess.Shell()
	}
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(p.lines)
		for scan := bufio.NewScanner(out); scan.Scan(); {
			p.lines <- scan.Text()
		}
	}()
	t.Cleanup(func() { c.Close() })
	return p
}

func (p *listener) types(lines ...string) {
	p.t.Helper()
	for _, l := range lines {
		if _, err := fmt.Fprintln(p.in, l); err != nil {
			p.t.Fatal(err)
		}
	}
}

// hear waits for lines that have these texts, in any order.
func (p *listener) hear(texts ...string) {
	p.t.Helper()
	limit := time.After(patience)
	for len(texts) > 0 {
		select {
		case line, ok := <-p.lines:
			if !ok {
				p.t.Fatalf("the session ends before %q; it said\n%s", texts, strings.Join(p.heard, "\n"))
			}
			p.heard = append(p.heard, line)
			for _, r := range line {
				if unicode.IsControl(r) && r != '\r' && r != '\b' || unicode.Is(unicode.Cf, r) {
					p.t.Errorf("a line has %U: %q", r, line)
				}
			}
			kept := texts[:0]
			for _, text := range texts {
				if !strings.Contains(line, text) {
					kept = append(kept, text)
				}
			}
			texts = kept
		case <-limit:
			p.t.Fatalf("%q is not said, but\n%s", texts, strings.Join(p.heard, "\n"))
		}
	}
}

// TestClubInLines plays in lines of text: a name, a seek, a game to mate against somebody at a screen, messages, friends who
// come, a tournament, a team, a game in the fog and one on two boards.
func TestClubInLines(t *testing.T) {
	e := newEvening(t)
	e.come([3]func(*visitor){})
	anna := e.people[0]
	key := newSigner(t)
	dora := hears(t, e.addr, gossh.PublicKeys(key), "plain", "")
	dora.hear("lines of text", "Type name and the name")
	dora.types("players")
	dora.hear("Choose a name first")
	dora.types("name Anna")
	dora.hear("taken")
	dora.types("name Dora")
	dora.hear("Welcome, Dora.", "4 players, 0 seeks, 0 games, 0 tournaments.")
	dora.types("players")
	dora.hear("Anna, idle.")
	dora.types("seek 10+5 white")
	dora.hear("You seek a game: Chess, 10+5, casual.")
	anna.see("Dora", "10+5")
	anna.keys("2\r")
	dora.hear("Dora against Anna, 10+5.", "You play white.", "Your move.")
	anna.until("the game", func(screen string) bool { return len(clocks(screen)) == 2 }) // else she takes the seat back later
	account := func(name string) remote.Player {
		t.Helper()
		p, err := e.club.Named(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	table, err := e.club.Table(e.club.Games(account("Dora").ID)[0].Table)
	if err != nil {
		t.Fatal(err)
	}
	black, err := table.Join(t.Context(), account("Anna"))
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range strings.Fields("e4 f6 d4 g5 Qh5") {
		if i%2 == 0 {
			dora.types(m)
			continue
		}
		holds(t, "White's move is there", func() bool { return black.Move(t.Context(), m) == nil })
		dora.hear("Your move.")
		if i == 1 {
			dora.types("Ke5", "square e4", "rank 2", "clock")
			dora.hear("cannot go to e5", "white pawn", "Rank 2:", "White has")
		}
	}
	dora.hear("checkmate", "Type again for a rematch, or look.")
	dora.types("stop", "tell Anna thank you")
	dora.hear("You have left the game.", "Sent to Anna.")
	if err := e.club.Send(t.Context(), account("Anna"), account("Dora"), "with pleasure\x1b[31m"); err != nil {
		t.Fatal(err)
	}
	dora.hear("1 new message, the last from Anna.")
	dora.types("messages Anna", "follow Emil")
	dora.hear("Dora: thank you", "Anna: with pleasure", "There is no player called")
	emil, err := e.club.Register(t.Context(), "Emil's key", "Emil")
	if err != nil {
		t.Fatal(err)
	}
	dora.types("follow Emil")
	dora.hear("You follow Emil.")
	holds(t, "his friends are known", func() bool {
		c, err := e.club.Contacts(t.Context(), account("Dora"))
		return err == nil && len(c.Follows) == 1
	})
	if err := e.archive.Await(t.Context(), table.ID()); err != nil {
		t.Fatal(err)
	}
	dora.types("profile", "friends")
	dora.hear("Chess, rapid: 1 game.", "Emil, offline.")
	visit := e.club.Enter(emil)
	dora.hear("Emil is here now.")
	if err := visit.Say("good evening"); err != nil {
		t.Fatal(err)
	}
	dora.hear("Emil says: good evening")

	cup, err := e.club.PlanTournament(t.Context(), emil, lobby.TournamentPlan{Name: "Evening cup", Format: lobby.Swiss, Rounds: 1, Begins: time.Now().Add(time.Hour),
		Terms: remote.Terms{Parts: []string{"dark"}, Control: chess.Control{Base: 5 * time.Minute}}}, false)
	if err == nil {
		err = cup.Join(t.Context(), emil)
	}
	if err != nil {
		t.Fatal(err)
	}
	dora.types("tournaments")
	dora.hear("1: Evening cup, Swiss, Dark chess 1, 5+0, casual, begins in")
	dora.types("join 1")
	dora.hear("You take part")
	if err := cup.Start(t.Context(), emil, false); err != nil {
		t.Fatal(err)
	}
	dora.hear("against", "You play") // it opens by itself, in the fog
	var fog *lobby.Table
	holds(t, "the game in the fog is on", func() bool {
		for _, g := range cup.View().Playing() {
			fog, _ = e.club.Table(g.Table)
		}
		return fog != nil
	})
	other, err := fog.Join(t.Context(), emil)
	if err != nil {
		t.Fatal(err)
	}
	if s := <-other.C(); s.Seat == remote.WhiteSeat {
		if err := other.Move(t.Context(), "e4"); err != nil {
			t.Fatal(err)
		}
		dora.hear("Emil has moved.", "Your move.")
		dora.types("e5")
	} else {
		dora.types("board", "moves e2")
		dora.hear("Rank 8: hidden a b c d e f g h.", "e2e3 e2e4")
		dora.types("e4")
	}
	dora.types("tournament 1")
	dora.hear("Round 1 of 1.", "points, playing")
	holds(t, "Emil can resign", func() bool { return other.Resign(t.Context()) == nil })
	dora.hear("resign")
	dora.types("stop", "teams")
	dora.hear("No teams yet.")
	team, err := e.club.FoundTeam(t.Context(), emil, "Night Owls", "late", false)
	if err != nil {
		t.Fatal(err)
	}
	dora.types("teams")
	dora.hear("1: Night Owls, 1 member.")
	dora.types("team 1 join")
	dora.hear("You have asked to join")
	if now, err := e.club.Team(t.Context(), team.ID); err != nil || !now.Asks(account("Dora").ID) {
		t.Errorf("%+v, %v", now, err)
	}

	dora.types("seek bughouse 3+0")
	dora.hear("You seek a game: Bughouse")
	var four lobby.Seek
	for i, name := range []string{"Bea", "Cleo", "Emil"} {
		p := account(name)
		v := e.club.Enter(p)
		for _, s := range v.View().Seeks {
			four = s
		}
		if _, err := v.Accept(t.Context(), four.ID); err != nil {
			t.Fatalf("%d: %v", i, err)
		}
	}
	dora.hear("against", "You play")
	dora.types("other")
	dora.hear("Rank 1:")
	for _, wrong := range []string{"open /etc/passwd", "save /tmp/x", "new uci:/bin/sh", "engine uci:/bin/sh", "lichess", "report", "hint", "analyse", "pgn"} {
		dora.types(wrong)
	}
	dora.types("help all")
	dora.hear("challenge NAME")
	for _, line := range dora.heard {
		if strings.Contains(line, "root:") || strings.HasPrefix(line, "open ") || strings.HasPrefix(line, "hint") {
			t.Errorf("a word that a club must not have: %q", line)
		}
	}
	dora.types("quit")
	for range dora.lines {
	}

	guest := hears(t, e.addr, asGuest, "", "")
	guest.hear("lines of text", "Welcome, guest-")
	guest.types("friends", "seek 5+3 rated")
	guest.hear("Rated games need a key")
	dumb := hears(t, e.addr, gossh.PublicKeys(key), "", "dumb")
	dumb.hear("Welcome, Dora.")
	dumb.in.Write([]byte("playx\x7fers\r"))
	dumb.hear("Bea, ")
	dumb.in.Write([]byte{4})
	for range dumb.lines {
	}
	script := hears(t, e.addr, gossh.PublicKeys(key), "plain", "") // all at once, and the end of the input
	fmt.Fprint(script.in, "teams\nteam 1\nfriends\nquit\n")
	script.in.Close()
	script.hear("1: Night Owls", "Emil (leader)", "Emil, ")
}
