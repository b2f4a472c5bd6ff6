package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
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
	switch side := g.game.Turn(); {
	case g.over():
		g.complain("the game is over")
	case g.game.Claimable() != chess.NoReason && g.human(side):
		return g.end(g.game.Claim())
	case g.cfg.Humans() == 0:
		g.complain("the computers play this out between them")
	case g.cfg.Humans() == 2:
		g.ask(g.playerName(side)+" offers a draw. "+g.playerName(side.Other())+", accept?",
			func() tea.Cmd { return g.end(g.game.AgreeDraw()) },
			func() tea.Cmd { g.say("The draw is declined"); return nil })
	case g.offered == g.game.Ply():
		g.complain("the draw was declined; play on, or offer again after a move")
	default:
		computer := chess.White
		if g.human(chess.White) {
			computer = chess.Black
		}
		if g.takesDraw(computer) {
			return g.end(g.game.AgreeDraw())
		}
		g.offered = g.game.Ply()
		g.say(g.playerName(computer) + " declines the draw")
	}
	return nil
}

// askResign asks before the game is given up.
func (g *gameScreen) askResign() {
	side := g.game.Turn()
	switch {
	case g.over():
		g.complain("the game is over")
		return
	case g.cfg.Humans() == 0:
		g.complain("you do not play in this game; Esc leaves it")
		return
	case g.cfg.Humans() == 1 && !g.human(side):
		side = side.Other()
	}
	who := "Resign the game?"
	if g.cfg.Humans() == 2 {
		who = g.playerName(side) + ", resign the game?"
	}
	g.ask(who, func() tea.Cmd { return g.end(g.game.Resign(side)) }, nil)
}

// tellTime says what the clocks show.
func (g *gameScreen) tellTime() {
	if g.cfg.Control.None() {
		g.say("There is no clock in this game")
		return
	}
	now := g.s.Now()
	g.say("White " + clockText(g.clock.Left(chess.White, now)) + ", Black " + clockText(g.clock.Left(chess.Black, now)))
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
	return copyText(g.game.BoardAt(g.shown).FEN(), "FEN copied")
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
	cfg := g.cfg
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
	return g.s.open(g, EditPosition{g.game.BoardAt(g.shown), g.flip})
}

// analyse studies the position that a game shows. While men are hidden there is
// none to study.
func (g *gameScreen) analyse() tea.Cmd {
	if g.fogged() {
		g.complain("a game in the fog can be studied when it is over")
		return nil
	}
	return g.s.open(g, Analyse{g.cfg.Rules, g.game.Start(), g.game.Moves(), g.shown, g.flip})
}

// review shows how the game went.
func (g *gameScreen) review() tea.Cmd {
	switch {
	case !g.over():
		g.complain("the game still goes on; the graph is for its end")
		return nil
	case g.game.Ply() == 0:
		g.complain("no move was made")
		return nil
	}
	return g.s.open(g, ReviewGame{g.cfg, g.game.Clone(), g.flip})
}
