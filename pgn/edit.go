package pgn

import (
	"errors"
	"slices"

	"rookery/chess"
)

var errNotLegal = errors.New("illegal move")

// edit is one change of a game, there and back.
type edit struct {
	at            *Node // whose move, signs, comments or lines changed; nil for the tags
	do, undo      func()
	before, after int // the states of the game that it lies between
}

// history is what can be undone and made again. Every state that a game comes
// into by an edit has a number of its own; it is 0 as it was read.
type history struct {
	state, last, saved int
	done               []edit // that can be undone, the last at the end
	undone             []edit // that can be made again, the next at the end
	touched            *Node
}

// change makes a change at a node and keeps it for Undo. What was undone before
// is lost to Redo, since it may not fit any longer.
//
//go:noinline
func (g *Game) change(at *Node, do, undo func()) {
	do()
	h := &g.edits
	h.last++
	h.done = append(h.done, edit{at, do, undo, h.state, h.last})
	h.undone = nil
	h.state, h.touched = h.last, at
}

// Undo takes the last edit back; false when there is none.
func (g *Game) Undo() bool {
	h := &g.edits
	n := len(h.done)
	if n == 0 {
		return false
	}
	e := h.done[n-1]
	h.done, h.undone = h.done[:n-1], append(h.undone, e)
	e.undo()
	h.state, h.touched = e.before, e.at
	return true
}

// Redo makes the edit again that was undone last; false when there is none, or
// when the game was edited otherwise since.
func (g *Game) Redo() bool {
	h := &g.edits
	n := len(h.undone)
	if n == 0 {
		return false
	}
	e := h.undone[n-1]
	h.undone, h.done = h.undone[:n-1], append(h.done, e)
	e.do()
	h.state, h.touched = e.after, e.at
	return true
}

// Together makes all edits of do one, so that a single Undo takes them back. at is
// the node that they are about.
func (g *Game) Together(at *Node, do func()) {
	h := &g.edits
	n, before := len(h.done), h.state
	do()
	if len(h.done) <= n {
		return
	}
	edits := slices.Clone(h.done[n:])
	h.done = append(h.done[:n], edit{at, func() {
		for i := range edits {
			edits[i].do()
		}
	}, func() {
		for i := len(edits) - 1; i >= 0; i-- {
			edits[i].undo()
		}
	}, before, h.state})
	h.touched = at
}

// Touched is the node that the last edit changed, be it made, undone or made
// again: that whose signs, comments or children differ now. It is nil where the
// tags did, and before any edit.
func (g *Game) Touched() *Node { return g.edits.touched }

// set is a change of one field of what belongs to a node.
func set[T any](g *Game, at *Node, field *T, value T) {
	old := *field
	g.change(at, func() { *field = value }, func() { *field = old })
}

// AddMove adds a move after n, as its main line where it has none and else as
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
	set(g, n, &n.Children, append(slices.Clone(n.Children), child))
	return child, nil
}

// Promote makes n the first of the lines that replace each other; with n on a
// main line already, nothing changes.
func (g *Game) Promote(n *Node) {
	if n.Parent == nil || n.Parent.Children[0] == n {
		return
	}
	set(g, n.Parent, &n.Parent.Children, append([]*Node{n}, n.siblings()...))
}

// Delete takes n and all that follows out of the tree. The root stays.
func (g *Game) Delete(n *Node) {
	if n.Parent != nil {
		set(g, n.Parent, &n.Parent.Children, n.siblings())
	}
}

// siblings are the moves in the place of n, without n.
func (n *Node) siblings() []*Node {
	return slices.DeleteFunc(slices.Clone(n.Parent.Children), func(c *Node) bool { return c == n })
}

// SetComments replaces the comments after the move of n; at the root those
// before the first move.
func (g *Game) SetComments(n *Node, comments ...string) {
	set(g, n, &n.After, slices.Clone(comments))
}

// SetBefore replaces the comments before the move of n.
func (g *Game) SetBefore(n *Node, comments ...string) {
	set(g, n, &n.Before, slices.Clone(comments))
}

// SetNAGs replaces the annotation glyphs of n.
func (g *Game) SetNAGs(n *Node, nags ...NAG) {
	var list []NAG
	for _, v := range nags {
		list = addNAG(list, v)
	}
	set(g, n, &n.NAGs, list)
}

// SetTag changes a tag or adds it at the end, as [Tags.Set], and can be undone.
// The Result tag is changed with the result by [Game.SetResult]; rules and first
// position stay as they are whatever Variant and FEN say.
func (g *Game) SetTag(name, value string) {
	g.editTags(func(t *Tags) { t.Set(name, value) })
}

// DeleteTag takes a tag away and can be undone; an absent one is no fault.
func (g *Game) DeleteTag(name string) {
	g.editTags(func(t *Tags) { t.Delete(name) })
}

// editTags changes the tags; an edit that changes nothing is not kept.
func (g *Game) editTags(how func(*Tags)) {
	changed := Tags{list: g.Tags.All(), source: g.Tags.source}
	how(&changed)
	if !changed.changed {
		return
	}
	changed.changed = g.Tags.changed // the edit itself is noted by change
	set(g, nil, &g.Tags, changed)
}

// Become takes over what another game says, its moves, tags and result, as one edit. The
// other must not be used any more; rules and first position must be the same.
func (g *Game) Become(o *Game) {
	type says struct {
		root           *Node
		tags           Tags
		result, unread string
	}
	was := says{g.Root, g.Tags, g.Result, g.Unread}
	now := says{o.Root, Tags{list: o.Tags.All(), source: g.Tags.source, changed: g.Tags.changed}, o.Result, o.Unread}
	take := func(s says) { g.Root, g.Tags, g.Result, g.Unread = s.root, s.tags, s.result, s.unread }
	g.change(nil, func() { take(now) }, func() { take(was) })
}

// SetResult changes the result and its tag.
func (g *Game) SetResult(result string) {
	old, now := g.Result, result
	was, tags := g.Tags, Tags{list: g.Tags.All(), source: g.Tags.source}
	tags.Set("Result", result)
	tags.changed = was.changed
	g.change(nil, func() { g.Result, g.Tags = now, tags }, func() { g.Result, g.Tags = old, was })
}
