package delta

import (
	"io"
	"os"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// TestKeyboard writes keys and pastes and reads them by pieces of 256 bytes, as Bubble Tea does.
func TestKeyboard(t *testing.T) {
	long := strings.Repeat("wörd ", 20_000)
	for name, c := range map[string]struct{ in, keys, paste string }{
		"no paste":         {strings.Repeat("e4\r", 200), strings.Repeat("e4\r", 200), ""},
		"a short one":      {"e4\x1b[200~d5\x1b[201~x", "e4\x1b[200~d5\x1b[201~x", ""},
		"a long one":       {"\x1b[200~" + long + "\x1b[201~", "", long},
		"keys around it":   {"e4\x1b[200~" + long + "\x1b[201~x\x1b[A", "e4x\x1b[A", long},
		"begun at an edge": {strings.Repeat("a", 253) + "\x1b[200~" + long + "\x1b[201~", strings.Repeat("a", 253), long},
		"two":              {"\x1b[200~" + long + "\x1b[201~q\x1b[200~" + long + "\x1b[201~", "q", long + long},
		"escape at a edge": {strings.Repeat("a", 255) + "\x1b", strings.Repeat("a", 255) + "\x1b", ""},
	} {
		t.Run(name, func(t *testing.T) {
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			go func() {
				io.WriteString(w, c.in)
				w.Close()
			}()
			var pasted strings.Builder
			k := &Keyboard{File: r, Send: func(msg tea.Msg) {
				if msg := msg.(tea.KeyMsg); msg.Paste {
					pasted.WriteString(string(msg.Runes))
				}
			}}
			var keys strings.Builder
			buf := make([]byte, 256)
			for {
				n, err := k.Read(buf)
				keys.Write(buf[:n])
				if err != nil {
					break
				}
			}
			if keys.String() != c.keys || pasted.String() != c.paste {
				t.Errorf("%d bytes of keys, want %d; %d of pastes, want %d", keys.Len(), len(c.keys), pasted.Len(), len(c.paste))
			}
		})
	}
}
