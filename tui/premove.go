package tui

import (
	"errors"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
)

// premove is a move that was made while the opponent thinks. It is played the
// moment the opponent has moved, if it is legal then.
type premove struct {
	text     string       // as it is shown, and read where no square was chosen
	from, to chess.Square // NoSquare where they are not known
	role     chess.Role   // of the man dropped on to
	chosen   bool         // by squares, not by text
}

// mover is the side whose men the player may take up now.
func (d *desk) mover() chess.Color {
	if d.host.premoving() {
		return d.host.board().Turn().Other()
	}
	return d.host.board().Turn()
}

// ahead is the board as if the opponent had passed, for what may be meant;
// false where a pass is out of the question, and in the fog, where it would
// tell what is hidden.
func (d *desk) ahead() (chess.Board, bool) {
	b := d.host.board()
	if !d.host.premoving() || d.host.fogged() || len(b.View(chess.Everyone).Checked) > 0 {
		return nil, false
	}
	b = b.Clone()
	b.Make(chess.Pass)
	return b, true
}

// writable is what the line may be completed to.
func (d *desk) writable() []string {
	b, ok := d.ahead()
	if !ok {
		return d.texts
	}
	var texts []string
	for _, m := range b.Moves(nil) {
		texts = append(texts, strings.TrimRight(chess.MoveText(b, m), "+#"))
	}
	return texts
}

// reach are the moves that what is held could make, also ahead of its turn.
func (d *desk) reach() []chess.Move {
	if b, ok := d.ahead(); ok {
		return b.Moves(nil)
	}
	return d.legal
}

// writeAhead keeps a typed move until it is its turn.
func (d *desk) writeAhead(text string) {
	p := premove{text: text, from: chess.NoSquare, to: chess.NoSquare}
	_, err := chess.ParseMove(d.host.board(), text)
	var syntax *chess.SyntaxError
	if errors.As(err, &syntax) {
		d.complain(err.Error())
		d.line.refuse()
		return
	}
	if b, ok := d.ahead(); ok {
		if m, err := chess.ParseMove(b, text); err == nil && m != chess.Pass {
			p.text = strings.TrimRight(chess.MoveText(b, m), "+#")
			p.from, p.to = m.From(), m.Landing()
			if m.Kind() == chess.Dropping {
				p.from = m.To()
			}
		}
	}
	d.line.sent()
	d.setAhead(p)
}

// setAhead lets a move wait for its turn.
func (d *desk) setAhead(p premove) {
	d.pre = &p
	d.holding.letGo()
	d.drawn = boardCache{}
	d.say("Premove " + p.text + ": " + d.keys.Cancel.Help().Key + " takes it back")
}

// touchAhead is touch while the opponent thinks. A man that is dragged may go
// on another of its side, to take back what may be captured there.
func (d *desk) touchAhead(sq chess.Square, dragged bool) {
	h := &d.holding
	defer func() { d.drawn = boardCache{} }()
	switch own := d.own(sq); {
	case !h.held() && own, h.held() && own && sq != h.from && h.role == chess.NoRole && !dragged && len(h.movesTo(d.reach(), sq)) == 0:
		h.letGo()
		h.from = sq
		d.notice = notice{}
	case !h.held():
		if h.seen {
			d.complain("there is no man of yours on " + d.layout.SquareName(sq))
		}
	case sq == h.from:
		h.letGo()
	case h.role != chess.NoRole:
		d.setAhead(premove{text: string(h.role.Letter()) + "@" + d.layout.SquareName(sq), from: sq, to: sq, role: h.role, chosen: true})
	default:
		d.setAhead(premove{text: d.layout.SquareName(h.from) + d.layout.SquareName(sq), from: h.from, to: sq, chosen: true})
	}
}

// playAhead plays the move that has waited, now that it is its turn, or says
// why it cannot be.
func (d *desk) playAhead() tea.Cmd {
	p := d.pre
	if p == nil || !d.host.humanTurn() {
		return nil
	}
	d.pre = nil
	if !p.chosen {
		m, err := chess.ParseMove(d.host.board(), p.text)
		var ambiguous *chess.AmbiguousError
		if errors.As(err, &ambiguous) {
			// Of promotions that name no man the first is the most valuable.
			if first, e := chess.ParseMove(d.host.board(), ambiguous.Choices[0]); e == nil && first.IsPromotion() {
				m, err = first, nil
			}
		}
		if err != nil || m == chess.Pass {
			d.complain("the premove " + p.text + " is not legal now: it was dropped")
			return nil
		}
		return d.host.play(m)
	}
	h := holding{from: p.from, role: p.role}
	if p.role != chess.NoRole {
		h.from = chess.NoSquare
	}
	moves := h.movesTo(d.legal, p.to)
	switch {
	case len(moves) == 0:
		d.complain("the premove " + p.text + " is not legal now: it was dropped")
		return nil
	case len(moves) == 1:
		return d.host.play(moves[0])
	case moves[0].IsPromotion():
		return d.host.play(newChooser(d.s.glyphs(), d.host.board().Turn(), moves, make([]string, len(moves))).options[0].move)
	}
	d.holding.from, d.holding.role = h.from, h.role
	d.choose(moves)
	return nil
}

// dropAhead takes a premove back; false where none waits.
func (d *desk) dropAhead() bool {
	if d.pre == nil {
		return false
	}
	d.pre = nil
	d.drawn = boardCache{}
	d.say("The premove is taken back")
	return true
}
