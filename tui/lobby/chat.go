package lobby

import (
	"errors"
	"time"
)

const (
	// MaxChat is how many characters a line of chat may have.
	MaxChat = 200
	// kept is how many lines a table remembers.
	kept = 50
	// pace is how many lines one player may say at a table in a while.
	pace  = 5
	while = 10 * time.Second
)

// Line is something said at a table.
type Line struct {
	From Player
	At   time.Time
	Text string // clean
}

// Say says something at the table. Chat is not kept over a restart.
func (r *Reader) Say(text string) error {
	text = CleanLine(text, MaxChat)
	if text == "" {
		return errors.New("there is nothing to say in that")
	}
	t := r.table
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.readers[r] {
		return errors.New("you have left this table")
	}
	now, recent := t.lobby.now(), 0
	for _, line := range t.chat {
		if line.From.ID == r.player.ID && now.Sub(line.At) < while {
			recent++
		}
	}
	if recent >= pace {
		return errors.New("slowly: wait a few seconds before you say more")
	}
	t.chat = append(t.chat, Line{From: r.player, At: now, Text: text})
	if len(t.chat) > kept {
		t.chat = t.chat[len(t.chat)-kept:]
	}
	t.show()
	return nil
}

// Mute hides what one player says from another, or with off shows it again.
func (l *Lobby) Mute(who, whom Player, off bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.chatter[who.ID] == nil {
		l.chatter[who.ID] = make(map[string]bool)
	}
	if off {
		delete(l.chatter[who.ID], whom.ID)
	} else {
		l.chatter[who.ID][whom.ID] = true
	}
}

func (l *Lobby) muted(who, whom string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.chatter[who][whom]
}
