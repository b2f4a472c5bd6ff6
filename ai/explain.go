package ai

import (
	"slices"

	"rookery/chess"
)

// Cause says in one word what a move is good for. What the word does not tell,
// which man, how many moves, is in the Clause.
type Cause uint8

// The causes. Each comment names the fields of Clause that belong to it.
const (
	Improves       Cause = iota // nothing in particular
	WinsNow                     // ends the game: Reason
	DrawsNow                    // ends the game in a draw: Reason
	WinsIn                      // wins in N moves: Reason where the line comes to the end
	LosesIn                     // every move loses, this one last, in N moves: Reason likewise
	OnlyMove                    // the only legal move
	OnlyEscape                  // the only legal move out of check
	MustCapture                 // captures are compulsory; N of them can be chosen
	HoldsAlone                  // every other move is much worse
	AvertsLoss                  // every other move loses by force
	Repeats                     // holds a draw by repetition; N is 1 where each move gives check
	WinsMen                     // Men for Price by the goal of the game; "material" without Men
	WinsBack                    // likewise, by a side that was behind
	WinsExchange                // a rook for a lesser man
	GivesAway                   // gets rid of Men (and takes Price) where losing men is the aim
	Sacrifices                  // gives Men for Price and stands well; N is 1 where it does not stand better
	LosesLeast                  // loses Men for Price, other moves more
	Trades                      // gives Men for their like
	BlowsUp                     // Men for Price in an explosion
	TurnsMen                    // N men change sides, Men the best of them
	ThreatensWin                // a win in N moves if nothing is done: Reason
	ThreatensMen                // to win Men
	PreventsWin                 // the opponent's win in N moves: Reason
	SavesMan                    // takes Men[0] out of danger
	SavesMen                    // keeps Men from being lost
	Forks                       // attacks Men at once
	Pins                        // Men[0] to the king
	DoubleCheck                 // two men give check
	DiscoversCheck              // a man behind the moved one gives check
	GivesCheck                  //
	DropsWithCheck              // a dropped man gives check
	LastChecks                  // a check that leaves N to give
	Promotes                    // to Men[0]
	PromotesSoon                // likewise, but not with this move
	LeavesCheck                 //
	ForcesReply                 // the opponent is left N compulsory captures; Text is the only one
	Approaches                  // the king comes nearer to where the game is won; N steps are left
	Castles                     //
	TakesCentre                 // with Men[0]
	DevelopsMan                 // Men[0] from its first square
	AdvancesPassed              // a passed pawn, to Text
	OpensLine                   // a rook or queen takes an open file
	NearsKing                   // Men[0] comes to bear on the enemy king
	ActivatesKing               // the king comes out when few men are left
	GainsRoom                   // the mover's men have more moves
	Restrains                   // the opponent's men have fewer moves
	TakesMan                    // Men[0], as far as the mover can see
)

// Clause is one thing that can be said of a move. Which fields mean something
// its Cause tells.
type Clause struct {
	Cause  Cause
	N      int
	Men    []chess.Role // the most valuable first; NoRole is a disc of a tower
	Price  []chess.Role // what is given for Men
	Text   string       // a square or a move, in the names of the board
	Reason chess.Reason
}

// Explanation says why a move is good: one clause or two, the weightier first.
type Explanation struct {
	Move    chess.Move
	Clauses []Clause
}

// Explain says why the first move of line, which must be legal on b, is good;
// of a line without a move it says nothing.
// rest are other lines of the same position, if they are known, best first:
// with them the only good move is told apart. The board is left as it is.
//
// What is said follows from the line, the rules and a few small searches of a
// fixed number of positions, so that it is the same everywhere and takes some
// hundredths of a second. In the fog nothing is said that the mover does not see.
func Explain(b chess.Board, line Line, rest ...Line) Explanation {
	if line.Move == 0 {
		return Explanation{}
	}
	x := &explainer{b: b.Clone(), us: b.Turn(), m: line.Move, line: line, gist: gistOf(b.Rules())}
	x.legal = chess.Tries(x.b, nil)
	if b.Rules().Fog {
		x.blind()
	} else {
		x.say(rest)
	}
	if len(x.clauses) == 0 {
		x.add(Clause{Cause: Improves})
	}
	if len(x.clauses) > 2 {
		x.clauses = x.clauses[:2]
	}
	return Explanation{Move: line.Move, Clauses: x.clauses}
}

// gist is what explaining asks of the rules.
type gist struct {
	rules    chess.Rules
	losing   bool // the aim is to have no men
	passable bool // what a side would do with a second move is a threat
}

func gistOf(r chess.Rules) gist {
	losing := r.Goal == chess.LoseAll || r.Goal == chess.BareOrMated
	return gist{rules: r, losing: losing, passable: !r.Forced && !losing}
}

// explainer collects clauses about one move. Its board is its own.
type explainer struct {
	b       chess.Board
	us      chess.Color
	m       chess.Move
	line    Line
	gist    gist
	legal   []chess.Move
	clauses []Clause
}

func (x *explainer) add(c Clause) { x.clauses = append(x.clauses, c) }

// full tells whether enough has been said.
func (x *explainer) full() bool { return len(x.clauses) >= 2 }

// say goes through what can be said, the weightiest first.
func (x *explainer) say(rest []Line) {
	checked := len(x.b.Checked()) > 0
	if len(x.legal) == 1 {
		switch {
		case x.gist.rules.Forced && x.m.IsCapture():
			x.add(Clause{Cause: MustCapture, N: 1})
		case checked:
			x.add(Clause{Cause: OnlyEscape})
		default:
			x.add(Clause{Cause: OnlyMove})
		}
	}
	if x.end() {
		return
	}
	if x.gist.rules.Forced && x.m.IsCapture() && len(x.legal) > 1 {
		x.add(Clause{Cause: MustCapture, N: len(x.legal)})
	}
	if x.repeats(rest) {
		return
	}
	if len(x.clauses) == 0 {
		x.motifs()
	}
	x.material()
	x.compared(rest)
	if !x.full() && !x.has(AvertsLoss) {
		x.threats()
	}
	if len(x.clauses) == 0 {
		x.plans(checked)
	}
}

// end tells of games that are decided; true when nothing else matters.
func (x *explainer) end() bool {
	x.b.Make(x.m)
	o := x.b.Outcome()
	x.b.Undo()
	winner, decided := o.Winner()
	switch {
	case decided && winner == x.us:
		x.add(Clause{Cause: WinsNow, Reason: o.Reason})
		return true
	case decided:
		x.add(Clause{Cause: LosesIn, N: 1, Reason: o.Reason})
		return true
	case o.Over():
		x.add(Clause{Cause: DrawsNow, Reason: o.Reason})
		return true
	case x.line.Mate > 0:
		x.add(Clause{Cause: WinsIn, N: x.line.Mate, Reason: x.endOfLine()})
		return len(x.clauses) > 1
	case x.line.Mate < 0:
		x.add(Clause{Cause: LosesIn, N: -x.line.Mate, Reason: x.endOfLine()})
		return true
	}
	return false
}

// endOfLine plays the line out and tells why the game ends there; NoReason
// where it stops before.
func (x *explainer) endOfLine() chess.Reason {
	n := x.walk(len(x.line.PV))
	o := x.b.Outcome()
	for range n {
		x.b.Undo()
	}
	return o.Reason
}

// walk plays up to most moves of the line, as far as they are legal, and
// tells how many. It plays at least the move itself.
func (x *explainer) walk(most int) int {
	x.b.Make(x.m)
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

// compared tells when the other lines are much worse.
func (x *explainer) compared(rest []Line) {
	const much, bad, lost = 180, -150, -250
	if len(rest) == 0 || len(x.legal) < 3 || x.line.Mate != 0 {
		return
	}
	next := rest[0]
	if next.Move == x.m || next.Mate > 0 {
		return
	}
	switch worse := next.Mate < 0 || next.Score < bad && x.line.Score-next.Score >= much; {
	case !worse:
	case x.line.Score >= lost || len(x.clauses) > 0:
		x.add(Clause{Cause: HoldsAlone})
	case next.Mate < 0:
		x.add(Clause{Cause: AvertsLoss})
	}
}

// repeats tells of a side that would stand worse and comes back to where it was.
func (x *explainer) repeats(rest []Line) bool {
	const (
		nothing = 30  // centipawns: a draw is worth a little to some styles
		worse   = -60 // without the draw
	)
	if x.line.Mate != 0 || abs(int(x.line.Score)) > nothing || len(x.clauses) > 0 {
		return false
	}
	otherwise := x.gist.worth(tallyOf(x.b), x.us)
	if len(rest) > 0 {
		otherwise = int(rest[0].Score)
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
		if x.b.Turn() != x.us && len(x.b.Checked()) == 0 {
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
