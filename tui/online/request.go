package online

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/lang"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// request is what the forms for lichess and FICS share: Enter asks a server, which takes its time and may refuse.
type request struct {
	ui.FormCursor
	s       *ui.Session
	busy    bool
	problem string // why it was refused
}

// requestHost is a form as its request knows it.
type requestHost interface {
	ui.Screen
	ui.FormHost
	write(tea.KeyMsg) bool // edits a value; tells whether the key was meant for it
}

// clockSigns are the characters of a clock.
const clockSigns = "0123456789+d"

func newRequest(s *ui.Session) request {
	r := request{FormCursor: ui.FormCursor{Keys: ui.Bound(s, ui.NewFormKeys()), Fresh: true}, s: s}
	r.Keys.Random.SetEnabled(false)
	r.Keys.Open.SetEnabled(false)
	return r
}

func (r *request) Moved()        {}
func (r *request) List() tea.Cmd { return nil }

func (r *request) showRules(from ui.Screen, variant string) tea.Cmd {
	rules, err := play.RulesOf([]string{variant})
	if err != nil {
		return nil
	}
	return r.s.Open(from, ui.ShowRules{Rules: rules})
}

// pressed leaves the way back open while the server is waited for.
func (r *request) pressed(msg tea.KeyMsg, h requestHost) tea.Cmd {
	if r.busy {
		if key.Matches(msg, r.Keys.Back) {
			return r.s.Pop(h)
		}
		return nil
	}
	r.problem = ""
	if h.write(msg) {
		return nil
	}
	return r.Pressed(msg, h)
}

// sideRow is the row that asks for a colour.
func (r *request) sideRow(side, about string) (name, value, words string) {
	value = map[string]string{ui.AsWhite: "White", ui.AsBlack: "Black", ui.RandomSide: "Random"}[side]
	return r.s.Text("You play"), r.s.Text(value), r.s.Text(about)
}

// ratedRow is the row that asks for a rated game.
func (r *request) ratedRow(rated bool, about string) (name, value, words string) {
	if rated {
		return r.s.Text("Rated"), r.s.Text("yes"), r.s.Text(about)
	}
	return r.s.Text("Rated"), r.s.Text("no"), r.s.Text("Does not affect ratings.")
}

// render draws the form with n rows; asking is said while the server is waited for.
func (r *request) render(view ui.Form, asking string, row func(int) (name, value, about string), n int) (out string) {
	for i := range n {
		name, value, about := row(i)
		view.Rows = append(view.Rows, ui.FormRow{Name: name, Value: value, About: about})
	}
	if r.busy {
		view.Busy = r.s.Text(asking) + r.s.Glyphs().Ellipsis
	}
	if r.problem != "" {
		view.Rows[r.At].About = lang.UpperFirst(draw.Clean(r.s.Text(r.problem))) + "."
	}
	out, r.Top = view.Render(r.s, r.Width, r.Height)
	return out
}
