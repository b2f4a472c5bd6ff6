package draw

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// Theme is every style of a session, by role. It is made once and never changed, so
// that sessions may share it; see [NewTheme].
type Theme struct {
	Scheme Scheme
	Board  BoardColor
	Dark   bool // meant for a dark background
	// Hollow tells that pieces of White are drawn hollow because their colour
	// alone does not set them off.
	Hollow bool
	// Mono tells that neither colour nor bold reaches the terminal, so that
	// everything must be told by shape.
	Mono bool

	// Squares: their Background; the foreground is the piece's.
	DarkSquare, MidSquare, LightSquare lipgloss.Style
	// LastMove marks the two squares of the last move, by shade.
	LastMoveDark, LastMoveMid, LastMoveLight lipgloss.Style
	// Backgrounds of single squares.
	Selected, Check, Premove, Blast, Turned, Hint lipgloss.Style
	// Goal marks the squares that win, by shade.
	GoalDark, GoalLight lipgloss.Style
	// Hidden is a square in fog, both colours set.
	Hidden lipgloss.Style
	// Foregrounds of signs drawn inside a square.
	WhitePiece, BlackPiece, Target, Cursor, Alarm, Trace lipgloss.Style
	// Backgrounds of lines within the drawn pieces.
	WhiteDetail, BlackDetail lipgloss.Style
	// Label is a file or rank at the board's edge.
	Label lipgloss.Style

	Text, Faint, Bold      Style
	Title, Accent          Style
	Good, Error            Style
	Key                    Style // a key in a hint
	Choice                 Style // the line under the cursor of a list
	Border                 Style // lines between panels
	Bar                    Style // the title row
	BarFaint               Style // less important words in it
	ClockRunning           Style
	ClockIdle              Style
	ClockLow               Style
	MoveNow, Comment, Line Style // move list: present move, words, variation
	Input, Ghost           Style // text being typed, its completion

	inks   *inkTable   // of the board's canvas
	glyphs *glyphTable // of sessions with this theme
}

// NewTheme makes the styles of a session for the colours that its renderer
// says the terminal has.
func NewTheme(r *lipgloss.Renderer, scheme Scheme, board BoardColor) *Theme {
	parts := &SchemeParts[scheme%SchemeCount]
	b, p := scheme.palette(board), parts.chrome
	c := brushes{r}
	plain := r.NewStyle()
	return &Theme{
		Scheme: scheme,
		Board:  board,
		Dark:   parts.dark,
		Hollow: parts.hollow,
		Mono:   r.ColorProfile() == termenv.Ascii,

		DarkSquare: c.back(b.darkSquare), MidSquare: c.back(b.midSquare), LightSquare: c.back(b.lightSquare),
		LastMoveDark: c.back(b.lastDark), LastMoveMid: c.back(b.lastMid), LastMoveLight: c.back(b.lastLight),
		GoalDark: c.back(b.goalDark), GoalLight: c.back(b.goalLight),
		Selected: c.back(b.selected), Check: c.back(b.check), Premove: c.back(b.premove),
		Blast: c.back(b.blast), Turned: c.back(b.turned), Hint: c.back(b.hint),
		Hidden:     c.both(b.fogBack, b.fogFront),
		WhitePiece: c.fore(b.whitePiece).Bold(true), BlackPiece: c.fore(b.blackPiece),
		WhiteDetail: c.back(b.whiteDetail), BlackDetail: c.back(b.blackDetail),
		Target: c.fore(b.target).Bold(true), Cursor: c.fore(b.cursor).Bold(true),
		Alarm: c.fore(b.alarm).Bold(true), Trace: c.fore(b.trace),
		Label: c.fore(p.label),

		Text: newStyle(plain), Bold: newStyle(plain.Bold(true)), Faint: c.text(p.faint),
		Title: newStyle(c.fore(p.title).Bold(true)), Accent: c.text(p.accent),
		Good: c.text(p.good), Error: c.text(p.bad),
		Key: c.text(p.key), Border: c.text(p.border),
		Choice: c.loud(p.choiceBack, p.choiceFront),
		Bar:    c.loud(p.barBack, p.barFront), BarFaint: newStyle(c.both(p.barBack, p.barFaint)),
		ClockRunning: c.loud(p.runBack, p.runFront), ClockIdle: newStyle(plain),
		ClockLow: c.loud(p.lowBack, p.lowFront),
		MoveNow:  c.loud(p.choiceBack, p.choiceFront), Comment: c.text(p.comment), Line: c.text(p.line),
		Input: newStyle(plain), Ghost: c.text(p.faint),
		inks: new(inkTable), glyphs: new(glyphTable),
	}
}

// brushes make styles for what a terminal can show. NewTheme calls them a hundred times, and each copy of their code
// would be larger than itself.
type brushes struct{ r *lipgloss.Renderer }

func (c brushes) color(t tint) lipgloss.TerminalColor {
	word := ""
	switch c.r.ColorProfile() {
	case termenv.TrueColor:
		if word = t.true24; word == hexOf256(t.ansi256) {
			word = t.ansi256 // the same, and written in half the bytes
		}
	case termenv.ANSI256:
		word = t.ansi256
	case termenv.ANSI:
		word = t.ansi16
	}
	if word == "" {
		return lipgloss.NoColor{}
	}
	return lipgloss.Color(word)
}

//go:noinline
func (c brushes) back(t tint) lipgloss.Style { return c.r.NewStyle().Background(c.color(t)) }

//go:noinline
func (c brushes) fore(t tint) lipgloss.Style { return c.r.NewStyle().Foreground(c.color(t)) }

//go:noinline
func (c brushes) both(b, f tint) lipgloss.Style { return c.back(b).Foreground(c.color(f)) }

//go:noinline
func (c brushes) text(t tint) Style { return newStyle(c.fore(t)) }

//go:noinline
func (c brushes) loud(b, f tint) Style { return newStyle(c.both(b, f).Bold(true)) }

// hexOf256 is the colour of a place in the cube of the 256 colours, whose shades all
// terminals agree on; empty for the others.
func hexOf256(word string) string {
	n, err := strconv.Atoi(word)
	if err != nil || n < 16 || n >= 232 {
		return ""
	}
	level := [6]int{0, 95, 135, 175, 215, 255}
	n -= 16
	return fmt.Sprintf("#%02x%02x%02x", level[n/36], level[n/6%6], level[n%6])
}

// Themes keeps the themes of sessions that draw with the same renderers, so that
// a thousand sessions have one of each. It is safe for use by many goroutines; the
// zero value is ready.
type Themes struct {
	mu  sync.Mutex
	all map[themeKey]*Theme
}

type themeKey struct {
	renderer *lipgloss.Renderer
	scheme   Scheme
	board    BoardColor
}

// Theme is the one of a renderer, a scheme and a board. Without Themes it is a new one.
func (t *Themes) Theme(r *lipgloss.Renderer, scheme Scheme, board BoardColor) *Theme {
	if t == nil {
		return NewTheme(r, scheme, board)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	k := themeKey{r, scheme, board}
	th := t.all[k]
	if th == nil {
		th = NewTheme(r, scheme, board)
		if t.all == nil {
			t.all = make(map[themeKey]*Theme)
		}
		t.all[k] = th
	}
	return th
}

// ink is a style taken apart into what stands before and after a text, so
// that drawing costs a copy instead of a rendering.
type ink struct{ before, after string }

// inkOf takes a style apart that neither pads nor breaks a text.
func inkOf(s lipgloss.Style) (k ink) {
	k.before, k.after, _ = strings.Cut(s.Render("x"), "x")
	return k
}

// Style is how a text is drawn: a [lipgloss.Style] without room around it.
type Style struct {
	ink
	whole *lipgloss.Style
}

//go:noinline
func newStyle(s lipgloss.Style) Style { return Style{inkOf(s), &s} }

// Render draws a text.
func (s Style) Render(text string) string {
	if strings.IndexByte(text, '\n') >= 0 || strings.IndexByte(text, '\t') >= 0 {
		return s.whole.Render(text)
	}
	return s.before + text + s.after
}

// Lipgloss is the style for what draws with the library itself.
func (s Style) Lipgloss() lipgloss.Style { return *s.whole }
