package fics

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
	"rookery/variants"
)

// mostChat is how many lines of a chat are kept.
const mostChat = 50

// Game is a game that the player plays or watches. Its fields are under the lock of its account.
type Game struct {
	account *Account
	id      string
	number  int // the server's, as long as the game goes on
	seat    remote.Seat
	terms   remote.Terms
	variant variants.Variant
	players [2]remote.Player
	ratings [2]remote.Rating
	game    *chess.Game
	at      position // as it was told last
	when    time.Time
	pockets [2]string
	chat    []remote.Line
	outcome chess.Outcome
	aborted bool
	broken  bool // the connection has ended
	next    string
	lines   map[*Line]bool
	marked  chan struct{}
}

// newGame makes a game of its first position; nil where its rules are unknown.
func newGame(a *Account, p *position, seat remote.Seat, info gameInfo, holds [2]string) *Game {
	v, ok := variants.ByFICSKind(info.kind)
	if !ok {
		return nil
	}
	g := &Game{account: a, number: p.number, seat: seat, variant: v, pockets: holds, lines: make(map[*Line]bool)}
	g.terms = remote.Terms{Parts: []string{v.ID}, Control: chess.Control{Base: p.base, Increment: p.incr}, Rated: info.rated}
	for c := range chess.Color(2) {
		g.players[c] = remote.Player{ID: strings.ToLower(p.names[c]), Name: p.names[c]}
		g.ratings[c] = remote.Rating{Value: info.ratings[c]}
	}
	if g.setUp(p) != nil {
		return nil
	}
	return g
}

// setUp begins the game anew from a position.
func (g *Game) setUp(p *position) error {
	pockets := ""
	if g.variant.Rules.Pocket != chess.NoPocket {
		pockets = g.pockets[0] + g.pockets[1]
	}
	b, err := p.board(g.variant.Rules, pockets)
	if err != nil {
		return err
	}
	game, err := chess.NewGameFEN(g.variant.Rules, b.FEN())
	if err != nil {
		return err
	}
	g.game = game
	return nil
}

func (g *Game) names() [2]string { return [2]string{g.players[0].Name, g.players[1].Name} }

// against is the opponent of a player, or both where he is none of them.
func (g *Game) against(name string) string {
	switch name {
	case g.players[0].Name:
		return g.players[1].Name
	case g.players[1].Name:
		return g.players[0].Name
	}
	return g.players[0].Name + " – " + g.players[1].Name
}

func (g *Game) over() bool { return g.aborted || g.outcome.Over() }

// takeLocked takes a position that follows the last one: by a move, by moves that were taken back, or, where it is
// neither, as it stands.
func (g *Game) takeLocked(p *position) {
	g.at, g.when = *p, g.account.now()
	want := p.placement()
	fits := func() bool { return placementOf(g.game.Board()) == want && g.game.Turn() == p.turn }
	if !fits() && !g.follows(p) {
		for g.game.Ply() > 0 && !fits() {
			g.game.Undo()
		}
		if !fits() && g.setUp(p) != nil {
			return // the next position may be one that our rules know
		}
	}
	g.showLocked()
}

// follows plays the last move of a position where it is the next one.
func (g *Game) follows(p *position) bool {
	if p.last == "" {
		return false
	}
	m, err := chess.ParseMove(g.game.Board(), strings.TrimRight(p.last, "+#"))
	if err != nil || g.game.Play(m) != nil {
		return false
	}
	if placementOf(g.game.Board()) == p.placement() && g.game.Turn() == p.turn {
		return true
	}
	g.game.Undo()
	return false
}

// refillLocked takes the pieces in hand; they matter where the game was not seen from its beginning.
func (g *Game) refillLocked(holds [2]string) {
	g.pockets = holds
	if g.game.Ply() == 0 && g.setUp(&g.at) == nil {
		g.showLocked()
	}
}

// endLocked takes the end.
func (g *Game) endLocked(words, result string) {
	g.outcome, g.aborted = outcome(words, result, g.game)
	if g.aborted {
		g.noteLocked(words)
	}
	g.showLocked()
}

// noteLocked writes into the chat what the server says.
func (g *Game) noteLocked(words string) {
	if words = remote.CleanLine(words, remote.MaxChat); words != "" {
		g.chatLocked("FICS", words)
	}
}

// breakLocked notes that the connection has ended.
func (g *Game) breakLocked() {
	g.broken = true
	for l := range g.lines {
		l.close(g.account.why)
	}
}

func (g *Game) chatLocked(who, text string) {
	line := remote.Line{From: remote.Player{ID: strings.ToLower(who), Name: who}, At: g.account.now(), Text: text}
	g.chat = append(g.chat[max(0, len(g.chat)-mostChat+1):len(g.chat):len(g.chat)], line)
	g.showLocked()
}

// offerLocked is what the players of the game want of each other, and which of them.
func (g *Game) offerLocked() (o remote.Offer, by chess.Color, index int) {
	c, seated := g.seat.Player()
	if !seated || g.account.last != g {
		return remote.NoOffer, chess.White, 0
	}
	other := g.players[c.Other()].Name
	for _, of := range g.account.offers {
		if of.Name != other {
			continue
		}
		switch {
		case of.Kind == "match" && g.over():
			o = remote.Rematch
		case g.over():
			continue
		case of.Kind == "draw":
			o = remote.Draw
		case of.Kind == "takeback":
			o = remote.TakeBack
		case of.Kind == "abort":
			o = remote.Abort
		default:
			continue
		}
		by = c.Other()
		if of.Mine {
			by = c
		}
		return o, by, of.Index
	}
	return remote.NoOffer, chess.White, 0
}

// showLocked gives the present state to who reads.
func (g *Game) showLocked() {
	if len(g.lines) == 0 {
		return
	}
	s := g.snapshotLocked()
	for l := range g.lines {
		l.show(s)
	}
}

// snapshotLocked is the game as the screens show it.
func (g *Game) snapshotLocked() remote.Snapshot {
	board, p := g.game.Board(), &g.at
	s := remote.Snapshot{
		Table: g.id, Terms: g.terms, Players: g.players, Ratings: g.ratings, Seat: g.seat,
		Ply: g.game.Ply(), Turn: g.game.Turn(), View: board.View(chess.Everyone), Start: g.game.Start(), Moves: slices.Clone(g.game.SANs()),
		Left: p.left, At: g.when, Chat: slices.Clone(g.chat), Outcome: g.outcome, Aborted: g.aborted, Next: g.next,
	}
	s.Clock = chess.NewClock(s.Terms.Control).With(chess.White, p.left[0]).With(chess.Black, p.left[1]).Turn(s.Turn, g.when)
	if !g.over() && !g.terms.Control.None() && p.running && p.fullmove > 1 {
		s.Clock, s.Running = s.Clock.Start(g.when), true
	}
	s.Offer, s.OfferBy, _ = g.offerLocked()
	if c, seated := g.seat.Player(); seated && !g.over() && c == s.Turn {
		s.Legal = board.Moves(nil)
		for _, m := range s.Legal {
			s.Tries = append(s.Tries, chess.UCI(board, m))
		}
		s.Claim = g.game.Claimable()
	}
	return s
}

// moveText is a move as the server reads it.
func moveText(b chess.Board, m chess.Move) string {
	if m.Kind() == chess.Castling {
		if m.To()%8 > m.From()%8 {
			return "O-O"
		}
		return "O-O-O"
	}
	text := chess.UCI(b, m)
	if m.Kind() == chess.Dropping {
		return text
	}
	if len(text) == 5 {
		return text[:4] + "=" + text[4:]
	}
	return text
}

// Line is a line to a game, for one who reads.
type Line struct {
	game *Game
	c    chan remote.Snapshot

	mu   sync.Mutex
	why  error
	done bool // c is closed
}

// errGone says that a game is not known any more.
var errGone = errors.New("this game is over, or not yours to see")

// Join opens a line to a game by its table.
func (a *Account) Join(table string) (*Line, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	g := a.tables[table]
	switch {
	case g == nil:
		return nil, errGone
	case a.closed && !g.over():
		return nil, &LineError{errors.New("closed")}
	}
	l := &Line{game: g, c: make(chan remote.Snapshot, 1)}
	g.lines[l] = true
	l.show(g.snapshotLocked())
	return l, nil
}

func (l *Line) show(s remote.Snapshot) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.done {
		return
	}
	select {
	case <-l.c:
	default:
	}
	l.c <- s
}

func (l *Line) close(why error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.done {
		l.done, l.why = true, why
		close(l.c)
	}
}

// C implements the line of a table, as all methods that follow.
func (l *Line) C() <-chan remote.Snapshot { return l.c }

// Err tells why C was closed.
func (l *Line) Err() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.why
}

// Leave closes the line. A game that is played goes on; one that is watched is watched no more when nobody looks.
func (l *Line) Leave() {
	g, a := l.game, l.game.account
	a.mu.Lock()
	delete(g.lines, l)
	watched := len(g.lines) == 0 && g.seat == remote.Spectator && !g.over() && !a.closed
	number := g.number
	if watched && a.games[number] == g {
		delete(a.games, number)
		delete(a.tables, g.id)
	}
	a.mu.Unlock()
	l.close(nil)
	if watched {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		_, _ = a.command(ctx, fmt.Sprintf("unobserve %d", number))
	}
}

// errWatching refuses what players do.
var errWatching = errors.New("you are a spectator: only the players can do that")

// do has the server do something in the game that the player plays.
func (l *Line) do(ctx context.Context, text string, good ...string) error {
	if l.game.seat == remote.Spectator {
		return errWatching
	}
	return l.game.account.ask(ctx, text, good...)
}

// Move plays a move in UCI form.
func (l *Line) Move(ctx context.Context, text string) error {
	a, g := l.game.account, l.game
	a.mu.Lock()
	b := g.game.Board()
	m, err := chess.ParseUCI(b, text)
	if err == nil {
		text = moveText(b, m)
	}
	a.mu.Unlock()
	switch {
	case g.seat == remote.Spectator:
		return errWatching
	case err != nil:
		return err
	}
	answer, err := a.command(ctx, text)
	if err != nil {
		return err
	}
	for _, bad := range []string{"Illegal move", "Ambiguous move", "not your move", "not playing", "Command not found"} {
		if strings.Contains(answer, bad) {
			return &RefusedError{firstLine(answer)}
		}
	}
	return nil
}

// Offer asks the opponent for something, or agrees when he has asked for the same.
func (l *Line) Offer(ctx context.Context, o remote.Offer) error {
	switch o {
	case remote.Draw:
		return l.do(ctx, "draw", "draw", "Draw")
	case remote.TakeBack:
		a, n := l.game.account, 1
		a.mu.Lock()
		if c, seated := l.game.seat.Player(); seated && l.game.game.Turn() == c {
			n = 2 // both sides have moved since
		}
		a.mu.Unlock()
		return l.do(ctx, fmt.Sprintf("takeback %d", n), "takeback", "Takeback", "take back")
	case remote.Abort:
		return l.Abort(ctx)
	case remote.Rematch:
		return l.do(ctx, "rematch", "Issuing:", "Creating:", "Updating", "matches", "intercepts")
	}
	return errors.New("FICS has no such offer: resign instead")
}

// answer says yes or no to what the opponent asks for.
func (l *Line) answer(ctx context.Context, yes bool) error {
	a := l.game.account
	a.mu.Lock()
	o, by, index := l.game.offerLocked()
	c, seated := l.game.seat.Player()
	a.mu.Unlock()
	switch {
	case !seated:
		return errWatching
	case o == remote.NoOffer || by == c:
		return errors.New("there is no offer to answer")
	case yes:
		return a.Accept(ctx, index)
	}
	return a.Decline(ctx, index)
}

// Accept says yes to what the opponent asks for, Decline no.
func (l *Line) Accept(ctx context.Context) error  { return l.answer(ctx, true) }
func (l *Line) Decline(ctx context.Context) error { return l.answer(ctx, false) }

// Resign gives the game up.
func (l *Line) Resign(ctx context.Context) error { return l.do(ctx, "resign", "resign", "{Game") }

// Abort ends a game that has hardly begun, or asks the opponent to end it.
func (l *Line) Abort(ctx context.Context) error { return l.do(ctx, "abort", "abort", "Abort") }

// Adjourn asks the opponent to go on another day.
func (l *Line) Adjourn(ctx context.Context) error { return l.do(ctx, "adjourn", "adjourn", "Adjourn") }

// ClaimDraw claims the draw that the rules grant.
func (l *Line) ClaimDraw(ctx context.Context) error { return l.do(ctx, "draw", "draw", "Draw") }

// ClaimWin claims that the opponent's time is over.
func (l *Line) ClaimWin(ctx context.Context) error {
	return l.do(ctx, "flag", "flag", "Flag", "time", "{Game")
}

// GiveTime gives the opponent fifteen seconds.
func (l *Line) GiveTime(ctx context.Context) error {
	return l.do(ctx, "moretime 15", "added", "moretime", "seconds")
}

// Say says something: to the opponent, or as a spectator to the other spectators.
func (l *Line) Say(text string) error {
	text = remote.CleanLine(text, remote.MaxChat)
	if text == "" {
		return errors.New("the message is empty")
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	a, g := l.game.account, l.game
	a.mu.Lock()
	over, opponent, number := g.over(), g.against(a.Name), g.number
	a.mu.Unlock()
	var err error
	switch {
	case g.seat == remote.Spectator && !over:
		err = a.ask(ctx, fmt.Sprintf("xwhisper %d %s", number, text), "hispered", "hisper")
	case g.seat == remote.Spectator:
		err = errWatching
	default:
		err = a.ask(ctx, "tell "+opponent+" "+text, "told ")
	}
	if err == nil {
		a.mu.Lock()
		g.chatLocked(a.Name, text)
		a.mu.Unlock()
	}
	return err
}

// SetLag does nothing: the server measures the line by itself.
func (l *Line) SetLag(time.Duration) {}

// Past is not asked for: no position is hidden.
func (l *Line) Past(int) (chess.View, bool) { return chess.View{}, false }

// ControlText is empty: every game here has a clock, or none.
func (l *Line) ControlText() string { return "" }
