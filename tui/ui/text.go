package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/pgn"
	"rookery/pgn/opening"
	"rookery/tui/draw"
)

// Plural words a number: one for 1, else many, a format with %d.
//
//go:noinline
func Plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return fmt.Sprintf(many, n)
}

// UpperFirst writes the first letter large.
func UpperFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// ClockName is a time control in words.
func ClockName(text string) string {
	c, err := chess.ParseControl(text)
	if err != nil {
		return text
	}
	switch {
	case c == chess.Control{}:
		return "none"
	case c.PerMove > 0:
		return "fast, untimed"
	case c.Days > 0:
		return Plural(c.Days, "1 day", "%d days")
	}
	return text
}

func ClockDescription(text string) string {
	c, err := chess.ParseControl(text)
	switch {
	case err != nil:
		return ""
	case c == chess.Control{}:
		return "No time limit."
	case c.PerMove > 0:
		return "Move quickly, but nobody loses on time."
	case c.Days > 0:
		return Plural(c.Days, "Correspondence: 1 day for each move.", "Correspondence: %d days for each move.")
	}
	about := DurationText(c.Base) + " per player"
	if c.Increment > 0 {
		about += ", plus " + DurationText(c.Increment) + " per move"
	}
	return about + "."
}

// DurationText says a length of time: "5 minutes", "90 seconds".
func DurationText(d time.Duration) string {
	n, unit := int(d/time.Second), "second"
	if d >= time.Minute && d%time.Minute == 0 {
		n, unit = int(d/time.Minute), "minute"
	}
	if n != 1 {
		unit += "s"
	}
	return fmt.Sprintf("%d %s", n, unit)
}

// ShortenHome shortens a path in the user's home.
func ShortenHome(path string) string {
	home, err := os.UserHomeDir()
	if err != nil {
		return path
	}
	if rest, ok := strings.CutPrefix(path, home+string(filepath.Separator)); ok {
		return filepath.Join("~", rest)
	}
	return path
}

// ChecksText counts the checks that a side has still to give, each as moves write it.
func ChecksText(left int) string {
	return fmt.Sprintf("%s %d left", strings.Repeat("+", left), left)
}

// CopyPGN puts a game on the user's clipboard as PGN.
func CopyPGN(saved SavedGame) tea.Cmd {
	return func() tea.Msg {
		sheet, err := saved.Sheet()
		if err != nil {
			return FailMsg(err)
		}
		opening.Tag(sheet)
		var b strings.Builder
		if err := pgn.NewWriter(&b).Write(sheet); err != nil {
			return FailMsg(err)
		}
		return CopyMsg{b.String(), "PGN copied"}
	}
}

// TextWidth is the widest that running text grows.
const TextWidth = 76

// MenuWidth is the widest that the menu's column grows.
const MenuWidth = 72

// VariantText names a variant, a combination by its parts.
func VariantText(s *Session, name string) string {
	parts := strings.Split(name, " + ")
	for i, p := range parts {
		parts[i] = s.Text(p)
	}
	return draw.Clean(strings.Join(parts, " + "))
}
