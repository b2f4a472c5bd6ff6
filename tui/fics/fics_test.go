package fics_test

import (
	"errors"
	"net"
	"strings"
	"testing"
	"time"

	"rookery/chess"
	"rookery/tui/fics"
	"rookery/tui/fics/ficstest"
	"rookery/tui/play"
	"rookery/tui/remote"
)

// dial logs in at a server for tests.
func dial(t *testing.T, s *ficstest.Server, name, password string) *fics.Account {
	t.Helper()
	a, err := fics.Dial(t.Context(), fics.Options{Server: s.Addr, Name: name, Password: password, Live: &play.LiveGames{Files: play.Dir(t.TempDir())}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	return a
}

// news waits for news of a kind.
func news(t *testing.T, a *fics.Account, kind fics.NewsKind) fics.News {
	t.Helper()
	late := time.After(30 * time.Second)
	for {
		for _, n := range a.News() {
			if n.Kind == kind {
				return n
			}
		}
		select {
		case <-a.C():
		case <-late:
			t.Fatalf("no news of kind %d", kind)
		}
	}
}

// changes waits until something holds of the account.
func changes(t *testing.T, a *fics.Account, what string, holds func() bool) {
	t.Helper()
	late := time.After(30 * time.Second)
	for !holds() {
		select {
		case <-a.C():
		case <-late:
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// until waits for a snapshot.
func until(t *testing.T, l *fics.Line, what string, holds func(remote.Snapshot) bool) remote.Snapshot {
	t.Helper()
	late := time.After(30 * time.Second)
	for {
		select {
		case s, open := <-l.C():
			if !open {
				t.Fatalf("%s: the line has ended: %v", what, l.Err())
			}
			if holds(s) {
				return s
			}
		case <-late:
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

func ply(n int) func(remote.Snapshot) bool { return func(s remote.Snapshot) bool { return s.Ply == n } }
func over(s remote.Snapshot) bool          { return s.Over() }

// TestLogIn logs in as a guest and with a password, and is refused.
func TestLogIn(t *testing.T) {
	t.Parallel()
	s := ficstest.New(t)
	s.Register("Anna", "secret")
	a := dial(t, s, "", "")
	if !a.Guest || !strings.HasPrefix(a.Name, "Guest") {
		t.Errorf("a guest is %+v", a)
	}
	a.Close()
	if a.Err() != nil {
		t.Errorf("closed by the player: %v", a.Err())
	}
	if b := dial(t, s, "Anna", "secret"); b.Name != "Anna" || b.Guest {
		t.Errorf("an account is %+v", b)
	}
	for name, password := range map[string]string{"Anna": "wrong", "Bela": "x", "a b": "", "Anna\n": "secret", "guest": "x\ny"} {
		if a, err := fics.Dial(t.Context(), fics.Options{Server: s.Addr, Name: name, Password: password}); err == nil {
			a.Close()
			t.Errorf("%q with %q is let in", name, password)
		}
	}
	if _, err := fics.Dial(t.Context(), fics.Options{Server: s.Addr, Name: "Anna", Password: "wrong"}); !errors.Is(err, fics.ErrPassword) {
		t.Errorf("a wrong password: %v", err)
	}
}

// TestTimeseal plays with sealed lines, which the server opens, and goes on without where it cannot.
func TestTimeseal(t *testing.T) {
	t.Parallel()
	for _, known := range []bool{true, false} {
		s := ficstest.New(t)
		s.Timeseal = known
		s.Register("Anna", "secret")
		address := s.Addr
		s.Addr = "timeseal://" + s.Addr
		a := dial(t, s, "Anna", "secret")
		if a.Server() != address {
			t.Errorf("the server is %s, want %s", a.Server(), address)
		}
		for _, text := range []string{"[G] is no question", "[", "[G", "plain"} {
			s.Send("Anna", "Bela tells you: "+text)
			if n := news(t, a, fics.Told); !strings.Contains(n.Text, text) {
				t.Errorf("%q came as %+v", text, n)
			}
		}
		if err := a.Tell(t.Context(), "Bela", strings.Repeat("long ", 20)); err != nil && !strings.Contains(err.Error(), "Bela") {
			t.Error(err)
		}
		if n := s.Pongs(); (n > 5) != known {
			t.Errorf("the time was told %d times", n)
		}
	}
}

// TestServers reads addresses.
func TestServers(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"": "freechess.org:5000", "chess.example": "chess.example:5000", "timeseal://chess.example": "timeseal://chess.example:5000", "[::1]:99": "[::1]:99", "a:b": "", "a b": "", "a:0": "", ":5000": "", "http://x": ""} {
		if got, err := fics.ParseServer(text); got != want || (err == nil) != (want != "") {
			t.Errorf("%q is %q: %v", text, got, err)
		}
	}
}

// TestGame seeks, plays, takes back, talks, declines and agrees.
func TestGame(t *testing.T) {
	t.Parallel()
	s := ficstest.New(t)
	s.Register("Anna", "secret")
	a := dial(t, s, "Anna", "secret")
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	s.Seek("Olga", "15 0 rated crazyhouse")
	changes(t, a, "a seek", func() bool {
		others, _ := a.Seeks()
		return len(others) == 1 && others[0].Name == "Olga" && others[0].Kind == "crazyhouse" && others[0].Base == 15*time.Minute && others[0].Rated
	})
	if err := (fics.Terms{Base: time.Minute, Rated: true}).Check(true); err == nil {
		t.Error("a guest may play rated games")
	}
	must(a.Seek(t.Context(), fics.Terms{Base: 5 * time.Minute, Incr: 3 * time.Second, Rated: true, Colour: "white"}))
	if _, mine := a.Seeks(); len(mine) != 1 {
		t.Errorf("%d seeks are mine", len(mine))
	}
	g := s.TakeSeek("Anna", "Olga")
	n := news(t, a, fics.GameBegins)
	if n.Against != "Olga" || !a.PlaysPerson() {
		t.Errorf("a game begins: %+v, on: %v", n, a.PlaysPerson())
	}
	l, err := a.Join(n.Game)
	must(err)
	snap := until(t, l, "the start", ply(0))
	if snap.Seat != remote.WhiteSeat || snap.Players[1].Name != "Olga" || snap.Ratings[1].Value != 1600 || !snap.Terms.Rated || snap.Left[0] != 5*time.Minute || snap.Running || len(snap.Legal) != 20 {
		t.Errorf("at the start %+v, %v against %v, %v", snap.Terms, snap.Players, snap.Ratings, snap.Left)
	}
	must(l.Move(t.Context(), "e2e4"))
	g.Move("e7e5")
	snap = until(t, l, "two moves", ply(2))
	if strings.Join(snap.Moves, " ") != "e4 e5" || !snap.Running || snap.Turn != chess.White {
		t.Errorf("after two moves %+v", snap)
	}
	if err := l.Move(t.Context(), "e4e5"); err == nil {
		t.Error("an illegal move is taken")
	}
	g.Say("Olga", "hi \x1b[2J&#x202e;there &#x263a;")
	snap = until(t, l, "chat", func(s remote.Snapshot) bool { return len(s.Chat) == 1 })
	if snap.Chat[0].Text != "hi [2Jthere ☺" || snap.Chat[0].From.Name != "Olga" {
		t.Errorf("chat %+v", snap.Chat)
	}
	must(l.Say("gut gespielt, schön\nresign"))
	if said := g.AwaitSaid(1); said[0] != "gut gespielt, sch&#xf6;n resign" {
		t.Errorf("said %q", said)
	}
	must(l.Offer(t.Context(), remote.TakeBack))
	until(t, l, "the offer", func(s remote.Snapshot) bool { return s.Offer == remote.TakeBack && s.OfferBy == chess.White })
	s.Answer("Anna", "takeback", true)
	if snap = until(t, l, "the takeback", ply(0)); snap.Turn != chess.White {
		t.Errorf("after the takeback %+v", snap)
	}
	must(l.Move(t.Context(), "d2d4"))
	g.Move("d7d5")
	g.Offer("Olga", "draw", 0)
	until(t, l, "an offer", func(s remote.Snapshot) bool { return s.Offer == remote.Draw && s.OfferBy == chess.Black })
	must(l.Decline(t.Context()))
	until(t, l, "no offer", func(s remote.Snapshot) bool { return s.Offer == remote.NoOffer })
	g.Clocks(61500, 30250)
	until(t, l, "the clocks", func(s remote.Snapshot) bool {
		return s.Left == [2]time.Duration{61500 * time.Millisecond, 30250 * time.Millisecond}
	})
	must(l.GiveTime(t.Context()))
	until(t, l, "more time", func(s remote.Snapshot) bool { return s.Left[1] == 45250*time.Millisecond })
	must(l.Adjourn(t.Context()))
	must(l.Resign(t.Context()))
	snap = until(t, l, "the end", over)
	if snap.Outcome.Result != chess.BlackWins || snap.Outcome.Reason != chess.ByResignation || a.PlaysPerson() {
		t.Errorf("the end %+v", snap.Outcome)
	}
	must(l.Offer(t.Context(), remote.Rematch))
	s.Answer("Anna", "match", true)
	snap = until(t, l, "the rematch", func(s remote.Snapshot) bool { return s.Next != "" })
	again, err := a.Join(snap.Next)
	must(err)
	until(t, again, "the next game", ply(0))
	must(again.Abort(t.Context()))
	if snap = until(t, again, "the end", over); !snap.Aborted {
		t.Errorf("aborted: %+v", snap)
	}
	again.Leave()
	l.Leave()

	// A challenge in each direction, and messages.
	s.Match("Olga", "Anna", "3 0 unrated suicide")
	if n := news(t, a, fics.Challenged); n.Against != "Olga" || !strings.Contains(n.Text, "suicide 3 0") {
		t.Errorf("challenged %+v", n)
	}
	in, _ := a.Challenges()
	must(a.Decline(t.Context(), in[0].Index))
	changes(t, a, "no challenge", func() bool { in, _ := a.Challenges(); return len(in) == 0 })
	must(a.Match(t.Context(), "Olga", fics.Terms{Base: 3 * time.Minute, Kind: "wild 5"}))
	_, out := a.Challenges()
	must(a.Withdraw(t.Context(), out[0].Index))
	if err := a.Match(t.Context(), "Nobody", fics.Terms{Base: time.Minute}); err == nil || err.Error() != "FICS says: Nobody is not logged in." {
		t.Errorf("a match with nobody: %v", err)
	}
	s.Send("Anna", "Ben(U) tells you: hello\x07")
	if n := news(t, a, fics.Told); n.Against != "Ben" || n.Text != "hello" {
		t.Errorf("told %+v", n)
	}
	must(a.Tell(t.Context(), "Ben", "hello"))
}

// TestVariants plays each kind of game to its end or for some moves, as the server's positions have it.
func TestVariants(t *testing.T) {
	t.Parallel()
	s := ficstest.New(t)
	s.Register("Anna", "secret")
	a := dial(t, s, "Anna", "secret")
	for _, c := range []struct{ kind, id, moves, left string }{
		{"", "chess", "f2f3 e7e5 g2g4 d8h4", "Black"},
		{"crazyhouse", "crazyhouse", "a2a4 b7b5 a4b5 f7f6 e2e4 a7a5 P@h3 g7g5 d1h5", "White"},
		{"suicide", "suicide", "e2e3 b7b5 f1b5 c8a6 b5a6 b8a6", ""},
		{"losers", "losers", "e2e4 d7d5 e4d5 d8d5", ""},
		{"atomic", "atomic", "g1f3 a7a6 f3e5 a6a5 e5f7", "White"},
		{"wild 5", "chess", "b8c6 b1c3 b7b8=q b2b1=r", ""},
		{"wild 0", "chess", "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1h1", ""},
		{"wild fr", "chess960", "e2e4 e7e5", ""},
	} {
		g := s.Begin("Anna", "Olga", "5 0 unrated "+c.kind)
		n := news(t, a, fics.GameBegins)
		l, err := a.Join(n.Game)
		if err != nil {
			t.Fatal(err)
		}
		snap := until(t, l, "the start of "+c.kind, ply(0))
		if snap.Terms.Parts[0] != c.id {
			t.Errorf("%s is %v", c.kind, snap.Terms.Parts)
		}
		moves := strings.Fields(c.moves)
		for i, m := range moves {
			if i%2 == 0 {
				if err := l.Move(t.Context(), strings.ReplaceAll(m, "=", "")); err != nil {
					t.Errorf("%s: %s: %v", c.kind, m, err)
				}
			} else {
				g.Move(m)
			}
			snap = until(t, l, c.kind+": "+m, func(s remote.Snapshot) bool { return s.Ply == i+1 })
		}
		if c.left == "" {
			g.End("Game aborted by mutual agreement", "*")
		}
		for !snap.Over() {
			snap = until(t, l, "the end of "+c.kind, over)
		}
		if winner := map[chess.Result]string{chess.WhiteWins: "White", chess.BlackWins: "Black"}[snap.Outcome.Result]; winner != c.left {
			t.Errorf("%s is won by %q: %+v", c.kind, winner, snap.Outcome)
		}
		l.Leave()
	}
}

// TestObserve watches a game that goes on, from its middle.
func TestObserve(t *testing.T) {
	t.Parallel()
	s := ficstest.New(t)
	a := dial(t, s, "", "")
	g := s.Begin("Ann", "Ben", "5 0 rated crazyhouse")
	for _, m := range strings.Fields("e2e4 d7d5 e4d5") {
		g.Move(m)
	}
	all, err := a.Games(t.Context())
	if err != nil || len(all) != 1 || all[0].Names != [2]string{"Ann", "Ben"} || all[0].Ratings != [2]int{1500, 1600} {
		t.Fatalf("games %+v: %v", all, err)
	}
	table, err := a.Observe(t.Context(), "Ben")
	if err != nil {
		t.Fatal(err)
	}
	l, err := a.Join(table)
	if err != nil {
		t.Fatal(err)
	}
	snap := until(t, l, "the game", func(s remote.Snapshot) bool { return strings.Contains(s.Start, "[P]") })
	if snap.Seat != remote.Spectator || snap.Turn != chess.Black || a.PlaysPerson() {
		t.Errorf("watched: %+v", snap)
	}
	g.Move("d8d5")
	g.Move("P@d6")
	if snap = until(t, l, "a drop", ply(2)); snap.Moves[1] != "@d6" && snap.Moves[1] != "P@d6" {
		t.Errorf("moves %v", snap.Moves)
	}
	if err := l.Resign(t.Context()); err == nil {
		t.Error("a spectator resigns")
	}
	if err := l.Say("nice"); err != nil {
		t.Error(err)
	}
	l.Leave()
	s.Await("unobserve")
	if _, err := a.Observe(t.Context(), "Nobody"); err == nil {
		t.Error("nobody is watched")
	}
}

// TestBreaks cuts the connection: the game says so, other programs are not told of a game for ever, and nothing hangs.
func TestBreaks(t *testing.T) {
	t.Parallel()
	s := ficstest.New(t)
	s.Register("Anna", "secret")
	a := dial(t, s, "Anna", "secret")
	s.Begin("Anna", "Olga", "5 0 unrated")
	l, err := a.Join(news(t, a, fics.GameBegins).Game)
	if err != nil {
		t.Fatal(err)
	}
	s.Cut("Anna")
	<-a.Done()
	for range l.C() {
	}
	var line *fics.LineError
	if !errors.As(l.Err(), &line) || !errors.As(a.Err(), &line) || a.PlaysPerson() {
		t.Errorf("the connection ends with %v, the game with %v", a.Err(), l.Err())
	}
	if err := a.Seek(t.Context(), fics.Terms{Base: time.Minute}); !errors.As(err, &line) {
		t.Errorf("a seek afterwards: %v", err)
	}
}

// TestEndlessLine has a server send a line without an end.
func TestEndlessLine(t *testing.T) {
	t.Parallel()
	for _, begin := range []string{"", "\n\rlogin: \n\r**** Starting FICS session as Anna ****\n\r"} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			c, err := l.Accept()
			if err != nil {
				return
			}
			_, err = c.Write([]byte(begin))
			for err == nil {
				_, err = c.Write([]byte(strings.Repeat("x", 4096)))
			}
		}()
		if a, err := fics.Dial(t.Context(), fics.Options{Server: l.Addr().String(), Name: "Anna", Password: "x"}); err == nil {
			a.Close()
			t.Error("an endless line is taken")
		}
		_ = l.Close()
	}
}
