package pgn

import (
	"slices"
	"strconv"
	"strings"

	"rookery/pgn/internal/syntax"
)

// NAG is a Numeric Annotation Glyph, $0 to $255.
type NAG uint8

// The glyphs that have a suffix of their own.
const (
	Good        NAG = 1 // !
	Mistake     NAG = 2 // ?
	Brilliant   NAG = 3 // !!
	Blunder     NAG = 4 // ??
	Interesting NAG = 5 // !?
	Dubious     NAG = 6 // ?!
)

// glyphSigns is how glyphs are written for people; the ASCII and Unicode signs
// that chess programs write.
var glyphSigns = map[NAG]string{
	1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 8: "□",
	10: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓", 18: "+−", 19: "−+",
	22: "⨀", 23: "⨀", 32: "⟳", 33: "⟳", 36: "↑", 37: "↑", 40: "→", 41: "→",
	26: "○", 27: "○", 44: "=∞", 45: "=∞",
	132: "⇆", 133: "⇆", 138: "⨁", 139: "⨁", 140: "∆", 141: "∇", 142: "⌓", 143: "≤", 145: "RR", 146: "N", 220: "D",
	238: "○", 239: "⇔", 240: "⇗", 241: "⊞", 242: "⟫", 243: "⟪", 244: "✕", 245: "⊥", 246: "⧉", 247: "◪", 248: "▣",
	249: "⯺", 250: "⯻", 251: "⯼", 252: "⯽", 254: "∟", 255: "⯾",
}

// Sign is the glyph as a person writes it, such as !? or ±, and $n for one
// that has no sign.
func (n NAG) Sign() string {
	if s, ok := glyphSigns[n]; ok {
		return s
	}
	return n.String()
}

// String is the glyph as PGN writes it: $n.
func (n NAG) String() string { return "$" + strconv.Itoa(int(n)) }

// glyphs reads signs with every dash made a hyphen.
var glyphs = map[string]NAG{
	"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "□": 7, "=": 10, "==": 10, "∞": 13, "~": 13,
	"⩲": 14, "+=": 14, "+/=": 14, "⩱": 15, "=+": 15, "=/+": 15,
	"±": 16, "+/-": 16, "∓": 17, "-/+": 17, "+-": 18, "+--": 18, "-+": 19, "--+": 19,
	"⨀": 22, "⟳": 32, "↑": 36, "→": 40, "⇆": 132, "⇄": 132, "⨁": 138, "⊕": 138,
	"∆": 140, "△": 140, "∇": 141, "▽": 141, "⌓": 142, "≥": 142, "⩾": 142, "≤": 143, "⩽": 143, "RR": 145, "N": 146, "TN": 146, "D": 220,
	"⊙": 22, "○": 26, "⯹": 44, "=∞": 44, "∞=": 44,
	"⇔": 239, "⟺": 239, "⇗": 240, "⊞": 241, "⟫": 242, "⟪": 243, "✕": 244, "⊥": 245, "⧉": 246, "◪": 247, "▣": 248,
	"⯺": 249, "⯻": 250, "⯼": 251, "⯽": 252, "∟": 254, "⯾": 255,
}

// longestGlyph is how many bytes a sign has at most.
var longestGlyph = func() (n int) {
	for sign := range glyphs {
		n = max(n, len(sign))
	}
	return n
}()

// ParseNAG reads a glyph as a person writes it, such as !? or +=, or as PGN
// does, such as $14.
func ParseNAG(text string) (NAG, bool) {
	if digits, ok := strings.CutPrefix(text, "$"); ok {
		n, err := strconv.ParseUint(digits, 10, 8)
		return NAG(n), err == nil
	}
	n, ok := glyphs[strings.NewReplacer("−", "-", "–", "-").Replace(text)]
	return n, ok
}

// addNAG puts a glyph into an ascending list once.
func addNAG(list []NAG, n NAG) []NAG {
	i, found := slices.BinarySearch(list, n)
	if found {
		return list
	}
	return slices.Insert(list, i, n)
}

// cutGlyph takes an annotation sign off the end of a move: Nf3+- and Nf3=.
// The signs of check and mate and those of promotion are part of the move.
func cutGlyph(s string) (move string, n NAG) {
	s = strings.TrimRight(s, ".,")
	i := strings.LastIndexFunc(s, func(c rune) bool { return c >= '0' && c <= '9' || c >= 'A' && c <= 'z' })
	tail := syntax.PlainDashes(s[i+1:])
	// A sign is short, and nothing but signs of check stands before it.
	least := max(len(tail)-longestGlyph, 0)
	for k := least; k < len(tail); k++ {
		if n, ok := glyphs[tail[k:]]; ok && strings.Trim(tail[:k], "+#") == "" {
			return s[:i+1] + tail[:k], n
		}
	}
	return s, 0
}
