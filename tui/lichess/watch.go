package lichess

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"rookery/chess"
	"rookery/tui/remote"
	"rookery/variants"
)

// Channel is a channel of television.
type Channel struct {
	Key    string
	Name   string
	User   Person `json:"user"`
	Rating int    `json:"rating"`
	Game   string `json:"gameId"`
}

// channelName is what the server calls a channel, and what players do.
type channelName struct{ key, name string }

// channelNames are the channels in the order of the list: by speed, by variant, others.
func channelNames() []channelName {
	all := []channelName{{"best", "Top rated"}, {"bullet", "Bullet"}, {"blitz", "Blitz"}, {"rapid", "Rapid"}, {"classical", "Classical"}}
	for _, id := range Names() {
		if v, ok := variants.ByName(id); ok {
			if key, _ := Key(v.Rules); key != "standard" {
				all = append(all, channelName{key, v.Rules.Name})
			}
		}
	}
	return append(all, channelName{"ultraBullet", "UltraBullet"}, channelName{"bot", "Bots"}, channelName{"computer", "Computer"})
}

// Channels lists what is on.
func (c *Client) Channels(ctx context.Context) ([]Channel, error) {
	var got map[string]Channel
	if err := c.do(ctx, call{method: "GET", path: "/api/tv/channels"}, &got); err != nil {
		return nil, err
	}
	var all []Channel
	for _, n := range channelNames() {
		if ch, ok := got[n.key]; ok {
			ch.Key, ch.Name = n.key, n.name
			all = append(all, ch)
		}
	}
	return all, nil
}

// GameOf is the game that somebody plays now.
func (c *Client) GameOf(ctx context.Context, user string) (id string, err error) {
	user = strings.TrimSpace(user)
	if user == "" || strings.Trim(user, tokenLetters) != "" {
		return "", errors.New("this is no name of an account")
	}
	var got struct {
		ID     string `json:"id"`
		Status string `json:"status"`
	}
	q := call{method: "GET", path: path("api", "user", user, "current-game"), query: url.Values{"moves": {"false"}, "clocks": {"false"}, "evals": {"false"}, "opening": {"false"}}}
	switch err := c.do(ctx, q, &got); {
	case errors.Is(err, ErrNotFound):
		return "", errors.New("lichess does not know this player, or no game of this player")
	case err != nil:
		return "", err
	case got.ID == "" || strings.Trim(got.ID, tokenLetters) != "":
		return "", &AnswerError{errors.New("no ID")}
	case got.Status != "created" && got.Status != "started":
		return "", errors.New("this player does not play now")
	}
	return got.ID, nil
}

// Watcher is a line to games of others, which are shown as a table is to a spectator.
type Watcher struct {
	Spectator
	client *Client
	ctx    context.Context
	cancel context.CancelFunc
	first  chan struct{}
	key    string // of the variant

	state  sync.Mutex // of what follows; taken before that of Spectator
	snap   remote.Snapshot
	game   *chess.Game
	outage string
}

// Watch opens a channel, "tv/KEY", or a game by its ID.
func (c *Client) Watch(ctx context.Context, id string) (*Watcher, error) {
	w := &Watcher{Spectator: newSpectator(), client: c, first: make(chan struct{}), key: "standard"}
	w.ctx, w.cancel = context.WithCancel(context.Background())
	q := call{method: "GET", path: path("api", "stream", "game", id)}
	take := w.gameLine
	if channel, tv := strings.CutPrefix(id, "tv/"); tv {
		if _, err := Variant(channel); err == nil {
			w.key = channel
		}
		q.path = path("api", "tv", channel, "feed")
		if channel == "best" {
			q.path = "/api/tv/feed"
		}
		take = w.tvLine
	}
	go w.run(q, take)
	select {
	case <-w.first:
	case <-ctx.Done():
		w.cancel()
		return nil, &LineError{ctx.Err()}
	}
	if err := w.Err(); err != nil {
		w.cancel()
		return nil, err
	}
	return w, nil
}

func (w *Watcher) run(q call, take func([]byte) error) {
	begun := sync.OnceFunc(func() { close(w.first) })
	err := w.client.follow(w.ctx, q, func(err error) {
		w.state.Lock()
		defer w.state.Unlock()
		if w.outage = ""; err != nil {
			w.outage = "Connection lost: trying again."
		}
		w.showLocked()
	}, func(line []byte) error {
		if len(line) == 0 {
			return nil
		}
		w.state.Lock()
		defer w.state.Unlock()
		if err := take(line); err != nil {
			return &overError{err}
		}
		if w.game != nil {
			begun()
			w.showLocked()
			if w.snap.Over() && q.path != "/api/tv/feed" && !strings.HasSuffix(q.path, "/feed") {
				return &overError{errEnded}
			}
		}
		return nil
	})
	if w.ctx.Err() == nil && !errors.Is(err, errEnded) {
		w.close(err)
	}
	begun()
}

func (w *Watcher) showLocked() {
	if w.game != nil {
		s := w.snap
		s.Outage = w.outage
		w.show(s)
	}
}

// tvLine reads a line of a channel.
func (w *Watcher) tvLine(line []byte) error {
	var e struct {
		T string `json:"t"`
		D struct {
			ID      string `json:"id"`
			FEN     string `json:"fen"`
			Last    string `json:"lm"`
			WC      int64  `json:"wc"`
			BC      int64  `json:"bc"`
			Players []struct {
				Color   string `json:"color"`
				User    Person `json:"user"`
				Rating  int    `json:"rating"`
				Seconds int64  `json:"seconds"`
			} `json:"players"`
		} `json:"d"`
	}
	if err := unmarshal(line, &e); err != nil {
		return err
	}
	switch e.T {
	case "featured":
		w.snap = remote.Snapshot{Table: e.D.ID, Seat: remote.Spectator}
		var left [2]int64
		for _, p := range e.D.Players {
			c := chess.White
			if p.Color == "black" {
				c = chess.Black
			}
			p.User.Rating = p.Rating
			w.snap.Players[c], w.snap.Ratings[c] = shown(p.User)
			left[c] = p.Seconds
		}
		w.game = nil
		return w.position(e.D.FEN, "", left)
	case "fen":
		return w.position(e.D.FEN, e.D.Last, [2]int64{e.D.WC, e.D.BC})
	}
	return nil
}

// gameLine reads a line of the stream of a game.
func (w *Watcher) gameLine(line []byte) error {
	var e struct {
		ID      string `json:"id"`
		Variant *Named `json:"variant"`
		FEN     string `json:"fen"`
		Initial string `json:"initialFen"`
		Last    string `json:"lm"`
		WC      int64  `json:"wc"`
		BC      int64  `json:"bc"`
		Rated   bool   `json:"rated"`
		Winner  string `json:"winner"`
		Status  struct {
			Name string `json:"name"`
		} `json:"status"`
		Players map[string]struct {
			User   Person `json:"user"`
			Rating int    `json:"rating"`
			AI     int    `json:"aiLevel"`
		} `json:"players"`
	}
	if err := unmarshal(line, &e); err != nil {
		return err
	}
	if e.ID == "" {
		return w.position(e.FEN, e.Last, [2]int64{e.WC, e.BC})
	}
	if w.game != nil { // the last line: how it has ended
		st := gameState{Status: cmp.Or(e.Status.Name, "unknownFinish"), Winner: e.Winner}
		if st.over() {
			w.snap.Running = false
			w.snap.Outcome, w.snap.Aborted = st.outcome(w.game)
		}
		return nil
	}
	if e.Variant != nil {
		w.key = e.Variant.Key
	}
	w.snap = remote.Snapshot{Table: e.ID, Seat: remote.Spectator, Terms: remote.Terms{Rated: e.Rated}}
	for name, p := range e.Players {
		c := chess.White
		if name == "black" {
			c = chess.Black
		}
		p.User.Rating, p.User.AI = p.Rating, p.AI
		w.snap.Players[c], w.snap.Ratings[c] = shown(p.User)
	}
	start := e.Initial
	if start == "" {
		start = "startpos"
	}
	return w.begin(start)
}

// begin sets up a position.
func (w *Watcher) begin(fen string) error {
	v, err := Variant(w.key)
	if err != nil {
		return err
	}
	start, err := startOf(v.Rules, wholeFEN(fen))
	if err == nil {
		w.game, err = chess.NewGameFEN(v.Rules, start)
	}
	if err != nil {
		return &AnswerError{err}
	}
	w.snap.Terms.Parts = []string{v.ID}
	w.update([2]int64{})
	return nil
}

// wholeFEN completes a position of which the placement alone and the turn were sent.
func wholeFEN(fen string) string {
	if n := len(strings.Fields(fen)); n == 1 {
		return fen + " w - - 0 1"
	} else if n == 2 {
		return fen + " - - 0 1"
	}
	return fen
}

// position takes a position and the move that led to it. Where the move is not legal, as castling
// is where the rights were not told, the game is shown from there on.
func (w *Watcher) position(fen, last string, left [2]int64) error {
	if w.game != nil && last != "" {
		before := w.game.Board()
		if m, err := chess.ParseUCI(before, last); err == nil && w.game.Play(m) == nil {
			if placement(w.game.Board().FEN()) == placement(fen) {
				w.update(left)
				return nil
			}
			w.game.Undo()
		}
	}
	if w.game != nil && placement(w.game.Board().FEN()) == placement(fen) {
		w.update(left)
		return nil
	}
	if w.game != nil && last == "" && w.game.Ply() == 0 && fen == "" {
		return nil
	}
	if err := w.begin(fen); err != nil {
		return err
	}
	w.update(left)
	return nil
}

// placement is where the pieces stand, by a FEN.
func placement(fen string) string {
	p, _, _ := strings.Cut(fen, " ")
	p, _, _ = strings.Cut(p, "[")
	return strings.ReplaceAll(p, "~", "")
}

// update takes the game into the snapshot.
func (w *Watcher) update(left [2]int64) {
	now, board := w.client.Clock.Now(), w.game.Board()
	s := &w.snap
	s.Ply, s.Turn, s.View, s.Start, s.Moves = w.game.Ply(), w.game.Turn(), board.View(chess.Everyone), w.game.Start(), slices.Clone(w.game.SANs())
	s.At, s.Running = now, false
	if left != [2]int64{} {
		s.Terms.Control = chess.Control{Base: max(millis(1000*left[0]), millis(1000*left[1]), time.Second)}
		s.Left = [2]time.Duration{millis(1000 * left[0]), millis(1000 * left[1])}
		s.Clock = chess.NewClock(s.Terms.Control).With(chess.White, s.Left[0]).With(chess.Black, s.Left[1]).Turn(s.Turn, now).Start(now)
		s.Running = true
	}
}

// Leave closes the line.
func (w *Watcher) Leave() {
	w.cancel()
	w.close(nil)
}

// Address is where a browser shows the game.
func (w *Watcher) Address() string {
	w.state.Lock()
	defer w.state.Unlock()
	return w.client.Server() + "/" + w.snap.Table
}
