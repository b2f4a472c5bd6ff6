package play

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"

	"rookery/chess"
)

// maxMarks is how many combining marks may stand on one letter; the rest of a
// pile that would run over the neighbouring rows is dropped.
const maxMarks = 3

// Clean makes text from outside safe for one row of the terminal: no control
// or escape characters, none that change the direction of writing, none
// without width that hide or join, no variation selectors, and every kind of
// white space as one blank. Broken UTF-8 becomes U+FFFD.
func Clean(s string) string {
	if plainASCII(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	marks := 0
	for _, r := range s {
		switch {
		case r == '\n', r == '\t', r == '\r', unicode.Is(unicode.Z, r):
			b.WriteByte(' ')
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Variation_Selector, r),
			unicode.Is(unicode.Co, r), unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r):
		case unicode.Is(unicode.M, r):
			if marks++; marks <= maxMarks {
				b.WriteRune(r)
			}
			continue
		default:
			b.WriteRune(r)
		}
		marks = 0
	}
	return b.String()
}

// plainASCII tells whether s is printable ASCII alone.
func plainASCII(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

// CleanLines is Clean for text of several lines, which it keeps apart.
func CleanLines(s string) []string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = Clean(lines[i])
	}
	return lines
}

// CardLines are the lines of a card of rules, with those put together that only
// its width in the source had parted. Each is one message to the catalogues.
func CardLines(card string) []string {
	var out []string
	for _, line := range CleanLines(card) {
		line = strings.TrimSpace(line)
		n := len(out)
		switch {
		case line == "":
		case n > 0 && strings.IndexByte(".:!?", out[n-1][len(out[n-1])-1]) < 0:
			out[n-1] += " " + line
		default:
			out = append(out, line)
		}
	}
	return out
}

// LowTime is where a clock warns and begins to show tenths.
const LowTime = 10 * time.Second

// day is where a clock shows days, and no seconds any more.
const day = 24 * time.Hour

// ClockUnit is the smallest unit that ClockText shows.
func ClockUnit(left time.Duration) time.Duration {
	switch {
	case left < LowTime:
		return 100 * time.Millisecond
	case left > day:
		return time.Minute
	}
	return time.Second
}

// ClockText writes the time that is left: 2d 3:04, 1:02:03, 4:05, and 7.3 below ten
// seconds. Time is rounded up, so that only a clock that has run out shows zero.
func ClockText(left time.Duration) string {
	if left < LowTime {
		tenths := (max(left, 0) + 99*time.Millisecond) / (100 * time.Millisecond)
		return fmt.Sprintf("%d.%d", tenths/10, tenths%10)
	}
	if left > day {
		m := int((left + time.Minute - 1) / time.Minute)
		return fmt.Sprintf("%dd %d:%02d", m/1440, m/60%24, m%60)
	}
	s := int((left + time.Second - 1) / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// ParseClock reads the time control of a game at one machine: days for a move are for people who meet
// in a club or on lichess.
func ParseClock(text string) (chess.Control, error) {
	c, err := chess.ParseControl(text)
	if err == nil && c.Days > 0 {
		return chess.Control{}, errors.New("days for each move are for games in a club or on lichess: enter minutes and increment like 5+3")
	}
	return c, err
}

// FileRank cuts the name of a square into its file and the number of its rank.
func FileRank(name string) (file string, rank int) {
	i := strings.IndexAny(name, "0123456789")
	if i < 0 {
		return name, 0
	}
	rank, _ = strconv.Atoi(name[i:]) // 0 for what is no number
	return name[:i], rank
}

// SideName is how a side is called at the beginning of a sentence.
func SideName(c chess.Color) string {
	if c == chess.White {
		return "White"
	}
	return "Black"
}

// OutcomeText says in words how a game ended and why, of any rules; the empty
// string while it goes on.
func OutcomeText(o chess.Outcome) string {
	if !o.Over() {
		return ""
	}
	why := ReasonText(o)
	switch winner, won := o.Winner(); {
	case o.Reason == chess.ByResult && won:
		return SideName(winner) + " won"
	case o.Reason == chess.ByResult:
		return "Draw"
	case won:
		return SideName(winner) + " wins: " + why
	case o.Result == chess.WhiteStalemates:
		return "White gave stalemate and scores three quarters"
	case o.Result == chess.BlackStalemates:
		return "Black gave stalemate and scores three quarters"
	}
	return "Draw: " + why
}

// ReasonText completes "White wins:" or "Draw:".
func ReasonText(o chess.Outcome) string {
	winner, won := o.Winner()
	loser := winner.Other()
	switch o.Reason {
	case chess.ByCheckmate:
		return "checkmate"
	case chess.ByStalemate:
		if won {
			return "no legal moves"
		}
		return "stalemate"
	case chess.ByInsufficient:
		return "insufficient material"
	case chess.ByFifty:
		return "fifty-move rule"
	case chess.BySeventyFive:
		return "seventy-five-move rule"
	case chess.ByThreefold:
		return "threefold repetition"
	case chess.ByFivefold:
		return "fivefold repetition"
	case chess.ByExplosion:
		return fmt.Sprintf("the %s king exploded", loser)
	case chess.ByAllLost:
		return fmt.Sprintf("no %s pieces left", winner)
	case chess.ByAllCaptured:
		return fmt.Sprintf("all %s pieces were captured", loser)
	case chess.ByCount:
		if won {
			return "no legal moves, decided by piece count"
		}
		return "no legal moves, equal piece count"
	case chess.ByConversion:
		return fmt.Sprintf("the %s king was converted", loser)
	case chess.ByKingTaken:
		return fmt.Sprintf("the %s king was captured", loser)
	case chess.ByRace:
		return fmt.Sprintf("the %s king reached the goal", winner)
	case chess.ByRaceDraw:
		return "both kings reached the goal"
	case chess.ByHill:
		return fmt.Sprintf("the %s king reached the centre", winner)
	case chess.ByThreeChecks:
		return "the winning check was given"
	case chess.ByNoKing:
		return fmt.Sprintf("%s has no king", SideName(loser))
	case chess.ByExtinction:
		return fmt.Sprintf("the last %s piece of its kind is gone", loser)
	case chess.ByBareKing:
		if won {
			return fmt.Sprintf("only the %s king is left", winner)
		}
		return "only the kings are left"
	case chess.ByAgreement:
		return "by agreement"
	case chess.ByResignation:
		return SideName(loser) + " resigned"
	case chess.ByTime:
		return SideName(loser) + " ran out of time"
	case chess.ByTimeDraw:
		return "time ran out, but the opponent cannot win"
	case chess.ByPartner:
		return "decided on the other board"
	case chess.ByAbandonment:
		if won {
			return SideName(loser) + " left the game"
		}
		return "the game was aborted"
	}
	return "the game is over"
}

// ParseMove reads a move that may be written in several ways. The error is that of the
// first of them.
func ParseMove(b chess.Board, readings []string) (m chess.Move, err error) {
	for i, text := range readings {
		read, e := chess.ParseMove(b, text)
		if e == nil {
			return read, nil
		}
		if i == 0 {
			err = e
		}
	}
	return m, err
}
