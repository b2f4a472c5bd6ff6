package game

import (
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/boardinput"
	"rookery/tui/lang"
	"rookery/tui/library"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// actions are what commands do in a game at one's own machine.
func (g *Screen) actions() boardinput.Actions {
	return boardinput.Actions{
		"undo": g.takeBack, "hint": g.askHint, "draw": g.offerDraw, "resign": g.askResign, "go": g.playBestMove,
		"save": g.save, "fen": g.copyFEN, "pgn": g.CopyPGN, "edit": g.edit, "play": g.playFromHere, "rematch": g.rematch,
		"turning": g.toggleTurning, "speech": g.toggleSpeech, "think": g.toggleThoughts, "meter": g.toggleMeter,
		"analyse": g.analyse, "graph": g.review,
		"clock": func() tea.Cmd { g.TellTime(g.Ctl.Config.Control, g.Ctl.Clock.Left); return nil },
	}
}

// offerDraw claims a draw where one can be claimed, else asks the opponent.
func (g *Screen) offerDraw() tea.Cmd {
	switch {
	case g.Over():
		g.Complain("the game is over")
		return nil
	case g.Ctl.Config.Humans() == 0:
		g.Complain("this is a computer vs computer game")
		return nil
	}
	side := g.Ctl.Person()
	switch g.Ctl.OfferDraw(side, g.S.Now()) {
	case play.DrawClaimed, play.DrawAgreed:
		return g.end(nil)
	case play.DrawPending:
		g.Ask(g.playerName(side)+" offers a draw. "+g.playerName(side.Other())+", accept?", g.agreeDraw,
			func() tea.Cmd { g.Say("Draw declined"); return nil })
	case play.DrawRepeated:
		g.Complain("draw declined; play on, or offer again after your next move")
	default:
		g.Say(g.playerName(side.Other()) + " declines your draw offer")
	}
	return nil
}

// askResign asks before the game is given up.
func (g *Screen) askResign() tea.Cmd {
	switch {
	case g.Over():
		g.Complain("the game is over")
		return nil
	case g.Ctl.Config.Humans() == 0:
		g.Complain("you are not playing in this game; press Esc to leave")
		return nil
	}
	side, who := g.Ctl.Person(), "Resign the game?"
	if g.Ctl.Config.Humans() == 2 {
		who = g.playerName(side) + ", resign the game?"
	}
	g.Ask(who, func() tea.Cmd { return g.end(g.Ctl.Resign(side, g.S.Now())) }, nil)
	return nil
}

// save asks for the file that the game is saved in. Those who are connected over a
// network have no files: there it goes among the saved games.
func (g *Screen) save() tea.Cmd {
	if g.Fogged() {
		g.Complain("a fog game can be saved once it is over")
		return nil
	}
	store, saved := g.S.Store, g.saved()
	if g.S.Local && store.GamesDir() != "" {
		return g.S.Push(g, library.NewSaveAs(g.S, store.GamesDir(), play.FileNameOf(saved), saved.TaggedSheet, nil))
	}
	return ui.KeepGame(store, saved)
}

func (g *Screen) copyFEN() tea.Cmd {
	if g.Fogged() {
		g.Complain("the position cannot be copied in a fog game")
		return nil
	}
	return ui.CopyText(g.Ctl.Game.BoardAt(g.Shown).FEN(), "FEN copied")
}

func (g *Screen) CopyPGN() tea.Cmd {
	if g.Fogged() {
		g.Complain("a fog game cannot be copied before it is over")
		return nil
	}
	return ui.CopyPGN(g.saved())
}

// rematch plays the same game again with colours changed.
func (g *Screen) rematch() tea.Cmd {
	if !g.Over() {
		g.Complain("the game is still in progress")
		return nil
	}
	if g.AskUnsaved() {
		return nil
	}
	if g.Attempt != nil {
		return openAttempt(g.S, g, *g.Attempt)
	}
	cfg := g.Ctl.Config
	cfg.Players[chess.White], cfg.Players[chess.Black] = cfg.Players[chess.Black], cfg.Players[chess.White]
	next, err := New(g.S, cfg)
	if err != nil {
		g.Complain(ui.ErrorText(err))
		return nil
	}
	return g.S.Replace(g, next)
}

// OpenViewer keeps the finished game and opens it for stepping through.
func (g *Screen) OpenViewer() tea.Cmd { return library.OpenInViewer(g.S, g, g.saved()) }

// edit sets up another position from the one that a game shows. While
// fog hides pieces there is none to take.
func (g *Screen) edit() tea.Cmd {
	if g.Fogged() {
		g.Complain("the position of a fog game cannot be edited")
		return nil
	}
	return g.S.Open(g, ui.EditPosition{Board: g.Ctl.Game.BoardAt(g.Shown), Flip: g.Flip})
}

// analyse studies the position that a game shows. While fog hides pieces there
// is none to study.
func (g *Screen) analyse() tea.Cmd {
	if g.Fogged() {
		g.Complain("a fog game can be analysed once it is over")
		return nil
	}
	return g.S.Open(g, ui.Analyse{Rules: g.Ctl.Config.Rules, Start: g.Ctl.Game.Start(), Moves: g.Ctl.Game.Moves(), At: g.Shown, Flip: g.Flip})
}

// review shows how the game went.
func (g *Screen) review() tea.Cmd {
	switch {
	case !g.Over():
		g.Complain("the game report is available once the game is over")
		return nil
	case g.Ctl.Game.Ply() == 0:
		g.Complain("no moves were played")
		return nil
	}
	return g.S.Open(g, ui.ReviewGame{Config: g.Ctl.Config, Game: g.Ctl.Game.Clone(), Flip: g.Flip})
}

// announce tells the player that a computer has made the move that led to ply: by
// speech and, where the player is to move or the game has ended, by a signal
// of the terminal.
func (g *Screen) announce(ply int) tea.Cmd {
	text, said := g.spokenMove(ply-1), "Your move"
	if g.Over() {
		said = play.OutcomeText(g.Ctl.Game.Outcome())
		text += ". " + g.S.Text(said)
	}
	speak := g.S.Speak(text)
	if g.Ctl.Config.Humans() == 0 || !g.Over() && !g.HumanTurn() {
		return speak
	}
	return tea.Batch(func() tea.Msg { return ui.SignalMsg{Text: said} }, speak)
}

// spokenMove is the move made at a ply in words that can be heard.
func (g *Screen) spokenMove(ply int) string {
	if ply < 0 {
		return ""
	}
	b := g.Ctl.Game.BoardAt(ply)
	if !g.sees(b.Turn()) {
		return g.S.Text("Move played")
	}
	return SpokenMove(b, g.Ctl.Game.Moves()[ply], g.S.Lang)
}

// SpokenMove says a move in a language so that it cannot be misheard: "knight g1
// to f3".
func SpokenMove(b chess.Board, m chess.Move, in *lang.Language) string {
	l := b.Layout()
	from, to := l.SquareName(m.From()), l.SquareName(m.To())
	switch m.Kind() {
	case chess.Passing:
		return in.Text("pass")
	case chess.Dropping:
		return in.Sprintf("%s dropped on %s", in.Text(m.Role().String()), to)
	case chess.Castling:
		return in.Sprintf("king %s castles to %s", from, l.SquareName(m.Landing()))
	}
	cell := b.View(chess.Everyone).Cells[m.From()]
	piece := "piece"
	switch {
	case cell.Look != chess.NoRole:
		piece = cell.Look.String()
	case cell.Piece != 0:
		piece = cell.Piece.Role().String()
	}
	format := "%s %s to %s"
	if m.IsCapture() {
		format = "%s %s captures %s"
	}
	text := in.Sprintf(format, in.Text(piece), from, to)
	if m.IsPromotion() {
		text = in.Sprintf("%s, promotes to a %s", text, in.Text(m.Role().String()))
	}
	return text
}

// toggleTurning changes whether the board turns to the player to move.
func (g *Screen) toggleTurning() tea.Cmd {
	g.S.Habits.TurnBoard = !g.S.Habits.TurnBoard
	g.Redraw()
	if g.S.Habits.TurnBoard {
		g.flipToMover()
		g.Say("Auto-flip on (pass and play)")
	} else {
		g.Say("Auto-flip off")
	}
	return g.S.SaveHabits()
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
		return g.S.SaveHabits()
	}
	g.Say("Speech on: the computer's moves are announced")
	return tea.Batch(g.S.SaveHabits(), g.S.Speak("Speech on: moves are announced"))
}

// playFromHere opens the form for a new game from the position on the board.
func (g *Screen) playFromHere() tea.Cmd {
	if g.Fogged() {
		g.Complain("you cannot play on from a position in a fog game")
		return nil
	}
	return g.S.NewGameFrom(g, g.Ctl.Config.Rules, g.shownBoard().FEN())
}
