package tui

import (
	"fmt"
	"strings"

	"rookery/chess"

	tea "github.com/charmbracelet/bubbletea"
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

// askSide asks whose moves are to be guessed.
func (v *viewer) askSide() {
	v.asking = &viewerQuestion{
		text: "Guess whose moves?  [w] White  [b] Black  [esc] nobody's", keys: []string{"w", "b"},
		answer: func(k string) tea.Cmd {
			side := chess.White
			if k == "b" {
				side = chess.Black
			}
			return v.startGuesses(side)
		},
	}
}

// startGuesses hides what follows here and asks for the moves of a side.
func (v *viewer) startGuesses(side chess.Color) tea.Cmd {
	v.guess = guessing{side: side}
	v.takeMoves()
	v.mode = guessed
	v.flip = side == chess.Black
	v.answerFor()
	if v.guess.over {
		v.endMoves()
		return toast("No move of " + sideName(side) + " follows here.")
	}
	return nil
}

// answerFor plays the game's moves until the side is to move again.
func (v *viewer) answerFor() {
	g := &v.guess
	g.wrong, g.hints = nil, 0
	for n := v.cur.Next(); n != nil; n = v.cur.Next() {
		if v.board.Turn() == g.side && n.Move != chess.Pass {
			return
		}
		v.goTo(n)
	}
	g.over = true
}

// judge compares a move with that of the game.
func (v *viewer) judge(m chess.Move) tea.Cmd {
	g := &v.guess
	if g.over {
		return nil
	}
	if v.cur.Next().Move == m {
		v.found(false)
		return nil
	}
	text := "--"
	if m != chess.Pass {
		text = chess.MoveText(v.board, m)
	}
	g.wrong = append(g.wrong, text)
	said := text + " is not what was played: try again"
	for _, c := range v.cur.Children[1:] {
		if c.Move == m {
			said = text + " stands in the file as a side line; the game went on otherwise"
		}
	}
	v.notice = notice{clean(said), true}
	return nil
}

// found notes how the move was found and goes on.
func (v *viewer) found(shown bool) {
	g := &v.guess
	n := v.cur.Next()
	a := answer{label: v.tree.label(n), wrong: g.wrong, shown: shown}
	g.answers = append(g.answers, a)
	v.goTo(n)
	v.answerFor()
	switch {
	case shown:
		v.notice = notice{"It was " + a.label, true}
	default:
		v.notice = notice{text: "Right: " + a.label}
	}
}

// hinted tells the man to move, asked again the move.
func (v *viewer) hinted() tea.Cmd {
	g := &v.guess
	if g.over {
		return nil
	}
	g.hints++
	if g.hints > 1 {
		v.found(true)
		return nil
	}
	v.redraw()
	m := v.cur.Next().Move
	if m.Kind() == chess.Dropping {
		v.notice = notice{text: "Drop a " + m.Role().String()}
	} else {
		v.notice = notice{text: "Move from " + v.board.Layout().SquareName(m.From()) + "; the hint again tells the move"}
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
		return "No move was guessed."
	}
	return fmt.Sprintf("%d of %d at once, %d %%", once, n, 100*once/n)
}

// endGuesses shows the game again.
func (v *viewer) endGuesses() tea.Cmd {
	v.endMoves()
	return toast(v.guess.sum())
}

// guessRows stand where the moves of the game do otherwise.
func (v *viewer) guessRows(width, height int) []string {
	th, g := v.s.Theme, &v.guess
	once, later, shown := g.counts()
	rows := []string{" " + th.Title.Render(cut(v.s.Text("The moves of "+sideName(g.side)), width-2))}
	for _, c := range []struct {
		n    int
		what string
	}{{once, "at once"}, {later, "after wrong tries"}, {shown, "shown"}} {
		rows = append(rows, th.Bold.Render(fmt.Sprintf(" %3d ", c.n))+th.Text.Render(cut(v.s.Text(c.what), width-6)))
	}
	if height < 10 { // no room for a table
		rows = []string{" " + th.Text.Render(cut(v.s.Text(fmt.Sprintf("%s: %d at once, %d later, %d shown", sideName(g.side), once, later, shown)), width-2))}
	} else {
		rows = append(rows, "")
	}
	var list []string
	for i := range g.answers {
		list = append(list, v.answerRow(&g.answers[i], width))
	}
	if g.over {
		list = append(list, " "+th.Accent.Render(cut(v.s.Text("The end: "+g.sum()), width-2)))
	} else {
		row := " " + v.tree.numberOf(v.cur.Next()) + " ?"
		if len(g.wrong) > 0 {
			row += "  not " + strings.Join(g.wrong, ", ")
		}
		list = append(list, th.Accent.Render(cut(clean(row), width-1)))
	}
	if room := max(height-len(rows), 1); len(list) > room {
		list = list[len(list)-room:]
	}
	return append(rows, list...)
}

// answerRow tells of one move that was found.
func (v *viewer) answerRow(a *answer, width int) string {
	th := v.s.Theme
	label := fit(" "+a.label, 14)
	switch {
	case a.shown:
		return th.Line.Render(label) + th.Error.Render(v.s.Text("shown"))
	case len(a.wrong) > 0:
		return th.Text.Render(label) + th.Comment.Render(cut(clean(v.s.Text("after "+strings.Join(a.wrong, ", "))), max(width-15, 1)))
	}
	return th.Text.Render(label) + th.Good.Render(v.s.Text("at once"))
}
