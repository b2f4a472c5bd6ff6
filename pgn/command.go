package pgn

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Command is an embedded command in a comment, such as [%clk 0:05:00].
type Command struct{ Name, Value string }

// Commands lists the embedded commands of the comments after n in their order.
func (n *Node) Commands() []Command {
	var out []Command
	for _, c := range n.After {
		for {
			_, rest, ok := strings.Cut(c, "[%")
			if !ok {
				break
			}
			body, rest, ok := strings.Cut(rest, "]")
			if !ok {
				break
			}
			name, value, _ := strings.Cut(body, " ")
			out = append(out, Command{name, strings.TrimSpace(value)})
			c = rest
		}
	}
	return out
}

// command is the value of the first command of a name.
func (n *Node) command(name string) (string, bool) {
	for _, c := range n.Commands() {
		if c.Name == name {
			return c.Value, true
		}
	}
	return "", false
}

// Clock is the time the mover had left after the move, from [%clk h:mm:ss].
func (n *Node) Clock() (time.Duration, bool) { return n.timeOf("clk") }

// Spent is the time the move took, from [%emt h:mm:ss].
func (n *Node) Spent() (time.Duration, bool) { return n.timeOf("emt") }

func (n *Node) timeOf(name string) (time.Duration, bool) {
	v, ok := n.command(name)
	if !ok {
		return 0, false
	}
	return parseClock(v)
}

// parseClock reads h:mm:ss, mm:ss or ss, the last with a fraction.
func parseClock(s string) (time.Duration, bool) {
	parts := strings.Split(s, ":")
	if len(parts) > 3 {
		return 0, false
	}
	total := 0.0
	for i, p := range parts {
		v, err := strconv.ParseFloat(p, 64)
		if err != nil || v < 0 || v > 1e6 || i < len(parts)-1 && strings.Contains(p, ".") {
			return 0, false
		}
		total = total*60 + v
	}
	return time.Duration(total * float64(time.Second)).Round(time.Millisecond), true
}

// Eval is the value of the position after the move for White, from [%eval]: in
// pawns, or with mate not 0 a mate in so many moves, negative for Black.
func (n *Node) Eval() (pawns float64, mate int, ok bool) {
	v, ok := n.command("eval")
	if !ok {
		return 0, 0, false
	}
	v, _, _ = strings.Cut(v, ",")
	if m, isMate := strings.CutPrefix(v, "#"); isMate {
		mate, err := strconv.Atoi(m)
		return 0, mate, err == nil && mate != 0
	}
	pawns, err := strconv.ParseFloat(v, 64)
	return pawns, 0, err == nil
}

// Prose is a comment without its embedded commands, for reading.
func Prose(comment string) string {
	for {
		i := strings.Index(comment, "[%")
		if i < 0 {
			break
		}
		j := strings.IndexByte(comment[i:], ']')
		if j < 0 {
			break
		}
		comment = comment[:i] + comment[i+j+1:]
	}
	return strings.TrimSpace(comment)
}

// Reword puts prose in the place of that of some comments. Their embedded
// commands are kept byte for byte, before it; comments that are empty then are
// left out.
func Reword(comments []string, prose string) []string {
	var out []string
	at := -1 // of the comment that gets the prose: the first that had any, else the last
	for _, c := range comments {
		marks := commandsOf(c)
		switch had := Prose(c) != ""; {
		case had && at < 0:
			at = len(out)
			out = append(out, marks)
		case marks != "":
			out = append(out, marks)
		}
	}
	if prose == "" {
		if at >= 0 && out[at] == "" {
			out = append(out[:at], out[at+1:]...)
		}
		return out
	}
	if at < 0 {
		at = len(out) - 1
	}
	if at < 0 {
		return []string{prose}
	}
	out[at] = strings.TrimSpace(out[at] + " " + prose)
	return out
}

// commandsOf is a comment without its prose.
func commandsOf(comment string) string {
	var marks []string
	for {
		i := strings.Index(comment, "[%")
		if i < 0 {
			break
		}
		j := strings.IndexByte(comment[i:], ']')
		if j < 0 {
			break
		}
		marks = append(marks, comment[i:i+j+1])
		comment = comment[i+j+1:]
	}
	return strings.Join(marks, " ")
}

// SetClock writes down the time the mover has left, in place of what was there.
func (g *Game) SetClock(n *Node, left time.Duration) {
	g.SetComments(n, withCommand(n.After, "clk", clockText(left))...)
}

// SetEval writes down the value of the position after the move of n for White, in
// place of what was there: in pawns, or a mate in so many moves, negative for Black.
func (g *Game) SetEval(n *Node, pawns float64, mate int) {
	value := strconv.FormatFloat(pawns, 'f', 2, 64)
	if mate != 0 {
		value = "#" + strconv.Itoa(mate)
	}
	g.SetComments(n, withCommand(n.After, "eval", value)...)
}

// withCommand puts the first embedded command of a name right, or at the head of
// the first comment.
func withCommand(comments []string, name, value string) []string {
	mark := "[%" + name + " " + value + "]"
	out := append([]string(nil), comments...)
	for i, c := range out {
		if a := strings.Index(c, "[%"+name+" "); a >= 0 {
			if b := strings.IndexByte(c[a:], ']'); b >= 0 {
				out[i] = c[:a] + mark + c[a+b+1:]
				return out
			}
		}
	}
	if len(out) == 0 {
		return []string{mark}
	}
	out[0] = mark + " " + out[0]
	return out
}

// clockText writes h:mm:ss, with tenths under a minute.
func clockText(d time.Duration) string {
	d = max(d, 0)
	s := fmt.Sprintf("%d:%02d:%02d", int(d.Hours()), int(d.Minutes())%60, int(d.Seconds())%60)
	if tenths := d / (100 * time.Millisecond) % 10; d < time.Minute && tenths > 0 {
		s += fmt.Sprintf(".%d", tenths)
	}
	return s
}
