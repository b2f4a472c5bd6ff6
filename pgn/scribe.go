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
	fill   *filler
	first  int    // number of the first move
	black  int    // 1 when Black makes it
	result string // as the Result tag was written
	order  []int  // places of the tags in the order of export
	text   []byte

	nags      []NAG // of the last move, not yet written
	annotable bool  // glyphs may still follow the last move
	fresh     bool  // comments belong to the last move, or to the game before the first
	told      bool  // the number of the move to come is written
	waiting   bool  // a comment for the move to come is written
	behind    bool  // a bracket was written last
	tell      bool  // a black move must tell its number
}

// head writes the tag pairs, which end at end.
func (s *scribe) head(r *replay, text []byte, end int) bool {
	if !isASCII(text) && !utf8.Valid(text) {
		return false
	}
	for _, c := range []byte("\t\v\f") {
		if bytes.IndexByte(text[:end], c) >= 0 {
			return false
		}
	}
	p := &r.lines[0].at[0]
	*s = scribe{fill: s.fill, order: s.order[:0], nags: s.nags[:0], text: s.text,
		first: max(p.Fullmove(), 1), annotable: true, fresh: true, tell: true, result: Unknown}
	if p.Turn() == chess.Black {
		s.black = 1
	}
	for i := range roster {
		t := &roster[i]
		value, ok := r.value(t.Name)
		switch {
		case t.Name == "Result":
			if known := plainResult(value); known != "" {
				s.result = known
			}
			s.fill.tag(t.Name, s.result)
		case ok:
			s.pair(plainPair{[]byte(t.Name), value})
		default:
			s.fill.tag(t.Name, t.Value)
		}
	}
	for i := range r.tags {
		if !inRoster(string(r.tags[i].name)) {
			s.order = append(s.order, i)
		}
	}
	slices.SortFunc(s.order, func(a, b int) int { return bytes.Compare(r.tags[a].name, r.tags[b].name) })
	for _, i := range s.order {
		s.pair(r.tags[i])
	}
	s.fill.out = append(s.fill.out, '\n')
	return true
}

// pair writes a tag pair as it was found.
func (s *scribe) pair(t plainPair) {
	f := s.fill
	f.out = append(append(append(f.out, '['), t.name...), ` "`...)
	f.out = append(append(f.out, t.value...), "\"]\n"...)
}

// numbered notes that the number of the next move was read.
func (s *scribe) numbered() { s.fresh, s.annotable = false, false }

// number writes that number where it must be told.
func (s *scribe) number(ply int, must bool) {
	ply += s.black
	switch {
	case ply&1 == 0:
		s.fill.number(s.first+ply/2, ".")
	case must:
		s.fill.number(s.first+ply/2, "...")
	}
}

// move writes a move.
func (s *scribe) move(ply int, p *chess.Position, m chess.Move, next *chess.Position, check bool) {
	s.flush()
	if !s.told {
		s.number(ply, s.tell)
	}
	s.fill.begin()
	s.fill.out = p.AppendSAN(s.fill.out, m, next, check)
	s.annotable, s.fresh = true, true
	s.told, s.waiting, s.behind, s.tell = false, false, false, false
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
	if len(bytes.Trim(raw, " \t\r\n")) == 0 {
		return true
	}
	s.plain(raw)
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
	s.fill.spread(s.text)
	s.tell = true
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
func (s *scribe) end(result string) bool {
	if s.waiting || result != s.result {
		return false
	}
	s.flush()
	s.fill.word(result)
	s.fill.end()
	s.fill.out = append(s.fill.out, '\n')
	return true
}
