package lobby

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// MaxNameLength is how many characters a name may have.
const MaxNameLength = 20

// lookalikes are characters that look like another: the skeleton of a name has the
// other in their place. Small letters stand for capitals, too.
// After the confusables of Unicode Technical Standard 39, as far as letters of
// Latin, Greek and Cyrillic and digits go.
var lookalikes = strings.NewReplacer(
	"0", "o", "1", "l", "|", "l", "i", "l", "ı", "l", "rn", "m", "vv", "w", "cl", "d",
	"5", "s", "_", "-",
	// Cyrillic
	"а", "a", "в", "b", "е", "e", "ё", "e", "к", "k", "м", "m", "н", "h", "о", "o", "р", "p", "с", "c", "т", "t",
	"у", "y", "х", "x", "ѕ", "s", "і", "l", "ї", "l", "ј", "j", "ԁ", "d", "һ", "h", "ԛ", "q", "ԝ", "w", "ӏ", "l",
	// Greek
	"α", "a", "β", "b", "ε", "e", "ζ", "z", "η", "n", "ι", "l", "κ", "k", "μ", "m", "ν", "v", "ο", "o", "ρ", "p",
	"σ", "o", "τ", "t", "υ", "u", "χ", "x", "γ", "y", "ω", "w",
)

// CleanName makes what somebody wants to be called printable, or says why it
// cannot be a name.
func CleanName(s string) (string, error) {
	if len(s) > 8*MaxNameLength {
		return "", fmt.Errorf("names have at most %d characters", MaxNameLength)
	}
	name := norm.NFC.String(strings.TrimSpace(norm.NFKC.String(strings.ToValidUTF8(s, "\x00"))))
	length, letters := 0, 0
	for _, r := range name {
		length++
		switch {
		case unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic) && unicode.IsLetter(r):
			letters++
		case r >= '0' && r <= '9', r == '-', r == '_':
		default:
			return "", errors.New("names can contain letters, digits, - and _")
		}
	}
	if length < 2 || length > MaxNameLength || letters == 0 {
		return "", fmt.Errorf("names have 2 to %d characters, with at least one letter", MaxNameLength)
	}
	return name, nil
}

// Skeleton is equal for names that differ only in case, accents or characters
// that look alike.
func Skeleton(name string) string {
	s := strings.ToLower(norm.NFKC.String(name))
	s = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(s))
	for { // a replacement may make a new pair
		next := lookalikes.Replace(s)
		if next == s {
			return s
		}
		s = next
	}
}

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
