package tui

import (
	"time"

	"rookery/chess"
	"rookery/tui/play"
)

// lowTime is where a clock warns and begins to show tenths.
const lowTime = play.LowTime

// clockText writes the time that is left; see [play.ClockText].
func clockText(left time.Duration) string { return play.ClockText(left) }

// tickAfter is how long what clockText shows stays true while the clock runs,
// so that a clock wakes the program only when a digit changes.
func tickAfter(left time.Duration) time.Duration {
	unit := time.Second
	if left <= lowTime {
		unit = 100 * time.Millisecond
	}
	wait := left % unit
	if wait <= 0 {
		wait = unit
	}
	return wait + time.Millisecond
}

// renderClock draws one clock; it looks different while it runs and again
// when little time is left. Without colour the running one has brackets.
func renderClock(th *Theme, left time.Duration, running bool) string {
	text := clockText(left)
	switch {
	case th.Mono && running && left < lowTime:
		return "[" + text + "!]"
	case th.Mono && running:
		return "[" + text + "]"
	case left < lowTime && running:
		return th.ClockLow.Render(" " + text + " ")
	case running:
		return th.ClockRunning.Render(" " + text + " ")
	}
	return th.ClockIdle.Render(" " + text + " ")
}

// playerBar is one side's row: whose move it is, the name, the time.
type playerBar struct {
	side    chess.Color
	name    string
	note    string // beside the name: "check", "thinking"
	turn    bool   // is to move
	clocked bool   // has a clock
	left    time.Duration
	running bool
}

// renderPlayer draws the row to exactly width columns.
func renderPlayer(th *Theme, gl *glyphs, p playerBar, width int) string {
	clock := ""
	if p.clocked {
		clock = renderClock(th, p.left, p.running)
	}
	room := width - widthOf(clock)
	mark := string(gl.hollow)
	name := th.Text
	if p.turn {
		mark, name = th.Accent.Render(string(gl.bullet)), th.Bold
	}
	row := mark + " " + name.Render(cut(clean(p.name), room-4))
	if p.note != "" {
		row += th.Faint.Render("  " + p.note)
	}
	return fit(row, room) + clock
}
