package draw

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"rookery/tui/lang"
)

// asciiFor are what stands for signs on a screen of ASCII, each one cell wide.
var asciiFor = map[rune]byte{
	'–': '-', '—': '-', '−': '-', '‐': '-', '‑': '-', '…': '.', '·': '.', '•': '*', '×': 'x', '±': '+', '→': '>', '←': '<', '↑': '^', '↓': 'v', '↕': '|', '↔': '-',
	'‹': '<', '›': '>', '«': '<', '»': '>', '“': '"', '”': '"', '„': '"', '’': '\'', '‘': '\'', '▸': '>', '▾': 'v', '▴': '^', '◂': '<', '●': '*', '○': 'o', '◆': '*', '◇': 'o', '✓': '+', '✗': 'x',
	'♔': 'K', '♕': 'Q', '♖': 'R', '♗': 'B', '♘': 'N', '♙': 'P', '♚': 'k', '♛': 'q', '♜': 'r', '♝': 'b', '♞': 'n', '♟': 'p', '½': '5', '²': '2', '³': '3', '█': '#',
}

// ASCII gives a screen without anything else than ASCII, cell for cell; letters
// with marks stay where accents is set, for languages that need them.
func ASCII(text string, accents bool) string {
	at := strings.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf })
	if at < 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	b.WriteString(text[:at])
	for _, r := range text[at:] {
		switch {
		case r < utf8.RuneSelf || accents && unicode.Is(unicode.Latin, r):
			b.WriteRune(r)
		case asciiFor[r] != 0:
			b.WriteByte(asciiFor[r])
		case r >= '─' && r <= '╿':
			b.WriteByte(asciiFrame(r))
		case unicode.IsLetter(r) && lang.Fold(string(r))[0] < utf8.RuneSelf:
			b.WriteByte(lang.Fold(string(r))[0])
		default:
			for range max(WidthOf(string(r)), 0) {
				b.WriteByte('?')
			}
		}
	}
	return b.String()
}

// asciiFrame is the sign for a piece of a frame.
func asciiFrame(r rune) byte {
	switch r {
	case '─', '━', '═', '╌', '╍', '┄', '┅', '┈', '┉', '╴', '╶', '╸', '╺':
		return '-'
	case '│', '┃', '║', '╎', '╏', '┆', '┇', '┊', '┋', '╵', '╷', '╹', '╻':
		return '|'
	}
	return '+'
}
