package draw

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

// grounds are the squares of a palette by name.
func (p *boardPalette) grounds() map[string]tint {
	return map[string]tint{
		"dark square": p.darkSquare, "mid square": p.midSquare, "light square": p.lightSquare,
		"last move, dark": p.lastDark, "last move, mid": p.lastMid, "last move, light": p.lastLight,
		"goal, dark": p.goalDark, "goal, light": p.goalLight,
		"selected": p.selected, "check": p.check, "premove": p.premove,
		"blast": p.blast, "turned": p.turned, "hint": p.hint,
	}
}

// TestPiecesStandOut computes the contrast of every piece with every square it may
// stand on, in the 24-bit palettes.
func TestPiecesStandOut(t *testing.T) {
	for scheme := range SchemeCount {
		parts, least := &SchemeParts[scheme], 3.0
		if parts.hollow {
			least = 7
		}
		for board := range BoardColors {
			b := scheme.palette(board)
			for name, square := range b.grounds() {
				for side, piece := range map[string]tint{"white": b.whitePiece, "black": b.blackPiece} {
					if c := contrast(t, piece.true24, square.true24); c < least {
						t.Errorf("%v, %v: %s piece on %s: contrast %.2f, want %.0f", scheme, board, side, name, c, least)
					}
				}
			}
			for side, tones := range map[string][2]tint{"white": {b.whitePiece, b.whiteDetail}, "black": {b.blackPiece, b.blackDetail}} {
				if c := contrast(t, tones[0].true24, tones[1].true24); c < 3 {
					t.Errorf("%v: lines within a %s piece: contrast %.2f, want 3", scheme, side, c)
				}
			}
		}
	}
}

// TestSquaresDiffer holds that the board changes with the theme and its colour, that its
// two shades differ, and that 16 colours do without magenta and cyan, which look like
// no board.
func TestSquaresDiffer(t *testing.T) {
	seen := make(map[[2]tint]string)
	for scheme := range SchemeCount {
		for board := range BoardColors {
			b := scheme.palette(board)
			name := fmt.Sprintf("%v, %v", scheme, board)
			pair := [2]tint{b.darkSquare, b.lightSquare}
			if other, taken := seen[pair]; taken && SchemeParts[scheme].squares != nil {
				t.Errorf("%s has the squares of %s", name, other)
			}
			seen[pair] = name
			if c := contrast(t, pair[0].true24, pair[1].true24); c < 1.2 {
				t.Errorf("%s: the shades are as 1 to %.2f", name, c)
			}
			if pair[0].ansi256 == pair[1].ansi256 || pair[0].ansi16 == pair[1].ansi16 {
				t.Errorf("%s: both shades are %+v", name, pair)
			}
			for what, c := range b.grounds() {
				if slices.Contains([]string{"5", "6", "13", "14"}, c.ansi16) {
					t.Errorf("%s, %s: colour %s of 16", name, what, c.ansi16)
				}
			}
		}
	}
}

// TestWordsStandOut computes the contrast of words with the background that a
// scheme is meant for.
func TestWordsStandOut(t *testing.T) {
	for scheme := range SchemeCount {
		parts, back, least := &SchemeParts[scheme], "#ffffff", 4.5
		if parts.dark {
			back = "#101216"
		}
		if parts.hollow {
			least = 7
		}
		p := parts.chrome
		for what, c := range map[string]tint{
			"label": p.label, "faint": p.faint, "title": p.title, "accent": p.accent, "good": p.good, "error": p.bad,
			"key": p.key, "comment": p.comment, "line": p.line,
		} {
			if got := contrast(t, c.true24, back); got < least {
				t.Errorf("%v, %s: contrast %.2f, want %.1f", scheme, what, got, least)
			}
		}
		for what, c := range map[string][2]tint{
			"choice": {p.choiceBack, p.choiceFront}, "bar": {p.barBack, p.barFront}, "running clock": {p.runBack, p.runFront}, "low clock": {p.lowBack, p.lowFront},
		} {
			if got := contrast(t, c[0].true24, c[1].true24); got < 4.5 {
				t.Errorf("%v, %s: contrast %.2f, want 4.5", scheme, what, got)
			}
		}
	}
}

// TestMarksForAllEyes computes how far apart the marks of the safe schemes are
// for eyes that lack one kind of cone, after Viénot, Brettel and Mollon (1999)
// for red and green and Brettel's first half plane for blue. The distance is
// that of CIE 1976 L*a*b*, of which an eye sees about 2.
func TestMarksForAllEyes(t *testing.T) {
	eyes := map[string][3][3]float64{
		"all cones": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
		"no red":    {{0.11238, 0.88762, 0}, {0.11238, 0.88762, 0}, {0.00401, -0.00401, 1}},
		"no green":  {{0.29275, 0.70725, 0}, {0.29275, 0.70725, 0}, {-0.02234, 0.02234, 1}},
		"no blue":   {{1.01277, 0.13548, -0.14826}, {-0.01243, 0.86812, 0.14431}, {0.07589, 0.80500, 0.11911}},
	}
	b := &safeBoard
	apart := map[string]tint{
		"dark square": b.darkSquare, "light square": b.lightSquare,
		"last move, dark": b.lastDark, "selected": b.selected, "check": b.check, "hint": b.hint,
	}
	for eye, m := range eyes {
		for first, a := range apart {
			for second, c := range apart {
				if first >= second {
					continue
				}
				if d := distance(seen(t, a.true24, m), seen(t, c.true24, m)); d < 10 {
					t.Errorf("%s: %s and %s are only %.1f apart", eye, first, second, d)
				}
			}
		}
	}
}

// contrast is that of WCAG 2, between 1 and 21.
func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	light, dark := luminance(t, a), luminance(t, b)
	if light < dark {
		light, dark = dark, light
	}
	return (light + 0.05) / (dark + 0.05)
}

// luminance is the relative luminance of WCAG 2.
func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	c := linear(t, hex)
	return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2]
}

// linear is a colour as amounts of light.
func linear(t *testing.T, hex string) (c [3]float64) {
	t.Helper()
	var rgb [3]uint8
	if _, err := fmt.Sscanf(hex, "#%02x%02x%02x", &rgb[0], &rgb[1], &rgb[2]); err != nil {
		t.Fatalf("%q: %v", hex, err)
	}
	for i := range c {
		v := float64(rgb[i]) / 255
		if v <= 0.04045 {
			c[i] = v / 12.92
		} else {
			c[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return c
}

// seen is a colour in L*a*b* after light has passed through an eye.
func seen(t *testing.T, hex string, eye [3][3]float64) (lab [3]float64) {
	t.Helper()
	light := linear(t, hex)
	var c [3]float64
	for i, row := range eye {
		c[i] = max(row[0]*light[0]+row[1]*light[1]+row[2]*light[2], 0)
	}
	f := func(v float64) float64 {
		if v > 0.008856 {
			return math.Cbrt(v)
		}
		return 7.787*v + 16.0/116
	}
	x := f((0.4124*c[0] + 0.3576*c[1] + 0.1805*c[2]) / 0.9505)
	y := f(0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2])
	z := f((0.0193*c[0] + 0.1192*c[1] + 0.9505*c[2]) / 1.089)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func distance(a, b [3]float64) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}

func TestSchemeWords(t *testing.T) {
	for s := range SchemeCount {
		if got, err := ParseScheme(s.String()); err != nil || got != s {
			t.Errorf("%q is read as %v, %v", s, got, err)
		}
	}
	if _, err := ParseScheme("plaid"); err == nil {
		t.Error("plaid is no theme and is taken")
	}
}
