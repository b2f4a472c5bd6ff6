package lobby

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"rookery/chess"
	"rookery/variants"
)

// Player is somebody who can sit at a table.
type Player struct {
	ID    string `json:"id"`   // a-z and 0-9; never shown
	Name  string `json:"name"` // clean and short
	Guest bool   `json:"guest,omitempty"`
}

// Terms say what two players agree to play.
type Terms struct {
	Parts   []string      `json:"parts"` // names of one variant, or of several to combine
	Control chess.Control `json:"control"`
	Rated   bool          `json:"rated,omitempty"`
}

// Rules of the game that is meant; the error says what is wrong with the terms.
func (t Terms) Rules() (chess.Rules, error) {
	if t.Control.PerMove != 0 {
		return chess.Rules{}, errors.New("a time for each move is for games with the computer: choose minutes and an increment")
	}
	if len(t.Parts) == 1 {
		if v, ok := variants.ByName(t.Parts[0]); ok {
			return v.Rules, nil
		}
	}
	v, err := variants.Custom(t.Parts...)
	return v.Rules, err
}

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
	resumed   = "resumed" // the clocks run again after they stood still since Sent
	rematched = "rematched"
)

// event is what a game's journal holds. Of one kind only some fields are used.
type event struct {
	Kind  string      `json:"kind"`
	At    time.Time   `json:"at"`
	Sent  time.Time   `json:"sent,omitzero"` // the mover's time ran until then
	By    chess.Color `json:"by,omitempty"`
	Move  string      `json:"move,omitempty"`
	Offer Offer       `json:"offer,omitempty"`
	// Of the start.
	Terms   Terms     `json:"terms,omitzero"`
	Players [2]Player `json:"players,omitzero"`
	Array   int       `json:"array,omitempty"`
	Next    string    `json:"next,omitempty"` // the table of the rematch
}

// Offer is something that both players must want.
type Offer string

// The offers.
const (
	NoOffer  Offer = ""
	Draw     Offer = "draw"
	TakeBack Offer = "take back"
	Abort    Offer = "abort"
	Rematch  Offer = "rematch"
)

// record is a game as its events tell it. It is rebuilt from them alone, so that
// whoever reads the same journal has the same game and the same clocks.
type record struct {
	terms   Terms
	players [2]Player
	game    *chess.Game
	clock   chess.Clock
	offer   Offer
	offerBy chess.Color
	aborted bool
	next    string
	last    time.Time // of the last event
	moved   time.Time // of the last move, or of the start
	began   time.Time
}

// over tells whether nothing more can be played.
func (r *record) over() bool { return r.aborted || r.game.Outcome().Over() }

// apply takes the next event in. The error says that it does not fit, and the
// record is then as before.
func (r *record) apply(e event) error {
	if (r.game == nil) != (e.Kind == started) {
		return fmt.Errorf("the event %q is out of place", e.Kind)
	}
	if r.game != nil && r.over() && e.Kind != rematched && e.Kind != offered && e.Kind != declined {
		return chess.ErrGameOver
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
		r.offer = NoOffer
	case agreed:
		err = r.agree(e)
	case claimed:
		err = r.game.Claim()
	case resigned:
		err = r.game.Resign(e.By)
	case flagged:
		err = r.game.Flag(e.By)
	case deserted:
		err = r.game.AbandonBy(e.By)
	case aborted:
		r.aborted = true
	case resumed:
		if _, running := r.clock.Running(); running {
			r.clock = r.clock.Stop(e.Sent).Start(e.At)
		}
		r.moved = e.At
	case rematched:
		r.next, r.offer = e.Next, NoOffer
	default:
		err = fmt.Errorf("no event is called %q", e.Kind)
	}
	if err != nil {
		return err
	}
	r.last = e.At
	if r.over() {
		r.clock = r.clock.Stop(e.At)
		if e.Kind != offered {
			r.offer = NoOffer
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
	r.terms, r.players, r.moved, r.began = e.Terms, e.Players, e.At, e.At
	r.clock = chess.NewClock(e.Terms.Control).Turn(r.game.Turn(), e.At)
	return nil
}

// move plays; the first move of either side costs no time.
func (r *record) move(e event) error {
	if e.By != r.game.Turn() {
		return errors.New("it is not your turn")
	}
	if _, err := r.game.PlayUCI(e.Move); err != nil {
		return err
	}
	if _, running := r.clock.Running(); running {
		r.clock = r.clock.Press(e.Sent).Stop(e.Sent).Start(e.At)
	} else {
		r.clock = r.clock.Turn(r.game.Turn(), e.At)
		if r.game.Ply() >= 2 && !r.terms.Control.None() {
			r.clock = r.clock.Start(e.At)
		}
	}
	if r.offer == TakeBack || r.offerBy != e.By {
		r.offer = NoOffer
	}
	r.moved = e.At
	return nil
}

// agree does what the open offer says. A take-back leaves the one who asked for
// it to move; time that was used is not given back.
func (r *record) agree(e event) error {
	offer, asked := r.offer, r.offerBy
	if offer == NoOffer || asked == e.By {
		return errors.New("there is no offer to accept")
	}
	switch offer {
	case Draw:
		if err := r.game.AgreeDraw(); err != nil {
			return err
		}
	case Abort:
		r.aborted = true
	case TakeBack:
		plies := 1
		if r.game.Turn() == asked {
			plies = 2
		}
		if r.game.Ply() < plies {
			return errors.New("there is no move to take back")
		}
		for range plies {
			r.game.Undo()
		}
		r.clock = r.clock.Turn(r.game.Turn(), e.At)
		r.moved = e.At
	}
	r.offer = NoOffer
	return nil
}

// parse reads an event from the journal.
func parse(data []byte) (event, error) {
	var e event
	err := json.Unmarshal(data, &e)
	return e, err
}
