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

// premoving tells whether what a player does now is done ahead.
func (g *gameScreen) premoving() bool {
	return !g.over() && g.live() && g.cfg.Humans() == 1 && !g.human(g.game.Turn()) && g.trouble == nil
}

// mover is the side whose men the player may take up now.
func (g *gameScreen) mover() chess.Color {
	if g.premoving() {
		return g.game.Turn().Other()
	}
	return g.game.Turn()
}

// ahead is the board as if the opponent had passed, for what may be meant;
// false where a pass is out of the question, and in the fog, where it would
// tell what is hidden.
func (g *gameScreen) ahead() (chess.Board, bool) {
	b := g.game.Board()
	if !g.premoving() || g.fogged() || len(b.View(chess.Everyone).Checked) > 0 {
		return nil, false
	}
	b = b.Clone()
	b.Make(chess.Pass)
	return b, true
}

// writable is what the line may be completed to.
func (g *gameScreen) writable() []string {
	b, ok := g.ahead()
	if !ok {
		return g.texts
	}
	var texts []string
	for _, m := range b.Moves(nil) {
		texts = append(texts, strings.TrimRight(chess.MoveText(b, m), "+#"))
	}
	return texts
}

// reach are the moves that what is held could make, also ahead of its turn.
func (g *gameScreen) reach() []chess.Move {
	if b, ok := g.ahead(); ok {
		return b.Moves(nil)
	}
	return g.legal
}

// writeAhead keeps a typed move until it is its turn.
func (g *gameScreen) writeAhead(text string) {
	p := premove{text: text, from: chess.NoSquare, to: chess.NoSquare}
	_, err := chess.ParseMove(g.game.Board(), text)
	var syntax *chess.SyntaxError
	if errors.As(err, &syntax) {
		g.complain(err.Error())
		g.line.refuse()
		return
	}
	if b, ok := g.ahead(); ok {
		if m, err := chess.ParseMove(b, text); err == nil && m != chess.Pass {
			p.text = strings.TrimRight(chess.MoveText(b, m), "+#")
			p.from, p.to = m.From(), m.Landing()
			if m.Kind() == chess.Dropping {
				p.from = m.To()
			}
		}
	}
	g.line.sent()
	g.setAhead(p)
}

// setAhead lets a move wait for its turn.
func (g *gameScreen) setAhead(p premove) {
	g.pre = &p
	g.holding.letGo()
	g.drawn = boardCache{}
	g.say("Premove " + p.text + ": " + g.keys.Cancel.Help().Key + " takes it back")
}

// touchAhead is touch while the opponent thinks. A man that is dragged may go
// on another of its side, to take back what may be captured there.
func (g *gameScreen) touchAhead(sq chess.Square, dragged bool) {
	h := &g.holding
	defer func() { g.drawn = boardCache{} }()
	switch own := g.own(sq); {
	case !h.held() && own, h.held() && own && sq != h.from && h.role == chess.NoRole && !dragged && len(h.movesTo(g.reach(), sq)) == 0:
		h.letGo()
		h.from = sq
		g.notice = notice{}
	case !h.held():
		if h.seen {
			g.complain("there is no man of yours on " + g.layout.SquareName(sq))
		}
	case sq == h.from:
		h.letGo()
	case h.role != chess.NoRole:
		g.setAhead(premove{text: string(h.role.Letter()) + "@" + g.layout.SquareName(sq), from: sq, to: sq, role: h.role, chosen: true})
	default:
		g.setAhead(premove{text: g.layout.SquareName(h.from) + g.layout.SquareName(sq), from: h.from, to: sq, chosen: true})
	}
}

// playAhead plays the move that has waited, now that it is its turn, or says
// why it cannot be.
func (g *gameScreen) playAhead() tea.Cmd {
	p := g.pre
	if p == nil || !g.humanTurn() {
		return nil
	}
	g.pre = nil
	if !p.chosen {
		m, err := chess.ParseMove(g.game.Board(), p.text)
		var ambiguous *chess.AmbiguousError
		if errors.As(err, &ambiguous) {
			// Of promotions that name no man the first is the most valuable.
			if first, e := chess.ParseMove(g.game.Board(), ambiguous.Choices[0]); e == nil && first.IsPromotion() {
				m, err = first, nil
			}
		}
		if err != nil || m == chess.Pass {
			g.complain("the premove " + p.text + " is not legal now: it was dropped")
			return nil
		}
		return g.play(m)
	}
	h := holding{from: p.from, role: p.role}
	if p.role != chess.NoRole {
		h.from = chess.NoSquare
	}
	moves := h.movesTo(g.legal, p.to)
	switch {
	case len(moves) == 0:
		g.complain("the premove " + p.text + " is not legal now: it was dropped")
		return nil
	case len(moves) == 1:
		return g.play(moves[0])
	case moves[0].IsPromotion():
		return g.play(newChooser(g.s.glyphs(), g.game.Turn(), moves, make([]string, len(moves))).options[0].move)
	}
	g.holding.from, g.holding.role = h.from, h.role
	g.choose(moves)
	return nil
}

// dropAhead takes a premove back; false where none waits.
func (g *gameScreen) dropAhead() bool {
	if g.pre == nil {
		return false
	}
	g.pre = nil
	g.drawn = boardCache{}
	g.say("The premove is taken back")
	return true
}
