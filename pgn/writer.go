package pgn

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"rookery/chess"
	"rookery/pgn/internal/syntax"
)

// Writer writes games in export format. A game that is as it was read is
// copied byte for byte instead, and one that was edited since keeps its tags in the
// order and spelling of its file; [Writer.Format] rewrites those too.
type Writer struct {
	// Format makes the writer write every game in export format.
	Format bool

	w     *bufio.Writer
	fill  syntax.LineWrapper
	out   []byte      // the current game in export format
	board chess.Board // of the last game from the usual starting position, in its first position
}

// NewWriter writes to w. Each game is handed on whole when Write returns.
//
//go:noinline
func NewWriter(w io.Writer) *Writer { return &Writer{w: bufio.NewWriterSize(w, 64<<10)} }

// Write writes one game and an empty line after it.
func (w *Writer) Write(g *Game) error {
	if !w.Format && !g.Edited() && !errors.Is(g.Err, ErrTooLong) {
		w.copy(g.raw)
		return w.w.Flush()
	}
	var err error
	if w.Format || g.raw == "" {
		w.out, err = w.AppendGame(w.out[:0], g)
	} else {
		w.out, err = w.appendMoves(g.Tags.keep(w.out[:0]), g)
	}
	if err != nil {
		return err
	}
	w.w.Write(w.out)
	return w.w.Flush()
}

// AppendGame appends a game in export format and an empty line to dst. It
// writes nothing to the stream of the writer, which need not have one.
func (w *Writer) AppendGame(dst []byte, g *Game) ([]byte, error) {
	for _, t := range g.Tags.export(g.Result) {
		dst = syntax.AppendTag(dst, t.Name, syntax.EscapeTag.Replace(t.Value))
	}
	return w.appendMoves(dst, g)
}

// appendMoves appends what follows the tags of a game.
func (w *Writer) appendMoves(dst []byte, g *Game) ([]byte, error) {
	if errors.Is(g.Err, ErrTooLong) {
		return dst, ErrTooLong
	}
	var b chess.Board
	if g.Err == nil {
		var err error
		if b, err = w.boardOf(g); err != nil {
			return dst, err
		}
	}
	if len(dst) > 0 {
		dst = append(dst, '\n')
	}
	if b != nil {
		writeTree(&w.fill, g, b)
	} else if g.Unread != "" {
		text := closeComment(strings.TrimSpace(g.Unread))
		if strings.HasPrefix(strings.TrimLeft(text, gapSigns), "[") && len(dst) > 2 {
			// At the head of a line it would be read as a tag: it goes after
			// the last one.
			dst = append(dst[:len(dst)-2], ' ')
		}
		dst = append(append(dst, text...), '\n')
	}
	w.fill.Word(g.Result)
	return append(w.fill.AppendLines(dst), '\n'), nil
}

// gapSigns is what a reader passes over before a tag.
const gapSigns = " \t\n\v\f\r\x1a\u00a0\ufeff"

// copy writes the bytes a game was read from and, when the next game would
// otherwise run into them, an empty line.
func (w *Writer) copy(raw string) {
	w.w.WriteString(raw)
	w.w.WriteString(gapAfter(raw))
}

// closeComment ends a comment that is still open at the end of a text, so that it
// does not swallow what follows.
func closeComment(text string) string {
	if syntax.OpenAtEnd([]byte(text)) {
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
func writeTree(f *syntax.LineWrapper, g *Game, b chess.Board) {
	number, black := startNumber(b)
	t := &treeWriter{out: f, board: b, number: number, black: black, mustNumber: true}
	root := g.Root
	t.glyphs(root)
	for _, c := range root.After {
		f.Comment(c)
	}
	if root.Unread != "" {
		f.Comment("unread: " + syntax.OneLine(root.Unread))
	}
	t.line(root)
	for range t.ply {
		b.Undo()
	}
}

// treeWriter writes moves with a board that stands where it writes.
type treeWriter struct {
	out          *syntax.LineWrapper
	board        chess.Board
	before       chess.Position
	number       int  // of the first move
	black        bool // the first move is Black's
	ply          int  // moves on the board
	mustNumber   bool // a black move must tell its number
	afterBracket bool // a bracket was written last: a comment here belongs to the next move
	stack        []*openLine
}

// openLine is a line being written.
type openLine struct {
	parent        *Node // the move before the line
	head          *Node // its first move
	at            *Node // the last move written
	nextVariation int   // the next variation that replaces at, 1 is the first
}

// line writes all that follows from.
func (t *treeWriter) line(from *Node) {
	if from.Next() == nil {
		return
	}
	t.stack = append(t.stack, &openLine{parent: from, head: from.Next()})
	for len(t.stack) > 0 {
		top := t.stack[len(t.stack)-1]
		switch {
		case top.at == nil:
			t.move(top.head)
			top.at, top.nextVariation = top.head, 1
		case t.variations(top):
			// A variation of the last move was opened.
		case top.at.Next() != nil:
			n := top.at.Next()
			t.move(n)
			top.at, top.nextVariation = n, 1
		default:
			t.closeLine(top)
		}
	}
}

// variations opens the next line that replaces the last move of a line; false
// when there is none. Those of the first move are written by the line outside.
func (t *treeWriter) variations(top *openLine) bool {
	n := top.at
	if n == top.head && len(t.stack) > 1 || top.nextVariation >= len(n.Parent.Children) {
		return false
	}
	head := n.Parent.Children[top.nextVariation]
	top.nextVariation++
	t.board.Undo()
	t.ply--
	t.mustNumber = true
	t.out.Word("(")
	t.out.Glue, t.afterBracket = true, true
	t.stack = append(t.stack, &openLine{parent: n.Parent, head: head})
	return true
}

// closeLine ends a variation and goes back to where the line outside stands.
func (t *treeWriter) closeLine(top *openLine) {
	t.stack = t.stack[:len(t.stack)-1]
	if len(t.stack) == 0 {
		return
	}
	t.out.Glue = true
	t.out.Word(")")
	t.afterBracket = true
	for n := top.at; n != top.parent; n = n.Parent {
		t.board.Undo()
		t.ply--
	}
	t.board.Make(t.stack[len(t.stack)-1].at.Move)
	t.ply++
	t.mustNumber = true
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
	// be taken for one on the last move, else after the number.
	alone := len(n.Before) > 0 && !t.afterBracket
	if !alone {
		for _, c := range n.Before {
			t.out.Comment(c)
			t.mustNumber = true
		}
	}
	switch {
	case white:
		t.out.Number(number, false)
	case t.mustNumber || alone:
		t.out.Number(number, true)
	}
	if alone {
		for _, c := range n.Before {
			t.out.Comment(c)
		}
	}
	t.play(n.Move)
	t.ply++
	t.mustNumber = false
	t.glyphs(n)
	for _, c := range n.After {
		t.out.Comment(c)
		t.mustNumber = true
	}
	if n.Unread != "" {
		t.out.Comment("unread: " + syntax.OneLine(n.Unread))
		t.mustNumber = true
	}
	t.afterBracket = false
}

func (t *treeWriter) play(m chess.Move) {
	on, ok := t.board.(chess.Positioned)
	if !ok {
		t.out.Word(chess.MoveText(t.board, m))
		t.board.Make(m)
		return
	}
	t.before = *on.Position()
	t.board.Make(m)
	next := on.Position()
	t.out.BeginWord()
	t.out.Words = t.before.AppendSAN(t.out.Words, m, next, next.InCheck())
}

func (t *treeWriter) glyphs(n *Node) {
	for _, g := range n.NAGs {
		t.out.Glyph(uint8(g))
	}
}

// startNumber is the number of the first move and whether Black makes it.
func startNumber(b chess.Board) (number int, black bool) {
	return max(b.View(chess.Everyone).Fullmove, 1), b.Turn() == chess.Black
}

// WriteRaw copies the text of a game, as [collection.Index.Raw] gives it, byte for byte,
// and an empty line after it where there is none. Only what would harm the
// file it goes into is changed: Windows-1252 becomes UTF-8, a byte order mark
// at the head is left out, and a comment that is still open is closed.
func (w *Writer) WriteRaw(raw []byte) error {
	raw = bytes.TrimPrefix(raw, []byte("\ufeff"))
	if utf8.Valid(raw) && !syntax.OpenAtEnd(raw) {
		w.w.Write(raw)
		body := bytes.TrimRight(raw, " \t")
		w.w.WriteString(gapAfter(string(raw[max(len(body)-3, 0):])))
		return w.w.Flush()
	}
	text := string(raw)
	if !utf8.ValidString(text) {
		text = syntax.FromWindows1252(text)
	}
	if syntax.OpenAtEnd([]byte(text)) && neverClosed([]byte(text)) {
		text = strings.TrimRight(text, " \t\r\n") + " }\n"
	}
	w.copy(text)
	return w.w.Flush()
}

// WritePart copies a part of the text of a game that is too long to be read, byte for
// byte, and an empty line after the last part where there is none.
func (w *Writer) WritePart(raw []byte, last bool) error {
	w.w.Write(raw)
	if last {
		w.w.WriteString(gapAfter(string(raw[max(len(raw)-64, 0):])))
	}
	return w.w.Flush()
}

func neverClosed(text []byte) bool {
	var l syntax.Lexer
	l.Reset(text, true)
	open := false
	for {
		t, ok := l.Next()
		if !ok || t.Kind == syntax.EndOfText {
			return open
		}
		open = t.Kind == syntax.Comment && t.Open
	}
}
