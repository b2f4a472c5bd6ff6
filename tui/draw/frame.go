package draw

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// signs are the few characters besides letters that screens draw with.
type signs struct {
	Pointer, Bullet, Dash, Dot, Left, Right, More, Rule, Bar string
}

var (
	unicodeSigns = signs{Pointer: "▸", Bullet: "•", Dash: "–", Dot: "·", Left: "‹", Right: "›", More: "…", Rule: "─", Bar: "│"}
	asciiSigns   = signs{Pointer: ">", Bullet: "*", Dash: "-", Dot: "-", Left: "<", Right: ">", More: "...", Rule: "-", Bar: "|"}
)

// Signs of the session's terminal.
func (l *Look) Signs() signs {
	if l.ASCIIOnly() {
		return asciiSigns
	}
	return unicodeSigns
}

// leastRight is how much room the right of a title bar has at least, else it is left out.
const leastRight = 12

// TitleBar is the first row of a screen: where we are on the left, what goes
// with it on the right.
func TitleBar(th *Theme, width int, left, right string) string {
	left = Cut(left, width-2)
	room := width - 2 - WidthOf(left)
	right = Cut(right, max(room-2, 0))
	gap := room - WidthOf(right)
	if room < leastRight {
		right, gap = "", max(width-2-WidthOf(left), 0)
	}
	return th.Bar.Render(" "+left) + th.BarFaint.Render(strings.Repeat(" ", gap)+right+" ")
}

// Page joins rows to exactly height rows of width cells.
func Page(rows []string, width, height int) string {
	var b strings.Builder
	for i := range height {
		if i > 0 {
			b.WriteByte('\n')
		}
		row := ""
		if i < len(rows) {
			row = rows[i]
		}
		b.WriteString(Fit(row, width))
	}
	return b.String()
}

// noBreak stands for a hyphen while x/ansi wraps, which would otherwise break a
// row behind each of them: O-O, 1-0 and -0.30 stay whole.
const noBreak = "\u2011"

// Wrap breaks text into rows of at most width cells at its blanks. A leading
// dash or star hangs: the rows that follow are indented under its text.
func Wrap(text string, width int) []string {
	if width < 1 {
		return nil
	}
	body := strings.TrimLeft(text, " ")
	indent := text[:len(text)-len(body)]
	lead := indent
	for _, bullet := range []string{"- ", "* ", "• "} {
		if rest, ok := strings.CutPrefix(body, bullet); ok {
			lead, indent, body = indent+bullet, indent+"  ", rest
		}
	}
	if len(indent) >= width { // no room to hang
		lead, indent, body = "", "", text
	}
	body = strings.ReplaceAll(strings.Join(strings.Fields(body), " "), "-", noBreak)
	rows := strings.Split(strings.ReplaceAll(ansi.Wrap(body, width-len(indent), ""), noBreak, "-"), "\n")
	for i, row := range rows {
		rows[i] = lead + row
		lead = indent
	}
	return rows
}

// Place puts a block into rows with its upper left corner at x, y. Rows that reach
// there are cut.
func Place(rows, block []string, x, y int) []string {
	for i, row := range block {
		for len(rows) <= y+i {
			rows = append(rows, "")
		}
		rows[y+i] = Fit(rows[y+i], x) + row
	}
	return rows
}

// ScrollTo gives the first row of a window of height rows over n rows in
// which row at is seen, moving top as little as it can.
func ScrollTo(top, at, n, height int) int {
	if at < top {
		top = at
	}
	if at >= top+height {
		top = at - height + 1
	}
	return max(min(top, n-height), 0)
}
