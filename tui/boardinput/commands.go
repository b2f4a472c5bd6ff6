package boardinput

import (
	"fmt"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/lang"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// Command is something that can be written besides moves, or that a key stands for.
type command struct {
	Name, Does string
	online     string // what it does at a table of the lobby, where that is something else
	do         func() tea.Cmd
}

// Commands are those of all games, in the order of the help. Each game has those that
// it has an action for.
var Commands = []command{
	{Name: "resign", Does: "resign the game"},
	{Name: "draw", Does: "offer or claim a draw"},
	{Name: "undo", Does: "take back a move", online: "ask for a takeback"},
	{Name: "hint", Does: "get a hint"},
	{Name: "solution", Does: "show the solution"},
	{Name: "next", Does: "next puzzle", online: "go to the next game that waits for your move"},
	{Name: "go", Does: "play the selected piece's best move"},
	{Name: "abort", Does: "abort the game"},
	{Name: "claim", Does: "claim a win when your opponent is gone, or a draw"},
	{Name: "berserk", Does: "halve your clock for another point, in arenas"},
	{Name: "moretime", Does: "give your opponent 15 seconds"},
	{Name: "adjourn", Does: "ask to go on another day"},
	{Name: "browser", Does: "copy the address of the game"},
	{Name: "yes", Does: "accept an offer"},
	{Name: "no", Does: "decline an offer"},
	{Name: "mute", Does: "mute a player: mute NAME"},
	{Name: "unmute", Does: "unmute a player"},
	{Name: "report", Does: "report a player to the operators: report NAME REASON"},
	{Name: "if", Does: "conditional moves, in correspondence games: if e5 Nf3 Nc6 Bb5"},
	{Name: "partner", Does: "tell your partner alone, in games of two teams: partner TEXT, or //TEXT"},
	{Name: "board", Does: "watch the other board, in games of two teams"},
	{Name: "flip", Does: "flip the board"},
	{Name: "turning", Does: "flip the board each turn (pass and play)"},
	{Name: "touch", Does: "turn touch-move on or off"},
	{Name: "moves", Does: "list legal moves"},
	{Name: "save", Does: "save the game as PGN"},
	{Name: "fen", Does: "copy the position as FEN"},
	{Name: "signal", Does: "move alert: bell, message or off"},
	{Name: "speech", Does: "turn speech on or off"},
	{Name: "play", Does: "play on from the position on the board"},
	{Name: "edit", Does: "edit this position"},
	{Name: "pgn", Does: "copy the game as PGN"},
	{Name: "rules", Does: "show the rules"},
	{Name: "help", Does: "show the keys"},
	{Name: "clock", Does: "show the time left"},
	{Name: "menu", Does: "leave the game"},
	{Name: "rematch", Does: "play again"},
	{Name: "think", Does: "show or hide engine lines"},
	{Name: "meter", Does: "show or hide the evaluation bar"},
	{Name: "analyse", Does: "analyse the position", online: "analyse the position, after the game"},
	{Name: "graph", Does: "show the game report"},
}

// Actions are what commands do in a game.
type Actions map[string]func() tea.Cmd

// SetActions gives the desk the actions of its game beside those that every game has.
func (d *Desk) SetActions(own Actions, online bool) {
	common := Actions{
		"flip": d.flip, "moves": d.listMoves, "menu": d.Leave, "touch": d.toggleTouch, "signal": d.nextSignal,
		"rules": func() tea.Cmd { return d.S.Open(d.host, ui.ShowRules{Rules: d.Rules}) },
		"help":  func() tea.Cmd { return d.S.Open(d.host, ui.ShowHelp{Of: d.host}) },
	}
	d.Line.words = nil
	for _, c := range Commands {
		if c.do = own[c.Name]; c.do == nil {
			c.do = common[c.Name]
		}
		if online && c.online != "" {
			c.Does = c.online
		}
		if c.do != nil {
			d.Line.words = append(d.Line.words, c)
		}
	}
}

// Run does what a command says, where the game has it.
func (d *Desk) Run(name string) tea.Cmd {
	i := slices.IndexFunc(d.Line.words, func(c command) bool { return c.Name == name })
	switch {
	case i >= 0:
		return d.Line.words[i].do()
	case name == "hint": // against people
		d.Complain("hints are not available when playing other people")
	default:
		d.Complain("not available in this game")
	}
	return nil
}

// TypedWords tells in the help what can be written besides moves.
func (d *Desk) TypedWords() []string {
	lines := make([]string, len(d.Line.words))
	for i, w := range d.Line.words {
		name := w.Name
		if own := d.S.Lang.Words(w.Name); len(own) > 0 {
			name = own[0]
		}
		lines[i] = lang.Name(name) + " – " + w.Does
	}
	return lines
}

func (d *Desk) flip() tea.Cmd {
	d.Flip = !d.Flip
	d.Redraw()
	return nil
}

// TellTime says what the clocks show.
func (d *Desk) TellTime(c chess.Control, left func(chess.Color, time.Time) time.Duration) {
	if c.None() {
		d.Say("This game has no clock")
		return
	}
	now := d.S.Now()
	d.Say("White " + play.ClockText(left(chess.White, now)) + ", Black " + play.ClockText(left(chess.Black, now)))
}

// listMoves writes the legal moves into the message row, or on a page over the
// screen from where they are too many.
func (d *Desk) listMoves() tea.Cmd {
	if !d.host.Ready() {
		return nil
	}
	text := fmt.Sprintf("%d moves: %s", len(d.Texts), strings.Join(d.Texts, " "))
	if len(d.Texts) == 1 {
		text = "1 move: " + d.Texts[0]
	}
	if draw.WidthOf(d.S.Text(text)) < d.Room.inputW {
		d.Say(text)
		return nil
	}
	return d.S.Push(d.host, newMovesPage(d.S, d.Layout, d.Legal, d.Texts))
}

// toggleTouch changes whether a touched piece must be moved.
func (d *Desk) toggleTouch() tea.Cmd {
	d.S.Habits.TouchMove = !d.S.Habits.TouchMove
	if d.S.Habits.TouchMove {
		d.Say("Touch-move on: a piece you pick up must move")
	} else {
		d.Selection.mustMove = chess.NoSquare
		d.Say("Touch-move off: you can put a piece back")
	}
	return d.S.SaveHabits()
}

// nextSignal changes how the terminal calls the player, and does it once.
func (d *Desk) nextSignal() tea.Cmd {
	d.S.Habits.Signal = (d.S.Habits.Signal + 1) % ui.Signals
	d.Say([ui.Signals]string{
		ui.NoSignal: "Move alert off (window title only)",
		ui.Bell:     "Move alert: bell",
		ui.Message:  "Move alert: terminal message (OSC 9)",
	}[d.S.Habits.Signal])
	return tea.Batch(d.S.SaveHabits(), func() tea.Msg { return ui.SignalMsg{Text: "Your move"} })
}
