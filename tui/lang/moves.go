package lang

import "strings"

// english are the letters of the men in English, in the order of
// Language.letters.
const english = "KQRBN"

// Letter is the letter of a man, given in English, in this language; any other
// letter stays. Small letters stay small.
func (l *Language) Letter(r rune) rune {
	if l == nil {
		return r
	}
	if i := strings.IndexRune(english, r); i >= 0 {
		return rune(l.letters[i])
	}
	if i := strings.IndexRune(strings.ToLower(english), r); i >= 0 {
		return rune(strings.ToLower(l.letters)[i])
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
	head, body := san[:i], []byte(san[i:])
	if strings.IndexByte(english, body[0]) >= 0 {
		body[0] = byte(l.Letter(rune(body[0])))
	}
	for k := 1; k < len(body); k++ {
		if body[k-1] == '=' {
			body[k] = byte(l.Letter(rune(body[k])))
		}
	}
	return head + string(body)
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

// Typed puts a move that was typed with the letters of this language into
// English; what reads as no such move stays.
func (l *Language) Typed(text string) string {
	if l == nil || text == "" {
		return text
	}
	body := []byte(text)
	turn := func(k int) {
		if i := strings.IndexByte(l.letters, body[k]); i >= 0 {
			body[k] = english[i]
		}
	}
	if strings.IndexByte(l.letters, body[0]) >= 0 {
		turn(0)
	}
	for k := 1; k < len(body); k++ {
		if body[k-1] == '=' {
			turn(k)
		}
	}
	if !looksLikeMove(string(body)) {
		return text
	}
	return string(body)
}

// looksLikeMove tells a move of a man or a promotion from a word: letters of
// men, files, ranks and the signs of notation alone, and a square at its end.
func looksLikeMove(s string) bool {
	s = strings.TrimRight(s, "+#!?")
	if at := strings.IndexByte(s, '='); at >= 0 {
		if at+2 != len(s) || strings.IndexByte(english, s[at+1]) < 0 {
			return false
		}
		s = s[:at]
	}
	if len(s) < 2 || s[len(s)-1] < '0' || s[len(s)-1] > '9' {
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
