package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"rookery/chess"
	"rookery/tui/remote"
)

// A game of partners has two boards. Each is a [Table] with its seats, its clocks, its spectators; they are
// twins: they have one lock, one stream of events in the journal, whose order is that of both boards, and so
// one number of the last event. What is captured on one goes into a pocket on the other with the event of
// the move, and the event that decides one decides both.

// PartnerSeats is how many players a game of partners has.
const PartnerSeats = 4

// twinID ends the ID of the second table, which is longer by it than any other; the first has that of the stream.
const twinID = "b"

// idLength is how long the ID of a table is.
const idLength = 12

// StreamOf is the ID of the journal's stream in which the events of a table are.
func StreamOf(table string) string {
	if stream, ok := strings.CutSuffix(table, twinID); ok && len(stream) == idLength {
		return stream
	}
	return table
}

var (
	errPartnersRated = errors.New("games of two teams are casual: they have no ratings")
	errPartnersOffer = errors.New("not in a game of two teams")
	errPartnersDays  = errors.New("games of two teams need a clock: choose minutes")
	errJoined        = errors.New("you have joined this seek: wait until four are there")
)

// pairUp makes the second table of a game of partners. The lock is held, or nobody else has the table yet.
func (t *Table) pairUp() {
	b := t.lobby.newTable(t.id + twinID)
	b.mu, b.twin, b.board = t.mu, t, 1
	t.twin = b
}

// head is the table that has the stream's ID.
func (t *Table) head() *Table {
	if t.board == 1 {
		return t.twin
	}
	return t
}

// boards are the tables of the game, the first first.
func (t *Table) boards() []*Table {
	if t.twin == nil {
		return []*Table{t}
	}
	h := t.head()
	return []*Table{h, h.twin}
}

// applyTwin takes an event of one board into both.
func applyTwin(own, other *record, e event) error {
	if e.Kind == started {
		second := e
		second.Players, second.Ratings = *e.Twin, [2]remote.Rating{}
		if err := own.apply(e); err != nil {
			return err
		}
		return other.apply(second)
	}
	var piece chess.Piece
	passed, ply := false, 0
	if e.Kind == moved && own.game != nil {
		b := own.game.Board()
		ply = own.game.Ply()
		if m, err := chess.ParseUCI(b, e.Move); err == nil {
			piece, passed = b.(chess.Positioned).Position().Passed(m)
		}
	}
	if err := own.apply(e); err != nil {
		return err
	}
	if passed && own.game.Ply() > ply && !other.over() {
		if err := other.game.Give(piece); err != nil {
			return err
		}
	}
	if own.over() && !other.over() {
		other.endWith(own, e.At)
	}
	return nil
}

// endWith ends the game because that on the other board is over.
func (r *record) endWith(other *record, at time.Time) {
	result := other.game.Outcome().Result
	switch result {
	case chess.WhiteWins: // whose partner plays Black here
		result = chess.BlackWins
	case chess.BlackWins:
		result = chess.WhiteWins
	}
	if other.aborted {
		r.aborted = true
	} else {
		_ = r.game.EndByPartner(result) // it goes on, so it can end
	}
	r.clock, r.offer, r.last = r.clock.Stop(at), remote.NoOffer, at
}

// trialLocked is how the game stands after an event, and how the twin's does.
func (t *Table) trialLocked(e event) (own, other record, err error) {
	own = t.rec.clone()
	if t.twin == nil {
		return own, record{}, own.apply(e)
	}
	other = t.twin.rec.clone()
	return own, other, applyTwin(&own, &other, e)
}

// takeBothLocked makes records those of the table and its twin.
func (t *Table) takeBothLocked(own, other record, seq uint64) {
	t.takeLocked(own, seq)
	if t.twin != nil {
		t.twin.takeLocked(other, seq)
	}
}

// StartPartners opens the two tables of a game of partners: the players of the first board by Color, then
// those of the second. The array, where it is drawn, is the same on both. It gives the first table.
func (l *Lobby) StartPartners(ctx context.Context, terms remote.Terms, first, second [2]remote.Player) (*Table, error) {
	all := []remote.Player{first[0], first[1], second[0], second[1]}
	for i, p := range all {
		if slices.ContainsFunc(all[:i], func(q remote.Player) bool { return q.ID == p.ID }) {
			return nil, fmt.Errorf("%s cannot play at both boards", p.Name)
		}
	}
	if !terms.Partners() {
		return nil, errors.New("this game is for two players")
	}
	return l.open(ctx, l.id(idLength), terms, first, &second, nil)
}

// pair is the pair of partners that somebody belongs to: 1 or 2, and 0 for nobody's.
func (t *Table) pair(id string) int {
	if t.twin == nil {
		return 0
	}
	for _, b := range t.boards() {
		for c, p := range b.rec.players {
			if p.ID == id {
				return 1 + (c+b.board)%2
			}
		}
	}
	return 0
}

// plays tells whether somebody plays at the table or its twin.
func (t *Table) plays(id string) bool {
	return slices.ContainsFunc(t.boards(), func(b *Table) bool { return b.rec.players[0].ID == id || b.rec.players[1].ID == id })
}

// joinPartners has a visitor join a seek for partners. The first who joins is the seeker's partner, the other two
// are the other team. The last one opens the tables; before that there is none.
func (v *Visit) joinPartners(ctx context.Context, id string) (*Table, error) {
	l := v.lobby
	l.mu.Lock()
	s, ok := l.seeks[id]
	switch {
	case !ok || s.To != "" && s.To != v.player.ID || s.From.ID == v.player.ID:
		l.mu.Unlock()
		return nil, errTaken
	case slices.ContainsFunc(s.Joined, func(p remote.Player) bool { return p.ID == v.player.ID }):
		l.mu.Unlock()
		return nil, errJoined
	}
	if len(s.Joined)+2 < PartnerSeats {
		s.Joined = append(slices.Clone(s.Joined), v.player)
		s.To = "" // the partner who was asked has come: others may
		l.mu.Unlock()
		return nil, l.keepPartners(ctx, s)
	}
	l.mu.Unlock()
	seek, err := v.take(ctx, id, func(now Seek) bool { return len(now.Joined) == len(s.Joined) })
	if err != nil {
		return nil, err
	}
	colour := chess.White
	if seek.Colour == remote.WantsBlack || seek.Colour == remote.AnyColour && l.draw(2) == 1 {
		colour = chess.Black
	}
	var first, second [2]remote.Player
	first[colour], first[colour.Other()] = seek.From, seek.Joined[1]
	second[colour.Other()], second[colour] = seek.Joined[0], v.player
	t, err := l.StartPartners(ctx, seek.Terms, first, second)
	if err == nil && t.twin.who[colour].ID == v.player.ID {
		t = t.twin
	}
	return t, err
}

// keepPartners notes that somebody has joined a seek. Of two who do so at once one is told that it has changed.
func (l *Lobby) keepPartners(ctx context.Context, s openSeek) error {
	if l.node != nil {
		data, err := json.Marshal(offer{Seek: s.Seek, Front: s.node})
		if err == nil {
			s.rev, err = l.node.bucket.Update(ctx, seekKey+s.ID, data, s.rev)
		}
		if err != nil {
			return errTaken
		}
	}
	l.mu.Lock()
	now, open := l.seeks[s.ID]
	if open = open && len(now.Joined) < len(s.Joined); open || l.node != nil {
		l.seeks[s.ID] = s
	}
	l.mu.Unlock()
	if !open && l.node == nil {
		return errTaken
	}
	l.show()
	return nil
}

// Has tells whether somebody has joined a seek for partners.
func (s Seek) Has(id string) bool {
	return slices.ContainsFunc(s.Joined, func(p remote.Player) bool { return p.ID == id })
}

// leaveTeamsLocked takes a player out of the seeks that he has joined, of all or of one.
func (l *Lobby) leaveTeamsLocked(player, id string) (left bool) {
	for key, s := range l.seeks {
		i := slices.IndexFunc(s.Joined, func(p remote.Player) bool { return p.ID == player })
		if i < 0 || id != "" && key != id {
			continue
		}
		s.Joined = slices.Delete(slices.Clone(s.Joined), i, i+1)
		l.seeks[key] = s
		left = true
		if l.node == nil {
			continue
		}
		if data, err := json.Marshal(offer{Seek: s.Seek, Front: s.node}); err == nil {
			l.node.writer.put(seekKey+key, data)
		}
	}
	return left
}
