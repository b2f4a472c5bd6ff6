package lobby

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"rookery/chess"
	"rookery/tui/lobby/journal"
	"rookery/tui/remote"
)

// MaxSeeks is how many seeks and challenges one player may have open.
const MaxSeeks = 3

// Seek is an open wish to play, to everybody or, as a challenge, to one.
type Seek struct {
	ID     string
	From   remote.Player
	To     string // ID of the one who is challenged; empty for all
	Terms  remote.Terms
	Colour remote.Colour
	Rating remote.Rating   // of From in such games
	Range  Range           // of those who may accept it
	Joined []remote.Player `json:",omitempty"` // of a game of partners, besides From: the partner, then the others
}

// openSeek is a seek and the process that holds it.
type openSeek struct {
	Seek
	node string // empty without others
	rev  uint64 // of its value in the bucket
	// posted tells that it is for correspondence and stays, whoever is here.
	posted bool
}

// offer is a seek as the bucket has it.
type offer struct {
	Seek  Seek   `json:"seek"`
	Front string `json:"front"`
	Taken string `json:"taken,omitempty"` // names the one who took it
	// Posted is when a seek for correspondence was made.
	Posted time.Time `json:"posted,omitzero"`
}

// Seek opens a seek, or with to, the ID of somebody who is here, a challenge. With within,
// those alone may accept it whose rating is not farther from the seeker's; 0 is for all.
func (v *Visit) Seek(ctx context.Context, terms remote.Terms, colour remote.Colour, to string, within int) (Seek, error) {
	if _, err := terms.Rules(); err != nil {
		return Seek{}, err
	}
	if terms.Rated && v.player.Guest {
		return Seek{}, errors.New("rated games need a key: create a casual seek")
	}
	switch partners := terms.Partners(); {
	case partners && terms.Rated:
		return Seek{}, errPartnersRated
	case partners && (terms.Correspondence() || terms.Control.None()):
		return Seek{}, errPartnersDays
	}
	l := v.lobby
	if err := l.mayPlay(v.player, terms); err != nil {
		return Seek{}, err
	}
	terms.Parts = slices.Clone(terms.Parts)
	s := openSeek{Seek: Seek{ID: l.id(8), From: v.player, To: to, Terms: terms, Colour: colour}}
	if !terms.Partners() {
		s.Rating = l.ratingOf(ctx, v.player, terms)
	}
	if s.Rating.Value > 0 && within > 0 {
		s.Range = Range{max(s.Rating.Value-within, 1), s.Rating.Value + within}
	}
	if err := v.maySeek(ctx, to, terms); err != nil {
		return Seek{}, err
	}
	if to != "" {
		if err := l.apart(ctx, v.player, remote.Player{ID: to}); err != nil {
			return Seek{}, err
		}
	}
	if terms.Correspondence() {
		if err := l.post(ctx, &s); err != nil {
			return Seek{}, err
		}
	} else if f := l.node; f != nil {
		s.node = f.name
		data, err := json.Marshal(offer{Seek: s.Seek, Front: s.node})
		if err == nil {
			s.rev, err = f.bucket.Create(ctx, seekKey+s.ID, data)
		}
		if err != nil {
			return Seek{}, err
		}
	}
	l.mu.Lock()
	there := l.here[v]
	if s.posted {
		there = true
	} else if there {
		l.seeks[s.ID] = s
	} else {
		l.removeSeekLocked(s)
	}
	l.mu.Unlock()
	if !there {
		return Seek{}, errGone
	}
	l.show()
	return s.Seek, nil
}

// maySeek tells why a visitor cannot seek now.
func (v *Visit) maySeek(ctx context.Context, to string, terms remote.Terms) error {
	l := v.lobby
	known := false // he need not be here
	if to != "" && terms.Correspondence() {
		_, err := l.player(ctx, to)
		known = err == nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	mine := 0
	for _, other := range l.seeks {
		if other.From.ID == v.player.ID && other.posted == terms.Correspondence() {
			mine++
		}
	}
	switch {
	case !l.here[v]:
		return errGone
	case to != "" && (to == v.player.ID || !known && !l.presentLocked(to)):
		return errors.New("no player with that name is here")
	case mine >= MaxSeeks:
		return fmt.Errorf("you have %d open seeks: cancel one first", mine)
	}
	return nil
}

// Withdraw takes an own seek back, or declines a challenge.
func (v *Visit) Withdraw(id string) error {
	v.lobby.mu.Lock()
	left := v.lobby.leaveTeamsLocked(v.player.ID, id)
	v.lobby.mu.Unlock()
	if left {
		v.lobby.show()
		return nil
	}
	if _, err := v.take(context.Background(), id, func(s Seek) bool { return s.From.ID == v.player.ID || s.To == v.player.ID }); err != nil {
		return err
	}
	v.lobby.show()
	return nil
}

// Accept takes a seek or a challenge of another and opens the table. Of two who
// accept at once one is told that it is gone. Of a game of partners there is no table
// before the last of them has accepted.
func (v *Visit) Accept(ctx context.Context, id string) (*Table, error) {
	if err := v.mayAccept(ctx, id); err != nil {
		return nil, err
	}
	v.lobby.mu.Lock()
	open := v.lobby.seeks[id]
	v.lobby.mu.Unlock()
	if open.ID != "" && open.Terms.Partners() {
		return v.joinPartners(ctx, id)
	}
	s, err := v.take(ctx, id, func(s Seek) bool {
		return s.From.ID != v.player.ID && (s.To == "" || s.To == v.player.ID) && !(s.Terms.Rated && v.player.Guest)
	})
	if err != nil {
		return nil, err
	}
	players := [2]remote.Player{s.From, v.player}
	if s.Colour == remote.WantsBlack || s.Colour == remote.AnyColour && v.lobby.draw(2) == 1 {
		players[chess.White], players[chess.Black] = v.player, s.From
	}
	return v.lobby.Start(ctx, s.Terms, players[chess.White], players[chess.Black])
}

// mayAccept tells why a seek that is there is not for the visitor; one that is gone is told
// when it is taken.
func (v *Visit) mayAccept(ctx context.Context, id string) error {
	l := v.lobby
	l.mu.Lock()
	s, ok := l.seeks[id]
	l.mu.Unlock()
	if !ok || s.From.ID == v.player.ID {
		return nil
	}
	if err := l.mayPlay(v.player, s.Terms); err != nil {
		return err
	}
	if err := l.apart(ctx, v.player, s.From); err != nil {
		if errors.Is(err, ErrBlocked) {
			err = errTaken
		}
		return err
	}
	if own := l.ratingOf(ctx, v.player, s.Terms); !s.Range.Has(own) {
		return fmt.Errorf("this seek is for ratings of %s, and yours is %s: create a seek of your own", s.Range, own)
	}
	if s.Terms.Rated {
		return l.mayRate(ctx, s.From, v.player)
	}
	return nil
}

var errTaken = errors.New("that seek is gone, or not open to you")

// take removes a seek that may be removed. Where there are other processes, the
// bucket says who was first.
func (v *Visit) take(ctx context.Context, id string, may func(Seek) bool) (Seek, error) {
	l := v.lobby
	l.mu.Lock()
	s, ok := l.seeks[id]
	ok = ok && may(s.Seek)
	if ok {
		delete(l.seeks, id)
	}
	l.mu.Unlock()
	if !ok {
		return Seek{}, errTaken
	}
	f := l.node
	if f == nil && !s.posted {
		return s.Seek, nil
	}
	data, err := json.Marshal(offer{Seek: s.Seek, Front: s.node, Taken: rand.Text()})
	switch {
	case err != nil:
	case s.posted:
		_, err = l.posted.Update(ctx, id, data, s.rev)
	default:
		_, err = f.bucket.Update(ctx, seekKey+id, data, s.rev)
	}
	if errors.As(err, new(*journal.StaleError)) {
		err = errTaken
	}
	if err != nil {
		return Seek{}, err
	}
	if s.posted {
		return s.Seek, l.posted.Delete(ctx, id)
	}
	f.writer.put(seekKey+id, nil)
	return s.Seek, nil
}

// removeSeekLocked drops a seek whose seeker, or whom it is for, has gone.
func (l *Lobby) removeSeekLocked(s openSeek) {
	delete(l.seeks, s.ID)
	if l.node != nil && !s.posted {
		l.node.writer.put(seekKey+s.ID, nil)
	}
}

// heedSeekLocked takes a seek of another process.
func (n *node) heedSeekLocked(id string, v journal.Value) {
	var o offer
	if v.Deleted || json.Unmarshal(v.Data, &o) != nil || o.Taken != "" {
		delete(n.lobby.seeks, id)
		return
	}
	if o.Front == n.name && o.Seek.ID == id { // others may have joined it elsewhere
		if own, open := n.lobby.seeks[id]; open && v.Rev > own.rev {
			own.Joined, own.To, own.rev = o.Seek.Joined, o.Seek.To, v.Rev
			n.lobby.seeks[id] = own
		}
		return
	}
	if o.Seek.ID != id {
		return
	}
	if _, err := o.Seek.Terms.Rules(); err != nil {
		return // of a program that knows more games
	}
	n.peerLocked(o.Front)
	o.Seek.From.Name = remote.CleanLine(o.Seek.From.Name, MaxNameLength)
	n.lobby.seeks[id] = openSeek{Seek: o.Seek, node: o.Front, rev: v.Rev}
}
