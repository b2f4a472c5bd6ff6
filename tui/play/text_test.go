package play

import (
	"strings"
	"testing"
	"unicode"
)

func TestClean(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain text stays", "Nf3, 12.5%", "Nf3, 12.5%"},
		{"letters with accents stay", "Böhm, Łódź, 王", "Böhm, Łódź, 王"},
		{"an escape sequence loses its escape", "a\x1b[31mb\x1b]0;x\x07c", "a[31mb]0;xc"},
		{"an eight-bit control goes", "a\u009b31mb", "a31mb"},
		{"a carriage return becomes a blank", "a\rb\nc\td", "a b c d"},
		{"text cannot be turned round", "a\u202eb\u2066c\u200fd", "abcd"},
		{"zero-width characters go", "a\u200bb\u200dc\ufeffd\u2060e", "abcde"},
		{"variation selectors go", "♟\ufe0f♟\ufe0e", "♟♟"},
		{"tag characters go", "a\U000e0041b", "ab"},
		{"line separators become blanks", "a\u2028b\u2029c", "a b c"},
		{"broken text is marked", "a\xffb", "a\ufffdb"},
		{"delete goes", "a\x7fb", "ab"},
		{"a pile of marks is cut", "e" + strings.Repeat("\u0301", 40), "e" + strings.Repeat("\u0301", maxMarks)},
	} {
		if got := Clean(c.in); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func FuzzClean(f *testing.F) {
	f.Add("a\x1b[31m")
	f.Add("\u202e")
	f.Fuzz(func(t *testing.T, in string) {
		out := Clean(in)
		for _, r := range out {
			if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
				t.Fatalf("%q keeps %U", in, r)
			}
		}
		if again := Clean(out); again != out {
			t.Fatalf("cleaned twice %q is %q", out, again)
		}
	})
}
