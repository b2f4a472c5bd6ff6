package pgn

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"rookery/chess"
)

// A replay plays games that are written as nearly all are straight from their
// bytes: no tokens, no tree, no memory of its own for each. It takes plain tag
// pairs, SAN, numbers, comments, glyphs and variations, all without fault. For
// anything else it gives up and the parser, which reads every token and says
// what is wrong, takes over; the two read the same, which fuzzing holds them to.
type replay struct {
	rules known
	tags  []plainPair
	names uint64 // which hashes of names are among tags

	kind   knownRules
	plies  int // of the main line
	result string

	lines []replayed // the main line and the variations that are open in it

	scribe  *scribe  // where the game is written anew; nil when it is only checked
	witness *witness // who looks at the positions; nil when nobody does
	tracker *Tracker // follows the main line to its opening; nil when nobody asks
	trace   *tracer  // who notes the moves; nil when nobody does
}

// replayed is a line of moves: the present position and the one before.
type replayed struct {
	at      [2]chess.Position
	checked [2]bool
	now     uint8 // of the two
	moved   bool  // the other one is that before the last move
	ply     int   // moves since the first position
	from    int   // ply where the line begins
	inside  bool  // it is a variation
}

// deepest is how many variations within each other a replay follows.
const deepest = 32

// game plays one game. It is false when the parser must read the game.
func (r *replay) game(text []byte) bool {
	i, ok := r.head(text)
	if !ok || !plainLineEnds(text) || !r.begin() {
		return false
	}
	if r.scribe != nil && !r.scribe.begin(r, text, i) {
		return false
	}
	if r.witness != nil {
		r.witness.see(&r.lines[0].at[0], false)
	}
	if r.tracker != nil {
		r.tracker.Begin(&r.lines[0].at[0])
	}
	marker, ok := r.moves(text[i:])
	return ok && r.end(marker) && (r.scribe == nil || r.scribe.end(r))
}

// final is the position behind the last move, good until the next game.
func (r *replay) final() *chess.Position {
	l := &r.lines[0]
	return &l.at[l.now&1]
}

// begin sets up the first position.
func (r *replay) begin() bool {
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
	if r.kind, err = r.rules.find(string(variant), fen); err != nil {
		return false
	}
	on, ok := r.kind.board.(chess.Positioned)
	if !ok {
		return false
	}
	p := on.Position()
	if hasFEN && fen != "" {
		if p, err = chess.ParsePosition(r.kind.rules, fen); err != nil {
			return false
		}
	}
	if r.lines == nil {
		r.lines = make([]replayed, 1, deepest)
	}
	r.lines = r.lines[:1]
	l := &r.lines[0]
	l.at[0], l.checked[0], l.now, l.moved, l.ply = *p, p.InCheck(), 0, false, 0
	return true
}

// end settles the result.
func (r *replay) end(marker string) bool {
	r.plies, r.result = r.lines[0].ply, marker
	if tag, ok := r.value("Result"); ok {
		switch string(tag) {
		case WhiteWins, BlackWins, Draw:
			r.result = plainResult(tag)
			if marker != Unknown && marker != r.result {
				return false
			}
		case Unknown, "?", "":
		default:
			return false
		}
	}
	return true
}

// plainResult is the result that b begins with, written as PGN has it; empty
// when there is none.
func plainResult(b []byte) string {
	for _, s := range [...]string{WhiteWins, BlackWins, Draw, Unknown} {
		if len(b) >= len(s) && string(b[:len(s)]) == s {
			return s
		}
	}
	return ""
}

// sort is what a byte begins in movetext.
type sort uint8

const (
	odd     sort = iota // what only the parser understands
	gap                 // white space
	newLine             // the end of a line
	numeral             // a move number or a result
	letters             // a move
	point               // the dots of a number
	note                // a comment
	inner               // a variation
	outer               // its end
	sign                // ! and ?
	nag                 // $
	star                // a result
)

// sorts tells what each byte begins.
var sorts = func() (t [256]sort) {
	for c := range t {
		switch {
		case c >= 'a' && c <= 'h', c >= 'A' && c <= 'Z':
			t[c] = letters
		case c >= '0' && c <= '9':
			t[c] = numeral
		}
	}
	t[' '], t['\t'], t['\n'], t['\r'] = gap, gap, newLine, newLine
	t['.'], t['{'], t['('], t[')'] = point, note, inner, outer
	t['!'], t['?'], t['$'], t['*'] = sign, sign, nag, star
	return t
}()

// moves plays the movetext and gives the result behind it, * without one.
func (r *replay) moves(b []byte) (marker string, ok bool) {
	r.lines = r.lines[:1]
	l := &r.lines[0]
	line := -1 // where the line ends that the last comment stood on
	for i := 0; i < len(b); {
		switch sorts[b[i]] {
		case gap:
			i++
		case newLine:
			if i++; i < len(b) && b[i] == '%' {
				return "", false
			}
		case numeral:
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
			if r.scribe != nil {
				r.scribe.numbered(numeric{from, i, value, i - dots})
			}
			for i < len(b) && (b[i] == '.' || b[i] == ' ') {
				i++
			}
		case star:
			return r.marker(b[i:])
		case point:
			if i++; r.scribe != nil {
				r.scribe.numbered(numeric{})
			}
		case letters:
			n, now := toBlank(b[i:]), l.now&1
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
			if r.scribe != nil {
				r.scribe.move(l, m, check, i, i+n)
			}
			if r.witness != nil {
				r.witness.see(&l.at[now^1], l.inside)
			}
			if r.tracker != nil && r.tracker.Active && !l.inside {
				r.tracker.See(&l.at[now^1])
			}
			if r.trace != nil && !l.inside {
				r.trace.move(m)
			}
			l.checked[now^1] = check
			l.now, l.moved = now^1, true
			l.ply++
			if i += n; i < len(b) && b[i] == ' ' {
				i++
			}
		case note:
			if r.scribe != nil {
				if end := r.scribe.command(i, l.ply); end > 0 {
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
				if _, found := tagLine(b[:i+n], i, false); found {
					return "", false
				}
			}
			if r.scribe != nil {
				r.scribe.comment(i, i+n+1, l.ply)
			}
			i += n + 1
		case inner:
			if !l.moved || len(r.lines) == deepest || r.scribe != nil && !r.scribe.open(l, i) {
				return "", false
			}
			r.lines = r.lines[:len(r.lines)+1]
			v, before := &r.lines[len(r.lines)-1], l.now&1^1
			v.at[0], v.checked[0], v.now, v.moved = l.at[before], l.checked[before], 0, false
			v.ply, v.from, v.inside = l.ply-1, l.ply-1, true
			l = v
			i++
		case outer:
			if len(r.lines) == 1 || r.scribe != nil && !r.scribe.close(l, i) {
				return "", false
			}
			r.lines = r.lines[:len(r.lines)-1]
			l = &r.lines[len(r.lines)-1]
			i++
		case sign:
			from := i
			for i < len(b) && (b[i] == '!' || b[i] == '?') {
				i++
			}
			if i-from > 2 || r.scribe != nil && !r.scribe.glyph(suffixes[string(b[from:i])]) {
				return "", false
			}
		case nag:
			from, n := i, 0
			for i++; i < len(b) && digit(b[i]); i++ {
				n = min(10*n+int(b[i]-'0'), 256)
			}
			if i == from+1 || r.scribe != nil && n < 256 && !r.scribe.glyph(NAG(n)) {
				return "", false
			}
		default:
			return "", false
		}
	}
	return Unknown, len(r.lines) == 1
}

// toBlank is how many bytes b has before the first white space, as far as eight
// bytes tell; else as many as a word at its beginning has.
func toBlank(b []byte) int {
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

// wordLength is the length of the word that b begins with.
func wordLength(b []byte) int {
	n := 0
	for n < len(b) && !wordEnd[b[n]] {
		n++
	}
	return n
}

// marker reads a result that must be the last of the text.
func (r *replay) marker(b []byte) (string, bool) {
	s := plainResult(b)
	if s == "" || len(r.lines) > 1 {
		return "", false
	}
	for i := len(s); i < len(b); i++ {
		if k := sorts[b[i]]; k != gap && k != newLine {
			return "", false
		}
	}
	return s, true
}
