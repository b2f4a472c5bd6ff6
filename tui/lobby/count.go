package lobby

import (
	"encoding/json"
	"fmt"

	"rookery/chess"
)

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
	after := e.Kind == offered || e.Kind == declined || e.Kind == rematched // what comes after the end
	return e.Kind == moved, e.Over && !after
}

// Running counts the games that are on, as far as this front end knows.
func (l *Lobby) Running() int { return l.running(func(*Table) bool { return true }) }

// running counts those of them that fit. It waits for no table.
func (l *Lobby) running(fits func(*Table) bool) (n int) {
	for _, t := range l.Tables() {
		if !t.done.Load() && fits(t) {
			n++
		}
	}
	return n
}

// MaxGames is how many games with others one player may have on before he can
// seek or take one more. With seeks that were open before it may become
// MaxSeeks more.
const MaxGames = 8

// mayPlay tells why a player cannot begin a further game.
func (l *Lobby) mayPlay(p Player) error {
	n := l.running(func(t *Table) bool { return t.who[chess.White].ID == p.ID || t.who[chess.Black].ID == p.ID })
	if n >= MaxGames {
		return fmt.Errorf("you have %d games in progress: finish one first", n)
	}
	return nil
}
