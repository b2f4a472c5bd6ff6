package lang

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// english are the letters of the pieces in English, in the order of
// Language.letters.
const english = "KQRBN"

// Figurines writes moves with the signs of pieces, ♘f3, and reads them. It is no
// language: what is not a move stays.
var Figurines = &Language{Name: "figurines", letters: []rune("♔♕♖♗♘")}

// Letter is the letter of a piece, given in English, in this language; any other
// letter stays. Small letters stay small.
func (l *Language) Letter(r rune) rune {
	if l == nil {
		return r
	}
	letters := l.writes()
	if i := strings.IndexRune(english, r); i >= 0 {
		return letters[i]
	}
	if i := strings.IndexRune(strings.ToLower(english), r); i >= 0 {
		return unicode.ToLower(letters[i])
	}
	return r
}

// writes are the letters that moves are written with.
func (l *Language) writes() []rune {
	if l.written != nil {
		return l.written
	}
	return l.letters
}

// WithEnglishMoves is the language with the letters that pieces have in English where
// it writes moves. Its own are still read.
func (l *Language) WithEnglishMoves() *Language {
	if l == nil {
		return nil
	}
	other := *l
	other.written = []rune(english)
	return &other
}

// Readings are what a typed move may mean in English, the likeliest first: as moves are
// written in this language, with its own letters, in English, with the signs of pieces.
func (l *Language) Readings(text string) []string {
	out := []string{l.Typed(text)}
	also := func(s string) {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	if l != nil && l.written != nil {
		own := *l
		own.written = nil
		also(own.Typed(text))
	}
	also(text)
	also(Figurines.Typed(text))
	return out
}

// Beginnings are what the beginning of a typed move may be in English: with the letter
// of a piece as this language writes it, and as it stands.
func (l *Language) Beginnings(text string) []string {
	if l == nil || text == "" {
		return []string{text}
	}
	r, size := utf8.DecodeRuneInString(text)
	if !slices.Contains(l.writes(), r) || l.English(r) == r {
		return []string{text}
	}
	return []string{string(l.English(r)) + text[size:], text}
}

// English is the letter that a piece has in English, of a letter of this
// language; any other letter stays. Small letters stay small.
func (l *Language) English(r rune) rune {
	if l == nil {
		return r
	}
	letters := l.writes()
	if i := slices.Index(letters, r); i >= 0 {
		return rune(english[i])
	}
	if i := slices.Index(letters, unicode.ToUpper(r)); i >= 0 {
		return unicode.ToLower(rune(english[i]))
	}
	return r
}

// Move writes a move in algebraic notation, such as Nbd7 or e8=Q+, with the
// letters of this language. What does not look like a move stays.
func (l *Language) Move(san string) string {
	if l == nil || san == "" {
		return san
	}
	i := strings.IndexFunc(san, func(r rune) bool { return r != '.' && (r < '0' || r > '9') })
	if i < 0 || !looksLikeMove(san[i:]) {
		return san
	}
	return san[:i] + turn(san[i:], func(r rune) rune {
		if strings.ContainsRune(english, r) {
			return l.Letter(r)
		}
		return r
	})
}

// turn changes the letters of the pieces in a move: the first, and what a pawn
// becomes.
func turn(move string, letter func(rune) rune) string {
	body := []rune(move)
	body[0] = letter(body[0])
	for k := 1; k < len(body); k++ {
		if body[k-1] == '=' {
			body[k] = letter(body[k])
		}
	}
	return string(body)
}

// Moves is Move for every word of a text.
func (l *Language) Moves(text string) string {
	if l == nil {
		return text
	}
	words := strings.Split(text, " ")
	for i, w := range words {
		bare := strings.TrimRight(w, ",.;:?!")
		words[i] = l.Move(bare) + w[len(bare):]
	}
	return strings.Join(words, " ")
}

// Typed puts a move that was typed with the letters or in the words of this language
// into English; what reads as no such move stays.
func (l *Language) Typed(text string) string {
	if l == nil || text == "" {
		return text
	}
	for _, castling := range [...]string{"O-O", "O-O-O", "castle"} {
		if slices.Contains(l.Words(castling), strings.Join(strings.Fields(strings.ToLower(text)), "-")) {
			return castling
		}
	}
	body := turn(text, func(r rune) rune {
		if slices.Contains(l.writes(), r) {
			return l.English(r)
		}
		return r
	})
	if !looksLikeMove(body) {
		return text
	}
	return body
}

// looksLikeMove tells a move of a piece or a promotion from a word: letters of
// pieces, files, ranks and the signs of notation alone, and a square or a file that is
// captured on at its end.
func looksLikeMove(s string) bool {
	s = strings.TrimRight(s, "+#!?")
	if at := strings.IndexByte(s, '='); at >= 0 {
		if at+2 != len(s) || strings.IndexByte(english, s[at+1]) < 0 {
			return false
		}
		s = s[:at]
	}
	if n := len(s); n < 2 || (s[n-1] < '0' || s[n-1] > '9') && s[n-2] != 'x' {
		return false
	}
	if strings.IndexByte(english+"P", s[0]) >= 0 {
		s = s[1:]
	}
	file := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= 'a' && c <= 'l':
			file = true
		case c == 'x' || c == '@' || c >= '0' && c <= '9':
		default:
			return false
		}
	}
	return file
}
