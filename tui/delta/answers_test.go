package delta

import (
	"io"
	"os"
	"testing"
)

// TestAnswersAreNoKeys reads keys among answers, in one piece and byte by byte, and wants
// the keys alone, whatever comes in pieces, and the right conclusion.
func TestAnswersAreNoKeys(t *testing.T) {
	const sizes, older, newer = "\x1b[6;18;9t", "\x1bP>|kitty(0.26.5)\x1b\\", "\x1bP>|kitty(0.41.1)\x1b\\"
	for name, test := range map[string]struct {
		answers string
		want    GraphicsMsg
	}{
		"kitty":            {"\x1b_Gi=4211;OK\x1b\\" + newer + sizes + "\x1b[?62;c", GraphicsMsg{Kitty, 9, 18}},
		"an old kitty":     {"\x1b_Gi=4211;OK\x1b\\" + older + sizes + "\x1b[?62;c", GraphicsMsg{NoGraphics, 9, 18}},
		"Ghostty":          {"\x1b_Gi=4211;OK\x1b\\\x1bP>|ghostty 1.1.0\x1b\\" + sizes + "\x1b[?62;22c", GraphicsMsg{Kitty, 9, 18}},
		"WezTerm":          {"\x1b_Gi=4211;OK\x1b\\\x1bP>|WezTerm 2024\x1b\\" + sizes + "\x1b[?65;4;6;18;22c", GraphicsMsg{Sixel, 9, 18}},
		"xterm, vt340":     {"\x1bP>|XTerm(379)\x1b\\" + sizes + "\x1b[?63;1;2;4;6c", GraphicsMsg{Sixel, 9, 18}},
		"sixel, no sizes":  {"\x1b[?63;4c", GraphicsMsg{}},
		"no pictures":      {sizes + "\x1b[?1;2c", GraphicsMsg{NoGraphics, 9, 18}},
		"a silly cell":     {"\x1b[6;99999;9t\x1b[?63;4c", GraphicsMsg{}},
		"four is not last": {sizes + "\x1b[?64;1;44c", GraphicsMsg{NoGraphics, 9, 18}},
	} {
		const keys = "e4\x1b[6;5~\x1b[A\x1b[6~x\r"
		for _, step := range []int{1000, 1, 3} {
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			var told []GraphicsMsg
			got, buf := "", make([]byte, 256)
			f := &Filter{File: r, Tell: func(m GraphicsMsg) { told = append(told, m) }}
			f.expect()
			text := "e4" + test.answers + keys[2:]
			for i := 0; i < len(text); {
				// A lone escape is a key: no piece ends in one.
				n := min(step, len(text)-i)
				for n < len(text)-i && text[i+n-1] == 0x1b {
					n++
				}
				io.WriteString(w, text[i:i+n])
				size, err := f.Read(buf)
				if err != nil {
					t.Fatal(err)
				}
				got += string(buf[:size])
				i += n
			}
			if got != keys || len(told) != 1 || told[0] != test.want {
				t.Errorf("%s in steps of %d: keys %q, want %q; told %v, want %v", name, step, got, keys, told, test.want)
			}
			r.Close()
			w.Close()
		}
	}
}
