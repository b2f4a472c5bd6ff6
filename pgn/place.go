package pgn

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// errMoved is returned where the text of a game is no longer in its place.
var errMoved = errors.New("the file was changed since the game was read")

// Text is the game as it would stand in the file it was read from, with the
// words behind it that belong to no game. A game that is not edited is as it
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

// rest is what stands behind the game in its text and belongs to none, with an
// empty line at its end; empty as a rule.
func (g *Game) rest() string {
	rest := strings.TrimLeft(g.raw[min(g.end, len(g.raw)):], " \t\r\n")
	if !utf8.ValidString(rest) {
		rest = fromLatin(rest)
	}
	return rest + gapBehind(rest)
}

// Exchange puts text in the place of old, which a file must hold at a byte
// offset; all other bytes stay as they are. Where the text before does not end
// with an empty line, one is put between. The new place of text is returned. It
// is as safe as [Save]: with an error the file is as it was.
func Exchange(path string, at int64, old, text string) (int64, error) {
	if c := compression(path); c != "" {
		return 0, fmt.Errorf("%s: games cannot be changed in a %s file; save the game as another file", path, c)
	}
	err := replace(path, func(w io.Writer, file io.Reader) error {
		if file == nil {
			return errMoved
		}
		var mark [longestMagic]byte
		n, err := io.ReadFull(file, mark[:])
		if mustSpool(mark[:n]) {
			return fmt.Errorf("%s is packed or in UTF-16: save the game as another file", path)
		}
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return err
		}
		at, err = exchange(w, io.MultiReader(bytes.NewReader(mark[:n]), file), at, old, text)
		return err
	})
	return at, err
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
	b.WriteString(gapBehind(file))
	err := writeAll(&b, games)
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
