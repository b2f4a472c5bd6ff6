package pgn

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"rookery/chess"
)

// A scribe writes a game in export format while it is replayed, without a tree,
// exactly as [Writer] does. Where text stands in another order than export
// format has it, the scribe gives up and the writer takes over. What stands in
// the text as it is to be written is copied in one piece, as far as it goes.
type scribe struct {
	out   []byte  // whole games
	words carrier // of the game at hand
	first int     // number of the first move
	black int     // 1 when Black makes it
	text  []byte
	sign  [1]byte

	shape []byte // names of the tags of the last game, " behind each
	order []int  // places of these tags in the order of export; see arrange

	name    bool    // openings are to be put into the tags
	tracker Tracker // its table is loaded when the first game needs it

	nags      []NAG   // of the last move, not yet written
	annotable bool    // glyphs may still follow the last move
	fresh     bool    // comments belong to the last move, or to the game before the first
	told      bool    // the number of the move to come is written
	waiting   bool    // a comment for the move to come is written
	behind    bool    // a bracket was written last
	tell      bool    // a black move must tell its number
	said      numeric // the number that was read last
}

// numeric is the number of a move as it stands in the text.
type numeric struct{ from, to, value, dots int }

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
	s.words.start(text[end:])
	*s = scribe{out: s.out, words: s.words, text: s.text, shape: s.shape, order: s.order, nags: s.nags[:0],
		name: s.name, tracker: Tracker{Table: s.tracker.Table}, annotable: true, fresh: true, tell: true}
	p := &r.lines[0].at[0]
	s.first = max(p.Fullmove(), 1)
	if p.Turn() == chess.Black {
		s.black = 1
	}
	if s.name && p.Rules().Plain() {
		eco, _ := r.value("ECO")
		name, _ := r.value("Opening")
		if unsaid(string(eco)) || unsaid(string(name)) {
			if s.tracker.Table == nil {
				s.tracker.Table = LoadOpenings()
			}
			s.tracker.Begin(p)
		}
	}
	return true
}

// numbered notes that the number of the next move was read.
func (s *scribe) numbered(n numeric) { s.said, s.fresh, s.annotable = n, false, false }

// number writes that number where it must be told.
func (s *scribe) number(ply int, must bool) {
	ply += s.black
	dots := 1
	if ply&1 != 0 {
		if dots = 3; !must {
			return
		}
	}
	if n := s.first + ply/2; s.said.value == n && s.said.dots == dots {
		s.words.stand(s.said.from, s.said.to)
	} else {
		s.words.fill().number(n, dots == 3)
	}
}

// move writes a move of l, which stands from from to to and has been made but
// not counted.
func (s *scribe) move(l *replayed, m chess.Move, check bool, from, to int) {
	ply, p, next := l.ply, &l.at[l.now&1], &l.at[l.now&1^1]
	if s.tracker.Active && !l.inside {
		s.tracker.See(next)
	}
	s.flush()
	if !s.told {
		s.number(ply, s.tell)
	}
	text := s.words.src[from:to]
	n := standing(text, m)
	if n > 0 {
		sign := next.AppendSign(s.sign[:0], check)
		if len(sign) == to-from-n && string(sign) == string(text[n:]) {
			s.words.stand(from, to)
		} else {
			f := s.words.fill()
			f.begin()
			f.line = append(append(f.line, text[:n]...), sign...)
		}
	} else {
		s.text = p.AppendSAN(s.text[:0], m, next, check)
		if string(text) == string(s.text) {
			s.words.stand(from, to)
		} else {
			f := s.words.fill()
			f.begin()
			f.line = append(f.line, s.text...)
		}
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

// suffixes are the glyphs made of ! and ?.
var suffixes = map[string]NAG{"!": Good, "?": Mistake, "!!": Brilliant, "??": Blunder, "!?": Interesting, "?!": Dubious}

// glyph keeps a glyph of the last move.
func (s *scribe) glyph(n NAG) bool {
	if i, found := slices.BinarySearch(s.nags, n); !found {
		s.nags = slices.Insert(s.nags, i, n)
	}
	return s.annotable
}

// flush writes the glyphs of the last move.
func (s *scribe) flush() {
	if len(s.nags) == 0 {
		return
	}
	f := s.words.fill()
	for _, n := range s.nags {
		f.glyph(uint8(n))
	}
	s.nags = s.nags[:0]
}

// command writes the comment that begins at from, behind which the move of ply
// would come, and tells where it ends; 0 when it holds more than plain commands.
func (s *scribe) command(from, ply int) (end int) {
	if end = s.words.plainCommand(from); end > 0 {
		s.leadIn(ply)
		s.words.command(from, end)
	}
	return end
}

// comment writes the comment that stands from from to to, signs and all.
func (s *scribe) comment(from, to, ply int) {
	raw := s.words.src[from+1 : to-1]
	if blank(raw) {
		s.flush()
		s.annotable = false
		return
	}
	s.leadIn(ply)
	if s.words.plainProse(from, to) {
		s.words.prose(from, to)
		return
	}
	s.plain(raw)
	s.words.fill().spread(s.text)
}

// leadIn writes what stands before a comment behind which the move of ply would
// come.
func (s *scribe) leadIn(ply int) {
	s.flush()
	s.annotable = false
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

// open begins a variation with the bracket at i; it replaces the last move of l.
func (s *scribe) open(l *replayed, i int) bool {
	// One in place of the first move of another stands behind that in export
	// format.
	if s.waiting || l.inside && l.ply == l.from+1 {
		return false
	}
	s.flush()
	s.words.stand(i, i+1)
	s.bracket()
	s.words.glue = true
	return true
}

// close ends the variation l with the bracket at i.
func (s *scribe) close(l *replayed, i int) bool {
	if s.waiting || l.ply == l.from {
		return false
	}
	s.flush()
	s.words.glue = true
	s.words.stand(i, i+1)
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
	s.words.fill().word(r.result)
	s.head(r)
	s.out = append(s.words.lines(s.out), '\n')
	return true
}
