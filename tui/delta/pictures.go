package delta

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"image"
	imagecolor "image/color"
	"slices"
	"sort"
	"strconv"
)

// Graphics is a way in which a terminal shows pictures.
type Graphics uint8

const (
	NoGraphics Graphics = iota
	// Kitty keeps pictures by number and shows parts of them where signs of text say so.
	Kitty
	// Sixel paints over the cells.
	Sixel
)

// GraphicsMsg tells in which way the terminal shows pictures, and the pixels of its
// cells.
type GraphicsMsg struct {
	Graphics
	CellW, CellH int
}

// AskMsg has the terminal asked whether it shows pictures; see Screen.Answers.
type AskMsg struct{}

// Pictures are those that a Screen may be asked to show, by their numbers from 1 on.
type Pictures interface {
	// Cells is the size of a picture in columns and rows; 0 where there is no such picture.
	Cells(number int) (cols, rows int)
	// Draw draws a picture for an area of so many pixels.
	Draw(number, width, height int) *image.NRGBA
}

// Signs that stand for a cell of a picture: no text has them.
const (
	firstPictureSign = 0xf0000
	lastPictureSign  = 0xffffd
)

// PictureSign is the sign that shows a cell of a picture. It takes one cell, and its
// colour does not matter.
func PictureSign(number, col, row int) rune {
	return rune(firstPictureSign + number<<8 + row<<4 + col)
}

// What Kitty's protocol shows a cell of a picture by: a sign of its own, with accents that
// tell row and column, the first sixteen of its list. Package kitty of x/ansi would bring
// decoders of pictures into the program.
const placeholder = '\U0010eeee'

var diacritics = [16]rune{
	0x305, 0x30d, 0x30e, 0x310, 0x312, 0x33d, 0x33e, 0x33f, 0x346, 0x34a, 0x34b, 0x34c, 0x350, 0x351, 0x352, 0x357,
}

// mostData is how many bytes of a picture one sequence of Kitty's protocol may hold.
const mostData = 4096

// kittyFirst is added to the number of a picture for its number in the terminal, which is
// one of 256 because the colour of text tells it.
const kittyFirst = 150

// pictures is what a Screen knows of the pictures on its terminal.
type pictures struct {
	GraphicsMsg
	sent    map[int]bool        // Kitty: what the terminal keeps
	sixels  map[sixelKey]string // drawn ones
	touched map[[2]int]sixelKey // Sixel: upper left corners of those to paint now
}

type sixelKey struct {
	number int
	back   imagecolor.NRGBA
}

// Asks whether the terminal shows pictures: a picture of Kitty's protocol, the name of
// the terminal, the size of a cell, and, last because every terminal answers that, what
// it is. Filter reads the answers.
const questions = "\x1b_Gi=4211,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[>0q\x1b[16t\x1b[c"

// SetGraphics takes over what the terminal has answered; everything is drawn anew.
func (s *Screen) SetGraphics(g GraphicsMsg) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if g.CellW <= 0 || g.CellH <= 0 {
		g.CellW, g.CellH = 10, 20
	}
	s.pics = pictures{GraphicsMsg: g}
	s.forget()
}

// picture tells what a sign shows, if it shows a cell of a picture.
func (s *Screen) picture(sign rune) (number, col, row int, ok bool) {
	if sign < firstPictureSign || sign > lastPictureSign || s.Pictures == nil {
		return 0, 0, 0, false
	}
	n := int(sign - firstPictureSign)
	number, row, col = n>>8, n>>4&15, n&15
	cols, rows := s.Pictures.Cells(number)
	return number, col, row, col < cols && row < rows
}

// writePicture writes a cell of a picture at x, y, where the terminal's cursor stands.
func (s *Screen) writePicture(p pen, number, col, row, x, y int) {
	switch s.pics.Graphics {
	case Kitty:
		if !s.pics.sent[number] {
			s.sendKitty(number)
		}
		p.front = indexed | color(kittyFirst+number)
		s.setPen(p, false)
		s.out.WriteRune(placeholder)
		s.out.WriteRune(diacritics[row])
		s.out.WriteRune(diacritics[col])
	case Sixel:
		s.setPen(p, true)
		s.out.WriteByte(' ')
		if s.pics.touched == nil {
			s.pics.touched = make(map[[2]int]sixelKey)
		}
		s.pics.touched[[2]int{y - row, x - col}] = sixelKey{number, p.back.rgb()}
	default:
		s.setPen(p, true)
		s.out.WriteByte(' ')
	}
}

// sendKitty gives the terminal a picture, to be shown by signs.
func (s *Screen) sendKitty(number int) {
	cols, rows := s.Pictures.Cells(number)
	m := s.Pictures.Draw(number, cols*s.pics.CellW, rows*s.pics.CellH)
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	z.Write(m.Pix) // into memory: it does not fail
	z.Close()
	data := base64.StdEncoding.EncodeToString(packed.Bytes())
	first := "a=T,U=1,q=2,f=32,o=z,t=d,i=" + strconv.Itoa(kittyFirst+number) +
		",s=" + strconv.Itoa(m.Rect.Dx()) + ",v=" + strconv.Itoa(m.Rect.Dy()) +
		",c=" + strconv.Itoa(cols) + ",r=" + strconv.Itoa(rows) + ","
	for len(data) > 0 {
		n := min(len(data), mostData)
		more := "m=1;"
		if n == len(data) {
			more = "m=0;"
		}
		s.out.WriteString("\x1b_G" + first + more + data[:n] + "\x1b\\")
		first, data = "", data[n:]
	}
	if s.pics.sent == nil {
		s.pics.sent = make(map[int]bool)
	}
	s.pics.sent[number] = true
}

// forgetKitty has the terminal drop our pictures.
func (s *Screen) forgetKitty() (text string) {
	for number := range s.pics.sent {
		text += "\x1b_Ga=d,d=I,q=2,i=" + strconv.Itoa(kittyFirst+number) + "\x1b\\"
	}
	s.pics.sent = nil
	return text
}

// paintSixels paints the pictures of which a cell was written.
func (s *Screen) paintSixels() {
	places := make([][2]int, 0, len(s.pics.touched))
	for at := range s.pics.touched {
		places = append(places, at)
	}
	sort.Slice(places, func(i, j int) bool { return slices.Compare(places[i][:], places[j][:]) < 0 })
	for _, at := range places {
		key := s.pics.touched[at]
		text, drawn := s.pics.sixels[key]
		if !drawn {
			cols, rows := s.Pictures.Cells(key.number)
			text = sixelOf(s.Pictures.Draw(key.number, cols*s.pics.CellW, rows*s.pics.CellH), key.back)
			if s.pics.sixels == nil {
				s.pics.sixels = make(map[sixelKey]string)
			}
			s.pics.sixels[key] = text
		}
		s.move(at[1], at[0])
		s.out.WriteString(text)
		s.at = [2]int{-1, -1} // terminals do not agree on where the cursor stands then
		s.uncover(at[1], at[0], key.number)
	}
	clear(s.pics.touched) // what uncover has written of other pictures is painted already
}

// uncover writes the signs anew that stand over a picture which was painted at x, y.
func (s *Screen) uncover(x, y, number int) {
	cols, rows := s.Pictures.Cells(number)
	for dy := range rows {
		if y+dy >= len(s.shown) || s.shown[y+dy] == nil {
			continue
		}
		for dx := range cols {
			c := s.shown[y+dy].at(x + dx)
			if c.sign != PictureSign(number, dx, dy) && c.sign > 0 {
				s.move(x+dx, y+dy)
				s.write(row{c}, nil, x+dx, y+dy)
			}
		}
	}
}

// sixelShades is how many shades of red, green and blue a sixel picture has at most.
const sixelShades = 17

// sixelOf writes a picture that stands before a ground as sixels, the ground with it, for
// not every terminal leaves out what is not painted. A ground that is not known is.
func sixelOf(m *image.NRGBA, back imagecolor.NRGBA) string {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	var palette []imagecolor.NRGBA
	places := make([]int, w*h) // of the palette; -1 clear
	for i := range places {
		c := m.NRGBAAt(i%w, i/w)
		if c.A == 0 && back.A == 0 {
			places[i] = -1
			continue
		}
		mix := func(front, back uint8) uint8 {
			v := (int(front)*int(c.A) + int(back)*(255-int(c.A))) / 255
			return uint8((v + sixelShades/2) / sixelShades * sixelShades)
		}
		if c.A == 0 {
			c = back
		} else {
			c = imagecolor.NRGBA{R: mix(c.R, back.R), G: mix(c.G, back.G), B: mix(c.B, back.B), A: 255}
		}
		places[i] = slices.Index(palette, c)
		if places[i] < 0 {
			if len(palette) == 255 {
				places[i] = 0
				continue
			}
			places[i] = len(palette)
			palette = append(palette, c)
		}
	}
	var b bytes.Buffer
	number := func(n int) { b.WriteString(strconv.Itoa(n)) }
	b.WriteString("\x1bP0;1;0q\"1;1;")
	number(w)
	b.WriteByte(';')
	number(h)
	for i, c := range palette {
		b.WriteByte('#')
		number(i)
		b.WriteString(";2")
		for _, v := range [3]uint8{c.R, c.G, c.B} {
			b.WriteByte(';')
			number((int(v)*100 + 127) / 255)
		}
	}
	line := make([]byte, w)
	for top := 0; top < h; top += 6 {
		first := true
		for i := range palette {
			used := false
			for x := range w {
				line[x] = '?'
				for dy := 0; dy < 6 && top+dy < h; dy++ {
					if places[(top+dy)*w+x] == i {
						line[x] += 1 << dy
						used = true
					}
				}
			}
			if !used {
				continue
			}
			if !first {
				b.WriteByte('$')
			}
			first = false
			b.WriteByte('#')
			number(i)
			text := bytes.TrimRight(line, "?")
			for len(text) > 0 {
				n := 1
				for n < len(text) && text[n] == text[0] {
					n++
				}
				if n > 3 {
					b.WriteByte('!')
					number(n)
					b.WriteByte(text[0])
				} else {
					b.Write(text[:n])
				}
				text = text[n:]
			}
		}
		b.WriteByte('-')
	}
	b.WriteString("\x1b\\")
	return b.String()
}
