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
	role     chess.Role   // of the piece dropped on to
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
			// Of promotions that name no piece the first is the most valuable.
			if first, e := chess.ParseMove(b, ambiguous.Choices[0]); e == nil && first.IsPromotion() {
				return first
			}
		}
		if err != nil || m == chess.Pass {
			return 0
		}
		return m
	}
	moves := p.selection().movesTo(legal, p.to)
	if len(moves) == 1 || len(moves) > 1 && moves[0].IsPromotion() {
		return mostValuable(moves)
	}
	return 0
}

// selection is what is held when a premove that was chosen is put down.
func (p *premove) selection() *selection {
	h := &selection{from: p.from, role: p.role}
	if p.role != chess.NoRole {
		h.from = chess.NoSquare
	}
	return h
}

// mover is the side whose pieces the player may take up now.
func (in *boardInput) mover() chess.Color {
	if in.premoveNow() {
		return in.host.present().Turn().Other()
	}
	return in.host.present().Turn()
}

// premoveBoard is the board as if the opponent had passed, before each of the moves that
// wait and behind the last, for what may be meant; false where a pass is out of
// the question or one of them would not be legal so, and in the fog, where it
// would tell what is hidden.
func (in *boardInput) premoveBoard() (chess.Board, bool) {
	b := in.host.present()
	if !in.premoveNow() || in.inFog() || len(b.View(chess.Everyone).Checked) > 0 {
		return nil, false
	}
	b = b.Clone()
	b.Make(chess.Pass)
	for i := range in.pre {
		m := in.pre[i].on(b, b.Moves(nil))
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

// standing is what the player sees of the board, with his pieces where the moves
// that wait will put them. It is made of what he sees alone.
func (in *boardInput) standing(v chess.View) chess.View {
	if len(in.pre) == 0 || !in.premoveNow() {
		return v
	}
	if b, ok := in.premoveBoard(); ok {
		seen := b.View(in.eyes())
		v.Cells, v.Pockets = seen.Cells, seen.Pockets
		return v
	}
	for i := range in.pre {
		p := &in.pre[i]
		switch {
		case p.to == chess.NoSquare:
		case p.role != chess.NoRole:
			v.Cells[p.to] = chess.Cell{Piece: chess.PieceOf(in.mover(), p.role)}
			if hand := &v.Pockets[in.mover()]; hand[p.role] > 0 {
				hand[p.role]--
			}
		case p.from != p.to && v.Cells[p.from].Count == 0: // of a tower a part may stay
			v.Cells[p.to], v.Cells[p.from] = v.Cells[p.from], chess.Cell{}
		}
	}
	return v
}

// seen is the present position as it stands before the player.
func (in *boardInput) seen() chess.View { return in.standing(in.host.present().View(in.eyes())) }

// writable is what the line may be completed to.
func (in *boardInput) writable() []string {
	b, ok := in.premoveBoard()
	if !ok {
		if in.opponent == nil && in.texts == nil {
			in.texts = moveTexts(in.host.present(), in.moves())
		}
		return in.texts
	}
	var texts []string
	for _, m := range b.Moves(nil) {
		texts = append(texts, strings.TrimRight(chess.MoveText(b, m), "+#"))
	}
	return texts
}

// reach are the moves that what is held could make, also ahead of its turn.
func (in *boardInput) reach() []chess.Move {
	if b, ok := in.premoveBoard(); ok {
		return b.Moves(nil)
	}
	return in.moves()
}

// typePremove keeps a typed move until it is its turn.
func (in *boardInput) typePremove(text string) {
	p := premove{text: text, from: chess.NoSquare, to: chess.NoSquare}
	_, err := chess.ParseMove(in.host.present(), text)
	var syntax *chess.SyntaxError
	if errors.As(err, &syntax) {
		in.complain(err.Error())
		in.line.refuse()
		return
	}
	if b, ok := in.premoveBoard(); ok {
		if m, err := chess.ParseMove(b, text); err == nil && m != chess.Pass {
			p.text = strings.TrimRight(chess.MoveText(b, m), "+#")
			p.from, p.to = m.From(), m.Landing()
			if m.Kind() == chess.Dropping {
				p.from = m.To()
			}
		}
	}
	in.line.sent()
	in.addPremove(p)
}

// addPremove lets a move wait for its turn, behind those that wait.
func (in *boardInput) addPremove(p premove) {
	in.selection.letGo()
	in.redraw()
	if len(in.pre) == mostAhead {
		in.complain("no more moves can be made ahead")
		return
	}
	in.pre = append(in.pre, p)
	if len(in.pre) > 1 {
		in.say("Premoves " + in.premovesText() + ": " + in.bindings.Cancel.Help().Key + " takes them back")
		return
	}
	in.say("Premove " + p.text + ": " + in.bindings.Cancel.Help().Key + " takes it back")
}

// premovesText names the moves that wait.
func (in *boardInput) premovesText() string {
	texts := make([]string, len(in.pre))
	for i := range in.pre {
		texts[i] = in.pre[i].text
	}
	return strings.Join(texts, ", ")
}

// premoveNote is what the row of a player says of the moves that wait.
func (in *boardInput) premoveNote() string {
	if len(in.pre) > 1 {
		return "premoves " + in.premovesText()
	}
	return "premove " + in.premovesText()
}

// touchPremove is touch while the opponent thinks. A piece that is dragged may go
// on another of its side, to take back what may be captured there.
func (in *boardInput) touchPremove(sq chess.Square, dragged bool) {
	h := &in.selection
	in.redraw()
	switch own := in.own(sq); {
	case !h.held() && own, h.held() && own && sq != h.from && h.role == chess.NoRole && !dragged && len(h.movesTo(in.reach(), sq)) == 0:
		h.letGo()
		h.from = sq
		in.notice = notice{}
	case !h.held():
		if h.seen {
			in.complain("there is no man of yours on " + in.layout.SquareName(sq))
		}
	case sq == h.from:
		h.letGo()
	case h.role != chess.NoRole:
		in.addPremove(premove{text: string(h.role.Letter()) + "@" + in.layout.SquareName(sq), from: sq, to: sq, role: h.role, chosen: true})
	default:
		in.addPremove(premove{text: in.layout.SquareName(h.from) + in.layout.SquareName(sq), from: h.from, to: sq, chosen: true})
	}
}

// playPremove plays the first of the moves that have waited, now that it is its
// turn, or says why none of them can be.
func (in *boardInput) playPremove() tea.Cmd {
	if len(in.pre) == 0 || !in.opponent.humanTurn() {
		return nil
	}
	p, rest := in.pre[0], in.pre[1:]
	in.pre = nil
	in.redraw()
	if m := p.on(in.host.present(), in.legal); m != 0 {
		in.pre = rest
		return in.host.play(m)
	}
	if moves := p.selection().movesTo(in.legal, p.to); p.chosen && len(moves) > 1 {
		in.selection.from, in.selection.role = p.selection().from, p.role
		in.choose(moves, nil)
		return nil
	}
	if len(rest) > 0 {
		in.complain("the premove " + p.text + " is not legal now: all were dropped")
	} else {
		in.complain("the premove " + p.text + " is not legal now: it was dropped")
	}
	return nil
}

// dropPremoves takes back the moves that wait; false where none does.
func (in *boardInput) dropPremoves() bool {
	switch len(in.pre) {
	case 0:
		return false
	case 1:
		in.say("The premove is taken back")
	default:
		in.say("The premoves are taken back")
	}
	in.pre = nil
	in.redraw()
	return true
}
