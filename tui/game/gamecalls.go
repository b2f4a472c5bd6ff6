package game

import (
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/ui"
)

// call tells the player that a computer has made the move that led to ply: by
// speech and, where the player is to move or the game has ended, by a signal
// of the terminal.
func (g *Screen) call(ply int) tea.Cmd {
	text, said := g.spoken(ply-1), "Your move"
	if g.Over() {
		said = draw.OutcomeText(g.Ctl.Game.Outcome())
		text += ". " + said
	}
	speak := g.S.Speak(text)
	if g.Ctl.Config.Humans() == 0 || !g.Over() && !g.HumanTurn() {
		return speak
	}
	return tea.Batch(func() tea.Msg { return ui.SignalMsg{Text: said} }, speak)
}

// spoken is the move made at a ply in words that can be heard.
func (g *Screen) spoken(ply int) string {
	if ply < 0 {
		return ""
	}
	b := g.Ctl.Game.BoardAt(ply)
	if !g.sees(b.Turn()) {
		return "Move played"
	}
	return SpokenMove(b, g.Ctl.Game.Moves()[ply])
}

// SpokenMove says a move so that it cannot be misheard: "knight g1 to f3".
func SpokenMove(b chess.Board, m chess.Move) string {
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
	man := "piece"
	switch {
	case cell.Look != chess.NoRole:
		man = cell.Look.String()
	case cell.Piece != 0:
		man = cell.Piece.Role().String()
	}
	does := " to "
	if m.IsCapture() {
		does = " captures "
	}
	text := man + " " + from + does + to
	if m.IsPromotion() {
		text += ", promotes to a " + m.Role().String()
	}
	return text
}

// toggleTurning changes whether the board turns to the player to move.
func (g *Screen) toggleTurning() tea.Cmd {
	g.S.Habits.TurnBoard = !g.S.Habits.TurnBoard
	g.Redraw()
	if g.S.Habits.TurnBoard {
		g.faceMover()
		g.Say("Auto-flip on (pass and play)")
	} else {
		g.Say("Auto-flip off")
	}
	return g.S.KeepHabits()
}

// toggleSpeech changes whether moves are spoken.
func (g *Screen) toggleSpeech() tea.Cmd {
	if g.S.Voice == nil {
		g.Complain("speech is not available here: the program runs on another machine")
		return nil
	}
	g.S.Habits.Speech = !g.S.Habits.Speech
	if !g.S.Habits.Speech {
		g.Say("Speech off: moves are not announced")
		return g.S.KeepHabits()
	}
	g.Say("Speech on: the computer's moves are announced")
	return tea.Batch(g.S.KeepHabits(), g.S.Speak("Speech on: moves are announced"))
}

// playFromHere opens the form for a new game from the position on the board.
func (g *Screen) playFromHere() tea.Cmd {
	if g.Fogged() {
		g.Complain("you cannot play on from a position in a fog game")
		return nil
	}
	return g.S.NewGameFrom(g, g.Ctl.Config.Rules, g.shownBoard().FEN())
}
