// Package delta draws a Bubble Tea program on a terminal by the cells that
// have changed. It takes the place of the library's own renderer, which writes
// changed rows whole and wakes for every frame whether or not there is one.
package delta

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

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

	mu     sync.Mutex
	w      io.Writer
	parser *ansi.Parser
	out    bytes.Buffer // what goes to w next

	open  bool
	tame  *term.State // of Keys before the screen was opened
	lines []string    // of the frame that is shown
	shown []row       // what the terminal shows; a nil row is not known

	at  [2]int // the terminal's cursor, column and row; -1 unknown
	ink pen    // the terminal's colours
}

// NewScreen makes a screen on w, which is not written to before Open.
func NewScreen(w io.Writer) *Screen {
	return &Screen{Together: true, w: w, parser: ansi.NewParser(), at: [2]int{-1, -1}}
}

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
	_, err := io.WriteString(s.w, "\x1b[m"+opening)
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
	_, err := io.WriteString(s.w, closing)
	if s.tame != nil {
		err = errors.Join(err, term.Restore(s.Keys.Fd(), s.tame))
	}
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
	s.lines, s.shown, s.at = nil, nil, [2]int{-1, -1}
}

// Show draws a frame: rows of text and colours parted by line feeds, which
// must fit the terminal. Sequences that neither colour nor move, for the title
// or the clipboard, go through where a row has changed. It writes once, or not
// at all when nothing has changed. While the screen is closed it does nothing.
func (s *Screen) Show(frame string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.open {
		return nil
	}
	s.out.Reset()
	if s.Together {
		s.out.WriteString("\x1b[?2026h")
	}
	start := s.out.Len()
	lines := strings.Split(frame, "\n")
	for y, line := range lines {
		if y < len(s.lines) && s.lines[y] == line {
			continue
		}
		s.show(y, s.read(line))
	}
	for y := len(lines); y < len(s.lines); y++ {
		s.show(y, row{})
	}
	s.lines = lines
	if s.out.Len() == start {
		return nil
	}
	s.dip(pen{}, false) // nobody who writes after us shall inherit our colours
	if s.Together {
		s.out.WriteString("\x1b[?2026l")
	}
	_, err := s.w.Write(s.out.Bytes())
	if err != nil {
		s.forget()
	}
	return err
}

// show draws a row.
func (s *Screen) show(y int, is row) {
	for len(s.shown) <= y {
		s.shown = append(s.shown, nil)
	}
	switch was := s.shown[y]; {
	case was == nil, (was.odd() || is.odd()) && !slices.Equal(was[:was.end()], is[:is.end()]):
		s.rewrite(y, is)
	case !was.odd():
		s.renew(y, was, is)
	}
	s.shown[y] = is
}

// rewrite writes a row of which nothing is known. It erases first: after a
// sign in the last column, terminals would erase that sign.
func (s *Screen) rewrite(y int, is row) {
	s.move(0, y)
	s.dip(pen{}, false)
	s.out.WriteString("\x1b[K")
	s.write(is[:is.end()])
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
			} else if is.at(at).pen != is.at(last-1).pen || len(is.at(at).sign) > 1 {
				break
			}
		}
		s.move(x, y)
		s.write(is[x:last])
		x = last
	}
	if was.end() > end {
		s.move(end, y)
		s.dip(pen{}, false)
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

// write writes cells at the terminal's cursor.
func (s *Screen) write(cells row) {
	for _, c := range cells {
		if c.sign == "" {
			continue
		}
		s.dip(c.pen, c.sign == " ")
		s.out.WriteString(c.sign)
		s.at[0]++
	}
	if cells.odd() {
		s.at = [2]int{-1, -1} // terminals do not agree on the width of some signs
	}
}

// dip gives the terminal the colours of p. For a blank its foreground does not
// matter.
func (s *Screen) dip(p pen, blank bool) {
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
