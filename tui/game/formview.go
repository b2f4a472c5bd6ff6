package game

import (
	"fmt"
	"strconv"
	"strings"

	"rookery/tui/draw"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// inWords gives the name of a row, its value, and words about the value.
func (f *Form) inWords(r formRow) (name, value, about string) {
	name, value, about = f.inEnglish(r)
	typed := r == rowEngine || (r == rowWhite || r == rowBlack) && (value != name || r == f.row())
	if !typed { // names are as they are written
		value = f.s.Text(value)
	}
	return f.s.Text(name), value, f.s.Text(about)
}

// inEnglish is inWords before it is translated.
func (f *Form) inEnglish(r formRow) (name, value, about string) {
	c := &f.Choices
	level := func(word string) (string, string) {
		l := play.LevelOf(word)
		return fmt.Sprintf("%s (about %d)", l.Name(), l.Elo()), l.Describe()
	}
	style := func(word string) (string, string) { s := play.StyleOf(word); return s.Name(), s.Describe() }
	switch r {
	case rowGame:
		return "Variant", f.Rules.Name, f.Rules.Aim
	case rowArray:
		return f.arrayRow()
	case rowOpponent:
		switch c.Opponent {
		case ui.AgainstFriend:
			return "Opponent", "Pass and play", "Two players at one keyboard."
		case ui.WatchComputers:
			return "Opponent", "Computer vs computer", "Watch two computers play."
		case ui.AgainstEngine:
			return "Opponent", "External engine", "Your own UCI or XBoard engine."
		}
		return "Opponent", "Computer", "Built in, ready at once."
	case rowEngine:
		return f.engineRow()
	case rowSide:
		return "You play", map[string]string{ui.AsWhite: "White", ui.AsBlack: "Black", ui.RandomSide: "Random"}[c.Side], "White moves first."
	case rowLevel:
		name = "Strength"
		if c.Opponent == ui.WatchComputers {
			name = "White's strength"
		}
		value, about = level(c.Level)
		return name, value, about
	case rowStyle:
		name = "Style"
		if c.Opponent == ui.WatchComputers {
			name = "White's style"
		}
		value, about = style(c.Style)
		return name, value, about
	case rowLevel2:
		value, about = level(c.Others.Level)
		return "Black's strength", value, about
	case rowStyle2:
		value, about = style(c.Others.Style)
		return "Black's style", value, about
	case rowWhite:
		return "White", c.White, "Enter a name."
	case rowBlack:
		return "Black", c.Black, "Enter a name."
	}
	return "Time control", ui.ClockName(c.Clock), ui.ClockDescription(c.Clock)
}

// arrayRow describes the starting array.
func (f *Form) arrayRow() (name, value, about string) {
	set := f.Rules.Start
	about = fmt.Sprintf("%s. Enter a number from 0 to %d, or r for random.", ui.UpperFirst(set.Name), set.Count-1)
	show := func(n int) string {
		rank, _, _ := strings.Cut(set.FEN(n), "/")
		return strconv.Itoa(n) + "  " + strings.ToUpper(rank)
	}
	switch f.Choices.Array {
	case ui.ArrayUsual:
		return "Starting position", "standard: " + show(set.Usual), about
	case ui.ArrayNumber:
		return "Starting position", show(f.Choices.Number), about
	}
	return "Starting position", "random", about
}

func (f *Form) View() string {
	plays := draw.Clean(f.Choices.Describe())
	if f.FEN != "" {
		plays = "custom position, " + draw.Clean(f.Rules.Name)
	}
	form := ui.Form{Title: f.Title(), At: f.At, Typing: f.Typing(), Enter: f.s.Text("plays " + plays)}
	if f.starting.On() {
		form.Busy = draw.Clean(f.s.Text(f.starting.Text()))
	}
	for _, r := range f.rows() {
		name, value, about := f.inWords(r)
		form.Rows = append(form.Rows, ui.FormRow{Name: name, Value: value, About: about})
	}
	var view string
	view, f.Top = form.Render(f.s, f.Width, f.Height)
	return view
}
