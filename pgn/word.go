package pgn

import (
	"errors"
	"strconv"
	"strings"

	"rookery/chess"
)

// word reads a word of the movetext: a move, an annotation sign, or text that
// is neither.
func (p *Parser) word(t token) {
	b := p.text[t.start:t.end]
	if moveLike(b) {
		p.stray = false
		p.move(t)
		return
	}
	s := p.textOf(t)
	switch s {
	case "e.p.", "ep", "e.p", "ep.", "+", "++", "#", "N.B.":
		return
	}
	if n, ok := glyphs[plainDashes(s)]; ok {
		p.addGlyph(n)
		return
	}
	p.strayText(t, ErrStrayText)
}

// move plays a move, or breaks the line off where there is no such move.
func (p *Parser) move(t token) {
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
		p.broken, p.skip = t.start, 0
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
	heads := len(p.frames) > 0 && p.frames[len(p.frames)-1].parent == parent
	switch {
	case len(parent.Children) == 0:
		k := len(p.kids)
		p.kids = append(p.kids, n)
		parent.Children = p.kids[k : k+1 : k+1]
	case heads:
		parent.Children = append(parent.Children, n)
	default:
		parent.Children = append([]*Node{n}, parent.Children...)
	}
	return n
}

// glyphNumber reads $n. Numbers above 255 mean nothing and are passed over.
func (p *Parser) glyphNumber(t token) {
	digits := p.raw[t.start+1 : t.end]
	if digits == "" {
		p.strayText(t, ErrStrayText)
		return
	}
	if n, err := strconv.ParseUint(digits, 10, 8); err == nil {
		p.addGlyph(NAG(n))
	}
}

// glyph reads signs that stand alone, such as !? and ±.
func (p *Parser) glyph(t token) {
	s := p.textOf(t)
	if n, ok := glyphs[plainDashes(s)]; ok {
		p.addGlyph(n)
		return
	}
	if len(s) > 2 && strings.Trim(s, "!?") == "" {
		p.addGlyph(glyphs[s[:2]])
	}
	p.strayText(t, ErrStrayText)
}

// addGlyph puts an annotation on the last move.
func (p *Parser) addGlyph(n NAG) { p.cur.NAGs = addNAG(p.cur.NAGs, n) }

// isPromotionChoice tells whether an error says only that a pawn does not tell
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
