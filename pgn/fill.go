package pgn

import (
	"bufio"
	"strings"
	"unicode/utf8"
)

// lineWidth is how many characters a line of export format has at most.
const lineWidth = 79

// filler fills lines of movetext with words, as many on each as fit.
type filler struct {
	w     *bufio.Writer
	width int    // of the line so far, in characters
	held  string // the last word, which brackets may still lengthen
	glue  bool   // the next word belongs to the held one
}

// word puts one word behind the last.
func (f *filler) word(s string) {
	if f.glue {
		f.held += s
		f.glue = false
		return
	}
	f.place()
	f.held = s
}

// place writes the held word, on a new line where it does not fit. Words that
// naive readers take for an escape, a tag or a comment at the head of a line
// stay behind the word before.
func (f *filler) place() {
	if f.held == "" {
		return
	}
	n := utf8.RuneCountInString(f.held)
	switch {
	case f.width == 0:
	case f.width+1+n > lineWidth && !strings.ContainsRune("%[;", rune(f.held[0])):
		f.w.WriteByte('\n')
		f.width = 0
	default:
		f.w.WriteByte(' ')
		f.width++
	}
	f.w.WriteString(f.held)
	f.width += n
	f.held = ""
}

// comment writes { text }. It breaks lines at single spaces only, which
// reading gives back, and not inside a command such as [%clk 0:05:00].
func (f *filler) comment(text string) {
	words := strings.Split("{ "+plainComment(text)+" }", " ")
	for i := 0; i < len(words); i++ {
		s := words[i]
		for i+1 < len(words) && f.together(s, words[i+1], words[i+1:]) {
			i++
			s += " " + words[i]
		}
		f.word(s)
	}
}

// together tells whether the word next must stay on the line of s, which may
// be several words already.
func (f *filler) together(s, next string, rest []string) bool {
	if s == "" || strings.HasSuffix(s, " ") || next == "" || strings.ContainsRune("%[;", rune(next[0])) {
		return true
	}
	open := strings.LastIndex(s, "[%")
	if open < 0 || strings.IndexByte(s[open:], ']') >= 0 {
		return false
	}
	n := len(s) - open
	for _, w := range rest {
		n += 1 + len(w)
		if n > lineWidth/2 {
			return false
		}
		if strings.IndexByte(w, ']') >= 0 {
			return true
		}
	}
	return false
}

// end ends the line at hand.
func (f *filler) end() {
	f.place()
	if f.width > 0 {
		f.w.WriteByte('\n')
	}
	f.width, f.glue = 0, false
}

// commentSigns are what may not stand in a comment: braces would end or seem
// to nest it, line ends are blanks.
var commentSigns = strings.NewReplacer("{", "(", "}", ")", "\r\r\n", " ", "\r\n", " ", "\r", " ", "\n", " ")

// plainComment makes text fit for a comment.
func plainComment(s string) string {
	if !strings.ContainsAny(s, "{}\r\n") {
		return s
	}
	return commentSigns.Replace(s)
}
