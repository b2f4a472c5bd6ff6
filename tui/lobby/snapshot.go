package lobby

import (
	"time"

	"rookery/chess"
)

// Snapshot is a table as one observer may know it. It shares nothing with the
// table and is never changed.
type Snapshot struct {
	Table   string
	Terms   Terms
	Players [2]Player // by Color
	Ratings [2]Rating // at the start, by Color
	Seat    Seat      // of the one it was made for
	Ply     int
	Turn    chess.Color
	View    chess.View
	// Start is the FEN of the first position; empty while fog hides it.
	Start string
	Began time.Time
	// Moves as MoveText writes them; empty where fog hides a move.
	Moves []string
	// Tries are the moves that the observer may make now, in the UCI form of Move;
	// Legal are the same moves in the same order.
	Tries []string
	Legal []chess.Move
	// Claim is the draw that the rules grant the observer, who is to move.
	Claim chess.Reason
	Left  [2]time.Duration // by Color, at At
	// Running tells whether the time of Turn runs from At on.
	Running bool
	// Outage says why the clocks stand although the game goes on; empty for no reason.
	Outage string
	At     time.Time
	Clock  chess.Clock // the same for every time to come
	// Tournament is that of the game, nil for none; it is never changed. Berserk tells who has
	// half his time, and MayBerserk whether the observer can choose it now.
	Tournament *TournamentTable
	Berserk    [2]bool
	MayBerserk bool
	Offer      Offer
	OfferBy    chess.Color
	// ClaimAt is, by Color, when the other side may claim the game because this
	// one's line is gone; zero while it is there.
	ClaimAt [2]time.Time
	Outcome chess.Outcome
	Aborted bool
	Watched int // spectators
	Next    string
	Chat    []Line
	// Plan is the observer's conditional moves, lines that begin with a move of the other side.
	Plan [][]string
	// Twin is the other board of a game of partners; nil of others. It has no Twin, no chat and no moves to make.
	Twin *Snapshot
	// Last is the last move, of a game of partners that hides nothing.
	Last chess.Move
	// Gifts are the pieces that came from the other board.
	Gifts []chess.Gift
	// FirstMove is how long the side to move has for its first move, from At on; 0 for no limit.
	FirstMove time.Duration
}

// Over tells whether the game has ended.
func (s Snapshot) Over() bool { return s.Aborted || s.Outcome.Over() }

// Seat is where somebody sits at a table.
type Seat uint8

// The seats; the first two are by Color.
const (
	WhiteSeat Seat = iota
	BlackSeat
	Spectator
)

// Player tells whose seat it is; ok is false for a spectator.
func (s Seat) Player() (c chess.Color, ok bool) { return chess.Color(s & 1), s != Spectator }

// viewFor is what a seat may see of a board of a game that is over or not. In fog a
// spectator sees nothing before the end: he might tell.
func viewFor(b chess.Board, seat Seat, over bool) chess.View {
	if !b.Rules().Fog || over {
		return b.View(chess.Everyone)
	}
	if c, ok := seat.Player(); ok {
		return b.View(chess.ObserverOf(c))
	}
	v := chess.View{Turn: b.Turn(), PieceCounts: b.View(chess.Everyone).PieceCounts, Cells: make([]chess.Cell, len(b.Layout().Cells))}
	for i := range v.Cells {
		v.Cells[i].Hidden = true
	}
	return v
}

// snapshotLocked is the table for one reader.
func (t *Table) snapshotLocked(r *Reader) Snapshot {
	s := t.oneSnapshotLocked(r)
	if t.twin != nil {
		twin := t.twin.oneSnapshotLocked(&Reader{player: r.player, seat: Spectator})
		twin.Chat = nil
		s.Twin = &twin
	}
	return s
}

// oneSnapshotLocked is one board of it.
func (t *Table) oneSnapshotLocked(r *Reader) Snapshot {
	rec, now, at := &t.rec, t.lobby.time(), t.lobby.now()
	board, over := rec.game.Board(), rec.over()
	clock, outage := t.standing()
	s := Snapshot{
		Table: t.id, Terms: rec.terms, Players: rec.players, Ratings: rec.ratings, Seat: r.seat,
		Ply: rec.game.Ply(), Turn: rec.game.Turn(), View: viewFor(board, r.seat, over),
		Moves: rec.game.SANs(), At: at, Offer: rec.offer, OfferBy: rec.offerBy,
		Outcome: rec.game.Outcome(), Aborted: rec.aborted, Next: rec.next,
		Tournament: rec.tournament, Berserk: rec.berserk, MayBerserk: seatMayBerserk(rec, r.seat),
		Began: rec.began, Clock: clock.Shift(at.Sub(now)),
	}
	if outage != nil {
		s.Outage = outageText(outage)
	}
	if !board.Rules().Fog || over {
		s.Start, s.Gifts = rec.game.Start(), rec.game.Gifts()
		if moves := rec.game.Ply(); t.twin != nil && moves > 0 {
			s.Last = rec.game.Moves()[moves-1]
		}
	}
	s.Terms.Parts = append([]string(nil), rec.terms.Parts...)
	c, seated := r.seat.Player()
	if board.Rules().Fog && !over {
		first := t.first
		for i := range s.Moves {
			mover := first
			if i%2 == 1 {
				mover = first.Other()
			}
			if !seated || mover != c {
				s.Moves[i] = ""
			}
		}
	}
	if seated && !over && c == s.Turn {
		s.Legal = chess.Tries(board, nil)
		for _, m := range s.Legal {
			s.Tries = append(s.Tries, chess.UCI(board, m))
		}
		s.Claim = rec.game.Claimable()
	}
	_, s.Running = clock.Running()
	if seated && !over {
		s.Plan = t.planLocked(c)
	}
	if s.Ply < 2 && !over && !rec.terms.Correspondence() {
		s.FirstMove = rec.firstMove()
	}
	for _, c := range []chess.Color{chess.White, chess.Black} {
		s.Left[c] = clock.Left(c, now)
		if since := t.away[c]; !since.IsZero() && !over && !rec.terms.Correspondence() {
			s.ClaimAt[c] = since.Add(t.lobby.patience(rec.terms.Control))
		}
	}
	s.Watched = t.watchedLocked()
	for _, line := range t.chat {
		// What spectators say might be advice: players see it after the game.
		kibitz := !t.plays(line.From.ID)
		if line.Pair > 0 && line.Pair != t.pair(r.player.ID) {
			continue
		}
		if !(kibitz && seated && !over) && !t.lobby.muted(r.player.ID, line.From.ID) {
			s.Chat = append(s.Chat, line)
		}
	}
	return s
}

// Past is the view of a seat after ply moves, for stepping back; ok is false when
// there is no such ply.
func (r *Reader) Past(ply int) (v chess.View, ok bool) {
	t := r.table
	t.mu.Lock()
	defer t.mu.Unlock()
	if ply < 0 || ply > t.rec.game.Ply() {
		return chess.View{}, false
	}
	return viewFor(t.rec.game.BoardAt(ply), r.seat, t.rec.over()), true
}
