package tui

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/charmbracelet/lipgloss"
)

// row gives the name of a row, its value, and words about the value.
func (f *gameForm) row(r formRow) (name, value, about string) {
	name, value, about = f.rowInEnglish(r)
	if r != rowWhite && r != rowBlack && r != rowEngine { // names are as they are written
		value = f.s.Text(value)
	}
	return f.s.Text(name), value, f.s.Text(about)
}

// rowInEnglish is row before it is translated.
func (f *gameForm) rowInEnglish(r formRow) (name, value, about string) {
	c := &f.c
	level := func(word string) (string, string) { l := levelOf(word); return l.Name(), l.Describe() }
	style := func(word string) (string, string) { s := styleOf(word); return s.Name(), s.Describe() }
	switch r {
	case rowGame:
		return "Game", f.rules.Name, f.rules.Aim
	case rowArray:
		return f.arrayRow()
	case rowOpponent:
		switch c.Opponent {
		case againstFriend:
			return "Opponent", "A friend here", "Two people at one keyboard."
		case watchComputers:
			return "Opponent", "Watch two computers", "They play, you look on."
		case againstEngine:
			return "Opponent", "Another engine", "A program of your own that speaks UCI or XBoard."
		}
		return "Opponent", "Computer", "It is built in and starts at once."
	case rowEngine:
		return f.engineRow()
	case rowSide:
		return "You play", map[string]string{asWhite: "White", asBlack: "Black", byLot: "By lot"}[c.Side], "White moves first."
	case rowLevel:
		name = "Strength"
		if c.Opponent == watchComputers {
			name = "White's strength"
		}
		value, about = level(c.Level)
		return name, value, about
	case rowStyle:
		name = "Style"
		if c.Opponent == watchComputers {
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
		return "White", c.White, "Write a name."
	case rowBlack:
		return "Black", c.Black, "Write a name."
	}
	return "Clock", clockWords(c.Clock), clockAbout(c.Clock)
}

// arrayRow describes the starting array.
func (f *gameForm) arrayRow() (name, value, about string) {
	set := f.rules.Start
	about = fmt.Sprintf("%s. Type a number from 0 to %d, or r for any.", upperFirst(set.Name), set.Count-1)
	show := func(n int) string {
		rank, _, _ := strings.Cut(set.Array(n), "/")
		return strconv.Itoa(n) + "  " + strings.ToUpper(rank)
	}
	switch f.c.Array {
	case arrayUsual:
		return "Array", "usual: " + show(set.Usual), about
	case arrayNumber:
		return "Array", show(f.c.Number), about
	}
	return "Array", "drawn by chance", about
}

// cutLeft is the end of a text that fits into so many cells, with a sign for
// what is left out.
func cutLeft(text string, width int, more string) string {
	if lipgloss.Width(text) <= width {
		return text
	}
	r := []rune(text)
	for len(r) > 0 && lipgloss.Width(string(r))+lipgloss.Width(more) > width {
		r = r[1:]
	}
	return more + string(r)
}

func (f *gameForm) View() string {
	th, g := f.s.Theme, f.s.signs()
	width := min(f.width-4, menuWidth)
	f.left = (f.width - width) / 2
	indent := strings.Repeat(" ", f.left)
	const nameWidth = 18
	var out []string
	rows := f.rows()
	tall := f.height >= len(rows)+9
	out = append(out, titleBar(th, f.width, f.s.Text("New game"), ""))
	above := 0
	if tall {
		above = min(max((f.height-len(rows)-9)/3, 1), 6)
	}
	for range above {
		out = append(out, "")
	}
	f.top = len(out)
	var about string
	for _, r := range rows {
		name, value, words := f.row(r)
		value = clean(value)
		if r != f.at {
			out = append(out, indent+"  "+th.Faint.Render(fit(name, nameWidth))+"  "+th.Text.Render(cut(value, width-nameWidth-6)))
			continue
		}
		about = words
		left, right := g.Left+" ", " "+g.Right
		if f.typing() {
			left, right = "  ", "_"
			value = cutLeft(value, width-nameWidth-6, g.More)
		}
		out = append(out, indent+th.Choice.Render(fit(g.Pointer+" "+fit(name, nameWidth)+left+cut(value, width-nameWidth-6)+right, width)))
	}
	out = append(out, "")
	words := wrap(clean(about), width-4)
	for i := range 3 { // rows are reserved, so that nothing moves
		row := ""
		if i < len(words) {
			row = words[i]
		}
		if i < 2 || tall {
			out = append(out, indent+"  "+th.Faint.Render(row))
		}
	}
	plays := clean(f.c.describe())
	if f.fen != "" {
		plays = "from the position, " + clean(f.rules.Name)
	}
	out = append(out, indent+th.Key.Render("  "+f.s.Text("enter")+" ")+th.Title.Render(cut(f.s.Text("plays "+plays), width-8)))
	return page(out, f.width, f.height)
}
