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

	"rookery/pgn/internal/syntax"
	"rookery/pgn/safefile"
)

// Save writes games to a file in place of what it held. The old file stays
// whole until the new one is on the disk: the games are written beside it,
// synced and renamed. A symbolic link is followed; an existing file keeps its
// permissions, a new one may be read and written by its owner only.
func Save(path string, games ...*Game) error {
	return safefile.Replace(path, func(w io.Writer, _ io.Reader) error { return writeGames(w, games) })
}

// Append adds games after those that a file holds, whose bytes it does not
// touch; without a file it is Save. It is as safe as Save.
func Append(path string, games ...*Game) error {
	if c := syntax.PackingOfName(path); c != "" {
		return fmt.Errorf("%s: games cannot be added to a %s file; unpack it first", path, c)
	}
	return safefile.Replace(path, func(w io.Writer, old io.Reader) error {
		if err := copyCollection(w, old); err != nil {
			return err
		}
		return writeGames(w, games)
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

// copyCollection copies a collection and ends it with an empty line. UTF-16 becomes
// UTF-8, since what follows is UTF-8.
func copyCollection(w io.Writer, old io.Reader) error {
	if old == nil {
		return nil
	}
	var head [2]byte
	n, err := io.ReadFull(old, head[:])
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	old = io.MultiReader(bytes.NewReader(head[:n]), old)
	if order := syntax.ByteOrder(head[:n]); order != nil {
		old = syntax.FromUTF16(old, order)
	}
	tail := &tailWriter{w: w}
	if _, err := io.Copy(tail, old); err != nil {
		return err
	}
	_, err = io.WriteString(w, tail.gap())
	return err
}

// tailWriter remembers the last bytes that went through it.
type tailWriter struct {
	w    io.Writer
	last []byte
}

func (t *tailWriter) Write(p []byte) (int, error) {
	t.last = append(t.last, p[max(len(p)-8, 0):]...)
	t.last = t.last[max(len(t.last)-8, 0):]
	return t.w.Write(p)
}

// gap is what must follow so that the next game stands apart.
func (t *tailWriter) gap() string {
	return gapAfter(string(t.last))
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

var errMoved = errors.New("the file has changed since the game was read")

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
// with an empty line, one is put between. The new place of text is returned. It
// is as safe as [Save]: with an error the file is as it was.
func Exchange(path string, at int64, old, text string) (int64, error) {
	if c := syntax.PackingOfName(path); c != "" {
		return 0, fmt.Errorf("%s: games in a %s file cannot be edited; save the game to another file", path, c)
	}
	err := safefile.Replace(path, func(w io.Writer, file io.Reader) error {
		if file == nil {
			return errMoved
		}
		var mark [syntax.MagicLength]byte
		n, err := io.ReadFull(file, mark[:])
		if syntax.MustUnpack(mark[:n]) {
			return fmt.Errorf("%s is compressed or in UTF-16: save the game to another file", path)
		}
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return err
		}
		at, err = exchange(w, io.MultiReader(bytes.NewReader(mark[:n]), file), at, old, text)
		return err
	})
	return at, err
}

// Piece is the text of a game at a byte offset of its file.
type Piece struct {
	At   int64
	Text string
}

// Remove takes games out of a file, whose other bytes stay as they are. It is as
// safe as [Save]; where one of the games is not in its place nothing is changed.
func Remove(path string, games []Piece) error {
	games = slices.SortedFunc(slices.Values(games), func(a, b Piece) int { return cmp.Compare(a.At, b.At) })
	return safefile.Replace(path, func(w io.Writer, file io.Reader) error {
		if file == nil {
			return errMoved
		}
		var done int64
		for _, g := range games {
			if n, err := io.CopyN(w, file, g.At-done); g.At < done || n < g.At-done {
				return moved(err)
			}
			there := make([]byte, len(g.Text))
			if _, err := io.ReadFull(file, there); err != nil || string(there) != g.Text {
				return moved(err)
			}
			done = g.At + int64(len(g.Text))
		}
		_, err := io.Copy(w, file)
		return err
	})
}

// ExchangeText is [Exchange] in the text of a file that lies elsewhere: it returns
// the new text of all, and where in it the text of the game is.
func ExchangeText(file string, at int64, old, text string) (whole string, now int64, err error) {
	var b strings.Builder
	if now, err = exchange(&b, strings.NewReader(file), at, old, text); err != nil {
		return file, at, err
	}
	return b.String(), now, nil
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

// exchange copies a file with text in the place of old and tells where text is.
func exchange(w io.Writer, file io.Reader, at int64, old, text string) (int64, error) {
	head := &tailWriter{w: w}
	if n, err := io.CopyN(head, file, at); n < at {
		return 0, moved(err)
	}
	there := make([]byte, len(old))
	if _, err := io.ReadFull(file, there); err != nil || string(there) != old {
		return 0, moved(err)
	}
	if gap := head.gap(); at > 0 && string(head.last) != "\ufeff" {
		at += int64(len(gap))
		text = gap + text
	}
	if _, err := io.WriteString(w, text); err != nil {
		return 0, err
	}
	_, err := io.Copy(w, file)
	return at, err
}

// moved is the error of a file that ended too early, or of the disk.
func moved(err error) error {
	if err == nil || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errMoved
	}
	return err
}

// State numbers the states a game has been in: it changes with every edit and
// comes back with Undo and Redo.
func (g *Game) State() int { return g.edits.state }

// Saved notes that a file holds the game at an offset as text, which is what
// [Game.Text] gave in the given state. In that state it is not edited.
func (g *Game) Saved(state int, at int64, text string) {
	end := len(strings.TrimSuffix(text, g.rest()))
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
