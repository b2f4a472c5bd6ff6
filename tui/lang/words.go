package lang

import "strings"

// Words are the words of the language that can be typed for an English one,
// the usual one first; none where the language is English, and none for a word
// of one letter. A catalogue names them with "word:" before the English word.
func (l *Language) Words(english string) []string {
	if l == nil || len(english) == 1 {
		return nil
	}
	return strings.Fields(l.texts["word:"+english])
}

// unaccent are the letters with marks of the languages, and those that stand for
// them where a keyboard has no marks.
var unaccent = strings.NewReplacer("á", "a", "é", "e", "í", "i", "ó", "o", "ö", "o", "ő", "o", "ú", "u", "ü", "u", "ű", "u",
	"ă", "a", "â", "a", "î", "i", "ș", "s", "ş", "s", "ț", "t", "ţ", "t")

// Fold writes a word small and without marks.
func Fold(word string) string { return unaccent.Replace(strings.ToLower(word)) }

// In translates a text that has another meaning in some place than elsewhere:
// the catalogue has it behind the name of the place, "column:move". What it does
// not have there is translated as elsewhere.
func (l *Language) In(place, english string) string {
	if l != nil {
		if said, ok := l.texts[place+":"+english]; ok {
			return said
		}
	}
	return l.Text(english)
}

// Key is the name of a key, which is no word: Home is not where one lives. The
// catalogue has those that a language names otherwise behind "key:".
func (l *Language) Key(name string) string {
	if l != nil {
		if said, ok := l.texts["key:"+name]; ok {
			return said
		}
	}
	return name
}
