package lichess

import (
	"context"
	"net/url"
	"strconv"
	"strings"
	"time"

	"rookery/tui/remote"
)

// mostName is how long a name may be that is shown.
const mostName = 40

// User is an account.
type User struct {
	ID    string `json:"id"`
	Name  string `json:"username"`
	Title string `json:"title"`
	Perfs map[string]struct {
		Games       int  `json:"games"`
		Rating      int  `json:"rating"`
		Provisional bool `json:"prov"`
	} `json:"perfs"`
}

// WhoAmI tells whose token it is.
func (c *Client) WhoAmI(ctx context.Context) (User, error) {
	var u User
	err := c.do(ctx, call{method: "GET", path: "/api/account"}, &u)
	u.Name, u.Title = remote.CleanLine(u.Name, mostName), remote.CleanLine(u.Title, 5)
	return u, err
}

// Revoke has the server forget the token.
func (c *Client) Revoke(ctx context.Context) error {
	return c.do(ctx, call{method: "DELETE", path: "/api/token"}, nil)
}

// colour is how a wish for a colour is written; random is left out, as the server prefers.
func colour(form url.Values, c string) {
	if c == "white" || c == "black" {
		form.Set("color", c)
	}
}

func seconds(d time.Duration) string { return strconv.Itoa(int(d / time.Second)) }

// seekForm writes a seek.
func (t Terms) seekForm() url.Values {
	form := url.Values{"rated": {strconv.FormatBool(t.Rated)}, "variant": {t.variant()}}
	if t.Days > 0 {
		form.Set("days", strconv.Itoa(t.Days))
	} else {
		form.Set("time", strconv.FormatFloat(t.Base.Minutes(), 'f', -1, 64))
		form.Set("increment", seconds(t.Incr))
		colour(form, t.Colour)
	}
	if t.Lowest > 0 && t.Highest > 0 {
		form.Set("ratingRange", strconv.Itoa(t.Lowest)+"-"+strconv.Itoa(t.Highest))
	}
	return form
}

func (t Terms) variant() string {
	if t.Variant == "" {
		return "standard"
	}
	return t.Variant
}

// challengeForm writes a challenge.
func (t Terms) challengeForm() url.Values {
	form := url.Values{"variant": {t.variant()}}
	switch {
	case t.Days > 0:
		form.Set("days", strconv.Itoa(t.Days))
	case !t.NoClock():
		form.Set("clock.limit", seconds(t.Base))
		form.Set("clock.increment", seconds(t.Incr))
	}
	if t.FEN != "" {
		form.Set("fen", t.FEN)
		if t.variant() == "standard" {
			form.Set("variant", "fromPosition")
		}
	}
	colour(form, t.Colour)
	return form
}

// Seek opens a seek. One with a clock stands until ctx ends or somebody takes it; one of
// correspondence is left with the server, and Seek returns at once.
func (c *Client) Seek(ctx context.Context, t Terms, opened func()) error {
	if err := t.CheckSeek(); err != nil {
		return err
	}
	q := call{method: "POST", path: "/api/board/seek", form: t.seekForm()}
	if t.Days > 0 {
		err := c.do(ctx, q, nil)
		if err == nil && opened != nil {
			opened()
		}
		return err
	}
	err := c.stream(ctx, q, opened, func([]byte) error { return nil })
	if err == errEnded { // taken, or it has expired
		return nil
	}
	return err
}

// Challenge is a wish to play one person.
type Challenge struct {
	ID          string `json:"id"`
	Status      string `json:"status"`
	Challenger  Person `json:"challenger"`
	Dest        Person `json:"destUser"`
	Variant     Named  `json:"variant"`
	Rated       bool   `json:"rated"`
	Speed       string `json:"speed"`
	TimeControl struct {
		Type      string `json:"type"`
		Limit     int    `json:"limit"`
		Increment int    `json:"increment"`
		Days      int    `json:"daysPerTurn"`
	} `json:"timeControl"`
	Color      string `json:"color"`
	Direction  string `json:"direction"`
	InitialFEN string `json:"initialFen"`
	RematchOf  string `json:"rematchOf"`
	Reason     string `json:"declineReason"`
	ReasonKey  string `json:"declineReasonKey"`
}

// Person is somebody with a rating.
type Person struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Title       string `json:"title"`
	Rating      int    `json:"rating"`
	Provisional bool   `json:"provisional"`
	AI          int    `json:"aiLevel"`
}

// Named is a variant.
type Named struct {
	Key  string `json:"key"`
	Name string `json:"name"`
}

// Shown is a person as the screens name one.
func (p Person) Shown() string {
	name := remote.CleanLine(p.Name, mostName)
	if name == "" {
		name = remote.CleanLine(p.ID, mostName)
	}
	if p.Title != "" {
		return remote.CleanLine(p.Title, 5) + " " + name
	}
	return name
}

// Terms of a challenge.
func (c *Challenge) Terms() Terms {
	t := Terms{Variant: c.Variant.Key, Rated: c.Rated, Colour: c.Color, FEN: c.InitialFEN}
	switch c.TimeControl.Type {
	case "clock":
		t.Base, t.Incr = time.Duration(c.TimeControl.Limit)*time.Second, time.Duration(c.TimeControl.Increment)*time.Second
	case "correspondence":
		t.Days = c.TimeControl.Days
	}
	return t
}

// Challenge asks somebody to play and keeps the challenge alive until ctx ends or there is an
// answer. Sent, unless it is nil, is called with the challenge as the server has it. A challenge
// without a clock is left with the server. done is accepted, declined or canceled.
func (c *Client) Challenge(ctx context.Context, user string, t Terms, sent func(Challenge)) (done string, err error) {
	if err := t.CheckChallenge(false); err != nil {
		return "", err
	}
	form := t.challengeForm()
	form.Set("rated", strconv.FormatBool(t.Rated))
	q := call{method: "POST", path: path("api", "challenge", user), form: form}
	if t.Days > 0 || t.NoClock() {
		var made Challenge
		if err := c.do(ctx, q, &made); err != nil {
			return "", err
		}
		if sent != nil {
			sent(made)
		}
		return "", nil
	}
	form.Set("keepAliveStream", "true")
	err = c.stream(ctx, q, nil, func(line []byte) error {
		var end struct {
			Done string `json:"done"`
		}
		var made Challenge
		if len(line) == 0 {
			return nil
		}
		if unmarshal(line, &end) == nil && end.Done != "" {
			done = end.Done
			return nil
		}
		if err := unmarshal(line, &made); err != nil {
			return err
		}
		if sent != nil && made.ID != "" {
			sent(made)
		}
		return nil
	})
	if err == errEnded {
		err = nil
	}
	return done, err
}

// ChallengeAI starts a game with the server's own engine, of level 1 to 8, and gives its ID.
func (c *Client) ChallengeAI(ctx context.Context, level int, t Terms) (id string, err error) {
	if err := t.CheckChallenge(true); err != nil {
		return "", err
	}
	form := t.challengeForm()
	form.Set("level", strconv.Itoa(min(max(level, 1), 8)))
	var made struct {
		ID string `json:"id"`
	}
	err = c.do(ctx, call{method: "POST", path: "/api/challenge/ai", form: form}, &made)
	return made.ID, err
}

// Accept agrees to a challenge.
func (c *Client) Accept(ctx context.Context, id string) error {
	return c.do(ctx, call{method: "POST", path: path("api", "challenge", id, "accept")}, nil)
}

// Reasons are why a challenge may be declined: the server's word, and what the player reads.
var Reasons = []struct{ Key, Text string }{
	{"generic", "not now"}, {"later", "later, please"}, {"tooFast", "too fast"}, {"tooSlow", "too slow"},
	{"timeControl", "another time control"}, {"rated", "rated only"}, {"casual", "casual only"},
	{"standard", "standard chess only"}, {"variant", "this variant only"}, {"noBot", "no bots"}, {"onlyBot", "bots only"},
}

// Decline refuses a challenge, with one of the Reasons.
func (c *Client) Decline(ctx context.Context, id, reason string) error {
	return c.do(ctx, call{method: "POST", path: path("api", "challenge", id, "decline"), form: url.Values{"reason": {reason}}}, nil)
}

// Cancel takes a challenge back.
func (c *Client) Cancel(ctx context.Context, id string) error {
	return c.do(ctx, call{method: "POST", path: path("api", "challenge", id, "cancel")}, nil)
}

// Playing is a game of one's own that goes on.
type Playing struct {
	ID       string `json:"gameId"`
	FEN      string `json:"fen"`
	Color    string `json:"color"`
	Variant  Named  `json:"variant"`
	Speed    string `json:"speed"`
	Source   string `json:"source"`
	Rated    bool   `json:"rated"`
	MyTurn   bool   `json:"isMyTurn"`
	Seconds  int    `json:"secondsLeft"`
	LastMove string `json:"lastMove"`
	Opponent struct {
		ID     string `json:"id"`
		Name   string `json:"username"`
		Rating int    `json:"rating"`
		AI     int    `json:"ai"`
	} `json:"opponent"`
	Compat *struct {
		Board bool `json:"board"`
	} `json:"compat"`
	Winner string `json:"winner"`
	Diff   *int   `json:"ratingDiff"`

	at time.Time // when Seconds was told; zero where it was not
}

// Left is what the player has left at a time; ok is false where that is not known.
func (p *Playing) Left(now time.Time) (left time.Duration, ok bool) {
	left = time.Duration(min(max(p.Seconds, 0), int(longestClock/time.Second))) * time.Second
	if p.MyTurn && !p.at.IsZero() {
		left = max(left-now.Sub(p.at), 0)
	}
	return left, !p.at.IsZero() && p.Seconds > 0
}

// Correspondence tells whether the game has days for a move, or no clock at all.
func (p *Playing) Correspondence() bool { return p.Speed == "correspondence" }

// longest is the longest that the game may go on, as far as its speed tells.
func (p *Playing) longest() time.Duration {
	switch p.Speed {
	case "ultraBullet", "bullet":
		return 20 * time.Minute
	case "blitz":
		return time.Hour
	case "rapid":
		return 2 * time.Hour
	case "correspondence":
		return 15 * 24 * time.Hour // one move more than the longest time for one; seen again, it is marked anew
	}
	return 8 * time.Hour
}

// Against is the opponent's name.
func (p *Playing) Against() string {
	if name := remote.CleanLine(p.Opponent.Name, mostName); name != "" {
		return name
	}
	return "Anonymous"
}

// Person tells whether the opponent is one, or a bot of one, and not lichess's own engine.
func (p *Playing) Person() bool { return p.Opponent.AI == 0 && p.Source != "ai" }

// Ongoing lists the games of the player that go on, the most urgent first.
func (c *Client) Ongoing(ctx context.Context) ([]Playing, error) {
	var got struct {
		Games []Playing `json:"nowPlaying"`
	}
	err := c.do(ctx, call{method: "GET", path: "/api/account/playing", query: url.Values{"nb": {strconv.Itoa(mostOngoing)}}}, &got)
	for i := range got.Games {
		got.Games[i].at = c.Clock.Now()
	}
	return got.Games[:min(len(got.Games), mostOngoing)], err
}

// mostOngoing is how many games that go on are asked for; the server gives no more.
const mostOngoing = 50

// inGame does something in a game.
func (c *Client) inGame(ctx context.Context, id string, form url.Values, what ...string) error {
	parts := append([]string{"api", "board", "game", id}, what...)
	return c.do(ctx, call{method: "POST", path: path(parts...), form: form}, nil)
}

// sayIn says something in a game.
func (c *Client) sayIn(ctx context.Context, id, text string) error {
	text = strings.TrimSpace(text)
	return c.inGame(ctx, id, url.Values{"room": {"player"}, "text": {text}}, "chat")
}
