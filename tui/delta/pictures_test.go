package delta

import (
	"bytes"
	"fmt"
	"image"
	imagecolor "image/color"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi/kitty"
)

// tiles are pictures of two by two cells in one colour each.
type tiles struct{}

func (tiles) Cells(number int) (cols, rows int) {
	if number < 1 || number > 3 {
		return 0, 0
	}
	return 2, 2
}

func (tiles) Draw(number, width, height int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, width, height))
	for i := range width * height / 2 {
		m.SetNRGBA(i%width, i/width, imagecolor.NRGBA{R: uint8(number * 80), A: 255})
	}
	return m
}

// tile is a row of a picture on a ground.
func tile(number, row int) string {
	return fmt.Sprintf("\x1b[48;2;10;20;30m%c%c\x1b[m", PictureSign(number, 0, row), PictureSign(number, 1, row))
}

// over puts a sign over the first cell of a tile, and ground gives a row another ground.
func over(row string) string   { return strings.Replace(row, string(PictureSign(1, 0, 1)), "x", 1) }
func ground(row string) string { return strings.Replace(row, "10;20;30", "40;50;60", 1) }

// TestPicturesAreSentOnce shows, moves and removes pictures by Kitty's protocol: each is
// sent once, places are told by text alone, and a moved one costs what its cells cost.
func TestPicturesAreSentOnce(t *testing.T) {
	var out bytes.Buffer
	s := NewScreen(&out)
	s.Pictures = tiles{}
	if err := s.Open(); err != nil {
		t.Fatal(err)
	}
	s.SetGraphics(GraphicsMsg{Kitty, 8, 16})
	show := func(rows ...string) string {
		t.Helper()
		out.Reset()
		if err := s.ShowRows(rows); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	first := show(tile(1, 0)+"..", tile(1, 1)+"..")
	if strings.Count(first, "a=T,U=1") != 1 || !strings.Contains(first, "s=16,v=32,c=2,r=2") || strings.Count(first, "\U0010eeee") != 4 {
		t.Errorf("the picture is shown as %q", first)
	}
	if !strings.Contains(first, "\U0010eeee\u0305\u0305\U0010eeee\u0305\u030d") || !strings.Contains(first, "38;5;151") {
		t.Errorf("its cells are %q", first)
	}
	moved := show(".."+tile(1, 0), ".."+tile(1, 1))
	if strings.Contains(moved, "\x1b_G") || strings.Count(moved, "\U0010eeee") != 4 || len(moved) > 200 {
		t.Errorf("moved in %d bytes: %q", len(moved), moved)
	}
	if again := show(".."+tile(1, 0), ".."+tile(1, 1)); again != "" {
		t.Errorf("nothing has changed: %q", again)
	}
	if gone := show("....", "...."); strings.Contains(gone, "\U0010eeee") || strings.Contains(gone, "\x1b_G") {
		t.Errorf("removed by %q", gone)
	}
	out.Reset()
	s.Close()
	if !strings.Contains(out.String(), "a=d,d=I,q=2,i=151") {
		t.Errorf("the terminal keeps the picture: %q", out.String())
	}
}

// TestSixelsArePaintedWhereCellsChange paints two pictures and changes one: the other is
// not painted again. A sign over a picture stays, and when it goes the picture is painted.
func TestSixelsArePaintedWhereCellsChange(t *testing.T) {
	var out bytes.Buffer
	s := NewScreen(&out)
	s.Pictures = tiles{}
	if err := s.Open(); err != nil {
		t.Fatal(err)
	}
	s.SetGraphics(GraphicsMsg{Sixel, 8, 16})
	for _, step := range []struct {
		rows   [2]string
		sixels int
		at     string // where the last is painted
	}{
		{[2]string{tile(1, 0) + ".." + tile(2, 0), tile(1, 1) + ".." + tile(2, 1)}, 2, "\x1b[1;5H"},
		{[2]string{tile(1, 0) + ".." + tile(3, 0), tile(1, 1) + ".." + tile(3, 1)}, 1, "\x1b[1;5H"},
		{[2]string{tile(1, 0) + ".." + tile(3, 0), over(tile(1, 1)) + ".." + tile(3, 1)}, 0, ""},
		{[2]string{ground(tile(1, 0)) + ".." + tile(3, 0), ground(over(tile(1, 1))) + ".." + tile(3, 1)}, 1, "\x1b[H"},
		{[2]string{tile(1, 0) + ".." + tile(3, 0), tile(1, 1) + ".." + tile(3, 1)}, 1, "\x1b[H"},
		{[2]string{"......", "......"}, 0, ""},
	} {
		out.Reset()
		if err := s.ShowRows(step.rows[:]); err != nil {
			t.Fatal(err)
		}
		text := out.String()
		if n := strings.Count(text, "\x1bP0;1;0q"); n != step.sixels {
			t.Errorf("%q: %d pictures are painted, want %d: %q", step.rows, n, step.sixels, text)
		}
		if i := strings.LastIndex(text, "\x1bP0;1;0q"); i >= 0 && !strings.HasSuffix(text[:i], step.at) && !strings.HasSuffix(text[:i], "\x1b[1H") {
			t.Errorf("%q: painted after %q", step.rows, text[:i])
		}
		if i := strings.LastIndex(text, "\x1bP0;1;0q"); i >= 0 && strings.Contains(step.rows[1], "x") && !strings.Contains(text[i:], "x") {
			t.Errorf("%q: the picture covers the sign: %q", step.rows, text)
		}
	}
}

// TestDiacritics compares our accents with the library's.
func TestDiacritics(t *testing.T) {
	for i, r := range diacritics {
		if r != kitty.Diacritic(i) {
			t.Errorf("%d is told by %U, want %U", i, r, kitty.Diacritic(i))
		}
	}
	if placeholder != kitty.Placeholder || mostData != kitty.MaxChunkSize {
		t.Errorf("%U in sequences of %d, want %U and %d", placeholder, mostData, kitty.Placeholder, kitty.MaxChunkSize)
	}
}

// TestWithoutPicturesSignsAreBlank holds that no picture sign reaches a terminal that
// shows none, nor one that is no cell of a picture.
func TestWithoutPicturesSignsAreBlank(t *testing.T) {
	for _, g := range []Graphics{NoGraphics, Kitty, Sixel} {
		var out bytes.Buffer
		s := NewScreen(&out)
		s.Pictures = tiles{}
		if err := s.Open(); err != nil {
			t.Fatal(err)
		}
		s.SetGraphics(GraphicsMsg{Graphics: g})
		out.Reset()
		text := string([]rune{PictureSign(9, 0, 0), PictureSign(1, 5, 0), 'a'})
		if g == NoGraphics {
			text += tile(1, 0)
		}
		if err := s.ShowRows([]string{text}); err != nil {
			t.Fatal(err)
		}
		for _, r := range out.String() {
			if r >= firstPictureSign {
				t.Errorf("%v: %U is written", g, r)
			}
		}
	}
}
