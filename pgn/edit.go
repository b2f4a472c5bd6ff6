package pgn

import (
	"errors"
	"slices"

	"rookery/chess"
)

// errNotLegal is returned for a move that cannot be added to a tree.
var errNotLegal = errors.New("this move is not legal here")

// did notes that the game was edited and how to undo it.
func (g *Game) did(undo func()) {
	was := g.edited
	g.edited = true
	g.undo = append(g.undo, func() {
		undo()
		g.edited = was
	})
}

// Undo takes the last edit back; false when there is none.
func (g *Game) Undo() bool {
	n := len(g.undo)
	if n == 0 {
		return false
	}
	g.undo[n-1]()
	g.undo = g.undo[:n-1]
	return true
}

// AddMove adds a move behind n, as its main line where it has none and else as
// its last variation, and gives the node of it. A move that stands there
// already is not added again. Pass is allowed while nobody is in check.
func (g *Game) AddMove(n *Node, m chess.Move) (*Node, error) {
	for _, c := range n.Children {
		if c.Move == m {
			return c, nil
		}
	}
	b, err := g.BoardAt(n)
	if err != nil {
		return nil, err
	}
	if m == chess.Pass && len(b.Checked()) > 0 || m != chess.Pass && !slices.Contains(b.Moves(nil), m) {
		return nil, errNotLegal
	}
	child := &Node{Move: m, Parent: n}
	old := n.Children
	n.Children = append(slices.Clone(old), child)
	g.did(func() { n.Children = old })
	return child, nil
}

// Promote makes n the first of the lines that replace each other; with n on a
// main line already, nothing changes.
func (g *Game) Promote(n *Node) {
	if n.Parent == nil || n.Parent.Children[0] == n {
		return
	}
	p := n.Parent
	old := p.Children
	rest := slices.DeleteFunc(slices.Clone(old), func(c *Node) bool { return c == n })
	p.Children = append([]*Node{n}, rest...)
	g.did(func() { p.Children = old })
}

// Delete takes n and all that follows out of the tree. The root stays.
func (g *Game) Delete(n *Node) {
	if n.Parent == nil {
		return
	}
	p := n.Parent
	old := p.Children
	p.Children = slices.DeleteFunc(slices.Clone(old), func(c *Node) bool { return c == n })
	g.did(func() { p.Children = old })
}

// SetComments replaces the comments behind the move of n; at the root those
// before the first move.
func (g *Game) SetComments(n *Node, comments ...string) {
	old := n.After
	n.After = slices.Clone(comments)
	g.did(func() { n.After = old })
}

// SetBefore replaces the comments before the move of n.
func (g *Game) SetBefore(n *Node, comments ...string) {
	old := n.Before
	n.Before = slices.Clone(comments)
	g.did(func() { n.Before = old })
}

// SetNAGs replaces the annotation glyphs of n.
func (g *Game) SetNAGs(n *Node, nags ...NAG) {
	old := n.NAGs
	n.NAGs = nil
	for _, v := range nags {
		n.NAGs = addNAG(n.NAGs, v)
	}
	g.did(func() { n.NAGs = old })
}

// SetResult changes the result and its tag.
func (g *Game) SetResult(result string) {
	was, tags, changed := g.Result, slices.Clone(g.Tags.list), g.Tags.changed
	g.Result = result
	g.Tags.Set("Result", result)
	g.did(func() { g.Result, g.Tags.list, g.Tags.changed = was, tags, changed })
}
