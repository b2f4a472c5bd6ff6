// Package lang puts what the program says into other languages. The program
// is written in English, and a sentence in English is the key of its
// translations, as with gettext; the catalogues are gettext's .po files, so
// that the tools of translators read them.
//
// The rooms below the screens (chess, variants, ai) know of no languages: what
// they say reaches the player as a finished sentence, "the knight on f3 is not
// yours". A catalogue therefore holds patterns too, "the knight on %s is not
// yours", and [Language.Text] finds the pattern that a sentence was made by,
// translates what stands at its verbs, and puts it together anew.
//
// The package imports the standard library alone. Start reading at [Language]; catalog.go lists the languages.
package lang

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// deepest is how far patterns may stand in each other.
const deepest = 6

// Language is one language. It never changes after it was made and may be
// shared by sessions. The nil *Language is English, and does nothing.
type Language struct {
	// Tag is the code of ISO 639-1, such as "hu".
	Tag string
	// Name is what its speakers call it.
	Name string

	letters  []rune // K Q R B N as this language writes them, in that order
	written  []rune // the same as moves are written, where that is otherwise; nil for letters
	plural   func(n int) int
	mend     func(text string) string // of finished texts; nil for none
	keys     map[string]entry         // all messages by msgid
	texts    map[string]string
	patterns map[byte][]*pattern // by first byte; 0 for those that begin with a verb
}

// Text translates a finished English sentence, a label or a message. Blanks
// around it are kept; what is not known stays as it is, and so does a [Name].
func (l *Language) Text(english string) string {
	if at := strings.Index(english, apart); at >= 0 {
		if said, ok := l.within(english); ok {
			return said
		}
		english = english[at+len(apart):]
	}
	if l == nil || english == "" {
		return bare(english)
	}
	hidden, names := hide(english)
	core := strings.TrimSpace(hidden)
	at := strings.Index(hidden, core)
	said, ok := l.find(core, deepest)
	if !ok {
		return bare(english)
	}
	return hidden[:at] + l.mended(show(said, names)) + hidden[at+len(core):]
}

// Knows tells whether Text would find the sentence in the catalogue. English
// knows everything.
func (l *Language) Knows(english string) bool {
	if l == nil {
		return true
	}
	_, ok := l.find(strings.TrimSpace(english), deepest)
	return ok
}

// find looks a sentence up as it stands, as it would stand inside or at the
// head of another, and among the patterns.
func (l *Language) find(core string, depth int) (string, bool) {
	if said, ok := l.texts[core]; ok {
		return said, true
	}
	if said, ok := l.match(core, depth); ok {
		return said, true
	}
	turned, upper := otherCase(core)
	if turned == core {
		return "", false
	}
	said, ok := l.texts[turned]
	if !ok {
		said, ok = l.match(turned, depth)
	}
	if !ok {
		return "", false
	}
	if upper {
		return lowerFirst(said), true
	}
	return UpperFirst(said), true
}

// otherCase writes the first letter the other way and tells whether that made
// it a capital.
func otherCase(s string) (turned string, upper bool) {
	r, size := utf8.DecodeRuneInString(s)
	if unicode.IsUpper(r) {
		return string(unicode.ToLower(r)) + s[size:], false
	}
	return string(unicode.ToUpper(r)) + s[size:], true
}

// UpperFirst writes the first letter as a capital.
func UpperFirst(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}

func lowerFirst(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(r)) + s[size:]
}

// inner translates what stood at a verb: moves get the letters of the
// language, words that are known their translation, and names stay.
func (l *Language) inner(text string, depth int) string {
	if depth > 0 {
		if said, ok := l.find(text, depth-1); ok {
			return said
		}
	}
	return l.Moves(text)
}

// add puts an entry of a catalogue where find looks for it.
func (l *Language) add(e entry) {
	if _, ok := l.keys[e.id]; e.context == "format" || e.context == "" && !ok {
		l.keys[e.id] = e
	}
	switch e.context {
	case "":
	case "format":
		return
	default:
		l.texts[Within(e.context, e.id)] = e.said[0]
		return
	}
	if !strings.Contains(e.id, "%") {
		l.texts[e.id] = e.said[0]
		return
	}
	ids := []string{e.id}
	if e.plural != e.id {
		ids = append(ids, e.plural)
	}
	for _, id := range ids {
		if id == "" {
			continue
		}
		p := newPattern(id, e.said)
		key := byte(0)
		if p.pieces[0].kind == 0 {
			key = p.pieces[0].text[0]
		} else if len(p.pieces) == 1 {
			continue // a pattern of nothing but a verb would hold always
		}
		l.patterns[key] = append(l.patterns[key], p)
	}
	if e.plural != "" && !strings.Contains(e.id, "%d") {
		l.texts[e.id] = e.said[l.plural(1)]
	}
}
