package pgn

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rookery/chess/sorted"
	"rookery/pgn/internal/syntax"
	"rookery/pgn/safefile"
)

// Save writes games to a file in place of what it held. The old file stays
// whole until the new one is on the disk: the games are written beside it,
// synced and renamed. A symbolic link is followed; an existing file keeps its
// permissions, a new one has those that the umask leaves.
func Save(path string, games ...*Game) error {
	return safefile.Replace(path, func(w io.Writer, _ io.Reader) error { return writeGames(w, games) })
}

// Append adds games after those that a file holds, whose bytes it does not
// touch, in its encoding and with its line ends; a character that it cannot hold is a
// [*CharsetError]. Without a file it is Save. It is as safe as Save.
func Append(path string, games ...*Game) error {
	if c := syntax.PackingOfName(path); c != "" {
		return fmt.Errorf("%s: games cannot be added to a %s file; unpack it first", path, c)
	}
	return safefile.Replace(path, func(w io.Writer, old io.Reader) error {
		var text strings.Builder
		if err := writeGames(&text, games); err != nil {
			return err
		}
		file, _ := old.(io.ReadSeeker)
		format, err := FormatOf(file)
		if err != nil {
			return err
		}
		added, err := format.Encode(text.String())
		if err != nil {
			return err
		}
		w = format.writer(w)
		if file != nil {
			tail := &tailWriter{w: w}
			if _, err := io.Copy(tail, format.reader(file)); err != nil {
				return err
			}
			gap, _ := format.Encode(tail.gap() + EndOfTags(string(tail.last)))
			if _, err := io.WriteString(w, gap); err != nil {
				return err
			}
		}
		_, err = io.WriteString(w, added)
		return err
	})
}

func writeGames(w io.Writer, games []*Game) error {
	out := NewWriter(w)
	for _, g := range games {
		if err := out.Write(g); err != nil {
			return err
		}
	}
	return nil
}

// endOfText is how many bytes of its end tell whether a text ends with a tag: more than
// a line has.
const endOfText = 1 << 10

// tailWriter remembers the last bytes that went through it.
type tailWriter struct {
	w    io.Writer
	last []byte
}

func (t *tailWriter) Write(p []byte) (int, error) {
	t.last = append(t.last, p[max(len(p)-endOfText, 0):]...)
	t.last = t.last[max(len(t.last)-endOfText, 0):]
	return t.w.Write(p)
}

// gap is what must follow so that the next game stands apart.
func (t *tailWriter) gap() string {
	return gapAfter(string(t.last))
}

// EndOfTags is what must follow a text that ends with the tags of a game, whole or
// broken off, before another game: without a result the tags of that would be taken for
// more of the same. It is empty for any other text.
func EndOfTags(text string) string {
	text = strings.TrimSpace(text[max(len(text)-endOfText, 0):])
	line := text[strings.LastIndexAny(text, "\r\n")+1:]
	if len(line) == 0 || line[0] != '[' || len(line) > 1 && !syntax.IsTagNameByte(line[1]) {
		return ""
	}
	return Unknown + "\n\n"
}

// gapAfter is what must follow a text so that an empty line ends it.
func gapAfter(text string) string {
	switch body := strings.TrimRight(text, " \t"); {
	case text == "", strings.HasSuffix(body, "\n\n"), strings.HasSuffix(body, "\n\r\n"), strings.HasSuffix(body, "\r\r"):
		return ""
	case strings.HasSuffix(body, "\n"), strings.HasSuffix(body, "\r"):
		return "\n"
	}
	return "\n\n"
}

// ErrMoved tells that a game does not stand any longer where it was read.
var ErrMoved = errors.New("the file has changed since the game was read")

// Text is the game as it would stand in the file it was read from, with the
// words after it that belong to no game. A game that is not edited is as it
// was read.
func (g *Game) Text() (string, error) {
	var b strings.Builder
	if err := NewWriter(&b).Write(g); err != nil {
		return "", err
	}
	if g.Edited() {
		b.WriteString(g.rest())
	}
	return b.String(), nil
}

// rest is what stands after the game in its text and belongs to none, with an
// empty line at its end; empty as a rule.
func (g *Game) rest() string {
	rest := strings.TrimLeft(g.raw[min(g.end, len(g.raw)):], " \t\r\n")
	if !utf8.ValidString(rest) {
		rest = syntax.FromWindows1252(rest)
	}
	return rest + gapAfter(rest)
}

// Exchange puts text in the place of old, which a file must hold at a byte
// offset; all other bytes stay as they are. Where the text before does not end
// with an empty line, one is put between. The text is written in the encoding of
// the file, with its line ends: now is where it lies and written how it reads there. A
// character that the file cannot hold is a [*CharsetError]. Of a file in UTF-16 places
// and texts are those of its text as UTF-8. It is as safe as [Save]: with an error the
// file is as it was.
func Exchange(path string, at int64, old, text string) (now int64, written string, err error) {
	if c := syntax.PackingOfName(path); c != "" {
		return 0, "", fmt.Errorf("%s: games in a %s file cannot be edited; save the game to another file", path, c)
	}
	err = safefile.Replace(path, func(w io.Writer, from io.Reader) error {
		file, ok := from.(io.ReadSeeker)
		if !ok {
			return ErrMoved
		}
		var mark [syntax.MagicLength]byte
		n, err := io.ReadFull(file, mark[:])
		if syntax.PackingOfText(mark[:n]) != "" {
			return fmt.Errorf("%s is compressed: save the game to another file", path)
		}
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return err
		}
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return err
		}
		now, written, err = exchange(w, file, at, old, text)
		return err
	})
	return now, written, err
}

// ExchangeText is [Exchange] in the text of a file that lies elsewhere: it returns
// the new text of all besides.
func ExchangeText(file string, at int64, old, text string) (whole string, now int64, written string, err error) {
	var b strings.Builder
	if now, written, err = exchange(&b, strings.NewReader(file), at, old, text); err != nil {
		return file, at, "", err
	}
	return b.String(), now, written, nil
}

// Piece is the text of a game at a byte offset of its file.
type Piece struct {
	At   int64
	Text string
}

// RemoveText takes games out of the text of a file, whose other bytes stay as they are.
// Where one of the games is not in its place it gives ErrMoved.
func RemoveText(file []byte, games []Piece) ([]byte, error) {
	games = slices.Clone(games)
	sorted.By(games, func(a, b Piece) int { return cmp.Compare(a.At, b.At) })
	var rest []byte
	var done int64
	for _, g := range games {
		if g.At < done || g.At > int64(len(file)) || !bytes.HasPrefix(file[g.At:], []byte(g.Text)) {
			return nil, ErrMoved
		}
		rest = append(rest, file[done:g.At]...)
		done = g.At + int64(len(g.Text))
	}
	return append(rest, file[done:]...), nil
}

// AppendText is [Append] to the text of a file that lies elsewhere, in UTF-8: it
// returns the new text of all.
func AppendText(file string, games ...*Game) (string, error) {
	var b strings.Builder
	b.WriteString(file)
	b.WriteString(gapAfter(file))
	err := writeGames(&b, games)
	return b.String(), err
}

// exchange copies a file with text in the place of old.
func exchange(w io.Writer, file io.ReadSeeker, at int64, old, text string) (now int64, written string, err error) {
	format, err := FormatOf(file)
	if err != nil {
		return 0, "", err
	}
	format = format.Of(old)
	if written, err = format.Encode(text); err != nil {
		return 0, "", err
	}
	out, in := format.writer(w), format.reader(file)
	head := &tailWriter{w: out}
	if n, err := io.CopyN(head, in, at); n < at {
		return 0, "", moved(err)
	}
	there := make([]byte, len(old))
	if _, err := io.ReadFull(in, there); err != nil || string(there) != old {
		return 0, "", moved(err)
	}
	gap := ""
	if at > 0 && !strings.HasSuffix(string(head.last), "\ufeff") {
		gap, _ = format.Encode(head.gap())
		at += int64(len(gap))
	}
	if _, err := io.WriteString(out, gap+written); err != nil {
		return 0, "", err
	}
	_, err = io.Copy(out, in)
	return at, written, err
}

// moved is the error of a file that ended too early, or of the disk.
func moved(err error) error {
	if err == nil || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return ErrMoved
	}
	return err
}

// State numbers the states a game has been in: it changes with every edit and
// comes back with Undo and Redo.
func (g *Game) State() int { return g.edits.state }

// Saved notes that a file holds the game at an offset as text, which is what
// [Exchange] has written of [Game.Text] in the given state. In that state it is not
// edited.
func (g *Game) Saved(state int, at int64, text string) {
	end := len(text)
	for _, f := range []FileFormat{{}, {lineEnd: "\r\n"}, {lineEnd: "\r"}, {latin: true}, {latin: true, lineEnd: "\r\n"}, {latin: true, lineEnd: "\r"}} {
		if rest, err := f.Encode(g.rest()); err == nil && strings.HasSuffix(text, rest) {
			end -= len(rest)
			break
		}
	}
	g.edits.saved, g.Offset = state, at
	g.raw, g.end = text, end
	g.Tags.changed = false
}

// SaveWith writes a file through write in place of what it held, as safely as
// [Save]. Nothing is changed when write gives an error.
func SaveWith(path string, write func(io.Writer) error) error {
	return safefile.Replace(path, func(w io.Writer, _ io.Reader) error { return write(w) })
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

func fileRune(r rune) bool {
	return r == '.' || r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r)
}
