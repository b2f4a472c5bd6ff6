package lang

import "strings"

// The name of a person, an engine or a file stands in an English sentence
// between Unicode's isolates, as Project Fluent puts its values. They have no
// width, and whoever cleans text from outside removes them, so that nobody can
// write them into a name.
const (
	open = "\u2068" // first strong isolate
	shut = "\u2069" // pop directional isolate
)

// firstPlace stands for the first name while a sentence is looked up. It and
// what follows are private use: no text has them.
const firstPlace = '\uE000'

// Name marks a name in a sentence that goes to Text or Sprintf: it comes out as
// it stands, even where it is a word that the catalogue knows, such as "Mark".
//
//go:noinline
func Name(name string) string { return open + bare(name) + shut }

// bare is a text without the marks of names.
func bare(text string) string {
	if !strings.Contains(text, open) {
		return text
	}
	return unmark.Replace(text)
}

var unmark = strings.NewReplacer(open, "", shut, "")

// hide puts a rune for each name, so that it is one whole to patterns.
func hide(text string) (string, []string) {
	if !strings.Contains(text, open) {
		return text, nil
	}
	var b strings.Builder
	var names []string
	for {
		before, rest, ok := strings.Cut(text, open)
		b.WriteString(before)
		if !ok {
			return b.String(), names
		}
		name, after, _ := strings.Cut(rest, shut)
		b.WriteRune(firstPlace + rune(len(names)))
		names, text = append(names, name), after
	}
}

// show puts the names back.
func show(text string, names []string) string {
	for i, name := range names {
		text = strings.ReplaceAll(text, string(firstPlace+rune(i)), name)
	}
	return text
}
