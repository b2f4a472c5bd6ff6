// Package testgames has the games on which ai and the packages below it are tested:
// rules as axes, because ai knows no variant by name. It imports chess, and only
// tests import it.
package testgames

import (
	"maps"
	"slices"
	"testing"

	"rookery/chess"
)

var kingToo = chess.Roles(chess.Queen, chess.Rook, chess.Bishop, chess.Knight, chess.King)

// Games are rules by a name for messages.
var Games = map[string]chess.Rules{
	"ordinary":       {},
	"drops":          {Pocket: chess.Anywhere},
	"explosions":     {Capture: chess.Explode},
	"conversions":    {Capture: chess.Convert},
	"forced to lose": {Forced: true, Royalty: chess.Commoner, Goal: chess.LoseAll, Stalemate: chess.StalemateFewerWins, NoCastling: true, Promotion: kingToo},
	"forced to take": {Forced: true, Royalty: chess.Commoner, Goal: chess.TakeAll, Stalemate: chess.StalemateMoreWins, NoCastling: true, Promotion: kingToo},
	"exposed king":   {Royalty: chess.Exposed},
	"race": {NoChecks: true, Goal: chess.Race, NoCastling: true, Start: &chess.StartPositions{Count: 1, FEN: func(int) string {
		return "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"
	}}},
	"hill":             {Goal: chess.Hill},
	"three checks":     {Goal: chess.ThreeChecks},
	"extinction":       {Royalty: chess.Commoner, Goal: chess.Extinct, Promotion: kingToo},
	"bare or mated":    {Forced: true, Goal: chess.BareOrMated, Stalemate: chess.StalemateWins},
	"fog":              {Fog: true},
	"fog, exposed":     {Fog: true, Royalty: chess.Exposed},
	"fog, drops":       {Fog: true, Pocket: chess.Seen},
	"explosive drops":  {Capture: chess.Explode, Pocket: chess.Anywhere},
	"forced conquest":  {Forced: true, Capture: chess.Explode},
	"turning and race": {Capture: chess.Convert, Goal: chess.Hill},
}

// Names are the names of Games in a fixed order, for tests that draw at random.
func Names() []string { return slices.Sorted(maps.Keys(Games)) }

// Board sets a game up; an empty fen is its usual start.
func Board(t testing.TB, r chess.Rules, fen string) chess.Board {
	t.Helper()
	b, err := chess.NewBoard(r, fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return b
}

// Hide is b without its [chess.Position], as boards of other shapes are.
func Hide(b chess.Board) chess.Board { return hidden{b} }

type hidden struct{ chess.Board }

func (h hidden) Clone() chess.Board { return hidden{h.Board.Clone()} }
