package pgn

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"rookery/chess"
	"rookery/chess/sorted"
	"rookery/pgn/internal/syntax"
)

// Parser makes a game of the tokens of one, for this package and collection;
// others use [Reader]. It goes through them once, with a stack of its own for
// the variations, and keeps its memory for the next game.
type Parser struct {
	rules syntax.RulesCache

	text  []byte
	raw   string
	latin bool // the game is in Windows-1252
	g     *Game
	board chess.Board
	ready bool // the tag section is over
	depth int  // moves on board

	cur         *Node
	frames      []frame
	fresh       bool               // comments belong to the last move, or to the game before the first
	pending     []string           // comments for the move to come
	unreadFrom  int                // where the unread text of the current line begins, -1 for none
	unreadDepth int                // variations opened in unread text
	unread      map[*Node][]string // more unread text of nodes that have some
	unreadLine  *Node              // where that of the main line hangs; nil for none
	stray       bool               // the last token was stray text, already reported

	result      string // the result after the moves
	resultToken syntax.Token
	faults      []fault
	nodes       []Node
	children    []*Node
	where       map[string]syntax.Token // of tags that may be at fault
	names       map[string]int          // places of the tags, once there are very many
}

type frame struct {
	back   *Node // where the line outside goes on
	parent *Node // where the variation begins
	undone bool  // back's move was taken off the board
	at     syntax.Token
}

// fault is a warning that waits for its line and column.
type fault struct {
	at    syntax.Token
	whole bool // the token is worth showing
	err   error
}

// Walk is [Game.Walk] through the game that was parsed last, which must have a
// board, without a board of its own.
func (p *Parser) Walk(visit func(n *Node, b chess.Board) bool) { p.g.walk(p.board, visit) }

// Parse makes the game.
func (p *Parser) Parse(c syntax.Chunk, number int) *Game {
	if c.Long {
		c = c.Head()
	}
	raw := string(c.Text)
	*p = Parser{
		rules: p.rules, text: c.Text, raw: raw, latin: !utf8.ValidString(raw), unreadFrom: -1, fresh: true,
		frames: p.frames[:0], faults: p.faults[:0], pending: p.pending[:0],
	}
	p.g = &Game{Root: &Node{}, Number: number, Offset: c.Offset, Line: c.At.Line, raw: raw}
	p.cur = p.g.Root
	words, last := 0, -1
	for i, t := range c.Tokens {
		if t.Kind != syntax.TrailingNoise && t.Kind != syntax.EndOfText {
			p.g.end = t.End
		}
		switch t.Kind {
		case syntax.WordToken:
			words++
			last = i
		case syntax.Comment, syntax.LineComment, syntax.TrailingNoise:
		default:
			last = i
		}
	}
	p.nodes = make([]Node, 0, words)
	p.children = make([]*Node, 0, words)
	for i, t := range c.Tokens {
		if !p.ready && t.Kind != syntax.TagPair && t.Kind != syntax.BadTag && t.Kind != syntax.Comment && t.Kind != syntax.LineComment {
			p.begin()
		}
		if p.g.Err != nil {
			p.skipToken(t)
			continue
		}
		p.take(t, i == last)
	}
	if !p.ready {
		p.begin()
	}
	if c.Long {
		p.g.Err, p.g.raw = ErrTooLong, ""
		p.warn(syntax.Token{}, false, ErrTooLong)
	}
	p.finish(c)
	return p.g
}

// skipToken takes of a game without a board what can be told without one.
func (p *Parser) skipToken(t syntax.Token) {
	switch {
	case t.Kind == syntax.ResultToken:
		p.result, p.resultToken = p.textOf(t), t
	case t.Open:
		p.warn(t, false, ErrOpenComment)
	}
}

// textOf is the text of a token as UTF-8.
func (p *Parser) textOf(t syntax.Token) string { return p.decode(t.Start, t.End) }

func (p *Parser) decode(from, to int) string {
	s := p.raw[from:to]
	if p.latin {
		return syntax.FromWindows1252(s)
	}
	return s
}

//go:noinline
func (p *Parser) warn(t syntax.Token, whole bool, err error) {
	if len(p.faults) <= syntax.MaxWarnings {
		p.faults = append(p.faults, fault{t, whole, err})
	}
}

// strayText warns of a run of text once.
func (p *Parser) strayText(t syntax.Token, err error) {
	if !p.stray {
		p.warn(t, true, err)
	}
	p.stray = true
}

func (p *Parser) take(t syntax.Token, last bool) {
	if p.unreadFrom >= 0 && p.skipUnread(t, last) {
		return
	}
	if t.Kind != syntax.WordToken && t.Kind != syntax.StrayToken && t.Kind != syntax.TrailingNoise {
		p.stray = false
	}
	switch t.Kind {
	case syntax.TagPair:
		p.tag(t)
	case syntax.BadTag:
		if p.ready {
			p.strayText(t, ErrStrayText)
			return
		}
		p.tornTag(t)
	case syntax.Comment, syntax.LineComment:
		p.comment(t)
	case syntax.OpenVariation:
		p.open(t)
	case syntax.CloseVariation:
		if len(p.frames) == 0 {
			p.warn(t, true, ErrSurplusClose)
			return
		}
		p.close(t.Start)
	case syntax.GlyphNumber:
		p.glyphNumber(t)
	case syntax.GlyphSign:
		p.glyph(t)
	case syntax.MoveNumber, syntax.DotsToken:
		p.fresh = false
	case syntax.ResultToken:
		if len(p.frames) > 0 && !last {
			p.flush()
			p.cur.After = append(p.cur.After, p.textOf(t))
			return
		}
		p.result, p.resultToken = p.textOf(t), t
		p.flush()
		p.fresh = true
	case syntax.WordToken:
		p.word(t)
	case syntax.StrayToken:
		p.strayText(t, ErrStrayText)
	case syntax.TrailingNoise:
		p.strayText(t, ErrNoise)
	}
}

// skipUnread skips a token of a line that cannot be read on; false when the
// token ends that line.
func (p *Parser) skipUnread(t syntax.Token, last bool) bool {
	switch t.Kind {
	case syntax.OpenVariation:
		p.unreadDepth++
	case syntax.CloseVariation:
		if p.unreadDepth == 0 && len(p.frames) > 0 {
			return false
		}
		p.unreadDepth = max(p.unreadDepth-1, 0)
	case syntax.ResultToken:
		if p.unreadDepth == 0 && len(p.frames) == 0 || last {
			p.endUnread(t.Start)
			return false
		}
	case syntax.Comment:
		if t.Open {
			p.warn(t, false, ErrOpenComment)
		}
	}
	return true
}

func (p *Parser) comment(t syntax.Token) {
	if t.Open {
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

var lineEnds = strings.NewReplacer("\r\r\n", " ", "\r\n", " ", "\r", " ", "\n", " ")

// commentText strips the delimiters of a comment, and one blank on each side. A
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
	return syntax.UnescapeComment(strings.TrimSuffix(s, " "))
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
func (p *Parser) open(t syntax.Token) {
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
	p.endUnread(end)
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

// endUnread keeps the unread text of the current line, which ends at end.
func (p *Parser) endUnread(end int) {
	if p.unreadFrom < 0 {
		return
	}
	n := p.cur
	if len(p.frames) > 0 && p.frames[len(p.frames)-1].parent == n {
		// Nothing of the variation could be read: its text hangs on the move it replaces.
		n = p.frames[len(p.frames)-1].back
	}
	text := strings.TrimSpace(p.decode(p.unreadFrom, end))
	if n.Unread == "" {
		n.Unread = text
	} else {
		// Put together at the end: there may be very many.
		if p.unread == nil {
			p.unread = make(map[*Node][]string)
		}
		p.unread[n] = append(p.unread[n], text)
	}
	if len(p.frames) == 0 {
		p.unreadLine = n
	}
	p.unreadFrom, p.unreadDepth = -1, 0
}

// finish ends the game with its text and fixes result and warnings.
func (p *Parser) finish(c syntax.Chunk) {
	if len(p.frames) > 0 {
		p.warn(p.frames[0].at, true, ErrOpenVariation)
	}
	for len(p.frames) > 0 {
		p.close(len(p.raw))
	}
	p.flush()
	p.endUnread(len(p.raw))
	for n, more := range p.unread {
		n.Unread += " " + strings.Join(more, " ")
	}
	if p.unreadLine != nil {
		p.g.Unread = p.unreadLine.Unread
	}
	for ; p.depth > 0; p.depth-- {
		p.board.Undo()
	}
	g := p.g
	tag, marker := syntax.ParseResult(g.Tags.Value("Result")), syntax.ParseResult(p.result)
	switch {
	case tag != "" && marker != "" && tag != marker:
		p.warn(p.resultToken, true, ErrResults)
		g.Result = tag
	case tag != "":
		g.Result = tag
	case marker != "":
		g.Result = marker
	default:
		g.Result = Unknown
	}
	if g.Err != nil && !c.Long {
		g.Unread = p.movetext(c)
	}
	g.Tags.changed = false
	p.place(c)
}

// movetext is all after the tags, less the result.
func (p *Parser) movetext(c syntax.Chunk) string {
	from, to := 0, len(p.raw)
	for _, t := range c.Tokens {
		switch t.Kind {
		case syntax.TagPair, syntax.BadTag:
			from = t.End
			continue
		case syntax.Comment, syntax.LineComment:
			continue
		}
		break
	}
	if p.result != "" {
		to = p.resultToken.Start
	}
	return strings.TrimSpace(p.decode(from, max(from, to)))
}

// place finds line and column of the faults, in the order of the text.
func (p *Parser) place(c syntax.Chunk) {
	if len(p.faults) == 0 {
		return
	}
	sorted.By(p.faults, func(a, b fault) int { return a.at.Start - b.at.Start })
	at, known := c.At, 0
	p.g.Warnings = make([]ParseError, 0, len(p.faults))
	for _, f := range p.faults {
		at = at.Advance(c.Text[known:f.at.Start])
		known = f.at.Start
		w := ParseError{Game: p.g.Number, Line: at.Line, Column: at.Column, Err: f.err}
		if f.whole {
			w.Token = syntax.ShortenToken(syntax.OneLine(p.textOf(f.at)))
		}
		p.g.Warnings = append(p.g.Warnings, w)
	}
}

// begin ends the tag section: it finds the rules and sets up the board.
func (p *Parser) begin() {
	p.ready = true
	g := p.g
	tag := g.Tags.Value("Variant")
	fen, _ := g.Tags.Get("FEN")
	if fen = strings.TrimSpace(fen); fen == "?" || fen == "-" {
		fen = ""
	}
	kind, err := p.rules.Find(tag, fen)
	if err != nil {
		p.warn(p.where["Variant"], true, ErrVariant)
		g.Err = err
		return
	}
	g.Rules, g.Start, p.board = kind.Rules, fen, kind.Board
	if fen != "" {
		if p.board, err = chess.NewBoard(g.Rules, fen); err != nil {
			p.warn(p.where["FEN"], true, err)
			g.Err = err
			return
		}
	}
	if at, ok := p.where["SetUp"]; ok && fen == "" && g.Tags.Value("SetUp") == "1" {
		p.warn(at, true, ErrNoFEN)
	}
}

func (p *Parser) tag(t syntax.Token) {
	span, _ := syntax.ScanTag(p.text, t.Start, true)
	name, value := syntax.TagText(p.raw, span)
	if span.Faulty {
		p.warn(t, true, ErrTag)
	}
	text := ""
	if !span.Faulty {
		text = p.textOf(t)
	}
	p.keepTag(t, name, value, text)
}

// tornTag takes what is there of a pair that lacks its marks.
func (p *Parser) tornTag(t syntax.Token) {
	p.warn(t, true, ErrTag)
	s := strings.Trim(p.raw[t.Start+1:t.End], " \t]")
	n := 0
	for n < len(s) && syntax.IsTagNameByte(s[n]) {
		n++
	}
	if n > 0 {
		p.keepTag(t, s[:n], syntax.OneLine(strings.Trim(s[n:], " \t\"")), "")
	}
}

// keepTag takes a tag in with its text, which is empty where that cannot be written
// again.
func (p *Parser) keepTag(t syntax.Token, name, value, text string) {
	if p.latin {
		value = syntax.FromWindows1252(value)
	}
	p.g.Tags.source = append(p.g.Tags.source, sourceTag{Tag{name, value}, text})
	switch name {
	case "Variant", "FEN", "SetUp":
		if p.where == nil {
			p.where = make(map[string]syntax.Token)
		}
		p.where[name] = t
	}
	if old, twice := p.tagAt(name); twice {
		if p.g.Tags.list[old].Value != value {
			p.warn(t, true, ErrTagTwice)
		}
		return
	}
	if p.names != nil {
		p.names[name] = len(p.g.Tags.list)
	}
	p.g.Tags.list = append(p.g.Tags.list, Tag{name, value})
}

// tagAt finds a tag that was kept, by a table when there are very many.
func (p *Parser) tagAt(name string) (i int, ok bool) {
	list := p.g.Tags.list
	if p.names == nil {
		if len(list) < syntax.MaxTags {
			i = slices.IndexFunc(list, func(t Tag) bool { return t.Name == name })
			return i, i >= 0
		}
		p.names = make(map[string]int)
		for i := range list {
			p.names[list[i].Name] = i
		}
	}
	i, ok = p.names[name]
	return i, ok
}

// word reads a word of the movetext: a move, an annotation sign, or text that
// is neither.
func (p *Parser) word(t syntax.Token) {
	b := p.text[t.Start:t.End]
	if syntax.LooksLikeMove(b) {
		p.stray = false
		p.move(t)
		return
	}
	s := p.textOf(t)
	switch s {
	case "e.p.", "ep", "e.p", "ep.", "+", "++", "#", "N.B.":
		return
	}
	if n, ok := glyphs[syntax.PlainDashes(s)]; ok {
		p.addGlyph(n)
		return
	}
	p.strayText(t, ErrStrayText)
}

// move plays a move, or breaks the line off where there is no such move.
func (p *Parser) move(t syntax.Token) {
	s := p.textOf(t)
	sign := NAG(0)
	if c := s[len(s)-1]; c < 'A' && (c < '0' || c > '9') || c > 'z' {
		s, sign = cutGlyph(s)
	}
	m, err := chess.ParseMove(p.board, s)
	if err != nil {
		if best, ok := isPromotionChoice(err); ok {
			if m, err = chess.ParseMove(p.board, best); err == nil {
				p.warn(t, true, ErrNoPromotion)
			}
		}
	}
	if err != nil {
		p.warn(t, true, err)
		p.flush()
		p.unreadFrom, p.unreadDepth = t.Start, 0
		return
	}
	p.board.Make(m)
	p.depth++
	p.cur = p.add(m)
	if len(p.pending) > 0 {
		p.cur.Before = append([]string(nil), p.pending...)
		p.pending = p.pending[:0]
	}
	p.fresh = true
	if sign != 0 {
		p.addGlyph(sign)
	}
}

// add hangs a move on the current one: as a variation at the head of one, else
// as the line's next move, which goes before variations that stood too early.
func (p *Parser) add(m chess.Move) *Node {
	parent := p.cur
	p.nodes = append(p.nodes, Node{Move: m, Parent: parent})
	n := &p.nodes[len(p.nodes)-1]
	atHead := len(p.frames) > 0 && p.frames[len(p.frames)-1].parent == parent
	switch {
	case len(parent.Children) == 0:
		k := len(p.children)
		p.children = append(p.children, n)
		parent.Children = p.children[k : k+1 : k+1]
	case atHead:
		parent.Children = append(parent.Children, n)
	default:
		parent.Children = append([]*Node{n}, parent.Children...)
	}
	return n
}

// glyphNumber reads $n. Numbers above 255 mean nothing and are passed over.
func (p *Parser) glyphNumber(t syntax.Token) {
	digits := p.raw[t.Start+1 : t.End]
	if digits == "" {
		p.strayText(t, ErrStrayText)
		return
	}
	if n, err := strconv.ParseUint(digits, 10, 8); err == nil {
		p.addGlyph(NAG(n))
	}
}

// glyph reads signs that stand alone, such as !? and ±.
func (p *Parser) glyph(t syntax.Token) {
	s := p.textOf(t)
	if n, ok := glyphs[syntax.PlainDashes(s)]; ok {
		p.addGlyph(n)
		return
	}
	if len(s) > 2 && strings.Trim(s, "!?") == "" {
		p.addGlyph(glyphs[s[:2]])
	}
	p.strayText(t, ErrStrayText)
}

func (p *Parser) addGlyph(n NAG) { p.cur.NAGs = addNAG(p.cur.NAGs, n) }

// isPromotionChoice reports whether an error says only that a pawn does not tell
// what it becomes.
func isPromotionChoice(err error) (best string, ok bool) {
	var many *chess.AmbiguousError
	if !errors.As(err, &many) || len(many.Choices) == 0 {
		return "", false
	}
	for _, c := range many.Choices {
		if !strings.Contains(c, "=") {
			return "", false
		}
	}
	return many.Choices[0], true
}
