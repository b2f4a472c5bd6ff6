package lobby

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"rookery/chess"
	"rookery/tui/lobby/journal"
	"rookery/tui/remote"
)

// Kinds of events in the journal of a game.
const (
	started   = "started"
	moved     = "moved"
	offered   = "offered"
	declined  = "declined"
	agreed    = "agreed" // to the open offer
	claimed   = "claimed"
	resigned  = "resigned"
	flagged   = "flagged"
	deserted  = "deserted" // By's line was gone too long, and the other claimed
	aborted   = "aborted"
	paused    = "paused"  // the clocks stand still, and did since Sent
	resumed   = "resumed" // the clocks run again after they stood still since Sent
	rematched = "rematched"
	berserked = "berserked" // By has half his time and no increment
	planned   = "planned"   // conditional moves of By
	closed    = "closed"    // says that the game is over where no other event did
)

// longest is the longest time between the sending of a move and the moment when
// it is accepted that is given back: the line's delay and a store that is away.
const longest = 20 * time.Second

// event is what a game's journal holds. Of one kind only some fields are used.
type event struct {
	Kind string `json:"kind"`
	// At is when it happened; zero where the journal's time decides.
	At   time.Time `json:"at,omitzero"`
	Sent time.Time `json:"sent,omitzero"` // the mover's time ran until then
	// Shown is when the event before could be seen, where the store took long for it.
	Shown time.Time    `json:"shown,omitzero"`
	By    chess.Color  `json:"by,omitempty"`
	Move  string       `json:"move,omitempty"`
	Offer remote.Offer `json:"offer,omitempty"`
	// Of the start.
	Terms   remote.Terms     `json:"terms,omitzero"`
	Players [2]remote.Player `json:"players,omitzero"`
	Ratings [2]remote.Rating `json:"ratings,omitzero"` // then
	Array   int              `json:"array,omitempty"`
	// Twin are the players of the second board, and Board is 1 for what happens there.
	Twin  *[2]remote.Player `json:"twin,omitempty"`
	Board int               `json:"board,omitempty"`
	// Tournament is that of the game; nil for none.
	Tournament *remote.TournamentTable `json:"tournament,omitempty"`
	Next       string                  `json:"next,omitempty"` // the table of the rematch
	// Lines are conditional moves in UCI form, each beginning with one of the opponent.
	Lines [][]string `json:"lines,omitempty"`
	// Over says that the game is over with this event, so that whoever looks
	// for games that run need not read it. It may be missing, and is never wrong.
	Over bool `json:"over,omitempty"`
}

// record is a game as its events tell it. It is rebuilt from them alone, so that
// whoever reads the same journal has the same game and the same clocks.
type record struct {
	terms      remote.Terms
	players    [2]remote.Player
	ratings    [2]remote.Rating // at the start
	tournament *remote.TournamentTable
	berserk    [2]bool
	game       *chess.Game
	clock      chess.Clock
	offer      remote.Offer
	offerBy    chess.Color
	refused    [2][4]refusal // by the one who offered, and what: see refusable
	plans      [2][][]string // conditional moves by who made them, from this position on; never changed in place
	aborted    bool
	next       string
	last       time.Time // of the last event
	moved      time.Time // of the last move, or of the start
	began      time.Time
	shown      time.Time // moved, where it is later than the event says; zero else
	held       bool      // the clocks stand until the mover is back
	ran        bool      // they ran before they were held
}

// refusal is when an offer was last declined, or passed over by a move; zero for never.
type refusal struct {
	ply int
	at  time.Time
}

// refusable are the offers in the order of record.refused.
var refusable = []remote.Offer{remote.Draw, remote.TakeBack, remote.Abort, remote.Rematch}

// The pause after a refusal, before the same is offered again: half-moves, and after the end of a
// game a time.
const (
	pausePlies = 10
	pauseTime  = 30 * time.Second
)

// refuse notes that the open offer was not taken.
func (r *record) refuse(at time.Time) {
	if i := slices.Index(refusable, r.offer); i >= 0 {
		r.refused[r.offerBy][i] = refusal{r.game.Ply(), at}
	}
	r.offer = remote.NoOffer
}

// mayOffer tells why a player cannot offer something again yet.
func (r *record) mayOffer(by chess.Color, o remote.Offer, at time.Time) error {
	i := slices.Index(refusable, o)
	if i < 0 {
		return nil
	}
	last := r.refused[by][i]
	switch {
	case last.at.IsZero():
	case r.over():
		if at.Sub(last.at) < pauseTime {
			return errors.New("your opponent has declined: wait half a minute before you ask again")
		}
	case r.game.Ply() < last.ply+pausePlies:
		return errors.New("your opponent has declined: make a few moves before you ask again")
	}
	return nil
}

// clone shares nothing with the record that changes.
func (r *record) clone() record {
	c := *r
	if r.game != nil {
		c.game = r.game.Clone()
	}
	return c
}

// compact is a copy of the record and of all that it alone has. begins are games without a move, by
// their terms: copies of one share what they are played by; with nil the game is copied as it is.
func (r *record) compact(begins map[string]*chess.Game) record {
	c := *r
	c.game = r.game.Clone()
	if begins != nil {
		if g, err := r.replay(begins); err == nil {
			c.game = g
		}
	}
	text := r.players[0].ID + r.players[0].Name + r.players[1].ID + r.players[1].Name // one piece of memory
	for i, p := range r.players {
		c.players[i].ID, text = text[:len(p.ID)], text[len(p.ID):]
		c.players[i].Name, text = text[:len(p.Name)], text[len(p.Name):]
	}
	c.terms.Parts = slices.Clone(r.terms.Parts)
	for i, part := range c.terms.Parts {
		c.terms.Parts[i] = strings.Clone(part)
	}
	return c
}

// replay is the game played through anew, while it goes on.
func (r *record) replay(begins map[string]*chess.Game) (*chess.Game, error) {
	if r.over() {
		return nil, chess.ErrGameOver
	}
	key := fmt.Sprintf("%s %d", strings.Join(r.terms.Parts, "+"), r.game.Setup())
	if begins[key] == nil {
		rules, err := r.terms.Rules()
		if err != nil {
			return nil, err
		}
		if begins[key], err = chess.NewGame(rules, r.game.Setup()); err != nil {
			return nil, err
		}
	}
	g := begins[key].Clone()
	for _, m := range r.game.Moves() {
		if err := g.Play(m); err != nil {
			return nil, err
		}
	}
	return g.Clone(), nil // without the room that it has grown to
}

// over tells whether nothing more can be played.
func (r *record) over() bool { return r.aborted || r.game.Outcome().Over() }

// apply takes the next event in. The error says that it does not fit, and the
// record is then as before.
func (r *record) apply(e event) error {
	if (r.game == nil) != (e.Kind == started) {
		return fmt.Errorf("the event %q is out of place", e.Kind)
	}
	if r.game != nil && r.over() && e.Kind != rematched && e.Kind != offered && e.Kind != declined && e.Kind != closed {
		return chess.ErrGameOver
	}
	if r.game != nil {
		r.show(e.Shown)
	}
	var err error
	switch e.Kind {
	case started:
		err = r.start(e)
	case moved:
		err = r.move(e)
	case offered:
		r.offer, r.offerBy = e.Offer, e.By
	case declined:
		r.refuse(e.At)
	case agreed:
		err = r.agree(e)
	case claimed:
		err = r.game.Claim()
	case resigned:
		err = r.game.Resign(e.By)
	case flagged:
		// Whoever called it may have been early by his own clock.
		if side, down := r.clock.Flagged(e.At); down && side == e.By {
			err = r.flag(side)
		}
	case planned:
		err = r.plan(e)
	case deserted:
		err = r.game.AbandonBy(e.By)
	case aborted:
		r.aborted = true
	case paused:
		r.hold(e.Sent)
	case resumed:
		r.resume(e)
	case closed:
		if !r.over() {
			err = errors.New("the game goes on")
		}
	case rematched:
		r.next, r.offer = e.Next, remote.NoOffer
	case berserked:
		err = r.goBerserk(e)
	default:
		err = fmt.Errorf("unknown event %q", e.Kind)
	}
	if err != nil {
		return err
	}
	r.last, r.shown = e.At, time.Time{}
	if r.over() {
		r.clock = r.clock.Stop(e.At)
		if e.Kind != offered {
			r.offer = remote.NoOffer
		}
	}
	return nil
}

func (r *record) start(e event) error {
	rules, err := e.Terms.Rules()
	if err != nil {
		return err
	}
	if r.game, err = chess.NewGame(rules, e.Array); err != nil {
		return err
	}
	r.terms, r.players, r.ratings, r.moved, r.began = e.Terms, e.Players, e.Ratings, e.At, e.At
	r.clock = chess.NewClock(e.Terms.Control).Turn(r.game.Turn(), e.At)
	if e.Terms.Correspondence() {
		r.clock = r.clock.Start(e.At)
	}
	r.startTournament(e)
	return nil
}

// flag ends the game of a side whose time is over. A correspondence game that one of them has never
// begun is aborted.
func (r *record) flag(side chess.Color) error {
	if r.terms.Correspondence() && r.game.Ply() < 2 {
		r.aborted = true
		return nil
	}
	return r.game.Flag(side)
}

// hold stops the clocks as they were at a time, which is not taken off then.
func (r *record) hold(at time.Time) {
	if _, running := r.clock.Running(); running {
		r.clock, r.ran = r.clock.Stop(at), true
	}
	r.held = true
}

// resume lets the clocks run from the event on; what passed since it was Sent, or
// since they were held, costs nobody anything.
func (r *record) resume(e event) {
	if !r.held {
		r.hold(e.Sent)
	}
	if r.ran {
		r.clock = r.clock.Start(e.At)
	}
	r.held, r.ran, r.moved = false, false, e.At
}

// show lets the time of the one to move begin when he could see that he is, where that was later than
// the last event says.
func (r *record) show(at time.Time) {
	late := at.Sub(r.moved)
	if late <= 0 || r.held || !r.moved.Equal(r.last) {
		return
	}
	r.clock, r.moved, r.shown = r.clock.Shift(late), at, at
}

// sent is when a move was sent that was accepted at e.At.
func (r *record) sent(e event) time.Time {
	at := e.Sent
	if at.IsZero() || at.After(e.At) {
		at = e.At
	}
	for _, first := range []time.Time{r.moved, e.At.Add(-longest)} {
		if at.Before(first) {
			at = first
		}
	}
	return at
}

// move plays; the first move of either side costs no time. One that was sent too
// late lets the flag fall instead.
func (r *record) move(e event) error {
	if e.By != r.game.Turn() {
		return errors.New("it is not your turn")
	}
	if r.held {
		r.resume(e)
	}
	e.Sent = r.sent(e)
	if side, down := r.clock.Flagged(e.Sent); down {
		return r.flag(side)
	}
	if _, err := r.game.PlayUCI(e.Move); err != nil {
		return err
	}
	for side, lines := range r.plans {
		r.plans[side] = follow(lines, e.Move)
	}
	if _, running := r.clock.Running(); running {
		r.clock = r.unincremented(r.clock.Press(e.Sent), e).Stop(e.Sent).Start(e.At)
	} else {
		r.clock = r.clock.Turn(r.game.Turn(), e.At)
		if r.game.Ply() >= 2 && !r.terms.Control.None() {
			r.clock = r.clock.Start(e.At)
		}
	}
	switch {
	case r.offerBy != e.By:
		r.refuse(e.At)
	case r.offer == remote.TakeBack:
		r.offer = remote.NoOffer
	}
	r.moved = e.At
	return nil
}

// agree does what the open offer says. A take-back leaves the one who asked for
// it to move; time that was used is not given back.
func (r *record) agree(e event) error {
	offer, asked := r.offer, r.offerBy
	if offer == remote.NoOffer || asked == e.By {
		return errors.New("there is no offer to accept")
	}
	switch offer {
	case remote.Draw:
		if err := r.game.AgreeDraw(); err != nil {
			return err
		}
	case remote.Abort:
		r.aborted = true
	case remote.TakeBack:
		plies := 1
		if r.game.Turn() == asked {
			plies = 2
		}
		if r.game.Ply() < plies {
			return errors.New("no move to take back")
		}
		for range plies {
			r.game.Undo()
		}
		r.clock = r.clock.Turn(r.game.Turn(), e.At)
		r.moved, r.plans = e.At, [2][][]string{}
	}
	r.offer = remote.NoOffer
	return nil
}

// parse reads an event from the journal.
func parse(entry journal.Event) (event, error) {
	var e event
	err := json.Unmarshal(entry.Data, &e)
	if e.At.IsZero() {
		e.At = entry.Time
	}
	return e, err
}
