package tui

import (
	"fmt"
	"strings"

	"rookery/chess"
	"rookery/tui/play"
)

// graphHeight is how many rows the graph has, its marks not counted.
func (r *review) graphHeight() int { return max(3, min(9, r.room.panel.h/2-1)) }

// View implements screen.
func (r *review) View() string {
	room := &r.room
	board, panel := r.boardRows(), r.panelRows(room.panel.w, room.panel.h)
	rows := make([]string, r.height)
	rows[0] = titleBar(r.s.Theme, r.width, r.heading(), r.game.Outcome().Result.String())
	for y := 1; y < r.height; y++ {
		row := ""
		if i := y - room.board.y; i >= 0 && i < len(board) {
			row = strings.Repeat(" ", room.board.x) + board[i]
		}
		if i := y - room.panel.y; i >= 0 && i < len(panel) {
			row = fit(row, room.panel.x) + panel[i]
		}
		rows[y] = row
	}
	rows[room.notice], rows[room.input] = r.noticeRow(), r.whyRow()
	return page(rows, r.width, r.height)
}

func (r *review) heading() string {
	name := func(c chess.Color) string {
		if n := r.cfg.Players[c].Name; n != "" {
			return n
		}
		return sideName(c)
	}
	return clean(name(chess.White) + " " + r.s.signs().Dash + " " + name(chess.Black))
}

// boardRows draws the board, or gives it as it was drawn. At a turning point
// the better move has an arrow, and so has the one that was made.
func (r *review) boardRows() []string {
	if r.rows != nil {
		return r.rows
	}
	b := r.game.BoardAt(r.at)
	m := newMarks()
	moves := r.game.Moves()
	if r.at > 0 {
		m.markMove(moves[r.at-1])
	}
	m.checked = squaresOf(b.Checked()...)
	if r.chosen >= 0 {
		if best := r.best[r.at].Move; best != 0 {
			m.arrows[0] = arrowOf(best, bestArrow)
			m.hint = squaresOf(best.From(), best.Landing())
		}
		m.arrows[1] = arrowOf(moves[r.at], threatArrow)
	}
	r.rows = renderBoard(b.View(chess.Everyone), b.Layout(), r.s.Theme, r.s.glyphs(), m, r.room.size, r.flip)
	return r.rows
}

// panelRows are the graph and the list of turning points.
func (r *review) panelRows(width, height int) []string {
	th := r.s.Theme
	turns := make(map[int]bool, len(r.turns))
	for _, t := range r.turns {
		turns[t.ply] = true
	}
	rows := renderGraph(th, r.s.glyphs(), r.points, turns, r.at, width, r.graphHeight())
	rows = append(rows, th.Border.Render(strings.Repeat(r.s.signs().Rule, width)))
	room := height - len(rows)
	r.top = scrollTo(r.top, max(r.chosen, 0), len(r.turns), room)
	switch {
	case len(r.turns) == 0 && r.cancel != nil:
		rows = append(rows, th.Faint.Render(cut(r.s.Text("Looking for turning points")+r.s.signs().More, width)))
	case len(r.turns) == 0:
		rows = append(rows, th.Faint.Render(cut(r.s.Text("No move changed who stood better by much."), width)))
	}
	for i := r.top; i < min(r.top+room, len(r.turns)); i++ {
		t := r.turns[i]
		better := ""
		if m := r.best[t.ply].Move; m != 0 {
			better = ", better " + chess.MoveText(r.game.BoardAt(t.ply), m)
		}
		text := cut(clean(r.s.Text(fmt.Sprintf("%s%s  %s to %s%s", r.label(t.ply), t.sign(), percent(t.before), percent(t.after), better))), width-2)
		if i == r.chosen {
			rows = append(rows, th.Choice.Render(r.s.signs().Pointer+" "+text))
		} else {
			rows = append(rows, "  "+th.Text.Render(text))
		}
	}
	return rows[:min(len(rows), height)]
}

// noticeRow says where we are.
func (r *review) noticeRow() string {
	th := r.s.Theme
	if r.at == r.game.Ply() {
		return " " + th.Accent.Render(cut(r.s.Text(play.OutcomeText(r.game.Outcome())), r.width-1))
	}
	text := "Before " + r.label(r.at)
	if p := r.points[r.at]; p.known {
		c := r.best[r.at]
		text += "  " + scoreText(c.Score, c.Mate, r.turnAt(r.at))
		if c.Move != 0 {
			text += "  best " + chess.MoveText(r.game.BoardAt(r.at), c.Move)
		}
	}
	return " " + th.Accent.Render(cut(clean(r.s.Text(text)), r.width-1))
}

// whyRow says what the better move was for.
func (r *review) whyRow() string {
	if r.chosen < 0 || r.why[r.turns[r.chosen].ply] == "" {
		return ""
	}
	ply := r.turns[r.chosen].ply
	return " " + r.s.Theme.Comment.Render(cut(clean(r.s.notation().Move(chess.MoveText(r.game.BoardAt(ply), r.best[ply].Move))+": "+r.why[ply]), r.width-1))
}
