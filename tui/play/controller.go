package play

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"rookery/ai"
	"rookery/chess"
)

// Controller is a game that is played: who plays it, its clock, the turns of its
// computers, moves taken back, draws, resignations, and what of it goes to disk.
//
// It has no screen, starts no goroutine, and never waits: who drives it tells it
// the time, carries elsewhere out what it gives to do (a [Search], what
// [Controller.Autosave] returns), and hands it the [Answer]. After every change the
// driver saves the game and asks [Controller.Proceed] what goes on. It is for one
// goroutine.
type Controller struct {
	Config Config
	ID     string
	Began  time.Time
	// Game and Clock are for reading; the methods below change them.
	Game  *chess.Game
	Clock chess.Clock
	// NewEngine makes what thinks for a side when it first has to.
	NewEngine func(chess.Color) (Engine, error)
	// playsOn has computers neither resign nor offer draws, as in a lesson.
	playsOn bool
	// Covered hides the board until the next player sits down. The driver takes
	// the cover off.
	Covered bool
	// Last is what each computer thought of its last move.
	Last [2]ai.Choice

	serial  int                // counts the changes
	lefts   [][2]time.Duration // by ply: what the clocks showed before the move
	offered int                // ply at which a draw was last offered and refused, -1 never
	engines [2]Engine          // nil until one is needed
	turn    *Search            // of the computer to move
	ctx     context.Context    // of all searches; ends when the position changes
	stop    context.CancelFunc // ends ctx
	store   *Store
	saver   InOrder
}

// Stamp names a state of a game. What was begun in another one is late.
type Stamp struct {
	game   string
	serial int
}

// New begins a game, or goes on with one that was left; store keeps it.
func New(saved Saved, store *Store, now time.Time) (*Controller, error) {
	game, err := saved.Replay()
	if err != nil {
		return nil, err
	}
	c := &Controller{
		Config: saved.Config, ID: saved.ID, Began: saved.Began, Game: game, offered: -1,
		Clock: chess.NewClock(saved.Config.Control), store: store, playsOn: saved.Config.Lesson != "",
	}
	for side, left := range saved.Left {
		if left > 0 {
			c.Clock = c.Clock.With(chess.Color(side), left)
		}
	}
	c.Clock = c.Clock.Turn(game.Turn(), now)
	for range game.Ply() {
		c.lefts = append(c.lefts, saved.Left)
	}
	c.Covered = c.SharesKeyboard() && game.Ply() > 0
	c.CallOff()
	return c, nil
}

// Over tells whether the game has ended.
//
//go:noinline
func (c *Controller) Over() bool { return c.Game.Outcome().Over() }

// Human tells whether a person plays a side.
func (c *Controller) Human(side chess.Color) bool { return c.Config.Players[side].Kind == Human }

// HumanTurn tells whether a person is to move.
func (c *Controller) HumanTurn() bool { return !c.Over() && c.Human(c.Game.Turn()) }

// Person is the side of who acts for himself: the person to move, else the other.
func (c *Controller) Person() chess.Color {
	if side := c.Game.Turn(); c.Human(side) {
		return side
	}
	return c.Game.Turn().Other()
}

// Name is how a side is called.
func (c *Controller) Name(side chess.Color) string {
	p := c.Config.Players[side]
	switch {
	case p.Name != "":
		return p.Name
	case p.Kind == Computer:
		return ComputerName(p.Level, p.Style)
	}
	return SideName(side)
}

// Fogged tells whether somebody must not know all of the board now.
func (c *Controller) Fogged() bool {
	return c.Config.Rules.Fog && !c.Over() && c.Config.Humans() > 0
}

// SharesKeyboard tells whether two people sit here of whom each may know his own
// side only.
func (c *Controller) SharesKeyboard() bool { return c.Fogged() && c.Config.Humans() == 2 }

// Observer is whose eyes look at the board.
func (c *Controller) Observer() chess.Observer {
	if !c.Fogged() {
		return chess.Everyone
	}
	return chess.ObserverOf(c.Person())
}

// Sees tells whether the moves of a side may be told now. Under the cover none
// may: the player who has moved may still be looking.
func (c *Controller) Sees(side chess.Color) bool {
	o := c.Observer()
	return !c.Covered && (o == chess.Everyone || o == chess.ObserverOf(side))
}

// Mover is who made the move at a ply, counted from 0.
func (c *Controller) Mover(ply int) chess.Color {
	first := c.Game.BoardAt(0).Turn()
	if ply%2 == 1 {
		return first.Other()
	}
	return first
}

// Left is what both clocks show.
func (c *Controller) Left(now time.Time) [2]time.Duration {
	return [2]time.Duration{c.Clock.Left(chess.White, now), c.Clock.Left(chess.Black, now)}
}

// Stamp names the present state.
func (c *Controller) Stamp() Stamp { return Stamp{c.ID, c.serial} }

// CallOff ends every search of the game.
func (c *Controller) CallOff() {
	if c.stop != nil {
		c.stop()
	}
	c.ctx, c.stop = context.WithCancel(context.Background())
}

// changed does what follows from every change of the game.
func (c *Controller) changed(now time.Time) {
	c.CallOff()
	c.serial++
	if c.Over() {
		c.Clock = c.Clock.Stop(now)
	}
	c.Covered = c.SharesKeyboard()
}

// Play makes a legal move of the side to move. Where a flag has fallen, the game
// ends instead: made is false then without an error.
func (c *Controller) Play(m chess.Move, now time.Time) (made bool, err error) {
	if c.Flag(now) {
		return false, nil
	}
	side := c.Game.Turn()
	if err := c.make(m, now); err != nil {
		return false, err
	}
	if _, running := c.Clock.Running(); running {
		c.Clock = c.Clock.Press(now)
	} else {
		// The first move is made at leisure; the answer is not.
		c.Clock = c.Clock.Turn(side.Other(), now)
	}
	c.changed(now)
	return true, nil
}

// make makes a move and leaves the clock alone.
func (c *Controller) make(m chess.Move, now time.Time) error {
	left := c.Left(now)
	err := c.Game.Play(m)
	if err == nil {
		c.lefts = append(c.lefts[:c.Game.Ply()-1], left)
	}
	return err
}

// TakeBack takes moves back until a person who has moved is to move again; after
// the end this opens the game. It gives the moves, the last first; none where no
// person has moved.
func (c *Controller) TakeBack(now time.Time) (undone []chess.Move) {
	back := c.Game.Ply() - 1
	for back >= 0 && !c.Human(c.Mover(back)) {
		back--
	}
	if back < 0 {
		return nil
	}
	moves := c.Game.Moves()
	for c.Game.Ply() > back {
		c.Game.Undo()
		undone = append(undone, moves[c.Game.Ply()])
	}
	c.Clock = c.Clock.Stop(now).Turn(c.Game.Turn(), now)
	for side, left := range c.lefts[back] {
		c.Clock = c.Clock.With(chess.Color(side), left)
	}
	c.lefts = c.lefts[:back]
	c.changed(now)
	return undone
}

// Redo makes a move again that was taken back. It takes no time.
func (c *Controller) Redo(m chess.Move, now time.Time) error {
	if err := c.make(m, now); err != nil {
		return err
	}
	c.Clock = c.Clock.Turn(c.Game.Turn(), now)
	c.changed(now)
	return nil
}

// Flag ends the game if the time of a side has run out.
func (c *Controller) Flag(now time.Time) (fallen bool) {
	side, down := c.Clock.Flagged(now)
	return down && c.end(c.Game.Flag(side), now) == nil
}

// Overdue is a move, drawn by chance, for a person whose time for one is up, 0 for
// nobody. Only where each move has a time of its own one is made so.
func (c *Controller) Overdue(now time.Time, chance func() uint64) chess.Move {
	side, running := c.Clock.Running()
	if !running || c.Config.Control.PerMove == 0 || c.Clock.Left(side, now) > 0 || !c.Human(side) {
		return 0
	}
	legal := c.Game.Board().Moves(nil)
	return legal[chance()%uint64(len(legal))]
}

// Resign gives the game up for a side.
func (c *Controller) Resign(side chess.Color, now time.Time) error {
	return c.end(c.Game.Resign(side), now)
}

// AgreeDraw ends the game as both players want it.
func (c *Controller) AgreeDraw(now time.Time) error { return c.end(c.Game.AgreeDraw(), now) }

func (c *Controller) end(err error, now time.Time) error {
	if err == nil {
		c.changed(now)
	}
	return err
}

// DrawReply is what becomes of the offer of a draw.
type DrawReply uint8

const (
	DrawDeclined DrawReply = iota
	DrawClaimed            // no consent was needed: the game has ended
	DrawAgreed             // the game has ended
	DrawPending            // a person is to be asked, and AgreeDraw to be called
	DrawRepeated           // it was declined since the last move
)

// OfferDraw claims a draw for the side to move where one can be claimed, else
// offers it to the other.
func (c *Controller) OfferDraw(by chess.Color, now time.Time) DrawReply {
	other := by.Other()
	switch {
	case by == c.Game.Turn() && c.Game.Claimable() != chess.NoReason && c.end(c.Game.Claim(), now) == nil:
		return DrawClaimed
	case c.Human(other):
		return DrawPending
	case c.offered == c.Game.Ply():
		return DrawRepeated
	case c.Config.Players[other].Level.AcceptsDraw(c.Last[other], ai.StandingOf(c.Game.Board())) && c.AgreeDraw(now) == nil:
		return DrawAgreed
	}
	c.offered = c.Game.Ply()
	return DrawDeclined
}

// Task is a position to think about. It shares nothing with the game.
type Task struct {
	Start chess.Board  // as the game began; left as it is
	Moves []chess.Move // that led to the position; not changed
	Limit ai.Limit
	// Pace is how long the answer takes at least, so that a move can be followed.
	Pace  time.Duration
	Lines int           // how many best lines to find; 0 for one
	Tell  func(ai.Info) // hears how far the search has come, from its goroutine; nil for nobody
}

// Engine thinks for a computer. It may be asked by several goroutines.
type Engine interface {
	// Think chooses a move for the position of t, soon after ctx ends at the latest.
	Think(ctx context.Context, t Task) (ai.Choice, error)
	// Close ends what the engine has started and returns when it has ended. It
	// may be called while Think is at work.
	Close()
}

// Search is thinking about the present position. The driver may change the task
// before it calls Run.
type Search struct {
	Task
	Ctx     context.Context // ends when the position changes, and by Cancel
	cancel  context.CancelFunc
	engine  Engine
	stamp   Stamp
	playsOn bool
}

// Answer is what a search has found.
type Answer struct {
	Stamp  Stamp
	Choice ai.Choice
	Err    error
}

// Run thinks, in any goroutine but that of the controller.
func (s *Search) Run() Answer {
	choice, err := s.engine.Think(s.Ctx, s.Task)
	if s.playsOn {
		choice.Resign, choice.Draw = false, false
	}
	return Answer{s.stamp, choice, err}
}

// Running tells whether the search was begun and not called off.
func (s *Search) Running() bool { return s != nil && s.Ctx.Err() == nil }

// Cancel calls the search off.
func (s *Search) Cancel() {
	if s != nil {
		s.cancel()
	}
}

// Consult has an engine think about the present position, beside the game.
func (c *Controller) Consult(e Engine) *Search {
	s := &Search{Task: Task{Start: c.Game.BoardAt(0), Moves: c.Game.Moves()}, engine: e, stamp: c.Stamp(), playsOn: c.playsOn}
	s.Ctx, s.cancel = context.WithCancel(c.ctx)
	return s
}

// Proceed lets the game go on: the clock of the side to move runs, and a computer
// begins to think, unless it does already. It may claim a draw first, a change like
// any other. An error says that it has no engine.
func (c *Controller) Proceed(now time.Time) (think *Search, claimed bool, err error) {
	if c.Over() || c.Covered {
		return nil, false, nil
	}
	side := c.Game.Turn()
	if _, running := c.Clock.Running(); !running && (c.Game.Ply() > 0 || !c.Human(side)) {
		c.Clock = c.Clock.Start(now)
	}
	if c.Human(side) || c.Thinking() {
		return nil, false, nil
	}
	if c.Game.Claimable() != chess.NoReason && c.Config.Players[side].Level.ClaimsDraw(c.Last[side]) && c.end(c.Game.Claim(), now) == nil {
		return nil, true, nil
	}
	if c.engines[side] == nil {
		if c.engines[side], err = c.NewEngine(side); err != nil {
			c.engines[side] = nil
			return nil, false, err
		}
	}
	c.turn = c.Consult(c.engines[side])
	c.turn.Limit = c.limit(now)
	return c.turn, false, nil
}

// Thinking tells whether the computer to move thinks.
func (c *Controller) Thinking() bool { return c.turn.Running() }

// limit is the time a computer has for its move.
func (c *Controller) limit(now time.Time) (lim ai.Limit) {
	switch control := c.Config.Control; {
	case control.None():
	case control.PerMove > 0:
		lim.MoveTime = c.Clock.Left(c.Game.Turn(), now) * 3 / 4
	default:
		lim.Time = c.Left(now)
		lim.Increment = [2]time.Duration{control.Increment, control.Increment}
		if n := control.MovesPer; n > 0 {
			lim.MovesToGo = n - c.Game.Ply()/2%n
		}
	}
	return lim
}

// Accept takes in the answer of the computer to move; false where it is late. What
// the computer wants (to resign, to move, to offer a draw) the driver then does.
func (c *Controller) Accept(a Answer) bool {
	if a.Stamp != c.Stamp() || c.Over() {
		return false
	}
	c.CallOff()
	if a.Err == nil {
		c.Last[c.Game.Turn()] = a.Choice
	}
	return true
}

// Stall stops the clock until Proceed: the engine to move has failed.
func (c *Controller) Stall(now time.Time) { c.Clock = c.Clock.Stop(now) }

// Engine is what thinks for a side; nil where it never had to.
func (c *Controller) Engine(side chess.Color) Engine { return c.engines[side] }

// Reseat changes a computer from its next move on, and has its engine made anew.
// The old one, nil for none, is left to the caller to close.
func (c *Controller) Reseat(side chess.Color, alter func(*Player)) (old Engine) {
	c.CallOff()
	c.serial++ // what is on its way from the old engine is late
	alter(&c.Config.Players[side])
	old, c.engines[side] = c.engines[side], nil
	return old
}

// Leave calls all searches off and stops the clock of a game that is left; it tells
// whether the game can be gone on with, and so is worth saving.
func (c *Controller) Leave(now time.Time) bool {
	c.CallOff()
	if c.Over() || c.Game.Ply() == 0 {
		return false
	}
	c.Clock = c.Clock.Stop(now)
	return true
}

// Saved is the game as it goes to disk.
func (c *Controller) Saved(now time.Time) Saved {
	cfg := c.Config
	for side := range cfg.Players {
		cfg.Players[side].Name = c.Name(chess.Color(side))
	}
	return Saved{
		ID: c.ID, Config: cfg, Start: c.Game.Start(), Moves: c.Game.Moves(), Left: c.Left(now),
		Began: c.Began, Saved: now, Outcome: c.Game.Outcome(),
	}
}

// Autosave is what puts the present state, which Saved gave, on disk, in any
// goroutine and whichever is called first. A game that is over goes into the history;
// one between computers is kept from its first move on.
func (c *Controller) Autosave(g Saved) func() error {
	return c.saver.Next(func() error {
		switch {
		case g.Outcome.Over():
			return c.store.Record(g)
		case g.Config.Humans() == 0 && len(g.Moves) == 0:
			return nil
		}
		return c.store.SaveUnfinished(g)
	})
}

// Release lets other programs go on with the game, which is left here.
func (c *Controller) Release() { c.store.Release(c.ID) }

// InOrder has, of several things that goroutines put on disk, which may overtake
// each other, the last that was asked for be there in the end.
type InOrder struct {
	asked atomic.Int64
	mu    sync.Mutex
	done  int64 // the number of the latest that is on disk
}

// Next is a job that saves, unless one that was asked for later has done so before.
func (o *InOrder) Next(save func() error) func() error {
	n := o.asked.Add(1)
	return func() error {
		o.mu.Lock()
		defer o.mu.Unlock()
		if n < o.done {
			return nil
		}
		o.done = n
		return save()
	}
}
