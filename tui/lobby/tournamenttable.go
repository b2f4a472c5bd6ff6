package lobby

import (
	"context"
	"errors"
	"time"

	"rookery/chess"
	"rookery/tui/remote"
)

// What a table knows of its tournament.

var errTournament = errors.New("not in a tournament: offer a draw, or resign")

func (r *record) tournamentID() string {
	if r.tournament == nil {
		return ""
	}
	return r.tournament.ID
}

// startTournament takes in what a game of a tournament begins with.
func (r *record) startTournament(e event) {
	if r.tournament = e.Tournament; r.tournament == nil {
		return
	}
	for c, extra := range r.tournament.Extra {
		if side := chess.Color(c); extra > 0 {
			r.clock = r.clock.With(side, r.clock.Left(side, e.At)+extra)
		}
	}
}

// firstMove is how long either side may wait with its first move.
func (r *record) firstMove() time.Duration {
	if r.tournament != nil && r.tournament.Host != "" {
		return simulFirstMove
	}
	return FirstMove
}

// mayBerserk tells whether a side can choose half its time: in an arena that has it, before its first move.
func (r *record) mayBerserk(c chess.Color) bool {
	moved := r.game.Ply() > 1 || r.game.Ply() == 1 && r.game.Turn() != c
	return r.tournament != nil && r.tournament.Berserk && !r.over() && !r.berserk[c] && !moved && r.terms.Control.Base > 0
}

func seatMayBerserk(r *record, s remote.Seat) bool {
	c, seated := s.Player()
	return seated && r.mayBerserk(c)
}

var errBerserk = errors.New("berserk is for arenas that have it, before your first move")

func (r *record) goBerserk(e event) error {
	if !r.mayBerserk(e.By) {
		return errBerserk
	}
	r.berserk[e.By] = true
	r.clock = r.clock.With(e.By, r.clock.Left(e.By, e.At)/2)
	return nil
}

// unincremented takes the increment back that a side with half its time has not.
func (r *record) unincremented(c chess.Clock, e event) chess.Clock {
	if !r.berserk[e.By] {
		return c
	}
	return c.With(e.By, c.Left(e.By, e.Sent)-r.terms.Control.Increment)
}

// Berserk halves the player's time and takes his increment, for one point more if he wins: in an arena that has
// it, before his first move.
func (r *Reader) Berserk(ctx context.Context) error { return r.do(ctx, event{Kind: berserked}) }

// hosts tells whether somebody plays a simul at the table and others. The players of a table never change.
func (t *Table) hosts(id string) bool {
	g := t.host.Load()
	return g != nil && *g == id
}

// hostSeat tells whether a seat is the host's of a simul, who is in the club.
func (t *Table) hostSeat(s remote.Seat) bool {
	about := t.rec.tournament
	return about != nil && about.Host != "" && s != remote.Spectator && t.rec.players[s].ID == about.Host && t.lobby.visiting(about.Host)
}

// TournamentOf is the ID of the tournament of a game that is on; empty for none.
func (l *Lobby) TournamentOf(table string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if t := l.tables[table]; t != nil {
		if g := t.info.Load(); g != nil {
			return g.Tournament
		}
	}
	return ""
}

// Hosting are the other tables of a simul at which its host is to move, those first that began first.
func (l *Lobby) Hosting(player, but string) (tables []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, t := range l.seated[player] {
		g := t.info.Load()
		if g == nil || t.done.Load() || t.id == but || !t.hosts(player) || g.Players[g.Turn].ID != player {
			continue
		}
		tables = append(tables, t.id)
	}
	return tables
}
