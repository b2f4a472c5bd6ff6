package chess

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Control says how much time the players have. The zero Control is no clock.
type Control struct {
	Base      time.Duration // for the game, or for each MovesPer moves
	Increment time.Duration // added after each move
	Delay     time.Duration // of each move that is not counted
	MovesPer  int           // moves for which Base is given anew; 0 for the whole game
	PerMove   time.Duration // for every single move, and no flag falls; excludes the others
	Days      int           // for every single move, and the flag falls: correspondence; excludes the others
}

// Fast is the time for a move where ParseControl reads "fast".
const Fast = 2 * time.Second

// each is the time of a single move where every move has its own.
func (c Control) each() time.Duration {
	if c.Days > 0 {
		return time.Duration(c.Days) * Day
	}
	return c.PerMove
}

// None reports whether there is no clock.
func (c Control) None() bool { return c == Control{} }

const longestControl = 1000 * time.Hour

// A Day is what [Control.Days] counts, and MostDays how many a move may have.
const (
	Day      = 24 * time.Hour
	MostDays = 30
)

// ParseControl reads a time control: minutes and seconds of increment "5+3"
// (or "5"), with delay instead "5d3", each time also with a unit "90s+2" or as
// minutes and seconds "1:30+2"; a number of moves in front "40/90+30"; a time
// for each move "10s/move", of which "fast" is two seconds; days for each move
// "3d" or "3 days"; and "none".
func ParseControl(s string) (Control, error) {
	var c Control
	text := strings.ToLower(strings.ReplaceAll(strings.TrimSpace(s), " ", ""))
	switch text {
	case "none", "-", "":
		return c, nil
	case "fast":
		return Control{PerMove: Fast}, nil
	}
	fault := func() (Control, error) {
		return Control{}, fmt.Errorf("%s is not a time control: enter minutes and increment like 5+3, or 90s+2, 5d3, 40/90+30, 10s/move, fast, none", Quote(s))
	}
	each, perMove := strings.CutSuffix(text, "/move")
	if days, ok := cutDays(each); ok {
		n, err := strconv.Atoi(days)
		if err != nil || n < 1 || n > MostDays {
			return Control{}, fmt.Errorf("%s is not a time control: a move has 1 to %d days", Quote(s), MostDays)
		}
		return Control{Days: n}, nil
	}
	if perMove {
		var good bool
		if c.PerMove, good = parseTime(each, time.Second); !good || c.PerMove == 0 {
			return fault()
		}
		return c, nil
	}
	if moves, rest, ok := strings.Cut(text, "/"); ok {
		n, err := strconv.Atoi(moves)
		if err != nil || n < 1 || n > 1000 {
			return fault()
		}
		c.MovesPer, text = n, rest
	}
	base, ok := text, true
	if b, inc, cut := strings.Cut(text, "+"); cut {
		base = b
		c.Increment, ok = parseTime(inc, time.Second)
	} else if b, delay, cut := strings.Cut(text, "d"); cut {
		base = b
		c.Delay, ok = parseTime(delay, time.Second)
	}
	if !ok {
		return fault()
	}
	if c.Base, ok = parseTime(base, time.Minute); !ok || c.Base == 0 {
		return fault()
	}
	return c, nil
}

// cutDays takes the unit off a number of days.
func cutDays(text string) (number string, ok bool) {
	for _, unit := range []string{"days", "day", "d"} {
		if number, ok = strings.CutSuffix(text, unit); ok {
			return number, number != "" && strings.Trim(number, "0123456789") == ""
		}
	}
	return "", false
}

// parseTime reads "5", "2.5" in the given unit, "90s", "2m", "1h", or "1:30"
// as minutes and seconds.
func parseTime(s string, unit time.Duration) (time.Duration, bool) {
	if minutes, seconds, ok := strings.Cut(s, ":"); ok {
		m, ok1 := parseTime(minutes, time.Minute)
		sec, ok2 := parseTime(seconds, time.Second)
		return m + sec, ok1 && ok2 && len(seconds) == 2 && sec < time.Minute
	}
	if n := len(s) - 1; n >= 0 {
		switch s[n] {
		case 's':
			s, unit = s[:n], time.Second
		case 'm':
			s, unit = s[:n], time.Minute
		case 'h':
			s, unit = s[:n], time.Hour
		}
	}
	if s == "" || strings.Trim(s, "0123456789.") != "" {
		return 0, false
	}
	n, err := strconv.ParseFloat(s, 64)
	if err != nil || n*float64(unit) > float64(longestControl) {
		return 0, false
	}
	return time.Duration(n * float64(unit)).Round(time.Millisecond), true
}

// String writes a control as ParseControl reads it.
func (c Control) String() string {
	switch {
	case c.None():
		return "none"
	case c.PerMove == Fast:
		return "fast"
	case c.Days > 0:
		return strconv.Itoa(c.Days) + "d"
	case c.PerMove > 0:
		return seconds(c.PerMove) + "s/move"
	}
	s := seconds(c.Base) + "s"
	if c.Base%time.Minute == 0 {
		s = strconv.Itoa(int(c.Base / time.Minute))
	}
	if c.MovesPer > 0 {
		s = strconv.Itoa(c.MovesPer) + "/" + s
	}
	if c.Delay > 0 {
		return s + "d" + seconds(c.Delay)
	}
	return s + "+" + seconds(c.Increment)
}

// PGN writes a control for the TimeControl tag: seconds and increment
// "300+3", moves and seconds "40/5400", "1/2" where each move has two seconds
// and "1/259200" where it has three days, and a dash without a clock. For a delay, which the standard does not know,
// it writes "300d3".
func (c Control) PGN() string {
	switch {
	case c.None():
		return "-"
	case c.PerMove > 0:
		return "1/" + seconds(c.PerMove)
	case c.Days > 0:
		return "1/" + seconds(c.each())
	}
	s := seconds(c.Base)
	if c.MovesPer > 0 {
		s = strconv.Itoa(c.MovesPer) + "/" + s
	}
	switch {
	case c.Increment > 0:
		s += "+" + seconds(c.Increment)
	case c.Delay > 0:
		s += "d" + seconds(c.Delay)
	}
	return s
}

// seconds writes a duration in seconds without needless digits.
func seconds(d time.Duration) string {
	return strconv.FormatFloat(d.Seconds(), 'f', -1, 64)
}
