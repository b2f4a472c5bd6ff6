package serve

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/hinshun/vt10x"
	gossh "golang.org/x/crypto/ssh"
)

// visitor is somebody with an SSH client and a terminal. What the server sends
// is drawn as it comes, whether anybody looks or not.
type visitor struct {
	t    *testing.T
	name string
	line *gossh.Client
	in   io.Writer

	mu     sync.Mutex // guards screen and raw
	screen vt10x.Terminal
	raw    []byte        // all that was sent
	news   chan struct{} // has a value after output
	eof    chan struct{} // closed when the session has ended
}

// visitCols and visitRows are the size of a visitor's terminal.
const visitCols, visitRows = 80, 24

// visit opens a session; it ends with the test at the latest. Each screen that is
// drawn is shown to look, where there is one.
func visit(t *testing.T, addr, name string, auth gossh.AuthMethod, look func(*visitor)) *visitor {
	t.Helper()
	return visitOn(t, mustDial(t, addr, auth), name, look)
}

// visitOn is visit over a connection that stands.
func visitOn(t *testing.T, line *gossh.Client, name string, look func(*visitor)) *visitor {
	t.Helper()
	v := &visitor{t: t, name: name, line: line, screen: vt10x.New(vt10x.WithSize(visitCols, visitRows)),
		news: make(chan struct{}, 1), eof: make(chan struct{})}
	sess, err := v.line.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	v.in, _ = sess.StdinPipe()
	out, _ := sess.StdoutPipe()
	if err := sess.RequestPty("xterm-256color", visitRows, visitCols, nil); err != nil {
		t.Fatal(err)
	}
	if err := sess.Shell(); err != nil {
		t.Fatal(err)
	}
	go v.pump(out, look)
	t.Cleanup(v.hangUp)
	return v
}

// pump draws until the session ends.
func (v *visitor) pump(out io.Reader, look func(*visitor)) {
	defer close(v.eof)
	var rest []byte
	buf := make([]byte, 32<<10)
	for {
		n, err := out.Read(buf)
		if n > 0 {
			v.mu.Lock()
			v.raw = append(v.raw, buf[:n]...)
			rest = append(rest, buf[:n]...)
			whole := len(rest)
			for i := 1; i < min(utf8.UTFMax, whole+1); i++ { // the emulator takes whole runes only
				if utf8.RuneStart(rest[whole-i]) && !utf8.FullRune(rest[whole-i:]) {
					whole -= i
					break
				}
			}
			v.screen.Write(rest[:whole])
			v.mu.Unlock()
			rest = append(rest[:0], rest[whole:]...)
			if look != nil {
				look(v)
			}
			select {
			case v.news <- struct{}{}:
			default:
			}
		}
		if err != nil {
			return
		}
	}
}

// hangUp closes the connection and waits until nothing more comes.
func (v *visitor) hangUp() {
	v.line.Close()
	<-v.eof
}

// text is the screen.
func (v *visitor) text() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.screen.String()
}

// sent is all that the server has sent so far.
func (v *visitor) sent() []byte {
	v.mu.Lock()
	defer v.mu.Unlock()
	return bytes.Clone(v.raw)
}

// keys strikes keys.
func (v *visitor) keys(text string) {
	v.t.Helper()
	if _, err := io.WriteString(v.in, text); err != nil {
		v.t.Fatalf("%s types %q: %v\n%s", v.name, text, err, v.text())
	}
}

// until waits for a screen.
func (v *visitor) until(what string, ok func(screen string) bool) string {
	v.t.Helper()
	// Seconds are counted, not a deadline: who is stopped for a while, as by a busy machine, misses some of them.
	second := time.NewTicker(time.Second)
	defer second.Stop()
	waited := time.Duration(0)
	for ended := false; ; {
		text := v.text()
		switch {
		case ok(text):
			return text
		case ended:
			v.t.Fatalf("%s: the session ended before %s\n%s", v.name, what, text)
		}
		select {
		case <-v.news:
		case <-v.eof:
			ended = true
		case <-second.C:
			if waited += time.Second; waited < patience {
				continue
			}
			v.t.Fatalf("%s does not see %s\n%s", v.name, what, text)
		}
	}
}

// see waits until all texts stand on the screen.
func (v *visitor) see(texts ...string) string {
	v.t.Helper()
	return v.until(fmt.Sprintf("%q", texts), func(screen string) bool {
		for _, text := range texts {
			if !strings.Contains(screen, text) {
				return false
			}
		}
		return true
	})
}

// arrive opens a session with a key that is new and takes a name.
func arrive(t *testing.T, addr, name string, key gossh.Signer, look func(*visitor)) *visitor {
	t.Helper()
	v := visit(t, addr, name, gossh.PublicKeys(key), look)
	v.see("Your key is new here")
	v.keys(name + "\r")
	v.see("Welcome, " + name)
	return v
}

// printOf is the fingerprint by which the server knows a key.
func printOf(key gossh.Signer) string {
	sum := sha256.Sum256(key.PublicKey().Marshal())
	return hex.EncodeToString(sum[:])
}

// opens presses the number that an entry of the menu has.
func (v *visitor) opens(entry string) {
	v.t.Helper()
	number := regexp.MustCompile(`([1-9]) ` + regexp.QuoteMeta(entry) + `(?: |\n|$)`)
	v.until("the entry "+entry, number.MatchString)
	v.keys(number.FindStringSubmatch(v.text())[1])
}
