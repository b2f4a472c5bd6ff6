package main

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"rookery/ai"
	"rookery/chess"
	"rookery/tui/draw"
)

// placement reads the 8×8 board off the screen, as the first field of a FEN;
// empty when none is shown. It goes by what a player goes by: the letters of
// the files, the numbers of the ranks, the shapes of the pieces and their colours.
func (t *terminal) placement() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	cols, rows := t.screen.Size()
	line := func(y int) []rune {
		out := make([]rune, cols)
		for x := range out {
			if out[x] = t.screen.Cell(x, y).Char; out[x] == 0 {
				out[x] = ' '
			}
		}
		return out
	}
	for y := rows - 1; y > 7; y-- {
		files, flipped := fileColumns(line(y))
		if files == nil {
			continue
		}
		var ranks []int // rows, from the top
		for r := y - 1; r >= 0 && len(ranks) < 8; r-- {
			want := rune('1' + len(ranks))
			if flipped {
				want = rune('8' - len(ranks))
			}
			for _, c := range line(r)[:files[0]] {
				if c == want {
					ranks = append(ranks, r)
					break
				}
			}
		}
		if len(ranks) < 8 {
			continue
		}
		var lines []string
		for i := 7; i >= 0; i-- {
			lines = append(lines, t.rank(files, ranks[i]))
		}
		text := strings.Join(lines, "/")
		if flipped {
			text = reverse(text)
		}
		return pack(text)
	}
	return ""
}

// cellWidth is how many columns a square of the board on the screen has, 0
// when none is shown.
func (t *terminal) cellWidth() int {
	for _, l := range strings.Split(t.text(), "\n") {
		if files, _ := fileColumns([]rune(l)); files != nil {
			return files[1] - files[0]
		}
	}
	return 0
}

// rank reads the pieces of one rank from left to right, a dot for no piece.
func (t *terminal) rank(files []int, row int) string {
	var b strings.Builder
	for _, x := range files {
		letter := "."
		signs, white := "", false
		for _, at := range middleOf(files[1]-files[0], x, row) {
			cell := t.screen.Cell(at[0], at[1])
			if cell.Char > ' ' {
				white = cell.FG == whitePiece
			}
			signs += string(max(cell.Char, ' '))
		}
		if piece := strings.IndexRune("♙♞♝♜♛♚", t.screen.Cell(x, row).Char); piece >= 0 {
			letter, white = string("pnbrqk"[piece/len("♙")]), t.screen.Cell(x, row).FG == whitePiece
		} else if role, ok := drawnPieces()[signs]; ok {
			letter = role
		}
		if white {
			letter = strings.ToUpper(letter)
		}
		b.WriteString(letter)
	}
	return b.String()
}

// whitePiece is the colour of White's pieces among 256.
const whitePiece = 231

// middleOf is the places in the middle of a cell of two rows, which no mark covers, by the
// column of its file.
func middleOf(width, x, row int) (places [][2]int) {
	if width != 4 && width != 5 {
		return nil
	}
	for y := row; y < row+2; y++ {
		for at := x + 4 - width; at <= x+1; at++ {
			places = append(places, [2]int{at, y})
		}
	}
	if width == 5 {
		places = append(places, [2]int{x - 1, row}, [2]int{x - 1, row + 1})
	}
	return places
}

// drawnPieces are the letters of the pieces by the signs in the middle of cells of two
// rows, as the terminal of the tests gets them: in quadrants.
var drawnPieces = sync.OnceValue(func() map[string]string {
	r := lipgloss.NewRenderer(io.Discard)
	r.SetColorProfile(termenv.ANSI256)
	look := &draw.Look{Theme: draw.NewTheme(r, draw.Dark, draw.Brown), Labels: draw.NoLabels}
	l := chess.Layout8()
	letters := make(map[string]string)
	for _, size := range look.Sizes(l) {
		if size.H != 2 {
			continue
		}
		for i, letter := range strings.Split("pnbrqk", "") {
			v := chess.View{Cells: make([]chess.Cell, len(l.Cells))}
			v.Cells[0].Piece = chess.PieceOf(chess.Black, chess.Pawn+chess.Role(i))
			x, y := draw.CellAt(l, size, false, 0)
			rows := draw.RenderBoard(v, l, look.Theme, look.Glyphs(), draw.NewMarks(), size, false)
			signs := ""
			for _, at := range middleOf(size.W, x+(size.W-1)/2, y) {
				signs += string([]rune(ansi.Strip(rows[at[1]]))[at[0]])
			}
			if other, taken := letters[signs]; taken && other != letter {
				panic(fmt.Sprintf("%s and %s look alike: %q", other, letter, signs))
			}
			letters[signs] = letter
		}
	}
	return letters
})

// fileColumns finds the letters a to h, in order or in reverse, alone on the
// left part of a line, and tells their columns.
func fileColumns(line []rune) (columns []int, flipped bool) {
	for _, letters := range []string{"abcdefgh", "hgfedcba"} {
		columns = columns[:0]
		for x, c := range line {
			if c == ' ' {
				continue
			}
			if len(columns) == 8 || c != rune(letters[len(columns)]) {
				break
			}
			columns = append(columns, x)
		}
		if len(columns) == 8 {
			return columns, letters[0] == 'h'
		}
	}
	return nil, false
}

// pack writes runs of dots as numbers.
func pack(placement string) string {
	return regexp.MustCompile(`\.+`).ReplaceAllStringFunc(placement, func(run string) string {
		return fmt.Sprint(len(run))
	})
}

func reverse(s string) string {
	b := []byte(s)
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	return string(b)
}

// placementOf is what the screen shows of a board: the placement without the
// pocket and without marks on promoted pieces.
func placementOf(b chess.Board) string {
	field, _, _ := strings.Cut(b.FEN(), " ")
	field, _, _ = strings.Cut(field, "[")
	return strings.ReplaceAll(field, "~", "")
}

// shows waits until the board on the screen has the given placement.
func (t *terminal) shows(placement string) {
	t.tb.Helper()
	t.until("the board "+placement, func(string) bool { return t.placement() == placement })
}

// copied presses Ctrl-G and gives the FEN that the program copies to the
// clipboard of the terminal.
func (t *terminal) copied() string {
	t.tb.Helper()
	before := len(t.output())
	t.press("ctrl+g")
	var fen string
	t.until("a copied FEN", func(string) bool {
		m := regexp.MustCompile(`\x1b\]52;c;([A-Za-z0-9+/=]*)(?:\a|\x1b\\)`).FindSubmatch(t.output()[before:])
		if m == nil {
			return false
		}
		text, err := base64.StdEncoding.DecodeString(string(m[1]))
		if err != nil {
			t.fail("the clipboard got something else than base64: " + string(m[1]))
		}
		fen = string(text)
		return true
	})
	return fen
}

// sparring plays one side of a game on the screen against the program's own
// opponent, and knows what the board must show.
type sparring struct {
	*terminal
	game   *chess.Game
	side   chess.Color
	engine *ai.Engine
}

// move chooses a move, types it, and waits until it is on the board.
func (s *sparring) move() {
	s.tb.Helper()
	choice, err := s.engine.Choose(context.Background(), s.game.Board(), ai.Limit{Nodes: 3000})
	if err != nil {
		s.fail(fmt.Sprintf("choosing a move: %v", err))
	}
	text := chess.UCI(s.game.Board(), choice.Move)
	if err := s.game.Play(choice.Move); err != nil {
		s.fail(fmt.Sprintf("playing %s: %v", text, err))
	}
	s.enter(text)
}

// reply waits until the board shows the opponent's answer, or the game over.
// over tells the latter.
func (s *sparring) reply() (over bool) {
	s.tb.Helper()
	answers := make(map[string]chess.Move)
	for _, m := range s.game.Board().Moves(nil) {
		next := s.game.Board().Clone()
		next.Make(m)
		answers[placementOf(next)] = m
	}
	s.until(fmt.Sprintf("an answer to ply %d of %s", s.game.Ply(), s.game.Board().FEN()), func(screen string) bool {
		m, ok := answers[s.placement()]
		if ok {
			if err := s.game.Play(m); err != nil {
				s.fail(fmt.Sprintf("the opponent's move %v: %v", m, err))
			}
			return true
		}
		over = ended(screen)
		return over
	})
	return over
}

// ended tells whether the screen gives a result with its reason.
func ended(screen string) bool {
	return strings.Contains(screen, "White wins: ") || strings.Contains(screen, "Black wins: ") || strings.Contains(screen, "Draw: ")
}
