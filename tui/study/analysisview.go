package study

import (
	"fmt"
	"slices"
	"strings"

	"rookery/chess"
	"rookery/tui/boardinput"
	"rookery/tui/draw"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// analysisRoom is where the parts of an analysis stand.
type analysisRoom struct {
	Size    draw.CellSize
	Board   boardinput.Rect
	panel   boardinput.Rect // what the engine says, then the moves
	meter   int             // column of the meter, -1 for none
	notice  int
	input   int
	stacked bool
	talk    int // rows at the head of the panel that the engine has
}

// Columns of the panel beside the board, at least.
const (
	analysisLeast = 28
	reviewLeast   = 40 // a table of six columns
)

// arrangeAnalysis puts a panel of at least so many columns beside the board, or under it
// where the window is narrow. The two last rows are for words and for the line.
func arrangeAnalysis(s *ui.Session, l *chess.Layout, width, height, least int) analysisRoom {
	const gap, over, under = 3, 1, 2
	r := analysisRoom{notice: height - 2, input: height - 1, meter: -1}
	if size, ok := s.ChooseSize(l, width-least-gap, height-over-under); ok {
		w, h := draw.BoardSize(l, size)
		pw := min(width-w-gap, draw.TreeMost)
		left := (width - w - gap - pw) / 2
		body := height - over - under
		r.Size = size
		r.Board = boardinput.Rect{X: left, Y: over + (body-h)/2, W: w, H: h}
		r.meter = left + w + 1
		r.panel = boardinput.Rect{X: left + w + gap, Y: over, W: pw, H: body}
		return r
	}
	size, _ := s.ChooseSize(l, width, height-over-under-3)
	w, h := draw.BoardSize(l, size)
	r.Size, r.stacked = size, true
	r.Board = boardinput.Rect{X: max((width-w)/2, 0), Y: over, W: w, H: h}
	r.panel = boardinput.Rect{X: 1, Y: over + h, W: width - 2, H: max(height-over-under-h, 1)}
	return r
}

// arrange finds the place of everything for the present size and position.
func (a *Analysis) arrange() {
	a.Redraw()
	if a.width <= 0 {
		return
	}
	a.Room = arrangeAnalysis(a.S, a.Board.Layout(), a.width, a.height, analysisLeast)
	a.outline = draw.LayOutTree(a.tree, a.Room.panel.W-1, false, a.Cur)
}

func (a *Analysis) View() string {
	r := &a.Room
	board, talk := a.boardRows(), a.talkRows(r.panel.W)
	if most := r.panel.H - min(4, r.panel.H/2); len(talk) > most {
		talk = talk[:most]
	}
	r.talk = len(talk)
	room, explored := r.panel.H-r.talk, 0
	if a.explorer.On() {
		explored = min(a.explorer.Height(), max(room-2, 0))
		room -= explored
	}
	at, there := a.outline.At[a.Cur]
	if !there {
		at = 0
	}
	a.treeTop = draw.ScrollTo(a.treeTop, at, len(a.outline.Rows), room)
	panel := append(talk, a.outline.Draw(a.S.Theme, a.treeTop, room, a.Cur)...)
	if explored > 0 {
		panel = slices.Concat(panel, make([]string, max(r.talk+room-len(panel), 0)), a.explorer.Rows(r.panel.W, explored))
	}
	meter := a.evalBarRows()
	rows := make([]string, a.height)
	rows[0] = draw.TitleBar(a.S.Theme, a.width, a.Heading(), a.Status())
	for y := 1; y < a.height; y++ {
		row := ""
		if i := y - r.Board.Y; i >= 0 && i < len(board) {
			row = strings.Repeat(" ", r.Board.X) + board[i]
			if i < len(meter) {
				row = draw.Fit(row, r.meter) + meter[i]
			}
		}
		if i := y - r.panel.Y; i >= 0 && i < len(panel) && i < r.panel.H {
			row = draw.Fit(row, r.panel.X) + panel[i]
		}
		rows[y] = row
	}
	rows[r.notice], rows[r.input] = a.NoticeRow(), a.InputRow()
	return draw.Page(rows, a.width, a.height)
}

// evalBarRows is the meter between the board and the panel, beside the ranks.
func (a *Analysis) evalBarRows() []string {
	if a.Room.meter < 0 || a.hidden {
		return nil
	}
	share, known := a.share()
	return draw.RenderEvalBar(a.S.Theme, a.S.ASCIIOnly(), a.Room.Board.H-1, share, known, a.Flip)
}

// share is what White may call its own by the best line.
func (a *Analysis) share() (float64, bool) {
	switch {
	case len(a.Moves()) == 0 || a.Board.Outcome().Over():
		return a.Board.Outcome().WhiteScore(), true
	case len(a.Told) == 0:
		return 0.5, false
	}
	return draw.WhiteShare(a.Told[0].Score, a.Told[0].Mate, a.Board.Turn()), true
}

func (a *Analysis) Heading() string {
	name := a.S.Text("Analysis board") + " " + a.S.Signs().Dash + " " + a.S.Text(a.Game.Variant())
	return ui.WithOpening(name, a.Status(), a.Openings.Behind(a.Game, a.Cur), a.width)
}

// Status is the right of the title row.
func (a *Analysis) Status() string {
	if o := a.Board.Outcome(); o.Over() {
		return o.Result.String()
	}
	return a.S.Text(play.SideName(a.Board.Turn()) + " to move")
}

// boardRows draws the board, or gives it as it was drawn.
func (a *Analysis) boardRows() []string {
	if a.Drawn.Rows != nil {
		return a.Drawn.Rows
	}
	m := draw.NewMarks()
	m.MarkMove(a.Cur.Move)
	m.Checked = draw.SquaresOf(a.Board.Checked()...)
	a.Mark(&m)
	m.Arrows = a.arrows(&m.Hint)
	a.Drawn.Rows = draw.RenderBoard(a.Board.View(chess.Everyone), a.Layout, a.S.Theme, a.S.Glyphs(), m, a.Room.Size, a.Flip)
	return a.Drawn.Rows
}

// arrows are those of the lines, the best first, and of the threat. The squares
// of the best move are marked besides.
func (a *Analysis) arrows(squares *draw.SquareSet) (out [draw.MaxArrows]draw.Arrow) {
	n := 0
	add := func(m chess.Move, kind draw.ArrowKind) {
		if m != 0 && m != chess.Pass && n < draw.MaxArrows {
			out[n] = draw.ArrowOf(m, kind)
			n++
		}
	}
	if a.threats {
		add(a.threat.Move, draw.ThreatArrow)
	}
	if a.hidden {
		return out
	}
	for i, info := range a.Told {
		if len(info.PV) == 0 {
			continue
		}
		if i == 0 {
			add(info.PV[0], draw.BestArrow)
			*squares = draw.SquaresOf(info.PV[0].From(), info.PV[0].Landing())
		} else if n < draw.MaxArrows-1 {
			add(info.PV[0], draw.OtherArrow)
		}
	}
	return out
}

// talkRows are what the engine says: how far it has come, its lines, why the
// best is good, and the threat.
func (a *Analysis) talkRows(width int) []string {
	th := a.S.Theme
	rule := th.Border.Render(strings.Repeat(a.S.Signs().Rule, width))
	rows := a.pocketRows(width)
	rows = append(rows, a.engineRow(width))
	switch {
	case a.hidden:
		return append(rows, rule)
	case a.fault != "":
		for _, row := range draw.Wrap(draw.Clean(a.S.Text(a.fault)), width) {
			rows = append(rows, th.Error.Render(row))
		}
	case a.On && len(a.Moves()) > 0:
		most := 2
		if a.Lines > 3 || a.Room.stacked {
			most = 1
		}
		for i := range a.Lines {
			if i >= len(a.Told) {
				rows = append(rows, "")
				continue
			}
			info := &a.Told[i]
			rows = append(rows, draw.RenderLine(th, draw.ScoreText(info.Score, info.Mate, a.Board.Turn()), a.S.Notation().Moves(a.toldTexts[i]), width, most)...)
		}
		rows = append(rows, a.whyRows(width)...)
	}
	if a.threats {
		rows = append(rows, a.threatRow(width))
	}
	return append(rows, rule)
}

// pocketRows are what the sides have beside the board: pieces to drop, checks to give.
func (a *Analysis) pocketRows(width int) []string {
	v := a.Board.View(chess.Everyone)
	checks := v.ChecksLeft[0]+v.ChecksLeft[1] > 0
	if a.Game.Rules.Pocket == chess.NoPocket && !checks {
		return nil
	}
	th, gl := a.S.Theme, a.S.Glyphs()
	var rows []string
	for _, side := range []chess.Color{chess.White, chess.Black} {
		row := draw.Fit(th.Bold.Render(a.S.Text(play.SideName(side))), 7)
		if a.Game.Rules.Pocket != chess.NoPocket {
			row += draw.RenderPocket(th, gl, v.Pockets[side], side, chess.NoRole, a.S.Text("pocket empty"))
		}
		if checks {
			row += th.Faint.Render(a.S.Text(fmt.Sprintf(" %d left", v.ChecksLeft[side])))
		}
		rows = append(rows, draw.Cut(row, width))
	}
	return rows
}

// engineRow names the engine and says how far it has come.
func (a *Analysis) engineRow(width int) string {
	th := a.S.Theme
	state := "off"
	switch o := a.Board.Outcome(); {
	case o.Over():
		state = ""
	case a.hidden && a.On:
		state = "hidden"
	case a.On && len(a.Told) > 0:
		state = draw.SpeedText(a.Told[0], a.S.Text("depth"))
	case a.On && a.fault == "":
		state = a.S.ThinkingText(a.S.Signs().More)
	case a.On:
		state = "no output"
	}
	return th.Accent.Render(draw.Cut(a.name, width/2)) + "  " + th.Faint.Render(draw.Cut(a.S.Text(state), width-2-draw.WidthOf(draw.Cut(a.name, width/2))))
}

// whyRows is the sentence for the best move, in two rows that are always there
// so that nothing below jumps.
func (a *Analysis) whyRows(width int) []string {
	if a.Room.stacked {
		if a.Why == "" {
			return nil
		}
		return []string{a.S.Theme.Comment.Render(draw.Cut(a.Why, width))}
	}
	out := make([]string, 2)
	if a.Why == "" {
		return out
	}
	for i, row := range draw.Wrap(draw.Clean(a.Why), width) {
		if i < len(out) {
			out[i] = a.S.Theme.Comment.Render(row)
		}
	}
	return out
}

// threatRow tells what the opponent would do.
func (a *Analysis) threatRow(width int) string {
	th := a.S.Theme
	switch {
	case !canPass(a.Board):
		return th.Faint.Render(draw.Cut(a.S.Text("No threats: passing is not possible"), width))
	case a.threat.Move == 0:
		return th.Faint.Render(a.S.Text("Threat: thinking" + a.S.Signs().More))
	}
	b := a.Board.Clone()
	b.Make(chess.Pass)
	text := fmt.Sprintf("Threat: %s  %s", chess.MoveText(b, a.threat.Move), draw.ScoreText(a.threat.Score, a.threat.Mate, b.Turn()))
	return th.Error.Render(draw.Cut(draw.Clean(a.S.Text(text)), width))
}

// NoticeAt is that row while nothing stands there that must be read.
func (a *Analysis) NoticeAt() int {
	if a.starting.On() || a.Notice.Text != "" {
		return -1
	}
	return a.Room.notice
}

// NoticeRow is the row that talks.
func (a *Analysis) NoticeRow() string {
	th := a.S.Theme
	switch o := a.Board.Outcome(); {
	case a.starting.On():
		return " " + th.Accent.Render(draw.Cut(draw.Clean(a.S.Text(a.starting.Text())), a.width-1))
	case a.Notice.Bad:
		return " " + th.Error.Render(a.S.NoticeText(a.Notice, a.width-1))
	case a.Notice.Text != "":
		return " " + th.Text.Render(a.S.NoticeText(a.Notice, a.width-1))
	case o.Over():
		return " " + th.Accent.Render(draw.Cut(a.S.Text(play.OutcomeText(o)), a.width-1))
	case len(a.Cur.Children) > 1:
		return " " + a.childrenRow()
	}
	return ""
}

// childrenRow shows the moves that go on from here, the chosen one set off.
func (a *Analysis) childrenRow() string {
	th, row := a.S.Theme, ""
	for i, c := range a.Cur.Children {
		text := a.tree.Move(c)
		if i == a.choice {
			row += th.Choice.Render(a.S.Signs().Pointer+text) + " "
		} else {
			row += th.Line.Render(" "+text) + " "
		}
	}
	return draw.Cut(row, a.width-1)
}

// InputRow is the line where it is open.
func (a *Analysis) InputRow() string {
	if a.writing == notWriting {
		return ""
	}
	return " " + a.Line.View(a.S.Theme, a.width-1)
}
