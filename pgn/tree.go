package pgn

import (
	"rookery/chess"
	"rookery/variants"
)

// Node is a move in the tree of a game, or the root before the first move.
// Read its fields freely; change them through the methods of [Game], which
// note that the game was edited and can undo it.
type Node struct {
	Move     chess.Move // 0 at the root
	NAGs     []NAG      // ascending, each once
	Before   []string   // comments between the move number, or a variation, and the move
	After    []string   // comments after the move; at the root those before the first move
	Unread   string     // text that should go on from here and could not be read
	Parent   *Node      // nil at the root
	Children []*Node    // the main line first, then the variations in their order
}

// Next is the move that the line goes on with, nil at its end.
func (n *Node) Next() *Node {
	if len(n.Children) == 0 {
		return nil
	}
	return n.Children[0]
}

// Ply is how many moves stand between the root and n, n counted.
func (n *Node) Ply() int {
	ply := 0
	for ; n.Parent != nil; n = n.Parent {
		ply++
	}
	return ply
}

// Moves is the way from the root to n.
func (n *Node) Moves() []chess.Move {
	out := make([]chess.Move, n.Ply())
	for i := len(out) - 1; i >= 0; i-- {
		out[i] = n.Move
		n = n.Parent
	}
	return out
}

// Line is the moves that follow n, always the first child; n is not among them.
func (n *Node) Line() []*Node {
	var out []*Node
	for n = n.Next(); n != nil; n = n.Next() {
		out = append(out, n)
	}
	return out
}

// End is the last move of the line that goes on from n; n itself at its end.
func (n *Node) End() *Node {
	for len(n.Children) > 0 {
		n = n.Children[0]
	}
	return n
}

// Main reports whether n is on the main line of its game.
func (n *Node) Main() bool {
	for ; n.Parent != nil; n = n.Parent {
		if n.Parent.Children[0] != n {
			return false
		}
	}
	return true
}

// Game is one game: its tags, its tree and what was found wrong with it. It is
// not safe for use by two goroutines at once.
type Game struct {
	Tags   Tags
	Root   *Node  // never nil
	Result string // 1-0, 0-1, 1/2-1/2 or *
	Rules  chess.Rules
	Start  string // FEN of the first position; empty for the usual starting position
	// Err says why there is no board and no tree: a variant that is not known
	// or a FEN that cannot be read. Unread then holds the whole movetext.
	Err error
	// Unread is text of the main line that could not be read; empty in a sound
	// game. Variations keep theirs in [Node.Unread].
	Unread   string
	Warnings []ParseError

	Number int   // in its file, from 1
	Offset int64 // of its first byte in the text it was read from
	Line   int   // of its first byte, from 1

	raw   string // the bytes it was read from
	end   int    // in raw, after what belongs to the game
	edits history
}

// NewGame is an empty game of r. An empty start is the usual starting position.
func NewGame(r chess.Rules, start string) *Game {
	return &Game{Root: &Node{}, Result: Unknown, Rules: r, Start: start}
}

// Board is a fresh board in the first position of the game. The error is that
// of Err, or says what is wrong with Start.
func (g *Game) Board() (chess.Board, error) {
	if g.Err != nil {
		return nil, g.Err
	}
	return chess.NewBoard(g.Rules, g.Start)
}

// BoardAt is a fresh board after the move of n, which must be in g.
func (g *Game) BoardAt(n *Node) (chess.Board, error) {
	b, err := g.Board()
	if err != nil {
		return nil, err
	}
	for _, m := range n.Moves() {
		b.Make(m)
	}
	return b, nil
}

// Plies is the length of the main line.
func (g *Game) Plies() int {
	n := 0
	for c := g.Root.Next(); c != nil; c = c.Next() {
		n++
	}
	return n
}

// Edited reports whether the game differs from the text it was read from; a game
// that was not read from a text always does.
func (g *Game) Edited() bool { return g.edits.state != g.edits.saved || g.Tags.changed || g.raw == "" }

// Raw is the text the game was read from, up to the next game; empty for a
// game that was not read.
func (g *Game) Raw() string { return g.raw }

// Variant is the name of the rules for people: that of the register, or the
// Variant tag where the rules are not known.
func (g *Game) Variant() string {
	if g.Err != nil {
		if v := g.Tags.Value("Variant"); v != "" {
			return v
		}
	}
	if v, ok := variants.Of(g.Rules); ok {
		return v.Rules.Name
	}
	return g.Rules.Name
}

// Walk visits the root and every move of the tree, a move before what follows
// it, a main line before its variations. The board stands after the move of
// the node; it is valid until visit returns and must not be changed. Walk stops
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

// The results that PGN knows.
const (
	WhiteWins = "1-0"
	BlackWins = "0-1"
	Draw      = "1/2-1/2"
	Unknown   = "*"
)
