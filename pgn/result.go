package pgn

import "strings"

// The results that PGN knows.
const (
	WhiteWins = "1-0"
	BlackWins = "0-1"
	Draw      = "1/2-1/2"
	Unknown   = "*"
)

// readResult reads a result in any spelling; empty when it is none, and for *.
func readResult(s string) string {
	if len(s) > 16 {
		return ""
	}
	switch plainDashes(s) {
	case "1-0":
		return "1-0"
	case "0-1":
		return "0-1"
	case "1/2-1/2", "1/2", "½-½", "½", "1/2-½", "½-1/2":
		return "1/2-1/2"
	}
	return ""
}

// plainDashes makes every kind of dash a hyphen.
func plainDashes(s string) string {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return strings.Map(func(r rune) rune {
				switch r {
				case '\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2015', '\u2212', '\ufe63', '\uff0d':
					return '-'
				}
				return r
			}, toUTF8(s))
		}
	}
	return s
}
