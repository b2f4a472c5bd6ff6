package tui

import (
	"fmt"
	"strings"

	"rookery/chess"
)

// editorPanel is the least width of the panel beside the board.
const editorPanel = 24

// editorGap parts board and panel.
const editorGap = 1

// editorRoom is where the parts of the editor stand.
type editorRoom struct {
	size         cellSize
	board, panel rect
}

func (e *editor) minSize() (int, int) {
	w, h := boardSize(e.d.Layout, cellSizes[len(cellSizes)-1])
	return w + editorGap + editorPanel, max(h, 12) + 2
}

func (e *editor) SetSize(width, height int) {
	e.width, e.height = width, height
	e.arrange()
}

// arrange puts the panel beside the biggest board that leaves it room.
func (e *editor) arrange() {
	e.redraw()
	size, _ := e.s.chooseSize(e.d.Layout, e.width-editorGap-editorPanel, e.height-2)
	w, h := boardSize(e.d.Layout, size)
	pw := min(max(e.width-w-editorGap, editorPanel), panelMost)
	left := max((e.width-w-editorGap-pw)/2, 0)
	top := 1 + max((e.height-2-h)/2, 0)
	e.room = editorRoom{size: size, board: rect{left, top, w, h}, panel: rect{left + w + editorGap, 1, pw, e.height - 2}}
	if tall := e.height - 2; tall > h+6 { // keep the panel near the board
		e.room.panel.y, e.room.panel.h = max(top-3, 1), min(h+6, tall-max(top-3, 1)+1)
	}
}

// View implements screen.
func (e *editor) View() string {
	r := &e.room
	board, panel := e.boardRows(), e.panelRows(r.panel.w)
	rows := make([]string, e.height)
	rows[0] = titleBar(e.s.Theme, e.width, e.s.Text("Set up a position"), clean(e.s.Text(e.d.Rules.Name)))
	for y := 1; y < e.height-1; y++ {
		left := ""
		if i := y - r.board.y; i >= 0 && i < len(board) {
			left = strings.Repeat(" ", r.board.x) + board[i]
		}
		if i := y - r.panel.y; i >= 0 && i < r.panel.h && i < len(panel) {
			left = fit(left, r.panel.x) + fit(panel[i], r.panel.w)
		}
		rows[y] = left
	}
	rows[e.height-1] = e.lowRow()
	return page(rows, e.width, e.height)
}

// boardRows draws the board, or gives it as it was drawn.
func (e *editor) boardRows() []string {
	if e.drawn.rows != nil {
		return e.drawn.rows
	}
	m := newMarks()
	m.cursor = e.selection.cursor
	if e.filling {
		m.cursor = chess.NoSquare
	}
	if e.d.EnPassant != chess.NoSquare {
		m.hint.add(e.d.EnPassant)
	}
	for _, f := range e.faults {
		if f.Square != chess.NoSquare && !f.Minor {
			m.checked.add(f.Square)
		}
	}
	gl := *e.s.glyphs()
	gl.blind = false // nobody sets up what he does not see
	v := chess.View{Cells: e.d.Cells, Turn: e.d.Turn, Pockets: e.d.Pockets}
	e.drawn.rows = renderBoard(v, e.d.Layout, e.s.Theme, &gl, m, e.room.size, e.flip)
	return e.drawn.rows
}

// lowRow is the question, the line for a FEN, or what there is to say.
func (e *editor) lowRow() string {
	th := e.s.Theme
	switch {
	case e.leaving:
		return " " + th.Accent.Render(e.s.Text("Leave the position? It is not kept.")) + th.Key.Render(" [y/N]")
	case e.writing:
		e.field.Width = max(e.width-len("FEN > ")-3, 8)
		return " " + e.field.View()
	case e.notice.bad:
		return " " + th.Error.Render(cut(clean(e.s.Text(e.notice.text)), e.width-2))
	case e.notice.text != "":
		return " " + th.Good.Render(cut(clean(e.s.Text(e.notice.text)), e.width-2))
	case e.filling:
		return " " + th.Accent.Render(cut(e.s.Text("Letters fill the pockets, space empties them, o comes back to the board"), e.width-2))
	}
	here := e.d.Layout.SquareName(e.selection.cursor)
	if c := e.d.Cells[e.selection.cursor]; c.Piece != 0 {
		here += ": " + e.s.Text(c.Piece.Color().String()+" "+manKind(c))
	}
	return " " + th.Faint.Render(cut(here, e.width-2))
}

// manKind names a man with what else it is.
func manKind(c chess.Cell) string {
	s := c.Piece.Role().String()
	if c.Look != chess.NoRole && c.Look != c.Piece.Role() {
		s = c.Look.String() + " that moves as a " + s
	}
	if c.Count > 0 {
		s += fmt.Sprintf(", height %d", c.Count)
	}
	if c.Promoted {
		s += ", promoted"
	}
	return s
}

// paletteRoles are the men of the panel from the left.
var paletteRoles = [...]chess.Role{chess.King, chess.Queen, chess.Rook, chess.Bishop, chess.Knight, chess.Pawn}

// panelRows says all that a position has besides its men, and what is wrong.
func (e *editor) panelRows(width int) []string {
	th, gl := e.s.Theme, e.s.glyphs()
	row := func(name, value, keys string) string {
		return th.Faint.Render(fit(e.s.Text(name), 11)) + th.Text.Render(e.s.Text(value)) + "  " + th.Key.Render(keys)
	}
	rows := make([]string, 0, e.height)
	for i, c := range [2]chess.Color{chess.White, chess.Black} {
		e.palette[i] = e.room.panel.y + len(rows)
		rows = append(rows, e.paletteRow(gl, c))
	}
	rows = append(rows, row("To move", sideName(e.d.Turn), "t"))
	if e.d.Castles() {
		rows = append(rows, row("Castling", e.rightsWord(), "1-4"))
	}
	if e.keys.Passant.Enabled() {
		rows = append(rows, row("En passant", e.d.Layout.SquareName(e.d.EnPassant), "e"))
	}
	if e.keys.Pocket.Enabled() {
		for _, c := range [2]chess.Color{chess.White, chess.Black} {
			keys := ""
			if c == chess.White {
				keys = "o"
			}
			rows = append(rows, th.Faint.Render(fit(e.s.Text("Pocket"), 7))+strings.TrimRight(renderPocket(th, gl, e.d.Pockets[c], c, chess.NoRole), " ")+"  "+th.Key.Render(keys))
		}
	}
	if e.keys.Checks.Enabled() {
		rows = append(rows, row("To give", fmt.Sprintf("%d and %s", e.d.ChecksLeft[0], counted(int(e.d.ChecksLeft[1]), "1 check", "%d checks")), "5 6"))
	}
	rows = append(rows, "")
	rows = append(rows, e.faultRows(width)...)
	rows = append(rows, "")
	for _, r := range wrap(e.fen, width) {
		rows = append(rows, th.Faint.Render(r))
	}
	if len(rows)+4 <= e.room.panel.h {
		rows = append(rows, "", th.Key.Render("c")+th.Faint.Render(e.s.Text(" clear  "))+th.Key.Render("s")+th.Faint.Render(e.s.Text(" array  "))+th.Key.Render("v")+th.Faint.Render(e.s.Text(" game")),
			th.Key.Render(e.s.Text("enter"))+th.Faint.Render(e.s.Text(" play  "))+th.Key.Render("a")+th.Faint.Render(e.s.Text(" analyse")),
			th.Key.Render("y")+th.Faint.Render(e.s.Text(" copy  "))+th.Key.Render("w")+th.Faint.Render(e.s.Text(" save  "))+th.Key.Render("F")+th.Faint.Render(" FEN"))
	}
	return rows
}

// rightsWord writes the castling rights.
func (e *editor) rightsWord() string {
	if e.d.Castling == "" {
		return "none"
	}
	return clean(e.d.Castling)
}

// paletteWidth is how many columns a man of the panel takes.
const paletteWidth = 4

// paletteRow draws the men of one side with the key of each.
func (e *editor) paletteRow(gl *glyphs, c chess.Color) string {
	th := e.s.Theme
	var b strings.Builder
	for _, r := range paletteRoles {
		man := chess.PieceOf(c, r)
		text := fmt.Sprintf("%c%c", gl.men[c][r], man.Letter())
		if gl.men[c][r] == rune(man.Letter()) {
			text = string(man.Letter())
		}
		if man == e.brush {
			b.WriteString(th.Choice.Render(fit("["+text+"]", paletteWidth)))
		} else {
			b.WriteString(th.Text.Render(fit(" "+text, paletteWidth)))
		}
	}
	return b.String()
}

// paletteAt is the man of the panel drawn at a place of the screen.
func (e *editor) paletteAt(x, y int) (chess.Piece, bool) {
	i := (x - e.room.panel.x) / paletteWidth
	if x < e.room.panel.x || i >= len(paletteRoles) {
		return 0, false
	}
	for c, row := range e.palette {
		if y == row {
			return chess.PieceOf(chess.Color(c), paletteRoles[i]), true
		}
	}
	return 0, false
}

// faultRows list all that is wrong, each with its square.
func (e *editor) faultRows(width int) []string {
	th := e.s.Theme
	if len(e.misread) > 0 {
		return e.listed(width, e.misread, th.Error)
	}
	if len(e.faults) == 0 {
		return []string{th.Good.Render(e.s.Text("Nothing is wrong: enter plays"))}
	}
	var rows []string
	for _, f := range e.faults {
		style, text := th.Error, f.Reason
		if f.Minor {
			style = th.Accent
		}
		rows = append(rows, e.listed(width, []string{text}, style)...)
	}
	return rows
}

// listed writes texts one below the other, each with a bullet.
func (e *editor) listed(width int, texts []string, style Style) []string {
	var rows []string
	for _, text := range texts {
		for i, row := range wrap(clean(e.s.Text(upperFirst(text))), width-2) {
			lead := "  "
			if i == 0 {
				lead = e.s.signs().Bullet + " "
			}
			rows = append(rows, style.Render(lead+row))
		}
	}
	return rows
}
