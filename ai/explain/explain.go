// Package explain says why a move is good: [Move] turns a line that a search has
// found into one or two clauses, and [Explanation.String] into an English sentence.
// It knows the axes of [chess.Rules], no variant by name. It imports ai, for small
// searches of threats, and chess; start reading at [Move].
package explain

import (
	"slices"

	"rookery/ai"
	"rookery/chess"
)

// Cause is the kind of a reason; the Clause that has it says which pieces or how
// many moves.
type Cause uint8

// The causes. Each comment names the fields of Clause that belong to it.
const (
	Improves        Cause = iota // nothing in particular
	WinsNow                      // ends the game: Reason
	DrawsNow                     // ends the game in a draw: Reason
	WinsIn                       // wins in N moves: Reason where the line comes to the end
	LosesIn                      // every move loses, this one last, in N moves: Reason likewise
	OnlyMove                     // the only legal move
	OnlyEscape                   // the only legal move out of check
	MustCapture                  // captures are compulsory; N of them can be chosen
	HoldsAlone                   // every other move is much worse
	AvoidsLoss                   // every other move loses by force
	Repeats                      // holds a draw by repetition; N is 1 where each move gives check
	WinsPieces                   // Pieces for Price by the goal of the game; "material" without Pieces
	WinsBack                     // likewise, by a side that was behind
	WinsExchange                 // a rook for a lesser piece
	GivesAway                    // gets rid of Pieces (and takes Price) where losing pieces is the aim
	Sacrifices                   // gives Pieces for Price and stands well; N is 1 where it does not stand better
	LosesLeast                   // loses Pieces for Price, other moves more
	Trades                       // gives Pieces for their like
	BlowsUp                      // Pieces for Price in an explosion
	TurnsPieces                  // N pieces change sides, Pieces the best of them
	ThreatensWin                 // a win in N moves if nothing is done: Reason
	ThreatensPieces              // to win Pieces
	PreventsWin                  // the opponent's win in N moves: Reason
	SavesPiece                   // takes Pieces[0] out of danger
	SavesPieces                  // keeps Pieces from being lost
	Forks                        // attacks Pieces at once
	Pins                         // Pieces[0] to the king
	DoubleCheck                  // two pieces give check
	DiscoversCheck               // a piece behind the moved one gives check
	GivesCheck                   //
	DropsWithCheck               // a dropped piece gives check
	LastChecks                   // a check that leaves N to give
	Promotes                     // to Pieces[0]
	PromotesSoon                 // likewise, but not with this move
	LeavesCheck                  //
	ForcesReply                  // the opponent is left N compulsory captures; Text is the only one
	Approaches                   // the king comes nearer to where the game is won; N steps are left
	Castles                      //
	TakesCentre                  // with Pieces[0]
	DevelopsPiece                // Pieces[0] from its first square
	AdvancesPassed               // a passed pawn, to Text
	TakesOpenFile                // a rook or queen takes an open file
	AimsAtKing                   // Pieces[0] comes to bear on the enemy king
	ActivatesKing                // the king comes out when few pieces are left
	GainsSpace                   // the mover's pieces have more moves
	TakesSpace                   // the opponent's pieces have fewer moves
	TakesPiece                   // Pieces[0], as far as the mover can see
)

// Clause is one thing that can be said of a move. Which fields mean something
// its Cause tells.
type Clause struct {
	Cause  Cause
	N      int
	Pieces []chess.Role // the most valuable first; NoRole is a disc of a tower
	Price  []chess.Role // what is given for Pieces
	Text   string       // a square or a move, in the names of the board
	Reason chess.Reason
}

// Explanation says why a move is good: one clause or two, the weightier first.
type Explanation struct {
	Move    chess.Move
	Clauses []Clause
}

// Move says why the first move of line, which must be legal on b, is good; of a
// line without a move it says nothing. rest are other lines of the same position,
// best first, if they are known: with them the only good move is told apart. The
// board is left as it is.
//
// What is said follows from the line, the rules and a few small searches of a
// fixed number of positions, so that it is the same everywhere and takes some
// hundredths of a second. In the fog nothing is said that the mover does not see.
func Move(b chess.Board, line ai.Line, rest ...ai.Line) Explanation {
	if line.Move == 0 {
		return Explanation{}
	}
	x := &explainer{b: b.Clone(), side: b.Turn(), move: line.Move, line: line, facts: goalFactsOf(b.Rules())}
	x.legal = chess.Tries(x.b, nil)
	if b.Rules().Fog {
		x.explainInFog()
	} else {
		x.explain(rest)
	}
	if len(x.clauses) == 0 {
		x.add(Clause{Cause: Improves})
	}
	if len(x.clauses) > 2 {
		x.clauses = x.clauses[:2]
	}
	return Explanation{Move: line.Move, Clauses: x.clauses}
}

type goalFacts struct {
	rules         chess.Rules
	losesPieces   bool // the aim is to get rid of one's pieces
	passThreatens bool // what a side could do with a second move is a threat
}

func goalFactsOf(r chess.Rules) goalFacts {
	losing := r.Goal == chess.LoseAll || r.Goal == chess.BareOrMated
	return goalFacts{rules: r, losesPieces: losing, passThreatens: !r.Forced && !losing}
}

// explainer collects clauses about one move. Its board is its own.
type explainer struct {
	b       chess.Board
	side    chess.Color
	move    chess.Move
	line    ai.Line
	facts   goalFacts
	legal   []chess.Move
	end     standing // of the whole line; material sets it
	clauses []Clause
}

//go:noinline
func (x *explainer) add(c Clause) { x.clauses = append(x.clauses, c) }

func (x *explainer) full() bool { return len(x.clauses) >= 2 }

// explain collects reasons, the weightiest kind first.
func (x *explainer) explain(rest []ai.Line) {
	checked := len(x.b.Checked()) > 0
	if len(x.legal) == 1 {
		switch {
		case x.facts.rules.Forced && x.move.IsCapture():
			x.add(Clause{Cause: MustCapture, N: 1})
		case checked:
			x.add(Clause{Cause: OnlyEscape})
		default:
			x.add(Clause{Cause: OnlyMove})
		}
	}
	if x.gameEnd() {
		return
	}
	if x.facts.rules.Forced && x.move.IsCapture() && len(x.legal) > 1 {
		x.add(Clause{Cause: MustCapture, N: len(x.legal)})
	}
	if x.repetition(rest) {
		return
	}
	if len(x.clauses) == 0 {
		x.motifs()
	}
	x.material()
	x.compareLines(rest)
	if !x.full() && !x.has(AvoidsLoss) {
		x.threats()
	}
	if len(x.clauses) == 0 {
		x.quietMove(checked)
	}
}

// gameEnd adds how a decided game ends; true when nothing else matters.
func (x *explainer) gameEnd() bool {
	x.b.Make(x.move)
	o := x.b.Outcome()
	x.b.Undo()
	winner, decided := o.Winner()
	switch {
	case decided && winner == x.side:
		x.add(Clause{Cause: WinsNow, Reason: o.Reason})
		return true
	case decided:
		x.add(Clause{Cause: LosesIn, N: 1, Reason: o.Reason})
		return true
	case o.Over():
		x.add(Clause{Cause: DrawsNow, Reason: o.Reason})
		return true
	case x.line.Mate > 0:
		x.add(Clause{Cause: WinsIn, N: x.line.Mate, Reason: x.lineEnd()})
		return len(x.clauses) > 1
	case x.line.Mate < 0:
		x.add(Clause{Cause: LosesIn, N: -x.line.Mate, Reason: x.lineEnd()})
		return true
	}
	return false
}

// lineEnd is why the game ends at the end of the line; NoReason where the line
// stops before.
func (x *explainer) lineEnd() chess.Reason {
	n := x.playLine(len(x.line.PV))
	o := x.b.Outcome()
	for range n {
		x.b.Undo()
	}
	return o.Reason
}

// playLine plays up to most moves of the line, as far as they are legal, and at
// least the move itself. The caller takes back the number it returns.
func (x *explainer) playLine(most int) int {
	x.b.Make(x.move)
	n := 1
	var buf []chess.Move
	for n < min(most, len(x.line.PV)) {
		buf = x.b.Moves(buf[:0])
		if !slices.Contains(buf, x.line.PV[n]) {
			break
		}
		x.b.Make(x.line.PV[n])
		n++
	}
	return n
}

func (x *explainer) compareLines(rest []ai.Line) {
	// Centipawns: how much worse the next line must be, and from where on it is bad
	// and the move itself does not hold either. Chosen by reading sentences.
	const much, bad, lost = 180, -150, -250
	if len(rest) == 0 || len(x.legal) < 3 || x.line.Mate != 0 {
		return
	}
	next := rest[0]
	if next.Move == x.move || next.Mate > 0 {
		return
	}
	switch worse := next.Mate < 0 || next.Score < bad && x.line.Score-next.Score >= much; {
	case !worse:
	case x.line.Score >= lost || len(x.clauses) > 0:
		x.add(Clause{Cause: HoldsAlone})
	case next.Mate < 0:
		x.add(Clause{Cause: AvoidsLoss})
	}
}

// repetition finds a draw that saves a side which would stand worse without it.
func (x *explainer) repetition(rest []ai.Line) bool {
	const (
		nothing = 30  // centipawns: a draw is worth a little to some styles
		worse   = -60 // without the draw
	)
	if x.line.Mate != 0 || max(x.line.Score, -x.line.Score) > nothing || len(x.clauses) > 0 {
		return false
	}
	otherwise := x.facts.balance(countPieces(x.b), x.side)
	if len(rest) > 0 {
		otherwise = rest[0].Score
	}
	if otherwise > worse {
		return false
	}
	seen, checks := map[uint64]bool{x.b.Key(): true}, true
	n, again := 0, false
	for _, m := range x.line.PV {
		if m.IsCapture() || !slices.Contains(x.b.Moves(nil), m) {
			break
		}
		x.b.Make(m)
		n++
		if x.b.Turn() != x.side && len(x.b.Checked()) == 0 {
			checks = false
		}
		if again = seen[x.b.Key()]; again {
			break
		}
		seen[x.b.Key()] = true
	}
	for range n {
		x.b.Undo()
	}
	if !again {
		return false
	}
	how := 0
	if checks {
		how = 1
	}
	x.add(Clause{Cause: Repeats, N: how})
	return true
}
