package play

import (
	"slices"
	"strings"

	"rookery/chess"
	"rookery/pgn/puzzle"
	"rookery/variants"
)

// Goal is what a move of an exercise must do.
type Goal uint8

const (
	ToWin     Goal = iota // end the game as won
	ToCapture             // capture something
	ToCheck               // give check
	ToCastle              // castle
	ToPass                // capture en passant
	ToPromote             // promote
	ToDrop                // put a piece from the pocket on the board
	ToOffer               // leave the opponent nothing but captures
	ToReach               // go to one of the squares of the exercise
)

// Exercise is a small position in which one thing is to be done.
type Exercise struct {
	FEN     string
	Task    string
	Goal    Goal
	Squares string // of ToReach, split by blanks
}

// BeginnerLesson is a few exercises about one thing.
type BeginnerLesson struct {
	ID        string // in the file of what was done
	Name      string
	About     string
	Variant   string // the id of the game, empty for chess
	Exercises []Exercise
}

// BeginnerLessons are those that are offered, chess first.
var BeginnerLessons = []BeginnerLesson{
	{"first-rook", "The rook", "Rooks go along ranks and files, as far as they like.", "", []Exercise{
		{"4k3/8/8/8/R7/8/8/4K3 w - - 0 1", "Move the rook to the other end of its rank.", ToReach, "h4"},
		{"4k3/8/8/8/p7/8/8/R3K3 w - - 0 1", "Capture the pawn with the rook.", ToCapture, ""},
		{"4k3/8/8/8/r2p4/8/3P4/R3K3 w - - 0 1", "Capture the rook.", ToCapture, ""},
	}},
	{"first-bishop", "The bishop", "Bishops go along diagonals and stay on squares of one colour.", "", []Exercise{
		{"4k3/8/8/8/5n2/8/8/2B1K3 w - - 0 1", "Capture the knight with the bishop.", ToCapture, ""},
		{"4k3/8/8/5pr1/8/8/8/2B1K3 w - - 0 1", "Capture the piece that stands on the bishop's colour.", ToCapture, ""},
	}},
	{"first-queen", "The queen", "The queen goes like a rook and like a bishop.", "", []Exercise{
		{"4k3/8/8/8/3n4/8/8/3QK3 w - - 0 1", "Capture the knight, as a rook would.", ToCapture, ""},
		{"4k3/8/8/7r/8/8/8/3QK3 w - - 0 1", "Capture the rook, as a bishop would.", ToCapture, ""},
	}},
	{"first-knight", "The knight", "Knights jump: two squares one way, one to the side.", "", []Exercise{
		{"4k3/8/8/3p4/1P1P4/1PNP4/1PPP4/4K3 w - - 0 1", "Jump over your pawns and capture the pawn.", ToCapture, ""},
		{"4k2r/8/8/3N4/8/8/8/4K3 w - - 0 1", "Give check with the knight.", ToCheck, ""},
	}},
	{"first-pawn", "The pawn", "Pawns go straight on and capture diagonally. At the other end they become another piece.", "", []Exercise{
		{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "From where it begins a pawn may go two squares. Do that.", ToReach, "e4"},
		{"4k3/8/8/3np3/4P3/8/8/4K3 w - - 0 1", "Capture the knight with the pawn.", ToCapture, ""},
		{"8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "Promote the pawn.", ToPromote, ""},
	}},
	{"first-king", "The king", "The king goes one square and may never stand where it can be captured.", "", []Exercise{
		{"4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "Capture the pawn with the king.", ToCapture, ""},
		{"4r1k1/8/8/8/B7/8/8/4K3 w - - 0 1", "You are in check. Capture the rook that gives it.", ToCapture, ""},
		{"4r1k1/8/8/8/8/8/3N4/4K3 w - - 0 1", "You are in check. Put the knight in between.", ToReach, "e4"},
	}},
	{"first-check", "Check", "Check is an attack on the king.", "", []Exercise{
		{"4k3/8/8/8/8/8/8/R5K1 w - - 0 1", "Give check with the rook.", ToCheck, ""},
		{"4k3/7p/8/8/8/8/8/3B2K1 w - - 0 1", "Give check with the bishop.", ToCheck, ""},
		{"4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1", "Move the knight so that the rook gives check.", ToCheck, ""},
	}},
	{"first-mate", "Mate in one", "Checkmate: the king is in check and nothing helps. That wins.", "", []Exercise{
		{"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "The king is shut in by its pawns. Checkmate.", ToWin, ""},
		{"6k1/R7/8/8/8/8/8/1R4K1 w - - 0 1", "Two rooks, one rank each. Checkmate.", ToWin, ""},
		{"7k/8/6K1/8/8/8/8/1Q6 w - - 0 1", "Checkmate with king and queen.", ToWin, ""},
		{"6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", "Checkmate with the knight.", ToWin, ""},
		{"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "Checkmate, not stalemate.", ToWin, ""},
	}},
	{"first-castling", "Castling", "King and rook move at once, where neither has moved and nothing stands between.", "", []Exercise{
		{"4k3/8/8/8/8/8/5PPP/4K2R w K - 0 1", "Castle kingside: O-O, or the king two squares to the right.", ToCastle, ""},
		{"4k3/8/8/8/8/8/PPP5/R3K3 w Q - 0 1", "Castle queenside: O-O-O, or the king two squares to the left.", ToCastle, ""},
		{"4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "The king may not pass over an attacked square. Castle on the other side.", ToCastle, ""},
	}},
	{"first-en-passant", "En passant", "A pawn that has just gone two squares can be captured as if it had gone one.", "", []Exercise{
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "Black has just played d7-d5. Capture it in passing.", ToPass, ""},
		{"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "White has just played e2-e4. Capture it in passing.", ToPass, ""},
		{"4k3/8/8/2pPp3/8/8/8/4K3 w - e6 0 2", "Only the pawn that moved last can be captured so: it was e7-e5.", ToPass, ""},
	}},

	{"first-atomic", "Atomic: the idea", "Every capture explodes, with all pieces around but pawns. Blow up the king.", "atomic", []Exercise{
		{"4k3/3p4/8/8/8/8/8/3RK3 w - - 0 1", "Capture the pawn beside the king.", ToWin, ""},
		{"r1bqkbnr/pppp1ppp/2n5/4p1N1/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1", "Find the capture beside the king.", ToWin, ""},
		{"3q2k1/2p5/8/8/8/8/8/2R1K3 w - - 0 1", "Blow up the queen: capture what stands beside it.", ToCapture, ""},
		{"8/8/8/3k4/8/3K4/8/4q3 w - - 0 1", "Beside the other king yours is safe: a capture would blow up both. Go there.", ToReach, "d4 c4 e4"},
		{"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "Checkmate wins, too.", ToWin, ""},
	}},
	{"first-crazyhouse", "Crazyhouse: the idea", "What you capture is yours: put it on the board instead of a move.", "crazyhouse", []Exercise{
		{"4k3/8/8/7q/8/8/8/3QK3[] w - - 0 1", "Capture the queen. It comes into your pocket.", ToCapture, ""},
		{"4r1k1/8/8/8/8/8/8/4K3[P] w - - 0 1", "You are in check. Drop the pawn in between: P@e2.", ToDrop, ""},
		{"4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "Drop the knight with check.", ToCheck, ""},
		{"6k1/5ppp/8/8/8/8/8/6K1[R] w - - 0 1", "Drop the rook and checkmate.", ToWin, ""},
		{"6rk/6pp/8/8/8/8/8/6K1[N] w - - 0 1", "Drop the knight and checkmate.", ToWin, ""},
	}},
	{"first-kingofthehill", "King of the Hill: the idea", "A king on d4, e4, d5 or e5 wins.", "kingofthehill", []Exercise{
		{"4k3/8/8/8/8/4K3/8/8 w - - 0 1", "Step into the centre.", ToWin, ""},
		{"4k3/8/4K3/8/r7/8/8/8 w - - 0 1", "The rook guards one rank. Step into the centre.", ToWin, ""},
		{"4k3/8/8/8/8/8/1b6/3RK3 w - - 0 1", "The bishop guards the centre. Attack it with the rook.", ToReach, "b1 d2"},
		{"4k3/8/8/1r6/8/8/3K4/1R6 w - - 0 1", "The rook keeps your king away. Capture it.", ToCapture, ""},
		{"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "Checkmate wins, too.", ToWin, ""},
	}},
	{"first-3check", "Three-check: the idea", "The third check wins.", "3check", []Exercise{
		{"4k3/8/8/8/8/8/8/R5K1 w - - 3+3 0 1", "Give your first check.", ToCheck, ""},
		{"4k3/8/8/8/8/8/8/R5K1 w - - 1+3 0 1", "One check is missing. Win.", ToWin, ""},
		{"rnbqkbnr/ppppp1pp/8/5p2/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1+3 0 2", "One check is missing. Win.", ToWin, ""},
		{"r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 1+3 0 3", "Give a piece for the last check.", ToWin, ""},
		{"6k1/5ppp/8/8/8/8/8/R5K1 w - - 3+3 0 1", "Checkmate wins, too.", ToWin, ""},
	}},
	{"first-racingkings", "Racing Kings: the idea", "The first king on the eighth rank wins. Nobody may give check.", "racingkings", []Exercise{
		{"8/8/8/8/8/8/1K4k1/8 w - - 0 1", "Both go the same way. Bring your king a rank on.", ToReach, "a3 b3 c3"},
		{"8/K7/8/8/8/8/8/7k w - - 0 1", "Reach the eighth rank.", ToWin, ""},
		{"8/K7/8/8/8/8/8/1r4k1 w - - 0 1", "A king may not step into check. Reach the eighth rank.", ToWin, ""},
		{"7r/1K6/8/8/8/8/k7/7R w - - 0 1", "The rook guards the eighth rank. Capture it.", ToCapture, ""},
		{"8/1K4N1/8/8/7k/8/8/8 w - - 0 1", "Win the race.", ToWin, ""},
	}},
	{"first-horde", "Horde: the idea", "White has pawns alone and must checkmate; Black must capture them all.", "horde", []Exercise{
		{"4k3/8/8/8/8/8/8/PPPP4 w - - 0 1", "On the first rank, too, there are pawns. Move one up two squares.", ToReach, "a3 b3 c3 d3"},
		{"4k3/P7/8/8/8/2P5/8/8 w - - 0 1", "Promote: without pieces there is no checkmate.", ToPromote, ""},
		{"3qk3/8/8/8/3P4/8/8/1PP5 b - - 0 1", "You are Black now. Capture a pawn.", ToCapture, ""},
		{"4k3/8/8/8/8/8/8/r6P b - - 0 1", "Capture the last pawn.", ToWin, ""},
		{"6k1/4Pppp/8/8/8/8/8/8 w - - 0 1", "Promote and checkmate.", ToWin, ""},
	}},
	{"first-giveaway", "Giveaway: the idea", "Who has lost all pieces wins. Captures are compulsory; the king is a piece like others.", "giveaway", []Exercise{
		{"8/8/8/3p4/8/4P3/7P/8 w - - 0 1", "Give a pawn away: it must be captured.", ToOffer, ""},
		{"8/8/8/8/1p6/8/8/R7 w - - 0 1", "Put the rook where the pawn must capture it.", ToOffer, ""},
		{"8/8/8/r7/8/8/8/1B6 w - - 0 1", "Offer the bishop.", ToOffer, ""},
		{"8/8/8/8/6k1/8/P6P/8 w - - 0 1", "Offer the pawn to the king.", ToOffer, ""},
		{"8/8/2n5/8/8/3K4/8/8 w - - 0 1", "The king can be given away, too.", ToOffer, ""},
	}},
}

// reaches tells whether a move of a position does what an exercise asks for.
func (e *Exercise) reaches(b chess.Board, m chess.Move) bool {
	after := b.Clone()
	after.Make(m)
	switch e.Goal {
	case ToWin:
		winner, won := after.Outcome().Winner()
		return won && winner == b.Turn()
	case ToCapture:
		return m.IsCapture()
	case ToCheck:
		return len(after.Checked()) > 0
	case ToCastle:
		return m.Kind() == chess.Castling
	case ToPass:
		return m.Kind() == chess.EnPassant
	case ToPromote:
		return m.IsPromotion()
	case ToDrop:
		return m.Kind() == chess.Dropping
	case ToOffer:
		replies := after.Moves(nil)
		return len(replies) > 0 && !slices.ContainsFunc(replies, func(r chess.Move) bool { return !r.IsCapture() })
	}
	for _, name := range strings.Fields(e.Squares) {
		if sq, ok := b.Layout().Square(name); ok && m.To() == sq {
			return true
		}
	}
	return false
}

// answers are the moves that do what an exercise asks for.
func (e *Exercise) answers(b chess.Board) []chess.Move {
	return slices.DeleteFunc(b.Moves(nil), func(m chess.Move) bool { return !e.reaches(b, m) })
}

// Rules are those of the lesson's game.
func (l *BeginnerLesson) Rules() chess.Rules {
	v, ok := variants.ByName(l.Variant)
	if !ok {
		return variants.Chess
	}
	return v.Rules
}

// NewExercise sets an exercise of a lesson up.
func NewExercise(l *BeginnerLesson, e *Exercise) (*PuzzleGame, error) {
	g, err := chess.NewGameFEN(l.Rules(), e.FEN)
	if err != nil {
		return nil, err
	}
	return &PuzzleGame{Puzzle: puzzle.Puzzle{ID: l.ID, Variant: l.Variant, FEN: e.FEN}, Game: g, Solver: g.Turn(), Exercise: e}, nil
}
