package lang

import (
	"fmt"
	"strings"
	"sync"
)

// locale is what a language is besides its catalogue.
type locale struct {
	tag, name, letters string
	plural             func(n int) int
	mend               func(text string) string // of finished texts; nil for none
}

// locales are the languages besides English. The forms of the plural are
// those of the Unicode CLDR, in the order of the catalogue: Hungarian has one
// after numbers; Romanian has one for 1, one for 0 and for what ends with 01
// to 19 but 1 itself, and one with "de" for the rest; German has one for 1.
var locales = []locale{
	{"hu", "magyar", "KVBFH", func(int) int { return 0 }, article},
	{"ro", "română", "RDTNC", func(n int) int {
		switch {
		case n == 1:
			return 0
		case n == 0 || n%100 > 0 && n%100 < 20:
			return 1
		}
		return 2
	}, nil},
	{"de", "Deutsch", "KDTLS", func(n int) int {
		if n == 1 {
			return 0
		}
		return 1
	}, nil},
}

// load makes each language once, when it is first asked for.
var load = func() map[string]func() (*Language, error) {
	m := make(map[string]func() (*Language, error), len(locales))
	for _, t := range locales {
		m[t.tag] = sync.OnceValues(func() (*Language, error) { return read(t) })
	}
	return m
}()

// Tags are the codes of the languages, English first.
func Tags() []string {
	tags := []string{"en"}
	for _, t := range locales {
		tags = append(tags, t.tag)
	}
	return tags
}

// Names are what their speakers call the languages, in the order of Tags.
func Names() []string {
	names := []string{"English"}
	for _, t := range locales {
		names = append(names, t.name)
	}
	return names
}

// Find gives a language by its code, its name, or a locale such as
// ro_RO.UTF-8. English is the nil *Language. An error names those there are.
func Find(name string) (*Language, error) {
	tag := strings.ToLower(name)
	tag, _, _ = strings.Cut(tag, ".")
	tag, _, _ = strings.Cut(tag, "@")
	tag, _, _ = strings.Cut(strings.ReplaceAll(tag, "-", "_"), "_")
	if tag == "en" || tag == "english" {
		return nil, nil
	}
	for _, t := range locales {
		if tag == t.tag || tag == strings.ToLower(t.name) {
			return load[t.tag]()
		}
	}
	return nil, fmt.Errorf("available languages are %s, not %q", strings.Join(Tags(), ", "), name)
}

// OfLocale is the language that the environment asks for, by LC_ALL,
// LC_MESSAGES or LANG, the first of them that says anything; English for
// languages that are not here.
func OfLocale(getenv func(string) string) *Language {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if value := getenv(name); value != "" {
			l, err := Find(value)
			if err != nil {
				return nil
			}
			return l
		}
	}
	return nil
}

// read makes a language of its catalogue.
func read(t locale) (*Language, error) {
	entries, err := catalogue(t.tag)
	if err != nil {
		return nil, fmt.Errorf("catalogue %s: %w", t.tag, err)
	}
	return t.language(entries), nil
}

// language makes a language of what it says.
func (t locale) language(entries []entry) *Language {
	l := &Language{Tag: t.tag, Name: t.name, letters: []rune(t.letters), plural: t.plural, mend: t.mend,
		keys:  make(map[string]entry, len(entries)),
		texts: make(map[string]string, len(entries)), patterns: make(map[byte][]*pattern)}
	for _, e := range entries {
		l.add(e)
	}
	l.sortPatterns()
	return l
}
