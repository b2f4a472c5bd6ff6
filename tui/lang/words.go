package lang

import "strings"

// apart is what gettext puts between a context and the text that it belongs to.
const apart = "\x04"

// Within is a text that means something else in a context than elsewhere: "end" is
// a place in a game and what one does to a lesson. [Language.Text] and the other
// methods take it where they take a text.
func Within(context, english string) string { return context + apart + english }

// In is Text of a text in a context. What the catalogue lacks there is translated
// as elsewhere.
func (l *Language) In(context, english string) string { return l.Text(Within(context, english)) }

// within looks a text up in its context.
func (l *Language) within(english string) (said string, ok bool) {
	if l == nil {
		return "", false
	}
	said, ok = l.texts[english]
	return said, ok
}

// Words are the words of the language that can be typed for an English one,
// the usual one first; none where the language is English, and none for a word
// of one letter. A catalogue has them in the context "word".
func (l *Language) Words(english string) []string {
	if len(english) == 1 {
		return nil
	}
	said, _ := l.within(Within("word", english))
	return strings.Fields(said)
}

// Key is the name of a key, which is no word: Home is not where one lives. The
// catalogue has those that a language names otherwise in the context "key".
func (l *Language) Key(name string) string {
	if said, ok := l.within(Within("key", name)); ok {
		return said
	}
	return name
}

// unaccent are the letters with marks of the languages, and those that stand for
// them where a keyboard has no marks.
var unaccent = strings.NewReplacer("á", "a", "é", "e", "í", "i", "ó", "o", "ö", "o", "ő", "o", "ú", "u", "ü", "u", "ű", "u",
	"ä", "a", "ß", "ss", "ă", "a", "â", "a", "î", "i", "ș", "s", "ş", "s", "ț", "t", "ţ", "t")

// Fold writes a word small and without marks.
func Fold(word string) string { return unaccent.Replace(strings.ToLower(word)) }
