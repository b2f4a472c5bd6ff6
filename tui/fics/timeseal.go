package fics

import (
	"strconv"
	"time"
)

// Timeseal gives the time on the line back: every line says at what time of the player's machine it was sent, and
// the server asks now and then what time it is there. The times are shuffled and hidden, not encrypted. Its coding
// is that of the open clients of FICS, openseal and PyChess among them.
const (
	sealKey   = "Timestamp (FICS) v1.0 - programmed by Henrik Gram."
	sealHello = "TIMESTAMP|Rookery|Rookery|"
	sealAsks  = "[G]\x00" // the server, in the middle of its text
	sealTells = "\x029"
	sealBlock = 12 // bytes that are shuffled together
)

// sealScheme begins the address of a server that knows timeseal.
const sealScheme = "timeseal://"

// sealer seals the lines of one connection.
type sealer struct {
	began time.Time
	last  int64 // the time of the line before, in milliseconds
}

// seal is a line, without its end, as the server wants it. No two lines have the same time.
func (s *sealer) seal(line string) []byte {
	s.last = max(s.last+1, time.Since(s.began).Milliseconds())
	b := append([]byte(line), 0x18)
	b = append(strconv.AppendInt(b, s.last, 10), 0x19)
	for len(b)%sealBlock != 0 {
		b = append(b, '1')
	}
	for at := 0; at < len(b); at += sealBlock {
		for _, i := range [...]int{0, 2, 4} {
			b[at+i], b[at+sealBlock-1-i] = b[at+sealBlock-1-i], b[at+i]
		}
	}
	for i := range b {
		b[i] = (b[i] | 0x80) ^ sealKey[i%len(sealKey)] - ' '
	}
	return append(b, 0x80, '\n')
}
