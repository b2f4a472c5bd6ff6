package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/creack/pty"
	"github.com/hinshun/vt10x"

	"rookery/cmd/internal/clitest"
)

// patience is how long a test waits for a screen before it gives up. It is
// generous: a waiting test goes on at the very moment its screen arrives.
const patience = 30 * time.Second

// terminal is the real program in a pseudo-terminal, with an emulator that
// keeps the screen a player would see.
type terminal struct {
	tb   testing.TB
	cmd  *exec.Cmd
	pty  *os.File
	home clitest.Home

	mu     sync.Mutex // guards screen and raw
	screen vt10x.Terminal
	raw    []byte // everything the program wrote

	news chan struct{} // gets a value after output, holds at most one
	eof  chan struct{} // closed when the program has closed its terminal
	exit chan error    // gets what the program's end was
}

// start runs rookery with args in a terminal of cols by rows characters. It is
// killed when the test ends, if it has not ended before.
func start(tb testing.TB, h clitest.Home, cols, rows int, args ...string) *terminal {
	tb.Helper()
	return startWith(tb, h, nil, cols, rows, args...)
}

// startWith is start with more variables in the environment.
func startWith(tb testing.TB, h clitest.Home, env []string, cols, rows int, args ...string) *terminal {
	tb.Helper()
	return startCommand(tb, h, env, cols, rows, exec.Command(program, args...))
}

// startCommand is startWith for any command.
func startCommand(tb testing.TB, h clitest.Home, env []string, cols, rows int, cmd *exec.Cmd) *terminal {
	tb.Helper()
	t := &terminal{
		tb:     tb,
		cmd:    cmd,
		home:   h,
		screen: vt10x.New(vt10x.WithSize(cols, rows)),
		news:   make(chan struct{}, 1),
		eof:    make(chan struct{}),
		exit:   make(chan error, 1),
	}
	t.cmd.Env = append(h.Environ(), env...)
	t.cmd.Dir = string(h)
	var err error
	t.pty, err = pty.StartWithSize(t.cmd, &pty.Winsize{Cols: uint16(cols), Rows: uint16(rows)})
	if err != nil {
		tb.Fatal(err)
	}
	go t.pump()
	go func() {
		err := t.cmd.Wait()
		<-t.eof // its last words first
		t.exit <- err
	}()
	tb.Cleanup(t.kill)
	return t
}

// pump feeds the emulator until the program closes its terminal.
func (t *terminal) pump() {
	defer close(t.eof)
	var pending []byte
	buf := make([]byte, 32<<10)
	for {
		n, err := t.pty.Read(buf)
		if n > 0 {
			pending = append(pending, buf[:n]...)
			ready, rest := complete(pending)
			t.mu.Lock()
			t.raw = append(t.raw, buf[:n]...)
			// The emulator takes whole runes only, and no sequence with a
			// private prefix it does not know.
			_, werr := t.screen.Write(sifted(ready))
			t.mu.Unlock()
			if werr != nil {
				return
			}
			pending = append(pending[:0], rest...)
			select {
			case t.news <- struct{}{}:
			default:
			}
		}
		if err != nil {
			return
		}
	}
}

// complete splits output where the emulator can take it: before an escape
// sequence or a rune that is not whole yet.
func complete(out []byte) (ready, rest []byte) {
	end := len(out)
	if i := bytes.LastIndexByte(out, 0x1b); i >= 0 && !sequenceEnds(out[i:]) {
		end = i
	}
	for i := 1; i <= utf8.UTFMax && i <= end; i++ {
		if b := out[end-i]; utf8.RuneStart(b) {
			if !utf8.FullRune(out[end-i : end]) {
				end -= i
			}
			break
		}
	}
	return out[:end], out[end:]
}

// sequenceEnds tells whether the escape sequence at the start of seq is whole.
func sequenceEnds(seq []byte) bool {
	if len(seq) < 2 {
		return false
	}
	switch seq[1] {
	case '[':
		return bytes.ContainsFunc(seq[2:], func(r rune) bool { return r >= 0x40 && r <= 0x7e })
	case ']', 'P', '_', '^':
		return bytes.IndexByte(seq, '\a') >= 0 || bytes.Contains(seq, []byte("\x1b\\"))
	case '(':
		return len(seq) > 2
	}
	return true
}

// sifted drops control sequences that the emulator would take for others: those
// whose parameters begin with <, = or > (keyboard and version questions).
func sifted(out []byte) []byte {
	var kept []byte
	for {
		i := bytes.Index(out, []byte("\x1b["))
		if i < 0 || i+2 >= len(out) {
			return append(kept, out...)
		}
		if c := out[i+2]; c != '<' && c != '=' && c != '>' {
			kept = append(kept, out[:i+2]...)
			out = out[i+2:]
			continue
		}
		kept = append(kept, out[:i]...)
		end := bytes.IndexFunc(out[i+3:], func(r rune) bool { return r >= 0x40 && r <= 0x7e })
		if end < 0 {
			return kept
		}
		out = out[i+3+end+1:]
	}
}

// text is the screen as lines without trailing spaces.
func (t *terminal) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(strings.ReplaceAll(t.screen.String(), "\x00", " "), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// output is everything the program has written so far, escape sequences and all.
func (t *terminal) output() []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	return bytes.Clone(t.raw)
}

// never holds that the program has not written a text so far; why says what is wrong if it has.
func (t *terminal) never(text, why string) {
	t.tb.Helper()
	if bytes.Contains(t.output(), []byte(text)) {
		t.tb.Error(why)
	}
}

// find gives the column and row, from 0, of the first place where the screen
// shows s.
func (t *terminal) find(s string) (col, row int, ok bool) {
	for row, line := range strings.Split(t.text(), "\n") {
		if before, _, ok := strings.Cut(line, s); ok {
			return utf8.RuneCountInString(before), row, true
		}
	}
	return 0, 0, false
}

// until waits for a screen that fulfils ok and returns it; what says in the
// failure what was waited for.
func (t *terminal) until(what string, ok func(screen string) bool) string {
	t.tb.Helper()
	deadline := time.NewTimer(patience)
	defer deadline.Stop()
	for {
		screen := t.text()
		if ok(screen) {
			return screen
		}
		select {
		case <-t.news:
		case <-t.eof:
			// One more look: the last output may have come with the end.
			if screen = t.text(); ok(screen) {
				return screen
			}
			t.fail("the program ended while the test waited for " + what)
		case <-deadline.C:
			t.fail("no screen with " + what)
		}
	}
}

// see waits until the screen shows every one of texts.
func (t *terminal) see(texts ...string) string {
	t.tb.Helper()
	return t.until(fmt.Sprintf("%q", texts), func(screen string) bool {
		for _, s := range texts {
			if !strings.Contains(screen, s) {
				return false
			}
		}
		return true
	})
}

// fail ends the test with the screen as it stands.
func (t *terminal) fail(what string) {
	t.tb.Helper()
	tail := t.output()
	if len(tail) > 600 {
		tail = tail[len(tail)-600:]
	}
	t.tb.Fatalf("%s\n┌─ screen ─\n│%s\n└─\nlast output: %q",
		what, strings.ReplaceAll(t.text(), "\n", "\n│"), tail)
}

// keys are the bytes a terminal sends for keys with names.
var keys = map[string]string{
	"enter": "\r", "esc": "\x1b", "tab": "\t", "shift+tab": "\x1b[Z", "space": " ", "backspace": "\x7f",
	"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D",
	"home": "\x1b[H", "end": "\x1b[F", "pgup": "\x1b[5~", "pgdown": "\x1b[6~", "delete": "\x1b[3~",
	"f1": "\x1bOP", "f2": "\x1bOQ", "f3": "\x1bOR", "f4": "\x1bOS", "f5": "\x1b[15~", "f6": "\x1b[17~", "f7": "\x1b[18~", "f8": "\x1b[19~",
}

// press sends keys by name ("enter", "ctrl+r", "left"); a single character
// stands for itself. A number after an asterisk repeats: "down*3".
func (t *terminal) press(names ...string) {
	t.tb.Helper()
	for _, name := range names {
		name, times, repeated := strings.Cut(name, "*")
		n := 1
		if repeated {
			if _, err := fmt.Sscan(times, &n); err != nil {
				t.tb.Fatalf("key %q: %v", name, err)
			}
		}
		seq, ok := keys[name]
		switch {
		case ok:
		case strings.HasPrefix(name, "ctrl+") && len(name) == len("ctrl+")+1:
			seq = string(rune(name[len(name)-1] & 0x1f))
		case utf8.RuneCountInString(name) == 1:
			seq = name
		default:
			t.tb.Fatalf("no key is called %q", name)
		}
		t.write(strings.Repeat(seq, n))
	}
}

// enter types text and presses Enter.
func (t *terminal) enter(text string) {
	t.tb.Helper()
	t.write(text + "\r")
}

// write sends bytes as they are.
func (t *terminal) write(s string) {
	t.tb.Helper()
	if _, err := io.WriteString(t.pty, s); err != nil {
		t.fail(fmt.Sprintf("typing %q: %v", s, err))
	}
}

// click presses and releases the left mouse button at a column and row from 0.
func (t *terminal) click(col, row int) {
	t.tb.Helper()
	t.write(fmt.Sprintf("\x1b[<0;%d;%dM\x1b[<0;%d;%dm", col+1, row+1, col+1, row+1))
}

// resize gives the terminal another size, as a player does who drags its corner.
func (t *terminal) resize(cols, rows int) {
	t.tb.Helper()
	t.mu.Lock()
	t.screen.Resize(cols, rows)
	t.mu.Unlock()
	if err := pty.Setsize(t.pty, &pty.Winsize{Cols: uint16(cols), Rows: uint16(rows)}); err != nil {
		t.tb.Fatal(err)
	}
}

// ends waits for the program's own end and gives its exit status.
func (t *terminal) ends() int {
	t.tb.Helper()
	select {
	case err := <-t.exit:
		t.exit <- err // for kill
		return clitest.Status(t.tb, err)
	case <-time.After(patience):
		t.fail("the program does not end")
		return -1
	}
}

// kill ends the program at once, as a power cut would, and waits for it.
func (t *terminal) kill() {
	t.cmd.Process.Kill()
	err := <-t.exit
	t.exit <- err
	t.pty.Close()
}

// run runs rookery without a terminal, as a script does.
func run(tb testing.TB, stdin string, args ...string) clitest.Answer {
	tb.Helper()
	return clitest.RunProgram(tb, program, stdin, args...)
}
