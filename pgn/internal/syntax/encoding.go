package syntax

import (
	"bytes"
	"encoding/binary"
	"io"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// windows1252 is the upper half of Windows-1252 from 0x80 to 0x9f; above that it
// is Latin-1. The five codes it leaves open stand for themselves.
var windows1252 = [32]rune{
	'€', 0x81, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0x8d, 'Ž', 0x8f,
	0x90, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0x9d, 'ž', 'Ÿ',
}

// windows1252Rune is one byte read as Windows-1252.
func windows1252Rune(b byte) rune {
	if b >= 0x80 && b < 0xa0 {
		return windows1252[b-0x80]
	}
	return rune(b)
}

// ToUTF8 reads text as UTF-8 when it is that, else as Windows-1252. Each game
// is judged by itself, so that a collection pasted together from both reads
// right, and a stream need not be seen to its end first.
func ToUTF8(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return FromWindows1252(s)
}

// FromWindows1252 reads text as Windows-1252.
func FromWindows1252(s string) string {
	var b strings.Builder
	b.Grow(len(s) + len(s)/8)
	for i := range len(s) {
		b.WriteRune(windows1252Rune(s[i]))
	}
	return b.String()
}

// ToWindows1252 writes text as Windows-1252; bad is a character that it lacks, 0 for
// none.
func ToWindows1252(s string) (out string, bad rune) {
	b := make([]byte, 0, len(s))
	for _, r := range s {
		switch i := slices.Index(windows1252[:], r); {
		case i >= 0:
			b = append(b, byte(0x80+i))
		case r < 0x80, r >= 0xa0 && r < 0x100:
			b = append(b, byte(r))
		default:
			return "", r
		}
	}
	return string(b), 0
}

// decodeRune reads the rune at the head of b: UTF-8 where it is valid, else a
// byte of Windows-1252. full is false when b ends within a rune.
func decodeRune(b []byte) (r rune, size int, full bool) {
	r, size = utf8.DecodeRune(b)
	if r == utf8.RuneError && size <= 1 {
		if !utf8.FullRune(b) {
			return 0, 0, false
		}
		return windows1252Rune(b[0]), 1, true
	}
	return r, size, true
}

// isSpace reports whether a rune outside ASCII separates words: no-break and
// typographic spaces and the byte order mark.
func isSpace(r rune) bool {
	switch r {
	case 0xa0, 0x202f, 0x205f, 0x3000, 0xfeff, 0x2028, 0x2029:
		return true
	}
	return r >= 0x2000 && r <= 0x200b
}

// ByteOrder tells the order of UTF-16 text by its mark, or without one by the zero byte
// that stands before or after its first letter; nil for other text.
func ByteOrder(head []byte) binary.ByteOrder {
	switch {
	case bytes.HasPrefix(head, []byte{0xff, 0xfe}):
		return binary.LittleEndian
	case bytes.HasPrefix(head, []byte{0xfe, 0xff}):
		return binary.BigEndian
	case len(head) < 2:
	case head[1] == 0 && textByte(head[0]):
		return binary.LittleEndian
	case head[0] == 0 && textByte(head[1]):
		return binary.BigEndian
	}
	return nil
}

// textByte tells whether a text may begin with a byte of ASCII.
func textByte(c byte) bool { return c >= ' ' && c < 0x7f || c == '\n' || c == '\r' || c == '\t' }

// utf16Reader turns UTF-16 after a byte order mark into UTF-8.
type utf16Reader struct {
	src   io.Reader
	order binary.ByteOrder
	in    []byte // undecoded, less than a block
	out   []byte // decoded, not yet handed on
	err   error
}

// FromUTF16 reads UTF-16 after a byte order mark as UTF-8.
func FromUTF16(src io.Reader, order binary.ByteOrder) io.Reader {
	return &utf16Reader{src: src, order: order}
}

func (u *utf16Reader) Read(p []byte) (int, error) {
	for len(u.out) == 0 {
		if u.err != nil {
			return 0, u.err
		}
		u.fill()
	}
	n := copy(p, u.out)
	u.out = u.out[n:]
	return n, nil
}

func (u *utf16Reader) fill() {
	var block [4096]byte
	n, err := u.src.Read(block[:])
	u.err = err
	u.in = append(u.in, block[:n]...)
	var out []byte
	i := 0
	for i+1 < len(u.in) {
		r := rune(u.order.Uint16(u.in[i:]))
		size := 2
		if utf16.IsSurrogate(r) {
			if i+3 >= len(u.in) && err == nil {
				break
			}
			low := rune(0)
			if i+3 < len(u.in) {
				low = rune(u.order.Uint16(u.in[i+2:]))
			}
			if both := utf16.DecodeRune(r, low); both != utf8.RuneError {
				r, size = both, 4
			}
		}
		out = utf8.AppendRune(out, r)
		i += size
	}
	u.in = append(u.in[:0], u.in[i:]...)
	u.out = out
}

// utf16Writer turns UTF-8 into UTF-16.
type utf16Writer struct {
	dst   io.Writer
	order binary.ByteOrder
	in    []byte // the beginning of a character
}

// ToUTF16 writes UTF-8 as UTF-16, without a mark of its own.
func ToUTF16(dst io.Writer, order binary.ByteOrder) io.Writer {
	return &utf16Writer{dst: dst, order: order}
}

func (u *utf16Writer) Write(p []byte) (int, error) {
	u.in = append(u.in, p...)
	var out []byte
	i := 0
	for i < len(u.in) && utf8.FullRune(u.in[i:]) {
		r, size := utf8.DecodeRune(u.in[i:])
		i += size
		for _, unit := range utf16.AppendRune(nil, r) {
			out = appendUint16(u.order, out, unit)
		}
	}
	u.in = append(u.in[:0], u.in[i:]...)
	if _, err := u.dst.Write(out); err != nil {
		return 0, err
	}
	return len(p), nil
}

func appendUint16(order binary.ByteOrder, dst []byte, v uint16) []byte {
	var b [2]byte
	order.PutUint16(b[:], v)
	return append(dst, b[:]...)
}

// IsASCII reports whether no byte has its highest bit set.
func IsASCII(b []byte) bool {
	const high = 0x8080808080808080
	for len(b) >= 64 {
		w := (*[64]byte)(b)
		or := binary.LittleEndian.Uint64(w[0:]) | binary.LittleEndian.Uint64(w[8:]) |
			binary.LittleEndian.Uint64(w[16:]) | binary.LittleEndian.Uint64(w[24:]) |
			binary.LittleEndian.Uint64(w[32:]) | binary.LittleEndian.Uint64(w[40:]) |
			binary.LittleEndian.Uint64(w[48:]) | binary.LittleEndian.Uint64(w[56:])
		if or&high != 0 {
			return false
		}
		b = b[64:]
	}
	for _, c := range b {
		if c >= 0x80 {
			return false
		}
	}
	return true
}
