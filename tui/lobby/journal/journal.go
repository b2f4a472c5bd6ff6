// Package journal keeps what must not be lost: for each game a stream of events
// that only grows, and buckets of values by key. It says nothing of what the
// events mean.
//
// An event is appended with the number of the event before it, so that of two
// writers who both believe that it is their turn exactly one is accepted; the
// other gets a [StaleError]. Append returns once the event is on the disk.
//
// The package holds the contract alone and links no store. Package sqljournal keeps a
// journal in one SQLite file, package natsstore on a NATS JetStream cluster.
//
// Both keep a [Link] with each event: a check sum over the event and the link of the
// event before it in its game. An event that was changed, lost or put in another's
// place is found when the game is read, and named by a [DamageError].
//
// Start with [Journal] and [Bucket]. [Export] and [Import] move what one journal holds
// into a file and from there into another, whatever keeps them.
package journal

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// Limits of what a journal takes.
const (
	MaxEvent = 64 << 10 // bytes of one event or value
	MaxName  = 64       // bytes of a game's or bucket's name or of a key
)

// Here is the name of the bucket of those who are here; what is in it belongs to
// processes that run and is not exported.
const Here = "here"

var (
	// ErrLocked says that another process has the directory open.
	ErrLocked = errors.New("another server uses this directory: stop it, or choose another directory")
	// ErrNotFound is returned for a key that has no value.
	ErrNotFound = errors.New("there is no value under this key")
	// ErrExists is returned by Create for a key that has a value.
	ErrExists = errors.New("the key is taken")
	// ErrNearlyFull refuses a new game when there is little room left.
	ErrNearlyFull = errors.New("the server's disk is nearly full: you can finish games, but not start new ones")
	// ErrFull refuses every event and value when there is no room.
	ErrFull = errors.New("the server's disk is full: it saves again as soon as there is room")
	// ErrAway says that the store did not answer for too long.
	ErrAway = errors.New("the server cannot save right now: try again in a moment")
)

// Away makes ErrAway of what a store says, which is for the log and not for players.
func Away(cause error) error { return &awayError{cause} }

type awayError struct{ cause error }

func (e *awayError) Error() string   { return ErrAway.Error() }
func (e *awayError) Unwrap() []error { return []error{ErrAway, e.cause} }

// StaleError refuses an append or an update because the writer did not know the
// last event or value. Nothing was written: read again, and decide anew.
type StaleError struct {
	Name     string // the game, or bucket/key
	Expected uint64 // what the writer took for the last
}

func (e *StaleError) Error() string {
	return fmt.Sprintf("%s has moved on since event %d: read it again", e.Name, e.Expected)
}

// DamageError says what of a store does not read.
type DamageError struct {
	File string // empty for a store that has no files here
	Game string // empty where no single game is concerned
	// Event counts the events of the game from 1 up to the first that is damaged or
	// missing; 0 where none is meant.
	Event int
	Ply   int // half-moves in front of it, where that is known
	What  string
}

func (e *DamageError) Error() string {
	var where []string
	if e.File != "" {
		where = append(where, e.File)
	}
	if e.Game != "" {
		where = append(where, "game "+e.Game)
	}
	if e.Event > 0 {
		where = append(where, fmt.Sprintf("event %d", e.Event))
	}
	if e.Ply > 0 {
		where = append(where, fmt.Sprintf("behind half-move %d", e.Ply))
	}
	return strings.Join(append(where, e.What), ": ")
}

// Link is the check sum of an event and all before it in its game.
type Link [16]byte

// LinkOf makes the link of an event from that of the event before it, which is zero
// for the first. A store that does not set number or time itself leaves them zero.
func LinkOf(before Link, e Event) Link {
	h := sha256.New()
	var n [8]byte
	put := func(v uint64) {
		binary.BigEndian.PutUint64(n[:], v)
		h.Write(n[:])
	}
	h.Write(before[:])
	put(uint64(len(e.Game)))
	io.WriteString(h, e.Game)
	put(e.Seq)
	if e.Time.IsZero() {
		put(0)
	} else {
		put(uint64(e.Time.UnixNano()))
	}
	h.Write(e.Data)
	return Link(h.Sum(nil)[:16])
}

// Event is one entry of a game's stream.
type Event struct {
	Game string
	// Seq grows within a game, from more than 0, but not by ones: all games
	// are numbered together.
	Seq  uint64
	Time time.Time // when the journal accepted it
	Data []byte    // as it was appended; it belongs to the receiver
}

// Value is what a bucket holds under a key.
type Value struct {
	Key     string
	Rev     uint64    // grows with each change; never 0
	Data    []byte    // it belongs to the receiver
	Deleted bool      // only from Watch: the key has no value any more
	Time    time.Time // only from Watch: when it was accepted
}

// Journal is a store of event streams and buckets. It is safe for use by many
// goroutines.
type Journal interface {
	// Append adds an event to a game whose last event is expected, 0 when it
	// has none, and returns the new event's Seq. When it returns without error
	// the event is durable. The error is a *StaleError when the game has moved
	// on, ErrFull when there is no room, ErrNearlyFull for a new game when
	// what is left is kept for those that have begun. A store that does not answer is asked again for a while, then
	// the error is ErrAway; after that, or when ctx has ended, the event may or
	// may not have been written: Read tells.
	Append(ctx context.Context, game string, expected uint64, data []byte) (uint64, error)
	// Read returns the events of a game behind after, oldest first. Of a damaged game it
	// returns those before the damage and a *DamageError.
	Read(ctx context.Context, game string, after uint64) ([]Event, error)
	// Games lists the games that have events, in no order.
	Games(ctx context.Context) ([]string, error)
	// Watch hands every event of all games behind after to deliver, in order and one
	// at a time, those to come too, until stop is called. One watch serves a
	// whole process.
	Watch(ctx context.Context, after uint64, deliver func(Event)) (stop func(), err error)
	// Follow hands the last event of each game to deliver, then returns, and
	// goes on with every event that comes. Events come in order and one at a
	// time, so that of a game whose last one is known none is left out.
	Follow(ctx context.Context, deliver func(Event)) (stop func(), err error)
	// Shared tells whether other processes may write, too. Then the times of
	// events are the only ones that all agree on.
	Shared() bool
	// Tell says something to all who Hear at that moment, here and in other
	// processes. It is not kept, and may be lost. topic is a name as a game's.
	Tell(topic string, data []byte) error
	// Hear hands what is told to deliver, one at a time, until stop is called.
	Hear(deliver func(topic string, data []byte)) (stop func(), err error)
	// Bucket opens a bucket and makes it when there is none.
	Bucket(ctx context.Context, name string) (Bucket, error)
	// Buckets lists the names of the buckets that there are, in order.
	Buckets(ctx context.Context) ([]string, error)
	// All hands every event that there is to deliver, in their order, then returns.
	// What is appended meanwhile may be missing, and only from the end of games.
	All(ctx context.Context, deliver func(Event) error) error
	// Restore appends events of another journal, with the times that they had there, in
	// the order given; their Seq does not count. When it returns without error they are
	// durable. It is for an empty journal that nobody else writes: see Import.
	Restore(ctx context.Context, events []Event) error
	// Ready tells whether an event of a game that has begun would be accepted now: nil,
	// ErrFull or ErrAway. It may be asked once a second.
	Ready(ctx context.Context) error
	// Close ends the journal; nothing durable is lost with or without it.
	Close() error
}

// Bucket holds values by key. A write that is not answered is tried again, and
// takes a value that equals its own for its own: writers who compete must not
// write the same bytes.
type Bucket interface {
	// Create puts a value under a free key, else returns ErrExists.
	Create(ctx context.Context, key string, data []byte) (rev uint64, err error)
	// Put puts a value whatever is there.
	Put(ctx context.Context, key string, data []byte) (rev uint64, err error)
	// Update replaces the value whose Rev is expected, else returns a
	// *StaleError.
	Update(ctx context.Context, key string, data []byte, expected uint64) (rev uint64, err error)
	// Get returns the value of a key, or ErrNotFound.
	Get(ctx context.Context, key string) (Value, error)
	// Delete frees a key; a free one is no fault.
	Delete(ctx context.Context, key string) error
	// Keys lists the keys that have values, in no order.
	Keys(ctx context.Context) ([]string, error)
	// Watch hands the values of all keys to deliver, then returns, and goes on
	// with each change, one at a time, until stop is called.
	Watch(ctx context.Context, deliver func(Value)) (stop func(), err error)
}

// CheckName refuses names that would mean something to the store: wildcards,
// separators and everything else but small letters, digits, - and _.
func CheckName(s string) error {
	if s == "" || len(s) > MaxName {
		return fmt.Errorf("a name in the journal has 1 to %d characters, %d given", MaxName, len(s))
	}
	for _, c := range []byte(s) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' && c != '_' {
			return fmt.Errorf("%q cannot be a name in the journal: use a-z, 0-9, - and _", s)
		}
	}
	return nil
}

// CheckSize refuses what would fill the disk.
func CheckSize(data []byte) error {
	if len(data) > MaxEvent {
		return fmt.Errorf("%d bytes are too much for the journal: it takes up to %d at once", len(data), MaxEvent)
	}
	return nil
}
