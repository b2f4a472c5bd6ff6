package plain

import (
	"fmt"
	"strings"

	"rookery/chess"
	"rookery/pgn/opening"
	"rookery/tui/lang"
	"rookery/tui/play"
)

// tellState says the game, whose move it is, and what else counts.
func (p *program) tellState(string) {
	s, ok := p.position()
	if !ok {
		return
	}
	p.say("%s.", p.t(s.rules.Name))
	p.say("%s to move, move %d.", p.side(s.view.Turn), s.view.Fullmove)
	if len(s.view.Checked) > 0 {
		p.say("%s is in check.", p.side(s.view.Turn))
	}
	if s.rules.Goal == chess.ThreeChecks {
		p.say("White needs %s, Black %d.", p.count(int(s.view.ChecksLeft[0]), "%d check", "%d checks"), s.view.ChecksLeft[1])
	}
	p.say("%s since the last capture or pawn move.", p.counted(s.view.Halfmoves, "%d half-move", "%d half-moves"))
	p.tellPocketsOf(&s)
	switch t := p.table; {
	case p.files != nil || p.draft != nil || t == nil:
	case t.Over():
		p.say("%s.", p.t(play.OutcomeText(t.Game.Outcome())))
	case !t.live():
		p.say("Position %d of %d.", t.shown, t.Game.Ply())
	case t.Game.Claimable() != chess.NoReason:
		p.say("You can claim a draw: type draw.")
	}
}

// tellMoves lists the moves there are, a piece a line; arg narrows them to the
// piece on a square.
func (p *program) tellMoves(arg string) { p.listMoves(arg, func(chess.Move) bool { return true }) }

// tellCaptures lists the moves that take.
func (p *program) tellCaptures(arg string) { p.listMoves(arg, chess.Move.IsCapture) }

func (p *program) listMoves(arg string, keep func(chess.Move) bool) {
	s, ok := p.position()
	switch {
	case !ok:
		return
	case s.board == nil:
		p.say("Moves are available once the position is done.")
		return
	case s.eyes != chess.Everyone && s.eyes != chess.ObserverOf(s.view.Turn):
		p.say("Moves of %s are hidden by the fog.", p.side(s.view.Turn))
		return
	}
	only := chess.NoSquare
	if arg != "" {
		if only, ok = s.layout.Square(strings.ToLower(arg)); !ok {
			p.say("Type moves, or moves and a square, such as moves e2.")
			return
		}
	}
	n := 0
	var pieces []string
	targets := make(map[string][]string)
	for _, m := range chess.Tries(s.board, nil) {
		piece := p.o.Lang.Sprintf("drop a %s", p.t(m.Role().String()))
		if m.Kind() != chess.Dropping {
			piece = p.kindText(s.view.Cells[m.From()]) + " " + s.layout.SquareName(m.From())
		}
		if !keep(m) || only != chess.NoSquare && (m.From() != only || m.Kind() == chess.Dropping) {
			continue
		}
		n++
		if targets[piece] == nil {
			pieces = append(pieces, piece)
		}
		targets[piece] = append(targets[piece], p.write(s.board, m))
	}
	if n == 0 {
		p.say("No such move.")
		return
	}
	p.say("%s.", p.counted(n, "%d move", "%d moves"))
	for _, piece := range pieces {
		p.say("%s: %s.", lang.UpperFirst(piece), strings.Join(targets[piece], ", "))
	}
}

// tellLast says the move that led to the position.
func (p *program) tellLast(string) {
	switch t := p.table; {
	case p.files != nil:
		p.tellNode(false)
	case t == nil:
		p.say("No game yet. Type new to start one.")
	case t.shown == 0:
		p.say("No moves yet.")
	case !t.Sees(t.Mover(t.shown - 1)):
		p.say("The last move is hidden by the fog.")
	default:
		before := t.Game.BoardAt(t.shown - 1)
		for _, line := range p.moveWords(before, t.Game.Moves()[t.shown-1], t.Game.BoardAt(t.shown), t.Observer()) {
			p.line(line)
		}
	}
}

// tellHistory says all moves so far, one a line, terse two.
func (p *program) tellHistory(string) {
	t := p.table
	switch {
	case p.files != nil:
		p.tellMainLine()
		return
	case t == nil || t.Game.Ply() == 0:
		p.say("No moves yet.")
		return
	}
	b := t.Game.BoardAt(0)
	var row string
	for ply, m := range t.Game.Moves() {
		side, number := b.Turn(), b.View(chess.Everyone).Fullmove
		text := p.t("hidden")
		if t.Sees(side) {
			text = p.write(b, m)
		}
		if !p.terse {
			if t.Sees(side) {
				text = p.moveSentence(b.View(t.Observer()), b.Layout(), side, m, p.kindText)
				text = strings.TrimPrefix(text, p.side(side)+" ")
			}
			p.say("%d, %s: %s.", number, p.label(side), text)
		} else {
			if side == chess.White || ply == 0 {
				row = fmt.Sprintf("%d.", number)
			}
			row += " " + text
			if side == chess.Black || ply == t.Game.Ply()-1 {
				p.line(row)
			}
		}
		b.Make(m)
	}
}

// tellClock says the time that is left.
func (p *program) tellClock(string) {
	if p.table == nil || p.table.Config.Control.None() {
		p.say("No clock.")
		return
	}
	p.tellTime()
}

func (p *program) tellTime() {
	left := p.table.Left(p.o.Now())
	for _, c := range [2]chess.Color{chess.White, chess.Black} {
		p.say("%s has %s.", p.side(c), p.timeWords(left[c]))
	}
}

// step shows another position: of the file that is read, else of the game.
func (p *program) step(by int) {
	if p.files != nil {
		p.files.step(p, by)
		return
	}
	if p.table == nil {
		p.say("No game yet. Type new to start one.")
		return
	}
	p.show(p.table.shown + by)
}

// show goes to a position of the game and says the move that led there.
func (p *program) show(ply int) {
	t := p.table
	if t.Covered {
		p.say("The board is hidden until %s writes ready.", p.name(t.Game.Turn()))
		return
	}
	switch {
	case ply < 0:
		p.say("This is the starting position.")
		return
	case ply > t.Game.Ply():
		p.say("This is the last position.")
		return
	}
	t.shown = ply
	if ply == 0 {
		p.say("The starting position.")
	} else {
		p.tellLast("")
	}
	if t.live() {
		p.tellTurn()
	}
}

// goTo goes behind White's move of a number, or Black's where that is said.
func (p *program) goTo(arg string) {
	switch {
	case p.files != nil:
		p.files.goTo(p, arg)
		return
	case p.table == nil:
		p.say("No game yet. Type new to start one.")
		return
	}
	start := p.table.Game.BoardAt(0)
	ply, ok := p.plyOf(arg, start.View(chess.Everyone).Fullmove, start.Turn())
	if !ok {
		p.say("Type goto and a move number, such as goto 12, or goto 12 black.")
		return
	}
	p.show(ply)
}

// plyOf counts the half-moves up to and with the move that "12", or "12
// black", names in a game whose first move has a number and a mover.
func (p *program) plyOf(arg string, first int, mover chess.Color) (ply int, ok bool) {
	fields := strings.Fields(strings.ToLower(strings.ReplaceAll(arg, ".", " ")))
	n := 0
	if len(fields) == 0 || len(fields) > 2 {
		return 0, false
	}
	if _, err := fmt.Sscanf(fields[0], "%d", &n); err != nil {
		return 0, false
	}
	black := false
	if len(fields) == 2 {
		switch p.english(fields[1]) {
		case "black", "b":
			black = true
		case "white", "w":
		default:
			return 0, false
		}
	}
	ply = 2*(n-first) + 1
	if black {
		ply++
	}
	if mover == chess.Black {
		ply--
	}
	return max(ply, 0), true
}

// tellOpening names how the game that is played or read began, as far as the
// position that is heard.
func (p *program) tellOpening(string) {
	s, ok := p.position()
	if !ok {
		return
	}
	var found opening.Opening
	switch t := p.table; {
	case p.openings != nil && s.rules.Plain():
		found = opening.Load().Reached(p.openings.Game.BoardAt(0), p.openings.Game.Moves())
	case p.puzzles != nil || !s.open() || !s.rules.Plain():
	case p.files != nil:
		found = opening.Load().Behind(p.files.game, p.files.cur)
	default:
		found = opening.Load().Reached(t.Game.BoardAt(0), t.Game.Moves()[:t.shown])
	}
	if found == (opening.Opening{}) {
		p.say("This opening has no name.")
		return
	}
	p.say("%s. ECO code %s.", found.Name, found.Code)
}
