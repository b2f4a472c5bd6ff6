package play

import (
	"errors"
	"slices"
	"time"

	"rookery/chess"
	"rookery/pgn/repertoire"
)

// freshInARun is how many new positions a run asks beside all that are due: what is new
// comes again within days, so that more a day would soon be too many.
const freshInARun = 20

// ErrNothingDue says that all positions of a repertoire are known for now.
var ErrNothingDue = errors.New("nothing is due in this repertoire")

// RepertoireRun asks the cards of a repertoire that are due. Moves up to a card are played
// by themselves; after an answer the line goes on where something further down it is due.
type RepertoireRun struct {
	Repertoire *repertoire.Repertoire
	Game       *chess.Game      // stands at the card
	Card       *repertoire.Card // that is asked; nil when the run is over
	From       int              // plies that were on the board when the card was chosen
	Failed     bool             // the card, by a wrong move or by help
	Right      int              // cards answered at once
	Wrong      int

	start   string // FEN that the game began at, as cards write it
	waiting []*repertoire.Card
	again   map[*repertoire.Card]bool // was asked in this run before, so counts no more
}

// NewRepertoireRun asks what is due now; with all, every card, as for a line that is to be
// trained whatever is known of it.
func NewRepertoireRun(rep *repertoire.Repertoire, record *RepertoireRecord, all bool, now time.Time) (*RepertoireRun, error) {
	r := &RepertoireRun{Repertoire: rep, again: make(map[*repertoire.Card]bool)}
	fresh := 0
	for _, c := range rep.Cards {
		due, isNew := record.Due(c, now)
		if isNew {
			fresh++
		}
		if all || due && (!isNew || fresh <= freshInARun) {
			r.waiting = append(r.waiting, c)
		}
	}
	if len(r.waiting) == 0 {
		return nil, ErrNothingDue
	}
	return r, r.Next()
}

// Left is how many cards are still to come, the present one among them.
func (r *RepertoireRun) Left() int { return len(r.waiting) }

// Next sets up the next card: one further down the line that is on the board where there is
// one, else the first that waits. The card is nil when nothing waits.
func (r *RepertoireRun) Next() error {
	r.Failed, r.Card = false, nil
	if len(r.waiting) == 0 {
		return nil
	}
	r.Card = r.waiting[0]
	for _, c := range r.waiting {
		if r.leadsTo(c) {
			r.Card = c
			break
		}
	}
	if !r.leadsTo(r.Card) {
		g, err := chess.NewGameFEN(r.Repertoire.Rules, r.Card.Start)
		if err != nil {
			return err
		}
		r.Game, r.start = g, r.Card.Start
	}
	r.From = r.Game.Ply()
	for _, m := range r.Card.Line[r.From:] {
		if err := r.Game.Play(m); err != nil {
			return err
		}
	}
	return nil
}

// leadsTo tells whether the line of a card goes on from what is on the board.
func (r *RepertoireRun) leadsTo(c *repertoire.Card) bool {
	if r.Game == nil || c.Start != r.start {
		return false
	}
	on := r.Game.Moves()
	return len(c.Line) >= len(on) && slices.Equal(c.Line[:len(on)], on)
}

// Try makes the move that was chosen where it answers the card. A wrong one is not made; the
// card comes again at the end of the run.
func (r *RepertoireRun) Try(m chess.Move) (right bool, err error) {
	if r.Card == nil {
		return false, nil
	}
	if !r.Card.Right(m) {
		r.Failed = true
		return false, nil
	}
	if err := r.Game.Play(m); err != nil {
		return false, err
	}
	i := slices.Index(r.waiting, r.Card)
	r.waiting = slices.Delete(r.waiting, i, i+1)
	if r.Failed {
		r.waiting = append(r.waiting, r.Card)
	}
	return true, nil
}

// Count tells whether the answer just given is the first to its card in this run, so that it
// changes how well the card is remembered.
func (r *RepertoireRun) Count() bool {
	first := !r.again[r.Card]
	r.again[r.Card] = true
	if first && r.Failed {
		r.Wrong++
	} else if first {
		r.Right++
	}
	return first
}
