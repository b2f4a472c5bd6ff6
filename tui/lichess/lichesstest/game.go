package lichesstest

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"rookery/chess"
	"rookery/tui/lichess"
)

// Game is a game at the server. Its players may be users with a line, or names that a test moves
// for.
type Game struct {
	ID      string
	s       *Server
	key     string
	players [2]string // by Color; empty for the engine
	level   int
	start   string // "startpos" or a FEN
	game    *chess.Game
	moves   []string
	rated   bool
	clock   bool
	base    int64 // milliseconds
	incr    int64
	days    int
	left    [2]int64
	status  string
	winner  string
	draws   [2]bool
	backs   [2]bool
	began   time.Time
	streams []*stream
	script  []string // what the other side plays by itself
	arena   string
	Berserk bool
	Given   int // seconds that were given to an opponent
	Said    []string
}

// newGame begins a game between a user and another; it is called under the lock.
func (s *Server) newGame(form url.Values, user, other, colour, source string) *Game {
	return s.newGameID(s.id(), form, user, other, colour, source)
}

func (s *Server) newGameID(id string, form url.Values, user, other, colour, source string) *Game {
	g := &Game{ID: id, s: s, key: form.Get("variant"), status: "started", began: time.Now(), rated: form.Get("rated") == "true", start: "startpos"}
	if g.key == "" {
		g.key = "standard"
	}
	g.players = [2]string{user, other}
	if colour == "black" {
		g.players = [2]string{other, user}
	}
	if d, _ := strconv.Atoi(form.Get("days")); d > 0 {
		g.days = d
		g.left = [2]int64{int64(d) * 86400000, int64(d) * 86400000}
	} else if limit := form.Get("clock.limit"); limit != "" {
		n, _ := strconv.ParseInt(limit, 10, 64)
		i, _ := strconv.ParseInt(form.Get("clock.increment"), 10, 64)
		g.clock, g.base, g.incr = true, n*1000, i*1000
	} else if minutes := form.Get("time"); minutes != "" {
		n, _ := strconv.ParseFloat(minutes, 64)
		i, _ := strconv.ParseInt(form.Get("increment"), 10, 64)
		g.clock, g.base, g.incr = true, int64(n*60000), i*1000
	}
	if g.clock {
		g.left = [2]int64{g.base, g.base}
	}
	v, err := lichess.Variant(g.key)
	if err != nil {
		s.t.Errorf("variant %q: %v", g.key, err)
		return nil
	}
	fen := form.Get("fen")
	if v.Rules.Start != nil && v.Rules.Start.Count > 1 && fen == "" {
		fen = "nrbqkbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBRN w KQkq - 0 1"
	}
	if fen != "" {
		g.start = fen
	}
	if g.game, err = chess.NewGameFEN(v.Rules, fen); err != nil {
		s.t.Errorf("game from %q: %v", fen, err)
		return nil
	}
	s.games[g.ID] = g
	for _, u := range g.players {
		if u != "" {
			s.tell(u, map[string]any{"type": "gameStart", "game": g.eventFrom(u, source)})
		}
	}
	s.changed.Broadcast()
	return g
}

// Begin starts a game between two users; the form is as that of a challenge.
func (s *Server) Begin(white, black string, form url.Values) *Game {
	s.mu.Lock()
	defer s.mu.Unlock()
	source := "friend"
	if black == "" || white == "" {
		source = "ai"
	}
	g := s.newGame(form, white, black, "white", source)
	if source == "ai" {
		g.level = 3
	}
	return g
}

// Game is the one that began last.
func (s *Server) Game() (last *Game) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, g := range s.games {
		if last == nil || g.ID > last.ID {
			last = g
		}
	}
	return last
}

func (g *Game) on() bool               { return g.status == "started" }
func (g *Game) plays(user string) bool { return g.players[0] == user || g.players[1] == user }
func (g *Game) speed() string {
	return map[bool]string{true: "rapid", false: "correspondence"}[g.clock]
}
func (g *Game) variantJSON() any        { return variantJSON(g.key) }
func (g *Game) side(user string) string { return [2]string{"white", "black"}[g.colour(user)] }
func (g *Game) colour(user string) chess.Color {
	if g.players[chess.Black] == user {
		return chess.Black
	}
	return chess.White
}

// event is the game in the line for events.
func (g *Game) event(user string) map[string]any {
	source := "friend"
	if g.players[0] == "" || g.players[1] == "" {
		source = "ai"
	}
	return g.eventFrom(user, source)
}

func (g *Game) eventFrom(user, source string) map[string]any {
	c := g.colour(user)
	other := map[string]any{"id": g.players[c.Other()], "username": Name(g.players[c.Other()]), "rating": 1500}
	if g.players[c.Other()] == "" {
		other = map[string]any{"id": nil, "username": fmt.Sprintf("Stockfish level %d", g.level), "ai": max(g.level, 1)}
	}
	last := ""
	if len(g.moves) > 0 {
		last = g.moves[len(g.moves)-1]
	}
	return map[string]any{
		"fullId": g.ID + "abcd", "gameId": g.ID, "id": g.ID, "fen": g.game.Board().FEN(), "color": g.side(user), "lastMove": last,
		"source": source, "status": map[string]any{"id": 20, "name": "started"}, "variant": g.variantJSON(), "speed": g.speed(), "perf": g.speed(),
		"rated": g.rated, "hasMoved": len(g.moves) > 1, "opponent": other, "isMyTurn": g.game.Turn() == c, "secondsLeft": int(g.left[c] / 1000),
		"compat": map[string]any{"bot": false, "board": true},
	}
}

// full is the first line of a stream, and state what changes.
func (g *Game) full() map[string]any {
	player := func(c chess.Color) map[string]any {
		u := g.players[c]
		if u == "" {
			return map[string]any{"id": "", "name": "", "aiLevel": max(g.level, 1)}
		}
		return map[string]any{"id": u, "name": Name(u), "title": nil, "rating": 1500}
	}
	v := map[string]any{
		"type": "gameFull", "id": g.ID, "variant": g.variantJSON(), "speed": g.speed(), "perf": map[string]any{"name": "Rapid"}, "rated": g.rated,
		"createdAt": g.began.UnixMilli(), "white": player(chess.White), "black": player(chess.Black), "initialFen": g.start, "state": g.state(),
	}
	if g.clock {
		v["clock"] = map[string]any{"initial": g.base, "increment": g.incr}
	}
	if g.days > 0 {
		v["daysPerTurn"] = g.days
	}
	if g.arena != "" {
		v["tournamentId"] = g.arena
	}
	return v
}

func (g *Game) state() map[string]any {
	v := map[string]any{
		"type": "gameState", "moves": strings.Join(g.moves, " "), "wtime": g.left[0], "btime": g.left[1], "winc": g.incr, "binc": g.incr, "status": g.status,
	}
	if g.winner != "" {
		v["winner"] = g.winner
	}
	for name, on := range map[string]bool{"wdraw": g.draws[0], "bdraw": g.draws[1], "wtakeback": g.backs[0], "btakeback": g.backs[1]} {
		if on {
			v[name] = true
		}
	}
	return v
}

// streamGame opens a stream of a game.
func (s *Server) streamGame(w http.ResponseWriter, r *http.Request, me, id string) {
	s.mu.Lock()
	g := s.games[id]
	if g == nil || !g.plays(me) {
		s.mu.Unlock()
		refuse(w, 404, "Not found.")
		return
	}
	st := newStream()
	g.streams = append(g.streams, st)
	st.lines <- text(g.full())
	if !g.on() {
		st.end()
	}
	g.replyLocked() // the engine may begin
	s.changed.Broadcast()
	s.mu.Unlock()
	defer func() { // also where the line is cut
		s.mu.Lock()
		defer s.mu.Unlock()
		g.streams = slices.DeleteFunc(g.streams, func(o *stream) bool { return o == st })
		s.changed.Broadcast()
	}()
	st.pump(w, r)
}

// AwaitStreams waits until so many streams of the game are open.
func (g *Game) AwaitStreams(n int) {
	g.s.t.Helper()
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	g.s.await(fmt.Sprintf("%d streams of the game", n), func() bool { return len(g.streams) == n })
}

// AwaitMoves waits until so many half-moves were made.
func (g *Game) AwaitMoves(n int) {
	g.s.t.Helper()
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	g.s.await(fmt.Sprintf("%d moves", n), func() bool { return len(g.moves) >= n })
}

// AwaitOver waits until the game has ended.
func (g *Game) AwaitOver() {
	g.s.t.Helper()
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	g.s.await("the end of the game", func() bool { return !g.on() })
}

// Status and winner.
func (g *Game) Status() (status, winner string) {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	return g.status, g.winner
}

// AwaitSaid waits until something was said.
func (g *Game) AwaitSaid(n int) {
	g.s.t.Helper()
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	g.s.await("something said", func() bool { return len(g.Said) >= n })
}

func (g *Game) sendLocked(v any) {
	for _, st := range g.streams {
		st.send(text(v))
	}
	g.s.changed.Broadcast()
}

func (g *Game) endStreams() {
	for _, st := range g.streams {
		st.end()
	}
}

// Cut breaks the streams of the game in the middle of a line.
func (g *Game) Cut() {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	for _, st := range g.streams {
		st.send(text(g.state()) + Cut)
	}
}

// End ends the game.
func (g *Game) End(status, winner string) {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	g.endLocked(status, winner)
}

func (g *Game) endLocked(status, winner string) {
	if !g.on() {
		return
	}
	g.status, g.winner = status, winner
	g.draws, g.backs = [2]bool{}, [2]bool{}
	g.sendLocked(g.state())
	g.endStreams()
	for _, u := range g.players {
		if u != "" {
			e := g.event(u)
			e["status"] = map[string]any{"id": 30, "name": status}
			g.s.tell(u, map[string]any{"type": "gameFinish", "game": e})
		}
	}
}

// Clocks sets what is left, in milliseconds, and tells it.
func (g *Game) Clocks(white, black int64) {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	g.left = [2]int64{white, black}
	g.sendLocked(g.state())
}

// Script has the other side play moves by itself, in turn.
func (g *Game) Script(moves ...string) {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	g.script = moves
	g.replyLocked()
}

// replyLocked plays the next move of the script for a side that has no line.
func (g *Game) replyLocked() {
	for g.on() && len(g.script) > 0 && !g.lined(g.players[g.game.Turn()]) {
		next := g.script[0]
		g.script = g.script[1:]
		if reason := g.moveLocked(next); reason != "" {
			g.s.t.Errorf("script plays %s: %s", next, reason)
			return
		}
	}
}

// lined tells whether a user has a token, so that the test does not move for him.
func (g *Game) lined(user string) bool {
	for _, u := range g.s.tokens {
		if u == user {
			return true
		}
	}
	return false
}

// Move plays a move for whose turn it is.
func (g *Game) Move(text string) {
	g.s.t.Helper()
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	if reason := g.moveLocked(text); reason != "" {
		g.s.t.Errorf("move %s: %s", text, reason)
	}
}

// moveLocked plays a move or says why not.
func (g *Game) moveLocked(uci string) (reason string) {
	if !g.on() {
		return "Not your turn, or game already over"
	}
	b := g.game.Board()
	m, err := chess.ParseUCI(b, uci)
	if err != nil {
		return "Piece cannot move there: " + uci
	}
	if m.Kind() == chess.Castling { // king takes rook, as the server writes it
		uci = uci[:2] + b.Layout().SquareName(m.To())
	}
	if err := g.game.Play(m); err != nil {
		return err.Error()
	}
	g.moves = append(g.moves, uci)
	g.draws[b.Turn()], g.backs = false, [2]bool{}
	if g.clock && len(g.moves) > 2 {
		g.left[b.Turn().Other()] += g.incr
	}
	if o := g.game.Board().Outcome(); o.Over() {
		winner := map[chess.Result]string{chess.WhiteWins: "white", chess.BlackWins: "black"}[o.Result]
		status := "variantEnd"
		switch o.Reason {
		case chess.ByCheckmate:
			status = "mate"
		case chess.ByStalemate:
			status = "stalemate"
		}
		if winner == "" && status == "variantEnd" {
			status = "draw"
		}
		g.endLocked(status, winner)
		return ""
	}
	g.sendLocked(g.state())
	g.replyLocked()
	return ""
}

// Chat says something in a room.
func (g *Game) Chat(user, room, said string) {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	g.sendLocked(map[string]any{"type": "chatLine", "room": room, "username": user, "text": said})
}

// Gone tells that the opponent has left, and when the win may be claimed.
func (g *Game) Gone(gone bool, seconds int) {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	v := map[string]any{"type": "opponentGone", "gone": gone}
	if gone {
		v["claimWinInSeconds"] = seconds
	}
	g.sendLocked(v)
}

// Offer has one side offer a draw, or ask for a takeback.
func (g *Game) Offer(c chess.Color, takeback, on bool) {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	if takeback {
		g.backs[c] = on
	} else {
		g.draws[c] = on
	}
	g.sendLocked(g.state())
}

// act does what a player asks for.
func (s *Server) act(w http.ResponseWriter, r *http.Request, me, id string, what []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.games[id]
	if g == nil || !g.plays(me) {
		refuse(w, 404, "Not found.")
		return
	}
	c := g.colour(me)
	other := c.Other()
	yes := len(what) > 1 && what[1] == "yes"
	switch what[0] {
	case "move":
		if g.game.Turn() != c || !g.on() {
			refuse(w, 400, "Not your turn, or game already over")
			return
		}
		if reason := g.moveLocked(what[1]); reason != "" {
			refuse(w, 400, reason)
			return
		}
	case "chat":
		g.Said = append(g.Said, r.Form.Get("text"))
		g.sendLocked(map[string]any{"type": "chatLine", "room": r.Form.Get("room"), "username": Name(me), "text": r.Form.Get("text")})
	case "resign":
		g.endLocked("resign", [2]string{"white", "black"}[other])
	case "abort":
		if len(g.moves) >= 2 {
			refuse(w, 400, "This game can no longer be aborted")
			return
		}
		g.endLocked("aborted", "")
	case "draw":
		switch {
		case !yes:
			g.draws = [2]bool{}
		case g.draws[other] || g.game.Claimable() != chess.NoReason:
			g.endLocked("draw", "")
			done(w)
			return
		default:
			g.draws[c] = true
		}
		g.sendLocked(g.state())
	case "takeback":
		switch {
		case !yes:
			g.backs = [2]bool{}
		case g.backs[other]:
			g.takeBackLocked(other)
		default:
			g.backs[c] = true
		}
		g.sendLocked(g.state())
	case "claim-victory":
		g.endLocked("timeout", g.side(me))
	case "claim-draw":
		g.endLocked("draw", "")
	case "berserk":
		if g.arena == "" || len(g.moves) > 1 {
			refuse(w, 400, "Cannot berserk")
			return
		}
		g.Berserk = true
		g.left[c] /= 2
		g.sendLocked(g.state())
	case "add-time":
		n, _ := strconv.Atoi(what[1])
		g.Given += n
		g.left[other] += int64(n) * 1000
		g.sendLocked(g.state())
	default:
		refuse(w, 404, "Not found.")
		return
	}
	done(w)
}

// AcceptTakeback has the opponent of who asks agree.
func (g *Game) AcceptTakeback(asker chess.Color) {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	g.s.await("a wish for a takeback", func() bool { return g.backs[asker] })
	g.takeBackLocked(asker)
	g.sendLocked(g.state())
}

// takeBackLocked takes moves back until it is the asker's turn again.
func (g *Game) takeBackLocked(asker chess.Color) {
	for first := true; g.game.Ply() > 0 && (first || g.game.Turn() != asker); first = false {
		g.game.Undo()
		g.moves = g.moves[:len(g.moves)-1]
	}
	g.backs = [2]bool{}
}

// Arena makes the game one of a tournament.
func (g *Game) Arena(id string) {
	g.s.mu.Lock()
	defer g.s.mu.Unlock()
	g.arena = id
}
