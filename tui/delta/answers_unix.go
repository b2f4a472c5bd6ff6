//go:build unix

package delta

import (
	"time"

	"golang.org/x/sys/unix"
)

// CanAsk tells whether answers of the terminal can be told from keys here.
const CanAsk = true

// drainTime is how long answers are waited for at the end of a program.
const drainTime = 100 * time.Millisecond

// Drain reads the answers that have not come yet, so that the shell does not get them for
// typed text. It waits for drainTime at most, and only where some are missing.
func (f *Filter) Drain() {
	buf := make([]byte, 256)
	for end := time.Now().Add(drainTime); f.Pending(); {
		left := time.Until(end)
		if left <= 0 {
			return
		}
		fds := []unix.PollFd{{Fd: int32(f.Fd()), Events: unix.POLLIN}}
		n, err := unix.Poll(fds, int(left/time.Millisecond)+1)
		if err == unix.EINTR {
			continue
		}
		if err != nil || n == 0 {
			return
		}
		size, err := unix.Read(int(f.Fd()), buf)
		if err != nil || size <= 0 {
			return
		}
		text := append(f.held(), buf[:size]...)
		f.sift(text)
	}
}

// cellPixels is the size of a cell by what the system knows of the window; 0 where it
// knows nothing.
func (f *Filter) cellPixels() (w, h int) {
	size, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil || size.Col == 0 || size.Row == 0 {
		return 0, 0
	}
	return int(size.Xpixel / size.Col), int(size.Ypixel / size.Row)
}
