package chess

// Perft counts the positions that depth legal moves lead to: the usual proof
// of a move generator. The last ply is counted without making its moves. Draw
// rules do not stop it, a game ended by a rule of the variant has no moves.
func (p *Position) Perft(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	s := perftStack{
		positions: make([]Position, depth+1),
		moves:     make([][]Move, depth+1),
	}
	for i := range s.moves {
		s.moves[i] = make([]Move, 0, 320)
	}
	s.positions[depth] = *p
	return s.count(depth)
}

// perftStack is the memory of one count: a position and a move list a ply.
type perftStack struct {
	positions []Position
	moves     [][]Move
}

func (s *perftStack) count(depth int) uint64 {
	p := &s.positions[depth]
	if depth == 1 {
		return uint64(p.CountMoves())
	}
	s.moves[depth] = p.AppendMoves(s.moves[depth][:0])
	next := &s.positions[depth-1]
	var nodes uint64
	for _, m := range s.moves[depth] {
		p.Apply(m, next)
		nodes += s.count(depth - 1)
	}
	return nodes
}

// Perft counts on any board, on its Position where it stands on one.
func Perft(b Board, depth int) uint64 {
	if pb, ok := b.(Positioned); ok {
		return pb.Position().Perft(depth)
	}
	return BoardPerft(b, depth)
}

// counter is a Board that can tell how many moves there are without listing
// them, now and after each of some moves.
type counter interface {
	CountMoves() int
	CountReplies(moves []Move) int
}

// BoardPerft counts through the Board interface alone. A board that can count
// its moves without listing them is asked to at the last ply.
func BoardPerft(b Board, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	s := boardStack{board: b, moves: make([][]Move, depth+1)}
	for i := range s.moves {
		s.moves[i] = make([]Move, 0, 320)
	}
	s.counter, _ = b.(counter)
	return s.count(depth)
}

// boardStack is the memory of a count through Board: a move list a ply.
type boardStack struct {
	board   Board
	counter counter // nil when the board has none
	moves   [][]Move
}

func (s *boardStack) count(depth int) uint64 {
	if depth == 1 && s.counter != nil {
		return uint64(s.counter.CountMoves())
	}
	moves := s.board.Moves(s.moves[depth][:0])
	s.moves[depth] = moves
	if depth == 1 {
		return uint64(len(moves))
	}
	if depth == 2 && s.counter != nil {
		return uint64(s.counter.CountReplies(moves))
	}
	var nodes uint64
	for _, m := range moves {
		s.board.Make(m)
		nodes += s.count(depth - 1)
		s.board.Undo()
	}
	return nodes
}

// Count is a move and how many positions lie below it.
type Count struct {
	Move  Move
	Nodes uint64
}

// Divide counts below each legal move of a board, which is unchanged
// afterwards; depth is at least 1.
func Divide(b Board, depth int) []Count {
	var counts []Count
	for _, m := range b.Moves(nil) {
		b.Make(m)
		counts = append(counts, Count{m, Perft(b, depth-1)})
		b.Undo()
	}
	return counts
}
