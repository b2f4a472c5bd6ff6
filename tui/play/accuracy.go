package play

import (
	"strings"

	"rookery/ai"
	"rookery/ai/report"
	"rookery/chess"
	"rookery/chess/glicko"
	"rookery/pgn"
	"rookery/pgn/opening"
)

// Accuracy is how accurately moves were played, by lichess's measure; of games alone that a
// report was written into.
type Accuracy struct {
	Moves int
	Sum   float64 // of the moves' accuracy, in percent
}

// Percent is the mean; 0 without moves.
func (a Accuracy) Percent() float64 { return a.Sum / float64(max(a.Moves, 1)) }

// The phases of a game, as the statistics call them.
const (
	InOpening    = "Opening"
	InMiddlegame = "Middlegame"
	InEndgame    = "Endgame"
)

// Phases are all of them in order.
var Phases = [...]string{InOpening, InMiddlegame, InEndgame}

// phaseOf is the phase of a position: the opening lasts ten moves, and an ending has at most
// six pieces besides kings and pawns.
func phaseOf(b chess.Board, ply int) string {
	if pb, ok := b.(chess.Positioned); ok {
		p := pb.Position()
		if (p.Occupied() &^ p.Of(chess.Pawn) &^ p.Of(chess.King)).Count() <= 6 {
			return InEndgame
		}
	}
	if ply < 20 {
		return InOpening
	}
	return InMiddlegame
}

// RatingPoint is a rating after a game.
type RatingPoint struct {
	Date   string // as PGN writes it
	Rating int
}

// rateGame counts a game against a level of our engine towards the rating.
func (h *HistoryStats) rateGame(level string, r Results, date string) {
	if h.rating == (glicko.Rating{}) {
		h.rating = glicko.New()
	}
	// What levels play at was measured, so that their own ratings are sure.
	opponent := glicko.Rating{Rating: float64(LevelOf(level).Elo()), Deviation: glicko.MinDeviation, Volatility: 0.06}
	h.rating = h.rating.After(0, glicko.Game{Opponent: opponent, Score: r.Score()})
	h.Ratings = append(h.Ratings, RatingPoint{date, int(h.rating.Rating + 0.5)})
}

// read looks at the moves of a game: how it began, and how accurately the player's moves
// were, where their values stand beside them.
func (h *HistoryStats) read(g *pgn.Game, me chess.Color, r Results) {
	b, err := chess.NewBoard(g.Rules, g.Start)
	if err != nil || g.Rules.Fog {
		return
	}
	var moves []chess.Move
	start := b.Clone()
	mine := make(map[string]Accuracy)
	before, known := report.Value{Known: true}, true // the beginning is worth nothing
	for n := g.Root.Next(); n != nil && n.Move != chess.Pass; n = n.Next() {
		mover, phase := b.Turn(), phaseOf(b, len(moves))
		b.Make(n.Move)
		moves = append(moves, n.Move)
		pawns, mate, ok := n.Eval()
		after := report.Value{Score: ai.Centipawns(pawns * 100), Mate: mate, Known: ok}
		if b.Outcome().Over() {
			after, ok = report.Final(b.Outcome()), known
		}
		if ok && known && mover == me && len(moves) > 1 {
			a := mine[phase]
			a.Moves++
			a.Sum += report.Accuracy(before.For(me).Chance(), after.For(me).Chance())
			mine[phase] = a
		}
		before, known = after, ok
	}
	family := ""
	if name := opening.Load().Reached(start, moves).Name; name != "" {
		family, _, _ = strings.Cut(name, ":")
		add(&h.Openings, family, r)
	}
	for phase, a := range mine {
		sum(&h.Accuracy, phase, a)
		if family != "" {
			sum(&h.OpeningAccuracy, family, a)
		}
	}
}

func sum(to *map[string]Accuracy, key string, a Accuracy) {
	if *to == nil {
		*to = make(map[string]Accuracy)
	}
	old := (*to)[key]
	(*to)[key] = Accuracy{old.Moves + a.Moves, old.Sum + a.Sum}
}
