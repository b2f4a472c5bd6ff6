package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
)

// call tells the player that a computer has made the move that led to ply: by
// speech and, where the player is to move or the game has ended, by a signal
// of the terminal.
func (g *gameScreen) call(ply int) tea.Cmd {
	text, said := g.spoken(ply-1), "Your move"
	if g.over() {
		said = outcomeText(g.ctl.Game.Outcome())
		text += ". " + said
	}
	speak := g.s.speak(text)
	if g.ctl.Config.Humans() == 0 || !g.over() && !g.humanTurn() {
		return speak
	}
	return tea.Batch(func() tea.Msg { return signalMsg{said} }, speak)
}

// spoken is the move made at a ply in words that can be heard.
func (g *gameScreen) spoken(ply int) string {
	if ply < 0 {
		return ""
	}
	b := g.ctl.Game.BoardAt(ply)
	if !g.sees(b.Turn()) {
		return "A move was made"
	}
	return spokenMove(b, g.ctl.Game.Moves()[ply])
}

// spokenMove says a move so that it cannot be misheard: "knight g1 to f3".
func spokenMove(b chess.Board, m chess.Move) string {
	l := b.Layout()
	from, to := l.SquareName(m.From()), l.SquareName(m.To())
	switch m.Kind() {
	case chess.Passing:
		return "pass"
	case chess.Dropping:
		return m.Role().String() + " dropped on " + to
	case chess.Castling:
		return "king " + from + " castles to " + l.SquareName(m.Landing())
	}
	cell := b.View(chess.Everyone).Cells[m.From()]
	man := "man"
	switch {
	case cell.Look != chess.NoRole:
		man = cell.Look.String()
	case cell.Piece != 0:
		man = cell.Piece.Role().String()
	}
	does := " to "
	if m.IsCapture() {
		does = " takes "
	}
	text := man + " " + from + does + to
	if m.IsPromotion() {
		text += ", becomes a " + m.Role().String()
	}
	return text
}

// toggleTurning changes whether the board turns to the player to move.
func (g *gameScreen) toggleTurning() tea.Cmd {
	g.s.Habits.TurnBoard = !g.s.Habits.TurnBoard
	g.redraw()
	if g.s.Habits.TurnBoard {
		g.faceMover()
		g.say("Between two people the board turns to who is to move")
	} else {
		g.say("The board stays as it is")
	}
	return g.s.keepHabits()
}

// toggleSpeech changes whether moves are spoken.
func (g *gameScreen) toggleSpeech() tea.Cmd {
	if g.s.Voice == nil {
		g.complain("nothing can be spoken here: the program runs on another machine")
		return nil
	}
	g.s.Habits.Speech = !g.s.Habits.Speech
	if !g.s.Habits.Speech {
		g.say("Moves are not spoken")
		return g.s.keepHabits()
	}
	g.say("The computer's moves are spoken")
	return tea.Batch(g.s.keepHabits(), g.s.speak("Moves are spoken"))
}

// playFromHere opens the form for a new game from the position on the board.
func (g *gameScreen) playFromHere() tea.Cmd {
	if g.fogged() {
		g.complain("in the fog there is no position to play on from")
		return nil
	}
	return g.s.newGameFrom(g, g.ctl.Config.Rules, g.shownBoard().FEN())
}
