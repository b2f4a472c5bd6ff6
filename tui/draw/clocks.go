package draw

import (
	"time"

	"rookery/chess"
	"rookery/tui/play"
)

// TickAfter is how long what ClockText shows stays true while the clock runs,
// so that a clock wakes the program only when a digit changes.
func TickAfter(left time.Duration) time.Duration {
	unit := play.ClockUnit(left - 1)
	wait := left % unit
	if wait <= 0 {
		wait = unit
	}
	return wait + time.Millisecond
}

// renderClock draws one clock; it looks different while it runs and again
// when little time is left. Without colour the running one has brackets.
func renderClock(th *Theme, left time.Duration, running bool) string {
	text := play.ClockText(left)
	switch {
	case th.Mono && running && left < play.LowTime:
		return "[" + text + "!]"
	case th.Mono && running:
		return "[" + text + "]"
	case left < play.LowTime && running:
		return th.ClockLow.Render(" " + text + " ")
	case running:
		return th.ClockRunning.Render(" " + text + " ")
	}
	return th.ClockIdle.Render(" " + text + " ")
}

// PlayerBar is one side's row: whose move it is, the name, the time.
type PlayerBar struct {
	Side    chess.Color
	Name    string
	Note    string // beside the name: "check", "thinking"
	Turn    bool   // is to move
	Clocked bool   // has a clock
	Left    time.Duration
	Running bool
}

// RenderPlayer draws the row to exactly width columns.
func RenderPlayer(th *Theme, gl *Glyphs, p PlayerBar, width int) string {
	clock := ""
	if p.Clocked {
		clock = renderClock(th, p.Left, p.Running)
	}
	room := width - WidthOf(clock)
	mark, name := gl.SideMark(p.Side, false), th.Text
	if p.Turn {
		mark, name = th.Accent.Render(gl.SideMark(p.Side, true)), th.Bold
	}
	row := mark + " " + name.Render(Cut(Clean(p.Name), room-4))
	if p.Note != "" {
		row += th.Faint.Render("  " + p.Note)
	}
	return Fit(row, room) + clock
}
