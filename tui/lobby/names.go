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
	"5", "s",
	// Cyrillic
	"а", "a", "в", "b", "е", "e", "ё", "e", "к", "k", "м", "m", "н", "h", "о", "o", "р", "p", "с", "c", "т", "t",
	"у", "y", "х", "x", "ѕ", "s", "і", "l", "ї", "l", "ј", "j", "ԁ", "d", "һ", "h", "ԛ", "q", "ԝ", "w", "ӏ", "l",
	// Greek
	"α", "a", "β", "b", "ε", "e", "ζ", "z", "η", "n", "ι", "l", "κ", "k", "μ", "m", "ν", "v", "ο", "o", "ρ", "p",
	"σ", "o", "τ", "t", "υ", "u", "χ", "x", "γ", "y", "ω", "w",
)

// separators say nothing about who somebody is: a name with them and one without are
// alike.
var separators = strings.NewReplacer("-", "", "_", "")

// CleanName makes what somebody wants to be called printable, or says why it
// cannot be a name.
func CleanName(s string) (string, error) {
	if len(s) > 8*MaxNameLength {
		return "", fmt.Errorf("names have at most %d characters", MaxNameLength)
	}
	name := norm.NFC.String(strings.TrimSpace(norm.NFKC.String(strings.ToValidUTF8(s, "\x00"))))
	length, letters := 0, 0
	alphabets := make(map[*unicode.RangeTable]bool)
	for _, r := range name {
		length++
		switch a := alphabetOf(r); {
		case a != nil && unicode.IsLetter(r):
			letters++
			alphabets[a] = true
		case r >= '0' && r <= '9', r == '-', r == '_':
		default:
			return "", errors.New("names can contain letters, digits, - and _")
		}
	}
	switch {
	case length < 2 || length > MaxNameLength || letters == 0:
		return "", fmt.Errorf("names have 2 to %d characters, with at least one letter", MaxNameLength)
	case len(alphabets) > 1: // as a browser shows no host that mixes them
		return "", errors.New("names use one alphabet: Latin, Greek or Cyrillic")
	case strings.HasPrefix(name, "-"):
		return "", errors.New("names cannot begin with a hyphen")
	case reserved(name):
		return "", errors.New("that name is reserved: choose another")
	}
	return name, nil
}

// alphabetOf is the alphabet of a letter among those that names may have; nil for none.
func alphabetOf(r rune) *unicode.RangeTable {
	for _, a := range []*unicode.RangeTable{unicode.Latin, unicode.Greek, unicode.Cyrillic} {
		if unicode.Is(a, r) {
			return a
		}
	}
	return nil
}

// reservedNames would pass for who runs the club, for a part of the program, or for
// an engine.
var reservedNames = func() map[string]bool {
	all := make(map[string]bool)
	for _, name := range strings.Fields(`
		admin administrator arbiter director mod moderator operator owner referee root staff sysop team
		help helpdesk host info news official security service server support system webmaster
		anonymous anybody everybody everyone nobody noname somebody unknown you
		ai bot computer engine human machine opponent player rookery rookeryd
		black draw white spectator table lobby
		chesscom chess24 fics lichess
		alphazero deepblue fairystockfish gnuchess houdini komodo lc0 leela leelachesszero rybka stockfish`) {
		all[Skeleton(name)] = true
	}
	return all
}()

// reserved tells whether a name would be taken for one of the reserved names, a number
// behind it or not, or for that of a guest.
func reserved(name string) bool {
	return reservedNames[Skeleton(name)] || reservedNames[Skeleton(strings.TrimRight(name, "0123456789-_"))] ||
		strings.HasPrefix(Skeleton(name), "guest")
}

// Skeleton is equal for names that differ only in case, accents, hyphens, underscores or
// characters that look alike.
func Skeleton(name string) string { return skeleton(separators.Replace(name)) }

// OldSkeleton is what Skeleton was when hyphens told names apart: a store may have names
// under it.
func OldSkeleton(name string) string { return skeleton(strings.ReplaceAll(name, "_", "-")) }

func skeleton(name string) string {
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
