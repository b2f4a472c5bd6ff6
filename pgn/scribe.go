package pgn

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"rookery/chess"
)

// A scribe writes a game in export format while it is replayed, without a tree,
// exactly as [Writer] does. Where text stands in another order than export
// format has it, the scribe gives up and the writer takes over.
type scribe struct {
	out   []byte  // whole games
	fill  *filler // the movetext of the game at hand
	first int     // number of the first move
	black int     // 1 when Black makes it
	order []int   // places of the tags in the order of export
	text  []byte

	name    bool // openings are to be put into the tags
	names   *Openings
	naming  bool // this game may still come to an opening
	opening Opening

	nags      []NAG // of the last move, not yet written
	annotable bool  // glyphs may still follow the last move
	fresh     bool  // comments belong to the last move, or to the game before the first
	told      bool  // the number of the move to come is written
	waiting   bool  // a comment for the move to come is written
	behind    bool  // a bracket was written last
	tell      bool  // a black move must tell its number
}

// begin begins a game whose tag pairs end at end.
func (s *scribe) begin(r *replay, text []byte, end int) bool {
	if !isASCII(text) && !utf8.Valid(text) {
		return false
	}
	for _, c := range []byte("\t\v\f") {
		if bytes.IndexByte(text[:end], c) >= 0 {
			return false
		}
	}
	*s = scribe{out: s.out, fill: s.fill, order: s.order[:0], nags: s.nags[:0], text: s.text, name: s.name, names: s.names,
		annotable: true, fresh: true, tell: true}
	*s.fill = filler{out: s.fill.out[:0], text: s.fill.text}
	p := &r.lines[0].at[0]
	s.first = max(p.Fullmove(), 1)
	if p.Turn() == chess.Black {
		s.black = 1
	}
	if s.name && p.Rules().Plain() {
		eco, _ := r.value("ECO")
		name, _ := r.value("Opening")
		if unsaid(string(eco)) || unsaid(string(name)) {
			if s.names == nil {
				s.names = LoadOpenings()
			}
			s.naming = p.Key() == s.names.start.Key()
		}
	}
	return true
}

// look notes the opening that a position of the main line ends.
func (s *scribe) look(p *chess.Position) {
	if s.naming = p.Occupied().Count() >= s.names.fewest; s.naming {
		if name, ok := s.names.named[p.Key()]; ok {
			s.opening = name
		}
	}
}

// tag puts the opening into the tags that say nothing.
func (s *scribe) tag(r *replay) {
	if s.opening == (Opening{}) {
		return
	}
	eco, _ := r.value("ECO")
	name, _ := r.value("Opening")
	if unsaid(string(eco)) {
		r.set("ECO", s.opening.Code)
		eco = []byte(s.opening.Code)
	}
	if unsaid(string(name)) && string(eco) == s.opening.Code {
		r.set("Opening", s.opening.Name)
	}
}

// head writes the tag pairs.
func (s *scribe) head(r *replay) {
	s.tag(r)
	var known [len(roster)]int // places of its tags in r.tags, from 1
	for i := range r.tags {
		if k := rosterPlace(r.tags[i].name); k >= 0 {
			known[k] = i + 1
		} else {
			s.order = append(s.order, i)
		}
	}
	for k := range roster {
		i := known[k] - 1
		switch {
		case k == rosterResult:
			s.out = appendTag(s.out, "Result", r.result)
		case i >= 0:
			s.pair(r.tags[i])
		default:
			s.out = appendTag(s.out, roster[k].Name, roster[k].Value)
		}
	}
	slices.SortFunc(s.order, func(a, b int) int { return bytes.Compare(r.tags[a].name, r.tags[b].name) })
	for _, i := range s.order {
		s.pair(r.tags[i])
	}
	s.out = append(s.out, '\n')
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

// pair writes a tag pair as it was found.
func (s *scribe) pair(t plainPair) {
	s.out = append(append(append(s.out, '['), t.name...), ` "`...)
	s.out = append(append(s.out, t.value...), "\"]\n"...)
}

// numbered notes that the number of the next move was read.
func (s *scribe) numbered() { s.fresh, s.annotable = false, false }

// number writes that number where it must be told.
func (s *scribe) number(ply int, must bool) {
	ply += s.black
	switch {
	case ply&1 == 0:
		s.fill.number(s.first+ply/2, false)
	case must:
		s.fill.number(s.first+ply/2, true)
	}
}

// move writes a move of l, which was read from text and has been made but not
// counted.
func (s *scribe) move(l *replayed, m chess.Move, check bool, text []byte) {
	ply, p, next := l.ply, &l.at[l.now&1], &l.at[l.now&1^1]
	if s.naming && !l.inside {
		s.look(next)
	}
	s.flush()
	if !s.told {
		s.number(ply, s.tell)
	}
	s.fill.begin()
	switch standing(text, m) {
	case 0:
		s.fill.out = p.AppendSAN(s.fill.out, m, next, check)
	case 2:
		s.fill.out = next.AppendSign(append(s.fill.out, text[0], text[1]), check)
	case 3:
		s.fill.out = next.AppendSign(append(s.fill.out, text[0], text[1], text[2]), check)
	default:
		s.fill.out = next.AppendSign(append(s.fill.out, text[0], text[1], text[2], text[3]), check)
	}
	s.annotable, s.fresh = true, true
	s.told, s.waiting, s.behind, s.tell = false, false, false, false
}

// standing is how much of the text of a move export format leaves as it is, its
// signs of check apart: all of it where a man tells no more than where it goes,
// for then no other can go there. It is 0 for any other move.
func standing(text []byte, m chess.Move) int {
	n := len(text)
	for n > 0 && (text[n-1] == '+' || text[n-1] == '#') {
		n--
	}
	if n == 2 || n == 3 && !m.IsCapture() || n == 4 && text[1] == 'x' && m.IsCapture() {
		return n
	}
	return 0
}

// glyph keeps a glyph of the last move.
func (s *scribe) glyph(n NAG) bool {
	s.nags = addNAG(s.nags, n)
	return s.annotable
}

// flush writes the glyphs of the last move.
func (s *scribe) flush() {
	for _, n := range s.nags {
		s.fill.glyph(n)
	}
	s.nags = s.nags[:0]
}

// comment writes a comment, given without its signs, behind which the move of
// ply would come.
func (s *scribe) comment(raw []byte, ply int) bool {
	s.flush()
	s.annotable = false
	text := raw
	if n := len(text); n > 2 && text[0] == ' ' && text[n-1] == ' ' {
		text = text[1 : n-1]
	}
	if blank(text) {
		return true
	}
	switch {
	case s.fresh:
	case s.behind:
		s.waiting = true
	default:
		if !s.told {
			s.number(ply, true)
		}
		s.told, s.waiting = true, true
	}
	s.tell = true
	if !s.fill.command(text) {
		s.plain(raw)
		s.fill.spread(s.text)
	}
	return true
}

// blank tells whether a text is nothing but white space.
func blank(b []byte) bool {
	for _, c := range b {
		if c != ' ' && c != '\n' && c != '\r' && c != '\t' {
			return false
		}
	}
	return true
}

// plain makes a whole comment of what stands between its signs, in s.text.
func (s *scribe) plain(raw []byte) {
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
				c = '('
			}
			t = append(t, c)
		}
	}
	if t[len(t)-1] != ' ' {
		t = append(t, ' ')
	}
	s.text = append(t, '}')
}

// open begins a variation, which replaces the last move of l.
func (s *scribe) open(l *replayed) bool {
	// One in place of the first move of another stands behind that in export
	// format.
	if s.waiting || l.inside && l.ply == l.from+1 {
		return false
	}
	s.flush()
	s.fill.word("(")
	s.bracket()
	s.fill.glue = true
	return true
}

// close ends the variation l.
func (s *scribe) close(l *replayed) bool {
	if s.waiting || l.ply == l.from {
		return false
	}
	s.flush()
	s.fill.glue = true
	s.fill.word(")")
	s.bracket()
	return true
}

// bracket notes that a bracket was written.
func (s *scribe) bracket() {
	s.behind, s.tell = true, true
	s.annotable, s.fresh, s.told = false, false, false
}

// end ends the game.
func (s *scribe) end(r *replay) bool {
	if s.waiting {
		return false
	}
	s.flush()
	s.fill.word(r.result)
	s.fill.end()
	s.head(r)
	s.out = append(append(s.out, s.fill.out...), '\n')
	return true
}
