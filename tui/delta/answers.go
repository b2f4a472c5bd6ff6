package delta

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Filter is a terminal's input without its answers to what Screen asks, however late they
// come: no key waits for them and none is made of them.
type Filter struct {
	*os.File
	// Tell is called with what the answers say, by the goroutine that reads.
	Tell func(GraphicsMsg)

	mu     sync.Mutex
	until  time.Time // when answers are no longer expected
	begun  []byte    // an answer whose end has not come yet
	kitty  bool      // the picture of Kitty's protocol was taken
	name   string    // of the terminal
	w, h   int       // pixels of a cell
	answer *GraphicsMsg
}

// patience is how long the beginning of an answer is held back, as far as it could be a
// key as well.
const patience = 2 * time.Second

// expect tells that the terminal was asked.
func (f *Filter) expect() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.until = time.Now().Add(patience)
}

// Pending tells whether answers may still come.
func (f *Filter) Pending() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return time.Now().Before(f.until)
}

// beginnings of answers. A lone escape is a key and never held.
var beginnings = []string{"\x1b_G", "\x1bP>|", "\x1b[6;", "\x1b[?"}

// longestAnswer is how long something may be that begins like an answer.
const longestAnswer = 128

// Read implements io.Reader.
func (f *Filter) Read(p []byte) (int, error) {
	held := copy(p[:len(p)/2], f.held())
	n, err := f.File.Read(p[held:])
	n, answer := f.sift(p[:held+max(n, 0)])
	if answer != nil && f.Tell != nil {
		f.Tell(*answer)
	}
	return n, err
}

// held is the beginning of an answer that came last.
func (f *Filter) held() []byte {
	f.mu.Lock()
	defer f.mu.Unlock()
	text := f.begun
	f.begun = nil
	return text
}

// sift takes answers out of a text in place and gives the length of the rest, and what
// the answers say when the last has come.
func (f *Filter) sift(text []byte) (int, *GraphicsMsg) {
	f.mu.Lock()
	defer f.mu.Unlock()
	out, expected := 0, time.Now().Before(f.until)
	f.answer = nil
	for i := 0; i < len(text); {
		if text[i] == 0x1b {
			n, whole := answerLength(text[i:])
			if n > 0 && !whole && expected {
				f.begun = bytes.Clone(text[i:])
				break
			}
			if n > 0 && whole && f.take(string(text[i:i+n])) {
				i += n
				continue
			}
		}
		text[out] = text[i]
		out, i = out+1, i+1
	}
	return out, f.answer
}

// answerLength is how long the answer is that a text begins with, and whether all of it
// is there; 0 when it begins with something else.
func answerLength(text []byte) (n int, whole bool) {
	for _, begin := range beginnings {
		if !bytes.HasPrefix(text, []byte(begin)) {
			if len(text) > 1 && bytes.HasPrefix([]byte(begin), text) {
				return len(text), false
			}
			continue
		}
		for i := len(begin); i < min(len(text), longestAnswer); i++ {
			c := text[i]
			switch {
			case begin[1] != '[' && c == '\\' && text[i-1] == 0x1b:
				return i + 1, true
			case begin[1] == '[' && c >= '@' && c <= '~':
				return i + 1, true
			case begin[1] == '[' && (c < '0' || c > ';'):
				return 0, false
			}
		}
		if len(text) >= longestAnswer {
			return 0, false
		}
		return len(text), false
	}
	return 0, false
}

// take reads an answer; false where it is none of ours, and perhaps a key.
func (f *Filter) take(answer string) bool {
	body := answer[2 : len(answer)-1]
	switch last := answer[len(answer)-1]; {
	case strings.HasPrefix(answer, "\x1b_G"):
		f.kitty = strings.Contains(answer, ";OK")
	case strings.HasPrefix(answer, "\x1bP>|"):
		f.name = strings.TrimSuffix(answer[4:], "\x1b\\")
	case last == 't':
		parts := strings.Split(body, ";")
		if len(parts) != 3 {
			return false
		}
		f.h, _ = strconv.Atoi(parts[1])
		f.w, _ = strconv.Atoi(parts[2])
	case last == 'c' && body[0] == '?':
		f.told(strings.Split(body[1:], ";"))
	default:
		return false
	}
	return true
}

// most pixels of a cell that are believed.
const mostPixels = 200

// told concludes from the answers, of which the last has come: it lists what the
// terminal can, 4 for sixel.
func (f *Filter) told(abilities []string) {
	var msg GraphicsMsg
	if f.w <= 0 || f.h <= 0 {
		f.w, f.h = f.cellPixels()
	}
	known := f.w > 0 && f.h > 0 && f.w <= mostPixels && f.h <= mostPixels
	if known {
		msg.CellW, msg.CellH = f.w, f.h
	}
	switch {
	case f.kitty && showsPlaceholders(f.name):
		msg.Graphics = Kitty
	case known:
		for _, a := range abilities[1:] {
			if a == "4" {
				msg.Graphics = Sixel
			}
		}
	}
	f.kitty, f.until, f.answer = false, time.Time{}, &msg
}

// showsPlaceholders tells whether a terminal of Kitty's protocol shows pictures where
// signs of text say so: Ghostty, and kitty from 0.28 on.
func showsPlaceholders(name string) bool {
	if strings.HasPrefix(strings.ToLower(name), "ghostty") {
		return true
	}
	version, ok := strings.CutPrefix(name, "kitty(")
	if !ok {
		return false
	}
	parts := strings.Split(strings.TrimSuffix(version, ")"), ".")
	if len(parts) < 2 {
		return false
	}
	major, _ := strconv.Atoi(parts[0])
	minor, _ := strconv.Atoi(parts[1])
	return major > 0 || minor >= 28
}
