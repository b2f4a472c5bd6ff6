package lobby

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"rookery/chess"
)

// MaxSeeks is how many seeks and challenges one player may have open.
const MaxSeeks = 3

// Colour is what a seeker wants to play.
type Colour uint8

// The wishes for a colour.
const (
	AnyColour Colour = iota
	WantsWhite
	WantsBlack
)

// Seek is an open wish to play, to everybody or, as a challenge, to one.
type Seek struct {
	ID     string
	From   Player
	To     string // ID of the one who is challenged; empty for all
	Terms  Terms
	Colour Colour
}

// Seek opens a seek, or with to, the ID of somebody who is here, a challenge.
func (v *Visit) Seek(terms Terms, colour Colour, to string) (Seek, error) {
	if _, err := terms.Rules(); err != nil {
		return Seek{}, err
	}
	if terms.Rated && v.player.Guest {
		return Seek{}, errors.New("rated games are for players with a key: seek an unrated one")
	}
	l := v.lobby
	terms.Parts = slices.Clone(terms.Parts)
	s := Seek{ID: l.id(8), From: v.player, To: to, Terms: terms, Colour: colour}
	l.mu.Lock()
	mine, there := 0, to == ""
	for _, other := range l.seeks {
		if other.From.ID == v.player.ID {
			mine++
		}
	}
	for other := range l.here {
		there = there || other.player.ID == to && to != v.player.ID
	}
	var err error
	switch {
	case !l.here[v]:
		err = errGone
	case !there:
		err = errors.New("nobody of that name is here to be challenged")
	case mine >= MaxSeeks:
		err = fmt.Errorf("you have %d seeks open: withdraw one first", mine)
	default:
		l.seeks[s.ID] = s
	}
	l.mu.Unlock()
	if err != nil {
		return Seek{}, err
	}
	l.show()
	return s, nil
}

// Withdraw takes an own seek back, or declines a challenge.
func (v *Visit) Withdraw(id string) error {
	if _, err := v.take(id, func(s Seek) bool { return s.From.ID == v.player.ID || s.To == v.player.ID }); err != nil {
		return err
	}
	v.lobby.show()
	return nil
}

// Accept takes a seek or a challenge of another and opens the table. Of two who
// accept at once one is told that it is gone.
func (v *Visit) Accept(ctx context.Context, id string) (*Table, error) {
	s, err := v.take(id, func(s Seek) bool {
		return s.From.ID != v.player.ID && (s.To == "" || s.To == v.player.ID) && !(s.Terms.Rated && v.player.Guest)
	})
	if err != nil {
		return nil, err
	}
	players := [2]Player{s.From, v.player}
	if s.Colour == WantsBlack || s.Colour == AnyColour && v.lobby.draw(2) == 1 {
		players[chess.White], players[chess.Black] = v.player, s.From
	}
	return v.lobby.Start(ctx, s.Terms, players[chess.White], players[chess.Black])
}

// take removes a seek that may be removed.
func (v *Visit) take(id string, may func(Seek) bool) (Seek, error) {
	l := v.lobby
	l.mu.Lock()
	defer l.mu.Unlock()
	s, ok := l.seeks[id]
	if !ok || !may(s) {
		return Seek{}, errors.New("that seek is gone, or not for you")
	}
	delete(l.seeks, id)
	return s, nil
}
