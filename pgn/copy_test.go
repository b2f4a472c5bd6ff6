package pgn

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWriteRawCopiesAndKeepsApart(t *testing.T) {
	for _, c := range []struct{ what, raw, want string }{
		{"a game is copied", "[Event \"a\"]\n\n1. e4 *\n\n", "[Event \"a\"]\n\n1. e4 *\n\n"},
		{"odd spacing stays", "1.e4   *  \n\n", "1.e4   *  \n\n"},
		{"a line end is missing", "1. e4 *", "1. e4 *\n\n"},
		{"a byte order mark goes", "\ufeff1. e4 *\n\n", "1. e4 *\n\n"},
		{"Windows-1252", "[White \"M\xfcller\"]\n\n*\n\n", "[White \"Müller\"]\n\n*\n\n"},
		{"an open comment is closed", "1. e4 {good\n", "1. e4 {good }\n\n"},
		{"a brace in a tag is no comment", "[White \"a{b\"]\n\n1. e4 *\n\n", "[White \"a{b\"]\n\n1. e4 *\n\n"},
		{"a brace behind a semicolon is no comment", "1. e4 ; {\n*\n\n", "1. e4 ; {\n*\n\n"},
	} {
		var b strings.Builder
		if err := NewWriter(&b).WriteRaw([]byte(c.raw)); err != nil || b.String() != c.want {
			t.Errorf("%s: %q, %v, want %q", c.what, b.String(), err, c.want)
		}
	}
}

func TestFileName(t *testing.T) {
	for text, want := range map[string]string{
		"Carlsen, Magnus":       "Carlsen_Magnus",
		"Müller–Grün 2024/5":    "Müller_Grün_2024_5",
		"../../etc/passwd":      "etc_passwd",
		"":                      "unknown",
		"?":                     "unknown",
		"con":                   "_con",
		"nul.txt":               "_nul.txt",
		".hidden":               "hidden",
		"a\x00b\u202ec\x1b[2Jd": "a_b_c_2Jd",
		strings.Repeat("ü", 90): strings.Repeat("ü", 50),
		"B90":                   "B90",
	} {
		if got := FileName(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestSaveWithKeepsTheOldFileOnError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.pgn")
	put := func(text string, err error) error {
		return SaveWith(path, func(w io.Writer) error {
			io.WriteString(w, text)
			return err
		})
	}
	if err := put("old", nil); err != nil {
		t.Fatal(err)
	}
	if err := put("new", io.ErrClosedPipe); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("the error is %v", err)
	}
	if text, _ := os.ReadFile(path); string(text) != "old" {
		t.Errorf("the file holds %q", text)
	}
}
