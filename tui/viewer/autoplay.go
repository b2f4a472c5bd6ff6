package viewer

import (
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/ui"
)

// autoplay steps through a game by itself.
type autoplay struct {
	On     bool
	serial int // of the step that is waited for
	speed  int // in speeds
	// After sends a message when some time has passed; tests take it away.
	After func(time.Duration, tea.Msg) tea.Cmd
}

// speeds are how long each position is shown.
var speeds = [...]time.Duration{
	10 * time.Second, 5 * time.Second, 3 * time.Second, 2 * time.Second, time.Second, 500 * time.Millisecond, 250 * time.Millisecond,
}

// usualSpeed is a move in two seconds.
const usualSpeed = 3

// autoplayMsg makes the next step, unless it is no longer waited for.
type autoplayMsg struct {
	to     *Viewer
	serial int
}

// stop ends it; a step that is under way is dropped.
func (a *autoplay) stop() {
	a.On = false
	a.serial++
}

// every says how long a position is shown.
func (a *autoplay) every() string { return speeds[a.speed].String() }

// timed does what the keys say about playing by itself; false when the key is
// none of them.
func (v *Viewer) timed(msg tea.KeyMsg) (tea.Cmd, bool) {
	a, k := &v.Auto, &v.keys
	switch {
	case key.Matches(msg, k.Autoplay) && a.On:
		a.stop()
		return ui.Toast("Stopped."), true
	case key.Matches(msg, k.Autoplay):
		if len(v.Cur.Children) == 0 {
			return ui.Toast("End of the line."), true
		}
		a.On = true
		return v.await(), true
	case key.Matches(msg, k.Faster):
		return v.pace(1), true
	case key.Matches(msg, k.Slower):
		return v.pace(-1), true
	}
	return nil, false
}

// pace plays faster or slower; the time of the present position begins anew.
func (v *Viewer) pace(by int) tea.Cmd {
	a := &v.Auto
	a.speed = max(0, min(a.speed+by, len(speeds)-1))
	if a.On {
		return v.await()
	}
	return ui.Toast("Autoplay: one move every " + a.every() + ". Press Space to start.")
}

// await waits for the next step.
func (v *Viewer) await() tea.Cmd {
	a := &v.Auto
	a.serial++
	return a.After(speeds[a.speed], autoplayMsg{v, a.serial})
}

// played makes a step and waits for the next; at the end of the line it stops.
func (v *Viewer) played(msg autoplayMsg) tea.Cmd {
	if !v.Auto.On || msg.serial != v.Auto.serial || v.Tree == nil {
		return nil
	}
	v.next()
	if len(v.Cur.Children) == 0 {
		v.Auto.stop()
		return nil
	}
	return v.await()
}
