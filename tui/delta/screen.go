// Package delta draws a Bubble Tea program on a terminal by the cells that
// have changed. It takes the place of the library's own renderer, which writes
// changed rows whole and wakes for every frame whether or not there is one. It imports
// nothing of ours. Start reading with [NewProgram], then [Screen].
package delta

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
)

// Screen is the full screen of a terminal. It may be used by several
// goroutines.
type Screen struct {
	// Together has the terminal show each change as a whole (mode 2026).
	// Terminals that do not know the mode ignore it.
	Together bool
	// Gap is the least time between two frames; 0 for that of a terminal at hand.
	Gap time.Duration
	// Stays keeps the program from being suspended, where no shell could go on
	// with it.
	Stays bool
	// Keys is the terminal's input, which gives every key at once and unseen
	// while the screen is open; nil for an input that needs no such thing.
	Keys term.File
	// Pictures are those that signs made by PictureSign show; nil for none.
	Pictures Pictures
	// Answers reads what the terminal answers when it is asked whether it shows pictures;
	// nil where it must not be asked. Asks has Open ask.
	Answers *Filter
	Asks    bool

	mu     sync.Mutex
	w      io.Writer
	parser ansi.Parser
	out    bytes.Buffer // what goes to w next
	cells  row          // of the line that is being read

	open  bool
	tame  *term.State // of Keys before the screen was opened
	lines []string    // of the frame that is shown
	shown []row       // what the terminal shows; a nil row is not known

	palette []pen         // that cells are drawn with; the first one is the zero pen
	inks    map[pen]int32 // places in it from fewInks on
	pics    pictures
	at      [2]int // the terminal's cursor, column and row; -1 unknown
	ink     pen    // the terminal's colours
}

// NewScreen makes a screen on w, which is not written to before Open.
func NewScreen(w io.Writer) *Screen {
	s := &Screen{Together: true, w: w, at: [2]int{-1, -1}, palette: []pen{{}}}
	s.parser.SetParamsSize(mostParams)
	return s
}

// mostParams is how many parameters of a sequence are looked at.
const mostParams = 32

// What opens and closes a full screen: the terminal's title is kept, the other
// screen shown and emptied, the cursor hidden, the mouse's buttons and pasting
// reported; and the same the other way round.
const (
	opening = "\x1b[22;2t" + ansi.SetModeAltScreenSaveCursor + ansi.EraseEntireScreen + ansi.CursorHomePosition +
		"\x1b[?25l\x1b[?1002h\x1b[?1006h\x1b[?2004h"
	closing = "\x1b[m\x1b[?2004l\x1b[?1006l\x1b[?1002l\x1b[?25h" + ansi.ResetModeAltScreenSaveCursor + "\x1b[23;2t"
)

// Open takes the terminal.
func (s *Screen) Open() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open {
		return nil
	}
	if s.Keys != nil {
		var err error
		if s.tame, err = term.MakeRaw(s.Keys.Fd()); err != nil {
			return err
		}
	}
	s.open = true
	s.forget()
	s.ink = pen{}
	s.pics.sent = nil // a terminal may keep the pictures of its two screens apart
	text := "\x1b[m" + opening
	if s.Asks && s.Answers != nil {
		s.Answers.expect()
		text += questions
	}
	_, err := io.WriteString(s.w, text)
	return err
}

// Close gives the terminal back as it was. Closing twice does nothing.
func (s *Screen) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.open {
		return nil
	}
	s.open = false
	_, err := io.WriteString(s.w, s.forgetKitty()+closing)
	if s.tame != nil {
		err = errors.Join(err, term.Restore(s.Keys.Fd(), s.tame))
	}
	return err
}

// Ask asks the terminal whether it shows pictures, if that is allowed.
func (s *Screen) Ask() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.open || s.Answers == nil {
		return nil
	}
	s.Answers.expect()
	_, err := io.WriteString(s.w, questions)
	return err
}

// Forget tells that the terminal may show anything, after a change of its
// size for instance: the next frame is drawn in full.
func (s *Screen) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forget()
}

func (s *Screen) forget() {
	s.lines, s.shown, s.palette, s.inks, s.at = nil, nil, s.palette[:1], nil, [2]int{-1, -1}
}

// Show draws a frame: rows of text and colours parted by line feeds, which
// must fit the terminal. Sequences that neither colour nor move, for the title
// or the clipboard, go through where a row has changed. It writes once, or not
// at all when nothing has changed. While the screen is closed it does nothing.
func (s *Screen) Show(frame string) error { return s.draw(strings.SplitSeq(frame, "\n")) }

// ShowRows draws a frame whose rows are apart; see Show.
func (s *Screen) ShowRows(rows []string) error { return s.draw(slices.Values(rows)) }

func (s *Screen) draw(rows iter.Seq[string]) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.open {
		return nil
	}
	if len(s.palette) > mostInks {
		s.forget()
	}
	s.out.Reset()
	if s.Together {
		s.out.WriteString("\x1b[?2026h")
	}
	start, y := s.out.Len(), 0
	for line := range rows {
		if y == len(s.lines) {
			s.lines = append(s.lines, "\n") // like no line
		}
		same := s.lines[y] == line
		s.lines[y] = line // the model may keep it: then both have one
		if !same {
			r, clusters := s.read(line)
			s.show(y, r, clusters)
		}
		y++
	}
	for gone := y; gone < len(s.lines); gone++ {
		s.show(gone, nil, nil)
	}
	clear(s.lines[y:])
	s.lines = s.lines[:y]
	if s.out.Len() == start {
		return nil
	}
	s.paintSixels()
	s.setPen(pen{}, false) // nobody who writes after us shall inherit our colours
	if s.Together {
		s.out.WriteString("\x1b[?2026l")
	}
	_, err := s.w.Write(s.out.Bytes())
	if err != nil {
		s.forget()
	}
	if s.out.Cap() > keptBytes { // a whole frame: the next ones are changes
		s.out = bytes.Buffer{}
	}
	return err
}

// keptBytes is how large a buffer is kept for the next frame.
const keptBytes = 2 << 10

// show draws a row, which may have signs that are not one character of one column.
func (s *Screen) show(y int, is row, clusters []string) {
	for len(s.shown) <= y {
		s.shown = append(s.shown, nil)
	}
	was := s.shown[y]
	if was == nil || clusters != nil {
		s.rewrite(y, is, clusters)
	} else {
		s.renew(y, was, is)
	}
	if clusters != nil {
		s.shown[y] = nil // the next one is written whole, too
		return
	}
	end := is.end()
	if was == nil || cap(was) < end {
		was = make(row, 0, end)
	}
	s.shown[y] = append(was[:0], is[:end]...)
}

// rewrite writes a row of which nothing is known. It erases first: after a
// sign in the last column, terminals would erase that sign.
func (s *Screen) rewrite(y int, is row, clusters []string) {
	s.move(0, y)
	s.setPen(pen{}, false)
	s.out.WriteString("\x1b[K")
	s.write(is[:is.end()], clusters, 0, y)
}

// renew writes the cells of a row that have changed.
func (s *Screen) renew(y int, was, is row) {
	end := is.end()
	for x := 0; x < end; {
		if was.at(x) == is.at(x) {
			x++
			continue
		}
		last := x + 1 // after the last changed cell of the run
		for at := last; at < end && at-last <= cheapGap; at++ {
			if was.at(at) != is.at(at) {
				last = at + 1
			} else if is.at(at).ink != is.at(last-1).ink || is.at(at).sign >= utf8.RuneSelf {
				break
			}
		}
		s.move(x, y)
		s.write(is[x:last], nil, x, y)
		x = last
	}
	if was.end() > end {
		s.move(end, y)
		s.setPen(pen{}, false)
		s.out.WriteString("\x1b[K")
	}
}

// cheapGap is the number of unchanged signs that are cheaper written again
// than skipped.
const cheapGap = 4

// move brings the terminal's cursor to a place.
func (s *Screen) move(x, y int) {
	switch {
	case s.at == [2]int{x, y}:
		return
	case s.at[1] == y && s.at[0] >= 0 && x > s.at[0]:
		s.out.WriteString("\x1b[")
		if n := x - s.at[0]; n > 1 {
			s.number(n)
		}
		s.out.WriteByte('C')
	case x == 0:
		s.out.WriteString("\x1b[")
		s.number(y + 1)
		s.out.WriteByte('H')
	default:
		s.out.WriteString("\x1b[")
		s.number(y + 1)
		s.out.WriteByte(';')
		s.number(x + 1)
		s.out.WriteByte('H')
	}
	s.at = [2]int{x, y}
}

func (s *Screen) number(n int) {
	var digits [8]byte
	s.out.Write(strconv.AppendInt(digits[:0], int64(n), 10))
}

// write writes cells at the terminal's cursor, which stands at x, y.
func (s *Screen) write(cells row, clusters []string, x, y int) {
	for i, c := range cells {
		if c.sign == 0 {
			continue
		}
		if number, col, row, ok := s.picture(c.sign); ok {
			s.writePicture(s.palette[c.ink], number, col, row, x+i, y)
			s.at[0]++
			continue
		}
		if c.sign >= firstPictureSign && c.sign <= lastPictureSign { // of no picture
			c.sign = '?'
		}
		s.setPen(s.palette[c.ink], c.sign == ' ')
		if c.sign < 0 {
			s.out.WriteString(clusters[-c.sign-1])
		} else {
			s.out.WriteRune(c.sign)
		}
		s.at[0]++
	}
	if clusters != nil {
		s.at = [2]int{-1, -1} // terminals do not agree on the width of some signs
	}
}

// setPen gives the terminal the colours of p. For a blank its foreground does not
// matter.
func (s *Screen) setPen(p pen, blank bool) {
	if blank && p.attr&seenOnBlank == 0 {
		if s.ink.attr&seenOnBlank == 0 {
			p.attr = s.ink.attr
		}
		p.front = s.ink.front
	}
	if p != s.ink {
		s.out.Write(s.ink.change(p, nil))
		s.ink = p
	}
}
