package lang

import (
	"fmt"
	"strings"
)

// Has tells whether the catalogue holds a message under just this key, or the
// key with its first letter the other way. English has every one.
func (l *Language) Has(key string) bool {
	if l == nil {
		return true
	}
	_, ok := l.keys[key]
	if !ok {
		_, ok = l.texts[key]
	}
	if !ok {
		turned, _ := otherCase(key)
		_, ok = l.texts[turned]
	}
	return ok
}

// Sprintf is fmt.Sprintf with the translation of the format, if there is one.
// What is put in stays as it is: texts and moves are translated by who calls.
func (l *Language) Sprintf(format string, args ...any) string {
	if l != nil {
		if e, ok := l.keys[format]; ok {
			format = e.said[0]
		}
	}
	if len(args) == 0 {
		return format
	}
	return l.mended(bare(fmt.Sprintf(format, args...)))
}

// Plural writes a count with the form of words that it asks for. The formats
// hold %d once; one is that for 1 in English, which is the key.
func (l *Language) Plural(n int, one, several string) string {
	format := several
	if n == 1 {
		format = one
	}
	if l != nil {
		if e, ok := l.keys[one]; ok && e.plural == several {
			format = e.said[min(l.plural(n), len(e.said)-1)]
		}
	}
	if !strings.Contains(format, "%d") { // "one hour", say
		return format
	}
	return l.mended(fmt.Sprintf(format, n))
}

// mended is a finished text as the language wants it.
func (l *Language) mended(text string) string {
	if l == nil || l.mend == nil {
		return text
	}
	return l.mend(text)
}
