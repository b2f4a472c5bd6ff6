package uci

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// sanitize removes from a program's text what controls a terminal: control
// characters, marks that turn the direction of writing, bytes that are no text.
func sanitize(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case r == utf8.RuneError, unicode.IsControl(r), unicode.Is(unicode.Cf, r):
			return -1
		}
		return r
	}, s)
}

// cutWord takes the first word off a line.
func cutWord(s string) (first, rest string) {
	s = strings.TrimLeft(s, " ")
	first, rest, _ = strings.Cut(s, " ")
	return first, strings.TrimLeft(rest, " ")
}

// tail keeps the last lines that a program wrote, whichever goroutine reads them.
type tail struct {
	mu    sync.Mutex
	lines []string
}

// The last lines that are kept of a program's output, and how much of each.
const (
	tailLines = 12
	tailWidth = 200
)

func (t *tail) add(line string) {
	if line == "" {
		return
	}
	for len(line) > tailWidth {
		_, size := utf8.DecodeLastRuneInString(line[:tailWidth+1])
		line = line[:tailWidth+1-size]
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.lines) == tailLines {
		t.lines = append(t.lines[:0], t.lines[1:]...)
	}
	t.lines = append(t.lines, line)
}

// last is a copy of the lines kept, oldest first.
func (t *tail) last() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return append([]string(nil), t.lines...)
}
