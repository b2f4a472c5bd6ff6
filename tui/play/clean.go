package play

import (
	"strings"
	"unicode"
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
