package pgn

import (
	"slices"
	"strings"
	"unicode/utf8"

	"rookery/chess"
)

// Parser makes a game of the tokens of one, for this package and collection;
// others use [Reader]. It goes through them once, with a stack of its own for
// the variations, and keeps its memory for the next game.
type Parser struct {
	rules known

	text  []byte
	raw   string
	latin bool // the game is in Windows-1252
	g     *Game
	board chess.Board
	ready bool // the tag section is over
	depth int  // moves on board

	cur     *Node
	frames  []frame
	fresh   bool     // comments belong to the last move, or to the game before the first
	pending []string // comments for the move to come
	broken  int      // where the unread text of the line at hand begins, -1 for none
	skip    int      // variations opened in unread text
	stray   bool     // the last token was stray text, which was told of

	marker string // the result behind the moves
	mark   token
	faults []fault
	nodes  []Node
	kids   []*Node
	where  map[string]token // of tags that may be at fault
	names  map[string]int   // places of the tags, once there are very many
}

// frame is an open variation.
type frame struct {
	back   *Node // where the line outside goes on
	parent *Node // where the variation begins
	undone bool  // back's move was taken off the board
	at     token
}

// fault is a warning that waits for its line and column.
type fault struct {
	at    token
	whole bool // the token is worth showing
	err   error
}

// Walk is [Game.Walk] through the game that was parsed last, which must have a
// board, without a board of its own.
func (p *Parser) Walk(visit func(n *Node, b chess.Board) bool) { p.g.walk(p.board, visit) }

// Parse makes the game.
func (p *Parser) Parse(c chunk, number int) *Game {
	raw := string(c.text)
	*p = Parser{
		rules: p.rules, text: c.text, raw: raw, latin: !utf8.ValidString(raw), broken: -1, fresh: true,
		frames: p.frames[:0], faults: p.faults[:0], pending: p.pending[:0],
	}
	p.g = &Game{Root: &Node{}, Number: number, Offset: c.offset, Line: c.at.line, raw: raw}
	p.cur = p.g.Root
	words, last := 0, -1
	for i, t := range c.toks {
		if t.kind != trailing && t.kind != endOfText {
			p.g.end = t.end
		}
		switch t.kind {
		case word:
			words++
			last = i
		case brace, lineNote, trailing:
		default:
			last = i
		}
	}
	p.nodes = make([]Node, 0, words)
	p.kids = make([]*Node, 0, words)
	for i, t := range c.toks {
		if !p.ready && t.kind != tagPair && t.kind != badTag && t.kind != brace && t.kind != lineNote {
			p.begin()
		}
		if p.g.Err != nil {
			p.pass(t)
			continue
		}
		p.take(t, i == last)
	}
	if !p.ready {
		p.begin()
	}
	p.finish(c)
	return p.g
}

// pass takes of a game without a board what can be told without one.
func (p *Parser) pass(t token) {
	switch {
	case t.kind == result:
		p.marker, p.mark = p.textOf(t), t
	case t.open:
		p.warn(t, false, ErrOpenComment)
	}
}

// textOf is the text of a token as UTF-8.
func (p *Parser) textOf(t token) string { return p.decode(t.start, t.end) }

func (p *Parser) decode(from, to int) string {
	s := p.raw[from:to]
	if p.latin {
		return fromLatin(s)
	}
	return s
}

func (p *Parser) warn(t token, whole bool, err error) {
	if len(p.faults) <= maxWarnings {
		p.faults = append(p.faults, fault{t, whole, err})
	}
}

// strayText warns of a run of text once.
func (p *Parser) strayText(t token, err error) {
	if !p.stray {
		p.warn(t, true, err)
	}
	p.stray = true
}

// take reads one token.
func (p *Parser) take(t token, last bool) {
	if p.broken >= 0 && p.passOver(t, last) {
		return
	}
	if t.kind != word && t.kind != stray && t.kind != trailing {
		p.stray = false
	}
	switch t.kind {
	case tagPair:
		p.tag(t)
	case badTag:
		if p.ready {
			p.strayText(t, ErrStrayText)
			return
		}
		p.tornTag(t)
	case brace, lineNote:
		p.comment(t)
	case openLine:
		p.open(t)
	case closeLine:
		if len(p.frames) == 0 {
			p.warn(t, true, ErrSurplusClose)
			return
		}
		p.close(t.start)
	case glyphNumber:
		p.glyphNumber(t)
	case glyphSign:
		p.glyph(t)
	case moveNumber, dots:
		p.fresh = false
	case result:
		if len(p.frames) > 0 && !last {
			p.flush()
			p.cur.After = append(p.cur.After, p.textOf(t))
			return
		}
		p.marker, p.mark = p.textOf(t), t
		p.flush()
		p.fresh = true
	case word:
		p.word(t)
	case stray:
		p.strayText(t, ErrStrayText)
	case trailing:
		p.strayText(t, ErrNoise)
	}
}

// passOver skips a token of a line that cannot be read on; false when the
// token ends that line.
func (p *Parser) passOver(t token, last bool) bool {
	switch t.kind {
	case openLine:
		p.skip++
	case closeLine:
		if p.skip == 0 && len(p.frames) > 0 {
			return false
		}
		p.skip = max(p.skip-1, 0)
	case result:
		if p.skip == 0 && len(p.frames) == 0 || last {
			p.breakOff(t.start)
			return false
		}
	case brace:
		if t.open {
			p.warn(t, false, ErrOpenComment)
		}
	}
	return true
}

// comment keeps a comment at the nearest move.
func (p *Parser) comment(t token) {
	if t.open {
		p.warn(t, false, ErrOpenComment)
	}
	s := commentText(p.textOf(t))
	switch {
	case strings.Trim(s, " \t") == "":
	case p.fresh:
		p.cur.After = append(p.cur.After, s)
	default:
		p.pending = append(p.pending, s)
	}
}

// lineEnds makes each line end a blank.
var lineEnds = strings.NewReplacer("\r\r\n", " ", "\r\n", " ", "\r", " ", "\n", " ")

// commentText takes the signs off a comment, and one blank on each side. A
// line end is a blank.
func commentText(s string) string {
	if s[0] == ';' {
		s = s[1:]
	} else {
		s = strings.TrimSuffix(s[1:], "}")
	}
	if strings.ContainsAny(s, "\r\n") {
		s = lineEnds.Replace(s)
	}
	s = strings.TrimPrefix(s, " ")
	return strings.TrimSuffix(s, " ")
}

// flush gives comments that wait for a move that does not come to the move before.
func (p *Parser) flush() {
	if len(p.pending) == 0 {
		return
	}
	n := p.cur
	if len(p.frames) > 0 && p.frames[len(p.frames)-1].parent == n {
		n = p.frames[len(p.frames)-1].back
	}
	n.After = append(n.After, p.pending...)
	p.pending = p.pending[:0]
}

// open begins a variation: the last move is taken back.
func (p *Parser) open(t token) {
	p.flush()
	f := frame{back: p.cur, parent: p.cur, at: t}
	if first := len(p.frames) == 0 && p.cur == p.g.Root || len(p.frames) > 0 && p.cur == p.frames[len(p.frames)-1].parent; first {
		p.warn(t, true, ErrNoMoveBefore)
	} else {
		f.undone, f.parent = true, p.cur.Parent
		p.board.Undo()
		p.depth--
		p.cur = f.parent
	}
	p.frames = append(p.frames, f)
	p.fresh = false
}

// close ends a variation whose text ends at end.
func (p *Parser) close(end int) {
	p.flush()
	p.breakOff(end)
	f := p.frames[len(p.frames)-1]
	p.frames = p.frames[:len(p.frames)-1]
	for ; p.cur != f.parent; p.cur = p.cur.Parent {
		p.board.Undo()
		p.depth--
	}
	if f.undone {
		p.board.Make(f.back.Move)
		p.depth++
	}
	p.cur = f.back
	p.fresh = false
}

// breakOff keeps the unread text of the line at hand, which ends at end.
func (p *Parser) breakOff(end int) {
	if p.broken < 0 {
		return
	}
	n := p.cur
	if len(p.frames) > 0 && p.frames[len(p.frames)-1].parent == n {
		// Nothing of the variation could be read: its text hangs on the move it replaces.
		n = p.frames[len(p.frames)-1].back
	}
	text := strings.TrimSpace(p.decode(p.broken, end))
	if n.Unread != "" {
		text = n.Unread + " " + text
	}
	n.Unread = text
	if len(p.frames) == 0 {
		p.g.Unread = text
	}
	p.broken, p.skip = -1, 0
}

// finish ends the game with its text and fixes result and warnings.
func (p *Parser) finish(c chunk) {
	if len(p.frames) > 0 {
		p.warn(p.frames[0].at, true, ErrOpenVariation)
	}
	for len(p.frames) > 0 {
		p.close(len(p.raw))
	}
	p.flush()
	p.breakOff(len(p.raw))
	for ; p.depth > 0; p.depth-- {
		p.board.Undo()
	}
	g := p.g
	tag, marker := readResult(g.Tags.Value("Result")), readResult(p.marker)
	switch {
	case tag != "" && marker != "" && tag != marker:
		p.warn(p.mark, true, ErrResults)
		g.Result = tag
	case tag != "":
		g.Result = tag
	case marker != "":
		g.Result = marker
	default:
		g.Result = Unknown
	}
	if g.Err != nil {
		g.Unread = p.movetext(c)
	}
	g.Tags.changed = false
	p.place(c)
}

// movetext is all behind the tags, less the result.
func (p *Parser) movetext(c chunk) string {
	from, to := 0, len(p.raw)
	for _, t := range c.toks {
		switch t.kind {
		case tagPair, badTag:
			from = t.end
			continue
		case brace, lineNote:
			continue
		}
		break
	}
	if p.marker != "" {
		to = p.mark.start
	}
	return strings.TrimSpace(p.decode(from, max(from, to)))
}

// place finds line and column of the faults, in the order of the text.
func (p *Parser) place(c chunk) {
	if len(p.faults) == 0 {
		return
	}
	slices.SortStableFunc(p.faults, func(a, b fault) int { return a.at.start - b.at.start })
	at, known := c.at, 0
	p.g.Warnings = make([]ParseError, 0, len(p.faults))
	for _, f := range p.faults {
		at = at.advance(c.text[known:f.at.start])
		known = f.at.start
		w := ParseError{Game: p.g.Number, Line: at.line, Column: at.column, Err: f.err}
		if f.whole {
			w.Token = shorten(oneLine(p.textOf(f.at)))
		}
		p.g.Warnings = append(p.g.Warnings, w)
	}
}
