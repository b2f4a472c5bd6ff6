package pgn

import (
	"errors"
	"fmt"
	"strings"

	"rookery/chess"
	"rookery/chess/sorted"
	"rookery/pgn/internal/syntax"
	"rookery/variants"
)

// FromGame is the score sheet of a game played here: the roster with the given
// tags, the result once the game is over, and Variant, SetUp, FEN and
// Termination as far as they say something. Tags given by the caller stand,
// but those that the game itself decides are set from it. The date is the
// caller's to give.
func FromGame(g *chess.Game, tags map[string]string) *Game {
	r := g.Rules()
	out := NewGame(r, "")
	for _, t := range syntax.Roster {
		out.Tags.Set(t.Name, t.Value)
	}
	for _, name := range sorted.Names(tags) {
		out.Tags.Set(name, tags[name])
	}
	if v := variants.ToPGN(r); v != "" {
		out.Tags.Set("Variant", v)
	}
	if start := g.Start(); needsStart(r, start) {
		out.Start = start
		out.Tags.Set("SetUp", "1")
		out.Tags.Set("FEN", start)
	}
	outcome := g.Outcome()
	out.Result = resultOf(outcome)
	out.Tags.Set("Result", out.Result)
	if why := termination(outcome); why != "" {
		out.Tags.Set("Termination", why)
	}
	n := out.Root
	for _, m := range g.Moves() {
		child := &Node{Move: m, Parent: n}
		n.Children = []*Node{child}
		n = child
	}
	return out
}

// needsStart reports whether the first position must be written down: where the
// start is random always, else when it is not the usual one.
func needsStart(r chess.Rules, start string) bool {
	if r.Start != nil && r.Start.Count > 1 {
		return true
	}
	usual, err := chess.NewBoard(r, "")
	return err != nil || usual.FEN() != start
}

// resultOf is an outcome as the Result tag has it. Quarter points are no
// result that other programs read; Termination tells them.
func resultOf(o chess.Outcome) string {
	switch o.Result {
	case chess.WhiteWins:
		return WhiteWins
	case chess.BlackWins:
		return BlackWins
	case chess.Ongoing:
		return Unknown
	}
	return Draw
}

// termination is the Termination tag of an outcome, empty while the game goes on.
func termination(o chess.Outcome) string {
	switch {
	case !o.Over():
		return ""
	case o.Result == chess.WhiteStalemates, o.Result == chess.BlackStalemates:
		return "stalemate " + o.Result.String()
	case o.Reason == chess.ByTime, o.Reason == chess.ByTimeDraw:
		return "time forfeit"
	case o.Reason == chess.ByAbandonment:
		return "abandoned"
	case o.Reason == chess.ByResult, o.Reason == chess.ByPartner:
		return ""
	}
	return "normal"
}

// errPass says that a line cannot be played on as a game.
var errPass = errors.New("the game contains a null move: you can view it, but not play on from it")

// Play plays the main line as a game that can go on, and ends it as its result
// and Termination say where the board does not.
func (g *Game) Play() (*chess.Game, error) {
	if g.Err != nil {
		return nil, g.Err
	}
	var game *chess.Game
	var err error
	if g.Start == "" {
		game, err = chess.NewGame(g.Rules, -1)
	} else {
		game, err = chess.NewGameFEN(g.Rules, g.Start)
	}
	if err != nil {
		return nil, err
	}
	for i, n := range g.Root.Line() {
		if n.Move == chess.Pass {
			return nil, errPass
		}
		if err := game.Play(n.Move); err != nil {
			return nil, fmt.Errorf("move %d: %w", i/2+1, err)
		}
	}
	if !game.Outcome().Over() {
		g.endGame(game)
	}
	return game, nil
}

func (g *Game) endGame(game *chess.Game) {
	why := strings.ToLower(g.Tags.Value("Termination"))
	result, loser := chess.BlackWins, chess.White
	switch g.Result {
	case WhiteWins:
		result, loser = chess.WhiteWins, chess.Black
	case Draw:
		result = chess.Drawn
	}
	switch {
	case g.Result == Unknown:
	case g.Result == Draw && strings.HasPrefix(why, "abandon"):
		game.Abandon()
	case g.Result == Draw && game.Claimable() != chess.NoReason:
		game.Claim()
	case g.Result == Draw && why == "normal":
		game.AgreeDraw()
	case g.Result != Draw && strings.HasPrefix(why, "time"):
		game.Flag(loser)
	case g.Result != Draw && strings.HasPrefix(why, "abandon"):
		game.AbandonBy(loser)
	case why == "normal":
		game.Resign(loser)
	default:
		game.Record(result)
	}
}
