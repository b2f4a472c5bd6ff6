package lichess

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rookery/chess"
	"rookery/tui/play"
	"rookery/tui/remote"
)

// TestToken holds that a token never shows itself.
func TestToken(t *testing.T) {
	secret := "lip_" + strings.Repeat("Ab9", 170)
	token, err := NewToken(" " + secret + "\n")
	if err != nil {
		t.Fatalf("a token of %d characters: %v", len(secret), err)
	}
	c, err := New("http://127.0.0.1:1", token, "test")
	if err != nil {
		t.Fatal(err)
	}
	_, failed := c.WhoAmI(context.Background())
	for _, text := range []string{
		fmt.Sprint(token), fmt.Sprintf("%v %+v %#v %s %q %x %d", token, token, token, token, token, token, token),
		fmt.Sprintf("%+v %#v", struct{ T Token }{token}, &token), fmt.Sprint(failed), fmt.Sprint(errors.Unwrap(failed)),
	} {
		if strings.Contains(text, secret) || strings.Contains(text, fmt.Sprintf("%x", secret)) {
			t.Errorf("the token shows itself: %.60s", text)
		}
	}
	for _, bad := range []string{"", "  ", "a b", "x\ny", "ü", strings.Repeat("x", 5000)} {
		if _, err := NewToken(bad); err == nil || len(bad) > 2 && strings.Contains(err.Error(), bad) {
			t.Errorf("NewToken(%.20q): %v", bad, err)
		}
	}
}

// TestServers holds that a token goes in the open to this machine alone.
func TestServers(t *testing.T) {
	for text, ok := range map[string]bool{
		"": true, "https://lichess.org": true, "https://lichess.dev/": true, "http://localhost:8080": true, "http://127.0.0.1:9663": true, "http://[::1]:80": true,
		"http://lichess.org": false, "lichess.org": false, "ftp://lichess.org": false, "https://me:secret@lichess.org": false, "https://": false, "::": false,
	} {
		if _, err := ParseServer(text); (err == nil) != ok {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestKeep holds that logins are the owner's alone, one for each server.
func TestKeep(t *testing.T) {
	dir := t.TempDir()
	l := Logins{play.Dir(filepath.Join(dir, "rookery"))}
	if token, _, err := l.Token(Home); err != nil || !token.None() {
		t.Fatalf("nothing is kept yet: %v %v", token, err)
	}
	mine, _ := NewToken("lip_mine")
	other, _ := NewToken("lip_other")
	for server, token := range map[string]Token{Home: mine, "http://localhost:8080": other} {
		if err := l.Keep(server, token, "anna", PlayScopes); err != nil {
			t.Fatal(err)
		}
	}
	if got, user, err := l.Token(Home); err != nil || got != mine || user != "anna" {
		t.Errorf("kept %q for %s: %v", got.secret, user, err)
	}
	file := filepath.Join(dir, "rookery", loginFile)
	if info, err := os.Stat(file); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("the file may be read by others: %v %v", info.Mode(), err)
	}
	if err := l.Forget(Home); err != nil {
		t.Fatal(err)
	}
	if got, _, _ := l.Token(Home); !got.None() {
		t.Error("the login was not forgotten")
	}
	if got, _, _ := l.Token("http://localhost:8080"); got != other {
		t.Error("the login of another server was forgotten")
	}
	if err := os.WriteFile(file, []byte(`{"x": lip_mine`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := l.Token(Home); err == nil || strings.Contains(err.Error(), "lip_") {
		t.Errorf("a damaged file: %v", err)
	}
	if err := l.Keep(Home, mine, "anna", nil); err != nil {
		t.Errorf("logging in again over a damaged file: %v", err)
	}
}

// TestTerms holds what is refused before it is sent, and that each refusal says what works.
func TestTerms(t *testing.T) {
	seek := func(base, incr int) Terms {
		return Terms{Base: time.Duration(base) * time.Second, Incr: time.Duration(incr) * time.Second}
	}
	for _, c := range []struct {
		t       Terms
		refused string // part of it
	}{
		{seek(600, 0), ""}, {seek(480, 0), ""}, {seek(300, 5), ""}, {seek(180, 8), ""}, {Terms{Days: 3}, ""}, {Terms{Days: 14, Rated: true}, ""},
		{seek(479, 0), "10+0"}, {seek(300, 3), "challenge"}, {seek(60, 0), "computer"}, {Terms{}, "10+5"}, {Terms{Days: 4}, "1, 2, 3, 5"},
		{seek(181*60, 0), "180 minutes"}, {seek(600, 181), "180 seconds"}, {Terms{Days: 2, FEN: "8/8/8/8/8/8/8/K1k5 w - - 0 1"}, "challenge"},
	} {
		err := c.t.CheckSeek()
		if (err == nil) != (c.refused == "") || err != nil && !strings.Contains(err.Error(), c.refused) {
			t.Errorf("seek %+v: %v, want %q", c.t, err, c.refused)
		}
	}
	for _, c := range []struct {
		t        Terms
		computer bool
		refused  string
	}{
		{seek(180, 0), false, ""}, {seek(300, 3), true, ""}, {Terms{}, false, ""}, {Terms{}, true, ""}, {seek(60, 3), false, ""},
		{seek(60, 0), false, "3+0"}, {seek(100, 9), false, "whole minutes"}, {seek(600, 61), false, "60 seconds"},
		{Terms{Rated: true}, false, "casual"}, {Terms{Rated: true, Base: 10 * time.Minute}, true, "casual"},
	} {
		err := c.t.CheckChallenge(c.computer)
		if (err == nil) != (c.refused == "") || err != nil && !strings.Contains(err.Error(), c.refused) {
			t.Errorf("challenge %+v: %v, want %q", c.t, err, c.refused)
		}
	}
}

// TestVariants holds that each of lichess's variants is one of ours and back.
func TestVariants(t *testing.T) {
	for _, word := range strings.Fields("standard chess960 crazyhouse antichess atomic horde kingOfTheHill racingKings threeCheck fromPosition") {
		v, err := Variant(word)
		if err != nil {
			t.Errorf("%s: %v", word, err)
			continue
		}
		if key, ok := Key(v.Rules); !ok || key != word && word != "fromPosition" {
			t.Errorf("%s is %s, which is %q", word, v.ID, key)
		}
	}
	if _, err := Variant("fogOfWar\x1b[2J"); err == nil || strings.Contains(err.Error(), "\x1b") {
		t.Errorf("an unknown variant: %v", err)
	}
}

// TestRetry holds that pauses grow to a bound.
func TestRetry(t *testing.T) {
	want := []time.Duration{1, 2, 4, 8, 16, 32, 60, 60}
	for n, w := range want {
		if got := retry(n); got != w*time.Second {
			t.Errorf("pause %d is %v, want %v", n, got, w*time.Second)
		}
	}
	if retry(1000) != lastRetry {
		t.Error("pauses grow without bound")
	}
}

// TestOutcomes holds what is made of the server's words.
func TestOutcomes(t *testing.T) {
	g, err := chess.NewGameFEN(mustVariant(t, "standard").Rules, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		status, winner string
		result         chess.Result
		reason         chess.Reason
		aborted        bool
	}{
		{"resign", "white", chess.WhiteWins, chess.ByResignation, false}, {"outoftime", "black", chess.BlackWins, chess.ByTime, false},
		{"outoftime", "", chess.Drawn, chess.ByTimeDraw, false}, {"timeout", "white", chess.WhiteWins, chess.ByAbandonment, false},
		{"draw", "", chess.Drawn, chess.ByAgreement, false}, {"aborted", "", chess.Ongoing, chess.NoReason, true},
		{"noStart", "", chess.Ongoing, chess.NoReason, true}, {"noStart", "black", chess.BlackWins, chess.ByAbandonment, false},
		{"insufficientMaterialClaim", "", chess.Drawn, chess.ByInsufficient, false}, {"somethingNew", "white", chess.WhiteWins, chess.ByResignation, false},
	} {
		s := gameState{Status: c.status, Winner: c.winner}
		o, aborted := s.outcome(g)
		if o.Result != c.result || o.Reason != c.reason || aborted != c.aborted {
			t.Errorf("%s %s: %v %v %v", c.status, c.winner, o.Result, o.Reason, aborted)
		}
	}
}

func mustVariant(t testing.TB, key string) (v struct{ Rules chess.Rules }) {
	found, err := Variant(key)
	if err != nil {
		t.Fatal(err)
	}
	v.Rules = found.Rules
	return v
}

// FuzzGame gives a stream of a game whatever comes: it may refuse it, but never breaks.
func FuzzGame(f *testing.F) {
	f.Add(`{"type":"gameFull","id":"a","variant":{"key":"standard"},"white":{"id":"me"},"black":{"id":"x","name":"\u001b[2J"},"initialFen":"startpos","state":{"type":"gameState","moves":"e2e4 e7e5","wtime":1,"btime":-5,"status":"started"}}` + "\n" +
		`{"type":"gameState","moves":"e2e4","wtime":9223372036854775807,"status":"mate","winner":"green"}`)
	f.Add(`{"type":"chatLine","room":"player","username":"a","text":"\u202e\u0007"}` + "\n" + `{"type":"opponentGone","gone":true,"claimWinInSeconds":-1}`)
	f.Add(`{"type":"gameFull","variant":{"key":"threeCheck"},"initialFen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - +0+0 0 1","state":{"moves":"e1e1 0000 a9z9"}}`)
	f.Add(`{"type":"gameState","moves":"e2e4"}` + "\n" + `[]` + "\n" + `{"type":7}` + "\n" + `{"type":"gameFull"}`)
	f.Fuzz(func(t *testing.T, text string) {
		token, _ := NewToken("lip_x")
		c, err := New("http://127.0.0.1:1", token, "test")
		if err != nil {
			t.Fatal(err)
		}
		a := NewAccount(c, User{ID: "me"})
		defer a.Close()
		g := &Game{account: a, client: c, id: "a", c: make(chan remote.Snapshot, 1), first: make(chan struct{})}
		for line := range strings.Lines(text) {
			if _, err := g.take([]byte(line)); err != nil {
				break
			}
			g.lineIs(nil)
			_ = a.take([]byte(line))
		}
	})
}

// TestLoginAddress holds what is made of an address that was pasted.
func TestLoginAddress(t *testing.T) {
	c, err := New("http://127.0.0.1:1", Token{}, "test")
	if err != nil {
		t.Fatal(err)
	}
	l, err := NewLogin(c, PlayScopes)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, bad := range []string{"", "hello", "http://127.0.0.1:1/", "http://127.0.0.1:1/?code=x&state=wrong", l.redirect + "?state=" + l.state, l.redirect + "?error=access_denied&state=" + l.state} {
		if err := l.Paste(bad); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
	res, err := http.Get(l.redirect + "?" + url.Values{"state": {"other"}, "code": {"x"}}.Encode())
	if err != nil || res.StatusCode != http.StatusBadRequest {
		t.Errorf("another page's answer: %v %v", res, err)
	}
	if err := l.Paste(l.redirect + "?" + url.Values{"state": {l.state}, "code": {"x"}}.Encode()); err != nil {
		t.Errorf("the right address: %v", err)
	}
}
