package explain

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"rookery/ai"
	"rookery/ai/internal/testgames"
	"rookery/chess"
)

// net is what side has more of than before, by role, and what the other side has less.
func net(b chess.Board, before pieceCount, side chess.Color) (d [chess.King + 1]int) {
	after := countPieces(b)
	for r := range d {
		d[r] = after[side][r] - before[side][r] - (after[side.Other()][r] - before[side.Other()][r])
		if rules := b.Rules(); rules.Pocket != chess.NoPocket || rules.Capture == chess.Convert {
			d[r] = (d[r] + sign(d[r])) / 2
		}
	}
	return d
}

// takes reports whether a move itself takes just the pieces of a clause off the board.
func takes(b chess.Board, m chess.Move, c Clause) bool {
	on, before := b.Clone(), countPieces(b)
	on.Make(m)
	after := countPieces(on)
	for r := chess.Pawn; r <= chess.King; r++ {
		count := func(list []chess.Role) (n int) {
			for _, o := range list {
				if o == r {
					n++
				}
			}
			return n
		}
		lost := func(side chess.Color) int { return max(before[side][r]-after[side][r], 0) } // a pocket may have gained
		if lost(b.Turn().Other()) != count(c.Pieces) || lost(b.Turn()) != count(c.Price) {
			return false
		}
	}
	return true
}

// calm is a second way to say that nothing can be won at once: no capture, promotion or
// conversion of the side to move leaves it better off, whatever the replies. sure is false
// where that takes too long to find out.
func calm(facts *goalFacts, b chess.Board) (quiet, sure bool) {
	if b.Outcome().Over() {
		return true, true
	}
	side, least := b.Turn(), facts.balance(countPieces(b), b.Turn())+1
	nodes := 40_000
	var reaches func(depth int) bool // whether side comes to least
	reaches = func(depth int) bool {
		mine := b.Turn() == side
		if nodes--; nodes < 0 {
			return !mine
		}
		if o := b.Outcome(); o.Over() {
			return ai.OutcomeScore(o, side, 0) >= least
		}
		moves := b.Moves(nil)
		forced := facts.rules.Forced && len(moves) > 0 && moves[0].IsCapture()
		if !forced && (facts.balance(countPieces(b), side) >= least) == mine {
			return mine // who moves may stop here
		}
		for _, m := range moves {
			if !m.IsCapture() && !m.IsPromotion() && facts.rules.Capture != chess.Convert {
				continue
			}
			b.Make(m)
			there := reaches(depth + 1)
			b.Undo()
			if there == mine {
				return mine
			}
		}
		return !mine
	}
	moves := b.Moves(nil)
	if facts.rules.Forced && len(moves) > 0 && moves[0].IsCapture() {
		return false, true
	}
	quiet = !reaches(0)
	return quiet, nodes >= 0
}

// quietEnd plays a line to the last position in which nothing can be won at once, and
// gives it; nil where there is none. sure is false where that is not known.
func quietEnd(facts *goalFacts, b chess.Board, line []chess.Move) (end chess.Board, sure bool) {
	on := b.Clone()
	sure = true
	for _, m := range line {
		if !slices.Contains(on.Moves(nil), m) {
			break
		}
		on.Make(m)
		quiet, known := calm(facts, on)
		switch {
		case !known:
			sure = false // until a later position is quiet for certain
		case quiet:
			end, sure = on.Clone(), true
		}
	}
	return end, sure
}

// fault says what is wrong with a clause about pieces, given the line that is shown;
// empty where it is true.
func fault(c Clause, b chess.Board, line []chess.Move) string {
	facts := goalFactsOf(b.Rules())
	switch c.Cause {
	case WinsPieces, WinsBack, WinsExchange, GivesAway, Sacrifices, LosesLeast, BlowsUp:
	default:
		return ""
	}
	if c.Cause == BlowsUp && takes(b, line[0], c) {
		return "" // told of the move itself
	}
	end, sure := quietEnd(&facts, b, line)
	switch {
	case !sure:
		return ""
	case end == nil:
		return "the line has no quiet end"
	}
	d := net(end, countPieces(b), b.Turn())
	gained := facts.balance(countPieces(end), b.Turn()) - facts.balance(countPieces(b), b.Turn())
	promoted := false
	for _, m := range line {
		promoted = promoted || m.IsPromotion()
	}
	won, given := c.Pieces, c.Price
	switch c.Cause {
	case Sacrifices, LosesLeast, GivesAway:
		won, given = c.Price, c.Pieces
	case WinsExchange:
		won, given = []chess.Role{chess.Rook}, nil
	}
	switch {
	case promoted: // what a pawn becomes is told apart
		return ""
	case (c.Cause == WinsPieces || c.Cause == WinsBack || c.Cause == WinsExchange || c.Cause == GivesAway || c.Cause == BlowsUp) && gained <= 0:
		return "nothing is won at the quiet end"
	case (c.Cause == Sacrifices || c.Cause == LosesLeast) && gained >= 0:
		return "nothing is lost at the quiet end"
	}
	minor := d[chess.Knight] + d[chess.Bishop]
	for _, list := range []struct {
		roles []chess.Role
		by    int
	}{{won, 1}, {given, -1}} {
		var n [chess.King + 1]int
		minors := 0
		for _, r := range list.roles {
			if r == chess.Knight || r == chess.Bishop {
				minors++
			} else if n[r]++; n[r] > list.by*d[r] {
				return "too many " + r.String() + "s"
			}
		}
		if minors > 0 && minors > list.by*minor && minors > max(list.by*d[chess.Knight], 0)+max(list.by*d[chess.Bishop], 0) {
			return "too many minor pieces"
		}
	}
	return ""
}

// What is said of pieces is borne out by the line that is shown, at its quiet end: in
// random games of every kind, for good moves and for any others.
func TestClaimsAboutPiecesAreTrue(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	levels := ai.Levels()
	claims, wrong := 0, 0
	plies, each := 40, 2
	if testing.Short() {
		plies, each = 30, 1
	}
	for _, name := range testgames.Names() {
		rules := testgames.Games[name]
		if rules.Fog || rules.Disguise {
			continue // nothing of the kind is said there
		}
		e := ai.New(levels[len(levels)-1], ai.Balanced, 1)
		e.SetHash(1 << 20)
		for range each {
			b := testgames.Board(t, rules, "")
			for ply := range plies {
				moves := b.Moves(nil)
				if b.Outcome().Over() || len(moves) == 0 {
					break
				}
				if ply > 3 && len(moves) > 1 {
					e.Lines = 2
					c, err := e.Choose(context.Background(), b, ai.Limit{Nodes: uint64(300 + rng.IntN(2500))})
					if err != nil {
						t.Fatal(err)
					}
					lines := c.Lines
					for _, l := range lines {
						x := Move(b, l)
						for _, clause := range x.Clauses {
							switch clause.Cause {
							case WinsPieces, WinsBack, WinsExchange, GivesAway, Sacrifices, LosesLeast, BlowsUp:
								claims++
							}
							if why := fault(clause, b, l.PV); why != "" {
								if wrong++; wrong <= 15 {
									t.Errorf("%s %s\n%s: %q, but %s (score %d)", name, b.FEN(), lineText(b, l.PV), x, why, l.Score)
								}
							}
						}
					}
				}
				// A game of captures has more to tell.
				m := moves[rng.IntN(len(moves))]
				for range 2 {
					if !m.IsCapture() {
						m = moves[rng.IntN(len(moves))]
					}
				}
				b.Make(m)
			}
		}
	}
	t.Logf("%d claims, %d wrong", claims, wrong)
	if least := 20 * each; claims < least {
		t.Errorf("only %d claims were made", claims)
	}
}

func lineText(b chess.Board, line []chess.Move) (text string) {
	on := b.Clone()
	for _, m := range line {
		if !slices.Contains(on.Moves(nil), m) {
			break
		}
		text += chess.UCI(on, m) + " "
		on.Make(m)
	}
	return text
}
