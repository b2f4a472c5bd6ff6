package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"rookery/tui/lobby/journal"
	"rookery/tui/remote"
)

const (
	// kept is how many lines a table remembers, and keptHall how many the lobby.
	kept     = 50
	keptHall = 100
	// pace is how many lines one player may say in one place in a while.
	pace  = 5
	while = 10 * time.Second
)

// Say says something at the table. Chat is not kept over a restart.
func (r *Reader) Say(text string) error {
	t := r.table
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.readers[r] {
		return errors.New("you have left this game")
	}
	text, toPartner := strings.CutPrefix(text, remote.PartnerSign)
	line, err := say(r.player, t.lobby.now(), text, t.chat)
	if err != nil {
		return err
	}
	if toPartner {
		if line.Pair = t.pair(r.player.ID); line.Pair == 0 {
			return errors.New("you have no partner in this game")
		}
	}
	t.hearLocked(line)
	return t.lobby.spread(tableTopic+t.head().id, line)
}

// hearLocked takes a line of chat.
func (t *Table) hearLocked(line remote.Line) {
	for _, b := range t.boards() {
		b.chat = keep(b.chat, line, kept)
	}
	t.showLocked()
}

// Say says something to everybody in the lobby. It is not kept over a restart.
func (v *Visit) Say(text string) error {
	l := v.lobby
	l.mu.Lock()
	if !l.here[v] {
		l.mu.Unlock()
		return errGone
	}
	line, err := say(v.player, l.now(), text, l.chat)
	if err == nil {
		l.chat = keep(l.chat, line, keptHall)
	}
	l.mu.Unlock()
	if err != nil {
		return err
	}
	l.show()
	return l.spread(lobbyTopic, line)
}

// Topics of chat among processes.
const (
	lobbyTopic = "hall"
	tableTopic = "table-" // and the table's ID
)

// saying is a line of chat on its way to other processes.
type saying struct {
	Node string        `json:"front"`
	From remote.Player `json:"from"`
	Text string        `json:"text"`
	Pair int           `json:"team,omitempty"`
}

// spread says a line at the other processes, if there are any.
func (l *Lobby) spread(topic string, line remote.Line) error {
	if l.node == nil {
		return nil
	}
	data, err := json.Marshal(saying{Node: l.node.name, From: line.From, Text: line.Text, Pair: line.Pair})
	if err == nil {
		err = l.journal.Tell(topic, data)
	}
	return err
}

// hearChat takes what was said at another process: chat, a key that was forgotten,
// and whose keys and messages are others now.
func (l *Lobby) hearChat(topic string, data []byte) {
	if topic == keyTopic || topic == keysTopic || topic == mailTopic {
		var name string
		if json.Unmarshal(data, &name) == nil {
			l.hearTopic(topic, name)
		}
		return
	}
	var s saying
	if json.Unmarshal(data, &s) != nil || s.Node == l.node.name {
		return
	}
	s.From.Name, s.Text = remote.CleanLine(s.From.Name, MaxNameLength), remote.CleanLine(s.Text, remote.MaxChat)
	line := remote.Line{From: s.From, At: l.now(), Text: s.Text, Pair: s.Pair}
	if topic == lobbyTopic {
		l.mu.Lock()
		l.chat = keep(l.chat, line, keptHall)
		l.mu.Unlock()
		l.show()
		return
	}
	id, ok := strings.CutPrefix(topic, tableTopic)
	t, err := l.Table(id)
	if !ok || err != nil {
		return
	}
	t.soon(func() { t.hearLocked(line) })
}

// say makes a line of what somebody wants to say after what was said before, or
// tells why not.
func say(from remote.Player, now time.Time, text string, before []remote.Line) (remote.Line, error) {
	text = remote.CleanLine(text, remote.MaxChat)
	if text == "" {
		return remote.Line{}, errors.New("the message is empty")
	}
	recent := 0
	for _, line := range before {
		if line.From.ID == from.ID && now.Sub(line.At) < while {
			recent++
		}
	}
	if recent >= pace {
		return remote.Line{}, errors.New("too many messages: wait a few seconds")
	}
	return remote.Line{From: from, At: now, Text: text}, nil
}

// keep adds a line and forgets the oldest beyond limit. The lines before are left
// as they are, for snapshots hold them.
func keep(lines []remote.Line, line remote.Line, limit int) []remote.Line {
	lines = append(lines[max(0, len(lines)-limit+1):len(lines):len(lines)], line)
	return lines
}

// Mute hides what one player says from another, or with off shows it again, at
// this front end. KeepMuted has it remembered.
func (l *Lobby) Mute(who, other remote.Player, off bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.chatter[who.ID] == nil {
		l.chatter[who.ID] = make(map[string]bool)
	}
	if off {
		delete(l.chatter[who.ID], other.ID)
	} else {
		l.chatter[who.ID][other.ID] = true
	}
}

// MostMuted is how many players one may hide and have it remembered.
const MostMuted = 200

// KeepMuted has it remembered whom a player with an account has muted, at every
// front end and over restarts.
func (l *Lobby) KeepMuted(ctx context.Context, who remote.Player) error {
	if who.Guest {
		return nil
	}
	l.mu.Lock()
	ids := slices.Sorted(maps.Keys(l.chatter[who.ID]))
	l.mu.Unlock()
	if len(ids) > MostMuted {
		return fmt.Errorf("not saved: you have already muted %d players; unmute one first", MostMuted)
	}
	data, err := json.Marshal(ids)
	if err == nil {
		_, err = l.mutes.Put(ctx, who.ID, data)
	}
	return err
}

// hearMuted takes in whom somebody has muted, here or at another front end.
func (l *Lobby) hearMuted(v journal.Value) {
	var ids []string
	if !v.Deleted && json.Unmarshal(v.Data, &ids) != nil {
		return
	}
	l.mu.Lock()
	delete(l.chatter, v.Key)
	if len(ids) > 0 {
		l.chatter[v.Key] = make(map[string]bool, len(ids))
	}
	for _, id := range ids {
		l.chatter[v.Key][id] = true
	}
	here := l.visitingLocked(v.Key)
	l.mu.Unlock()
	if here {
		l.show()
	}
}

// Muted tells whether one player has hidden what the other says.
func (l *Lobby) Muted(who, other remote.Player) bool { return l.muted(who.ID, other.ID) }

func (l *Lobby) muted(who, other string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.chatter[who][other]
}
