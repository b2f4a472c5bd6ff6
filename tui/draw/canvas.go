package draw

import (
	"slices"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"github.com/charmbracelet/lipgloss"
)

// ground is what lies under a square, tone what is written on it. Together
// they choose a style of the theme.
type (
	ground uint8
	tone   uint8
)

const (
	noGround ground = iota
	darkGround
	midGround
	lightGround
	lastDarkGround
	lastMidGround
	lastLightGround
	goalDarkGround
	goalLightGround
	selectedGround
	checkGround
	premoveGround
	blastGround
	turnedGround
	hintGround
	hiddenGround
	whiteDetailGround // within a drawn piece
	blackDetailGround
	groundKinds
)

const (
	plainTone tone = iota
	whiteTone
	blackTone
	targetTone
	cursorTone
	alarmTone
	traceTone
	labelTone
	whiteArtTone // whitePiece, drawn: bold would only cost bytes
	toneKinds
)

// styleOf joins what a theme says of ground and tone.
func (th *Theme) styleOf(g ground, t tone) lipgloss.Style {
	under := [groundKinds]lipgloss.Style{
		th.Text.Lipgloss(), th.DarkSquare, th.MidSquare, th.LightSquare,
		th.LastMoveDark, th.LastMoveMid, th.LastMoveLight,
		th.GoalDark, th.GoalLight,
		th.Selected, th.Check, th.Premove, th.Blast, th.Turned, th.Hint, th.Hidden,
		th.WhiteDetail, th.BlackDetail,
	}[g]
	switch t {
	case whiteTone:
		return th.WhitePiece.Inherit(under)
	case whiteArtTone:
		return th.WhitePiece.Bold(false).Inherit(under)
	case blackTone:
		return th.BlackPiece.Inherit(under)
	case targetTone:
		return th.Target.Inherit(under)
	case cursorTone:
		return th.Cursor.Inherit(under)
	case alarmTone:
		return th.Alarm.Inherit(under)
	case traceTone:
		return th.Trace.Inherit(under)
	case labelTone:
		return th.Label.Inherit(under)
	}
	return under
}

// canvas is a field of signs, each one column wide, with their ground and tone.
type canvas struct {
	th     *Theme
	width  int
	signs  []rune
	ground []ground
	tone   []tone
	row    []byte // that is being written
}

// canvases are those that nobody draws on at present: a server would make megabytes a second.
var canvases = sync.Pool{New: func() any { return new(canvas) }}

// inkTable holds the inks of a theme, each made when it is first needed. Of two
// sessions that make one at the same moment, either may keep it: they are alike.
type inkTable [groundKinds][toneKinds]atomic.Pointer[ink]

// newCanvas gives an empty canvas, which goes back to the others when its rows are made.
func newCanvas(th *Theme, width, height int) *canvas {
	n := width * height
	c := canvases.Get().(*canvas)
	c.th, c.width = th, width
	c.signs, c.ground, c.tone = slices.Grow(c.signs[:0], n)[:n], slices.Grow(c.ground[:0], n)[:n], slices.Grow(c.tone[:0], n)[:n]
	for i := range c.signs {
		c.signs[i] = ' '
	}
	clear(c.ground)
	clear(c.tone)
	return c
}

// put writes one sign; outside the canvas it does nothing.
func (c *canvas) put(x, y int, sign rune, g ground, t tone) {
	i := y*c.width + x
	if x < 0 || y < 0 || x >= c.width || i >= len(c.signs) {
		return
	}
	c.signs[i], c.ground[i], c.tone[i] = sign, g, t
}

// blank tells whether nothing stands at a place of the canvas.
func (c *canvas) blank(x, y int) bool { return c.signs[y*c.width+x] == ' ' }

// text writes a word that does not leave the row.
//
//go:noinline
func (c *canvas) text(x, y int, s string, g ground, t tone) {
	for _, r := range s {
		c.put(x, y, r, g, t)
		x++
	}
}

// ink of a ground and a tone, which is made once.
func (c *canvas) ink(g ground, t tone) *ink {
	at := &c.th.inks[g][t]
	k := at.Load()
	if k == nil {
		made := inkOf(c.th.styleOf(g, t))
		k = &made
		at.Store(k)
	}
	return k
}

// Rows joins neighbours of one style and gives one string a row. The canvas is then another's.
func (c *canvas) rows() []string {
	rows := make([]string, 0, len(c.signs)/c.width)
	b := c.row
	for start := 0; start < len(c.signs); start += c.width {
		b = b[:0]
		end := start + c.width
		for i := start; i < end; {
			g, t := c.ground[i], c.tone[i]
			k := c.ink(g, t)
			b = append(b, k.before...)
			for ; i < end && c.ground[i] == g && c.tone[i] == t; i++ {
				b = utf8.AppendRune(b, c.signs[i])
			}
			b = append(b, k.after...)
		}
		rows = append(rows, string(b))
	}
	c.row, c.th = b, nil
	canvases.Put(c)
	return rows
}
