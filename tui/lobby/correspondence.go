package lobby

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"rookery/chess"
	"rookery/tui/lobby/journal"
	"rookery/tui/remote"
)

// A correspondence game has days for each move. It differs from others in what follows from
// that: its clock runs from the start and through restarts of the server, nobody has to be there,
// players may leave the answers to moves that they expect, and a seek for one stays until somebody
// takes it.

// MaxCorrespondence is how many correspondence games one player may have on before he can begin
// one more.
const MaxCorrespondence = 50

// Limits of conditional moves.
const (
	MaxPlanLines = 20
	MaxPlanPlies = 40 // of one line
)

// postLife is how long a seek that was posted waits for somebody.
const postLife = 30 * 24 * time.Hour

var (
	errGuestDays = errors.New("correspondence games need a key: connect with an SSH key, or choose minutes")
	errNoClaim   = errors.New("in a correspondence game the clock decides: wait until it has run out")
)

// follow keeps of conditional moves those that begin with the move that was just played, from behind it.
func follow(lines [][]string, move string) (rest [][]string) {
	for _, line := range lines {
		if len(line) > 1 && line[0] == move {
			rest = append(rest, line[1:])
		}
	}
	return rest
}

// plan takes conditional moves in: lines that begin with a move of the other side.
func (r *record) plan(e event) error {
	if e.By == r.game.Turn() && len(e.Lines) > 0 {
		return errors.New("conditional moves are made while your opponent is to move")
	}
	r.plans[e.By] = e.Lines
	return nil
}

// planned is the conditional move of the side to move; ok is false where it has none.
func (r *record) planned() (move string, ok bool) {
	if r.over() {
		return "", false
	}
	for _, line := range r.plans[r.game.Turn()] {
		return line[0], true // all lines have the same: see readLines
	}
	return "", false
}

// readLines reads conditional moves as a player types them, to the UCI form. Each line begins with
// a move of the opponent and ends with an own one; after the same moves two lines must not answer differently.
func readLines(b chess.Board, lines [][]string) ([][]string, error) {
	if len(lines) > MaxPlanLines {
		return nil, fmt.Errorf("too many conditional lines: at most %d", MaxPlanLines)
	}
	answers := make(map[string]string) // own moves by all that was played before them
	var read [][]string
	for _, line := range lines {
		switch {
		case len(line) < 2 || len(line)%2 != 0:
			return nil, errors.New("a conditional line has a move of your opponent and your answer, in turn: if e5 Nf3 Nc6 Bb5")
		case len(line) > MaxPlanPlies:
			return nil, fmt.Errorf("a conditional line has at most %d moves", MaxPlanPlies)
		}
		board := b.Clone()
		var moves []string
		for i, text := range line {
			m, err := chess.ParseUCI(board, text)
			if err != nil {
				if m, err = chess.ParseMove(board, text); err != nil {
					return nil, fmt.Errorf("%s: %w", strings.Join(line[:i+1], " "), err)
				}
			}
			uci := chess.UCI(board, m)
			if i%2 == 1 {
				before := strings.Join(moves, " ")
				if other, ok := answers[before]; ok && other != uci {
					return nil, fmt.Errorf("two answers to %s: choose one", strings.Join(line[:i], " "))
				}
				answers[before] = uci
			}
			moves = append(moves, uci)
			board.Make(m)
		}
		read = append(read, moves)
	}
	return read, nil
}

// Plan keeps the player's conditional moves, in place of those from before: they are played as
// soon as the opponent makes the move that they wait for. None forgets them.
func (r *Reader) Plan(ctx context.Context, lines [][]string) error {
	t := r.table
	t.mu.Lock()
	b := t.rec.game.Board().Clone()
	correspondence, over := t.rec.terms.Correspondence(), t.rec.over()
	t.mu.Unlock()
	c, seated := r.seat.Player()
	switch {
	case !seated:
		return remote.ErrNotSeated
	case over:
		return chess.ErrGameOver
	case !correspondence:
		return errors.New("conditional moves are for correspondence games")
	case b.Rules().Fog:
		return errors.New("in the fog you cannot know what your opponent may play: no conditional moves")
	case b.Turn() == c && len(lines) > 0:
		return errors.New("it is your move: conditional moves are made while your opponent is to move")
	}
	read, err := readLines(b, lines)
	if err != nil {
		return err
	}
	return r.do(ctx, event{Kind: planned, Lines: read})
}

// answerLocked plays conditional moves that are due.
func (t *Table) answerLocked(ctx context.Context) error {
	for {
		move, due := t.rec.planned()
		if !due {
			return nil
		}
		now := t.lobby.time()
		err := t.writeLocked(ctx, event{Kind: moved, By: t.rec.game.Turn(), At: now, Sent: now, Move: move})
		if errors.As(err, new(*journal.StaleError)) {
			return nil // somebody else has done so
		}
		if err != nil {
			return err
		}
		t.showLocked()
	}
}

// planLocked is what a seat has planned, as moves are written.
func (t *Table) planLocked(c chess.Color) (lines [][]string) {
	for _, line := range t.rec.plans[c] {
		b := t.rec.game.Board().Clone()
		var texts []string
		for _, uci := range line {
			m, err := chess.ParseUCI(b, uci)
			if err != nil {
				break
			}
			texts = append(texts, chess.MoveText(b, m))
			b.Make(m)
		}
		lines = append(lines, texts)
	}
	return lines
}

// Games lists the games that a player has on, those first in which he is to move, and of these
// those first that have the least time.
func (l *Lobby) Games(id string) []GameInfo {
	l.mu.Lock()
	defer l.mu.Unlock()
	var all []GameInfo
	for _, t := range l.seated[id] {
		if g := t.info.Load(); g != nil && !t.done.Load() {
			all = append(all, *g)
		}
	}
	slices.SortFunc(all, func(a, b GameInfo) int {
		mine := func(g GameInfo) int {
			if g.ToMove(id) {
				return 0
			}
			return 1
		}
		return cmp.Or(mine(a)-mine(b), a.Due.Compare(b.Due), cmp.Compare(a.began, b.began), strings.Compare(a.Table, b.Table))
	})
	return all
}

// ToMove tells whether it is the move of a player.
func (g GameInfo) ToMove(id string) bool { return g.Players[g.Turn].ID == id }

// Against is the other player of a player's game.
func (g GameInfo) Against(id string) remote.Player {
	if g.Players[0].ID == id {
		return g.Players[1]
	}
	return g.Players[0]
}

// waitingLocked names the correspondence games in which each player is to move.
func (l *Lobby) waitingLocked(own map[string]personalState) {
	var waiting []GameInfo
	for _, t := range l.tables {
		if g := t.info.Load(); g != nil && !t.done.Load() && g.Terms.Correspondence() {
			waiting = append(waiting, *g)
		}
	}
	slices.SortFunc(waiting, func(a, b GameInfo) int { return cmp.Or(a.Due.Compare(b.Due), strings.Compare(a.Table, b.Table)) })
	for _, g := range waiting {
		id := g.Players[g.Turn].ID
		p := own[id]
		p.waiting += g.Table + " "
		own[id] = p
	}
}

// post keeps a seek that waits for somebody who may come in days.
func (l *Lobby) post(ctx context.Context, s *openSeek) error {
	s.posted = true
	data, err := json.Marshal(offer{Seek: s.Seek, Posted: l.time()})
	if err != nil {
		return err
	}
	l.mu.Lock()
	l.seeks[s.ID] = *s // before others can take it
	l.mu.Unlock()
	s.rev, err = l.posted.Create(ctx, s.ID, data)
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, open := l.seeks[s.ID]; err != nil {
		delete(l.seeks, s.ID)
	} else if open {
		l.seeks[s.ID] = *s
	}
	return err
}

// hearPosted takes a change of the seeks that are posted.
func (l *Lobby) hearPosted(v journal.Value) {
	var o offer
	bad := v.Deleted || json.Unmarshal(v.Data, &o) != nil || o.Taken != "" || o.Seek.ID != v.Key
	if !bad {
		_, err := o.Seek.Terms.Rules()
		bad = err != nil || l.time().Sub(o.Posted) > postLife
	}
	l.mu.Lock()
	if bad {
		delete(l.seeks, v.Key)
	} else {
		o.Seek.From.Name = remote.CleanLine(o.Seek.From.Name, MaxNameLength)
		l.seeks[v.Key] = openSeek{Seek: o.Seek, posted: true, rev: v.Rev}
	}
	l.mu.Unlock()
	l.dirty.Store(true)
}
