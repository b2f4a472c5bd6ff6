package ui

import (
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

// No tells whether a key declines: n, or the letter of YesNo.
func (l *Locale) no(msg tea.KeyMsg) bool {
	s := strings.ToLower(msg.String())
	return !msg.Paste && (s == "n" || s == l.letter("no"))
}

// OnlyNo tells whether a key that answers a question means no and nothing else.
// Any other key that is no yes goes on to what it means without a question.
func (l *Locale) OnlyNo(msg tea.KeyMsg) bool {
	switch msg.String() {
	case "esc", "enter", " ":
		return true
	}
	return l.no(msg)
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
