package delta

import (
	"bytes"
	"os"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
)

var pasteBegin, pasteEnd = []byte("\x1b[200~"), []byte("\x1b[201~")

// maxPaste is how much of a paste is kept, in bytes.
const maxPaste = 64 << 20

// Keyboard is the input of a terminal without long pastes, which it sends to the
// program whole. Bubble Tea reads 256 bytes at a time and looks through all of a
// paste again at each: four megabytes took it 43 seconds of processor time.
type Keyboard struct {
	*os.File
	// Answers reads File where the terminal may be asked; nil where not.
	Answers *Filter
	// Send gives a message to the program. It is set before the program runs.
	Send func(tea.Msg)

	pasting bool
	paste   []byte
	held    []byte // may be the beginning of pasteBegin
}

// Read reads keys. Of a paste that ends in a later read it gives nothing.
func (k *Keyboard) Read(p []byte) (int, error) {
	kept := copy(p, k.held)
	k.held = nil
	read := k.File.Read
	if k.Answers != nil {
		read = k.Answers.Read
	}
	m, err := read(p[kept:])
	n := kept + m
	full := n == len(p)
	if k.pasting {
		from := max(len(k.paste)-len(pasteEnd), 0)
		k.paste = append(k.paste, p[:n]...)
		at := bytes.Index(k.paste[from:], pasteEnd)
		if at < 0 {
			if over := len(k.paste) - maxPaste; over > 0 { // the end must still be seen
				k.paste = append(k.paste[:maxPaste-len(pasteEnd)], k.paste[len(k.paste)-len(pasteEnd):]...)
			}
			return 0, err
		}
		text, rest := k.paste[:from+at], k.paste[from+at+len(pasteEnd):]
		n = copy(p, rest)
		k.Send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(strings.ToValidUTF8(string(text), "")), Paste: true})
		k.pasting, k.paste = false, nil
	}
	b := p[:n]
	if i := bytes.LastIndex(b, pasteBegin); i >= 0 {
		if !bytes.Contains(b[i:], pasteEnd) {
			k.pasting = true
			k.paste = append(k.paste, b[i+len(pasteBegin):]...)
			return i, err
		}
		return n, err
	}
	if i := bytes.LastIndexByte(b, '\x1b'); full && i > 0 && bytes.HasPrefix(pasteBegin, b[i:]) {
		k.held = bytes.Clone(b[i:])
		n = i
	}
	return n, err
}
