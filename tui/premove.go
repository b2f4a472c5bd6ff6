package tui

import (
	"errors"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
)

// premove is a move that was made while the opponent thinks. Several may wait,
// one behind the other; each time the opponent has moved the first is played, if
// it is legal then. If it is not, none of them is.
type premove struct {
	text     string       // as it is shown, and read where no square was chosen
	from, to chess.Square // NoSquare where they are not known
	role     chess.Role   // of the man dropped on to
	chosen   bool         // by squares, not by text
}

// mostAhead is how many moves may wait.
const mostAhead = 9

// on gives the move among legal ones that a premove means on a board, 0 for none.
func (p *premove) on(b chess.Board, legal []chess.Move) chess.Move {
	if !p.chosen {
		m, err := chess.ParseMove(b, p.text)
		var ambiguous *chess.AmbiguousError
		if errors.As(err, &ambiguous) {
			// Of promotions that name no man the first is the most valuable.
			if first, e := chess.ParseMove(b, ambiguous.Choices[0]); e == nil && first.IsPromotion() {
				return first
			}
		}
		if err != nil || m == chess.Pass {
			return 0
		}
		return m
	}
	moves := p.holding().movesTo(legal, p.to)
	if len(moves) == 1 || len(moves) > 1 && moves[0].IsPromotion() {
		return mostValuable(moves)
	}
	return 0
}

// holding is what is held when a premove that was chosen is put down.
func (p *premove) holding() *holding {
	h := &holding{from: p.from, role: p.role}
	if p.role != chess.NoRole {
		h.from = chess.NoSquare
	}
	return h
}

// mover is the side whose men the player may take up now.
func (d *desk) mover() chess.Color {
	if d.host.premoving() {
		return d.host.board().Turn().Other()
	}
	return d.host.board().Turn()
}

// ahead is the board as if the opponent had passed, before each of the moves that
// wait and behind the last, for what may be meant; false where a pass is out of
// the question or one of them would not be legal so, and in the fog, where it
// would tell what is hidden.
func (d *desk) ahead() (chess.Board, bool) {
	b := d.host.board()
	if !d.host.premoving() || d.host.fogged() || len(b.View(chess.Everyone).Checked) > 0 {
		return nil, false
	}
	b = b.Clone()
	b.Make(chess.Pass)
	for i := range d.pre {
		m := d.pre[i].on(b, b.Moves(nil))
		if m == 0 {
			return nil, false
		}
		b.Make(m)
		if b.Outcome().Over() || len(b.Checked()) > 0 {
			return nil, false
		}
		b.Make(chess.Pass)
	}
	return b, true
}

// standing is what the player sees of the board, with his men where the moves
// that wait will put them. It is made of what he sees alone.
func (d *desk) standing(v chess.View) chess.View {
	if len(d.pre) == 0 || !d.host.premoving() {
		return v
	}
	if b, ok := d.ahead(); ok {
		seen := b.View(d.host.observer())
		v.Cells, v.Hands = seen.Cells, seen.Hands
		return v
	}
	for i := range d.pre {
		p := &d.pre[i]
		switch {
		case p.to == chess.NoSquare:
		case p.role != chess.NoRole:
			v.Cells[p.to] = chess.Cell{Piece: chess.PieceOf(d.mover(), p.role)}
			if hand := &v.Hands[d.mover()]; hand[p.role] > 0 {
				hand[p.role]--
			}
		case p.from != p.to && v.Cells[p.from].Count == 0: // of a tower a part may stay
			v.Cells[p.to], v.Cells[p.from] = v.Cells[p.from], chess.Cell{}
		}
	}
	return v
}

// seen is the present position as it stands before the player.
func (d *desk) seen() chess.View { return d.standing(d.host.board().View(d.host.observer())) }

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

// setAhead lets a move wait for its turn, behind those that wait.
func (d *desk) setAhead(p premove) {
	d.holding.letGo()
	d.drawn = boardCache{}
	if len(d.pre) == mostAhead {
		d.complain("no more moves can be made ahead")
		return
	}
	d.pre = append(d.pre, p)
	if len(d.pre) > 1 {
		d.say("Premoves " + d.aheadText() + ": " + d.keys.Cancel.Help().Key + " takes them back")
		return
	}
	d.say("Premove " + p.text + ": " + d.keys.Cancel.Help().Key + " takes it back")
}

// aheadText names the moves that wait.
func (d *desk) aheadText() string {
	texts := make([]string, len(d.pre))
	for i := range d.pre {
		texts[i] = d.pre[i].text
	}
	return strings.Join(texts, ", ")
}

// aheadNote is what the row of a player says of the moves that wait.
func (d *desk) aheadNote() string {
	if len(d.pre) > 1 {
		return "premoves " + d.aheadText()
	}
	return "premove " + d.aheadText()
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

// playAhead plays the first of the moves that have waited, now that it is its
// turn, or says why none of them can be.
func (d *desk) playAhead() tea.Cmd {
	if len(d.pre) == 0 || !d.host.humanTurn() {
		return nil
	}
	p, rest := d.pre[0], d.pre[1:]
	d.pre = nil
	d.drawn = boardCache{}
	if m := p.on(d.host.board(), d.legal); m != 0 {
		d.pre = rest
		return d.host.play(m)
	}
	if moves := p.holding().movesTo(d.legal, p.to); p.chosen && len(moves) > 1 {
		d.holding.from, d.holding.role = p.holding().from, p.role
		d.choose(moves)
		return nil
	}
	if len(rest) > 0 {
		d.complain("the premove " + p.text + " is not legal now: all were dropped")
	} else {
		d.complain("the premove " + p.text + " is not legal now: it was dropped")
	}
	return nil
}

// dropAhead takes back the moves that wait; false where none does.
func (d *desk) dropAhead() bool {
	switch len(d.pre) {
	case 0:
		return false
	case 1:
		d.say("The premove is taken back")
	default:
		d.say("The premoves are taken back")
	}
	d.pre = nil
	d.drawn = boardCache{}
	return true
}
