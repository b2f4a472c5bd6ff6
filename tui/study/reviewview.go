package study

import (
	"fmt"
	"strings"

	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/play"
)

// graphHeight is how many rows the graph has, its marks not counted.
func (r *Review) graphHeight() int { return max(3, min(9, r.room.panel.H/2-1)) }

func (r *Review) View() string {
	room := &r.room
	board, panel := r.boardRows(), r.panelRows(room.panel.W, room.panel.H)
	rows := make([]string, r.height)
	rows[0] = draw.TitleBar(r.s.Theme, r.width, r.Heading(), r.Game.Outcome().Result.String())
	for y := 1; y < r.height; y++ {
		row := ""
		if i := y - room.Board.Y; i >= 0 && i < len(board) {
			row = strings.Repeat(" ", room.Board.X) + board[i]
		}
		if i := y - room.panel.Y; i >= 0 && i < len(panel) {
			row = draw.Fit(row, room.panel.X) + panel[i]
		}
		rows[y] = row
	}
	rows[room.notice], rows[room.input] = r.NoticeRow(), r.whyRow()
	return draw.Page(rows, r.width, r.height)
}

func (r *Review) Heading() string {
	name := func(c chess.Color) string {
		if n := r.cfg.Players[c].Name; n != "" {
			return n
		}
		return play.SideName(c)
	}
	return draw.Clean(name(chess.White) + " " + r.s.Signs().Dash + " " + name(chess.Black))
}

// boardRows draws the board, or gives it as it was drawn. At a turning point
// the better move has an arrow, and so has the one that was made.
func (r *Review) boardRows() []string {
	if r.rows != nil {
		return r.rows
	}
	b := r.Game.BoardAt(r.At)
	m := draw.NewMarks()
	moves := r.Game.Moves()
	if r.At > 0 {
		m.MarkMove(moves[r.At-1])
	}
	m.Checked = draw.SquaresOf(b.Checked()...)
	if r.chosen >= 0 {
		if best := r.Best[r.At].Move; best != 0 {
			m.Arrows[0] = draw.ArrowOf(best, draw.BestArrow)
			m.Hint = draw.SquaresOf(best.From(), best.Landing())
		}
		m.Arrows[1] = draw.ArrowOf(moves[r.At], draw.ThreatArrow)
	}
	r.rows = draw.RenderBoard(b.View(chess.Everyone), b.Layout(), r.s.Theme, r.s.Glyphs(), m, r.room.Size, r.flip)
	return r.rows
}

// panelRows are the graph and the list of turning points.
func (r *Review) panelRows(width, height int) []string {
	th := r.s.Theme
	turns := make(map[int]bool, len(r.Swings))
	for _, t := range r.Swings {
		turns[t.Ply] = true
	}
	rows := draw.RenderGraph(th, r.s.Glyphs(), r.Points, turns, r.At, width, r.graphHeight())
	rows = append(rows, th.Border.Render(strings.Repeat(r.s.Signs().Rule, width)))
	room := height - len(rows)
	r.top = draw.ScrollTo(r.top, max(r.chosen, 0), len(r.Swings), room)
	switch {
	case len(r.Swings) == 0 && r.cancel != nil:
		rows = append(rows, th.Faint.Render(draw.Cut(r.s.Text("Finding turning points")+r.s.Signs().More, width)))
	case len(r.Swings) == 0:
		rows = append(rows, th.Faint.Render(draw.Cut(r.s.Text("No blunders found."), width)))
	}
	for i := r.top; i < min(r.top+room, len(r.Swings)); i++ {
		t := r.Swings[i]
		better := ""
		if m := r.Best[t.Ply].Move; m != 0 {
			better = ", better " + chess.MoveText(r.Game.BoardAt(t.Ply), m)
		}
		text := draw.Cut(draw.Clean(r.s.Text(fmt.Sprintf("%s%s  %s to %s%s", r.label(t.Ply), t.sign(), percent(t.before), percent(t.after), better))), width-2)
		if i == r.chosen {
			rows = append(rows, th.Choice.Render(r.s.Signs().Pointer+" "+text))
		} else {
			rows = append(rows, "  "+th.Text.Render(text))
		}
	}
	return rows[:min(len(rows), height)]
}

// NoticeRow says where we are.
func (r *Review) NoticeRow() string {
	th := r.s.Theme
	if r.At == r.Game.Ply() {
		return " " + th.Accent.Render(draw.Cut(r.s.Text(play.OutcomeText(r.Game.Outcome())), r.width-1))
	}
	text := "Before " + r.label(r.At)
	if p := r.Points[r.At]; p.Known {
		c := r.Best[r.At]
		text += "  " + draw.ScoreText(c.Score, c.Mate, r.turnAt(r.At))
		if c.Move != 0 {
			text += "  best " + chess.MoveText(r.Game.BoardAt(r.At), c.Move)
		}
	}
	return " " + th.Accent.Render(draw.Cut(draw.Clean(r.s.Text(text)), r.width-1))
}

// whyRow says what the better move was for.
func (r *Review) whyRow() string {
	if r.chosen < 0 || r.Why[r.Swings[r.chosen].Ply] == "" {
		return ""
	}
	ply := r.Swings[r.chosen].Ply
	return " " + r.s.Theme.Comment.Render(draw.Cut(draw.Clean(r.s.Notation().Move(chess.MoveText(r.Game.BoardAt(ply), r.Best[ply].Move))+": "+r.Why[ply]), r.width-1))
}
