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

// walk goes through the tree with a board in the first position, which stands
// anywhere afterwards. It does not call itself: trees may be very deep.
func (g *Game) walk(b chess.Board, visit func(n *Node, b chess.Board) bool) {
	if !visit(g.Root, b) {
		return
	}
	at := g.Root
	stack := []int{0} // for each node down to at, the child to visit next
	for {
		top := len(stack) - 1
		if next := stack[top]; next < len(at.Children) {
			stack[top]++
			at = at.Children[next]
			b.Make(at.Move)
			if !visit(at, b) {
				return
			}
			stack = append(stack, 0)
			continue
		}
		if top == 0 {
			return
		}
		stack = stack[:top]
		b.Undo()
		at = at.Parent
	}
}
