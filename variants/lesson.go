package variants

import (
	"slices"
	"strings"

	"rookery/chess"
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
	Task    string // in words
	Goal    Goal
	Squares string // of ToReach, split by blanks
}

// Lesson is a few exercises about one thing.
type Lesson struct {
	ID        string // in the file of what was done
	Name      string
	Variant   string // the id of the game, empty for chess
	About     string
	Exercises []Exercise
}

// Lessons are those for beginners: chess first, then the ideas of the variants, in the order of [All].
func Lessons() []Lesson {
	all := slices.Clone(firstSteps)
	for _, v := range All() {
		if len(v.Lesson.Exercises) > 0 {
			l := v.Lesson
			l.ID, l.Name, l.Variant = "first-"+v.ID, v.Rules.Name+": the idea", v.ID
			all = append(all, l)
		}
	}
	return all
}

// Rules are those of the lesson's game.
func (l *Lesson) Rules() chess.Rules {
	if v, ok := ByName(l.Variant); ok {
		return v.Rules
	}
	return Chess
}

// Reaches tells whether a move of a position does what the exercise asks for.
func (e *Exercise) Reaches(b chess.Board, m chess.Move) bool {
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

// Answers are the moves that do what the exercise asks for.
func (e *Exercise) Answers(b chess.Board) []chess.Move {
	return slices.DeleteFunc(b.Moves(nil), func(m chess.Move) bool { return !e.Reaches(b, m) })
}

var firstSteps = []Lesson{
	{"first-rook", "The rook", "", "Rooks go along ranks and files, as far as they like.", []Exercise{
		{"4k3/8/8/8/R7/8/8/4K3 w - - 0 1", "Move the rook to the other end of its rank.", ToReach, "h4"},
		{"4k3/8/8/8/p7/8/8/R3K3 w - - 0 1", "Capture the pawn with the rook.", ToCapture, ""},
		{"4k3/8/8/8/r2p4/8/3P4/R3K3 w - - 0 1", "Capture the rook.", ToCapture, ""},
	}},
	{"first-bishop", "The bishop", "", "Bishops go along diagonals and stay on squares of one colour.", []Exercise{
		{"4k3/8/8/8/5n2/8/8/2B1K3 w - - 0 1", "Capture the knight with the bishop.", ToCapture, ""},
		{"4k3/8/8/5pr1/8/8/8/2B1K3 w - - 0 1", "Capture the piece that stands on the bishop's colour.", ToCapture, ""},
	}},
	{"first-queen", "The queen", "", "The queen goes like a rook and like a bishop.", []Exercise{
		{"4k3/8/8/8/3n4/8/8/3QK3 w - - 0 1", "Capture the knight, as a rook would.", ToCapture, ""},
		{"4k3/8/8/7r/8/8/8/3QK3 w - - 0 1", "Capture the rook, as a bishop would.", ToCapture, ""},
	}},
	{"first-knight", "The knight", "", "Knights jump: two squares one way, one to the side.", []Exercise{
		{"4k3/8/8/3p4/1P1P4/1PNP4/1PPP4/4K3 w - - 0 1", "Jump over your pawns and capture the pawn.", ToCapture, ""},
		{"4k2r/8/8/3N4/8/8/8/4K3 w - - 0 1", "Give check with the knight.", ToCheck, ""},
	}},
	{"first-pawn", "The pawn", "", "Pawns go straight on and capture diagonally. At the other end they become another piece.", []Exercise{
		{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "From where it begins a pawn may go two squares. Do that.", ToReach, "e4"},
		{"4k3/8/8/3np3/4P3/8/8/4K3 w - - 0 1", "Capture the knight with the pawn.", ToCapture, ""},
		{"8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "Promote the pawn.", ToPromote, ""},
	}},
	{"first-king", "The king", "", "The king goes one square and may never stand where it can be captured.", []Exercise{
		{"4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "Capture the pawn with the king.", ToCapture, ""},
		{"4r1k1/8/8/8/B7/8/8/4K3 w - - 0 1", "You are in check. Capture the rook that gives it.", ToCapture, ""},
		{"4r1k1/8/8/8/8/8/3N4/4K3 w - - 0 1", "You are in check. Put the knight in between.", ToReach, "e4"},
	}},
	{"first-check", "Check", "", "Check is an attack on the king.", []Exercise{
		{"4k3/8/8/8/8/8/8/R5K1 w - - 0 1", "Give check with the rook.", ToCheck, ""},
		{"4k3/7p/8/8/8/8/8/3B2K1 w - - 0 1", "Give check with the bishop.", ToCheck, ""},
		{"4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1", "Move the knight so that the rook gives check.", ToCheck, ""},
	}},
	{"first-mate", "Mate in one", "", "Checkmate: the king is in check and nothing helps. That wins.", []Exercise{
		{"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "The king is shut in by its pawns. Checkmate.", ToWin, ""},
		{"6k1/R7/8/8/8/8/8/1R4K1 w - - 0 1", "Two rooks, one rank each. Checkmate.", ToWin, ""},
		{"7k/8/6K1/8/8/8/8/1Q6 w - - 0 1", "Checkmate with king and queen.", ToWin, ""},
		{"6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", "Checkmate with the knight.", ToWin, ""},
		{"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "Checkmate, not stalemate.", ToWin, ""},
	}},
	{"first-castling", "Castling", "", "King and rook move at once, where neither has moved and nothing stands between.", []Exercise{
		{"4k3/8/8/8/8/8/5PPP/4K2R w K - 0 1", "Castle kingside: O-O, or the king two squares to the right.", ToCastle, ""},
		{"4k3/8/8/8/8/8/PPP5/R3K3 w Q - 0 1", "Castle queenside: O-O-O, or the king two squares to the left.", ToCastle, ""},
		{"4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "The king may not pass over an attacked square. Castle on the other side.", ToCastle, ""},
	}},
	{"first-en-passant", "En passant", "", "A pawn that has just gone two squares can be captured as if it had gone one.", []Exercise{
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "Black has just played d7-d5. Capture it in passing.", ToPass, ""},
		{"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "White has just played e2-e4. Capture it in passing.", ToPass, ""},
		{"4k3/8/8/2pPp3/8/8/8/4K3 w - e6 0 2", "Only the pawn that moved last can be captured so: it was e7-e5.", ToPass, ""},
	}},
}
