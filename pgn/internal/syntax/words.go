package syntax

import "strings"

var whiteSpace = strings.NewReplacer("\r\r\n", " ", "\r\n", " ", "\r", " ", "\n", " ", "\t", " ", "\v", " ", "\f", " ")

// OneLine makes white space other than the space into spaces.
func OneLine(s string) string {
	if !strings.ContainsAny(s, "\r\n\t\v\f") {
		return s
	}
	return whiteSpace.Replace(s)
}

// MaxWarnings is how many warnings of one file are kept; more are counted only.
const MaxWarnings = 1000

// maxToken is how many characters of a token a warning shows.
const maxToken = 40

// ShortenToken cuts a token for a warning.
func ShortenToken(s string) string {
	n := 0
	for i := range s {
		if n == maxToken {
			return s[:i] + "…"
		}
		n++
	}
	return s
}

// ParseResult reads a result in any spelling; empty when it is none, and for *.
func ParseResult(s string) string {
	if len(s) > 16 {
		return ""
	}
	switch PlainDashes(s) {
	case "1-0":
		return "1-0"
	case "0-1":
		return "0-1"
	case "1/2-1/2", "1/2", "½-½", "½", "1/2-½", "½-1/2":
		return "1/2-1/2"
	}
	return ""
}

// PlainDashes makes every kind of dash a hyphen.
func PlainDashes(s string) string {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return strings.Map(func(r rune) rune {
				switch r {
				case '\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2015', '\u2212', '\ufe63', '\uff0d':
					return '-'
				}
				return r
			}, ToUTF8(s))
		}
	}
	return s
}

// LooksLikeMove reports whether a word holds a square or is castling, a drop or a
// null move: then it is meant as a move. Boards up to files l and ranks of two
// digits are allowed for.
func LooksLikeMove(b []byte) bool {
	for i := 1; i < len(b); i++ {
		if b[i] >= '1' && b[i] <= '9' && b[i-1] >= 'a' && b[i-1] <= 'l' {
			return true
		}
	}
	return isCastlingOrNull(string(b))
}

func isCastlingOrNull(s string) bool {
	if len(s) < 2 || len(s) > 16 {
		return false
	}
	switch strings.ToLower(s) {
	case "--", "z0", "0000", "@@@@", "null", "pass", "<>":
		return true
	}
	castle := 0
	for _, c := range strings.TrimRight(PlainDashes(s), "+#") {
		switch c {
		case 'O', 'o', '0':
			castle++
		case '-':
		default:
			return false
		}
	}
	return castle == 2 || castle == 3
}

// isPlainMove is LooksLikeMove for text outside games, where prose is likelier than
// a move: nothing but a move as it is commonly written will do.
func isPlainMove(b []byte) bool {
	if len(b) > 14 || !LooksLikeMove(b) {
		return false
	}
	s := string(b)
	if isCastlingOrNull(s) {
		return true
	}
	square := false
	for i, c := range s {
		switch {
		case c >= '1' && c <= '8':
			square = square || i > 0 && s[i-1] >= 'a' && s[i-1] <= 'h'
		case c >= 'a' && c <= 'h', c >= '♔' && c <= '♟', strings.ContainsRune("KQRBNPkqrnpx:-=+#@", c):
		default:
			return false
		}
	}
	return square
}

// IsUnset reports whether the value of a tag stands for none.
func IsUnset(value string) bool { return value == "" || value == "?" || value == "-" }
