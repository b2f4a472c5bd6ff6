package plain

import "rookery/chess"

// scene is what questions about a position are answered from.
type scene struct {
	view   chess.View
	layout *chess.Layout
	rules  chess.Rules
	// board is the position itself for what a view does not tell: moves and
	// FEN. Nil while a position is set up.
	board chess.Board
	eyes  chess.Observer
	live  bool // the present position of a game that goes on
}

// scene is the position that is heard now; false, with words why, when there
// is none.
func (p *program) scene() (scene, bool) {
	t := p.table
	switch {
	case p.draft != nil:
		d := p.draft
		v := chess.View{Cells: d.Cells, Turn: d.Turn, Pockets: d.Pockets, ChecksLeft: d.ChecksLeft, Halfmoves: d.Halfmoves, Fullmove: d.Fullmove}
		return scene{view: v, layout: d.Layout, rules: d.Rules, eyes: chess.Everyone}, true
	case p.book != nil && p.book.board != nil:
		b := p.book.board
		return scene{view: b.View(chess.Everyone), layout: b.Layout(), rules: b.Rules(), board: b, eyes: chess.Everyone}, true
	case p.book != nil:
		p.say("This game has no board.")
		return scene{}, false
	case t == nil:
		p.say("No board yet. Type new to play, or open and a file name.")
		return scene{}, false
	case t.Covered:
		p.say("The board is hidden until %s writes ready.", p.name(t.Game.Turn()))
		return scene{}, false
	}
	b, eyes := t.Game.BoardAt(t.shown), t.Observer()
	return scene{view: b.View(eyes), layout: b.Layout(), rules: b.Rules(), board: b, eyes: eyes, live: t.live() && !t.Over()}, true
}

// open tells whether everything may be known of the position.
func (s *scene) open() bool { return s.eyes == chess.Everyone && s.board != nil }
