package study

import (
	"fmt"
	"strings"

	"rookery/chess"
	"rookery/tui/boardinput"
	"rookery/tui/draw"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// editorPanel is the least width of the panel beside the board.
const editorPanel = 24

// editorGap parts board and panel.
const editorGap = 1

// editorRoom is where the parts of the editor stand.
type editorRoom struct {
	Size         draw.CellSize
	Board, Panel boardinput.Rect
}

func (e *Editor) MinSize() (int, int) {
	w, h := draw.BoardSize(e.Draft.Layout, draw.CellSizes[len(draw.CellSizes)-1])
	return w + editorGap + editorPanel, max(h, 12) + 2
}

func (e *Editor) SetSize(width, height int) {
	e.width, e.height = width, height
	e.arrange()
}

// arrange puts the panel beside the biggest board that leaves it room.
func (e *Editor) arrange() {
	e.Redraw()
	size, _ := e.S.ChooseSize(e.Draft.Layout, e.width-editorGap-editorPanel, e.height-2)
	w, h := draw.BoardSize(e.Draft.Layout, size)
	pw := min(max(e.width-w-editorGap, editorPanel), boardinput.PanelMost)
	left := max((e.width-w-editorGap-pw)/2, 0)
	top := 1 + max((e.height-2-h)/2, 0)
	e.Room = editorRoom{Size: size, Board: boardinput.Rect{X: left, Y: top, W: w, H: h}, Panel: boardinput.Rect{X: left + w + editorGap, Y: 1, W: pw, H: e.height - 2}}
	if tall := e.height - 2; tall > h+6 { // keep the panel near the board
		e.Room.Panel.Y, e.Room.Panel.H = max(top-3, 1), min(h+6, tall-max(top-3, 1)+1)
	}
}

func (e *Editor) View() string {
	r := &e.Room
	board, panel := e.boardRows(), e.panelRows(r.Panel.W)
	rows := make([]string, e.height)
	rows[0] = draw.TitleBar(e.S.Theme, e.width, e.S.Text("Board editor"), draw.Clean(e.S.Text(e.Draft.Rules.Name)))
	for y := 1; y < e.height-1; y++ {
		left := ""
		if i := y - r.Board.Y; i >= 0 && i < len(board) {
			left = strings.Repeat(" ", r.Board.X) + board[i]
		}
		if i := y - r.Panel.Y; i >= 0 && i < r.Panel.H && i < len(panel) {
			left = draw.Fit(left, r.Panel.X) + draw.Fit(panel[i], r.Panel.W)
		}
		rows[y] = left
	}
	rows[e.height-1] = e.lowRow()
	return draw.Page(rows, e.width, e.height)
}

// boardRows draws the board, or gives it as it was drawn.
func (e *Editor) boardRows() []string {
	if e.Drawn.Rows != nil {
		return e.Drawn.Rows
	}
	m := draw.NewMarks()
	m.Cursor = e.Selection.Cursor
	if e.filling {
		m.Cursor = chess.NoSquare
	}
	if e.Draft.EnPassant != chess.NoSquare {
		m.Hint.Add(e.Draft.EnPassant)
	}
	for _, f := range e.Faults {
		if f.Square != chess.NoSquare && !f.Minor {
			m.Checked.Add(f.Square)
		}
	}
	gl := *e.S.Glyphs()
	gl.Blind = false // nobody sets up what he does not see
	v := chess.View{Cells: e.Draft.Cells, Turn: e.Draft.Turn, Pockets: e.Draft.Pockets}
	e.Drawn.Rows = draw.RenderBoard(v, e.Draft.Layout, e.S.Theme, &gl, m, e.Room.Size, e.Flip)
	return e.Drawn.Rows
}

// NoticeAt is the row of messages while nothing stands there that must be read.
func (e *Editor) NoticeAt() int {
	if e.leaving || e.writing || e.Notice.Text != "" {
		return -1
	}
	return e.height - 1
}

// lowRow is the question, the line for a FEN, or what there is to say.
func (e *Editor) lowRow() string {
	th := e.S.Theme
	switch {
	case e.leaving:
		return " " + th.Accent.Render(e.S.Text("Leave the editor? The position is not saved.")) + th.Key.Render(e.S.YesNo())
	case e.writing:
		e.field.Width = max(e.width-len("FEN > ")-3, 8)
		return " " + e.field.View()
	case e.Notice.Bad:
		return " " + th.Error.Render(draw.Cut(draw.Clean(e.S.Text(e.Notice.Text)), e.width-2))
	case e.Notice.Text != "":
		return " " + th.Text.Render(draw.Cut(draw.Clean(e.S.Text(e.Notice.Text)), e.width-2))
	case e.filling:
		return " " + th.Accent.Render(draw.Cut(e.S.Text("Letters fill the pockets, Space empties them, o returns to the board"), e.width-2))
	}
	here := e.Draft.Layout.SquareName(e.Selection.Cursor)
	if c := e.Draft.Cells[e.Selection.Cursor]; c.Piece != 0 {
		here += ": " + e.S.Text(c.Piece.Color().String()+" "+pieceKind(c))
	}
	return " " + th.Faint.Render(draw.Cut(here, e.width-2))
}

// pieceKind names a piece with what else it is.
func pieceKind(c chess.Cell) string {
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

// paletteRoles are the pieces of the panel from the left.
var paletteRoles = [...]chess.Role{chess.King, chess.Queen, chess.Rook, chess.Bishop, chess.Knight, chess.Pawn}

// panelRows says all that a position has besides its pieces, and what is wrong.
func (e *Editor) panelRows(width int) []string {
	th, gl := e.S.Theme, e.S.Glyphs()
	row := func(name, value, keys string) string {
		return th.Faint.Render(draw.Fit(e.S.Text(name), 13)) + th.Text.Render(e.S.Text(value)) + "  " + th.Key.Render(keys)
	}
	rows := make([]string, 0, e.height)
	for i, c := range [2]chess.Color{chess.White, chess.Black} {
		e.Palette[i] = e.Room.Panel.Y + len(rows)
		rows = append(rows, e.paletteRow(gl, c))
	}
	rows = append(rows, row("Side to move", play.SideName(e.Draft.Turn), "t"))
	if e.Draft.Castles() {
		rows = append(rows, row("Castling", e.rightsWord(), "1-4"))
	}
	if e.keys.Passant.Enabled() {
		rows = append(rows, row("En passant", e.Draft.Layout.SquareName(e.Draft.EnPassant), "e"))
	}
	if e.keys.Pocket.Enabled() {
		for _, c := range [2]chess.Color{chess.White, chess.Black} {
			keys := ""
			if c == chess.White {
				keys = "o"
			}
			rows = append(rows, th.Faint.Render(draw.Fit(e.S.Text("Pocket"), 7))+strings.TrimRight(draw.RenderPocket(th, gl, e.Draft.Pockets[c], c, chess.NoRole, e.S.Text("pocket empty")), " ")+"  "+th.Key.Render(keys))
		}
	}
	if e.keys.Checks.Enabled() {
		rows = append(rows, row("Checks", fmt.Sprintf("%d and %s", e.Draft.ChecksLeft[0], ui.Plural(int(e.Draft.ChecksLeft[1]), "1 check", "%d checks")), "5 6"))
	}
	rows = append(rows, "")
	rows = append(rows, e.faultRows(width)...)
	rows = append(rows, "")
	for _, r := range draw.Wrap(e.fen, width) {
		rows = append(rows, th.Faint.Render(r))
	}
	if len(rows)+4 <= e.Room.Panel.H {
		rows = append(rows, "", th.Key.Render("c")+th.Faint.Render(e.S.Text(" clear  "))+th.Key.Render("s")+th.Faint.Render(e.S.Text(" start pos  "))+th.Key.Render("v")+th.Faint.Render(e.S.Text(" variant")),
			th.Key.Render(e.S.Lang.Key("Enter"))+th.Faint.Render(e.S.Text(" play  "))+th.Key.Render("a")+th.Faint.Render(e.S.Text(" analyse")),
			th.Key.Render("y")+th.Faint.Render(e.S.Text(" copy  "))+th.Key.Render("w")+th.Faint.Render(e.S.Text(" save  "))+th.Key.Render("F")+th.Faint.Render(" FEN"))
	}
	return rows
}

// rightsWord writes the castling rights.
func (e *Editor) rightsWord() string {
	if e.Draft.Castling == "" {
		return "none"
	}
	return draw.Clean(e.Draft.Castling)
}

// PaletteWidth is how many columns a piece of the panel takes.
const PaletteWidth = 4

// paletteRow draws the pieces of one side with the key of each.
func (e *Editor) paletteRow(gl *draw.Glyphs, c chess.Color) string {
	th := e.S.Theme
	var b strings.Builder
	for _, r := range paletteRoles {
		piece := chess.PieceOf(c, r)
		text := fmt.Sprintf("%c%c", gl.Pieces[c][r], piece.Letter())
		if gl.Pieces[c][r] == rune(piece.Letter()) {
			text = string(piece.Letter())
		}
		if piece == e.brush {
			b.WriteString(th.Choice.Render(draw.Fit("["+text+"]", PaletteWidth)))
		} else {
			b.WriteString(th.Text.Render(draw.Fit(" "+text, PaletteWidth)))
		}
	}
	return b.String()
}

// paletteAt is the piece of the panel drawn at a place of the screen.
func (e *Editor) paletteAt(x, y int) (chess.Piece, bool) {
	i := (x - e.Room.Panel.X) / PaletteWidth
	if x < e.Room.Panel.X || i >= len(paletteRoles) {
		return 0, false
	}
	for c, row := range e.Palette {
		if y == row {
			return chess.PieceOf(chess.Color(c), paletteRoles[i]), true
		}
	}
	return 0, false
}

// faultRows list all that is wrong, each with its square.
func (e *Editor) faultRows(width int) []string {
	th := e.S.Theme
	if len(e.misread) > 0 {
		return e.listed(width, e.misread, th.Error)
	}
	if len(e.Faults) == 0 {
		return []string{th.Good.Render(e.S.Text("Legal position. Enter to play."))}
	}
	var rows []string
	for _, f := range e.Faults {
		style, text := th.Error, f.Reason
		if f.Minor {
			style = th.Accent
		}
		rows = append(rows, e.listed(width, []string{text}, style)...)
	}
	return rows
}

// listed writes texts one below the other, each with a bullet.
func (e *Editor) listed(width int, texts []string, style draw.Style) []string {
	var rows []string
	for _, text := range texts {
		for i, row := range draw.Wrap(draw.Clean(e.S.Text(ui.UpperFirst(text))), width-2) {
			lead := "  "
			if i == 0 {
				lead = e.S.Signs().Bullet + " "
			}
			rows = append(rows, style.Render(lead+row))
		}
	}
	return rows
}
