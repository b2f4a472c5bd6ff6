package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"rookery/tui/lobby/journal"
	"rookery/tui/remote"
)

// Message is what one player wrote to another, who need not be here. Each of the two keeps it among
// his own messages.
type Message struct {
	From remote.Player `json:"from"`
	To   remote.Player `json:"to"`
	At   time.Time     `json:"at"`
	Text string        `json:"text"`           // clean
	Read bool          `json:"read,omitempty"` // by the one whose messages these are
}

// With is the other of the two.
func (m Message) With(me remote.Player) remote.Player {
	if m.From.ID == me.ID {
		return m.To
	}
	return m.From
}

const (
	// MaxMessage is how many characters a message may have.
	MaxMessage = 400
	// mostMessages is how many bytes the messages of a player may have together: the oldest that he
	// has read go first.
	mostMessages = journal.MaxEvent * 3 / 4
	// strangers is how many messages one may write in a day to players who have not written back.
	strangers = 20
)

var errMessages = errors.New("guests have no messages: connect with an SSH key")

// Messages of a player, the oldest first.
func (l *Lobby) Messages(ctx context.Context, p remote.Player) ([]Message, error) {
	v, err := l.messages.Get(ctx, p.ID)
	if errors.Is(err, journal.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return parseMessages(v.Data)
}

func parseMessages(data []byte) (all []Message, err error) {
	if len(data) > 0 {
		err = json.Unmarshal(data, &all)
	}
	for i := range all {
		m := &all[i]
		m.Text = remote.CleanLine(m.Text, MaxMessage)
		m.From.Name, m.To.Name = remote.CleanLine(m.From.Name, MaxNameLength), remote.CleanLine(m.To.Name, MaxNameLength)
	}
	return all, err
}

// changeMessages changes what a player keeps, and tells his sessions.
func (l *Lobby) changeMessages(ctx context.Context, p remote.Player, alter func([]Message) ([]Message, error)) error {
	err := changeValue(ctx, l.messages, p.ID, func(old []byte) ([]byte, error) {
		all, err := parseMessages(old)
		if err == nil {
			all, err = alter(all)
		}
		if err != nil {
			return nil, err
		}
		for {
			data, err := json.Marshal(all)
			if err != nil || len(data) <= mostMessages {
				return data, err
			}
			i := slices.IndexFunc(all, func(m Message) bool { return m.Read })
			all = slices.Delete(all, max(i, 0), max(i, 0)+1)
		}
	})
	if errors.Is(err, errSame) {
		return nil
	}
	if err == nil {
		err = l.broadcast(mailTopic, p.ID)
	}
	return err
}

// mailTopic tells other processes whose messages are others now.
const mailTopic = "mail"

// mailChanged notes it for the sessions of this process.
func (l *Lobby) mailChanged(id string) {
	l.mu.Lock()
	here := l.visitingLocked(id)
	if here {
		l.mailVersion[id]++
	}
	l.mu.Unlock()
	if here {
		l.show()
	}
}

// Send writes a message to a player with an account. It is durable when Send returns.
func (l *Lobby) Send(ctx context.Context, from, to remote.Player, text string) error {
	text = remote.CleanLine(text, MaxMessage)
	switch {
	case from.Guest:
		return errMessages
	case to.Guest:
		return errors.New("guests have no messages: write in the lobby")
	case from.ID == to.ID:
		return errors.New("that is you")
	case text == "":
		return errors.New("the message is empty")
	}
	to, err := l.player(ctx, to.ID) // who may be gone
	if errors.Is(err, ErrNoAccount) {
		return errors.New("this player has no account any more")
	}
	if err == nil {
		err = l.apart(ctx, from, to)
	}
	if err != nil {
		return err
	}
	now := l.time()
	own, err := l.Messages(ctx, from)
	if err == nil {
		err = mayWrite(own, from, to, now)
	}
	if err != nil {
		return err
	}
	m := Message{From: from, To: to, At: now.UTC(), Text: text}
	if err := l.changeMessages(ctx, to, func(all []Message) ([]Message, error) { return append(all, m), nil }); err != nil {
		return err
	}
	m.Read = true
	return l.changeMessages(ctx, from, func(all []Message) ([]Message, error) { return append(all, m), nil })
}

// mayWrite tells why a player has written enough for now.
func mayWrite(own []Message, from, to remote.Player, now time.Time) error {
	recent, unanswered := 0, 0
	answered := make(map[string]bool)
	for _, m := range own {
		if m.To.ID == from.ID {
			answered[m.From.ID] = true
		}
	}
	for _, m := range own {
		if m.From.ID != from.ID {
			continue
		}
		if now.Sub(m.At) < while {
			recent++
		}
		if !answered[m.To.ID] && now.Sub(m.At) < 24*time.Hour {
			unanswered++
		}
	}
	switch {
	case recent >= pace:
		return errors.New("too many messages: wait a few seconds")
	case unanswered >= strangers && !answered[to.ID]:
		return errors.New("many of your messages have no answer yet: wait for one before you write to others")
	}
	return nil
}

// ReadMessages notes that a player has read what another wrote to him.
func (l *Lobby) ReadMessages(ctx context.Context, p, with remote.Player) error {
	return l.changeMessages(ctx, p, func(all []Message) ([]Message, error) {
		changed := false
		for i := range all {
			if all[i].From.ID == with.ID && !all[i].Read {
				all[i].Read, changed = true, true
			}
		}
		if !changed {
			return nil, errSame
		}
		return all, nil
	})
}

// DropMessages takes what a player has written with another out of his own messages.
func (l *Lobby) DropMessages(ctx context.Context, p, with remote.Player) error {
	return l.changeMessages(ctx, p, func(all []Message) ([]Message, error) {
		return slices.DeleteFunc(all, func(m Message) bool { return m.With(p).ID == with.ID }), nil
	})
}

// Unread counts what a player has not read, and names who wrote the last of it.
func (l *Lobby) Unread(ctx context.Context, p remote.Player) (n int, from remote.Player, err error) {
	all, err := l.Messages(ctx, p)
	for _, m := range all {
		if m.To.ID == p.ID && !m.Read {
			n, from = n+1, m.From
		}
	}
	return n, from, err
}
