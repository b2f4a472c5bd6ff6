package draw

import (
	"fmt"
	"strings"

	"rookery/chess"
	"rookery/pgn"
	"rookery/tui/lang"
)

// GameTree is a game ready to be shown: its moves as text, worked out once.
// Nobody changes it afterwards.
type GameTree struct {
	game  *pgn.Game
	texts map[*pgn.Node]string
	// first is the number of the first full move, black that Black makes it.
	first int
	black bool
	lang  *lang.Language // what writes its moves
	says  *lang.Language // what the words are in
}

// NewGameTree works out the text of every move. It fails where the game has no board.
func NewGameTree(g *pgn.Game, l, says *lang.Language) (*GameTree, error) {
	b, err := g.Board()
	if err != nil {
		return nil, err
	}
	t := &GameTree{game: g, lang: l, says: says, texts: make(map[*pgn.Node]string), black: b.Turn() == chess.Black}
	t.first = max(b.View(chess.Everyone).Fullmove, 1)
	t.walk(b, g.Root)
	return t, nil
}

// Name works out the text of a move that is added behind the position of b.
func (t *GameTree) Name(b chess.Board, c *pgn.Node) {
	if c.Move == chess.Pass {
		t.texts[c] = "--"
	} else {
		t.texts[c] = chess.MoveText(b, c.Move)
	}
}

// walk names the moves below n, b standing behind it.
func (t *GameTree) walk(b chess.Board, n *pgn.Node) {
	for _, c := range n.Children {
		t.Name(b, c)
		b.Make(c.Move)
		t.walk(b, c)
		b.Undo()
	}
}

// number gives the number of the full move that a move of ply half-moves, from
// 1, belongs to, and whether Black makes it.
func (t *GameTree) number(ply int) (n int, black bool) {
	half := ply - 1
	if t.black {
		half++
	}
	return t.first + half/2, half%2 == 1
}

// Label is a move with its number: "12... Nf6".
func (t *GameTree) Label(n *pgn.Node) string { return t.NumberOf(n) + " " + t.Move(n) }

// NumberOf is the number of a move with its dots: "12...".
func (t *GameTree) NumberOf(n *pgn.Node) string {
	number, black := t.number(n.Ply())
	if black {
		return fmt.Sprintf("%d...", number)
	}
	return fmt.Sprintf("%d.", number)
}

// Move is a move with its signs: "Nf6!".
func (t *GameTree) Move(n *pgn.Node) string {
	text := t.lang.Move(t.texts[n])
	for _, g := range n.NAGs {
		sign := g.Sign()
		if g > 6 || strings.HasPrefix(sign, "$") {
			text += " "
		}
		text += sign
	}
	return Clean(text)
}

// CommentText joins comments without the commands that programs write into them.
func CommentText(comments []string) string {
	var words []string
	for _, c := range comments {
		words = append(words, strings.Fields(Clean(pgn.Prose(c)))...)
	}
	return strings.Join(words, " ")
}

// CommandValue is the value of a command in a move's comments, such as that of
// [%clk 0:05:00]; empty where there is none.
func CommandValue(n *pgn.Node, name string) string {
	for _, c := range n.Commands() {
		if c.Name == name {
			return Clean(strings.TrimSpace(c.Value))
		}
	}
	return ""
}

// segKind is what a piece of a row of the tree is.
type segKind uint8

const (
	numberSeg segKind = iota
	moveSeg
	lineSeg // a move in a variation
	commentSeg
	foldSeg
	endSeg
)

// seg is a piece of a row; pad fills it to a width.
type seg struct {
	text string
	kind segKind
	node *pgn.Node
	pad  int
}

// treeRow is one row of the tree as it is laid out.
type treeRow struct {
	indent int
	segs   []seg
}

// TreeLayout lays a tree out in rows of a width: the main line in numbered
// pairs, comments and variations indented between them.
type TreeLayout struct {
	t     *GameTree
	width int
	fold  *Folding
	open  map[*pgn.Node]bool // first moves of variations that stay open though folded
	Rows  []treeRow
	At    map[*pgn.Node]int // row of each move that is laid out
	half  int               // width of a move of the main line
	num   int
}

const maxIndent = 12

// LayOutTree makes the rows of a tree of which all is shown, or of which only
// the lines on the way to cur are open.
func LayOutTree(t *GameTree, width int, folded bool, cur *pgn.Node) *TreeLayout {
	return LayOutFolded(t, width, &Folding{lines: folded}, cur)
}

// LayOutFolded makes the rows. Of what is folded only variations on the way to
// cur are open.
func LayOutFolded(t *GameTree, width int, fold *Folding, cur *pgn.Node) *TreeLayout {
	l := &TreeLayout{t: t, width: max(width, 12), fold: fold, At: make(map[*pgn.Node]int), open: make(map[*pgn.Node]bool)}
	for n := cur; n != nil; n = n.Parent {
		l.open[n] = true
	}
	last, _ := t.number(max(t.game.Plies(), 1))
	l.num = len(fmt.Sprint(last)) + 2
	l.half = min(max((l.width-l.num-2)/2, 5), 16)
	root := t.game.Root
	l.comment(l.commentText(root.Before))
	l.comment(l.commentText(root.After))
	l.mainLine()
	l.unread(t.game.Unread)
	l.Rows = append(l.Rows, treeRow{segs: []seg{{text: t.game.Result, kind: endSeg}}})
	return l
}

// commentText are comments unless they are folded.
func (l *TreeLayout) commentText(comments []string) string {
	if l.fold.comments || len(comments) == 0 {
		return ""
	}
	return CommentText(comments)
}

// mainLine lays out the pairs.
func (l *TreeLayout) mainLine() {
	ply, joined := 0, false // joined: the row of the White move still waits for Black's
	for n := l.t.game.Root; len(n.Children) > 0; n = n.Children[0] {
		c := n.Children[0]
		ply++
		number, black := l.t.number(ply)
		if text := l.commentText(c.Before); text != "" {
			l.comment(text)
			joined = false
		}
		if !joined {
			row := treeRow{segs: []seg{{text: fmt.Sprintf("%*d.", l.num-1, number), kind: numberSeg, pad: l.num + 1}}}
			if black {
				row.segs = append(row.segs, seg{text: "...", kind: numberSeg, pad: l.half})
			}
			l.Rows = append(l.Rows, row)
		}
		row := &l.Rows[len(l.Rows)-1]
		text := Cut(l.t.Move(c), l.half-1)
		row.segs = append(row.segs, seg{text: text, kind: moveSeg, node: c, pad: l.half})
		l.At[c] = len(l.Rows) - 1
		joined = !black
		if text := l.commentText(c.After); text != "" {
			l.comment(text)
			joined = false
		}
		if len(n.Children) > 1 {
			l.variations(n, ply, 1)
			joined = false
		}
	}
}

// comment lays out words.
func (l *TreeLayout) comment(text string) {
	if text == "" {
		return
	}
	const indent = 2
	for _, row := range Wrap(text, l.width-indent-1) {
		l.Rows = append(l.Rows, treeRow{indent: indent, segs: []seg{{text: row, kind: commentSeg}}})
	}
}

// unread tells of text that could not be read.
func (l *TreeLayout) unread(text string) {
	if text != "" {
		l.comment(l.t.says.Sprintf("unread: %s", Clean(text)))
	}
}

// variations lays out all but the first child of n, ply half-moves behind the root.
func (l *TreeLayout) variations(n *pgn.Node, ply, depth int) {
	hidden := 0
	for _, c := range n.Children[1:] {
		if (l.fold.lines || l.fold.Shut[n]) && !l.open[c] {
			hidden++
			continue
		}
		l.line(c, ply, depth)
	}
	if hidden > 0 {
		text := fmt.Sprintf("+ %d lines", hidden)
		if hidden == 1 {
			text = "+ 1 line"
		}
		l.Rows = append(l.Rows, treeRow{indent: min(depth*2, maxIndent), segs: []seg{{text: text, kind: foldSeg}}})
	}
}

// flow is a row of a variation being filled.
type flow struct {
	l     *TreeLayout
	depth int
	row   treeRow
	used  int
}

func (f *flow) add(s seg) {
	w := WidthOf(s.text) + 1
	if len(f.row.segs) > 0 && f.used+w > f.l.width {
		f.flush()
	}
	if len(f.row.segs) == 0 {
		f.row.indent = min(f.depth*2, maxIndent)
		f.used = f.row.indent + 1
	}
	s.pad = w
	f.row.segs = append(f.row.segs, s)
	f.used += w
	if s.node != nil {
		f.l.At[s.node] = len(f.l.Rows)
	}
}

func (f *flow) flush() {
	if len(f.row.segs) > 0 {
		f.l.Rows = append(f.l.Rows, f.row)
	}
	f.row, f.used = treeRow{}, 0
}

// closeLine ends the variation with a bracket, close behind its last word.
func (f *flow) closeLine() {
	if n := len(f.row.segs); n > 0 && f.used+1 <= f.l.width {
		f.row.segs[n-1].pad--
		f.row.segs = append(f.row.segs, seg{text: ")", kind: numberSeg})
	} else {
		f.add(seg{text: ")", kind: numberSeg})
	}
	f.flush()
}

// line lays out a variation that begins with c, the move of number ply.
func (l *TreeLayout) line(c *pgn.Node, ply, depth int) {
	f := &flow{l: l, depth: depth}
	numbered := false // the next move of Black needs no number
	open := "("
	words := func(text string) {
		for _, w := range strings.Fields(text) {
			f.add(seg{text: w, kind: commentSeg})
			numbered = false
		}
	}
	for n := c; n != nil; ply++ {
		words(l.commentText(n.Before))
		number, black := l.t.number(ply)
		text := open
		switch {
		case !black:
			text += fmt.Sprintf("%d.", number)
		case !numbered:
			text += fmt.Sprintf("%d...", number)
		}
		open = ""
		if text != "" {
			f.add(seg{text: text, kind: numberSeg})
		}
		f.add(seg{text: l.t.Move(n), kind: lineSeg, node: n})
		numbered = true
		words(l.commentText(n.After))
		if n.Unread != "" {
			words(f.l.t.says.Sprintf("unread: %s", Clean(n.Unread)))
		}
		if n != c && len(n.Parent.Children) > 1 { // the first move's brothers are the caller's
			f.flush()
			l.variations(n.Parent, ply, depth+1)
			numbered = false
		}
		n = n.Next()
	}
	f.closeLine()
}

// Draw draws rows from top on, the move cur set off.
func (l *TreeLayout) Draw(th *Theme, top, height int, cur *pgn.Node) []string {
	var out []string
	for i := top; i < min(top+height, len(l.Rows)); i++ {
		row := &l.Rows[i]
		var b strings.Builder
		plain := strings.Repeat(" ", row.indent+1) // the space that a bracket may take
		for _, s := range row.segs {
			here := s.node != nil && s.node == cur
			if here && th.Mono {
				plain = strings.TrimSuffix(plain, " ") + "["
			}
			b.WriteString(plain)
			b.WriteString(l.style(th, s.kind, here).Render(s.text))
			pad := max(s.pad-WidthOf(s.text), 0)
			if here && th.Mono {
				b.WriteString("]")
				pad--
			}
			plain = strings.Repeat(" ", max(pad, 0))
		}
		out = append(out, b.String())
	}
	return out
}

func (l *TreeLayout) style(th *Theme, k segKind, here bool) Style {
	switch {
	case here:
		return th.MoveNow
	case k == numberSeg:
		return th.Faint
	case k == commentSeg:
		return th.Comment
	case k == lineSeg:
		return th.Line
	case k == foldSeg:
		return th.Accent
	case k == endSeg:
		return th.Bold
	}
	return th.Text
}

// NodeAt finds the move drawn at a column of row i.
func (l *TreeLayout) NodeAt(i, x int) *pgn.Node {
	if i < 0 || i >= len(l.Rows) {
		return nil
	}
	at := l.Rows[i].indent + 1
	for _, s := range l.Rows[i].segs {
		w := max(s.pad, WidthOf(s.text))
		if x >= at && x < at+w {
			return s.node
		}
		at += w
	}
	return nil
}

// ChildIndex is the place of a node among its brothers.
func ChildIndex(n *pgn.Node) int {
	for i, c := range n.Parent.Children {
		if c == n {
			return i
		}
	}
	return 0
}

const TreeMost = 60

// Folding says what of the tree is not laid out.
type Folding struct {
	lines    bool               // side lines
	comments bool               // and words
	Shut     map[*pgn.Node]bool // moves whose side lines are folded by themselves
}

// Any tells whether what is laid out depends on where one stands.
func (f *Folding) Any() bool { return f.lines || len(f.Shut) > 0 }

// Next folds lines, then comments besides, then nothing.
func (f *Folding) Next() {
	switch {
	case f.comments:
		*f = Folding{Shut: f.Shut}
	case f.lines:
		f.comments = true
	default:
		f.lines = true
	}
}
