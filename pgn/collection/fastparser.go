package collection

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"rookery/chess"
	"rookery/pgn"
	"rookery/pgn/internal/syntax"
	"rookery/pgn/opening"
)

// A fastParser plays games that are written as nearly all are straight from their
// bytes: no tokens, no tree, no memory of its own for each. It takes plain tag
// pairs, SAN, numbers, comments, glyphs and variations, all without fault. For
// anything else it gives up and the parser, which reads every token and says
// what is wrong, takes over; the two read the same, which fuzzing holds them to.
type fastParser struct {
	rules syntax.RulesCache
	tags  []fastTag
	names uint64 // which hashes of names are among tags

	found  syntax.CachedRules
	plies  int // of the main line
	result string

	open []fastLine // the main line and the variations that are open in it

	exporter *exporter        // rewrites the game; nil when it is only checked
	matcher  *positionMatcher // looks at the positions; nil when none is sought
	tracker  *opening.Tracker // follows the main line to its opening; nil when not asked for
	// openingOnly stops where no more openings can follow; moves, result and what
	// stands behind that are not looked at.
	openingOnly bool
	trace       *moveTrace  // notes the moves; nil when not asked for
	lines       *lineWriter // writes the main line; nil when not asked for
	steps       *stepNotes  // notes positions and moves of the main line; nil when not asked for
}

// fastLine is a line of moves: the current position and the one before.
type fastLine struct {
	at      [2]chess.Position
	checked [2]bool
	now     uint8 // of the two
	moved   bool  // the other one is that before the last move
	ply     int   // moves since the first position
	from    int   // ply where the line begins
	inside  bool  // it is a variation
}

// maxDepth is how many variations within each other are followed.
const maxDepth = 32

// parse plays one game. It is false when the parser must read the game.
func (r *fastParser) parse(text []byte) bool {
	i, ok := r.parseTags(text)
	if !ok || !plainLineEnds(text) || !r.setUp() {
		return false
	}
	if r.exporter != nil && !r.exporter.begin(r, text, i) {
		return false
	}
	if r.matcher != nil {
		r.matcher.look(&r.open[0].at[0], false)
	}
	if r.lines != nil {
		r.lines.begin(&r.open[0].at[0])
	}
	if r.steps != nil {
		tag, _ := r.value("Result")
		r.steps.begin(plainResult(tag))
	}
	if r.tracker != nil {
		r.tracker.Begin(&r.open[0].at[0])
		if r.openingOnly && !r.tracker.Active {
			return true
		}
	}
	marker, ok := r.parseMoves(text[i:])
	if r.openingOnly {
		return ok
	}
	return ok && r.settleResult(marker) && (r.exporter == nil || r.exporter.end(r))
}

// finalPosition is the position after the last move, valid until the next game.
func (r *fastParser) finalPosition() *chess.Position {
	l := &r.open[0]
	return &l.at[l.now&1]
}

func (r *fastParser) setUp() bool {
	variant, _ := r.value("Variant")
	tag, hasFEN := r.value("FEN")
	fen := string(bytes.TrimSpace(tag))
	if fen == "?" || fen == "-" {
		fen = ""
	}
	if _, setUp := r.value("SetUp"); setUp && fen == "" {
		return false
	}
	var err error
	if r.found, err = r.rules.Find(string(variant), fen); err != nil {
		return false
	}
	on, ok := r.found.Board.(chess.Positioned)
	if !ok {
		return false
	}
	p := on.Position()
	if hasFEN && fen != "" {
		if p, err = chess.ParsePosition(r.found.Rules, fen); err != nil {
			return false
		}
	}
	if r.open == nil {
		r.open = make([]fastLine, 1, maxDepth)
	}
	r.open = r.open[:1]
	l := &r.open[0]
	l.at[0], l.checked[0], l.now, l.moved, l.ply = *p, p.InCheck(), 0, false, 0
	return true
}

func (r *fastParser) settleResult(marker string) bool {
	r.plies, r.result = r.open[0].ply, marker
	if tag, ok := r.value("Result"); ok {
		switch string(tag) {
		case pgn.WhiteWins, pgn.BlackWins, pgn.Draw:
			r.result = plainResult(tag)
			if marker != pgn.Unknown && marker != r.result {
				return false
			}
		case pgn.Unknown, "?", "":
		default:
			return false
		}
	}
	return true
}

// plainResult is the result that b begins with, written as PGN has it; empty
// when there is none.
func plainResult(b []byte) string {
	for _, s := range [...]string{pgn.WhiteWins, pgn.BlackWins, pgn.Draw, pgn.Unknown} {
		if len(b) >= len(s) && string(b[:len(s)]) == s {
			return s
		}
	}
	return ""
}

// byteClass is what a byte begins in movetext.
type byteClass uint8

const (
	classOdd     byteClass = iota // what only the parser understands
	classSpace                    // white space
	classLineEnd                  // the end of a line
	classDigit                    // a move number or a result
	classLetter                   // a move
	classDot                      // the dots of a number
	classComment                  // a comment
	classOpen                     // a variation
	classClose                    // its end
	classSuffix                   // ! and ?
	classNAG                      // $
	classStar                     // a result
)

// byteClasses tells what each byte begins.
var byteClasses = func() (t [256]byteClass) {
	for c := range t {
		switch {
		case c >= 'a' && c <= 'h', c >= 'A' && c <= 'Z':
			t[c] = classLetter
		case c >= '0' && c <= '9':
			t[c] = classDigit
		}
	}
	t[' '], t['\t'], t['\n'], t['\r'] = classSpace, classSpace, classLineEnd, classLineEnd
	t['.'], t['{'], t['('], t[')'] = classDot, classComment, classOpen, classClose
	t['!'], t['?'], t['$'], t['*'] = classSuffix, classSuffix, classNAG, classStar
	return t
}()

// parseMoves plays the movetext and gives the result after it, * without one.
func (r *fastParser) parseMoves(b []byte) (marker string, ok bool) {
	r.open = r.open[:1]
	l := &r.open[0]
	line := -1 // where the line ends that the last comment stood on
	for i := 0; i < len(b); {
		switch byteClasses[b[i]] {
		case classSpace:
			i++
		case classLineEnd:
			if i++; i < len(b) && b[i] == '%' {
				return "", false
			}
		case classDigit:
			from, value := i, 0
			for ; i < len(b) && digit(b[i]); i++ {
				value = min(10*value+int(b[i]-'0'), 1<<30)
			}
			if i == len(b) {
				if b[from] == '0' {
					return "", false // it may be a null move
				}
				break
			}
			dots := i
			switch c := b[i]; {
			case c == '-' || c == '/':
				return r.marker(b[from:])
			case c >= 0x80 || b[from] == '0':
				return "", false
			}
			for i < len(b) && b[i] == '.' {
				i++
			}
			if r.exporter != nil {
				r.exporter.numbered(numberInText{from, i, value, i - dots})
			}
			for i < len(b) && (b[i] == '.' || b[i] == ' ') {
				i++
			}
		case classStar:
			return r.marker(b[i:])
		case classDot:
			if i++; r.exporter != nil {
				r.exporter.numbered(numberInText{})
			}
		case classLetter:
			n, now := lengthToSpace(b[i:]), l.now&1
			m, check, ok := l.at[now].Follow(b[i:i+n], l.checked[now], &l.at[now^1])
			if !ok {
				// Something else may follow the word without a blank.
				if n = wordLength(b[i:]); n == 0 {
					return "", false
				}
				if m, check, ok = l.at[now].Follow(b[i:i+n], l.checked[now], &l.at[now^1]); !ok {
					return "", false
				}
			}
			if r.exporter != nil {
				r.exporter.move(l, m, check, i, i+n)
			}
			if r.matcher != nil {
				r.matcher.look(&l.at[now^1], l.inside)
			}
			if r.tracker != nil && r.tracker.Active && !l.inside {
				if r.tracker.See(&l.at[now^1]); r.openingOnly && !r.tracker.Active {
					return "", true
				}
			}
			if r.trace != nil && !l.inside {
				r.trace.move(m)
			}
			if r.lines != nil && !l.inside {
				r.lines.move(&l.at[now^1], m)
			}
			if r.steps != nil && !l.inside {
				if r.steps.move(l.at[now].Key(), m); r.steps.enough() {
					return pgn.Unknown, true // the result is that of the tag
				}
			}
			l.checked[now^1] = check
			l.now, l.moved = now^1, true
			l.ply++
			if i += n; i < len(b) && b[i] == ' ' {
				i++
			}
		case classComment:
			if r.exporter != nil {
				if end := r.exporter.command(i, l.ply); end > 0 {
					i = end
					break
				}
			}
			n := bytes.IndexByte(b[i:], '}')
			if n < 0 {
				return "", false
			}
			if line < i {
				if line = bytes.IndexByte(b[i:], '\n'); line < 0 {
					line = len(b)
				} else {
					line += i
				}
			}
			if line < i+n {
				if _, found := syntax.FindTagLine(b[:i+n], i, false); found {
					return "", false
				}
			}
			if r.exporter != nil {
				r.exporter.comment(i, i+n+1, l.ply)
			}
			i += n + 1
		case classOpen:
			if !l.moved || len(r.open) == maxDepth || r.exporter != nil && !r.exporter.open(l, i) {
				return "", false
			}
			r.open = r.open[:len(r.open)+1]
			v, before := &r.open[len(r.open)-1], l.now&1^1
			v.at[0], v.checked[0], v.now, v.moved = l.at[before], l.checked[before], 0, false
			v.ply, v.from, v.inside = l.ply-1, l.ply-1, true
			l = v
			i++
		case classClose:
			if len(r.open) == 1 || r.exporter != nil && !r.exporter.close(l, i) {
				return "", false
			}
			r.open = r.open[:len(r.open)-1]
			l = &r.open[len(r.open)-1]
			i++
		case classSuffix:
			from := i
			for i < len(b) && (b[i] == '!' || b[i] == '?') {
				i++
			}
			if i-from > 2 || r.exporter != nil && !r.exporter.glyph(suffixes[string(b[from:i])]) {
				return "", false
			}
		case classNAG:
			from, n := i, 0
			for i++; i < len(b) && digit(b[i]); i++ {
				n = min(10*n+int(b[i]-'0'), 256)
			}
			if i == from+1 || r.exporter != nil && n < 256 && !r.exporter.glyph(pgn.NAG(n)) {
				return "", false
			}
		default:
			return "", false
		}
	}
	return pgn.Unknown, len(r.open) == 1
}

// lengthToSpace is how many bytes b has before the first white space, as far as eight
// bytes tell; else as many as a word at its beginning has.
func lengthToSpace(b []byte) int {
	if len(b) < 8 {
		return wordLength(b)
	}
	// The lowest byte that is white space has its highest bit set here.
	const ones = 0x0101010101010101
	w := binary.LittleEndian.Uint64(b)
	if n := bits.TrailingZeros64((w-0x21*ones)&^w&(0x80*ones)) / 8; n < 8 {
		return n
	}
	return wordLength(b)
}

func wordLength(b []byte) int {
	n := 0
	for n < len(b) && !syntax.WordEnd[b[n]] {
		n++
	}
	return n
}

// marker reads a result that must be the last of the text.
func (r *fastParser) marker(b []byte) (string, bool) {
	s := plainResult(b)
	if s == "" || len(r.open) > 1 {
		return "", false
	}
	for i := len(s); i < len(b); i++ {
		if k := byteClasses[b[i]]; k != classSpace && k != classLineEnd {
			return "", false
		}
	}
	return s, true
}

// fastTag is a tag pair as it lies in the text.
type fastTag struct {
	name, value []byte
	line        []byte // the whole pair; nil when it was changed
}

// maxFastTags is how many tags a game may have.
const maxFastTags = 64

// parseTags reads the tag pairs and tells where the movetext begins.
func (r *fastParser) parseTags(text []byte) (end int, ok bool) {
	r.tags, r.names = r.tags[:0], 0
	i := 0
	for i < len(text) && text[i] == '[' {
		n := bytes.IndexByte(text[i:], '\n')
		if n < 0 {
			return 0, false
		}
		line := text[i : i+n]
		name, ok := parsePlainTag(line)
		if !ok || len(r.tags) == maxFastTags || r.twice(name) {
			return 0, false
		}
		value := line[len(name)+3:]
		end := len(value) - 2
		for value[end] != '"' {
			end-- // over a carriage return
		}
		r.tags = append(r.tags, fastTag{name, value[:end], line[:len(name)+3+end+2]})
		i += n + 1
	}
	if i == 0 { // moves alone
		return 0, len(text) > 0 && byteClasses[text[0]] == classDigit
	}
	return i, bytes.Count(text[:i], quote) == 2*len(r.tags) && bytes.IndexByte(text[:i], '\\') < 0
}

// twice reports whether a tag of this name was read before, and notes the name.
func (r *fastParser) twice(name []byte) bool {
	n := len(name)
	hash := uint64(1) << ((uint(name[0]) + uint(name[n/2])*7 + uint(name[n-1])*3 + uint(n)*5) & 63)
	if r.names&hash != 0 {
		for _, t := range r.tags {
			if bytes.Equal(t.name, name) {
				return true
			}
		}
	}
	r.names |= hash
	return false
}

func (r *fastParser) value(name string) (value []byte, ok bool) {
	for _, t := range r.tags {
		if string(t.name) == name {
			return t.value, true
		}
	}
	return nil, false
}

func (r *fastParser) set(name, value string) {
	pair := fastTag{name: []byte(name), value: []byte(syntax.EscapeTag.Replace(value))}
	for i := range r.tags {
		if string(r.tags[i].name) == name {
			r.tags[i] = pair
			return
		}
	}
	r.tags = append(r.tags, pair)
}
