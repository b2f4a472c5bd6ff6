package viewer

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/pgn/repertoire"
	"rookery/tui/draw"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// guessing is a training in which the moves of one side are found again. What
// follows in the game is hidden meanwhile.
type guessing struct {
	side    chess.Color
	answers []answer
	wrong   []string // the tries at the present move
	hints   int      // given for the present move
	over    bool     // the line is at its end
}

// answer is how one move was found.
type answer struct {
	label string   // the move of the game with its number
	wrong []string // what was tried before
	shown bool     // the move was told
}

// askSide asks about whose moves a question is.
func (v *Viewer) askSide(text string, then func(chess.Color) tea.Cmd) {
	v.asking = &question{
		text: text, keys: []string{"w", "b"},
		answer: func(k string) tea.Cmd {
			if k == "b" {
				return then(chess.Black)
			}
			return then(chess.White)
		},
	}
}

// trainLine asks the moves of a side in the line to here and in what follows.
func (v *Viewer) trainLine(side chess.Color) tea.Cmd {
	rep, err := repertoire.FromLine(v.Game, v.Cur, side)
	if err != nil {
		return ui.Fail(err)
	}
	return v.S.Open(v, ui.TrainLine{Repertoire: rep, Name: v.Title()})
}

// startGuesses hides what follows here and asks for the moves of a side.
func (v *Viewer) startGuesses(side chess.Color) tea.Cmd {
	v.guess = guessing{side: side}
	v.takeMoves()
	v.Mode = guessingMoves
	v.Flip = side == chess.Black
	v.answerFor()
	if v.guess.over {
		v.endMoves()
		return ui.Toast("No more moves by " + play.SideName(side) + " from here.")
	}
	return nil
}

// answerFor plays the game's moves until the side is to move again.
func (v *Viewer) answerFor() {
	g := &v.guess
	g.wrong, g.hints = nil, 0
	for n := v.Cur.Next(); n != nil; n = v.Cur.Next() {
		if v.Board.Turn() == g.side && n.Move != chess.Pass {
			return
		}
		v.goTo(n)
	}
	g.over = true
}

// judge compares a move with that of the game.
func (v *Viewer) judge(m chess.Move) tea.Cmd {
	g := &v.guess
	if g.over {
		return nil
	}
	if v.Cur.Next().Move == m {
		v.found(false)
		return nil
	}
	text := "--"
	if m != chess.Pass {
		text = chess.MoveText(v.Board, m)
	}
	g.wrong = append(g.wrong, text)
	said := text + " is not the move played: try again"
	for _, c := range v.Cur.Children[1:] {
		if c.Move == m {
			said = text + " is a variation in the file; the game continued differently"
		}
	}
	v.Notice = ui.Notice{Text: draw.Clean(said), Bad: true}
	return nil
}

// found notes how the move was found and goes on.
func (v *Viewer) found(shown bool) {
	g := &v.guess
	n := v.Cur.Next()
	a := answer{label: v.Tree.Label(n), wrong: g.wrong, shown: shown}
	g.answers = append(g.answers, a)
	v.goTo(n)
	v.answerFor()
	switch {
	case shown:
		v.Notice = ui.Notice{Text: "The move was " + a.label, Bad: true}
	default:
		v.Notice = ui.Notice{Text: "Correct: " + a.label}
	}
}

// hint tells the piece to move, asked again the move.
func (v *Viewer) hint() tea.Cmd {
	g := &v.guess
	if g.over {
		return nil
	}
	g.hints++
	if g.hints > 1 {
		v.found(true)
		return nil
	}
	v.Redraw()
	m := v.Cur.Next().Move
	if m.Kind() == chess.Dropping {
		v.Notice = ui.Notice{Text: "Drop a " + m.Role().String()}
	} else {
		v.Notice = ui.Notice{Text: "Move from " + v.Board.Layout().SquareName(m.From()) + "; press hint again for the move"}
	}
	return nil
}

// counts are how many moves were found at once, later, and told.
func (g *guessing) counts() (once, later, shown int) {
	for _, a := range g.answers {
		switch {
		case a.shown:
			shown++
		case len(a.wrong) > 0:
			later++
		default:
			once++
		}
	}
	return once, later, shown
}

// sum is the score in words.
func (g *guessing) sum() string {
	once, _, _ := g.counts()
	n := len(g.answers)
	if n == 0 {
		return "No moves guessed."
	}
	return fmt.Sprintf("%d of %d on first try, %d %%", once, n, 100*once/n)
}

// endGuesses shows the game again.
func (v *Viewer) endGuesses() tea.Cmd {
	v.endMoves()
	return ui.Toast(v.guess.sum())
}

// guessRows stand where the moves of the game do otherwise.
func (v *Viewer) guessRows(width, height int) []string {
	th, g := v.S.Theme, &v.guess
	once, later, shown := g.counts()
	rows := []string{" " + th.Title.Render(draw.Cut(v.S.Text("Moves by "+play.SideName(g.side)), width-2))}
	for _, c := range []struct {
		n    int
		what string
	}{{once, "first try"}, {later, "later tries"}, {shown, "shown"}} {
		rows = append(rows, th.Bold.Render(fmt.Sprintf(" %3d ", c.n))+th.Text.Render(draw.Cut(v.S.Text(c.what), width-6)))
	}
	if height < 10 { // no room for a table
		rows = []string{" " + th.Text.Render(draw.Cut(v.S.Text(fmt.Sprintf("%s: %d on first try, %d later, %d shown", play.SideName(g.side), once, later, shown)), width-2))}
	} else {
		rows = append(rows, "")
	}
	var list []string
	for i := range g.answers {
		list = append(list, v.answerRow(&g.answers[i], width))
	}
	if g.over {
		list = append(list, " "+th.Accent.Render(draw.Cut(v.S.Text("Result: "+g.sum()), width-2)))
	} else {
		row := " " + v.Tree.NumberOf(v.Cur.Next()) + " ?"
		if len(g.wrong) > 0 {
			row += "  not " + strings.Join(g.wrong, ", ")
		}
		list = append(list, th.Accent.Render(draw.Cut(draw.Clean(row), width-1)))
	}
	if room := max(height-len(rows), 1); len(list) > room {
		list = list[len(list)-room:]
	}
	return append(rows, list...)
}

// answerRow tells of one move that was found.
func (v *Viewer) answerRow(a *answer, width int) string {
	th := v.S.Theme
	label := draw.Fit(" "+a.label, 14)
	switch {
	case a.shown:
		return th.Line.Render(label) + th.Error.Render(v.S.Text("shown"))
	case len(a.wrong) > 0:
		return th.Text.Render(label) + th.Comment.Render(draw.Cut(draw.Clean(v.S.Text("after "+strings.Join(a.wrong, ", "))), max(width-15, 1)))
	}
	return th.Text.Render(label) + th.Good.Render(v.S.Text("first try"))
}
