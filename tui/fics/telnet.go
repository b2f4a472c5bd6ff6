package fics

import (
	"bufio"
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"time"
)

// Telnet's commands, of RFC 854.
const (
	telnetSE   = 240
	telnetSB   = 250
	telnetWill = 251
	telnetDo   = 253
	telnetDont = 254
	telnetIAC  = 255
	telnetEcho = 1 // the option that servers offer while a password is written
)

// Marks of an answer to a command, which has the number of the command: "iset block 1" asks for them.
const (
	blockStart = 21
	blockPart  = 22
	blockEnd   = 23
)

// mostLine is how long a line may be that is believed, in bytes, and mostReply how long an answer.
const mostLine, mostReply = 8 << 10, 1 << 20

// errLong refuses what is too long.
var errLong = errors.New("FICS sent more than can be right")

// wire is a telnet connection: bytes of text in and out, without telnet's own.
type wire struct {
	conn net.Conn
	in   *bufio.Reader

	mu     sync.Mutex // of writing
	sealer *sealer    // nil without timeseal
}

func newWire(conn net.Conn) *wire { return &wire{conn: conn, in: bufio.NewReader(conn)} }

// seal begins timeseal, before anything else is written.
func (w *wire) seal() error {
	w.sealer = &sealer{began: time.Now()}
	return w.write(sealHello + "\n")
}

// read gives the next byte of text. Options are refused as they come, but for echo.
func (w *wire) read() (byte, error) {
	for {
		b, err := w.in.ReadByte()
		if err != nil {
			return 0, err
		}
		if b != telnetIAC {
			if b == sealAsks[0] && w.sealer != nil && w.asked() {
				if err := w.write(sealTells + "\n"); err != nil {
					return 0, err
				}
				continue
			}
			if b == 0 || b == '\r' {
				continue
			}
			return b, nil
		}
		if b, err = w.in.ReadByte(); err != nil {
			return 0, err
		}
		switch {
		case b == telnetIAC:
			return b, nil
		case b == telnetSB:
			for n := 0; ; n++ {
				if b, err = w.in.ReadByte(); err != nil {
					return 0, err
				}
				if b == telnetSE {
					break
				}
				if n > mostLine {
					return 0, errLong
				}
			}
		case b >= telnetWill && b <= telnetDont:
			option, err := w.in.ReadByte()
			if err != nil {
				return 0, err
			}
			switch {
			case w.sealer != nil: // whoever seals is believed to be no terminal
			case b == telnetWill && option != telnetEcho:
				err = w.write(string([]byte{telnetIAC, telnetDont, option}))
			case b == telnetDo:
				err = w.write(string([]byte{telnetIAC, telnetWill + 1, option}))
			}
			if err != nil {
				return 0, err
			}
		}
	}
}

func (w *wire) write(text string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.sealer != nil {
		var sealed []byte
		for line := range strings.Lines(text) {
			sealed = append(sealed, w.sealer.seal(strings.TrimSuffix(line, "\n"))...)
		}
		_, err := w.conn.Write(sealed)
		return err
	}
	_, err := io.WriteString(w.conn, text)
	return err
}

// asked takes the server's question for the time off the line, whose first byte was read. It waits for no more than
// what may still be the question.
func (w *wire) asked() bool {
	rest := sealAsks[1:]
	for n := 1; n <= len(rest); n++ {
		if b, err := w.in.Peek(n); err != nil || string(b) != rest[:n] {
			return false
		}
	}
	_, _ = w.in.Discard(len(rest))
	return true
}

// prompt reads up to the first text that ends with one of several prompts, and tells which, counted from 0, with the
// lines before it.
func (w *wire) prompt(ends ...string) (which int, text string, err error) {
	var b strings.Builder
	for b.Len() < mostReply {
		c, err := w.read()
		if err != nil {
			return -1, b.String(), err
		}
		b.WriteByte(c)
		for i, end := range ends {
			if strings.HasSuffix(b.String()[max(0, b.Len()-len(end)):], end) {
				return i, b.String(), nil
			}
		}
	}
	return -1, "", errLong
}
