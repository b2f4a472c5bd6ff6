package draw

import "strings"

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

// TitleBar is the first row of a screen: where we are on the left, what goes
// with it on the right.
func TitleBar(th *Theme, width int, left, right string) string {
	left, right = Cut(left, width-2), Cut(right, width-2)
	gap := width - 2 - WidthOf(left) - WidthOf(right)
	if gap < 2 {
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

// Wrap breaks text into rows of at most width cells at its blanks. A leading
// dash or star hangs: the rows that follow are indented under its text.
func Wrap(text string, width int) []string {
	if width < 1 {
		return nil
	}
	indent := ""
	body := strings.TrimLeft(text, " ")
	lead := text[:len(text)-len(body)]
	if strings.HasPrefix(body, "- ") || strings.HasPrefix(body, "* ") || strings.HasPrefix(body, "• ") {
		indent = "  "
	}
	indent += lead
	var rows []string
	row := lead
	empty := true
	for _, word := range strings.Fields(body) {
		w := WidthOf(word)
		if !empty && WidthOf(row)+1+w > width {
			rows = append(rows, row)
			row, empty = indent, true
		}
		if !empty {
			row += " "
		}
		row += word
		empty = false
		for WidthOf(row) > width { // a word longer than the row
			head := cutPlain(row, width)
			rows = append(rows, head)
			row = indent + row[len(head):]
			if len(indent) >= width {
				row = row[len(indent):]
			}
		}
	}
	return append(rows, row)
}

// cutPlain is the longest beginning of unstyled text that fits into width
// cells, but at least one character.
func cutPlain(s string, width int) string {
	end := 0
	for i := range s {
		if i > 0 && WidthOf(s[:i]) > width {
			break
		}
		end = i
	}
	if WidthOf(s) <= width {
		end = len(s)
	}
	if end == 0 {
		for i := range s {
			if i > 0 {
				return s[:i]
			}
		}
		return s
	}
	return s[:end]
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
