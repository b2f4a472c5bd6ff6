package chess

// Explainer is a Board that can say which rule forbids a move. Those who read
// moves ask for it where the board does not stand on a [Position].
type Explainer interface {
	// WhyNot says, in words for a player, why the piece of the side to move on
	// from may not go to to; empty when it just does not move that way.
	WhyNot(from, to Square) string
}

// boardSays asks the board itself about each piece of a role that was named;
// empty when it has nothing to say.
func (r *reader) boardSays(want *reading, role Role) string {
	board, ok := r.b.(Explainer)
	if !ok {
		return ""
	}
	for sq := range r.cells {
		from := Square(sq)
		file, rank := splitName(r.b.Layout().SquareName(from))
		if want.from != NoSquare && want.from != from || r.cells[sq].Piece != PieceOf(r.b.Turn(), role) ||
			want.file != "" && want.file != file || want.rank != "" && want.rank != rank {
			continue
		}
		if reason := board.WhyNot(from, want.to); reason != "" {
			return reason
		}
	}
	return ""
}
