package study

import (
	"fmt"
	"strconv"
	"strings"

	"rookery/ai/report"
	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/play"
)

// graphHeight is how many rows the graph has, its marks not counted.
func (r *Review) graphHeight() int { return max(3, min(9, r.room.panel.H/2-1-summaryHeight)) }

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
	return draw.Clean(r.name(chess.White) + " " + r.s.Signs().Dash + " " + r.name(chess.Black))
}

// name is what a side is called.
func (r *Review) name(c chess.Color) string {
	if n := r.cfg.Players[c].Name; n != "" {
		return n
	}
	return play.SideName(c)
}

// boardRows draws the board, or gives it as it was drawn. Before a judged
// move the better one has an arrow, and so has the one that was made.
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
		if best := r.Found.Choices[r.At].Move; best != 0 {
			m.Arrows[0] = draw.ArrowOf(best, draw.BestArrow)
			m.Hint = draw.SquaresOf(best.From(), best.Landing())
		}
		m.Arrows[1] = draw.ArrowOf(moves[r.At], draw.ThreatArrow)
	}
	r.rows = draw.RenderBoard(b.View(chess.Everyone), b.Layout(), r.s.Theme, r.s.Glyphs(), m, r.room.Size, r.flip)
	return r.rows
}

// summaryHeight is how many rows tell how the sides played.
const summaryHeight = 3

// panelRows are how the sides played, the graph and the list of judged moves.
func (r *Review) panelRows(width, height int) []string {
	th := r.s.Theme
	judged := make(map[int]bool, len(r.Judged))
	for _, ply := range r.Judged {
		judged[ply] = r.Report.Moves[ply].Judgement >= report.Mistake
	}
	rows := r.summaryRows(width)
	rows = append(rows, draw.RenderGraph(th, r.s.Glyphs(), r.points(), judged, r.At, width, r.graphHeight())...)
	rows = append(rows, th.Border.Render(strings.Repeat(r.s.Signs().Rule, width)))
	room := height - len(rows)
	r.top = draw.ScrollTo(r.top, max(r.chosen, 0), len(r.Judged), room)
	if len(r.Judged) == 0 && r.ready() {
		rows = append(rows, th.Faint.Render(draw.Cut(r.s.Text("No mistakes found."), width)))
	}
	for i := r.top; i < min(r.top+room, len(r.Judged)); i++ {
		ply := r.Judged[i]
		m, better := &r.Report.Moves[ply], ""
		if best := r.Found.Choices[ply].Move; best != 0 {
			better = ", better " + chess.MoveText(r.Game.BoardAt(ply), best)
		}
		text := draw.Cut(draw.Clean(r.s.Text(fmt.Sprintf("%s%s  %s to %s%s", r.label(ply), m.Judgement.Sign(), percent(m.Before), percent(m.After), better))), width-2)
		if i == r.chosen {
			rows = append(rows, th.Choice.Render(r.s.Signs().Pointer+" "+text))
		} else {
			rows = append(rows, "  "+th.Text.Render(text))
		}
	}
	return rows[:min(len(rows), height)]
}

// The columns of the summary.
const (
	accuracyWidth = 10
	lossWidth     = 6
	countWidth    = 4
)

// alignRight puts a text at the right of a column.
func alignRight(text string, width int) string {
	text = draw.Cut(text, width-1)
	return strings.Repeat(" ", width-draw.WidthOf(text)) + text
}

// summaryRows are a line for each side: its accuracy, what it lost a move, and how many
// moves were judged; or how far the analysis has come.
func (r *Review) summaryRows(width int) []string {
	th := r.s.Theme
	rows := make([]string, summaryHeight)
	if !r.ready() {
		rows[0] = th.Faint.Render(draw.Cut(r.s.Text(fmt.Sprintf("Analysing: %d of %d positions", r.done, r.Game.Ply()+1)), width))
		return rows
	}
	cells := func(accuracy, loss string, counts [report.Blunder + 1]string) string {
		row := alignRight(accuracy, accuracyWidth) + alignRight(loss, lossWidth)
		for j := report.Inaccuracy; j <= report.Blunder; j++ {
			row += alignRight(counts[j], countWidth)
		}
		return row
	}
	const numbers = accuracyWidth + lossWidth + 3*countWidth
	names := max(width-numbers, 1)
	var heads [report.Blunder + 1]string
	for j := range heads {
		heads[j] = report.Judgement(j).Sign()
	}
	rows[0] = draw.Cut(strings.Repeat(" ", names)+th.Faint.Render(cells(r.s.Text("accuracy"), r.s.Text("loss"), heads)), width)
	for c, side := range r.Report.Sides {
		if side.Moves == 0 {
			continue
		}
		sign := r.s.Glyphs().Hollow
		if chess.Color(c) == chess.Black {
			sign = r.s.Glyphs().Bullet
		}
		var counts [report.Blunder + 1]string
		for j, n := range side.Counts {
			counts[j] = strconv.Itoa(n)
		}
		name := draw.Fit(th.Bold.Render(draw.Cut(string(sign)+" "+draw.Clean(r.s.Text(r.name(chess.Color(c)))), names)), names)
		rows[c+1] = draw.Cut(name+th.Text.Render(cells(percent(side.Accuracy/100), fmt.Sprintf("%.0f", side.Loss), counts)), width)
	}
	return rows
}

// NoticeRow says where we are.
func (r *Review) NoticeRow() string {
	th := r.s.Theme
	if r.At == r.Game.Ply() {
		return " " + th.Accent.Render(draw.Cut(r.s.Text(play.OutcomeText(r.Game.Outcome())), r.width-1))
	}
	text := "Before " + r.label(r.At)
	if r.Found.Values[r.At].Known {
		c := r.Found.Choices[r.At]
		text += "  " + draw.ScoreText(c.Score, c.Mate, r.turnAt(r.At))
		if c.Move != 0 {
			text += "  best " + chess.MoveText(r.Game.BoardAt(r.At), c.Move)
		}
	}
	return " " + th.Accent.Render(draw.Cut(draw.Clean(r.s.Text(text)), r.width-1))
}

// whyRow says what the better move was for.
func (r *Review) whyRow() string {
	if r.chosen < 0 || r.Why[r.Judged[r.chosen]] == "" {
		return ""
	}
	ply := r.Judged[r.chosen]
	return " " + r.s.Theme.Comment.Render(draw.Cut(draw.Clean(r.s.Notation().Move(chess.MoveText(r.Game.BoardAt(ply), r.Found.Choices[ply].Move))+": "+r.Why[ply]), r.width-1))
}
