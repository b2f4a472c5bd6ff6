package tui

import "rookery/chess"

// glyphs are the signs a session draws with. Every sign is one column wide in
// any terminal; no variation selector is ever written, and the black pawn of
// Unicode (U+265F), which some terminals draw as a picture, does not occur.
type glyphs struct {
	men [2][7]rune // by color and role; the space for no role

	dot     rune // an empty square that can be moved to
	texture rune // the darkest squares where there is no colour
	fog     rune
	pairs   [markKinds][2]rune // left and right of a man

	bullet, hollow   rune // the side that moves, and the other
	bar, rule, arrow rune
	prompt           string
	ellipsis         string
}

// newGlyphs chooses signs. A set whose sides differ by colour alone gives way
// to one told apart by shape where there is no colour.
func newGlyphs(set PieceSet, ascii, mono bool) *glyphs {
	g := &glyphs{
		dot: '•', texture: '·', fog: '░',
		bullet: '●', hollow: '○', bar: '│', rule: '─', arrow: '▸',
		prompt: "Move ▸ ", ellipsis: "…",
		pairs: [markKinds][2]rune{
			markLast: {'‹', '›'}, markCheck: {'!', '!'}, markHint: {'>', '<'}, markBlast: {'*', '*'},
			markTarget: {'(', ')'}, markSelected: {'{', '}'}, markCursor: {'[', ']'},
		},
	}
	if ascii {
		g.dot, g.texture, g.fog = 'o', '.', '?'
		g.bullet, g.hollow, g.bar, g.rule, g.arrow = '*', 'o', '|', '-', '>'
		g.prompt, g.ellipsis = "Move > ", ".."
		g.pairs[markLast] = [2]rune{'-', '-'}
		set = Letters
	}
	if set == Solid && mono {
		set = Outlined
	}
	solid := [7]rune{' ', '♙', '♞', '♝', '♜', '♛', '♚'}
	switch set {
	case Letters:
		g.men = [2][7]rune{{' ', 'P', 'N', 'B', 'R', 'Q', 'K'}, {' ', 'p', 'n', 'b', 'r', 'q', 'k'}}
		if !mono {
			g.men[chess.Black] = g.men[chess.White]
		}
	case Outlined:
		g.men = [2][7]rune{{' ', '♙', '♘', '♗', '♖', '♕', '♔'}, solid}
		g.men[chess.Black][chess.Pawn] = '▴'
	default:
		g.men = [2][7]rune{solid, solid}
	}
	return g
}

// glyphs of the session as it is set now.
func (s *Session) glyphs() *glyphs { return newGlyphs(s.Pieces, s.ASCII, s.Theme.Mono) }

// man is the sign of a piece as it looks on its square.
func (g *glyphs) man(c chess.Cell) rune {
	role := c.Piece.Role()
	if c.Look != chess.NoRole && c.Piece != 0 {
		role = c.Look
	}
	if role > chess.King {
		return '?'
	}
	return g.men[c.Piece.Color()][role]
}
