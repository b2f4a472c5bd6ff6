package pgn

import (
	"bytes"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// WriteRaw copies the text of a game, as [Index.Raw] gives it, byte for byte,
// and an empty line behind it where there is none. Only what would harm the
// file it goes into is changed: Windows-1252 becomes UTF-8, a byte order mark
// at the head is left out, and a comment that is still open is closed.
func (w *Writer) WriteRaw(raw []byte) error {
	raw = bytes.TrimPrefix(raw, []byte("\ufeff"))
	if utf8.Valid(raw) && !openAtEnd(raw) {
		w.w.Write(raw)
		body := bytes.TrimRight(raw, " \t")
		w.w.WriteString(gapBehind(string(raw[max(len(body)-3, 0):])))
		return w.w.Flush()
	}
	text := string(raw)
	if !utf8.ValidString(text) {
		text = fromLatin(text)
	}
	if openAtEnd([]byte(text)) && neverClosed([]byte(text)) {
		text = strings.TrimRight(text, " \t\r\n") + " }\n"
	}
	w.copy(text)
	return w.w.Flush()
}

// neverClosed tells whether the last comment of a text is never closed.
func neverClosed(text []byte) bool {
	var l lexer
	l.reset(text, true)
	open := false
	for {
		t, ok := l.next()
		if !ok || t.kind == endOfText {
			return open
		}
		open = t.kind == brace && t.open
	}
}

// SaveWith writes a file through write in place of what it held, as safely as
// [Save]. Nothing is changed when write gives an error.
func SaveWith(path string, write func(io.Writer) error) error {
	return replace(path, func(w io.Writer, _ io.Reader) error { return write(w) })
}

// maxFileName is how many bytes of a text [FileName] keeps.
const maxFileName = 100

// FileName makes a name for a file of any text, such as the name of a player:
// letters, digits, dots, hyphens and underscores, never empty, hidden or a
// name that some system keeps for itself.
func FileName(text string) string {
	var b strings.Builder
	gap := false
	for _, r := range text {
		if !fileRune(r) {
			gap = true
			continue
		}
		if gap && b.Len() > 0 {
			b.WriteByte('_')
		}
		gap = false
		if b.Len()+utf8.RuneLen(r) > maxFileName {
			break
		}
		b.WriteRune(r)
	}
	name := strings.Trim(b.String(), ".-_")
	base, _, _ := strings.Cut(name, ".")
	switch strings.ToUpper(base) {
	case "":
		return "unknown" + name
	case "CON", "PRN", "AUX", "NUL", "COM1", "COM2", "COM3", "COM4", "COM5", "COM6", "COM7", "COM8", "COM9",
		"LPT1", "LPT2", "LPT3", "LPT4", "LPT5", "LPT6", "LPT7", "LPT8", "LPT9":
		return "_" + name
	}
	return name
}

// fileRune tells whether a rune may stand in the name of a file.
func fileRune(r rune) bool {
	return r == '.' || r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r)
}
