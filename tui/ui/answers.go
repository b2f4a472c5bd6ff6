package ui

import (
	"slices"
	"strings"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
)

// YesNo follows a question that Yes answers: [y/N], with the letters of the
// language.
func (l *Locale) YesNo() string {
	return " [" + l.letter("yes") + "/" + strings.ToUpper(l.letter("no")) + "]"
}

// Answers are the letters of YesNo.
func (l *Locale) Answers() (yes, no string) { return l.letter("yes"), l.letter("no") }

// Yes tells whether a key agrees: y, or the letter of YesNo.
func (l *Locale) Yes(msg tea.KeyMsg) bool {
	s := strings.ToLower(msg.String())
	return !msg.Paste && (s == "y" || s == l.letter("yes"))
}

func (l *Locale) no(msg tea.KeyMsg) bool {
	s := strings.ToLower(msg.String())
	return !msg.Paste && (s == "n" || s == l.letter("no"))
}

// Answer reads a key at a question that YesNo follows: n, Esc and Enter are no. Any other key
// says nothing: the question stays, and the key goes nowhere else.
func (l *Locale) Answer(msg tea.KeyMsg) (yes, said bool) {
	yes = l.Yes(msg)
	return yes, yes || l.no(msg) || msg.Type == tea.KeyEsc || msg.Type == tea.KeyEnter
}

// Choice reads a key at a question that offers letters in brackets (see [Bracketed]): it gives the one
// of keys, those of the English question, that stands there or is pressed itself, and the empty string for
// Esc. Any other key says nothing, as in Answer.
func (l *Locale) Choice(question string, keys []string, msg tea.KeyMsg) (choice string, said bool) {
	if msg.Paste || msg.Type == tea.KeyEsc {
		return "", msg.Type == tea.KeyEsc
	}
	pressed := strings.ToLower(msg.String())
	letters := Bracketed(l.Text(question)) // a file's name before them may have brackets
	at := slices.Index(letters[max(len(letters)-len(keys), 0):], pressed)
	if at < 0 {
		at = slices.Index(keys, pressed)
	}
	if at < 0 || at >= len(keys) {
		return "", false
	}
	return keys[at], true
}

// letter is the first of a word in the language.
func (l *Locale) letter(word string) string {
	r, _ := utf8.DecodeRuneInString(l.Text(word))
	return strings.ToLower(string(r))
}

// Bracketed gives the letters that a question offers in brackets, such as
// "[y] save  [n] discard  [Esc] cancel", in their order.
func Bracketed(text string) []string {
	var letters []string
	for {
		_, rest, ok := strings.Cut(text, "[")
		if !ok {
			return letters
		}
		key, after, _ := strings.Cut(rest, "]")
		if utf8.RuneCountInString(key) == 1 {
			letters = append(letters, strings.ToLower(key))
		}
		text = after
	}
}
