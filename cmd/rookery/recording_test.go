package main

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hinshun/vt10x"

	"rookery/cmd/internal/clitest"
)

// scenes of the recording in README.md: how the program is started, and what is done. A step is a
// move, "key:NAME" for a key, or "type:TEXT" for text that is not sent yet.
var scenes = []struct {
	args  string
	steps string
	see   string // on the last screen
}{
	{"", "", "Quit"},
	{"play", "e4 e5 Nf3 Nc6 Bb5 a6 key:ctrl+f", "Ruy Lopez"},
	{"play --variant atomic", "Nf3 f6 Nd4 e6 type:Nx Nxe6", "3. Nxe6"},
	{"play --variant crazyhouse", "e4 d5 exd5 Qxd5 key:tab key:enter key:up key:up", "Qxd5"},
	{"play --variant dark1", "e4 key:enter", "Black to move"},
	{"play --variant hex", "e4e5 g7g5", "1. e5"},
	{"play --variant makarenko", "e2e4 e7e5", "1. "},
}

// The recording's cells and how long its steps are seen.
const (
	recordCols, recordRows = 100, 30
	cellWidth, cellHeight  = 8, 16
	stepTime, lastTime     = 900 * time.Millisecond, 2400 * time.Millisecond
)

// recording is an animated picture of rows of text. A row that is seen several times stands in it once.
type recording struct {
	rows   []string // as SVG
	byRow  map[string]int
	frames []recorded
}

// recorded is a frame: its rows and how long it is seen.
type recorded struct {
	rows []int
	time time.Duration
}

func (r *recording) add(screen vt10x.Terminal, seen time.Duration) {
	f := recorded{time: seen}
	for y := range recordRows {
		row := svgRow(screen, y)
		n, ok := r.byRow[row]
		if !ok {
			n = len(r.rows)
			r.byRow[row] = n
			r.rows = append(r.rows, row)
		}
		f.rows = append(f.rows, n)
	}
	if n := len(r.frames); n > 0 && slices.Equal(r.frames[n-1].rows, f.rows) {
		r.frames[n-1].time += seen
		return
	}
	r.frames = append(r.frames, f)
}

// svg is the whole picture. Who wants no motion sees the third frame, a game.
func (r *recording) svg() string {
	var all time.Duration
	for _, f := range r.frames {
		all += f.time
	}
	const margin = 12
	width, height := recordCols*cellWidth+2*margin, recordRows*cellHeight+2*margin
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">`+"\n", width, height, width, height)
	b.WriteString("<title>Rookery in a terminal: the menu, chess, atomic, crazyhouse, fog, hexagons, towers</title>\n")
	b.WriteString("<style>text{font:13px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre}" +
		".f{visibility:hidden;animation-timing-function:step-end;animation-iteration-count:infinite}" +
		"@media(prefers-reduced-motion:reduce){.f{animation:none!important}#f2{visibility:visible}}\n")
	var at time.Duration
	percent := func(d time.Duration) string { return fmt.Sprintf("%.2f%%", 100*float64(d)/float64(all)) }
	for i, f := range r.frames {
		before := ""
		if at > 0 {
			before = "0%{visibility:hidden}"
		}
		fmt.Fprintf(&b, "@keyframes k%d{%s%s{visibility:visible}%s{visibility:hidden}}#f%d{animation-name:k%d;animation-duration:%dms}\n",
			i, before, percent(at), percent(at+f.time), i, i, all.Milliseconds())
		at += f.time
	}
	b.WriteString("</style>\n<defs>\n")
	for i, row := range r.rows {
		fmt.Fprintf(&b, "<g id=\"r%d\">%s</g>\n", i, row)
	}
	fmt.Fprintf(&b, "</defs>\n<rect width=\"%d\" height=\"%d\" rx=\"8\" fill=\"#101216\"/>\n<g transform=\"translate(%d %d)\" shape-rendering=\"crispEdges\">\n", width, height, margin, margin)
	for i, f := range r.frames {
		fmt.Fprintf(&b, "<g class=\"f\" id=\"f%d\">", i)
		for y, n := range f.rows {
			if r.rows[n] != "" {
				fmt.Fprintf(&b, `<use href="#r%d" y="%d"/>`, n, y*cellHeight)
			}
		}
		b.WriteString("</g>\n")
	}
	b.WriteString("</g>\n</svg>\n")
	return b.String()
}

// quarters are the parts of a cell that block elements fill: 1 upper left, 2 upper right, 4 lower
// left, 8 lower right.
var quarters = map[rune]int{'▀': 3, '▄': 12, '█': 15, '▌': 5, '▐': 10, '▖': 4, '▗': 8, '▘': 1, '▙': 13, '▚': 9, '▛': 7, '▜': 11, '▝': 2, '▞': 6, '▟': 14}

// bold is a bit of a cell's mode, whose name vt10x keeps to itself.
const bold = 1 << 2

// trueColour is a colour of the palette of 256 in red, green and blue. All others are so already.
func trueColour(c uint32) uint32 {
	basic := [16]uint32{0x000000, 0xcd3131, 0x0dbc79, 0xe5e510, 0x2472c8, 0xbc3fbc, 0x11a8cd, 0xe5e5e5, 0x666666, 0xf14c4c, 0x23d18b, 0xf5f543, 0x3b8eea, 0xd670d6, 0x29b8db, 0xffffff}
	step := func(n uint32) uint32 {
		if n == 0 {
			return 0
		}
		return 55 + 40*n
	}
	switch {
	case c < 16:
		return basic[c]
	case c < 232:
		c -= 16
		return step(c/36)<<16 | step(c/6%6)<<8 | step(c%6)
	case c < 256:
		return (8 + 10*(c-232)) * 0x010101
	}
	return c
}

// svgRow draws a row of the screen: grounds, blocks as paths, the rest as text.
func svgRow(screen vt10x.Terminal, y int) string {
	var b strings.Builder
	colour := func(c, plain vt10x.Color) string {
		if c >= vt10x.DefaultFG {
			c = plain
		}
		return fmt.Sprintf("#%06x", trueColour(uint32(c)))
	}
	cell := func(x int) (char rune, fg, bg string, strong bool) {
		g := screen.Cell(x, y)
		fg, bg = colour(g.FG, 0xd8dee9), colour(g.BG, 0x101216)
		return g.Char, fg, bg, g.Mode&bold != 0
	}
	for x := 0; x < recordCols; {
		_, _, bg, _ := cell(x)
		from := x
		for x < recordCols {
			if _, _, b, _ := cell(x); b != bg {
				break
			}
			x++
		}
		if bg != "#101216" {
			fmt.Fprintf(&b, `<rect x="%d" width="%d" height="%d" fill="%s"/>`, from*cellWidth, (x-from)*cellWidth, cellHeight, bg)
		}
	}
	var colours []string
	paths := make(map[string]*strings.Builder)
	for x := range recordCols {
		char, fg, _, _ := cell(x)
		q := quarters[char]
		if char != '─' && q == 0 {
			continue
		}
		if paths[fg] == nil {
			paths[fg] = new(strings.Builder)
			colours = append(colours, fg)
		}
		box := func(left, top, w, h int) {
			fmt.Fprintf(paths[fg], "M%d %dh%dv%dh-%dz", x*cellWidth+left, top, w, h, w)
		}
		if char == '─' {
			box(0, cellHeight/2, cellWidth, 1)
		}
		for part := range 4 {
			if q&(1<<part) != 0 {
				box(part%2*cellWidth/2, part/2*cellHeight/2, cellWidth/2, cellHeight/2)
			}
		}
	}
	for _, c := range colours {
		fmt.Fprintf(&b, `<path fill="%s" d="%s"/>`, c, paths[c])
	}
	for x := 0; x < recordCols; {
		char, fg, _, strong := cell(x)
		if char == ' ' || char == 0 || char == '─' || quarters[char] != 0 {
			x++
			continue
		}
		from := x
		var text strings.Builder
		for x < recordCols {
			c, f, _, s := cell(x)
			if c == ' ' || c == 0 || c == '─' || quarters[c] != 0 || f != fg || s != strong {
				break
			}
			text.WriteRune(c)
			x++
		}
		var escaped bytes.Buffer
		_ = xml.EscapeText(&escaped, []byte(text.String()))
		weight := ""
		if strong {
			weight = ` font-weight="bold"`
		}
		fmt.Fprintf(&b, `<text x="%d" y="12" textLength="%d" fill="%s"%s>%s</text>`, from*cellWidth, (x-from)*cellWidth, fg, weight, escaped.Bytes())
	}
	return b.String()
}

// record plays all scenes.
func record(t *testing.T) string {
	r := &recording{byRow: make(map[string]int)}
	for _, s := range scenes {
		args := strings.Fields(s.args)
		if len(args) > 0 {
			args = append(args, "--white", "human", "--black", "human")
		}
		p := startWith(t, clitest.NewHome(t), []string{"COLORTERM=truecolor"}, recordCols, recordRows, append(args, "--art", "quadrants")...)
		p.see(firstWords[strings.Join(args[:min(len(args), 1)], "")])
		shoot := func(seen time.Duration) {
			p.quiet()
			p.mu.Lock()
			defer p.mu.Unlock()
			r.add(p.screen, seen)
		}
		shoot(stepTime)
		for _, step := range strings.Fields(s.steps) {
			kind, what, _ := strings.Cut(step, ":")
			switch kind {
			case "key":
				p.press(what)
			case "type":
				for _, k := range strings.Split(what, "") {
					p.press(k)
				}
			default:
				p.press("ctrl+a")
				p.press("ctrl+k")
				p.enter(step)
			}
			shoot(stepTime)
		}
		p.see(s.see)
		shoot(lastTime)
		p.kill()
	}
	return r.svg()
}

// TestRecording holds the animated picture of README.md to what the program shows.
func TestRecording(t *testing.T) {
	if testing.Short() {
		t.Skip("plays seven scenes")
	}
	const path = "../../docs/pictures/rookery.svg"
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := record(t)
	for range 2 { // a busy machine may stop the program in the middle of a frame
		if *writePage || string(got) == want {
			break
		}
		want = record(t)
	}
	if err := xml.Unmarshal([]byte(want), new(struct{})); err != nil {
		t.Fatal(err)
	}
	if *writePage {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(got) != want {
		t.Errorf("%s is not what the program shows; write it anew with -args -write", path)
	}
}
