package lichess

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"rookery/chess"
	"rookery/pgn"
	"rookery/tui/remote"
	"rookery/variants"
)

const (
	// mostBoards is how many games a round may have that is believed.
	mostBoards = 1000
	// roundSilence is how long a round may say nothing: it is told when somebody has moved.
	roundSilence = 5 * time.Minute
	// roundRetry is the pause before a round is opened again that the server has closed.
	roundRetry = time.Minute
)

// Board is a game of a round of a broadcast, as it stands.
type Board struct {
	ID      string
	Players [2]remote.Player // by Color
	Ratings [2]remote.Rating
	Result  string // * while it goes on
	Last    string // the last move, with its number
	Turn    chess.Color
	Left    [2]time.Duration // 0 where it is not known
	Running bool             // the clock of who is to move, since At
	At      time.Time
}

// Boards is a line to a round of a broadcast, whose games are told whole whenever somebody has moved.
type Boards struct {
	client *Client
	ctx    context.Context
	cancel context.CancelFunc
	c      chan struct{}

	mu      sync.Mutex
	boards  []*liveBoard
	outage  error
	why     error
	told    bool // the games have come once
	text    strings.Builder
	inMoves bool
	lines   map[*BoardLine]bool
}

// liveBoard is a board with its moves.
type liveBoard struct {
	Board
	game *chess.Game
	key  []string // our name of the variant
}

// FollowRound opens a line to a round; Leave closes it.
func (c *Client) FollowRound(id string) *Boards {
	b := &Boards{client: c, c: make(chan struct{}, 1), lines: make(map[*BoardLine]bool)}
	b.ctx, b.cancel = context.WithCancel(context.Background())
	go b.run(call{method: "GET", path: path("api", "stream", "broadcast", "round", id+".pgn"), accept: pgnType, single: true, silence: roundSilence})
	return b
}

func (b *Boards) run(q call) {
	for {
		err := b.client.follow(b.ctx, q, func(err error) {
			b.mu.Lock()
			defer b.mu.Unlock()
			if b.outage = err; err == nil {
				b.text.Reset()
				b.inMoves = false
			}
			b.tellLocked()
		}, b.take)
		switch {
		case b.ctx.Err() != nil:
			return
		case errors.Is(err, errEnded) && !b.over():
			if !b.client.wait(b.ctx, roundRetry) {
				return
			}
			continue
		}
		b.mu.Lock()
		defer b.mu.Unlock()
		b.flushLocked()
		if b.outage, b.why = nil, err; errors.Is(err, errEnded) {
			b.why = nil // all games are over
		}
		b.told = true
		b.tellLocked()
		return
	}
}

// over tells whether all games are.
func (b *Boards) over() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.flushLocked()
	return len(b.boards) > 0 && !slices.ContainsFunc(b.boards, func(o *liveBoard) bool { return o.Result == "*" })
}

// take reads a line of PGN.
func (b *Boards) take(raw []byte) error {
	line := string(raw)
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case line == "" && b.inMoves:
		b.flushLocked()
		return nil
	case strings.HasPrefix(line, "[") && !strings.HasPrefix(line, "[%") && b.inMoves:
		b.flushLocked()
	case line != "" && !strings.HasPrefix(line, "["):
		b.inMoves = true
	}
	if b.text.Len()+len(line) > mostGame {
		return &overError{&AnswerError{errLong}}
	}
	b.text.WriteString(line)
	b.text.WriteByte('\n')
	return nil
}

// flushLocked takes the game that has come.
func (b *Boards) flushLocked() {
	text := b.text.String()
	b.text.Reset()
	b.inMoves = false
	if strings.TrimSpace(text) == "" {
		return
	}
	read, err := pgn.NewReader(strings.NewReader(text)).Read()
	if err != nil || read.Err != nil {
		return // a game that cannot be shown takes no others with it
	}
	fresh, err := b.board(read)
	if err != nil {
		return
	}
	if i := slices.IndexFunc(b.boards, func(o *liveBoard) bool { return o.ID == fresh.ID }); i >= 0 {
		fresh.Running = fresh.Result == "*" && (fresh.game.Ply() > b.boards[i].game.Ply() || b.boards[i].Running)
		if fresh.game.Ply() == b.boards[i].game.Ply() {
			fresh.At = b.boards[i].At
		}
		b.boards[i] = fresh
	} else if len(b.boards) < mostBoards {
		b.boards = append(b.boards, fresh)
	}
	b.told = true
	for line := range b.lines {
		if line.id == fresh.ID {
			line.showLocked(fresh)
		}
	}
	b.tellLocked()
}

// board is a game as it was read.
func (b *Boards) board(read *pgn.Game) (*liveBoard, error) {
	game, err := read.Play()
	if err != nil {
		return nil, err
	}
	v, ok := variants.Of(read.Rules)
	if !ok {
		return nil, errRules
	}
	tag := func(name string) string { value, _ := read.Tags.Get(name); return remote.CleanLine(value, mostName) }
	o := &liveBoard{game: game, key: []string{v.ID}}
	address, _ := read.Tags.Get("GameURL")
	if address == "" {
		address, _ = read.Tags.Get("Site")
	}
	o.ID = address[strings.LastIndex(address, "/")+1:]
	if o.ID == "" || strings.Trim(o.ID, tokenLetters) != "" {
		o.ID = tag("White") + " - " + tag("Black")
	}
	o.Result, o.Turn, o.At = read.Result, game.Turn(), b.client.Clock.Now()
	for c, name := range [2]string{"White", "Black"} {
		who := tag(name)
		if title := tag(name + "Title"); title != "" {
			who = title + " " + who
		}
		rating, _ := strconv.Atoi(tag(name + "Elo"))
		o.Players[c], o.Ratings[c] = remote.Player{ID: strings.ToLower(who), Name: who}, remote.Rating{Value: min(max(rating, 0), 9999)}
	}
	end := read.Root.End()
	for n := end; n != nil && n.Parent != nil && n.Ply() > end.Ply()-2; n = n.Parent {
		if left, ok := n.Clock(); ok {
			mover := o.Turn.Other()
			if n != end {
				mover = o.Turn
			}
			o.Left[mover] = min(max(left, 0), longestClock)
		}
	}
	if sans := game.SANs(); len(sans) > 0 {
		number := game.BoardAt(game.Ply() - 1).View(chess.Everyone).Fullmove
		dots := "."
		if o.Turn == chess.White {
			dots = "..."
		}
		o.Last = strconv.Itoa(max(number, 1)) + dots + sans[len(sans)-1]
	}
	return o, nil
}

func (b *Boards) tellLocked() {
	select {
	case b.c <- struct{}{}:
	default:
	}
}

// C tells that something has changed.
func (b *Boards) C() <-chan struct{} { return b.c }

// Done is closed when the line is left.
func (b *Boards) Done() <-chan struct{} { return b.ctx.Done() }

// List is all games as they stand. told is false before they have come; the error says why no more will
// come, or, while the line is opened again, why it does not stand.
func (b *Boards) List() (all []Board, told bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, o := range b.boards {
		all = append(all, o.Board)
	}
	if err = b.why; err == nil {
		err = b.outage
	}
	return all, b.told, err
}

// Leave closes the line.
func (b *Boards) Leave() { b.cancel() }

// Join opens a game of the round, to watch.
func (b *Boards) Join(_ context.Context, id string) (*BoardLine, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, o := range b.boards {
		if o.ID == id {
			line := &BoardLine{Spectator: newSpectator(), of: b, id: id}
			b.lines[line] = true
			line.showLocked(o)
			return line, nil
		}
	}
	return nil, ErrNotFound
}

// BoardLine is a line to a game of a round.
type BoardLine struct {
	Spectator
	of *Boards
	id string
}

// showLocked shows the game as it stands; the lock of the round is held.
func (l *BoardLine) showLocked(o *liveBoard) {
	g := o.game
	s := remote.Snapshot{
		Table: o.ID, Seat: remote.Spectator, Players: o.Players, Ratings: o.Ratings, Ply: g.Ply(), Turn: g.Turn(),
		View: g.Board().View(chess.Everyone), Start: g.Start(), Moves: slices.Clone(g.SANs()), At: o.At, Left: o.Left,
		Terms: remote.Terms{Parts: o.key},
	}
	if o.Left != [2]time.Duration{} {
		s.Terms.Control = chess.Control{Base: max(o.Left[0], o.Left[1], time.Second)}
		s.Clock = chess.NewClock(s.Terms.Control).With(chess.White, o.Left[0]).With(chess.Black, o.Left[1]).Turn(s.Turn, o.At)
		if o.Running && o.Result == "*" {
			s.Clock, s.Running = s.Clock.Start(o.At), true
		}
	}
	if result, over := map[string]chess.Result{pgn.WhiteWins: chess.WhiteWins, pgn.BlackWins: chess.BlackWins, pgn.Draw: chess.Drawn}[o.Result]; over {
		s.Outcome = chess.Outcome{Result: result, Reason: chess.ByResult}
		if rules := g.Board().Outcome(); rules.Result == result {
			s.Outcome = rules
		}
	}
	l.show(s)
}

// Leave closes the line; that to the round stands.
func (l *BoardLine) Leave() {
	l.of.mu.Lock()
	delete(l.of.lines, l)
	l.of.mu.Unlock()
	l.close(nil)
}

// Address is where a browser shows the round.
func (l *BoardLine) Address() string { return l.of.client.Server() + "/broadcast" }

// Standing is a place in the table of a broadcast.
type Standing struct {
	Rank   int     `json:"rank"`
	Name   string  `json:"name"`
	Title  string  `json:"title"`
	Rating int     `json:"rating"`
	Score  float64 `json:"score"`
	Played int     `json:"played"`
}

// Standings is the table of a broadcast, the first first.
func (c *Client) Standings(ctx context.Context, broadcast string) (all []Standing, err error) {
	if err := c.do(ctx, call{method: "GET", path: path("broadcast", broadcast, "players")}, &all); err != nil {
		return nil, err
	}
	all = all[:min(len(all), 2*mostBoards)]
	for i := range all {
		s := &all[i]
		s.Name, s.Title = remote.CleanLine(s.Name, mostName), remote.CleanLine(s.Title, 5)
		s.Rank, s.Rating, s.Score, s.Played = max(s.Rank, 0), min(max(s.Rating, 0), 9999), min(max(s.Score, 0), 999), min(max(s.Played, 0), 999)
	}
	return all, nil
}
