package serve

import (
	"strings"

	"github.com/muesli/termenv"
)

// profileOf tells what colours a terminal has by what the client says of it;
// the terminal itself is never asked. ok is false for one that cannot move its
// cursor.
func profileOf(term string, environ []string) (p termenv.Profile, ok bool) {
	term = strings.ToLower(term)
	if term == "" || term == "dumb" || len(term) > 64 || strings.Trim(term, "abcdefghijklmnopqrstuvwxyz0123456789-+._") != "" {
		return termenv.Ascii, false
	}
	truecolor := false
	for _, v := range environ {
		switch name, value, _ := strings.Cut(v, "="); name {
		case "NO_COLOR":
			if value != "" {
				return termenv.Ascii, true
			}
		case "COLORTERM":
			truecolor = value == "truecolor" || value == "24bit"
		}
	}
	has := func(parts ...string) bool {
		for _, part := range parts {
			if strings.Contains(term, part) {
				return true
			}
		}
		return false
	}
	switch {
	case truecolor, has("direct", "kitty", "alacritty", "ghostty", "wezterm"):
		return termenv.TrueColor, true
	case has("256color"):
		return termenv.ANSI256, true
	case has("xterm", "screen", "tmux", "linux", "rxvt", "ansi", "color", "cygwin", "putty", "konsole"):
		return termenv.ANSI, true
	}
	return termenv.Ascii, true
}
