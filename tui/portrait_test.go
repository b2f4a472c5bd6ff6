package tui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"
	"github.com/muesli/termenv"

	"rookery/tui/draw"
	"rookery/tui/ui"
)

// goldenSizes are the terminals at which every screen must look right.
var goldenSizes = []struct{ width, height int }{{80, 24}, {120, 40}, {60, 20}}

// requirePortraits draws a screen at the golden sizes without colour, and in 24-bit
// colour for a dark and a light background, and compares each size with one
// file: the text without colour, then what colour changes.
func requirePortraits(t *testing.T, name string, open func(t *testing.T, s *ui.Session) *driver) {
	t.Helper()
	// A screen is opened once for each look, and drawn at all sizes then and
	// there: it may follow a clock that others move on.
	look := func(profile termenv.Profile, scheme draw.Scheme) (drawn []*portrait) {
		// A test of its own, so that what it has opened is closed before the next.
		t.Run(fmt.Sprintf("%s-%s-%s", name, scheme, profile.Name()), func(t *testing.T) {
			s := SessionFor(t, profile)
			s.Theme = draw.NewTheme(s.Renderer, scheme, draw.Brown)
			d := open(t, s)
			for _, size := range goldenSizes {
				d.app.SetSize(size.width, size.height)
				view := d.app.View()
				checkFrameFits(t, view, size.width, size.height)
				drawn = append(drawn, portraitOf(view))
			}
		})
		if len(drawn) != len(goldenSizes) {
			t.FailNow()
		}
		return drawn
	}
	inPlain, inDark, inLight := look(termenv.Ascii, draw.Dark), look(termenv.TrueColor, draw.Dark), look(termenv.TrueColor, draw.Light)
	for i, size := range goldenSizes {
		t.Run(fmt.Sprintf("%s-%dx%d", name, size.width, size.height), func(t *testing.T) {
			plain, dark, light := inPlain[i], inDark[i], inLight[i]
			var b strings.Builder
			b.WriteString("without colour\n" + strings.Join(plain.text, "\n") + "\n")
			b.WriteString("\ndark: other rows\n" + dark.others(plain) + dark.colours())
			b.WriteString("\nlight: other rows\n" + light.others(dark))
			if slices.Equal(dark.styles, light.styles) {
				light.styles = nil // the same signs in other colours
			}
			b.WriteString(light.colours())
			golden.RequireEqual(t, []byte(b.String()))
		})
	}
}

// portrait is a frame taken apart into its text and the styles of its cells.
type portrait struct {
	text   []string // without blanks at the end
	styles []string // by row, runs of one style: their length and the letter of the style
	legend []string // the sequences of the styles, a first
}

func portraitOf(view string) *portrait {
	p := &portrait{}
	for line := range strings.SplitSeq(view, "\n") {
		var text, runs strings.Builder
		style, run, length := "", 0, 0
		flush := func() {
			if length > 0 {
				runs.WriteString(strconv.Itoa(length) + string(rune('a'+run)))
			}
			length = 0
		}
		for len(line) > 0 {
			seq, width, n, _ := ansi.DecodeSequence(line, 0, nil)
			line = line[n:]
			switch {
			case width > 0:
				text.WriteString(seq)
				if at := p.style(style); at != run {
					flush()
					run = at
				}
				length += width
			case seq == "\x1b[0m" || seq == "\x1b[m":
				style = ""
			case ansi.HasCsiPrefix(seq):
				style += strings.TrimPrefix(seq, "\x1b[")
			}
		}
		flush()
		p.text = append(p.text, strings.TrimRight(text.String(), " "))
		p.styles = append(p.styles, runs.String())
	}
	return p
}

// style is the number of a style, which is noted when it is new.
func (p *portrait) style(sequence string) int {
	at := slices.Index(p.legend, sequence)
	if at < 0 {
		at = len(p.legend)
		p.legend = append(p.legend, sequence)
	}
	return at
}

// others are the rows whose text differs from another portrait.
func (p *portrait) others(q *portrait) string {
	var b strings.Builder
	for i, row := range p.text {
		if i >= len(q.text) || row != q.text[i] {
			fmt.Fprintf(&b, "%2d %s\n", i, row)
		}
	}
	return b.String()
}

// colours are the legend and the styles, equal rows once.
func (p *portrait) colours() string {
	var b strings.Builder
	b.WriteString("colours\n")
	for i, sequence := range p.legend {
		fmt.Fprintf(&b, "%c %s\n", rune('a'+i), strings.TrimSuffix(sequence, "m"))
	}
	for i := 0; i < len(p.styles); {
		end := i + 1
		for end < len(p.styles) && p.styles[end] == p.styles[i] {
			end++
		}
		fmt.Fprintf(&b, "%d-%d %s\n", i, end-1, p.styles[i])
		i = end
	}
	return b.String()
}
