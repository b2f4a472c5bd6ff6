package lobby

import "encoding/json"

// Counted tells of an event in the journal what counts: whether it is a move,
// and whether a game is over with it.
func Counted(data []byte) (isMove, over bool) {
	var e struct {
		Kind string `json:"kind"`
		Over bool   `json:"over"`
	}
	if json.Unmarshal(data, &e) != nil {
		return false, false
	}
	return e.Kind == moved, e.Over
}

// Running counts the games that are on, as far as this front end knows.
func (l *Lobby) Running() int {
	n := 0
	for _, t := range l.Tables() {
		t.mu.Lock()
		if t.rec.game != nil && !t.rec.over() {
			n++
		}
		t.mu.Unlock()
	}
	return n
}
