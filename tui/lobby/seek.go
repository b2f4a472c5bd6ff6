package lobby

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

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

// Visit is somebody's presence in the lobby, one for each line.
type Visit struct {
	lobby  *Lobby
	player Player
	c      chan Hall
}

// Hall is the lobby as one visitor sees it. It is never changed.
type Hall struct {
	Here  []Player // by name
	Seeks []Seek   // open to him, or his own
	Games []string // IDs of the tables
	Table string   // a table that waits for him; empty when there is none
}

// C gives the hall after each change; it is closed when the reader was too slow
// and by Leave.
func (v *Visit) C() <-chan Hall { return v.c }

// Enter comes into the lobby.
func (l *Lobby) Enter(p Player) *Visit {
	v := &Visit{lobby: l, player: p, c: make(chan Hall, unread)}
	l.mu.Lock()
	l.here[v] = true
	l.mu.Unlock()
	l.show()
	return v
}

// Leave goes; with the last line of a player his seeks go too.
func (v *Visit) Leave() {
	l := v.lobby
	l.mu.Lock()
	l.drop(v)
	l.mu.Unlock()
	l.show()
}

// drop closes a visit. The lock is held.
func (l *Lobby) drop(v *Visit) {
	if !l.here[v] {
		return
	}
	delete(l.here, v)
	close(v.c)
	for other := range l.here {
		if other.player.ID == v.player.ID {
			return
		}
	}
	for id, s := range l.seeks {
		if s.From.ID == v.player.ID || s.To == v.player.ID {
			delete(l.seeks, id)
		}
	}
}

// show sends everybody the hall.
func (l *Lobby) show() {
	waiting := make(map[string]string)
	var games []string
	for _, t := range l.Tables() {
		games = append(games, t.id)
		if !t.done.Load() {
			for _, p := range t.who {
				waiting[p.ID] = t.id
			}
		}
	}
	slices.Sort(games)
	l.mu.Lock()
	defer l.mu.Unlock()
	seen := make(map[string]bool)
	var here []Player
	for v := range l.here {
		if !seen[v.player.ID] {
			seen[v.player.ID] = true
			here = append(here, v.player)
		}
	}
	slices.SortFunc(here, func(a, b Player) int { return strings.Compare(a.Name, b.Name) })
	for v := range l.here {
		hall := Hall{Here: slices.Clone(here), Games: slices.Clone(games), Table: waiting[v.player.ID]}
		for _, s := range l.seeks {
			if s.To == "" || s.To == v.player.ID || s.From.ID == v.player.ID {
				s.Terms.Parts = slices.Clone(s.Terms.Parts)
				hall.Seeks = append(hall.Seeks, s)
			}
		}
		slices.SortFunc(hall.Seeks, func(a, b Seek) int { return strings.Compare(a.ID, b.ID) })
		select {
		case v.c <- hall:
		default:
			l.drop(v)
		}
	}
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
		err = errors.New("you have left the lobby")
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
