package remote

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// MaxChat is how many characters a line of chat may have.
const MaxChat = 200

// CleanLine makes text of others safe for a terminal: no control, no invisible and
// no bidirectional characters, no piles of marks, at most limit characters.
func CleanLine(s string, limit int) string {
	if len(s) > 8*limit {
		s = s[:8*limit]
	}
	var b strings.Builder
	n := 0
	for _, r := range norm.NFC.String(strings.ToValidUTF8(s, "")) {
		switch {
		case unicode.IsSpace(r):
			r = ' '
		case !unicode.IsGraphic(r), unicode.Is(unicode.M, r), unicode.Is(unicode.Cf, r),
			unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r):
			continue
		}
		if n++; n > limit {
			break
		}
		b.WriteRune(r)
	}
	return strings.TrimSpace(b.String())
}
