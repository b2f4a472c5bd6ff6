package tui

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"rookery/chess"
)

// listMoves writes the legal moves into the message row, or on a page over the
// screen from where they are too many.
func (d *desk) listMoves(from screen) tea.Cmd {
	if !d.host.ready() {
		return nil
	}
	text := fmt.Sprintf("%d moves: %s", len(d.texts), strings.Join(d.texts, " "))
	if len(d.texts) == 1 {
		text = "1 move: " + d.texts[0]
	}
	if lipgloss.Width(d.s.Text(text)) < d.room.inputW {
		d.say(text)
		return nil
	}
	return d.s.push(from, newMovesPage(d.s, d.layout, d.legal, d.texts))
}

// toggleTouch changes whether a touched man must be moved.
func (d *desk) toggleTouch() tea.Cmd {
	d.s.Habits.TouchMove = !d.s.Habits.TouchMove
	if d.s.Habits.TouchMove {
		d.say("From now on a man that is picked up must be moved")
	} else {
		d.holding.bound = chess.NoSquare
		d.say("A man that was picked up may be put down again")
	}
	return d.s.keepHabits()
}

// nextSignal changes how the terminal calls the player, and does it once.
func (d *desk) nextSignal() tea.Cmd {
	d.s.Habits.Signal = (d.s.Habits.Signal + 1) % signals
	d.say([signals]string{
		NoSignal: "Your move is told by the title of the window alone",
		Bell:     "A bell rings at your move",
		Message:  "The terminal shows a message at your move, if it knows how (OSC 9)",
	}[d.s.Habits.Signal])
	return tea.Batch(d.s.keepHabits(), func() tea.Msg { return signalMsg{"Your move"} })
}
