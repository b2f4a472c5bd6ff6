package play

import "strings"

// Thoughts are the lines of a card of rules, with those put together that only
// its width in the source had parted. Each is one message to the catalogues.
func Thoughts(card string) []string {
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
