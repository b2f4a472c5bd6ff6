package uci

import (
	"fmt"
	"strings"

	"rookery/chess"
)

func (c *session) newBoard() {
	c.start, c.moves = nil, nil
	r, err := c.Rules(c.settings.game, c.settings.shuffledStart)
	if err == nil {
		c.start, err = chess.NewBoard(r, "")
	}
	if err != nil {
		c.info(err.Error())
	}
}

// position does "startpos moves …" and "fen FEN moves …". A position that is
// none, or a move that is not legal, leaves no position: a move found in any
// other would be wrong.
func (c *session) position(s string) {
	c.start, c.moves = nil, nil
	where, list, _ := strings.Cut(" "+s+" ", " moves ")
	kind, fen := cutWord(strings.TrimSpace(where))
	switch {
	case kind == "startpos":
		fen = ""
	case kind != "fen" || fen == "":
		c.info("a position is startpos or fen FEN")
		return
	}
	r, err := c.Rules(c.settings.game, c.settings.shuffledStart)
	if err != nil {
		c.info(err.Error())
		return
	}
	start, err := chess.NewBoard(r, strings.TrimSpace(fen))
	if err != nil {
		c.info(err.Error())
		return
	}
	b := start.Clone()
	var moves []chess.Move
	for text := range strings.FieldsSeq(list) {
		m, err := chess.ParseUCI(b, text)
		if err != nil {
			c.info(fmt.Sprintf("move %d, %.40q: %s", len(moves)+1, text, err))
			return
		}
		moves = append(moves, m)
		b.Make(m)
	}
	c.start, c.moves = start, moves
}

func (c *session) board() (b chess.Board, keys []uint64) {
	b = c.start.Clone()
	for _, m := range c.moves {
		keys = append(keys, b.Key())
		b.Make(m)
	}
	return b, keys
}

func (c *session) display() {
	if c.start == nil {
		c.info("there is no position")
		return
	}
	b, _ := c.board()
	lines := diagram(b)
	lines = append(lines, "Fen: "+b.FEN(), fmt.Sprintf("Key: %016X", b.Key()), "Checked: "+names(b, b.Checked()))
	if o := b.Outcome(); o.Over() {
		lines = append(lines, fmt.Sprintf("Result: %s %s", o.Result, o.Reason))
	}
	c.write(lines...)
}

func names(b chess.Board, squares []chess.Square) string {
	var all []string
	for _, sq := range squares {
		all = append(all, b.Layout().SquareName(sq))
	}
	return strings.Join(all, " ")
}

// diagram draws a board by the places of its layout, whatever its shape.
func diagram(b chess.Board) []string {
	l, view := b.Layout(), b.View(chess.Everyone)
	rows := make([][]byte, l.Height)
	for i := range rows {
		rows[i] = []byte(strings.Repeat(" ", l.Width+1))
	}
	for sq, place := range l.Cells {
		sign := byte('.')
		if p := view.Cells[sq].Piece; p != 0 {
			sign = p.Letter()
		}
		rows[place.Y][place.X] = sign
	}
	var lines []string
	for _, row := range rows {
		if line := strings.TrimRight(string(row), " "); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}
