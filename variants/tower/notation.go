package tower

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"rookery/chess"
)

// notation writes a move as the two squares, and the discs that move where
// that is not the whole tower: e2e4, d1d4:3. A pass is two dashes.
type notation struct{}

func (notation) MoveText(b chess.Board, m chess.Move) string {
	if m == chess.Pass {
		return "--"
	}
	return b.(*board).now().text(m)
}

func (p *position) text(m chess.Move) string {
	s := m.From().String() + m.To().String()
	if m.Count() < int(p.height[m.From()]) {
		s += ":" + strconv.Itoa(m.Count())
	}
	return s
}

// movePattern is a move as people may write it: perhaps a number in front, perhaps
// only the target, a hyphen or cross between the squares, the count after any
// of several signs, and remarks after it.
var movePattern = regexp.MustCompile(`^(?:[0-9]+\.+)?([a-hA-H][1-8])?[-–—x×>]*([a-hA-H][1-8])(?:[:;,./=*(x](\d{1,3})\)?)?[+#!?]*$`)

var nullMoves = map[string]bool{"--": true, "z0": true, "0000": true, "null": true, "pass": true}

// longest is how many bytes of text a move may have.
const longest = 64

// ParseMove reads a move as MoveText writes it and as people may. Without a
// count the whole tower moves if it can, else the one part that can. The
// errors are, or wrap, a *chess.SyntaxError, *chess.IllegalError or
// *chess.AmbiguousError.
func (notation) ParseMove(b chess.Board, text string) (chess.Move, error) {
	p := b.(*board).now()
	moves := p.moves(make([]chess.Move, 0, 320))
	if len(moves) == 0 {
		return 0, chess.ErrGameOver
	}
	short := strings.Join(strings.Fields(text), "")
	if nullMoves[strings.ToLower(short)] {
		return chess.Pass, nil
	}
	parts := movePattern.FindStringSubmatch(short)
	if parts == nil || len(text) > longest {
		return 0, &syntaxError{chess.SyntaxError{Text: text}}
	}
	from, _ := chess.ParseSquare(strings.ToLower(parts[1]))
	to, _ := chess.ParseSquare(strings.ToLower(parts[2]))
	count, _ := strconv.Atoi(parts[3])

	var fit []chess.Move
	for _, m := range moves {
		switch {
		case m.To() != to || from != chess.NoSquare && m.From() != from:
		case count == 0 && from != chess.NoSquare && m.Count() == int(p.height[from]):
			return m, nil
		case count == 0 || m.Count() == count:
			fit = append(fit, m)
		}
	}
	switch len(fit) {
	case 0:
		return 0, p.refuse(from, to, count)
	case 1:
		return fit[0], nil
	}
	choices := make([]string, len(fit))
	for i, m := range fit {
		choices[i] = p.text(m)
	}
	return 0, &chess.AmbiguousError{Text: short, Choices: choices}
}

// syntaxError is a SyntaxError that shows how moves are written here.
type syntaxError struct{ syntax chess.SyntaxError }

func (e *syntaxError) Error() string {
	return fmt.Sprintf("%s is not a valid move: enter one like e2e4, or d1d4:3 for three discs", chess.Quote(e.syntax.Text))
}

func (e *syntaxError) Unwrap() error { return &e.syntax }

// refuse says which rule forbids a move; from is NoSquare and count zero where
// they were not given.
func (p *position) refuse(from, to chess.Square, count int) error {
	if from == chess.NoSquare {
		if count == 0 {
			return &chess.IllegalError{Text: to.String(), Reason: "none of your towers can go there"}
		}
		return &chess.IllegalError{Text: fmt.Sprintf("%s:%d", to, count), Reason: fmt.Sprintf("no part of %s can go there", discs(count))}
	}
	text := from.String() + to.String()
	height := int(p.height[from])
	if count > 0 && count != height {
		text += ":" + strconv.Itoa(count)
	}
	return &chess.IllegalError{Text: text, Reason: p.why(from, to, count)}
}

func (p *position) why(from, to chess.Square, count int) string {
	height := int(p.height[from])
	switch {
	case height == 0:
		return fmt.Sprintf("no tower on %s", from)
	case !p.pieces[p.turn].Has(from):
		return fmt.Sprintf("the tower on %s is not yours", from)
	case from == to:
		return "a move must end on another square"
	case count > height:
		return fmt.Sprintf("the tower on %s has only %s", from, discs(height))
	case count == 0:
		count = height
	}
	role := roleOf(count)
	if p.targets(from, role).Has(to) {
		return "you would be left without a king"
	}
	return fmt.Sprintf("%s, moving as a %s, cannot go from %s to %s", discs(count), role, from, to)
}

func discs(n int) string {
	if n == 1 {
		return "1 disc"
	}
	return fmt.Sprintf("%d discs", n)
}
