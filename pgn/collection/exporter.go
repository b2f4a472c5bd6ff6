package collection

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"rookery/chess"
	"rookery/pgn"
	"rookery/pgn/internal/syntax"
	"rookery/pgn/opening"
)

// An exporter writes a game in export format while it is parsed, without a tree,
// exactly as [pgn.Writer] does. Where text stands in another order than export
// format has it, the exporter gives up and the writer takes over. What stands in
// the text as it is to be written is copied in one piece, as far as it goes.
type exporter struct {
	out       []byte // whole games
	words     copier // of the current game
	first     int    // number of the first move
	black     int    // 1 when Black makes it
	text      []byte // scratch
	checkSign [1]byte

	tagShape []byte // names of the tags of the last game, " after each
	tagOrder []int  // places of these tags in the order of export; see arrange

	wantOpening bool            // openings are to be put into the tags
	tracker     opening.Tracker // its table is loaded when the first game needs it

	nags         []pgn.NAG    // of the last move, not yet written
	takesGlyphs  bool         // glyphs may still follow the last move
	fresh        bool         // comments belong to the last move, or to the game before the first
	hasNumber    bool         // the number of the move to come is written
	commentWaits bool         // a comment for the move to come is written
	afterBracket bool         // a bracket was written last
	mustNumber   bool         // a black move must tell its number
	lastNumber   numberInText // the number that was read last
}

// numberInText is the number of a move as it stands in the text.
type numberInText struct{ from, to, value, dots int }

func (s *exporter) begin(r *fastParser, text []byte, end int) bool {
	if !syntax.IsASCII(text) && !utf8.Valid(text) {
		return false
	}
	for _, c := range []byte("\t\v\f") {
		if bytes.IndexByte(text[:end], c) >= 0 {
			return false
		}
	}
	s.words.start(text[end:])
	*s = exporter{out: s.out, words: s.words, text: s.text, tagShape: s.tagShape, tagOrder: s.tagOrder, nags: s.nags[:0],
		wantOpening: s.wantOpening, tracker: opening.Tracker{Table: s.tracker.Table}, takesGlyphs: true, fresh: true, mustNumber: true}
	p := &r.open[0].at[0]
	s.first = max(p.Fullmove(), 1)
	if p.Turn() == chess.Black {
		s.black = 1
	}
	if s.wantOpening && p.Rules().Plain() {
		eco, _ := r.value("ECO")
		name, _ := r.value("Opening")
		if syntax.IsUnset(string(eco)) || syntax.IsUnset(string(name)) {
			if s.tracker.Table == nil {
				s.tracker.Table = opening.Load()
			}
			s.tracker.Begin(p)
		}
	}
	return true
}

// numbered notes that the number of the next move was read.
func (s *exporter) numbered(n numberInText) { s.lastNumber, s.fresh, s.takesGlyphs = n, false, false }

// number writes that number where it must be told.
func (s *exporter) number(ply int, must bool) {
	ply += s.black
	dots := 1
	if ply&1 != 0 {
		if dots = 3; !must {
			return
		}
	}
	if n := s.first + ply/2; s.lastNumber.value == n && s.lastNumber.dots == dots {
		s.words.copyWord(s.lastNumber.from, s.lastNumber.to)
	} else {
		s.words.wrapper().Number(n, dots == 3)
	}
}

// move writes a move of l, which stands from from to to and has been made but
// not counted.
func (s *exporter) move(l *fastLine, m chess.Move, check bool, from, to int) {
	ply, p, next := l.ply, &l.at[l.now&1], &l.at[l.now&1^1]
	if s.tracker.Active && !l.inside {
		s.tracker.See(next)
	}
	s.flush()
	if !s.hasNumber {
		s.number(ply, s.mustNumber)
	}
	text := s.words.text[from:to]
	n := unchangedSAN(text, m)
	if n > 0 {
		sign := next.AppendSign(s.checkSign[:0], check)
		if len(sign) == to-from-n && string(sign) == string(text[n:]) {
			s.words.copyWord(from, to)
		} else {
			f := s.words.wrapper()
			f.BeginWord()
			f.Words = append(append(f.Words, text[:n]...), sign...)
		}
	} else {
		s.text = p.AppendSAN(s.text[:0], m, next, check)
		if string(text) == string(s.text) {
			s.words.copyWord(from, to)
		} else {
			f := s.words.wrapper()
			f.BeginWord()
			f.Words = append(f.Words, s.text...)
		}
	}
	s.takesGlyphs, s.fresh = true, true
	s.hasNumber, s.commentWaits, s.afterBracket, s.mustNumber = false, false, false, false
}

// unchangedSAN is how much of the text of a move export format leaves as it is,
// its signs of check apart: all of it where a piece says no more than where it
// goes, for then no other can go there. It is 0 for any other move.
func unchangedSAN(text []byte, m chess.Move) int {
	n := len(text)
	for n > 0 && (text[n-1] == '+' || text[n-1] == '#') {
		n--
	}
	if n == 2 || n == 3 && !m.IsCapture() || n == 4 && text[1] == 'x' && m.IsCapture() {
		return n
	}
	return 0
}

// suffixes are the glyphs made of ! and ?.
var suffixes = map[string]pgn.NAG{"!": pgn.Good, "?": pgn.Mistake, "!!": pgn.Brilliant, "??": pgn.Blunder, "!?": pgn.Interesting, "?!": pgn.Dubious}

func (s *exporter) glyph(n pgn.NAG) bool {
	if i, found := slices.BinarySearch(s.nags, n); !found {
		s.nags = slices.Insert(s.nags, i, n)
	}
	return s.takesGlyphs
}

func (s *exporter) flush() {
	if len(s.nags) == 0 {
		return
	}
	f := s.words.wrapper()
	for _, n := range s.nags {
		f.Glyph(uint8(n))
	}
	s.nags = s.nags[:0]
}

// command writes the comment that begins at from, after which the move of ply
// would come, and tells where it ends; 0 when it holds more than plain commands.
func (s *exporter) command(from, ply int) (end int) {
	if end = s.words.plainCommand(from); end > 0 {
		s.beforeComment(ply)
		s.words.command(from, end)
	}
	return end
}

// comment writes the comment that stands from from to to, signs and all.
func (s *exporter) comment(from, to, ply int) {
	raw := s.words.text[from+1 : to-1]
	if isBlank(raw) {
		s.flush()
		s.takesGlyphs = false
		return
	}
	s.beforeComment(ply)
	if s.words.plainProse(from, to) {
		s.words.prose(from, to)
		return
	}
	s.plain(raw)
	s.words.wrapper().WriteComment(s.text)
}

// beforeComment writes what stands before a comment after which the move of
// ply would come.
func (s *exporter) beforeComment(ply int) {
	s.flush()
	s.takesGlyphs = false
	switch {
	case s.fresh:
	case s.afterBracket:
		s.commentWaits = true
	default:
		if !s.hasNumber {
			s.number(ply, true)
		}
		s.hasNumber, s.commentWaits = true, true
	}
	s.mustNumber = true
}

func isBlank(b []byte) bool {
	for _, c := range b {
		if c != ' ' && c != '\n' && c != '\r' && c != '\t' {
			return false
		}
	}
	return true
}

// plain makes a whole comment of what stands between its signs, in s.text.
func (s *exporter) plain(raw []byte) {
	t := append(s.text[:0], '{')
	if c := raw[0]; c != ' ' && c != '\n' && c != '\r' {
		t = append(t, ' ')
	}
	if bytes.IndexByte(raw, '\n') < 0 && bytes.IndexByte(raw, '{') < 0 {
		t = append(t, raw...)
	} else {
		for _, c := range raw {
			switch c {
			case '\r': // before a line feed, which stands for both
				continue
			case '\n':
				c = ' '
			case '{':
				t = append(t, syntax.OpenBrace...)
				continue
			}
			t = append(t, c)
		}
	}
	if t[len(t)-1] != ' ' {
		t = append(t, ' ')
	}
	s.text = append(t, '}')
}

// open begins a variation with the bracket at i; it replaces the last move of l.
func (s *exporter) open(l *fastLine, i int) bool {
	// One in place of the first move of another stands after that in export
	// format.
	if s.commentWaits || l.inside && l.ply == l.from+1 {
		return false
	}
	s.flush()
	s.words.copyWord(i, i+1)
	s.bracket()
	s.words.Glue = true
	return true
}

// close ends the variation l with the bracket at i.
func (s *exporter) close(l *fastLine, i int) bool {
	if s.commentWaits || l.ply == l.from {
		return false
	}
	s.flush()
	s.words.Glue = true
	s.words.copyWord(i, i+1)
	s.bracket()
	return true
}

func (s *exporter) bracket() {
	s.afterBracket, s.mustNumber = true, true
	s.takesGlyphs, s.fresh, s.hasNumber = false, false, false
}

func (s *exporter) end(r *fastParser) bool {
	if s.commentWaits {
		return false
	}
	s.flush()
	s.words.wrapper().Word(r.result)
	s.head(r)
	s.out = append(s.words.AppendLines(s.out), '\n')
	return true
}

// tag puts the opening into the tags that say nothing.
func (s *exporter) tag(r *fastParser) {
	if s.tracker.Opening == (opening.Opening{}) {
		return
	}
	eco, _ := r.value("ECO")
	name, _ := r.value("Opening")
	if syntax.IsUnset(string(eco)) {
		r.set("ECO", s.tracker.Opening.Code)
		eco = []byte(s.tracker.Opening.Code)
	}
	if syntax.IsUnset(string(name)) && string(eco) == s.tracker.Opening.Code {
		r.set("Opening", s.tracker.Opening.Name)
	}
}

func (s *exporter) head(r *fastParser) {
	s.tag(r)
	if !s.arranged(r.tags) {
		s.arrange(r.tags)
	}
	for _, i := range s.tagOrder {
		switch {
		case i >= 0:
			s.pair(&r.tags[i])
		case ^i == rosterResult:
			s.out = syntax.AppendTag(s.out, "Result", r.result)
		default:
			s.out = syntax.AppendTag(s.out, syntax.Roster[^i].Name, syntax.Roster[^i].Value)
		}
	}
	s.out = append(s.out, '\n')
}

// arranged reports whether the tags have the names of those that were arranged
// last, in the same order.
func (s *exporter) arranged(tags []fastTag) bool {
	rest := s.tagShape
	for i := range tags {
		name := tags[i].name
		n := len(name)
		if len(rest) <= n || rest[n] != '"' || string(rest[:n]) != string(name) {
			return false
		}
		rest = rest[n+1:]
	}
	return len(rest) == 0 && len(tags) > 0
}

// arrange finds the order of export: places of tags, and for the result and
// for tags of the roster that are not there the complements of their places in
// the roster.
func (s *exporter) arrange(tags []fastTag) {
	s.tagShape, s.tagOrder = s.tagShape[:0], s.tagOrder[:0]
	for k := range syntax.Roster {
		s.tagOrder = append(s.tagOrder, ^k)
	}
	for i := range tags {
		s.tagShape = append(append(s.tagShape, tags[i].name...), '"')
		switch k := rosterPlace(tags[i].name); {
		case k < 0:
			s.tagOrder = append(s.tagOrder, i)
		case k != rosterResult:
			s.tagOrder[k] = i
		}
	}
	slices.SortFunc(s.tagOrder[len(syntax.Roster):], func(a, b int) int { return bytes.Compare(tags[a].name, tags[b].name) })
}

// rosterResult is the place of the Result tag in the roster.
const rosterResult = 6

// rosterPlace is the place of a tag in the roster, -1 for others.
func rosterPlace(name []byte) int {
	switch string(name) {
	case "Event":
		return 0
	case "Site":
		return 1
	case "Date":
		return 2
	case "Round":
		return 3
	case "White":
		return 4
	case "Black":
		return 5
	case "Result":
		return rosterResult
	}
	return -1
}

func (s *exporter) pair(t *fastTag) {
	if t.line != nil {
		s.out = append(append(s.out, t.line...), '\n')
		return
	}
	s.out = append(append(append(s.out, '['), t.name...), ` "`...)
	s.out = append(append(s.out, t.value...), "\"]\n"...)
}

// A copier takes words from a text to a line wrapper. Words that stand in the text
// consecutively as they are to be written go there in one piece.
type copier struct {
	syntax.LineWrapper
	text     []byte // the text
	from, to int    // what of it is on the way; nothing when they are equal
	broken   bool   // that holds line ends
}

func (c *copier) start(src []byte) {
	*c = copier{LineWrapper: syntax.LineWrapper{Words: c.Words[:0], Scratch: c.Scratch}, text: src}
}

// copyWord writes the word that stands from from to to.
func (c *copier) copyWord(from, to int) {
	if c.to > c.from {
		switch gap := from - c.to; {
		case c.Glue && gap == 0:
			c.Glue, c.to = false, to
			return
		case !c.Glue && gap == 1 && (c.text[c.to] == ' ' || c.text[c.to] == '\n'):
			c.broken = c.broken || c.text[c.to] == '\n'
			c.to = to
			return
		}
		c.flush()
	}
	c.BeginWord()
	c.from, c.to = from, to
}

// flush brings what is on the way to the line wrapper.
func (c *copier) flush() {
	if c.to > c.from {
		c.Words = append(c.Words, c.text[c.from:c.to]...)
		if c.broken {
			joinLines(c.Words[len(c.Words)-(c.to-c.from):])
		}
		c.from, c.broken = c.to, false
	}
}

func joinLines(b []byte) {
	for {
		i := bytes.IndexByte(b, '\n')
		if i < 0 {
			return
		}
		b[i] = ' '
		b = b[i+1:]
	}
}

// wrapper is the line wrapper itself, for words that do not stand in the text.
func (c *copier) wrapper() *syntax.LineWrapper {
	c.flush()
	return &c.LineWrapper
}

// plainCommand tells where a comment ends that begins at i, holds commands and
// nothing else and stands as it is to be written; 0 for anything else.
func (c *copier) plainCommand(i int) (end int) {
	const sign = "{ " + syntax.CommandPrefix
	b := c.text[i:]
	if len(b) < len(sign) || string(b[:len(sign)]) != sign {
		return 0
	}
	for k := len(sign); k < len(b); k++ {
		switch d := b[k]; {
		case !syntax.NotProse[d]:
		case d == ' ' && b[k-1] != ' ':
		case d == ']' && len(b) >= k+3 && b[k+1] == ' ' && b[k+2] == '}':
			return i + k + 3
		case d == ']' && len(b) >= k+4 && b[k+1] == ' ' && string(b[k+2:k+4]) == syntax.CommandPrefix:
			k += 3
		default:
			return 0
		}
	}
	return 0
}

func (c *copier) command(i, end int) {
	c.HasCommands = true
	c.copyWord(i, end)
}

// plainProse reports whether a comment from i to end stands as it is to be
// written but for its line ends.
func (c *copier) plainProse(i, end int) bool {
	b := c.text[i+1 : end-1]
	gap := false
	for k, d := range b {
		was := gap
		if gap = d == ' ' || d == '\n'; gap {
			if was {
				return false
			}
		} else if syntax.NotProse[d] || k == 0 {
			return false
		}
	}
	return gap && len(b) > 1
}

func (c *copier) prose(i, end int) {
	c.copyWord(i, end)
	c.broken = true
}
