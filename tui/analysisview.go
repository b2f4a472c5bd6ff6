package tui

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"rookery/chess"
	"rookery/tui/play"
)

// analysisRoom is where the parts of an analysis stand.
type analysisRoom struct {
	size    cellSize
	board   rect
	panel   rect // what the engine says, then the moves
	meter   int  // column of the meter, -1 for none
	notice  int
	input   int
	stacked bool
	talk    int // rows at the head of the panel that the engine has
}

// arrangeAnalysis puts the panel beside the board, or under it where the
// window is narrow. The two last rows are for words and for the line.
func arrangeAnalysis(s *Session, l *chess.Layout, width, height int) analysisRoom {
	const least, gap, over, under = 28, 3, 1, 2
	r := analysisRoom{notice: height - 2, input: height - 1, meter: -1}
	if size, ok := s.chooseSize(l, width-least-gap, height-over-under); ok {
		w, h := boardSize(l, size)
		pw := min(width-w-gap, treeMost)
		left := (width - w - gap - pw) / 2
		body := height - over - under
		r.size = size
		r.board = rect{left, over + (body-h)/2, w, h}
		r.meter = left + w + 1
		r.panel = rect{left + w + gap, over, pw, body}
		return r
	}
	size, _ := s.chooseSize(l, width, height-over-under-3)
	w, h := boardSize(l, size)
	r.size, r.stacked = size, true
	r.board = rect{max((width-w)/2, 0), over, w, h}
	r.panel = rect{1, over + h, width - 2, max(height-over-under-h, 1)}
	return r
}

// arrange finds the place of everything for the present size and position.
func (a *analysis) arrange() {
	a.redraw()
	if a.width <= 0 {
		return
	}
	a.room = arrangeAnalysis(a.s, a.board.Layout(), a.width, a.height)
	a.outline = layOutTree(a.tree, a.room.panel.w-1, false, a.cur)
}

// View implements screen.
func (a *analysis) View() string {
	r := &a.room
	board, talk := a.boardRows(), a.talkRows(r.panel.w)
	if most := r.panel.h - min(4, r.panel.h/2); len(talk) > most {
		talk = talk[:most]
	}
	r.talk = len(talk)
	room := r.panel.h - r.talk
	at, there := a.outline.at[a.cur]
	if !there {
		at = 0
	}
	a.treeTop = scrollTo(a.treeTop, at, len(a.outline.rows), room)
	panel := append(talk, a.outline.draw(a.s.Theme, a.treeTop, room, a.cur)...)
	meter := a.meterRows()
	rows := make([]string, a.height)
	rows[0] = titleBar(a.s.Theme, a.width, a.heading(), a.status())
	for y := 1; y < a.height; y++ {
		row := ""
		if i := y - r.board.y; i >= 0 && i < len(board) {
			row = strings.Repeat(" ", r.board.x) + board[i]
			if i < len(meter) {
				row = fit(row, r.meter) + meter[i]
			}
		}
		if i := y - r.panel.y; i >= 0 && i < len(panel) && i < r.panel.h {
			row = fit(row, r.panel.x) + panel[i]
		}
		rows[y] = row
	}
	rows[r.notice], rows[r.input] = a.noticeRow(), a.inputRow()
	return page(rows, a.width, a.height)
}

// meterRows is the meter between the board and the panel, beside the ranks.
func (a *analysis) meterRows() []string {
	if a.room.meter < 0 || a.hidden {
		return nil
	}
	share, known := a.share()
	return renderMeter(a.s.Theme, a.s.asciiOnly(), a.room.board.h-1, share, known, a.flip)
}

// share is what White may call its own by the best line.
func (a *analysis) share() (float64, bool) {
	switch {
	case len(a.moves()) == 0 || a.board.Outcome().Over():
		return a.board.Outcome().WhiteScore(), true
	case len(a.told) == 0:
		return 0.5, false
	}
	return whiteShare(a.told[0].Score, a.told[0].Mate, a.board.Turn()), true
}

func (a *analysis) heading() string {
	name := a.s.Text("Analysis") + " " + a.s.signs().Dash + " " + a.s.Text(a.game.Variant())
	return withOpening(name, a.status(), a.openings.behind(a.game, a.cur), a.width)
}

// status is the right of the title row.
func (a *analysis) status() string {
	if o := a.board.Outcome(); o.Over() {
		return o.Result.String()
	}
	return a.s.Text(sideName(a.board.Turn()) + " to move")
}

// boardRows draws the board, or gives it as it was drawn.
func (a *analysis) boardRows() []string {
	if a.drawn.rows != nil {
		return a.drawn.rows
	}
	m := newMarks()
	m.markMove(a.cur.Move)
	m.checked = squaresOf(a.board.Checked()...)
	a.mark(&m)
	m.arrows = a.arrows(&m.hint)
	a.drawn.rows = renderBoard(a.board.View(chess.Everyone), a.layout, a.s.Theme, a.s.glyphs(), m, a.room.size, a.flip)
	return a.drawn.rows
}

// arrows are those of the lines, the best first, and of the threat. The squares
// of the best move are marked besides.
func (a *analysis) arrows(squares *squareSet) (out [maxArrows]arrow) {
	n := 0
	add := func(m chess.Move, kind arrowKind) {
		if m != 0 && m != chess.Pass && n < maxArrows {
			out[n] = arrowOf(m, kind)
			n++
		}
	}
	if a.threats {
		add(a.threat.Move, threatArrow)
	}
	if a.hidden {
		return out
	}
	for i, info := range a.told {
		if len(info.PV) == 0 {
			continue
		}
		if i == 0 {
			add(info.PV[0], bestArrow)
			*squares = squaresOf(info.PV[0].From(), info.PV[0].Landing())
		} else if n < maxArrows-1 {
			add(info.PV[0], otherArrow)
		}
	}
	return out
}

// talkRows are what the engine says: how far it has come, its lines, why the
// best is good, and the threat.
func (a *analysis) talkRows(width int) []string {
	th := a.s.Theme
	rule := th.Border.Render(strings.Repeat(a.s.signs().Rule, width))
	rows := a.stockRows(width)
	rows = append(rows, a.engineRow(width))
	switch {
	case a.hidden:
		return append(rows, rule)
	case a.fault != "":
		for _, row := range wrap(clean(a.s.Text(a.fault)), width) {
			rows = append(rows, th.Error.Render(row))
		}
	case a.on && len(a.moves()) > 0:
		most := 2
		if a.lines > 3 || a.room.stacked {
			most = 1
		}
		for i := range a.lines {
			if i >= len(a.told) {
				rows = append(rows, "")
				continue
			}
			info := &a.told[i]
			rows = append(rows, renderLine(th, scoreText(info.Score, info.Mate, a.board.Turn()), a.s.notation().Moves(a.toldTexts[i]), width, most)...)
		}
		rows = append(rows, a.whyRows(width)...)
	}
	if a.threats {
		rows = append(rows, a.threatRow(width))
	}
	return append(rows, rule)
}

// stockRows are what the sides have beside the board: men to drop, checks to give.
func (a *analysis) stockRows(width int) []string {
	v := a.board.View(chess.Everyone)
	checks := v.ChecksLeft[0]+v.ChecksLeft[1] > 0
	if a.game.Rules.Pocket == chess.NoPocket && !checks {
		return nil
	}
	th, gl := a.s.Theme, a.s.glyphs()
	var rows []string
	for _, side := range []chess.Color{chess.White, chess.Black} {
		row := fit(th.Bold.Render(a.s.Text(sideName(side))), 7)
		if a.game.Rules.Pocket != chess.NoPocket {
			row += renderPocket(th, gl, v.Pockets[side], side, chess.NoRole)
		}
		if checks {
			row += th.Faint.Render(a.s.Text(fmt.Sprintf(" %d to give", v.ChecksLeft[side])))
		}
		rows = append(rows, cut(row, width))
	}
	return rows
}

// engineRow names the engine and says how far it has come.
func (a *analysis) engineRow(width int) string {
	th := a.s.Theme
	state := "off"
	switch o := a.board.Outcome(); {
	case o.Over():
		state = ""
	case a.hidden && a.on:
		state = "hidden"
	case a.on && len(a.told) > 0:
		state = speedText(a.told[0])
	case a.on && a.fault == "":
		state = "looking" + a.s.signs().More
	case a.on:
		state = "silent"
	}
	return th.Accent.Render(cut(a.name, width/2)) + "  " + th.Faint.Render(cut(a.s.Text(state), width-2-lipgloss.Width(cut(a.name, width/2))))
}

// whyRows is the sentence for the best move, in two rows that are always there
// so that nothing below jumps.
func (a *analysis) whyRows(width int) []string {
	if a.room.stacked {
		if a.why == "" {
			return nil
		}
		return []string{a.s.Theme.Comment.Render(cut(a.why, width))}
	}
	out := make([]string, 2)
	if a.why == "" {
		return out
	}
	for i, row := range wrap(clean(a.why), width) {
		if i < len(out) {
			out[i] = a.s.Theme.Comment.Render(row)
		}
	}
	return out
}

// threatRow tells what the opponent would do.
func (a *analysis) threatRow(width int) string {
	th := a.s.Theme
	switch {
	case !canPass(a.board):
		return th.Faint.Render(cut(a.s.Text("No threats where nobody can pass"), width))
	case a.threat.Move == 0:
		return th.Faint.Render(a.s.Text("Threat: looking" + a.s.signs().More))
	}
	b := a.board.Clone()
	b.Make(chess.Pass)
	text := fmt.Sprintf("Threat: %s  %s", chess.MoveText(b, a.threat.Move), scoreText(a.threat.Score, a.threat.Mate, b.Turn()))
	return th.Error.Render(cut(clean(a.s.Text(text)), width))
}

// noticeRow is the row that talks.
func (a *analysis) noticeRow() string {
	th := a.s.Theme
	switch o := a.board.Outcome(); {
	case a.notice.bad:
		return " " + th.Error.Render(cut(clean(a.s.Text(a.notice.text)), a.width-1))
	case a.notice.text != "":
		return " " + th.Text.Render(cut(clean(a.s.Text(a.notice.text)), a.width-1))
	case o.Over():
		return " " + th.Accent.Render(cut(a.s.Text(play.OutcomeText(o)), a.width-1))
	case len(a.cur.Children) > 1:
		return " " + a.childrenRow()
	}
	return ""
}

// childrenRow shows the moves that go on from here, the chosen one set off.
func (a *analysis) childrenRow() string {
	th, row := a.s.Theme, ""
	for i, c := range a.cur.Children {
		text := a.tree.move(c)
		if i == a.choice {
			row += th.Choice.Render(a.s.signs().Pointer+text) + " "
		} else {
			row += th.Line.Render(" "+text) + " "
		}
	}
	return cut(row, a.width-1)
}

// inputRow is the line where it is open.
func (a *analysis) inputRow() string {
	if a.writing == notWriting {
		return ""
	}
	return " " + a.line.view(a.s.Theme, a.width-1)
}
