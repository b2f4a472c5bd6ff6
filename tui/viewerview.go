package tui

import (
	"fmt"
	"strings"

	"rookery/chess"
	"rookery/pgn"
	"rookery/pgn/opening"

	"github.com/charmbracelet/lipgloss"
)

// viewerRoom is where the parts of a viewer stand.
type viewerRoom struct {
	size    cellSize
	board   rect
	above   int // row of the player at the top, -1 for none
	below   int
	info    rect
	tree    rect
	stacked bool
}

const (
	treeLeast = 26 // columns of the moves beside the board
)

// arrangeViewer puts the moves beside the board, or under it where the window
// is narrow. Players stand over and under the board and three rows of words
// below it, as far as there is room.
func arrangeViewer(s *Session, l *chess.Layout, width, height int) viewerRoom {
	least := treeLeast + panelGap
	if size, ok := s.chooseSize(l, width-least, height-6); ok {
		return viewerBeside(l, size, width, height, true)
	}
	if size, ok := s.chooseSize(l, width-least, height-2); ok {
		return viewerBeside(l, size, width, height, false)
	}
	size, _ := s.chooseSize(l, width, height-5)
	w, h := boardSize(l, size)
	r := viewerRoom{size: size, above: -1, below: -1, stacked: true}
	r.board = rect{max((width-w)/2, 0), 1, w, h}
	r.info = rect{1, 1 + h, width - 2, 1}
	r.tree = rect{0, 2 + h, width, max(height-h-2, 1)}
	return r
}

func viewerBeside(l *chess.Layout, size cellSize, width, height int, players bool) viewerRoom {
	w, h := boardSize(l, size)
	tw := min(width-w-panelGap, treeMost)
	left := (width - w - panelGap - tw) / 2
	r := viewerRoom{size: size, above: -1, below: -1}
	if !players {
		r.board = rect{left, 1, w, h}
		r.info = rect{left, 1 + h, w, max(height-1-h, 0)}
	} else {
		spare := max(height-1-2-h-3, 0)
		r.above = 1 + spare/3
		r.board = rect{left, r.above + 1, w, h}
		r.below = r.above + 1 + h
		r.info = rect{left, r.below + 1, w, height - r.below - 1}
	}
	r.tree = rect{left + w + panelGap, 1, tw, height - 1}
	return r
}

func (v *viewer) View() string {
	th := v.s.Theme
	rows := []string{v.titleRow()}
	switch {
	case v.game == nil && v.fault == nil:
		return page(append(rows, "", th.Faint.Render(v.s.Text("  Reading the game "+v.s.signs().More))), v.width, v.height)
	case v.tree == nil:
		return page(append(rows, v.faultRows()...), v.width, v.height)
	}
	board, r := v.boardRows(), &v.room
	low := v.lowRow()
	room := r.tree.h
	if low != "" && r.tree.y+room >= v.height {
		room = max(v.height-1-r.tree.y, 1)
	}
	tree := v.treeRows(room)
	info := v.infoRows(r.info.w, r.info.h)
	for y := 1; y < v.height; y++ {
		left := ""
		switch {
		case y == r.above:
			left = v.playerRow(r.board.w, v.topSide())
		case y == r.below:
			left = v.playerRow(r.board.w, v.topSide().Other())
		case y >= r.board.y && y < r.board.y+len(board):
			left = board[y-r.board.y]
		case y >= r.info.y && y-r.info.y < len(info):
			left = info[y-r.info.y]
		}
		if r.stacked {
			switch {
			case y >= r.tree.y && y-r.tree.y < len(tree):
				left = tree[y-r.tree.y]
			case y == r.info.y:
				left = " " + left
			case y < r.info.y:
				left = strings.Repeat(" ", r.board.x) + left
			}
			rows = append(rows, left)
			continue
		}
		row := strings.Repeat(" ", r.board.x) + fit(left, r.board.w) + strings.Repeat(" ", panelGap)
		if y-r.tree.y < len(tree) {
			row += tree[y-r.tree.y]
		}
		rows = append(rows, row)
	}
	if low != "" {
		rows[v.height-1] = low
	}
	return page(rows, v.width, v.height)
}

// treeRows are the moves, or while they are guessed what was found.
func (v *viewer) treeRows(height int) []string {
	if v.mode == guessed {
		return v.guessRows(v.room.tree.w, height)
	}
	l := v.outline
	if at, ok := l.at[v.cur]; ok {
		// A little of what follows stays in sight.
		v.treeTop = scrollTo(v.treeTop, min(at+2, len(l.rows)-1), len(l.rows), height)
		v.treeTop = scrollTo(v.treeTop, at, len(l.rows), height)
	} else {
		v.treeTop = 0
	}
	return l.draw(v.s.Theme, v.treeTop, height, v.cur)
}

// lowRow is the last row while something is asked or written, else empty.
func (v *viewer) lowRow() string {
	th := v.s.Theme
	said := th.Good
	if v.notice.bad {
		said = th.Error
	}
	switch {
	case v.asking != nil:
		return " " + th.Accent.Render(cut(clean(v.s.Text(v.asking.text)), v.width-2))
	case v.writing != noText:
		head := v.s.Text(textPrompts[v.writing]) + " " + v.s.signs().Pointer + " "
		if v.writing == commandText {
			head = textPrompts[v.writing]
		}
		room := v.width - lipgloss.Width(head) - 2
		tail := ""
		if v.notice.text != "" {
			share := room / 2
			if v.text.Value() == "" { // what can be written here
				share = room - 10
			}
			tail = "  " + said.Render(cut(clean(v.s.Text(v.notice.text)), share))
			room -= lipgloss.Width(tail)
		}
		return " " + th.Accent.Render(head) + drawInput(&v.text, th, room) + tail
	case v.chooser != nil:
		return " " + v.chooser.view(th)
	case v.mode != stepping:
		return v.moveRow(said)
	case v.notice.text != "":
		return " " + said.Render(cut(clean(v.s.Text(v.notice.text)), v.width-2))
	}
	return ""
}

// moveRow is the line for moves, what is in the pocket while it is chosen from,
// and what there is to say.
func (v *viewer) moveRow(said Style) string {
	th := v.s.Theme
	const lineWidth = 18
	row := " " + fit(v.line.view(th, lineWidth), lineWidth)
	if v.selection.inPocket {
		return row + renderPocket(th, v.s.glyphs(), v.pocket(), v.board.Turn(), v.selection.role)
	}
	if v.notice.text == "" && v.line.empty() {
		hint := sideName(v.board.Turn()) + " to move: type, or use arrows and space"
		return row + " " + th.Faint.Render(cut(v.s.Text(hint), v.width-lineWidth-3))
	}
	return row + " " + said.Render(cut(clean(v.s.Text(v.notice.text)), v.width-lineWidth-3))
}

// topSide is whose men stand at the top.
func (v *viewer) topSide() chess.Color {
	if v.flip {
		return chess.White
	}
	return chess.Black
}

func (v *viewer) titleRow() string {
	r := v.row()
	left := r.white + " " + v.s.signs().Dash + " " + r.black
	var right []string
	for _, part := range []string{r.event, r.date, r.variant, r.result} {
		if part != "" && !strings.HasPrefix(part, "?") {
			right = append(right, part)
		}
	}
	if v.changed() {
		left = "* " + left
	}
	if n := v.games.len(); n > 1 {
		right = append(right, v.s.Text(fmt.Sprintf("%d of %d", v.index+1, n)))
	}
	return titleBar(v.s.Theme, v.width, left, strings.Join(right, "  "))
}

// boardRows draws the board, or gives it as it was drawn.
func (v *viewer) boardRows() []string {
	if v.drawn.rows != nil {
		return v.drawn.rows
	}
	m := newMarks()
	m.markMove(v.cur.Move)
	m.checked = squaresOf(v.board.Checked()...)
	v.mark(&m)
	if v.mode == guessed && v.guess.hints > 0 && !v.guess.over {
		if next := v.cur.Next().Move; next.Kind() != chess.Dropping {
			m.hint.add(next.From())
		}
	}
	v.drawn.rows = renderBoard(v.board.View(chess.Everyone), v.layout, v.s.Theme, v.s.glyphs(), m, v.room.size, v.flip)
	return v.drawn.rows
}

// playerRow names a player, with the pocket or the clock that the comments tell.
func (v *viewer) playerRow(width int, side chess.Color) string {
	th, gl := v.s.Theme, v.s.glyphs()
	name, elo := v.row().white, v.game.Tags.Value("WhiteElo")
	if side == chess.Black {
		name, elo = v.row().black, v.game.Tags.Value("BlackElo")
	}
	if elo != "" && !strings.HasPrefix(elo, "?") {
		name += " " + clean(elo)
	}
	sign := gl.hollow
	if v.board.Turn() == side {
		sign = gl.bullet
	}
	right := v.clockOf(side)
	if hand := v.board.View(chess.Everyone).Pockets[side]; !hand.Empty() {
		right = renderPocket(th, gl, hand, side, chess.NoRole)
	}
	return " " + th.Accent.Render(string(sign)) + " " + fit(th.Bold.Render(cut(name, width-5-lipgloss.Width(right))), width-4-lipgloss.Width(right)) + right
}

// clockOf is what the last comment of a side's moves says of its clock.
func (v *viewer) clockOf(side chess.Color) string {
	mover := v.board.Turn().Other()
	for n := v.cur; n.Parent != nil; n = n.Parent {
		if mover == side {
			return commandValue(n, "clk")
		}
		mover = mover.Other()
	}
	return ""
}

// infoRows are the words under the board: the move, the lines that go on, the comment.
func (v *viewer) infoRows(width, height int) []string {
	th := v.s.Theme
	var rows []string
	plies := v.game.Plies()
	where := v.s.Text(counted(plies, "start, 1 half-move", "start, %d half-moves"))
	if v.cur.Parent != nil {
		where = v.tree.label(v.cur)
		if !v.cur.Main() {
			where += v.s.Text("  (a side line)")
		} else if v.cur.Next() == nil {
			where += "  " + clean(v.game.Result)
			if o := v.board.Outcome(); o.Over() {
				where += " " + v.s.Text(reasonText(o))
			}
		}
		if eval := commandValue(v.cur, "eval"); eval != "" {
			where += "  eval " + eval
		}
	}
	named := v.openings.behind(v.game, v.cur)
	if height == 1 && named.Code != "" {
		where += "  " + named.Code
	}
	if v.auto.on {
		where += "  " + v.s.signs().Pointer + v.auto.every()
	}
	rows = append(rows, " "+th.Accent.Render(cut(where, width-1)))
	if len(v.cur.Children) > 1 && v.mode != guessed {
		rows = append(rows, v.linesRow(width))
	}
	if named != (opening.Opening{}) {
		rows = append(rows, " "+th.Faint.Render(cut(clean(named.String()), width-1)))
	}
	words := ""
	if v.mode != guessed { // a comment may tell what follows
		words = commentWords(v.cur.After)
	}
	if v.cur.Parent == nil && len(v.game.Warnings) > 0 {
		rows = append(rows, " "+th.Error.Render(cut(clean(v.faultText(&v.game.Warnings[0])), width-1)))
	}
	for _, row := range wrap(words, width-1) {
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
func (v *viewer) faultText(w *pgn.ParseError) string {
	reason := w.Err.Error()
	return fmt.Sprintf("%d:%d: %s%s", w.Line, w.Column, strings.TrimSuffix(w.Message(), reason), v.s.Text(reason))
}

// linesRow shows the moves that go on from here, the chosen one set off.
func (v *viewer) linesRow(width int) string {
	th, g := v.s.Theme, v.s.signs()
	row := " "
	for i, c := range v.cur.Children {
		text := v.tree.move(c)
		if i == v.choice {
			row += th.Choice.Render(g.Pointer+text) + " "
		} else {
			row += th.Line.Render(" "+text) + " "
		}
	}
	return cut(row, width)
}

// faultRows tell why a game cannot be shown on a board, with its text.
func (v *viewer) faultRows() []string {
	th := v.s.Theme
	var rows []string
	for _, row := range wrap(v.s.Text("This game cannot be shown: "+clean(v.fault.Error())), v.width-4) {
		rows = append(rows, "  "+th.Error.Render(row))
	}
	rows = append(rows, "")
	if v.game != nil {
		for _, row := range wrap(clean(v.game.Unread), v.width-4) {
			rows = append(rows, "  "+th.Text.Render(row))
		}
	}
	return append([]string{""}, rows...)
}
