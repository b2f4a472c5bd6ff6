package pgn

import "rookery/chess"

// Walk visits the root and every move of the tree, a move before what follows
// it, a main line before its variations. The board stands behind the move of
// the node; it is good until visit returns and must not be changed. Walk stops
// when visit is false. The error is that of [Game.Board].
func (g *Game) Walk(visit func(n *Node, b chess.Board) bool) error {
	b, err := g.Board()
	if err != nil {
		return err
	}
	g.walk(b, visit)
	return nil
}

// walk goes through the tree with a board in the first position, and leaves it
// there. It does not call itself: trees may be very deep.
func (g *Game) walk(b chess.Board, visit func(n *Node, b chess.Board) bool) {
	at := g.Root
	next := []int{0} // for each node down to at, the child to visit next
	for goOn := visit(at, b); ; {
		top := len(next) - 1
		switch {
		case goOn && next[top] < len(at.Children):
			at = at.Children[next[top]]
			next[top]++
			next = append(next, 0)
			b.Make(at.Move)
			goOn = visit(at, b)
		case top == 0:
			return
		default:
			next = next[:top]
			b.Undo()
			at = at.Parent
		}
	}
}
