package viewer

import (
	"fmt"
	"strings"

	"rookery/chess"
	"rookery/pgn"
	"rookery/pgn/opening"
	"rookery/tui/boardinput"
	"rookery/tui/draw"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// viewRoom is where the parts of a viewer stand.
type viewRoom struct {
	Size    draw.CellSize
	Board   boardinput.Rect
	above   int // row of the player at the top, -1 for none
	below   int
	info    boardinput.Rect
	tree    boardinput.Rect
	stacked bool
}

const (
	treeLeast = 26 // columns of the moves beside the board
)

// arrangeRoom puts the moves beside the board, or under it where the window
// is narrow. Players stand over and under the board and three rows of words
// below it, as far as there is room.
func arrangeRoom(s *ui.Session, l *chess.Layout, width, height int) viewRoom {
	least := treeLeast + boardinput.PanelGap
	if size, ok := s.ChooseSize(l, width-least, height-6); ok {
		return roomBeside(l, size, width, height, true)
	}
	if size, ok := s.ChooseSize(l, width-least, height-2); ok {
		return roomBeside(l, size, width, height, false)
	}
	size, _ := s.ChooseSize(l, width, height-5)
	w, h := draw.BoardSize(l, size)
	r := viewRoom{Size: size, above: -1, below: -1, stacked: true}
	r.Board = boardinput.Rect{X: max((width-w)/2, 0), Y: 1, W: w, H: h}
	r.info = boardinput.Rect{X: 1, Y: 1 + h, W: width - 2, H: 1}
	r.tree = boardinput.Rect{X: 0, Y: 2 + h, W: width, H: max(height-h-2, 1)}
	return r
}

func roomBeside(l *chess.Layout, size draw.CellSize, width, height int, players bool) viewRoom {
	w, h := draw.BoardSize(l, size)
	tw := min(width-w-boardinput.PanelGap, draw.TreeMost)
	left := (width - w - boardinput.PanelGap - tw) / 2
	r := viewRoom{Size: size, above: -1, below: -1}
	if !players {
		r.Board = boardinput.Rect{X: left, Y: 1, W: w, H: h}
		r.info = boardinput.Rect{X: left, Y: 1 + h, W: w, H: max(height-1-h, 0)}
	} else {
		spare := max(height-1-2-h-3, 0)
		r.above = 1 + spare/3
		r.Board = boardinput.Rect{X: left, Y: r.above + 1, W: w, H: h}
		r.below = r.above + 1 + h
		r.info = boardinput.Rect{X: left, Y: r.below + 1, W: w, H: height - r.below - 1}
	}
	r.tree = boardinput.Rect{X: left + w + boardinput.PanelGap, Y: 1, W: tw, H: height - 1}
	return r
}

func (v *Viewer) View() string {
	th := v.S.Theme
	rows := []string{v.titleRow()}
	switch {
	case v.Game == nil && v.fault == nil:
		return draw.Page(append(rows, "", th.Faint.Render(v.S.Text("  Reading game "+v.S.Signs().More))), v.width, v.height)
	case v.Tree == nil:
		return draw.Page(append(rows, v.faultRows()...), v.width, v.height)
	}
	board, r := v.boardRows(), &v.Room
	low := v.lowRow()
	room := r.tree.H
	lows := 0
	if low != "" {
		lows = 1
		if v.asking != nil && v.asking.about != "" {
			lows = 2
		}
	}
	if low != "" && r.tree.Y+room >= v.height+1-lows {
		room = max(v.height-lows-r.tree.Y, 1)
	}
	tree := v.panelRows(room)
	info := v.infoRows(r.info.W, r.info.H)
	for y := 1; y < v.height; y++ {
		left := ""
		switch {
		case y == r.above:
			left = v.playerRow(r.Board.W, v.topSide())
		case y == r.below:
			left = v.playerRow(r.Board.W, v.topSide().Other())
		case y >= r.Board.Y && y < r.Board.Y+len(board):
			left = board[y-r.Board.Y]
		case y >= r.info.Y && y-r.info.Y < len(info):
			left = info[y-r.info.Y]
		}
		if r.stacked {
			switch {
			case y >= r.tree.Y && y-r.tree.Y < len(tree):
				left = tree[y-r.tree.Y]
			case y == r.info.Y:
				left = " " + left
			case y < r.info.Y:
				left = strings.Repeat(" ", r.Board.X) + left
			}
			rows = append(rows, left)
			continue
		}
		row := strings.Repeat(" ", r.Board.X) + draw.Fit(left, r.Board.W) + strings.Repeat(" ", boardinput.PanelGap)
		if y-r.tree.Y < len(tree) {
			row += tree[y-r.tree.Y]
		}
		rows = append(rows, row)
	}
	if low != "" {
		rows[v.height-1] = low
	}
	if lows == 2 {
		rows[v.height-2] = " " + th.Bold.Render(draw.Cut(v.asking.about, v.width-2))
	}
	return draw.Page(rows, v.width, v.height)
}

// panelRows are the moves, and under them the explorer where it is shown.
func (v *Viewer) panelRows(height int) []string {
	if !v.explorer.On() || v.Mode == guessingMoves {
		return v.treeRows(height)
	}
	n := min(v.explorer.Height(), max(height-height/3, 6), height-1)
	rows := v.treeRows(height - n)
	for len(rows) < height-n {
		rows = append(rows, "")
	}
	return append(rows, v.explorer.Rows(v.Room.tree.W, n)...)
}

// treeRows are the moves, or while they are guessed what was found.
func (v *Viewer) treeRows(height int) []string {
	if v.Mode == guessingMoves {
		return v.guessRows(v.Room.tree.W, height)
	}
	l := v.outline
	if at, ok := l.At[v.Cur]; ok {
		// A little of what follows stays in sight.
		v.treeTop = draw.ScrollTo(v.treeTop, min(at+2, len(l.Rows)-1), len(l.Rows), height)
		v.treeTop = draw.ScrollTo(v.treeTop, at, len(l.Rows), height)
	} else {
		v.treeTop = 0
	}
	return l.Draw(v.S.Theme, v.treeTop, height, v.Cur)
}

// NoticeAt is the row of messages while it is free.
func (v *Viewer) NoticeAt() int {
	if v.Tree == nil || v.lowRow() != "" {
		return -1
	}
	return v.height - 1
}

// lowRow is the last row while something is asked or written, else empty.
func (v *Viewer) lowRow() string {
	th := v.S.Theme
	said := th.Text
	if v.Notice.Bad {
		said = th.Error
	}
	switch {
	case v.asking != nil:
		return " " + th.Accent.Render(draw.Cut(draw.Clean(v.S.Text(v.asking.text)), v.width-2))
	case v.Writing != NoText:
		head := v.S.Text(textPrompts[v.Writing]) + " " + v.S.Signs().Pointer + " "
		if v.Writing == commandText {
			head = textPrompts[v.Writing]
		}
		room := v.width - draw.WidthOf(head) - 2
		tail := ""
		if v.Notice.Text != "" {
			share := room / 2
			if v.Text.Value() == "" { // what can be written here
				share = room - 10
			}
			tail = "  " + said.Render(v.S.NoticeText(v.Notice, share))
			room -= draw.WidthOf(tail)
		}
		return " " + th.Accent.Render(head) + v.Text.Draw(th, room) + tail
	case v.Chooser != nil:
		return " " + v.Chooser.View(th)
	case v.Mode != Stepping:
		return v.moveRow(said)
	case v.Notice.Text != "":
		return " " + said.Render(v.S.NoticeText(v.Notice, v.width-2))
	}
	return ""
}

// moveRow is the line for moves, what is in the pocket while it is chosen from,
// and what there is to say.
func (v *Viewer) moveRow(said draw.Style) string {
	th := v.S.Theme
	const lineWidth = 18
	row := " " + draw.Fit(v.Line.View(th, lineWidth), lineWidth)
	if v.Selection.InPocket {
		return row + draw.RenderPocket(th, v.S.Glyphs(), v.Pocket(), v.Board.Turn(), v.Selection.Role, v.S.Text("pocket empty"))
	}
	if v.Notice.Text == "" && v.Line.Empty() {
		hint := play.SideName(v.Board.Turn()) + " to move: type a move, or use arrows and Space"
		return row + " " + th.Faint.Render(draw.Cut(v.S.Text(hint), v.width-lineWidth-3))
	}
	return row + " " + said.Render(v.S.NoticeText(v.Notice, v.width-lineWidth-3))
}

// topSide is whose pieces stand at the top.
func (v *Viewer) topSide() chess.Color {
	if v.Flip {
		return chess.White
	}
	return chess.Black
}

func (v *Viewer) titleRow() string {
	r := v.row()
	left := r.White + " " + v.S.Signs().Dash + " " + r.Black
	var right []string
	for _, part := range []string{r.Event, r.Date, ui.VariantText(v.S, r.Variant), r.Result} {
		if part != "" && !strings.HasPrefix(part, "?") {
			right = append(right, part)
		}
	}
	if v.Changed() {
		left = "* " + left
	}
	if n := v.Games.Len(); n > 1 {
		right = append(right, v.S.Text(fmt.Sprintf("%d of %d", v.index+1, n)))
	}
	return draw.TitleBar(v.S.Theme, v.width, left, strings.Join(right, "  "))
}

// boardRows draws the board, or gives it as it was drawn.
func (v *Viewer) boardRows() []string {
	if v.Drawn.Rows != nil {
		return v.Drawn.Rows
	}
	m := draw.NewMarks()
	m.MarkMove(v.Cur.Move)
	m.Checked = draw.SquaresOf(v.Board.Checked()...)
	v.Mark(&m)
	if v.Mode == guessingMoves && v.guess.hints > 0 && !v.guess.over {
		if next := v.Cur.Next().Move; next.Kind() != chess.Dropping {
			m.Hint.Add(next.From())
		}
	}
	v.Drawn.Rows = draw.RenderBoard(v.Board.View(chess.Everyone), v.Layout, v.S.Theme, v.S.Glyphs(), m, v.Room.Size, v.Flip)
	return v.Drawn.Rows
}

// playerRow names a player, with the pocket or the clock that the comments tell.
func (v *Viewer) playerRow(width int, side chess.Color) string {
	th, gl := v.S.Theme, v.S.Glyphs()
	name, elo := v.row().White, v.Game.Tags.Value("WhiteElo")
	if side == chess.Black {
		name, elo = v.row().Black, v.Game.Tags.Value("BlackElo")
	}
	if elo != "" && !strings.HasPrefix(elo, "?") {
		name += " " + draw.Clean(elo)
	}
	right := v.clockOf(side)
	if hand := v.Board.View(chess.Everyone).Pockets[side]; !hand.Empty() {
		right = draw.RenderPocket(th, gl, hand, side, chess.NoRole, "")
	}
	return th.Accent.Render(gl.SideMark(side, v.Board.Turn() == side)) + " " + draw.Fit(th.Bold.Render(draw.Cut(name, width-5-draw.WidthOf(right))), width-4-draw.WidthOf(right)) + right
}

// clockOf is what the last comment of a side's moves says of its clock.
func (v *Viewer) clockOf(side chess.Color) string {
	mover := v.Board.Turn().Other()
	for n := v.Cur; n.Parent != nil; n = n.Parent {
		if mover == side {
			return draw.CommandValue(n, "clk")
		}
		mover = mover.Other()
	}
	return ""
}

// infoRows are the words under the board: the move, the lines that go on, the comment.
func (v *Viewer) infoRows(width, height int) []string {
	th := v.S.Theme
	var rows []string
	plies := v.Game.Plies()
	where := v.S.Text(ui.Plural(plies, "start, 1 half-move", "start, %d half-moves"))
	if v.Cur.Parent != nil {
		where = v.Tree.Label(v.Cur)
		if !v.Cur.Main() {
			where += v.S.Text("  (variation)")
		} else if v.Cur.Next() == nil {
			where += "  " + draw.Clean(v.Game.Result)
			if o := v.Board.Outcome(); o.Over() {
				where += " " + v.S.Text(play.ReasonText(o))
			}
		}
		if eval := draw.CommandValue(v.Cur, "eval"); eval != "" {
			where += "  eval " + eval
		}
	}
	named := v.Openings.Behind(v.Game, v.Cur)
	if height == 1 && named.Code != "" {
		where += "  " + named.Code
	}
	if v.Auto.On {
		where += "  " + v.S.Signs().Pointer + v.Auto.every()
	}
	rows = append(rows, " "+th.Accent.Render(draw.Cut(where, width-1)))
	if len(v.Cur.Children) > 1 && v.Mode != guessingMoves {
		rows = append(rows, v.linesRow(width))
	}
	if named != (opening.Opening{}) {
		rows = append(rows, " "+th.Faint.Render(draw.Cut(draw.Clean(named.String()), width-1)))
	}
	words := ""
	if v.Mode != guessingMoves { // a comment may tell what follows
		words = draw.CommentText(v.Cur.After)
	}
	if v.Cur.Parent == nil && len(v.Game.Warnings) > 0 {
		rows = append(rows, " "+th.Error.Render(draw.Cut(draw.Clean(v.faultText(&v.Game.Warnings[0])), width-1)))
	}
	for _, row := range draw.Wrap(words, width-1) {
		if row != "" {
			rows = append(rows, " "+th.Comment.Render(row))
		}
	}
	if len(rows) > height {
		rows = rows[:height]
	}
	return rows
}

// faultText says a fault of the file in the language of the session; what stood
// there stays as it was written.
func (v *Viewer) faultText(w *pgn.ParseError) string {
	reason := w.Err.Error()
	return fmt.Sprintf("%d:%d: %s%s", w.Line, w.Column, strings.TrimSuffix(w.Message(), reason), v.S.Text(reason))
}

// linesRow shows the moves that go on from here, the chosen one set off.
func (v *Viewer) linesRow(width int) string {
	th, g := v.S.Theme, v.S.Signs()
	row := " "
	for i, c := range v.Cur.Children {
		text := v.Tree.Move(c)
		if i == v.choice {
			row += th.Choice.Render(g.Pointer+text) + " "
		} else {
			row += th.Line.Render(" "+text) + " "
		}
	}
	return draw.Cut(row, width)
}

// faultRows tell why a game cannot be shown on a board, with its text.
func (v *Viewer) faultRows() []string {
	th := v.S.Theme
	var rows []string
	for _, row := range draw.Wrap(v.S.Text("This game cannot be shown: "+draw.Clean(v.fault.Error())), v.width-4) {
		rows = append(rows, "  "+th.Error.Render(row))
	}
	rows = append(rows, "")
	if v.Game != nil {
		for _, row := range draw.Wrap(draw.Clean(v.Game.Unread), v.width-4) {
			rows = append(rows, "  "+th.Text.Render(row))
		}
	}
	return append([]string{""}, rows...)
}
