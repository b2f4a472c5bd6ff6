package draw

import (
	"sync/atomic"

	"rookery/chess"
)

// Glyphs are the signs a session draws with. Every sign is one column wide in
// any terminal; no variation selector is ever written, and the black pawn of
// Unicode (U+265F), which some terminals draw as a picture, does not occur.
type Glyphs struct {
	Pieces   [2][7]rune // by color and role; the space for no role
	art      artSheet   // pieces drawn over several signs; nil for none
	outline  [2]bool    // by color: the drawn pieces are hollow
	Pictures bool       // pieces are pictures
	small    bool       // pieces are drawn in cells smaller than 6×3 too
	Blind    bool       // no piece is shown

	dot     rune // an empty square that can be moved to
	Texture rune // the darkest squares where there is no colour
	fog     rune
	goal    rune               // in the corner of a square that wins
	pairs   [markKinds][2]rune // left and right of a piece
	corners [markKinds][4]rune // of a cell: upper left and right, lower left and right

	Bullet, Hollow   rune // Black and White before their names
	bar, Rule, arrow rune
	Prompt           string
	Ellipsis         string
}

// SideMark stands before a player's name: whose pieces he has, and a pointer
// before that while he is to move.
func (g *Glyphs) SideMark(c chess.Color, toMove bool) string {
	lead, sign := ' ', g.Hollow
	if c == chess.Black {
		sign = g.Bullet
	}
	if toMove {
		lead = g.arrow
	}
	return string([]rune{lead, sign})
}

// newGlyphs chooses signs. A set whose sides differ by colour alone gives way
// to one told apart by shape where colour does not tell. Fitting is drawn as Solid, and in
// small cells by art; of hollow pieces that small only sextants tell.
func newGlyphs(set PieceSet, art ArtSet, ascii, shapes bool) *Glyphs {
	g := &Glyphs{
		dot: '•', Texture: '·', fog: '░', goal: '⚑',
		Bullet: '●', Hollow: '○', bar: '│', Rule: '─', arrow: '▸',
		Prompt: "Move ▸ ", Ellipsis: "…",
		pairs: [markKinds][2]rune{
			markLast: {'‹', '›'}, markForced: {'«', '»'}, markCheck: {'!', '!'}, markHint: {'>', '<'},
			markPremove: {'~', '~'}, markTurned: {'⇄', '⇄'}, markBlast: {'*', '*'},
			markTarget: {'(', ')'}, markSelected: {'{', '}'}, markCursor: {'[', ']'},
		},
		corners: [markKinds][4]rune{
			markLast: {'▘', 0, 0, '▗'}, markForced: {'«', '»', '«', '»'}, markCheck: {'!', '!', '!', '!'},
			markHint: {'>', '<', '>', '<'}, markPremove: {'~', '~', '~', '~'}, markTurned: {'⇄', '⇄', '⇄', '⇄'},
			markBlast: {'*', '*', '*', '*'}, markTarget: {'╭', '╮', '╰', '╯'},
			markSelected: {'╔', '╗', '╚', '╝'}, markCursor: {'┏', '┓', '┗', '┛'},
		},
	}
	if ascii {
		g.dot, g.Texture, g.fog, g.goal = 'o', '.', '?', '#'
		g.Bullet, g.Hollow, g.bar, g.Rule, g.arrow = '*', 'o', '|', '-', '>'
		g.Prompt, g.Ellipsis = "Move > ", ".."
		g.pairs[markLast], g.pairs[markForced] = [2]rune{'-', '-'}, [2]rune{'^', '^'}
		g.pairs[markTurned] = [2]rune{'%', '%'}
		for k := range g.corners {
			l, r := g.pairs[k][0], g.pairs[k][1]
			g.corners[k] = [4]rune{l, r, l, r}
		}
		set, art = Letters, NoArt
	}
	g.small = set == Fitting && (!shapes || art == Sextants)
	if set <= Solid && shapes {
		set = Outlined
	}
	g.art = artSheets[art%ArtSets]()
	g.outline[chess.White] = shapes || set == Outlined
	solid := [7]rune{' ', '♙', '♞', '♝', '♜', '♛', '♚'}
	switch set {
	case Letters:
		g.Pieces = [2][7]rune{{' ', 'P', 'N', 'B', 'R', 'Q', 'K'}, {' ', 'p', 'n', 'b', 'r', 'q', 'k'}}
		if !shapes {
			g.Pieces[chess.Black] = g.Pieces[chess.White]
		}
	case Outlined:
		g.Pieces = [2][7]rune{{' ', '♙', '♘', '♗', '♖', '♕', '♔'}, solid}
		g.Pieces[chess.Black][chess.Pawn] = '▴'
	default:
		g.Pieces = [2][7]rune{solid, solid}
	}
	return g
}

// drawing is a piece drawn over its cell as it looks on its square; nil where it is
// one sign.
func (g *Glyphs) drawing(size CellSize, c chess.Cell) drawing {
	if !g.drawn(size) {
		return nil
	}
	return g.art.piece(size, g.role(c), g.outline[c.Piece.Color()])
}

// drawn tells whether pieces are drawn over cells of a size.
func (g *Glyphs) drawn(size CellSize) bool {
	if g.Pictures {
		return size.H > 1 && (g.small || size.W >= bigCell)
	}
	return g.art[size.W] != nil && (g.small || size.W >= bigCell)
}

// glyphTable holds the signs that sessions with a theme draw with, by sets and by
// whether they are ASCII, without pieces and pictures; each is made when it is first needed and
// never changed.
type glyphTable [pieceSets][ArtSets][2][2][2]atomic.Pointer[Glyphs]

// Glyphs are what is drawn with as the look is now.
func (l *Look) Glyphs() *Glyphs {
	ascii, blind, pictures := 0, 0, 0
	if l.ASCIIOnly() {
		ascii = 1
	}
	if l.Blindfold {
		blind = 1
	}
	if l.drawsPictures() {
		pictures = 1
	}
	th, set, art := l.Theme, l.DrawnPieces(), l.DrawnArt()
	if set == Solid && l.Pieces == Fitting {
		set = Fitting
	}
	at := &th.glyphs[set%pieceSets][art%ArtSets][ascii][blind][pictures]
	g := at.Load()
	if g == nil {
		g = newGlyphs(set, art, l.ASCIIOnly(), th.Mono || th.Hollow)
		g.Blind, g.Pictures = l.Blindfold, pictures == 1
		at.Store(g)
	}
	return g
}

// role is what a piece is drawn as.
func (g *Glyphs) role(c chess.Cell) chess.Role {
	if c.Look != chess.NoRole && c.Piece != 0 {
		return c.Look
	}
	return c.Piece.Role()
}

// piece is the sign of a piece as it looks on its square.
func (g *Glyphs) piece(c chess.Cell) rune {
	role := g.role(c)
	if role > chess.King {
		return '?'
	}
	return g.Pieces[c.Piece.Color()][role]
}
