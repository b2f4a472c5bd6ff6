package plain

import (
	"context"
	"time"

	"rookery/ai"
	"rookery/chess"
	"rookery/tui/engineplay"
	"rookery/tui/play"
)

// table is a game with who plays it, its clock and what each computer thinks.
type table struct {
	cfg    play.Config
	id     string
	began  time.Time
	game   *chess.Game
	clock  chess.Clock
	lefts  [][2]time.Duration // by ply: what the clocks showed before the move
	shown  int                // half-moves on the board; Ply() while the game is followed
	undone []chess.Move       // taken back, the last first

	engines [2]play.Engine // nil where a person plays
	last    [2]ai.Choice   // what each computer thought of its last move
	adviser play.Engine
	attempt *attempt           // the lesson that this game is; nil for any other
	serial  int                // counts what has happened; a late answer is dropped
	cancel  context.CancelFunc // of the search under way, nil when none is
	offered int                // ply at which a draw was last refused, -1 never
	curtain bool               // nothing is told until the next player sits down
	warned  time.Duration      // what was last said to be left of the running clock
}

// answer is what a search has found.
type answer struct {
	serial int
	hint   bool
	choice ai.Choice
	why    []string // of a hint: the pieces of a sentence
	err    error
}

// sit puts a game on the table that was saved or begins.
func sit(saved *play.Saved, now time.Time) (*table, error) {
	game, err := saved.Replay()
	if err != nil {
		return nil, err
	}
	t := &table{cfg: saved.Config, id: saved.ID, began: saved.Began, game: game, shown: game.Ply(), offered: -1}
	t.clock = chess.NewClock(t.cfg.Control)
	for side, left := range saved.Left {
		if left > 0 {
			t.clock = t.clock.With(chess.Color(side), left)
		}
	}
	t.clock = t.clock.Turn(game.Turn(), now)
	for range game.Ply() {
		t.lefts = append(t.lefts, saved.Left)
	}
	t.curtain = t.passesKeyboard() && game.Ply() > 0
	return t, nil
}

// saved is the game as it goes to disk.
func (t *table) saved(now time.Time) play.Saved {
	cfg := t.cfg
	for c := range cfg.Players {
		cfg.Players[c].Name = t.name(chess.Color(c))
	}
	return play.Saved{
		ID: t.id, Config: cfg, Start: t.game.Start(), Moves: t.game.Moves(), Left: t.left(now),
		Began: t.began, Saved: now, Outcome: t.game.Outcome(),
	}
}

// left is what both clocks show.
func (t *table) left(now time.Time) [2]time.Duration {
	return [2]time.Duration{t.clock.Left(chess.White, now), t.clock.Left(chess.Black, now)}
}

// callOff ends the search under way.
func (t *table) callOff() {
	if t.cancel != nil {
		t.cancel()
		t.cancel = nil
	}
}

// seat makes what moves the men of a computer's side, unless it is there.
func (t *table) seat(side chess.Color, o *Options) error {
	if t.engines[side] != nil {
		return nil
	}
	pl, seed := t.cfg.Players[side], o.Seed()
	if pl.Program == "" {
		e := engineplay.NewBuiltin(nil, pl.Level, pl.Style, seed, t.attempt == nil) // in a lesson it plays on to the end
		t.engines[side] = engineplay.New(e, engineplay.NewOpener(o.Book, pl.Level, seed))
		return nil
	}
	x, err := engineplay.NewOpponent(pl.Program, t.cfg.Rules)
	if err != nil {
		return err
	}
	t.engines[side] = engineplay.New(x, nil)
	return nil
}

// rise ends what moves the men of a side.
func (t *table) rise(side chess.Color) {
	if e := t.engines[side]; e != nil {
		e.Close()
	}
	t.engines[side] = nil
}

// clear ends all that thinks at the table.
func (t *table) clear() {
	t.callOff()
	t.rise(chess.White)
	t.rise(chess.Black)
}

func (t *table) over() bool               { return t.game.Outcome().Over() }
func (t *table) live() bool               { return t.shown == t.game.Ply() }
func (t *table) human(c chess.Color) bool { return t.cfg.Players[c].Kind == play.Human }

// name is how a side is called.
func (t *table) name(c chess.Color) string {
	p := t.cfg.Players[c]
	switch {
	case p.Name != "":
		return p.Name
	case p.Kind == play.Computer:
		return play.ComputerName(p.Level, p.Style)
	}
	return play.SideName(c)
}

// fogged tells whether somebody must not know all of the board now.
func (t *table) fogged() bool { return t.cfg.Rules.Fog && !t.over() && t.cfg.Humans() > 0 }

// passesKeyboard tells whether two people share the keyboard of whom each may
// know his own side only.
func (t *table) passesKeyboard() bool { return t.fogged() && t.cfg.Humans() == 2 }

// observer is whose eyes look at the board.
func (t *table) observer() chess.Observer {
	switch {
	case !t.fogged():
		return chess.Everyone
	case t.cfg.Humans() == 2:
		return chess.EyesOf(t.game.Turn())
	case t.human(chess.White):
		return chess.EyesOfWhite
	}
	return chess.EyesOfBlack
}

// sees tells whether the moves of a side may be told now.
func (t *table) sees(c chess.Color) bool {
	o := t.observer()
	return !t.curtain && (o == chess.Everyone || o == chess.EyesOf(c))
}

// mover is who made half-move ply, counted from 0.
func (t *table) mover(ply int) chess.Color {
	first := t.game.BoardAt(0).Turn()
	if ply%2 == 1 {
		return first.Other()
	}
	return first
}

// limit is the time a computer has for its move.
func (t *table) limit(now time.Time) ai.Limit {
	var lim ai.Limit
	switch control := t.cfg.Control; {
	case control.None():
	case control.PerMove > 0:
		lim.MoveTime = t.clock.Left(t.game.Turn(), now) * 3 / 4
	default:
		lim.Time = t.left(now)
		lim.Increment = [2]time.Duration{control.Increment, control.Increment}
		if n := control.MovesPer; n > 0 {
			lim.MovesToGo = n - t.game.Ply()/2%n
		}
	}
	return lim
}

// takesDraw tells whether a computer takes half a point.
func (t *table) takesDraw(c chess.Color) bool {
	return t.cfg.Players[c].Level.AcceptsDraw(t.last[c], ai.StandingOf(t.game.Board()))
}
