package pgn

import (
	"bufio"
	"io"
	"strings"

	"rookery/chess"
)

// Writer writes games in export format. A game that is as it was read is
// copied byte for byte instead; [Writer.Format] writes those anew too.
type Writer struct {
	// Format makes the writer write every game in export format.
	Format bool

	w     *bufio.Writer
	fill  filler
	out   []byte      // the game at hand in export format
	board chess.Board // of the last game from the usual array, in its first position
}

// NewWriter writes to w. Each game is handed on whole when Write returns.
func NewWriter(w io.Writer) *Writer { return &Writer{w: bufio.NewWriterSize(w, 64<<10)} }

// Write writes one game and an empty line behind it.
func (w *Writer) Write(g *Game) error {
	if !w.Format && !g.Edited() {
		w.copy(g.raw)
		return w.w.Flush()
	}
	var err error
	if w.out, err = w.AppendGame(w.out[:0], g); err != nil {
		return err
	}
	w.w.Write(w.out)
	return w.w.Flush()
}

// AppendGame appends a game in export format and an empty line to dst. It
// writes nothing to the stream of the writer, which need not have one.
func (w *Writer) AppendGame(dst []byte, g *Game) ([]byte, error) {
	var b chess.Board
	if g.Err == nil {
		var err error
		if b, err = w.boardOf(g); err != nil {
			return dst, err
		}
	}
	for _, t := range g.Tags.export(g.Result) {
		dst = appendTag(dst, t.Name, escapeTag.Replace(t.Value))
	}
	dst = append(dst, '\n')
	if b != nil {
		writeTree(&w.fill, g, b)
	} else if g.Unread != "" {
		text := closed(strings.TrimSpace(g.Unread))
		if strings.HasPrefix(strings.TrimLeft(text, gapSigns), "[") {
			// At the head of a line it would be read as a tag: it goes behind
			// the last one.
			dst = append(dst[:len(dst)-2], ' ')
		}
		dst = append(append(dst, text...), '\n')
	}
	w.fill.word(g.Result)
	return append(w.fill.lines(dst), '\n'), nil
}

// gapSigns is what a reader passes over before a tag.
const gapSigns = " \t\n\v\f\r\x1a\u00a0\ufeff"

// copy writes the bytes a game was read from and, when the next game would
// otherwise run into them, an empty line.
func (w *Writer) copy(raw string) {
	w.w.WriteString(raw)
	w.w.WriteString(gapBehind(raw))
}

// closed ends a comment that is still open at the end of a text, so that it
// does not swallow what follows.
func closed(text string) string {
	if openAtEnd([]byte(text)) {
		return text + " }"
	}
	return text
}

// boardOf is a board in the first position of a game, if possible the one that
// served the game before.
func (w *Writer) boardOf(g *Game) (chess.Board, error) {
	if g.Start != "" {
		return g.Board()
	}
	if w.board != nil && w.board.Rules() == g.Rules {
		return w.board, nil
	}
	b, err := g.Board()
	w.board = b
	return b, err
}

// writeTree writes the tree with a board in the first position, and leaves it
// there. It does not call itself: variations may be nested ten thousand deep.
func writeTree(f *filler, g *Game, b chess.Board) {
	number, black := startNumber(b)
	t := &treeWriter{f: f, b: b, number: number, black: black, tell: true}
	root := g.Root
	t.glyphs(root)
	for _, c := range root.After {
		f.comment(c)
	}
	if root.Unread != "" {
		f.comment("unread: " + oneLine(root.Unread))
	}
	t.line(root)
	for range t.ply {
		b.Undo()
	}
}

// treeWriter writes moves with a board that stands where it writes.
type treeWriter struct {
	f      *filler
	b      chess.Board
	before chess.Position
	number int  // of the first move
	black  bool // the first move is Black's
	ply    int  // moves on the board
	tell   bool // a black move must tell its number
	behind bool // a bracket was written last: a comment here belongs to the next move
	stack  []*open
}

// open is a line being written.
type open struct {
	parent *Node // the move before the line
	head   *Node // its first move
	at     *Node // the last move written
	kid    int   // the next variation that replaces at, 1 is the first
}

// line writes all that follows from.
func (t *treeWriter) line(from *Node) {
	if from.Next() == nil {
		return
	}
	t.stack = append(t.stack, &open{parent: from, head: from.Next()})
	for len(t.stack) > 0 {
		top := t.stack[len(t.stack)-1]
		switch {
		case top.at == nil:
			t.move(top.head)
			top.at, top.kid = top.head, 1
		case t.variations(top):
			// A variation of the last move was opened.
		case top.at.Next() != nil:
			n := top.at.Next()
			t.move(n)
			top.at, top.kid = n, 1
		default:
			t.closeLine(top)
		}
	}
}

// variations opens the next line that replaces the last move of a line; false
// when there is none. Those of the first move are written by the line outside.
func (t *treeWriter) variations(top *open) bool {
	n := top.at
	if n == top.head && len(t.stack) > 1 || top.kid >= len(n.Parent.Children) {
		return false
	}
	head := n.Parent.Children[top.kid]
	top.kid++
	t.b.Undo()
	t.ply--
	t.tell = true
	t.f.word("(")
	t.f.glue, t.behind = true, true
	t.stack = append(t.stack, &open{parent: n.Parent, head: head})
	return true
}

// closeLine ends a variation and goes back to where the line outside stands.
func (t *treeWriter) closeLine(top *open) {
	t.stack = t.stack[:len(t.stack)-1]
	if len(t.stack) == 0 {
		return
	}
	t.f.glue = true
	t.f.word(")")
	t.behind = true
	for n := top.at; n != top.parent; n = n.Parent {
		t.b.Undo()
		t.ply--
	}
	t.b.Make(t.stack[len(t.stack)-1].at.Move)
	t.ply++
	t.tell = true
}

// move writes a move with its number, glyphs and comments and plays it.
func (t *treeWriter) move(n *Node) {
	ply := t.ply
	if t.black {
		ply++
	}
	white := ply%2 == 0
	number := t.number + ply/2
	// A comment for the move to come stands before the number where it cannot
	// be taken for one on the last move, else behind the number.
	alone := len(n.Before) > 0 && !t.behind
	if !alone {
		for _, c := range n.Before {
			t.f.comment(c)
			t.tell = true
		}
	}
	switch {
	case white:
		t.f.number(number, false)
	case t.tell || alone:
		t.f.number(number, true)
	}
	if alone {
		for _, c := range n.Before {
			t.f.comment(c)
		}
	}
	t.play(n.Move)
	t.ply++
	t.tell = false
	t.glyphs(n)
	for _, c := range n.After {
		t.f.comment(c)
		t.tell = true
	}
	if n.Unread != "" {
		t.f.comment("unread: " + oneLine(n.Unread))
		t.tell = true
	}
	t.behind = false
}

// play writes a move and makes it.
func (t *treeWriter) play(m chess.Move) {
	on, ok := t.b.(chess.Positioned)
	if !ok {
		t.f.word(chess.MoveText(t.b, m))
		t.b.Make(m)
		return
	}
	t.before = *on.Position()
	t.b.Make(m)
	next := on.Position()
	t.f.begin()
	t.f.line = t.before.AppendSAN(t.f.line, m, next, next.InCheck())
}

// glyphs writes the annotations of a move.
func (t *treeWriter) glyphs(n *Node) {
	for _, g := range n.NAGs {
		t.f.glyph(uint8(g))
	}
}

// startNumber is the number of the first move and whether Black makes it.
func startNumber(b chess.Board) (number int, black bool) {
	return max(b.View(chess.Everyone).Fullmove, 1), b.Turn() == chess.Black
}
