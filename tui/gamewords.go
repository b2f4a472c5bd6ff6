package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/play"
)

// obey does what a word of the line, or the key that stands for it, says.
func (g *gameScreen) obey(word string) tea.Cmd {
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
		return g.copyPGN()
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
		return g.obeyed(word)
	}
	return nil
}

// offerDraw claims a draw where one can be claimed, else asks the opponent.
func (g *gameScreen) offerDraw() tea.Cmd {
	switch {
	case g.over():
		g.complain("the game is over")
		return nil
	case g.ctl.Config.Humans() == 0:
		g.complain("the computers play this out between them")
		return nil
	}
	side := g.ctl.Person()
	switch g.ctl.OfferDraw(side, g.s.Now()) {
	case play.DrawClaimed, play.DrawAgreed:
		return g.end(nil)
	case play.DrawPending:
		g.ask(g.playerName(side)+" offers a draw. "+g.playerName(side.Other())+", accept?", g.agreeDraw,
			func() tea.Cmd { g.say("The draw is declined"); return nil })
	case play.DrawRepeated:
		g.complain("the draw was declined; play on, or offer again after a move")
	default:
		g.say(g.playerName(side.Other()) + " declines the draw")
	}
	return nil
}

// askResign asks before the game is given up.
func (g *gameScreen) askResign() {
	switch {
	case g.over():
		g.complain("the game is over")
		return
	case g.ctl.Config.Humans() == 0:
		g.complain("you do not play in this game; Esc leaves it")
		return
	}
	side, who := g.ctl.Person(), "Resign the game?"
	if g.ctl.Config.Humans() == 2 {
		who = g.playerName(side) + ", resign the game?"
	}
	g.ask(who, func() tea.Cmd { return g.end(g.ctl.Resign(side, g.s.Now())) }, nil)
}

// tellTime says what the clocks show.
func (g *gameScreen) tellTime() {
	if g.ctl.Config.Control.None() {
		g.say("There is no clock in this game")
		return
	}
	now := g.s.Now()
	g.say("White " + clockText(g.ctl.Clock.Left(chess.White, now)) + ", Black " + clockText(g.ctl.Clock.Left(chess.Black, now)))
}

// save writes the game into the folder of saved games.
func (g *gameScreen) save() tea.Cmd {
	if g.fogged() {
		g.complain("a game in the fog can be saved when it is over")
		return nil
	}
	store, saved := g.s.Store, g.saved()
	return func() tea.Msg {
		path, err := store.Keep(saved)
		if err != nil {
			return toastMsg{text: err.Error(), bad: true}
		}
		return toastMsg{text: "Saved as " + homely(path)}
	}
}

func (g *gameScreen) copyFEN() tea.Cmd {
	if g.fogged() {
		g.complain("in the fog there is no position to copy")
		return nil
	}
	return copyText(g.ctl.Game.BoardAt(g.shown).FEN(), "FEN copied")
}

func (g *gameScreen) copyPGN() tea.Cmd {
	if g.fogged() {
		g.complain("in the fog there is no game to copy")
		return nil
	}
	return copySheet(g.saved())
}

// rematch plays the same game again with colours changed.
func (g *gameScreen) rematch() tea.Cmd {
	if !g.over() {
		g.complain("the game still goes on")
		return nil
	}
	if g.attempt != nil {
		return tryAt(g.s, g, *g.attempt)
	}
	cfg := g.ctl.Config
	cfg.Players[chess.White], cfg.Players[chess.Black] = cfg.Players[chess.Black], cfg.Players[chess.White]
	next, err := newGameScreen(g.s, cfg)
	if err != nil {
		g.complain(err.Error())
		return nil
	}
	return g.s.replace(g, next)
}

// openViewer keeps the finished game and opens it for stepping through.
func (g *gameScreen) openViewer() tea.Cmd { return stepThrough(g.s, g, g.saved()) }

// gameWords are what can be written in a game at one's own machine.
var gameWords = []word{
	{"resign", "give the game up"},
	{"draw", "offer or claim a draw"},
	{"undo", "take a move back"},
	{"hint", "ask for a move"},
	{"go", "let the man in hand make its best move"},
	{"flip", "turn the board"},
	{"turning", "turn the board to who is to move, between two people"},
	{"touch", "touched is moved, or not"},
	{"moves", "list the legal moves"},
	{"save", "write the game as PGN"},
	{"fen", "copy the position"},
	{"signal", "call me at my move by a bell, by a message, or not"},
	{"speech", "speak the computer's moves, or not"},
	{"play", "play on from the position on the board"},
	{"edit", "set up a position from here"},
	{"pgn", "copy the game"},
	{"rules", "read the rules"},
	{"help", "read the keys"},
	{"clock", "tell the time that is left"},
	{"menu", "leave the game"},
	{"rematch", "play again"},
	{"think", "show what the computer thinks"},
	{"meter", "show who stands better"},
	{"analyse", "study the position"},
	{"graph", "see how the game went"},
}

// edit sets up another position from the one that a game shows. While men are
// hidden there is none to take.
func (g *gameScreen) edit() tea.Cmd {
	if g.fogged() {
		g.complain("in the fog there is no position to set up")
		return nil
	}
	return g.s.open(g, EditPosition{g.ctl.Game.BoardAt(g.shown), g.flip})
}

// analyse studies the position that a game shows. While men are hidden there is
// none to study.
func (g *gameScreen) analyse() tea.Cmd {
	if g.fogged() {
		g.complain("a game in the fog can be studied when it is over")
		return nil
	}
	return g.s.open(g, Analyse{g.ctl.Config.Rules, g.ctl.Game.Start(), g.ctl.Game.Moves(), g.shown, g.flip})
}

// review shows how the game went.
func (g *gameScreen) review() tea.Cmd {
	switch {
	case !g.over():
		g.complain("the game still goes on; the graph is for its end")
		return nil
	case g.ctl.Game.Ply() == 0:
		g.complain("no move was made")
		return nil
	}
	return g.s.open(g, ReviewGame{g.ctl.Config, g.ctl.Game.Clone(), g.flip})
}
