package pgn

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"rookery/pgn/internal/syntax"
	"rookery/pgn/safefile"
)

// FileFormat is how the text of a file is written, apart from what it says.
type FileFormat struct {
	order   binary.ByteOrder // of UTF-16; nil for an encoding by bytes
	latin   bool             // Windows-1252, of which Latin-1 is a part
	lineEnd string           // LF, CR LF or CR
}

// Of is the format for a game that stands in the file as raw: in a mixed file the game
// counts.
func (f FileFormat) Of(raw string) FileFormat {
	own, err := FormatOf(strings.NewReader(raw))
	if err != nil {
		return f
	}
	if strings.ContainsAny(raw, "\r\n") {
		f.lineEnd = own.lineEnd
	}
	if !syntax.IsASCII([]byte(raw)) {
		f.latin = own.latin
	}
	return f
}

// UTF16 reports whether the file is in UTF-16, which its text as it is read is not.
func (f FileFormat) UTF16() bool { return f.order != nil }

// CharsetError tells that a text has a character that the encoding of its file lacks.
type CharsetError struct{ Char rune }

func (e *CharsetError) Error() string {
	return fmt.Sprintf("%q cannot be written in this file, which is Latin-1: convert it to UTF-8 or save the game in another file", e.Char)
}

// FormatOf looks at a file to its end and goes back to its start. Without an
// other sign than ASCII it is UTF-8; lines end as most of them do.
func FormatOf(file io.ReadSeeker) (f FileFormat, err error) {
	f.lineEnd = "\n"
	if file == nil {
		return f, nil
	}
	buf := make([]byte, 64<<10)
	n, err := io.ReadFull(file, buf)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return f, err
	}
	f.order = syntax.ByteOrder(buf[:n])
	var text io.Reader = io.MultiReader(bytes.NewReader(bytes.Clone(buf[:n])), file)
	if f.order != nil {
		text = syntax.FromUTF16(text, f.order)
	}
	var ends [3]int // LF, CR LF, CR
	var last byte
	rest := 0 // bytes of a character that is not whole, at the head of buf
	for {
		n, err := text.Read(buf[rest:])
		block := buf[:rest+n]
		for _, c := range block[rest:] {
			switch {
			case c == '\n' && last == '\r':
				ends[1]++
				ends[2]--
			case c == '\n':
				ends[0]++
			case c == '\r':
				ends[2]++
			}
			last = c
		}
		for rest = 0; len(block) > 0; {
			r, size := utf8.DecodeRune(block)
			if r == utf8.RuneError && size <= 1 {
				if !utf8.FullRune(block) && err == nil {
					rest = copy(buf, block)
					break
				}
				f.latin = f.order == nil
			}
			block = block[size:]
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return f, err
		}
	}
	for i, end := range []string{"\n", "\r\n", "\r"} {
		if ends[i] > max(ends[0], ends[1], ends[2])-1 && ends[i] > 0 {
			f.lineEnd = end
		}
	}
	_, err = file.Seek(0, io.SeekStart)
	return f, err
}

// Encode writes a text of lines that end with LF as the file has it, but for UTF-16,
// which is for the writer of the whole. A character that the file cannot hold is a
// [*CharsetError].
func (f FileFormat) Encode(text string) (string, error) {
	if f.lineEnd != "\n" && f.lineEnd != "" {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", f.lineEnd)
	}
	if !f.latin || syntax.IsASCII([]byte(text)) {
		return text, nil
	}
	out, bad := syntax.ToWindows1252(text)
	if bad == 0 && utf8.ValidString(out) { // it would be read as UTF-8
		for _, r := range text {
			if r >= utf8.RuneSelf {
				bad = r
				break
			}
		}
	}
	if bad != 0 {
		return "", &CharsetError{bad}
	}
	return out, nil
}

// reader and writer stand between a file in UTF-16 and its text as UTF-8.
func (f *FileFormat) reader(file io.Reader) io.Reader {
	if f.order != nil {
		return syntax.FromUTF16(file, f.order)
	}
	return file
}

func (f *FileFormat) writer(w io.Writer) io.Writer {
	if f.order != nil {
		return syntax.ToUTF16(w, f.order)
	}
	return w
}

// lineDecoder turns the lines of a file that are no UTF-8 into it.
type lineDecoder struct {
	w    io.Writer
	line []byte
}

func (d *lineDecoder) Write(p []byte) (int, error) {
	d.line = append(d.line, p...)
	for {
		n := bytes.IndexAny(d.line, "\n\r") + 1
		if n == 0 {
			return len(p), nil
		}
		if err := d.flush(n); err != nil {
			return 0, err
		}
	}
}

func (d *lineDecoder) flush(n int) error {
	_, err := io.WriteString(d.w, syntax.ToUTF8(string(d.line[:n])))
	d.line = d.line[n:]
	return err
}

// ConvertToUTF8 writes a file that holds Latin-1 anew in UTF-8, as safely as [Save].
func ConvertToUTF8(path string) error {
	return safefile.Replace(path, func(w io.Writer, old io.Reader) error {
		if old == nil {
			return ErrMoved
		}
		d := &lineDecoder{w: w}
		if _, err := io.Copy(d, old); err != nil {
			return err
		}
		return d.flush(len(d.line))
	})
}
