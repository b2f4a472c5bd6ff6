package natsstore

import (
	"context"
	"encoding/hex"
	"sync"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"rookery/tui/lobby/journal"
)

// Headers of an event: its link, and that of the event before. Events of earlier versions
// have none.
const (
	linkHeader   = "Rookery-Link"
	beforeHeader = "Rookery-Before"
)

// mostLinks is of how many games the last link is remembered.
const mostLinks = 4096

// links remembers the last link of games that are written here.
type links struct {
	mu  sync.Mutex
	all map[string]linked
}

type linked struct {
	seq  uint64
	link journal.Link
}

func (l *links) put(game string, seq uint64, link journal.Link) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all == nil || len(l.all) >= mostLinks {
		l.all = make(map[string]linked)
	}
	l.all[game] = linked{seq, link}
}

func (l *links) get(game string, seq uint64) (journal.Link, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	last, ok := l.all[game]
	return last.link, ok && last.seq == seq
}

// before is the link of an event behind which another is to be written.
func (s *Store) before(ctx context.Context, game string, seq uint64) (journal.Link, error) {
	if seq == 0 {
		return journal.Link{}, nil
	}
	if link, ok := s.links.get(game, seq); ok {
		return link, nil
	}
	msg, err := s.stream.GetMsg(ctx, seq)
	if err != nil {
		return journal.Link{}, err
	}
	link, _ := headerLink(msg.Header, linkHeader)
	return link, nil
}

// sign puts the links of an event into its headers.
func sign(header nats.Header, game string, data []byte, before journal.Link) journal.Link {
	link := journal.LinkOf(before, journal.Event{Game: game, Data: data})
	header.Set(beforeHeader, hex.EncodeToString(before[:]))
	header.Set(linkHeader, hex.EncodeToString(link[:]))
	return link
}

func headerLink(header nats.Header, name string) (link journal.Link, ok bool) {
	b, err := hex.DecodeString(header.Get(name))
	if err != nil || len(b) != len(link) {
		return link, false
	}
	return journal.Link(b), true
}

// chain makes events of the messages of a game as far as they follow one another. whole
// tells that the first is that of the game.
func chain(game string, all []*jetstream.RawStreamMsg, whole bool) ([]journal.Event, error) {
	events := make([]journal.Event, 0, len(all))
	var last journal.Link
	known := whole
	for i, msg := range all {
		e := eventOf(msg.Subject, msg.Sequence, msg.Time, msg.Header, msg.Data)
		link, signed := headerLink(msg.Header, linkHeader)
		before, _ := headerLink(msg.Header, beforeHeader)
		if signed && (known && before != last || journal.LinkOf(before, journal.Event{Game: game, Data: e.Data}) != link) {
			damage := &journal.DamageError{Game: game, What: "does not follow the event before"}
			if whole {
				damage.Event = i + 1
			}
			return events, damage
		}
		last, known = link, true
		events = append(events, e)
	}
	return events, nil
}
