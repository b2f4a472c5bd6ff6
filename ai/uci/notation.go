package uci

import (
	"strings"

	"rookery/chess"
)

// writeMove writes a legal move of b as the engine wants it.
func (c *Client) writeMove(b chess.Board, m chess.Move) string {
	if m.Kind() != chess.Castling {
		text := chess.UCI(b, m)
		if c.options.Protocol == XBoard && m == chess.Pass {
			text = "@@@@"
		}
		return text
	}
	switch {
	case !c.options.ShuffledStart:
		l := b.Layout()
		return l.SquareName(m.From()) + l.SquareName(m.Landing())
	case c.options.Protocol == XBoard && m.To() > m.From():
		return "O-O"
	case c.options.Protocol == XBoard:
		return "O-O-O"
	}
	return m.String()
}

// readMove reads a move of an engine: both ways of castling, drops, and, since
// some XBoard engines know nothing else, algebraic notation. Pass is no move.
func (c *Client) readMove(b chess.Board, text string) (chess.Move, error) {
	m, err := chess.ParseUCI(b, text)
	if err != nil && c.options.Protocol == XBoard {
		m, err = chess.ParseMove(b, strings.TrimRight(text, "!?"))
	}
	if err == nil && m == chess.Pass {
		err = &chess.SyntaxError{Text: text}
	}
	return m, err
}
