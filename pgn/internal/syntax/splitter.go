package syntax

// Phase is how far the current game has come.
type Phase uint8

const (
	Between Phase = iota // no game yet
	InTags
	inMoves
	ended // after the termination marker
)

// splitter finds where games begin, from tokens alone. It knows no rules of
// chess; reader and index both use it and so agree.
type splitter struct {
	phase   Phase
	depth   int  // of variations
	hasMove bool // a word that may be a move was seen
	closing bool // the last token but comments was a result
	noise   bool // the rest of this line is noise
	apart   bool // a blank line follows the end

	section int // counts blank lines among the tags
	seen    []seenTag

	// mark is the token, counted from the start of the current game, where the
	// next game begins if it turns out to begin; -1 without one.
	mark    int
	numbers bool // at mark or after it are move numbers not yet assigned
	n       int  // tokens taken
}

// MaxTags is how many names of one game are remembered to see that one comes
// again; no game has that many.
const MaxTags = 128

type seenTag struct {
	name    string
	section int
}

// verdict says what a token is to the division into games.
type verdict uint8

const (
	belongs verdict = iota // to the current game, or waits for one
	begins                 // a new game, at the token splitter.mark
	trails                 // noise just after the end of the current game
	refuse                 // text that belongs to no game
)

// start makes the splitter ready for the tokens of a new game, or at the head
// of a file for what stands between games.
func (s *splitter) start(p Phase) {
	*s = splitter{phase: p, seen: s.seen[:0], mark: -1}
}

// take judges the next token, whose text is b.
func (s *splitter) take(t Token, b []byte) verdict {
	var v verdict
	switch s.phase {
	case Between, ended:
		v = s.outside(t, b)
	case InTags:
		v = s.amongTags(t, b)
	default:
		v = s.amongMoves(t, b)
	}
	if v != refuse {
		s.n++
	}
	return v
}

// outside judges a token before the first game or after a finished one.
func (s *splitter) outside(t Token, b []byte) verdict {
	if t.lineStart {
		s.noise = false
	}
	s.apart = s.apart || t.blank
	switch t.Kind {
	case Comment, LineComment:
		if s.mark < 0 && (s.phase == Between || t.blank) {
			s.mark = s.n
		}
		return belongs
	case TagPair, BadTag:
		if s.mark < 0 || s.numbers {
			s.mark = s.n
		}
		return begins
	case MoveNumber, DotsToken:
		if s.noise {
			return refuse
		}
		if s.mark < 0 {
			s.mark = s.n
		}
		s.numbers = true
		return belongs
	case WordToken:
		if !s.noise && isPlainMove(b) {
			if s.mark < 0 {
				s.mark = s.n
			}
			return begins
		}
	}
	s.noise = true
	s.mark, s.numbers = -1, false
	if s.phase == ended && !s.apart {
		return trails
	}
	return refuse
}

// amongTags judges a token in the tag section.
func (s *splitter) amongTags(t Token, b []byte) verdict {
	if t.blank {
		s.section++
	}
	switch t.Kind {
	case Comment, LineComment, BadTag:
		return belongs
	case TagPair:
		name := tagName(b)
		for _, old := range s.seen {
			if old.name == name {
				if old.section == s.section {
					return belongs
				}
				s.mark = s.n
				return begins
			}
		}
		if len(s.seen) < MaxTags {
			s.seen = append(s.seen, seenTag{name, s.section})
		}
		return belongs
	}
	s.phase = inMoves
	t.blank = false
	return s.amongMoves(t, b)
}

// amongMoves judges a token of the movetext.
func (s *splitter) amongMoves(t Token, b []byte) verdict {
	if t.blank && s.mark < 0 {
		s.mark = s.n
	}
	switch t.Kind {
	case Comment, LineComment:
		return belongs
	case TagPair:
		s.mark = s.n
		return begins
	case MoveNumber:
		if s.mark >= 0 && s.hasMove && (s.depth == 0 || s.closing) && firstNumber(b) {
			return begins
		}
	case OpenVariation:
		s.depth++
	case CloseVariation:
		s.depth = max(s.depth-1, 0)
	case WordToken:
		s.hasMove = s.hasMove || LooksLikeMove(b)
	}
	s.mark = -1
	s.closing = t.Kind == ResultToken
	if s.closing && s.depth == 0 {
		s.phase = ended
	}
	return belongs
}

// firstNumber reports whether b is the number of White's first move.
func firstNumber(b []byte) bool {
	return b[0] == '1' && (len(b) == 1 || len(b) == 2 && b[1] == '.')
}

func tagName(b []byte) string {
	i := SkipSpace(b, 1)
	j := i
	for j < len(b) && IsTagNameByte(b[j]) {
		j++
	}
	return string(b[i:j])
}
