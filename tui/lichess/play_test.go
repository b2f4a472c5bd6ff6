package lichess_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"rookery/chess"
	"rookery/tui/lichess"
	"rookery/tui/lichess/lichesstest"
	"rookery/tui/remote"
)

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// checks look at all that passes between client and server.
var checks []func(testing.TB, http.Handler) http.Handler

// setting is a server and somebody who is logged in there, by a clock that stands.
type setting struct {
	*lichesstest.Server
	t       *testing.T
	clock   *lichesstest.Clock
	account *lichess.Account
	client  *lichess.Client
	secret  string
}

func newSetting(t *testing.T) *setting {
	t.Helper()
	s := &setting{Server: lichesstest.New(t, checks...), t: t, clock: lichesstest.NewClock(noon)}
	s.secret = s.Token("anna")
	s.client = s.newClient(s.secret)
	me, err := s.client.WhoAmI(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s.account = lichess.NewAccount(s.client, me)
	t.Cleanup(s.account.Close)
	return s
}

func (s *setting) newClient(secret string) *lichess.Client {
	s.t.Helper()
	var token lichess.Token
	if secret != "" {
		var err error
		if token, err = lichess.NewToken(secret); err != nil {
			s.t.Fatal(err)
		}
	}
	c, err := lichess.New(s.URL, token, "test")
	if err != nil {
		s.t.Fatal(err)
	}
	c.Clock = s.clock
	return c
}

// news waits for news of a kind; what else there is, is dropped.
func (s *setting) news(kind lichess.NewsKind) lichess.News {
	s.t.Helper()
	late := time.After(30 * time.Second)
	for {
		for _, n := range s.account.News() {
			if n.Kind == kind {
				return n
			}
		}
		select {
		case <-s.account.C():
		case <-late:
			s.t.Fatalf("no news of kind %d", kind)
		}
	}
}

// until waits for a snapshot.
func until(t *testing.T, g *lichess.Game, what string, holds func(remote.Snapshot) bool) remote.Snapshot {
	t.Helper()
	late := time.After(30 * time.Second)
	for {
		select {
		case s, open := <-g.C():
			if !open {
				t.Fatalf("%s: the line has ended: %v", what, g.Err())
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

var rapid = url.Values{"clock.limit": {"600"}, "clock.increment": {"5"}}

// begin starts a game in which anna has White.
func (s *setting) begin(form url.Values) (*lichesstest.Game, *lichess.Game) {
	s.t.Helper()
	s.account.Follow()
	s.AwaitEvents("anna")
	at := s.Begin("anna", "olga", form)
	n := s.news(lichess.GameBegins)
	g, err := s.account.Game(s.t.Context(), n.Game)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(g.Leave)
	return at, g
}

func (s *setting) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Error(err)
	}
}

func TestLogin(t *testing.T) {
	s := newSetting(t)
	c := s.newClient("")
	for _, way := range []string{"browser", "paste"} {
		l, err := lichess.NewLogin(c, lichess.PlayScopes)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(l.URL(), "challenge%3Awrite") || strings.Contains(l.URL(), "verifier") {
			t.Errorf("address %s", l.URL())
		}
		back := s.Agree("bela", l.URL(), true)
		if way == "browser" {
			res, err := http.Get(back)
			if err != nil {
				t.Fatal(err)
			}
			page, _ := io.ReadAll(res.Body)
			if !strings.Contains(string(page), "logged in") {
				t.Errorf("page %s", page)
			}
		} else if err := l.Paste(" " + back + "\n"); err != nil {
			t.Fatal(err)
		}
		token, err := l.Await(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		l.Close()
		me, err := c.With(token).WhoAmI(t.Context())
		if err != nil || me.ID != "bela" || me.Name != "Bela" {
			t.Errorf("logged in as %+v: %v", me, err)
		}
		if err := c.With(token).Revoke(t.Context()); err != nil {
			t.Error(err)
		}
		if _, err := c.With(token).WhoAmI(t.Context()); !errors.Is(err, lichess.ErrLogin) {
			t.Errorf("after logout: %v", err)
		}
	}
	l, err := lichess.NewLogin(c, lichess.PlayScopes)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if _, err := http.Get(s.Agree("bela", l.URL(), false)); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Await(t.Context()); err == nil || !strings.Contains(err.Error(), "did not agree") {
		t.Errorf("refused login: %v", err)
	}
}

func TestSeek(t *testing.T) {
	s := newSetting(t)
	terms := lichess.Terms{Variant: "atomic", Base: 10 * time.Minute, Incr: 5 * time.Second, Rated: true, Lowest: 1400, Highest: 1700}
	if err := s.account.Seek(terms, "Atomic 10+5"); err == nil {
		t.Error("a seek without a line for events: the game would be missed")
	}
	s.account.Follow()
	s.AwaitEvents("anna")
	for s.account.Line() != nil || s.account.Seek(terms, "Atomic 10+5") != nil { // the client may not have seen the line yet
		<-s.account.C()
	}
	if s.account.Seeking() != "Atomic 10+5" {
		t.Errorf("seeking %q", s.account.Seeking())
	}
	if err := s.account.Seek(lichess.Terms{Base: 3 * time.Minute}, ""); err == nil || !strings.Contains(err.Error(), "blitz by a challenge") {
		t.Errorf("a blitz seek: %v", err)
	}
	s.account.StopSeek()
	s.AwaitNoSeek("anna")
	s.must(s.account.Seek(terms, "again"))
	s.TakeSeek("anna", "olga")
	n := s.news(lichess.GameBegins)
	if !n.Asked || n.Against != "Olga" {
		t.Errorf("news %+v", n)
	}
	if !s.account.PlaysPerson() || s.account.Seeking() != "" || len(s.account.Games()) != 1 {
		t.Error("a game against a person goes on")
	}
	g, err := s.account.Game(t.Context(), n.Game)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Leave()
	snap := until(t, g, "the game", ply(0))
	if snap.Terms.Parts[0] != "atomic" || !snap.Terms.Rated || snap.Terms.Control.Base != 10*time.Minute || snap.Terms.Control.Increment != 5*time.Second {
		t.Errorf("terms %+v", snap.Terms)
	}
	if snap.Players[chess.Black].Name != "Olga" || snap.Ratings[chess.Black].Value != 1500 || len(snap.Tries) != 20 || snap.Running {
		t.Errorf("snapshot %+v", snap)
	}
}

func TestGame(t *testing.T) {
	s := newSetting(t)
	at, g := s.begin(rapid)
	ctx := t.Context()
	until(t, g, "the start", ply(0))
	s.must(g.Move(ctx, "e2e4"))
	until(t, g, "the move", ply(1))
	at.Move("e7e5")
	snap := until(t, g, "the answer", ply(2))
	if snap.Moves[1] != "e5" || !snap.Running || snap.Turn != chess.White {
		t.Errorf("after two moves: %+v", snap)
	}
	at.Clocks(61000, 598000)
	snap = until(t, g, "clocks", func(s remote.Snapshot) bool { return s.Left[chess.White] == 61*time.Second })
	for wait, want := range map[time.Duration]time.Duration{0: 61 * time.Second, 20 * time.Second: 41 * time.Second, time.Hour: 0} {
		if got := snap.Clock.Left(chess.White, noon.Add(wait)); got != want {
			t.Errorf("after %v White has %v, want %v", wait, got, want)
		}
	}
	if got := snap.Clock.Left(chess.Black, noon.Add(time.Minute)); got != 598*time.Second {
		t.Errorf("Black has %v", got)
	}
	if err := g.Move(ctx, "e4e6"); err == nil || !strings.Contains(err.Error(), "cannot move there") {
		t.Errorf("an illegal move: %v", err)
	}

	// What is said.
	at.Chat("Olga", "player", "hi \x1b[31m\u202ethere\a")
	at.Chat("Eve", "spectator", "play Qh5")
	snap = until(t, g, "chat", func(s remote.Snapshot) bool { return len(s.Chat) == 1 })
	if got := snap.Chat[0]; got.From.Name != "Olga" || got.Text != "hi [31mthere" {
		t.Errorf("chat %+v", got)
	}
	s.must(g.Say("good luck"))
	at.AwaitSaid(1)

	// Offers.
	at.Offer(chess.Black, false, true)
	snap = until(t, g, "an offer", func(s remote.Snapshot) bool { return s.Offer == remote.Draw })
	if snap.OfferBy != chess.Black {
		t.Error("whose offer is it?")
	}
	s.must(g.Decline(ctx))
	until(t, g, "no offer", func(s remote.Snapshot) bool { return s.Offer == remote.NoOffer })
	s.must(g.Offer(ctx, remote.TakeBack))
	at.AcceptTakeback(chess.White)
	until(t, g, "the takeback", ply(0))
	s.must(g.Move(ctx, "d2d4"))
	at.Move("d7d5")
	at.Offer(chess.Black, true, true)
	until(t, g, "a wish", func(s remote.Snapshot) bool { return s.Offer == remote.TakeBack })
	s.must(g.Accept(ctx))
	until(t, g, "the takeback", ply(1))
	at.Move("g8f6")
	s.must(g.GiveTime(ctx))

	// Who has gone.
	at.Gone(true, 8)
	snap = until(t, g, "that he has gone", func(s remote.Snapshot) bool { return !s.ClaimAt[chess.Black].IsZero() })
	if got := snap.ClaimAt[chess.Black]; !got.Equal(noon.Add(8 * time.Second)) {
		t.Errorf("claim at %v", got)
	}
	at.Gone(false, 0)
	until(t, g, "that he is back", func(s remote.Snapshot) bool { return s.ClaimAt[chess.Black].IsZero() })
	at.Gone(true, 0)
	s.must(g.ClaimWin(ctx))
	snap = until(t, g, "the end", over)
	if snap.Outcome != (chess.Outcome{Result: chess.WhiteWins, Reason: chess.ByAbandonment}) {
		t.Errorf("outcome %v", snap.Outcome)
	}
	s.news(lichess.GameEnds)
	if s.account.PlaysPerson() {
		t.Error("no game goes on")
	}

	// Once more.
	s.must(g.Offer(ctx, remote.Rematch))
	id, form := s.AwaitChallenge("anna")
	if form.Get("color") != "black" || form.Get("clock.limit") != "600" || form.Get("clock.increment") != "5" {
		t.Errorf("rematch %v", form)
	}
	until(t, g, "the wish", func(s remote.Snapshot) bool { return s.Offer == remote.Rematch && s.OfferBy == chess.White })
	s.Reply(id, "")
	until(t, g, "the next game", func(s remote.Snapshot) bool { return s.Next == id })
}

// TestCorrespondence plays with days for a move: the clock runs at once, the games that wait are known,
// also those in which the opponent has moved unseen.
func TestCorrespondence(t *testing.T) {
	s := newSetting(t)
	at, g := s.begin(url.Values{"days": {"3"}})
	snap := until(t, g, "the start", ply(0))
	if g.ControlText() != "3 days per move" || !snap.Running || snap.Left[chess.White] != 72*time.Hour {
		t.Errorf("%q, running %v, left %v", g.ControlText(), snap.Running, snap.Left)
	}
	if got := snap.Clock.Left(chess.White, noon.Add(25*time.Hour)); got != 47*time.Hour {
		t.Errorf("after a day and an hour White has %v", got)
	}
	other := s.Begin("olga", "anna", url.Values{"days": {"1"}})
	s.news(lichess.GameBegins)
	if got := s.account.Waiting(""); !slices.Equal(got, []string{at.ID}) {
		t.Errorf("games that wait: %v", got)
	}
	s.must(g.Move(t.Context(), "e2e4"))
	until(t, g, "the move", ply(1))
	if got := s.account.Waiting(""); len(got) != 0 {
		t.Errorf("games that wait after the move: %v", got)
	}
	other.Move("d2d4") // nobody is told
	s.must(s.account.Refresh(t.Context()))
	if got := s.account.Waiting(at.ID); !slices.Equal(got, []string{other.ID}) {
		t.Errorf("games that wait after asking: %v", got)
	}
	s.must(s.account.Refresh(t.Context()))
	if n := s.Count("GET /api/account/playing"); n != 1 {
		t.Errorf("asked %d times", n)
	}
	for _, p := range s.account.Games() {
		if left, ok := p.Left(noon.Add(time.Hour)); p.ID == other.ID && (!ok || left != 23*time.Hour) {
			t.Errorf("an hour later %v are left, %v", left, ok)
		}
	}
	other.End("resign", "white")
	s.news(lichess.GameEnds)
	s.clock.Advance(time.Minute)
	s.must(s.account.Refresh(t.Context()))
	if n := len(s.account.Games()); n != 1 {
		t.Errorf("%d games go on", n)
	}
}

func TestRematchOfOpponent(t *testing.T) {
	s := newSetting(t)
	at, g := s.begin(rapid)
	at.End("resign", "white")
	until(t, g, "the end", over)
	id := s.Challenge("olga", "anna", rapid, at.ID)
	until(t, g, "the wish", func(s remote.Snapshot) bool { return s.Offer == remote.Rematch && s.OfferBy == chess.Black })
	s.must(g.Accept(t.Context()))
	until(t, g, "the next game", func(s remote.Snapshot) bool { return s.Next == id })
}

// TestBreaks has the line of a game break in the middle of a line and fall silent: it is opened
// again with growing pauses, the state is taken whole, and a move is sent once.
func TestBreaks(t *testing.T) {
	s := newSetting(t)
	at, g := s.begin(rapid)
	until(t, g, "the start", ply(0))
	s.must(g.Move(t.Context(), "e2e4"))
	at.AwaitMoves(1)
	at.Cut()
	snap := until(t, g, "the break", func(s remote.Snapshot) bool { return s.Outage != "" })
	if snap.Ply != 1 {
		t.Errorf("what was shown: ply %d", snap.Ply)
	}
	at.AwaitStreams(0)
	at.Move("e7e5") // while nobody listens
	s.Fail("/api/board/game/stream", 502, "")
	s.clock.AwaitWait(time.Second)
	s.clock.Advance(time.Second)
	s.clock.AwaitWait(2 * time.Second) // the pauses grow
	s.clock.Advance(2 * time.Second)
	snap = until(t, g, "the line again", func(s remote.Snapshot) bool { return s.Outage == "" && s.Ply == 2 })
	if n := s.Count("POST /api/board/game/" + at.ID + "/move"); n != 1 {
		t.Errorf("the move was sent %d times", n)
	}
	s.clock.AwaitWait(lichess.Silence)
	s.clock.Advance(lichess.Silence)
	until(t, g, "that the silence is noticed", func(s remote.Snapshot) bool { return s.Outage != "" })
	s.clock.AwaitWaits(time.Second, 2) // the line of events was silent, too
	s.clock.Advance(time.Second)
	until(t, g, "the line again", func(s remote.Snapshot) bool { return s.Outage == "" })
}

// TestSecondLine has a second program take the events: the first says so and leaves them there.
func TestSecondLine(t *testing.T) {
	s := newSetting(t)
	s.account.Follow()
	s.AwaitEvents("anna")
	second := lichess.NewAccount(s.newClient(s.secret), s.account.User)
	defer second.Close()
	second.Follow()
	s.news(lichess.TakenElsewhere)
	if !errors.Is(s.account.Line(), lichess.ErrElsewhere) {
		t.Errorf("line %v", s.account.Line())
	}
	s.Await("GET /api/stream/event", 2)
	s.Challenge("olga", "anna", rapid, "")
	for len(second.News()) == 0 {
		<-second.C()
	}
	s.account.Follow() // it is taken back
	for second.Line() == nil {
		<-second.C()
	}
	if n := s.Count("GET /api/stream/event"); n != 3 {
		t.Errorf("the line was opened %d times", n)
	}
}

// TestEventsBreak has the line for events break: what is over meanwhile is forgotten.
func TestEventsBreak(t *testing.T) {
	s := newSetting(t)
	s.account.Follow()
	s.AwaitEvents("anna")
	one := s.Begin("anna", "olga", rapid)
	s.news(lichess.GameBegins)
	s.CutEvents("anna")
	for s.account.Line() == nil {
		<-s.account.C()
	}
	one.End("resign", "white")
	two := s.Begin("bela", "anna", rapid)
	s.clock.AwaitWait(time.Second)
	s.clock.Advance(time.Second)
	n := s.news(lichess.GameBegins)
	for len(s.account.Games()) != 1 {
		<-s.account.C()
	}
	if n.Game != two.ID || s.account.Games()[0].ID != two.ID {
		t.Errorf("games %+v", s.account.Games())
	}
}

func TestChallenges(t *testing.T) {
	s := newSetting(t)
	s.account.Follow()
	s.AwaitEvents("anna")
	id := s.Challenge("olga", "anna", url.Values{"variant": {"horde"}, "days": {"3"}}, "")
	n := s.news(lichess.Challenged)
	if n.Challenge.Terms().Days != 3 || n.Challenge.Variant.Key != "horde" || n.Against != "Olga" {
		t.Errorf("challenge %+v", n.Challenge)
	}
	s.must(s.client.Decline(t.Context(), id, "tooSlow"))
	id = s.Challenge("olga", "anna", rapid, "")
	s.news(lichess.Challenged)
	s.must(s.client.Accept(t.Context(), id))
	s.news(lichess.GameBegins)

	s.must(s.account.Challenge("Olga", lichess.Terms{Base: 5 * time.Minute, Variant: "chess960", Colour: "white"}, "Olga"))
	id, form := s.AwaitChallenge("anna")
	if form.Get("keepAliveStream") != "true" || form.Get("variant") != "chess960" || form.Get("color") != "white" {
		t.Errorf("sent %v", form)
	}
	s.Reply(id, "tooFast")
	if n := s.news(lichess.Declined); n.Challenge.ReasonKey != "toofast" || n.Against != "Olga" {
		t.Errorf("declined %+v", n.Challenge)
	}
	s.must(s.account.Challenge("Olga", lichess.Terms{Days: 2}, "Olga"))
	if err := s.client.Accept(t.Context(), "nosuchid"); !errors.Is(err, lichess.ErrNotFound) && !strings.Contains(err.Error(), "Not found") {
		t.Errorf("accepting nothing: %v", err)
	}
	game, err := s.client.ChallengeAI(t.Context(), 3, lichess.Terms{Base: 5 * time.Minute})
	if err != nil || game == "" {
		t.Errorf("the computer: %v", err)
	}
	all, err := s.client.Ongoing(t.Context())
	if err != nil || len(all) != 2 {
		t.Errorf("ongoing %+v: %v", all, err)
	}
}

// TestPause has the server find it too much: nothing is asked for a minute, then what waited is.
func TestPause(t *testing.T) {
	s := newSetting(t)
	at, g := s.begin(rapid)
	told := make(chan time.Time, 1)
	s.client.OnPause(func(until time.Time) { told <- until })
	s.Fail("/api/board/game/"+at.ID+"/move", http.StatusTooManyRequests, "")
	sent := make(chan error, 1)
	go func() { sent <- g.Move(context.Background(), "e2e4") }()
	if until := <-told; !until.Equal(noon.Add(time.Minute)) {
		t.Errorf("pause until %v", until)
	}
	ctx, cancel := context.WithDeadline(t.Context(), noon.Add(10*time.Second).Add(time.Since(noon)))
	defer cancel()
	_ = ctx
	s.clock.AwaitWait(time.Minute)
	if n := s.Count("POST"); n != 1 {
		t.Errorf("%d requests were sent", n)
	}
	s.clock.Advance(time.Minute)
	s.must(<-sent)
	at.AwaitMoves(1)
}

// TestOneAtATime holds that a request waits for the answer to another.
func TestOneAtATime(t *testing.T) {
	s := newSetting(t)
	in, out := make(chan bool), make(chan bool)
	s.Fault("/api/account", func(w http.ResponseWriter, r *http.Request) {
		in <- true
		<-out
		lichesstest.Faulty(w)
		_, _ = io.WriteString(w, `{"id":"anna"}`)
	})
	done := make(chan error, 2)
	go func() { _, err := s.client.WhoAmI(t.Context()); done <- err }()
	<-in
	before := len(s.Requests())
	go func() { _, err := s.client.Ongoing(t.Context()); done <- err }()
	if after := len(s.Requests()); after != before {
		t.Error("a second request was sent")
	}
	close(out)
	s.must(<-done)
	s.must(<-done)
}

// TestRefusals holds what the player reads of answers that are refusals, or no answers at all.
func TestRefusals(t *testing.T) {
	s := newSetting(t)
	raw := func(kind, text string) func(http.ResponseWriter, *http.Request) {
		return func(w http.ResponseWriter, _ *http.Request) {
			lichesstest.Faulty(w)
			w.Header().Set("Content-Type", kind)
			_, _ = io.WriteString(w, text)
		}
	}
	for _, c := range []struct {
		answer func(http.ResponseWriter, *http.Request)
		want   string
	}{
		{func(w http.ResponseWriter, _ *http.Request) { lichesstest.Faulty(w); w.WriteHeader(404) }, "does not know"},
		{func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(401) }, "log in again"},
		{func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(503) }, "out of order"},
		{func(w http.ResponseWriter, _ *http.Request) {
			lichesstest.Faulty(w)
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(400)
			_, _ = io.WriteString(w, `{"error":"no \u001b[2J\u202e luck"}`)
		}, "lichess says: no [2J luck"},
		{func(w http.ResponseWriter, _ *http.Request) {
			lichesstest.Faulty(w)
			w.Header().Set("Location", "http://example.org/")
			w.WriteHeader(302)
		}, "status 302"},
		{raw("application/json", "<html>"), "makes no sense"},
		{raw("application/json", `{"id":7}`), "makes no sense"},
		{func(w http.ResponseWriter, r *http.Request) {
			lichesstest.Faulty(w)
			for r.Context().Err() == nil {
				if _, err := io.WriteString(w, strings.Repeat("x", 1<<16)); err != nil {
					return
				}
			}
		}, "makes no sense"},
		{func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "cannot be reached"},
	} {
		s.Fault("/api/account", c.answer)
		_, err := s.client.WhoAmI(t.Context())
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), s.secret) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}

// TestEndlessStream has a stream send a line without end: it is refused, and opened again later.
func TestEndlessStream(t *testing.T) {
	s := newSetting(t)
	s.Fault("/api/stream/event", func(w http.ResponseWriter, r *http.Request) {
		lichesstest.Faulty(w)
		for r.Context().Err() == nil {
			if _, err := io.WriteString(w, strings.Repeat("x", 1<<16)); err != nil {
				return
			}
		}
	})
	s.account.Follow()
	for s.account.Line() == nil {
		<-s.account.C()
	}
	s.clock.AwaitWait(time.Second)
	s.clock.Advance(time.Second)
	s.AwaitEvents("anna")
}

// shortGames are wins for White in each variant, as lichess writes moves.
var shortGames = map[string]struct{ fen, moves string }{
	"standard":   {"", "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7"},
	"chess960":   {"", "a1b3 a8b6 b3d4 b6d5 d4f5 d5f4 f5e7"},
	"crazyhouse": {"", "e2e4 d7d5 e4d5 d8d5 b1c3 d5e4 c3e4"},
}

func TestSomeVariants(t *testing.T) {
	s := newSetting(t)
	for key, c := range shortGames {
		form := url.Values{"clock.limit": {"600"}, "clock.increment": {"5"}, "variant": {key}}
		at, g := s.begin(form)
		for _, m := range strings.Fields(c.moves) {
			at.Move(m)
		}
		n := len(strings.Fields(c.moves))
		snap := until(t, g, key, ply(n))
		if len(snap.Moves) != n || slices.Contains(snap.Moves, "") {
			t.Errorf("%s: moves %v", key, snap.Moves)
		}
		at.End("resign", "white")
		if !snap.Over() {
			until(t, g, "the end", over)
		}
	}
}

// played is a game of a download.
func played(n int) string {
	at := time.Date(2026, 1, 1, 0, n/2, 0, 0, time.UTC) // two in each minute
	return fmt.Sprintf("[Event \"Rated game\"]\n[Site \"https://lichess.org/abcd%04d\"]\n[UTCDate \"%s\"]\n[UTCTime \"%s\"]\n[Result \"1-0\"]\n\n1. e4 { [%%clk 0:10:00] } e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0",
		n, at.Format("2006.01.02"), at.Format("15:04:05"))
}

// TestDownload fetches games, those since the last time, and goes on where it broke off.
func TestDownload(t *testing.T) {
	s := newSetting(t)
	file := filepath.Join(t.TempDir(), "games", "mine.pgn")
	fetch := func(most, want int) {
		t.Helper()
		n, err := s.client.Download(t.Context(), "anna", file, most)
		if err != nil || n != want {
			t.Errorf("%d games, want %d: %v", n, want, err)
		}
	}
	fetch(0, 0)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	for n := range 7 {
		s.Played(played(n))
	}
	fetch(3, 3)
	fetch(3, 3)
	fetch(0, 1)
	fetch(0, 0)
	s.Played(played(7))
	s.Fault("/api/games/user/anna", func(w http.ResponseWriter, _ *http.Request) {
		lichesstest.Faulty(w)
		w.Header().Set("Content-Type", "application/x-chess-pgn")
		_, _ = io.WriteString(w, played(7)+"\n\n"+played(8)[:150])
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	})
	if n, err := s.client.Download(t.Context(), "anna", file, 0); n != 1 || err == nil {
		t.Errorf("a download that breaks off: %d games, %v", n, err)
	}
	s.Played(played(8))
	fetch(0, 1)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for n := range 9 {
		if got := strings.Count(string(text), played(n)); got != 1 {
			t.Errorf("game %d is in the file %d times", n, got)
		}
	}
}

func TestImport(t *testing.T) {
	s := newSetting(t)
	s.Answer("/api/import", `{"id":"R6iLjwz5","url":"https://lichess.org/R6iLjwz5"}`)
	if address, err := s.client.Import(t.Context(), played(1)); err != nil || address != s.URL+"/R6iLjwz5" {
		t.Errorf("%s: %v", address, err)
	}
	if _, err := s.client.Import(t.Context(), " \n"); err == nil {
		t.Error("nothing was sent")
	}
}

// TestWatch follows a channel of television from one game to the next, and a game to its end.
func TestWatch(t *testing.T) {
	s := newSetting(t)
	featured := func(id, fen string) string {
		return `{"t":"featured","d":{"id":"` + id + `","orientation":"white","players":[{"color":"white","user":{"name":"Anna\u001b[2J","id":"anna","title":"GM"},"rating":2800,"seconds":60},{"color":"black","user":{"name":"Ben","id":"ben"},"rating":2700,"seconds":61}],"fen":"` + fen + `"}}` + "\n"
	}
	next := make(chan string)
	s.Fault("/api/tv/feed", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/x-ndjson")
		for line := range next {
			_, _ = io.WriteString(w, line)
			w.(http.Flusher).Flush()
		}
	})
	go func() {
		next <- featured("one", "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w")
		next <- `{"t":"fen","d":{"fen":"r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R b","lm":"d2d3","wc":58,"bc":61}}` + "\n"
	}()
	w, err := s.client.Watch(t.Context(), "tv/best")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Leave()
	see := func(what string, holds func(remote.Snapshot) bool) remote.Snapshot {
		t.Helper()
		for snap := range w.C() {
			if holds(snap) {
				return snap
			}
		}
		t.Fatalf("%s: %v", what, w.Err())
		return remote.Snapshot{}
	}
	snap := see("a move", func(s remote.Snapshot) bool { return s.Ply == 1 })
	if snap.Moves[0] != "d3" || snap.Players[0].Name != "GM Anna[2J" || snap.Left[0] != 58*time.Second || snap.Seat != remote.Spectator {
		t.Errorf("snapshot %+v", snap)
	}
	next <- `{"t":"fen","d":{"fen":"r1bq1rk1/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w","lm":"e8h8","wc":58,"bc":60}}` + "\n" // castling, of which nothing was told
	see("castling", func(s remote.Snapshot) bool { return s.Ply == 0 && s.Turn == chess.White })
	next <- featured("two", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	see("the next game", func(s remote.Snapshot) bool { return s.Table == "two" })
	close(next)

	s.Fault("/api/stream/game/abc", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/x-ndjson")
		head := `{"id":"abc","variant":{"key":"threeCheck","name":"Three-check","short":"3check"},"initialFen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","status":{"id":%d,"name":"%s"},"players":{"white":{"user":{"name":"Anna","id":"anna"},"rating":2800},"black":{"user":{"name":"Ben","id":"ben"},"rating":2700}}%s}` + "\n"
		_, _ = fmt.Fprintf(w, head, 20, "started", "")
		_, _ = io.WriteString(w, `{"fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b","lm":"e2e4","wc":60,"bc":60}`+"\n")
		_, _ = fmt.Fprintf(w, head, 31, "resign", `,"winner":"white"`)
	})
	if w, err = s.client.Watch(t.Context(), "abc"); err != nil {
		t.Fatal(err)
	}
	snap = see("the end", over)
	if snap.Outcome.Result != chess.WhiteWins || snap.Moves[0] != "e4" || snap.Terms.Parts[0] != "3check" {
		t.Errorf("the end %+v", snap)
	}
	w.Leave()
}

// TestCollections lists broadcasts and studies and fetches what is in them.
const batchAnswer = `{"puzzles":[{"game":{"id":"P1M5pws5","perf":{"key":"rapid","name":"Rapid"},"rated":true,"players":[{"name":"Ivan","id":"ivan","color":"white","rating":2059},{"name":"Rudra","id":"rudra","color":"black","rating":1992}],` +
	`"pgn":"d4 Nf6 Nf3 g6 Nc3 Bg7 e4 d6 Be3 Nc6 d5 Nb8 Qd2 O-O O-O-O c5 Bh6 a6 a4 b5 axb5 axb5 Bxb5 Ra1+ Nb1 Nxe4 Qe3 Nxf2","clock":"10+0"},` +
	`"puzzle":{"id":"8KtG9","rating":1512,"plays":5171,"solution":["h6g7","g8g7","e3f2"],"themes":["middlegame","intermezzo","short","advantage"],"initialPly":27}}]}`

// TestPuzzles asks for puzzles and sends a result; what cannot be a puzzle is refused.
func TestPuzzles(t *testing.T) {
	s := newSetting(t)
	s.Answer("/api/puzzle/batch/fork", batchAnswer)
	all, err := s.client.Puzzles(t.Context(), "fork", "normal")
	if err != nil || len(all) != 1 {
		t.Fatalf("puzzles %+v: %v", all, err)
	}
	if p := all[0]; p.ID != "8KtG9" || p.Moves != "e4f2 h6g7 g8g7 e3f2" || p.Rating != 1512 || !p.HasTheme("intermezzo") || !p.Lichess() {
		t.Errorf("puzzle %+v", p)
	}
	if _, moves, err := all[0].Line(); err != nil || len(moves) != 4 {
		t.Errorf("its line: %v %v", moves, err)
	}
	change, err := s.client.SendPuzzle(t.Context(), "", "8KtG9", true)
	if got := s.AwaitSolved(1); err != nil || change != 8 || got[0] != "8KtG9 true" {
		t.Errorf("sent %v, change %d: %v", got, change, err)
	}
	for _, bad := range []string{
		`{"puzzles":[]}`, strings.Replace(batchAnswer, "h6g7", "h6g8", 1), strings.Replace(batchAnswer, "d4 Nf6", "d4 Qf6", 1),
		strings.Replace(batchAnswer, "8KtG9", "../8KtG9", 1),
	} {
		s.Answer("/api/puzzle/batch/mix", bad)
		if all, err := s.client.Puzzles(t.Context(), "", ""); err == nil {
			t.Errorf("%.80s gives %+v", bad, all)
		}
	}
}

// TestRound follows a round: games come whole whenever somebody has moved, what cannot be read takes no other with it.
func TestRound(t *testing.T) {
	s := newSetting(t)
	const at = "/api/stream/broadcast/round/pk5fmYTD.pgn"
	game := func(white, moves, result string) string {
		return fmt.Sprintf("[Event \"K\"]\n[White \"%s\"]\n[Black \"Ben\x1b[2J\"]\n[Result \"%s\"]\n[GameURL \"https://lichess.org/broadcast/k/r/pk5fmYTD/%s0000000\"]\n\n%s %s\n\n\n", white, result, white, moves, result)
	}
	s.Answer(at, game("A", "1. e4 { [%clk 1:30:00] } e5 { [%clk 1:29:00] }", "*")+"[Event \"x\"]\n[Variant \"Nonsense\"]\n\n1. e4 *\n\n\n"+game("C", "1. d4", "1-0"))
	b := s.client.FollowRound("pk5fmYTD")
	t.Cleanup(b.Leave)
	await := func(what string, holds func([]lichess.Board) bool) []lichess.Board {
		t.Helper()
		late := time.After(30 * time.Second)
		for {
			all, _, err := b.List()
			if holds(all) {
				return all
			}
			select {
			case <-b.C():
			case <-late:
				t.Fatalf("waited in vain for %s: %+v %v", what, all, err)
			}
		}
	}
	all := await("two games", func(all []lichess.Board) bool { return len(all) == 2 })
	if g := all[0]; g.ID != "A0000000" || g.Last != "1...e5" || g.Left != [2]time.Duration{90 * time.Minute, 89 * time.Minute} || g.Players[chess.Black].Name != "Ben[2J" || g.Running {
		t.Errorf("the first game: %+v", g)
	}
	line, err := b.Join(t.Context(), "A0000000")
	if err != nil {
		t.Fatal(err)
	}
	if snap := <-line.C(); snap.Ply != 2 || snap.Running || snap.Seat != remote.Spectator {
		t.Errorf("shown: %+v", snap)
	}
	s.Answer(at, game("A", "1. e4 e5 2. Nf3 { [%clk 1:28:00] }", "*"))
	await("the move", func(all []lichess.Board) bool { return all[0].Last == "2.Nf3" })
	if snap := <-line.C(); snap.Ply != 3 || snap.Over() || snap.Turn != chess.Black {
		t.Errorf("shown: %+v", snap)
	}
	s.Answer(at, game("A", "1. e4 e5 2. Nf3", "1/2-1/2"))
	await("the end", func(all []lichess.Board) bool { return all[0].Result == "1/2-1/2" })
	if snap := <-line.C(); snap.Outcome != (chess.Outcome{Result: chess.Drawn, Reason: chess.ByResult}) {
		t.Errorf("ends with %v", snap.Outcome)
	}
	line.Leave()
	if _, open := <-line.C(); open {
		t.Error("the line of a game goes on")
	}
	if _, err := b.Join(t.Context(), "nothing"); !errors.Is(err, lichess.ErrNotFound) {
		t.Errorf("a game that is not there: %v", err)
	}
	s.Answer("/broadcast/WkIVFXOx/players", `[{"name":"Ann\u001b","title":"GM","rating":2700,"score":2.5,"played":3,"rank":1}]`)
	if table, err := s.client.Standings(t.Context(), "WkIVFXOx"); err != nil || len(table) != 1 || table[0].Name != "Ann" || table[0].Score != 2.5 {
		t.Errorf("standings %+v: %v", table, err)
	}
}

func TestCollections(t *testing.T) {
	s := newSetting(t)
	s.Answer("/api/broadcast", broadcastLine+"\n")
	s.Answer("/api/study/by/anna", `{"id":"WTvnkWAL","name":"Guess\u202e the move","createdAt":1463756350225,"updatedAt":1469965025205}`+"\n")
	s.Answer("/api/broadcast/round/pk5fmYTD.pgn", played(1))
	s.Answer("/api/study/WTvnkWAL.pgn", played(2))
	all, err := s.client.Broadcasts(t.Context())
	if err != nil || len(all) != 1 || all[0].Name != "Knight Invitational" || len(all[0].Rounds) != 1 || !all[0].Rounds[0].Ongoing {
		t.Errorf("broadcasts %+v: %v", all, err)
	}
	studies, err := s.client.Studies(t.Context(), "anna")
	if err != nil || len(studies) != 1 || studies[0].Name != "Guess the move" {
		t.Errorf("studies %+v: %v", studies, err)
	}
	if text, err := s.client.RoundPGN(t.Context(), "pk5fmYTD"); err != nil || string(text) != played(1) {
		t.Errorf("round %s: %v", text, err)
	}
	if text, err := s.client.StudyPGN(t.Context(), "WTvnkWAL"); err != nil || string(text) != played(2) {
		t.Errorf("study %s: %v", text, err)
	}
}

const broadcastLine = `{"tour":{"id":"WkIVFXOx","name":"Knight Invitational","slug":"knight-invitational","createdAt":1783389350699,"url":"https://lichess.org/broadcast/knight-invitational/WkIVFXOx"},"rounds":[{"id":"pk5fmYTD","name":"Round 1","slug":"round-1","createdAt":1783389350883,"rated":false,"ongoing":true,"startsAt":1783392950832,"url":"https://lichess.org/broadcast/knight-invitational/round-1/pk5fmYTD"}]}`

// TestPosition asks about positions: answers are read as moves of ours, nonsense is refused.
func TestPosition(t *testing.T) {
	s := newSetting(t)
	v, err := lichess.Variant("standard")
	if err != nil {
		t.Fatal(err)
	}
	start, err := chess.NewBoard(v.Rules, "")
	if err != nil {
		t.Fatal(err)
	}
	s.Answer("/masters", `{"opening":null,"white":5,"draws":3,"black":2,"moves":[{"uci":"g1f3","san":"Nf3","averageRating":2400,"white":4,"draws":3,"black":2,"game":null,"opening":null}],"topGames":[]}`)
	if p, err := s.client.Explore(t.Context(), lichess.Source{Name: "masters"}, start, nil); err != nil || len(p.Moves) != 1 || p.Moves[0].SAN != "Nf3" || p.Moves[0].Games() != 9 {
		t.Errorf("explorer %+v: %v", p, err)
	}
	s.Answer("/api/cloud-eval", `{"fen":"x","knodes":1,"depth":40,"pvs":[{"cp":20,"moves":"e2e4 e7e5 g1f3"},{"mate":-3,"moves":"f2f3"}]}`)
	depth, lines, err := s.client.Cloud(t.Context(), start)
	if err != nil || depth != 40 || len(lines) != 2 || strings.Join(lines[0].Moves, " ") != "e4 e5 Nf3" || lines[1].Mate != -3 {
		t.Errorf("cloud %d %+v: %v", depth, lines, err)
	}
	s.Answer("/api/cloud-eval", `{"fen":"x","knodes":1,"depth":40,"pvs":[{"cp":20,"moves":"e2e5"}]}`)
	if _, _, err := s.client.Cloud(t.Context(), start); err == nil {
		t.Error("an illegal move was taken")
	}
	if _, err := s.client.Table(t.Context(), start); !errors.Is(err, lichess.ErrNotFound) || s.Count("GET /standard") != 0 {
		t.Errorf("a table of 32 pieces was asked for: %v", err)
	}
	end, err := chess.NewBoard(v.Rules, "4k3/6KP/8/8/8/8/7p/8 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	s.Answer("/standard", `{"category":"win","dtz":1,"moves":[{"uci":"h7h8q","san":"h8=Q+","category":"loss"}]}`)
	if e, err := s.client.Table(t.Context(), end); err != nil || e.Category != "win" || e.Moves[0].SAN != "h8=Q+" {
		t.Errorf("tables %+v: %v", e, err)
	}
}
