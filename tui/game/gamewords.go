package game

import (
	"rookery/tui/boardinput"
	"rookery/tui/draw"
	"rookery/tui/library"
	"rookery/tui/ui"

	"rookery/chess"
	"rookery/tui/play"

	tea "github.com/charmbracelet/bubbletea"
)

// obey does what a word of the line, or the key that stands for it, says.
func (g *Screen) Obey(word string) tea.Cmd {
	switch word {
	case "undo":
		return g.takeBack()
	case "hint":
		return g.askHint()
	case "draw":
		return g.offerDraw()
	case "resign":
		g.askResign()
	case "save":
		return g.save()
	case "fen":
		return g.copyFEN()
	case "pgn":
		return g.CopyPGN()
	case "edit":
		return g.edit()
	case "clock":
		g.tellTime()
	case "rematch":
		return g.rematch()
	case "go":
		return g.letMove()
	case "turning":
		return g.toggleTurning()
	case "speech":
		return g.toggleSpeech()
	case "play":
		return g.playFromHere()
	case "think":
		return g.toggleThoughts()
	case "meter":
		return g.toggleMeter()
	case "analyse":
		return g.analyse()
	case "graph":
		return g.review()
	default:
		return g.Obeyed(word)
	}
	return nil
}

// offerDraw claims a draw where one can be claimed, else asks the opponent.
func (g *Screen) offerDraw() tea.Cmd {
	switch {
	case g.Over():
		g.Complain("the game is over")
		return nil
	case g.Ctl.Config.Humans() == 0:
		g.Complain("the computers play this out between them")
		return nil
	}
	side := g.Ctl.Person()
	switch g.Ctl.OfferDraw(side, g.S.Now()) {
	case play.DrawClaimed, play.DrawAgreed:
		return g.End(nil)
	case play.DrawPending:
		g.Ask(g.playerName(side)+" offers a draw. "+g.playerName(side.Other())+", accept?", g.agreeDraw,
			func() tea.Cmd { g.Say("The draw is declined"); return nil })
	case play.DrawRepeated:
		g.Complain("the draw was declined; play on, or offer again after a move")
	default:
		g.Say(g.playerName(side.Other()) + " declines the draw")
	}
	return nil
}

// askResign asks before the game is given up.
func (g *Screen) askResign() {
	switch {
	case g.Over():
		g.Complain("the game is over")
		return
	case g.Ctl.Config.Humans() == 0:
		g.Complain("you do not play in this game; Esc leaves it")
		return
	}
	side, who := g.Ctl.Person(), "Resign the game?"
	if g.Ctl.Config.Humans() == 2 {
		who = g.playerName(side) + ", resign the game?"
	}
	g.Ask(who, func() tea.Cmd { return g.End(g.Ctl.Resign(side, g.S.Now())) }, nil)
}

// tellTime says what the clocks show.
func (g *Screen) tellTime() {
	if g.Ctl.Config.Control.None() {
		g.Say("There is no clock in this game")
		return
	}
	now := g.S.Now()
	g.Say("White " + draw.ClockText(g.Ctl.Clock.Left(chess.White, now)) + ", Black " + draw.ClockText(g.Ctl.Clock.Left(chess.Black, now)))
}

// save writes the game into the folder of saved games.
func (g *Screen) save() tea.Cmd {
	if g.Fogged() {
		g.Complain("a game in the fog can be saved when it is over")
		return nil
	}
	store, saved := g.S.Store, g.saved()
	return func() tea.Msg {
		path, err := store.Keep(saved)
		if err != nil {
			return ui.ToastMsg{Text: err.Error(), Bad: true}
		}
		return ui.ToastMsg{Text: "Saved as " + ui.TildePath(path)}
	}
}

func (g *Screen) copyFEN() tea.Cmd {
	if g.Fogged() {
		g.Complain("in the fog there is no position to copy")
		return nil
	}
	return ui.CopyText(g.Ctl.Game.BoardAt(g.Shown).FEN(), "FEN copied")
}

func (g *Screen) CopyPGN() tea.Cmd {
	if g.Fogged() {
		g.Complain("in the fog there is no game to copy")
		return nil
	}
	return ui.CopySheet(g.saved())
}

// rematch plays the same game again with colours changed.
func (g *Screen) rematch() tea.Cmd {
	if !g.Over() {
		g.Complain("the game still goes on")
		return nil
	}
	if g.Attempt != nil {
		return tryAt(g.S, g, *g.Attempt)
	}
	cfg := g.Ctl.Config
	cfg.Players[chess.White], cfg.Players[chess.Black] = cfg.Players[chess.Black], cfg.Players[chess.White]
	next, err := New(g.S, cfg)
	if err != nil {
		g.Complain(err.Error())
		return nil
	}
	return g.S.Replace(g, next)
}

// openViewer keeps the finished game and opens it for stepping through.
func (g *Screen) OpenViewer() tea.Cmd { return library.StepThrough(g.S, g, g.saved()) }

// gameWords are what can be written in a game at one's own machine.
var gameWords = []boardinput.Word{
	{Word: "resign", Does: "give the game up"},
	{Word: "draw", Does: "offer or claim a draw"},
	{Word: "undo", Does: "take a move back"},
	{Word: "hint", Does: "ask for a move"},
	{Word: "go", Does: "let the man in hand make its best move"},
	{Word: "flip", Does: "turn the board"},
	{Word: "turning", Does: "turn the board to who is to move, between two people"},
	{Word: "touch", Does: "touched is moved, or not"},
	{Word: "moves", Does: "list the legal moves"},
	{Word: "save", Does: "write the game as PGN"},
	{Word: "fen", Does: "copy the position"},
	{Word: "signal", Does: "call me at my move by a bell, by a message, or not"},
	{Word: "speech", Does: "speak the computer's moves, or not"},
	{Word: "play", Does: "play on from the position on the board"},
	{Word: "edit", Does: "set up a position from here"},
	{Word: "pgn", Does: "copy the game"},
	{Word: "rules", Does: "read the rules"},
	{Word: "help", Does: "read the keys"},
	{Word: "clock", Does: "tell the time that is left"},
	{Word: "menu", Does: "leave the game"},
	{Word: "rematch", Does: "play again"},
	{Word: "think", Does: "show what the computer thinks"},
	{Word: "meter", Does: "show who stands better"},
	{Word: "analyse", Does: "study the position"},
	{Word: "graph", Does: "see how the game went"},
}

// edit sets up another position from the one that a game shows. While men are
// hidden there is none to take.
func (g *Screen) edit() tea.Cmd {
	if g.Fogged() {
		g.Complain("in the fog there is no position to set up")
		return nil
	}
	return g.S.Open(g, ui.EditPosition{Board: g.Ctl.Game.BoardAt(g.Shown), Flip: g.Flip})
}

// analyse studies the position that a game shows. While men are hidden there is
// none to study.
func (g *Screen) analyse() tea.Cmd {
	if g.Fogged() {
		g.Complain("a game in the fog can be studied when it is over")
		return nil
	}
	return g.S.Open(g, ui.Analyse{Rules: g.Ctl.Config.Rules, Start: g.Ctl.Game.Start(), Moves: g.Ctl.Game.Moves(), At: g.Shown, Flip: g.Flip})
}

// review shows how the game went.
func (g *Screen) review() tea.Cmd {
	switch {
	case !g.Over():
		g.Complain("the game still goes on; the graph is for its end")
		return nil
	case g.Ctl.Game.Ply() == 0:
		g.Complain("no move was made")
		return nil
	}
	return g.S.Open(g, ui.ReviewGame{Config: g.Ctl.Config, Game: g.Ctl.Game.Clone(), Flip: g.Flip})
}
