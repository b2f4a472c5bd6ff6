package boardinput

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/play"
	"rookery/tui/ui"
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

// maxPremoves is how many moves may wait.
const maxPremoves = 9

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
func (p *premove) selection() *Selection {
	h := &Selection{From: p.from, Role: p.role}
	if p.role != chess.NoRole {
		h.From = chess.NoSquare
	}
	return h
}

// mover is the side whose pieces the player may take up now.
func (in *Input) mover() chess.Color {
	if in.premoveNow() {
		return in.host.Present().Turn().Other()
	}
	return in.host.Present().Turn()
}

// premoveBoard is the board as if the opponent had passed, before each of the moves that
// wait and behind the last, for what may be meant; false where a pass is out of
// the question or one of them would not be legal so, and in the fog, where it
// would tell what is hidden.
func (in *Input) premoveBoard() (chess.Board, bool) {
	b := in.host.Present()
	if !in.premoveNow() || in.inFog() || len(b.View(chess.Everyone).Checked) > 0 {
		return nil, false
	}
	b = b.Clone()
	b.Make(chess.Pass)
	for i := range in.Premoves {
		m := in.Premoves[i].on(b, b.Moves(nil))
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

// withPremoves is what the player sees of the board, with his pieces where the moves
// that wait will put them. It is made of what he sees alone.
func (in *Input) withPremoves(v chess.View) chess.View {
	if len(in.Premoves) == 0 || !in.premoveNow() {
		return v
	}
	if b, ok := in.premoveBoard(); ok {
		seen := b.View(in.observer())
		v.Cells, v.Pockets = seen.Cells, seen.Pockets
		return v
	}
	for i := range in.Premoves {
		p := &in.Premoves[i]
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
func (in *Input) seen() chess.View { return in.withPremoves(in.host.Present().View(in.observer())) }

// Writable is what the line may be completed to.
func (in *Input) Writable() []string {
	b, ok := in.premoveBoard()
	if !ok {
		if in.opponent == nil && in.Texts == nil {
			in.Texts = moveTexts(in.host.Present(), in.Moves())
		}
		return in.Texts
	}
	var texts []string
	for _, m := range b.Moves(nil) {
		texts = append(texts, strings.TrimRight(chess.MoveText(b, m), "+#"))
	}
	return texts
}

// reach are the moves that what is held could make, also ahead of its turn.
func (in *Input) reach() []chess.Move {
	if b, ok := in.premoveBoard(); ok {
		return b.Moves(nil)
	}
	return in.Moves()
}

// typePremove keeps a typed move until it is its turn.
func (in *Input) typePremove(text string) {
	var fault error
	readings := slices.DeleteFunc(in.S.Lang.Readings(text), func(reading string) bool {
		_, err := chess.ParseMove(in.host.Present(), reading)
		var syntax *chess.SyntaxError
		if !errors.As(err, &syntax) {
			return false
		}
		fault = cmp.Or(fault, err)
		return true
	})
	if len(readings) == 0 {
		in.Complain(fault.Error())
		in.Line.refuse()
		return
	}
	p := premove{text: readings[0], from: chess.NoSquare, to: chess.NoSquare}
	if b, ok := in.premoveBoard(); ok {
		if m, err := play.ParseMove(b, readings); err == nil && m != chess.Pass {
			p.text = strings.TrimRight(chess.MoveText(b, m), "+#")
			p.from, p.to = m.From(), m.Landing()
			if m.Kind() == chess.Dropping {
				p.from = m.To()
			}
		}
	}
	in.Line.Sent()
	in.addPremove(p)
}

// addPremove lets a move wait for its turn, behind those that wait.
func (in *Input) addPremove(p premove) {
	in.Selection.LetGo()
	in.Redraw()
	if len(in.Premoves) == maxPremoves {
		in.Complain("no more premoves possible")
		return
	}
	in.Premoves = append(in.Premoves, p)
	if len(in.Premoves) > 1 {
		in.Say("Premoves " + in.premovesText() + ": " + in.Bindings.Cancel.Help().Key + " to cancel")
		return
	}
	in.Say("Premove " + p.text + ": " + in.Bindings.Cancel.Help().Key + " to cancel")
}

// premovesText names the moves that wait.
func (in *Input) premovesText() string {
	texts := make([]string, len(in.Premoves))
	for i := range in.Premoves {
		texts[i] = in.Premoves[i].text
	}
	return strings.Join(texts, ", ")
}

// PremoveNote is what the row of a player says of the moves that wait.
func (in *Input) PremoveNote() string {
	if len(in.Premoves) > 1 {
		return "premoves " + in.premovesText()
	}
	return "premove " + in.premovesText()
}

// touchPremove is touch while the opponent thinks. A piece that is dragged may go
// on another of its side, to take back what may be captured there.
func (in *Input) touchPremove(sq chess.Square, dragged bool) {
	h := &in.Selection
	in.Redraw()
	switch own := in.own(sq); {
	case !h.Held() && own, h.Held() && own && sq != h.From && h.Role == chess.NoRole && !dragged && len(h.movesTo(in.reach(), sq)) == 0:
		h.LetGo()
		h.From = sq
		in.Notice = ui.Notice{}
	case !h.Held():
		if h.Seen {
			in.Complain("no piece of yours on " + in.Layout.SquareName(sq))
		}
	case sq == h.From:
		h.LetGo()
	case h.Role != chess.NoRole:
		in.addPremove(premove{text: string(h.Role.Letter()) + "@" + in.Layout.SquareName(sq), from: sq, to: sq, role: h.Role, chosen: true})
	default:
		in.addPremove(premove{text: in.Layout.SquareName(h.From) + in.Layout.SquareName(sq), from: h.From, to: sq, chosen: true})
	}
}

// PlayPremove plays the first of the moves that have waited, now that it is its
// turn, or says why none of them can be.
func (in *Input) PlayPremove() tea.Cmd {
	if len(in.Premoves) == 0 || !in.opponent.HumanTurn() {
		return nil
	}
	p, rest := in.Premoves[0], in.Premoves[1:]
	in.Premoves = nil
	in.Redraw()
	if m := p.on(in.host.Present(), in.Legal); m != 0 {
		in.Premoves = rest
		return in.host.Play(m)
	}
	if moves := p.selection().movesTo(in.Legal, p.to); p.chosen && len(moves) > 1 {
		in.Selection.From, in.Selection.Role = p.selection().From, p.role
		in.choose(moves, nil)
		return nil
	}
	if len(rest) > 0 {
		in.Complain("premove " + p.text + " is no longer legal; all premoves were cancelled")
	} else {
		in.Complain("premove " + p.text + " is no longer legal and was cancelled")
	}
	return nil
}

// dropPremoves takes back the moves that wait; false where none does.
func (in *Input) dropPremoves() bool {
	switch len(in.Premoves) {
	case 0:
		return false
	case 1:
		in.Say("Premove cancelled")
	default:
		in.Say("Premoves cancelled")
	}
	in.Premoves = nil
	in.Redraw()
	return true
}
