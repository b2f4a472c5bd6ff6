package lichess

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"rookery/chess/sorted"
	"rookery/tui/play"
	"rookery/tui/remote"
)

// Account is a player who is logged in: the line for events, the games that are on and the
// challenges that wait. It may be used by many goroutines.
type Account struct {
	User   User
	client *Client
	ctx    context.Context
	cancel context.CancelFunc
	c      chan struct{} // something has changed
	live   *play.LiveGames
	mark   chan struct{} // the games may have changed
	marked chan struct{} // closed when nothing more is marked; nil before that has begun

	mu         sync.Mutex
	following  bool
	line       error // why there is no line for events; nil while it stands
	elsewhere  bool  // another program has it
	games      map[string]*Playing
	challenges []*Challenge
	stale      map[string]bool // games and challenges that the line has not named since it stands again
	news       []News
	again      map[string]*again // by the game that was
	lines      map[*Game]bool
	refreshed  time.Time // when the games were asked for last
	told       bool      // the line for events has told the games that go on
	seek       *openSeek
	asked      bool // the seek has ended, perhaps because somebody took it
}

// again is a rematch.
type again struct {
	mine   bool   // the player has asked
	theirs string // the ID of the challenge of the opponent
	sent   string // the ID of the player's own
	next   string // the game that has begun
}

// openSeek is a seek that stands, or a challenge that waits.
type openSeek struct {
	cancel context.CancelFunc
	text   string
}

// News is something that the player is told.
type News struct {
	Kind      NewsKind
	Game      string // its ID
	Against   string
	Asked     bool // the game comes of what this program has asked for
	Challenge *Challenge
	Err       error
}

// NewsKind is what kind of news it is.
type NewsKind int

// The kinds of news.
const (
	GameBegins NewsKind = iota
	GameEnds
	Challenged
	Declined
	SeekEnded // without a game; Err says why, if there is a reason
	TakenElsewhere
)

// mostNews is how much news waits to be read.
const mostNews = 32

// NewAccount makes an account of a client that has a token.
func NewAccount(c *Client, u User) *Account {
	a := &Account{
		User: u, client: c, c: make(chan struct{}, 1), mark: make(chan struct{}, 1), live: new(play.LiveGames),
		games: make(map[string]*Playing), stale: make(map[string]bool), again: make(map[string]*again), lines: make(map[*Game]bool),
	}
	a.ctx, a.cancel = context.WithCancel(context.Background())
	c.OnPause(func(time.Time) { a.changed() })
	return a
}

// Client is how the account asks.
func (a *Account) Client() *Client { return a.client }

// C tells that something has changed.
func (a *Account) C() <-chan struct{} { return a.c }

func (a *Account) changed() {
	for _, c := range [2]chan struct{}{a.c, a.mark} {
		select {
		case c <- struct{}{}:
		default:
		}
	}
}

// Close ends all lines; games go on at the server, a seek is withdrawn.
func (a *Account) Close() {
	a.cancel()
	a.mu.Lock()
	marked := a.marked
	a.mu.Unlock()
	if marked != nil {
		<-marked
	}
}

// MarkIn has other programs of the user know of the games against people, from Follow on.
func (a *Account) MarkIn(l *play.LiveGames) { a.live = l }

// markGames keeps the marks of games as the games are.
func (a *Account) markGames() {
	defer close(a.marked)
	defer a.live.Leave()
	server, on := a.client.Server(), make(map[string]bool)
	for last, told := false, false; !last; {
		select {
		case <-a.mark:
		case <-a.ctx.Done(): // what has changed until now is marked
			last = true
		}
		games := a.Games()
		a.mu.Lock()
		fresh := a.told && !told
		told = a.told
		a.mu.Unlock()
		now := make(map[string]bool)
		for _, p := range games {
			if !p.Person() {
				continue
			}
			if now[p.ID] = true; !on[p.ID] && a.live.Begin(server, a.User.ID, p.ID, a.client.Clock.Now().Add(p.longest())) != nil {
				delete(now, p.ID) // tried again with the next change
			}
		}
		for id := range on {
			if !now[id] && a.live.End(server, a.User.ID, id) == nil {
				delete(on, id)
			}
		}
		maps.Copy(on, now)
		if fresh {
			a.live.EndOthers(server, a.User.ID, on)
		}
	}
}

// Follow opens the line for events, unless it stands. One that another program has taken over is
// taken back.
func (a *Account) Follow() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.following {
		return
	}
	a.following, a.elsewhere = true, false
	if a.marked == nil {
		a.marked = make(chan struct{})
		go a.markGames()
	}
	go a.follow()
}

func (a *Account) follow() {
	err := a.client.follow(a.ctx, call{method: "GET", path: "/api/stream/event", single: true}, func(err error) {
		a.mu.Lock()
		if a.line = err; err == nil {
			for id := range a.games {
				a.stale[id] = true
			}
			for _, c := range a.challenges {
				a.stale[c.ID] = true
			}
		}
		a.mu.Unlock()
		if errors.Is(err, errEnded) { // only another line of the same token does that
			a.mu.Lock()
			a.elsewhere = true
			a.mu.Unlock()
		}
		a.changed()
	}, a.take)
	a.mu.Lock()
	a.following = false
	if a.line = err; a.elsewhere {
		a.line = ErrElsewhere
		a.tellLocked(News{Kind: TakenElsewhere})
	}
	a.mu.Unlock()
	a.changed()
}

// ErrElsewhere says that another program has the events.
var ErrElsewhere = errors.New("another program with your login gets the events now: new games and challenges are not told here")

// Line tells how the line for events stands: nil while it does.
func (a *Account) Line() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.line
}

// take reads an event. An empty line comes when all that goes on was named.
func (a *Account) take(line []byte) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	defer a.changed()
	if len(line) == 0 {
		for id := range a.stale {
			delete(a.games, id)
			a.challenges = slices.DeleteFunc(a.challenges, func(c *Challenge) bool { return c.ID == id })
		}
		clear(a.stale)
		a.told = true
		return nil
	}
	var e struct {
		Type      string     `json:"type"`
		Game      *Playing   `json:"game"`
		Challenge *Challenge `json:"challenge"`
	}
	if err := unmarshal(line, &e); err != nil {
		return err
	}
	switch {
	case e.Type == "gameStart" && e.Game != nil:
		e.Game.at = a.client.Clock.Now()
		a.beginsLocked(e.Game)
	case e.Type == "gameFinish" && e.Game != nil:
		a.endedLocked(e.Game.ID)
	case e.Type == "challenge" && e.Challenge != nil:
		a.challengedLocked(e.Challenge)
	case (e.Type == "challengeCanceled" || e.Type == "challengeDeclined") && e.Challenge != nil:
		a.challengeGoneLocked(e.Challenge, e.Type == "challengeDeclined")
	}
	return nil
}

// beginsLocked takes a game that has begun, or that goes on since before the line stood.
func (a *Account) beginsLocked(p *Playing) {
	delete(a.stale, p.ID)
	_, known := a.games[p.ID]
	a.games[p.ID] = p
	a.removeChallengeLocked(p.ID)
	for old, r := range a.again {
		if r.next == "" && (r.theirs == p.ID || r.sent == p.ID) {
			r.next = p.ID
			go a.showAgain(old)
		}
	}
	if known {
		return
	}
	n := News{Kind: GameBegins, Game: p.ID, Against: p.Against()}
	if a.seek != nil {
		a.asked = true
		a.seek.cancel()
		a.seek = nil
	}
	n.Asked, a.asked = a.asked, false
	a.tellLocked(n)
}

// challengedLocked takes a challenge in either direction.
func (a *Account) challengedLocked(c *Challenge) {
	delete(a.stale, c.ID)
	known := slices.ContainsFunc(a.challenges, func(o *Challenge) bool { return o.ID == c.ID })
	a.removeChallengeLocked(c.ID)
	a.challenges = append(a.challenges, c)
	if len(a.challenges) > 50 {
		a.challenges = a.challenges[1:]
	}
	mine := c.Challenger.ID == a.User.ID
	if c.RematchOf != "" {
		r := a.againLocked(c.RematchOf)
		if mine {
			r.mine, r.sent = true, c.ID
		} else {
			r.theirs = c.ID
		}
		go a.showAgain(c.RematchOf)
	}
	if !mine && !known {
		a.tellLocked(News{Kind: Challenged, Against: c.Challenger.Shown(), Challenge: c})
	}
}

func (a *Account) removeChallengeLocked(id string) {
	a.challenges = slices.DeleteFunc(a.challenges, func(c *Challenge) bool { return c.ID == id })
}

// challengeGoneLocked takes a challenge away.
func (a *Account) challengeGoneLocked(c *Challenge, declined bool) {
	a.removeChallengeLocked(c.ID)
	for old, r := range a.again {
		if r.theirs == c.ID {
			r.theirs = ""
			go a.showAgain(old)
		}
		if r.sent == c.ID {
			r.mine, r.sent = false, ""
			go a.showAgain(old)
		}
	}
	if declined && c.Challenger.ID == a.User.ID {
		c.Reason = remote.CleanLine(c.Reason, mostReason)
		a.tellLocked(News{Kind: Declined, Against: c.Dest.Shown(), Challenge: c})
	}
}

func (a *Account) againLocked(old string) *again {
	if a.again[old] == nil {
		a.again[old] = &again{}
	}
	return a.again[old]
}

// tellLocked keeps news until it is read.
func (a *Account) tellLocked(n News) {
	if len(a.news) < mostNews {
		a.news = append(a.news, n)
	}
}

// News gives what has happened since it was asked last.
func (a *Account) News() []News {
	a.mu.Lock()
	defer a.mu.Unlock()
	news := a.news
	a.news = nil
	return news
}

// Games are those that go on, the player's move first.
func (a *Account) Games() []Playing {
	a.mu.Lock()
	defer a.mu.Unlock()
	var all []Playing
	for _, p := range a.games {
		all = append(all, *p)
	}
	sorted.By(all, func(x, y Playing) int {
		switch {
		case x.MyTurn != y.MyTurn && x.MyTurn:
			return -1
		case x.MyTurn != y.MyTurn:
			return 1
		case x.Seconds != y.Seconds:
			return x.Seconds - y.Seconds
		case x.ID < y.ID:
			return -1
		}
		return 1
	})
	return all
}

// Waiting are the games that wait for the player's move, but one, the most urgent first.
func (a *Account) Waiting(but string) (ids []string) {
	for _, p := range a.Games() {
		if p.MyTurn && p.ID != but {
			ids = append(ids, p.ID)
		}
	}
	return ids
}

// Refresh asks how the games stand: the line for events tells no moves. It asks when the player
// looks at them, and not again for a while.
func (a *Account) Refresh(ctx context.Context) error {
	now := a.client.Clock.Now()
	a.mu.Lock()
	if now.Before(a.refreshed.Add(freshFor)) {
		a.mu.Unlock()
		return nil
	}
	a.refreshed = now
	before := maps.Clone(a.games)
	a.mu.Unlock()
	games, err := a.client.Ongoing(ctx)
	if err != nil {
		return err
	}
	a.mu.Lock()
	for i, p := range games {
		delete(before, p.ID)
		switch known := a.games[p.ID]; {
		case known == nil && a.following: // the line for events tells what begins and ends
		case known != nil && known.at.After(now): // its own line has told more since
		default:
			a.games[p.ID] = &games[i]
		}
	}
	if len(games) < mostOngoing {
		for id := range before {
			delete(a.games, id)
		}
	}
	a.mu.Unlock()
	a.changed()
	return nil
}

// freshFor is how long the state of the games is not asked for again.
const freshFor = 20 * time.Second

// stands notes how a game stands, as its own line says.
func (a *Account) stands(id string, mine bool, left time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if p := a.games[id]; p != nil {
		turned := p.MyTurn != mine
		p.MyTurn, p.Seconds, p.at = mine, int(left/time.Second), a.client.Clock.Now()
		if turned {
			a.changed()
		}
	}
}

// Challenges are those that wait for an answer: In tells which are to the player.
func (a *Account) Challenges() (in, out []Challenge) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, c := range a.challenges {
		if c.Challenger.ID == a.User.ID {
			out = append(out, *c)
		} else {
			in = append(in, *c)
		}
	}
	return in, out
}

// PlaysPerson tells whether a game against somebody else goes on.
func (a *Account) PlaysPerson() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, p := range a.games {
		if p.Person() {
			return true
		}
	}
	return false
}

// Fair tells whether help is allowed: no game against a person goes on. Before the line for events has told
// the games, it asks for them.
func (a *Account) Fair(ctx context.Context) (bool, error) {
	a.mu.Lock()
	told := a.told
	a.mu.Unlock()
	if !told {
		games, err := a.client.Ongoing(ctx)
		if err != nil {
			return false, err
		}
		for _, p := range games {
			if p.Person() {
				return false, nil
			}
		}
	}
	return !a.PlaysPerson(), nil
}

// seen notes a game that a line was opened to, which the line for events may not have named.
func (a *Account) seen(id, speed string, person bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.games[id] == nil && person {
		a.games[id] = &Playing{ID: id, Speed: speed}
		a.changed()
	}
}

// ended notes that a game is over, as its own line says.
func (a *Account) ended(id string) {
	a.mu.Lock()
	a.endedLocked(id)
	a.mu.Unlock()
	a.changed()
}

// endedLocked takes a game away and tells it, whichever line says so first.
func (a *Account) endedLocked(id string) {
	delete(a.stale, id)
	if p, on := a.games[id]; on {
		delete(a.games, id)
		a.tellLocked(News{Kind: GameEnds, Game: id, Against: p.Against()})
	}
}

// Game opens a line to a game.
func (a *Account) Game(ctx context.Context, id string) (*Game, error) {
	g, err := openGame(ctx, a, id)
	if err != nil {
		return nil, err
	}
	a.mu.Lock()
	a.lines[g] = true
	a.mu.Unlock()
	return g, nil
}

func (a *Account) drop(g *Game) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.lines, g)
}

// showAgain has the lines of a game show it once more.
func (a *Account) showAgain(id string) {
	a.mu.Lock()
	var of []*Game
	for g := range a.lines {
		if g.id == id {
			of = append(of, g)
		}
	}
	a.mu.Unlock()
	for _, g := range of {
		g.show()
	}
}

// rematch tells who wants to play again, and the game that came of it.
func (a *Account) rematch(id string) (mine, theirs bool, next string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	r := a.again[id]
	if r == nil {
		return false, false, ""
	}
	return r.mine, r.theirs != "", r.next
}

// rematchID is the opponent's challenge to play again.
func (a *Account) rematchID(id string) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	if r := a.again[id]; r != nil {
		return r.theirs
	}
	return ""
}

// next notes the game that follows another.
func (a *Account) next(old, id string) {
	a.mu.Lock()
	a.againLocked(old).next = id
	a.mu.Unlock()
	a.showAgain(old)
}

// challengeAgain challenges the opponent of a game to another one.
func (a *Account) challengeAgain(old, user string, t Terms) error {
	sent := make(chan error, 1)
	a.mu.Lock()
	a.againLocked(old).mine = true
	a.mu.Unlock()
	go func() {
		_, err := a.client.Challenge(a.ctx, user, t, func(c Challenge) {
			a.mu.Lock()
			a.againLocked(old).sent = c.ID
			if a.games[c.ID] != nil {
				a.againLocked(old).next = c.ID
			}
			a.mu.Unlock()
			a.showAgain(old)
			select {
			case sent <- nil:
			default:
			}
		})
		if err != nil {
			a.mu.Lock()
			a.againLocked(old).mine = false
			a.mu.Unlock()
			a.showAgain(old)
		}
		select {
		case sent <- err:
		default:
		}
	}()
	return <-sent
}

// Seek seeks a game with anybody. The line for events must stand first, so that the game is not
// missed. It goes on until there is a game, or StopSeek.
func (a *Account) Seek(t Terms, text string) error {
	if err := t.CheckSeek(); err != nil {
		return err
	}
	return a.ask(text, t.Days > 0, func(ctx context.Context, opened func()) error {
		return a.client.Seek(ctx, t, opened)
	})
}

// Challenge challenges somebody; it is kept alive until there is an answer, or StopSeek.
func (a *Account) Challenge(user string, t Terms, text string) error {
	if err := t.CheckChallenge(false); err != nil {
		return err
	}
	return a.ask(text, t.Days > 0 || t.NoClock(), func(ctx context.Context, opened func()) error {
		_, err := a.client.Challenge(ctx, user, t, func(Challenge) { opened() })
		return err
	})
}

// Computer starts a game against the server's engine.
func (a *Account) Computer(ctx context.Context, level int, t Terms) (id string, err error) {
	if err := t.CheckChallenge(true); err != nil {
		return "", err
	}
	a.mu.Lock()
	a.asked = true
	a.mu.Unlock()
	return a.client.ChallengeAI(ctx, level, t)
}

// ask opens a seek or a challenge and waits until it stands. What is left with the server is not
// waited for any longer.
func (a *Account) ask(text string, left bool, open func(ctx context.Context, opened func()) error) error {
	ctx, cancel := context.WithCancel(a.ctx)
	s := &openSeek{cancel: cancel, text: text}
	a.mu.Lock()
	switch {
	case a.line != nil || !a.following:
		a.mu.Unlock()
		cancel()
		return errors.New("the line to lichess does not stand: wait until it does")
	case a.seek != nil && !left:
		a.mu.Unlock()
		cancel()
		return errors.New("you are looking for a game already: cancel that first")
	}
	if a.asked = false; !left {
		a.seek = s
	}
	a.mu.Unlock()
	a.changed()
	stands := make(chan error, 1)
	go func() {
		defer cancel()
		err := open(ctx, func() {
			select {
			case stands <- nil:
			default:
			}
		})
		a.mu.Lock()
		if a.seek == s {
			a.seek, a.asked = nil, err == nil
			if ctx.Err() == nil && err == nil && !left {
				a.tellLocked(News{Kind: SeekEnded})
			}
		}
		a.mu.Unlock()
		a.changed()
		select {
		case stands <- err:
		default:
			if err != nil && ctx.Err() == nil {
				a.mu.Lock()
				a.tellLocked(News{Kind: SeekEnded, Err: err})
				a.mu.Unlock()
				a.changed()
			}
		}
	}()
	return <-stands
}

// Seeking tells what game the player looks for; empty for none.
func (a *Account) Seeking() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.seek == nil {
		return ""
	}
	return a.seek.text
}

// StopSeek takes a seek or a challenge back.
func (a *Account) StopSeek() {
	a.mu.Lock()
	if a.seek != nil {
		a.seek.cancel()
		a.seek = nil
	}
	a.mu.Unlock()
	a.changed()
}

// Done is closed when the account is.
func (a *Account) Done() <-chan struct{} { return a.ctx.Done() }
