package lobby

import (
	"rookery/chess"
	"rookery/tui/remote"
)

// viewFor is what a seat may see of a board of a game that is over or not. In fog a
// spectator sees nothing before the end: he might tell.
func viewFor(b chess.Board, seat remote.Seat, over bool) chess.View {
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
func (t *Table) snapshotLocked(r *Reader) remote.Snapshot {
	s := t.oneSnapshotLocked(r)
	if t.twin != nil {
		twin := t.twin.oneSnapshotLocked(&Reader{player: r.player, seat: remote.Spectator})
		twin.Chat = nil
		s.Twin = &twin
	}
	return s
}

// oneSnapshotLocked is one board of it.
func (t *Table) oneSnapshotLocked(r *Reader) remote.Snapshot {
	rec, now, at := &t.rec, t.lobby.time(), t.lobby.now()
	board, over := rec.game.Board(), rec.over()
	clock, outage := t.standing()
	s := remote.Snapshot{
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
