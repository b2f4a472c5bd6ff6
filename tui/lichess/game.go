package lichess

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"rookery/chess"
	"rookery/tui/remote"
)

// mostMoves is how many half-moves a game may have that is believed, and mostChat how many lines
// of a chat are kept.
const mostMoves, mostChat = 6000, 50

// gameFull is the first line of a stream of a game.
type gameFull struct {
	ID      string `json:"id"`
	Variant Named  `json:"variant"`
	Clock   *struct {
		Initial   int64 `json:"initial"` // in milliseconds, as all times here
		Increment int64 `json:"increment"`
	} `json:"clock"`
	Speed      string    `json:"speed"`
	Rated      bool      `json:"rated"`
	CreatedAt  int64     `json:"createdAt"`
	White      Person    `json:"white"`
	Black      Person    `json:"black"`
	InitialFEN string    `json:"initialFen"`
	State      gameState `json:"state"`
	Days       int       `json:"daysPerTurn"`
	Tournament string    `json:"tournamentId"`
}

// gameState is what changes in a game.
type gameState struct {
	Moves      string `json:"moves"`
	WTime      int64  `json:"wtime"`
	BTime      int64  `json:"btime"`
	WInc       int64  `json:"winc"`
	BInc       int64  `json:"binc"`
	Status     string `json:"status"`
	Winner     string `json:"winner"`
	WDraw      bool   `json:"wdraw"`
	BDraw      bool   `json:"bdraw"`
	WTakeback  bool   `json:"wtakeback"`
	BTakeback  bool   `json:"btakeback"`
	Expiration *struct {
		Idle   int64 `json:"idleMillis"`
		ToMove int64 `json:"millisToMove"`
	} `json:"expiration"`
}

// over tells whether the game has ended.
func (s *gameState) over() bool {
	return s.Status != "created" && s.Status != "started" && s.Status != ""
}

// Game is a line to a game in which the player sits. It shows itself as a table of the lobby does,
// and takes its whole state again whenever the line was broken.
type Game struct {
	account *Account
	client  *Client
	id      string
	cancel  context.CancelFunc
	ctx     context.Context
	c       chan remote.Snapshot
	first   chan struct{} // closed when the first state has come, or none will

	mu     sync.Mutex
	full   *gameFull
	game   *chess.Game
	played []string // the moves of game, as the server writes them
	state  gameState
	at     time.Time // when state came
	outage string
	gone   time.Time // when the game may be claimed; zero while the opponent is there
	chat   []remote.Line
	why    error
	done   bool // c is closed
}

// C gives the newest snapshot after a change; one that was not read is replaced by the next. It is
// closed when nothing more will come.
func (g *Game) C() <-chan remote.Snapshot { return g.c }

// Err tells why C was closed.
func (g *Game) Err() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.why
}

// Leave closes the line. The game goes on.
func (g *Game) Leave() {
	g.account.drop(g)
	g.cancel()
	g.close(nil)
}

func (g *Game) close(why error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.done {
		g.done, g.why = true, why
		close(g.c)
	}
}

// openGame opens the stream of a game and waits for its first state.
func openGame(ctx context.Context, a *Account, id string) (*Game, error) {
	g := &Game{account: a, client: a.client, id: id, c: make(chan remote.Snapshot, 1), first: make(chan struct{})}
	g.ctx, g.cancel = context.WithCancel(context.Background())
	go g.run()
	select {
	case <-g.first:
	case <-ctx.Done():
		g.cancel()
		g.mu.Lock()
		defer g.mu.Unlock()
		if g.outage != "" {
			return nil, errors.New(g.outage)
		}
		return nil, &LineError{ctx.Err()}
	}
	if err := g.Err(); err != nil {
		g.cancel()
		return nil, err
	}
	return g, nil
}

// run follows the stream.
func (g *Game) run() {
	begun := sync.OnceFunc(func() { close(g.first) })
	q := call{method: "GET", path: path("api", "board", "game", "stream", g.id)}
	err := g.client.follow(g.ctx, q, g.lineIs, func(line []byte) error {
		if len(line) == 0 {
			return nil
		}
		over, err := g.take(line)
		if err != nil {
			return &overError{err}
		}
		begun()
		if over {
			return &overError{errEnded}
		}
		return nil
	})
	switch {
	case errors.Is(err, errEnded): // the game is over; what was shown last stays
	case g.ctx.Err() == nil:
		g.close(err)
	}
	begun()
}

// lineIs notes how the line stands.
func (g *Game) lineIs(err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.outage = ""
	if err != nil {
		g.outage = "Connection lost: trying again. Your clock may be running."
		var pause *PauseError
		if errors.As(err, &pause) {
			g.outage = pause.Error()
		}
	}
	g.showLocked()
}

// take reads one line of the stream and tells whether the game is over.
func (g *Game) take(line []byte) (over bool, err error) {
	var kind struct {
		Type string `json:"type"`
	}
	if err := unmarshal(line, &kind); err != nil {
		return false, err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	switch kind.Type {
	case "gameFull":
		var full gameFull
		if err := unmarshal(line, &full); err != nil {
			return false, err
		}
		if err := g.beginLocked(&full); err != nil {
			return false, err
		}
		over, err = g.stateLocked(full.State)
	case "gameState":
		var s gameState
		if err := unmarshal(line, &s); err != nil {
			return false, err
		}
		over, err = g.stateLocked(s)
	case "chatLine":
		var said struct {
			Room string `json:"room"`
			User string `json:"username"`
			Text string `json:"text"`
		}
		if err := unmarshal(line, &said); err != nil {
			return false, err
		}
		g.chatLocked(said.Room, said.User, said.Text)
	case "opponentGone":
		var gone struct {
			Gone bool `json:"gone"`
			In   *int `json:"claimWinInSeconds"`
		}
		if err := unmarshal(line, &gone); err != nil {
			return false, err
		}
		g.gone = time.Time{}
		if gone.Gone && gone.In != nil {
			g.gone = g.client.Clock.Now().Add(time.Duration(max(*gone.In, 0)) * time.Second)
		}
	}
	if err == nil {
		g.showLocked()
	}
	return over, err
}

// beginLocked takes what never changes in a game.
func (g *Game) beginLocked(full *gameFull) error {
	v, err := Variant(full.Variant.Key)
	if err != nil {
		return err
	}
	start, err := startOf(v.Rules, full.InitialFEN)
	if err != nil {
		return &AnswerError{err}
	}
	game, err := chess.NewGameFEN(v.Rules, start)
	if err != nil {
		return &AnswerError{err}
	}
	g.full, g.game, g.played, g.gone = full, game, nil, time.Time{}
	g.account.seen(g.id, full.Speed, g.personLocked())
	return nil
}

// stateLocked takes what has changed.
func (g *Game) stateLocked(s gameState) (over bool, err error) {
	if g.full == nil {
		return false, &AnswerError{errors.New("a state before the game")}
	}
	moves := strings.Fields(s.Moves)
	if len(moves) > mostMoves {
		return false, &AnswerError{errLong}
	}
	same := 0
	for same < min(len(moves), len(g.played)) && moves[same] == g.played[same] {
		same++
	}
	for g.game.Ply() > same {
		g.game.Undo()
	}
	for i, text := range moves[same:] {
		m, err := chess.ParseUCI(g.game.Board(), text)
		if err == nil {
			err = g.game.Play(m)
		}
		if err != nil {
			return false, &AnswerError{fmt.Errorf("move %d: %w", same+i+1, err)}
		}
	}
	if len(moves) != len(g.played) {
		g.gone = time.Time{}
	}
	g.played, g.state, g.at = moves, s, g.client.Clock.Now()
	if s.over() {
		g.gone = time.Time{}
		g.account.ended(g.id)
	} else if c, seated := g.seat().Player(); seated {
		left := millis([2]int64{s.WTime, s.BTime}[c])
		if g.full.Clock == nil && g.full.Days == 0 {
			left = 0
		}
		g.account.stands(g.id, g.game.Turn() == c, left)
	}
	return s.over(), nil
}

// chatLocked takes something that was said. What spectators say might be advice: it is shown when
// the game is over.
func (g *Game) chatLocked(room, user, text string) {
	if room != "player" && !g.state.over() {
		return
	}
	user, text = remote.CleanLine(user, mostName), remote.CleanLine(text, remote.MaxChat)
	if user == "" || text == "" {
		return
	}
	line := remote.Line{From: remote.Player{ID: strings.ToLower(user), Name: user}, At: g.client.Clock.Now(), Text: text}
	g.chat = append(g.chat[max(0, len(g.chat)-mostChat+1):len(g.chat):len(g.chat)], line)
}

// personLocked tells whether the opponent is a person.
func (g *Game) personLocked() bool {
	return g.seat() != remote.Spectator && g.full.White.AI == 0 && g.full.Black.AI == 0
}

// seat is where the player sits.
func (g *Game) seat() remote.Seat {
	switch me := g.account.User.ID; {
	case g.full.White.ID == me:
		return remote.WhiteSeat
	case g.full.Black.ID == me:
		return remote.BlackSeat
	}
	return remote.Spectator
}

// showLocked gives the present state to who reads.
func (g *Game) showLocked() {
	if g.full == nil || g.done {
		return
	}
	s := g.snapshotLocked()
	select {
	case <-g.c:
	default:
	}
	g.c <- s
}

// Show gives the state once more, when something beside the game has changed.
func (g *Game) show() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.showLocked()
}

// shown is a player as the lobby has one.
func shown(p Person) (remote.Player, remote.Rating) {
	name := p.Shown()
	if p.AI > 0 {
		name = fmt.Sprintf("Stockfish level %d", min(p.AI, 8))
	}
	if name == "" {
		name = "Anonymous"
	}
	return remote.Player{ID: strings.ToLower(p.ID), Name: name}, remote.Rating{Value: min(max(p.Rating, 0), 9999), Provisional: p.Provisional}
}

// control is the clock of a game; that of a correspondence game is a time for each move.
func (f *gameFull) control() chess.Control {
	switch {
	case f.Clock != nil:
		return chess.Control{Base: millis(f.Clock.Initial), Increment: millis(f.Clock.Increment)}
	case f.Days > 0:
		return chess.Control{Base: time.Duration(min(f.Days, 14)) * 24 * time.Hour}
	}
	return chess.Control{}
}

// millis is a time that the server gives; what cannot be right is cut off.
func millis(n int64) time.Duration {
	return time.Duration(min(max(n, 0), longestClock.Milliseconds())) * time.Millisecond
}

// longestClock is the most that a clock is believed to show.
const longestClock = 1000 * time.Hour

// snapshotLocked is the game as the screens show it.
func (g *Game) snapshotLocked() remote.Snapshot {
	f, st, board := g.full, &g.state, g.game.Board()
	v, _ := Variant(f.Variant.Key)
	s := remote.Snapshot{
		Table: g.id, Terms: remote.Terms{Parts: []string{v.ID}, Control: f.control(), Rated: f.Rated},
		Seat: g.seat(), Ply: g.game.Ply(), Turn: g.game.Turn(), View: board.View(chess.Everyone),
		Start: g.game.Start(), Began: time.UnixMilli(f.CreatedAt), Moves: g.game.SANs(),
		Outage: g.outage, At: g.at, Chat: slices.Clone(g.chat),
		Left: [2]time.Duration{millis(st.WTime), millis(st.BTime)},
	}
	s.Players[chess.White], s.Ratings[chess.White] = shown(f.White)
	s.Players[chess.Black], s.Ratings[chess.Black] = shown(f.Black)
	if f.Clock == nil && f.Days == 0 {
		s.Left = [2]time.Duration{}
	}
	s.Clock = chess.NewClock(s.Terms.Control).With(chess.White, s.Left[0]).With(chess.Black, s.Left[1]).Turn(s.Turn, g.at)
	// The clocks of a game run when both sides have moved, those of correspondence at once.
	if !st.over() && !s.Terms.Control.None() && (s.Ply >= 2 || f.Days > 0) {
		s.Clock, s.Running = s.Clock.Start(g.at), true
	}
	if st.over() {
		s.Outcome, s.Aborted = st.outcome(g.game)
	}
	c, seated := s.Seat.Player()
	if e := st.Expiration; e != nil && !st.over() {
		s.FirstMove = millis(e.ToMove - e.Idle)
	}
	switch {
	case st.WDraw:
		s.Offer, s.OfferBy = remote.Draw, chess.White
	case st.BDraw:
		s.Offer, s.OfferBy = remote.Draw, chess.Black
	case st.WTakeback:
		s.Offer, s.OfferBy = remote.TakeBack, chess.White
	case st.BTakeback:
		s.Offer, s.OfferBy = remote.TakeBack, chess.Black
	}
	if st.over() {
		s.Offer = remote.NoOffer
	}
	if seated {
		if mine, theirs, next := g.account.rematch(g.id); st.over() {
			s.Next = next
			if mine || theirs {
				s.Offer, s.OfferBy = remote.Rematch, c
				if theirs {
					s.OfferBy = c.Other()
				}
			}
		}
		if !g.gone.IsZero() {
			s.ClaimAt[c.Other()] = g.gone
		}
		if !st.over() && c == s.Turn {
			s.Legal = board.Moves(nil)
			for _, m := range s.Legal {
				s.Tries = append(s.Tries, chess.UCI(board, m))
			}
			s.Claim = g.game.Claimable()
		}
	}
	return s
}

// outcome is how a game has ended: the server says who has won, the rules why.
func (s *gameState) outcome(g *chess.Game) (o chess.Outcome, aborted bool) {
	switch s.Winner {
	case "white":
		o.Result = chess.WhiteWins
	case "black":
		o.Result = chess.BlackWins
	default:
		o.Result = chess.Drawn
	}
	rules := g.Board().Outcome()
	switch s.Status {
	case "aborted":
		return chess.Outcome{}, true
	case "noStart":
		if s.Winner == "" {
			return chess.Outcome{}, true
		}
		o.Reason = chess.ByAbandonment
	case "resign":
		o.Reason = chess.ByResignation
	case "outoftime":
		o.Reason = chess.ByTime
		if s.Winner == "" {
			o.Reason = chess.ByTimeDraw
		}
	case "timeout", "cheat", "unknownFinish":
		o.Reason = chess.ByAbandonment
	case "insufficientMaterialClaim":
		o.Reason = chess.ByInsufficient
	case "stalemate":
		o.Reason = chess.ByStalemate
	case "mate":
		o.Reason = chess.ByCheckmate
	}
	switch {
	case rules.Over() && rules.Result == o.Result && (o.Reason == chess.NoReason || o.Reason == chess.ByCheckmate || o.Reason == chess.ByStalemate):
		return rules, false
	case o.Reason == chess.NoReason && s.Winner != "":
		o.Reason = chess.ByResignation
	case o.Reason == chess.NoReason:
		if o.Reason = g.Claimable(); o.Reason == chess.NoReason {
			o.Reason = chess.ByAgreement
		}
	}
	return o, false
}

// Move plays a move in UCI form. It waits while the server wants a pause, whatever ctx says; the
// stream tells what has become of it.
func (g *Game) Move(_ context.Context, text string) error {
	return g.client.inGame(g.ctx, g.id, nil, "move", text)
}

// Offer asks the opponent for something, or agrees when he has asked for the same.
func (g *Game) Offer(ctx context.Context, o remote.Offer) error {
	switch o {
	case remote.Draw:
		g.mu.Lock()
		away := !g.gone.IsZero() && !g.client.Clock.Now().Before(g.gone)
		g.mu.Unlock()
		if away {
			return g.client.inGame(ctx, g.id, nil, "claim-draw")
		}
		return g.client.inGame(ctx, g.id, nil, "draw", "yes")
	case remote.TakeBack:
		return g.client.inGame(ctx, g.id, nil, "takeback", "yes")
	case remote.Rematch:
		return g.rematch(ctx)
	}
	return errors.New("lichess has no such offer: resign instead")
}

// offered is what the opponent asks for.
func (g *Game) offered() remote.Offer {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.full == nil {
		return remote.NoOffer
	}
	s := g.snapshotLocked()
	if c, seated := s.Seat.Player(); !seated || s.OfferBy == c {
		return remote.NoOffer
	}
	return s.Offer
}

// Accept says yes to what the opponent asks for.
func (g *Game) Accept(ctx context.Context) error {
	switch o := g.offered(); o {
	case remote.NoOffer:
		return errors.New("there is no offer to accept")
	default:
		return g.Offer(ctx, o)
	}
}

// Decline says no.
func (g *Game) Decline(ctx context.Context) error {
	switch g.offered() {
	case remote.Draw:
		return g.client.inGame(ctx, g.id, nil, "draw", "false")
	case remote.TakeBack:
		return g.client.inGame(ctx, g.id, nil, "takeback", "false")
	case remote.Rematch:
		if id := g.account.rematchID(g.id); id != "" {
			return g.client.Decline(ctx, id, "generic")
		}
	}
	return errors.New("there is no offer to decline")
}

// rematch challenges the opponent to the same game with colours changed, or accepts his challenge.
func (g *Game) rematch(ctx context.Context) error {
	if id := g.account.rematchID(g.id); id != "" {
		return g.client.Accept(ctx, id)
	}
	g.mu.Lock()
	f, seat := g.full, g.seat()
	g.mu.Unlock()
	c, seated := seat.Player()
	if !seated {
		return remote.ErrNotSeated
	}
	t := Terms{Variant: f.Variant.Key, Days: f.Days, Rated: f.Rated, Colour: [2]string{"black", "white"}[c]}
	if f.Clock != nil {
		t.Base, t.Incr = millis(f.Clock.Initial), millis(f.Clock.Increment)
	}
	if f.Variant.Key == "fromPosition" {
		t.FEN = f.InitialFEN
	}
	other := [2]Person{f.White, f.Black}[c.Other()]
	if other.AI > 0 {
		id, err := g.client.ChallengeAI(ctx, other.AI, t)
		if err == nil {
			g.account.next(g.id, id)
		}
		return err
	}
	if other.ID == "" {
		return errors.New("your opponent has no account to challenge")
	}
	return g.account.challengeAgain(g.id, other.ID, t)
}

// Resign gives the game up.
func (g *Game) Resign(ctx context.Context) error { return g.client.inGame(ctx, g.id, nil, "resign") }

// Abort ends a game that has hardly begun.
func (g *Game) Abort(ctx context.Context) error { return g.client.inGame(ctx, g.id, nil, "abort") }

// ClaimDraw claims the draw that the rules grant.
func (g *Game) ClaimDraw(ctx context.Context) error {
	return g.client.inGame(ctx, g.id, nil, "draw", "yes")
}

// ClaimWin ends the game when the opponent has been gone too long.
func (g *Game) ClaimWin(ctx context.Context) error {
	g.mu.Lock()
	early := g.client.Clock.Now().Before(g.gone)
	g.mu.Unlock()
	if early {
		return remote.ErrNotYet
	}
	return g.client.inGame(ctx, g.id, nil, "claim-victory")
}

// Berserk halves the player's clock in an arena.
func (g *Game) Berserk(ctx context.Context) error { return g.client.inGame(ctx, g.id, nil, "berserk") }

// GiveTime gives the opponent fifteen seconds.
func (g *Game) GiveTime(ctx context.Context) error {
	return g.client.do(ctx, call{method: "POST", path: path("api", "round", g.id, "add-time", "15")}, nil)
}

// Say says something to the opponent.
func (g *Game) Say(text string) error {
	ctx, cancel := context.WithTimeout(g.ctx, patience)
	defer cancel()
	text = remote.CleanLine(text, 140)
	if text == "" {
		return errors.New("the message is empty")
	}
	return g.client.sayIn(ctx, g.id, text)
}

// SetLag does nothing: the server measures the line by itself.
func (g *Game) SetLag(time.Duration) {}

// Past is not asked for: no position is hidden.
func (g *Game) Past(int) (chess.View, bool) { return chess.View{}, false }

// ControlText is the time control where a clock does not say it.
func (g *Game) ControlText() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.full == nil || g.full.Days == 0:
		return ""
	case g.full.Days == 1:
		return "1 day per move"
	}
	return fmt.Sprintf("%d days per move", g.full.Days)
}

// Address is where a browser shows the game.
func (g *Game) Address() string { return g.client.Server() + "/" + g.id }
