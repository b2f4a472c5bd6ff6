package plain

import (
	"time"

	"rookery/chess"
	"rookery/tui/engineplay"
	"rookery/tui/play"
)

// table is the game that is played, and what is heard of it.
type table struct {
	*play.Controller
	shown   int           // half-moves on the board; Ply() while the game is followed
	undone  []chess.Move  // taken back, the last first
	adviser play.Engine   // gives hints; nil before the first
	hinting *play.Search  // the hint under way
	attempt *attempt      // the lesson that this game is; nil for any other
	warned  time.Duration // what was last said to be left of the running clock
}

// answer is what a search has found.
type answer struct {
	play.Answer
	hint bool
	why  []string // of a hint: the pieces of a sentence
}

// sit puts a game on the table that was saved or begins.
func sit(saved *play.Saved, a *attempt, o *Options) (*table, error) {
	c, err := play.New(*saved, o.Store, o.Now())
	if err != nil {
		return nil, err
	}
	c.PlaysOn = a != nil
	c.NewEngine = func(side chess.Color) (play.Engine, error) {
		pl := c.Config.Players[side]
		if pl.Program != "" {
			x, err := engineplay.NewOpponent(pl.Program, c.Config.Rules)
			return engineplay.New(x, nil), err
		}
		seed := o.Seed()
		return engineplay.New(engineplay.NewBuiltin(nil, pl.Level, pl.Style, seed, true), engineplay.NewOpener(o.Book, pl.Level, seed)), nil
	}
	return &table{Controller: c, shown: c.Game.Ply(), attempt: a}, nil
}

// clear ends all that thinks at the table.
func (t *table) clear() {
	t.CallOff()
	for _, e := range [2]play.Engine{t.Engine(chess.White), t.Engine(chess.Black)} {
		if e != nil {
			e.Close()
		}
	}
}

func (t *table) live() bool { return t.shown == t.Game.Ply() }
