package tui

import (
	"github.com/charmbracelet/bubbles/cursor"
	"github.com/charmbracelet/bubbles/textinput"
	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// Theme is every style of one session, by role. It is made once and never
// changed; see [NewTheme].
type Theme struct {
	Dark bool // meant for a dark background
	// Mono tells that neither colour nor bold reaches the terminal, so that
	// everything must be told by shape.
	Mono bool

	// Squares: their Background; the foreground is the piece's.
	DarkSquare, MidSquare, LightSquare lipgloss.Style
	// LastMove marks the two squares of the last move, by shade.
	LastMoveDark, LastMoveMid, LastMoveLight lipgloss.Style
	// Backgrounds of single squares.
	Selected, Check, Premove, Blast, Hint lipgloss.Style
	// Hidden is a square in fog, both colours set.
	Hidden lipgloss.Style
	// Foregrounds of signs drawn inside a square.
	WhitePiece, BlackPiece, Target, Cursor, Forced lipgloss.Style
	// Label is a file or rank at the board's edge.
	Label lipgloss.Style

	Text, Faint, Bold      lipgloss.Style
	Title, Accent          lipgloss.Style
	Good, Error            lipgloss.Style
	Key                    lipgloss.Style // a key in a hint
	Choice                 lipgloss.Style // the line under the cursor of a list
	Border                 lipgloss.Style // lines between panels
	Bar                    lipgloss.Style // the title row
	BarFaint               lipgloss.Style // less important words in it
	ClockRunning           lipgloss.Style
	ClockIdle              lipgloss.Style
	ClockLow               lipgloss.Style
	MoveNow, Comment, Line lipgloss.Style // move list: present move, words, variation
	Input, Ghost           lipgloss.Style // text being typed, its completion
}

// tint is one colour picked by hand for each kind of terminal. An empty word
// leaves the terminal's own colour.
type tint struct{ true24, ansi256, ansi16 string }

// palette is the colours of a theme.
type palette struct {
	darkSquare, midSquare, lightSquare tint
	lastDark, lastMid, lastLight       tint
	selected, check, premove           tint
	blast, hint                        tint
	fogBack, fogFront                  tint
	whitePiece, blackPiece             tint
	target, cursor, forced             tint
	label, faint, title, accent        tint
	good, bad, key, border             tint
	choiceBack, choiceFront            tint
	barBack, barFront, barFaint        tint
	runBack, runFront                  tint
	lowBack, lowFront                  tint
	comment, line                      tint
}

// The board is drawn in middling tones on which both a white and a black man
// stand out, with the men's shapes filled on either side; contrast of a man
// with its square is at least 3 to 1 in the 24-bit palette. Colours of marks
// were chosen to differ in lightness too, and every mark has a shape besides.
var (
	boardTints = palette{
		darkSquare:  tint{"#56617a", "60", "5"},
		midSquare:   tint{"#707b92", "66", "4"},
		lightSquare: tint{"#8a94a8", "103", "6"},
		lastDark:    tint{"#6f6a2c", "58", "2"},
		lastMid:     tint{"#857f3a", "100", "2"},
		lastLight:   tint{"#9a9448", "101", "2"},
		selected:    tint{"#3f8a52", "65", "3"},
		check:       tint{"#b5493f", "124", "1"},
		premove:     tint{"#7a5a9e", "97", "4"},
		blast:       tint{"#c26a2e", "130", "1"},
		hint:        tint{"#2f7f8f", "30", "4"},
		fogBack:     tint{"#2a2d34", "236", "0"},
		fogFront:    tint{"#565c68", "240", "7"},
		whitePiece:  tint{"#ffffff", "231", "15"},
		blackPiece:  tint{"#0b0b0d", "16", "0"},
		target:      tint{"#d8f7c8", "194", "15"},
		cursor:      tint{"#ffdf6b", "227", "11"},
		forced:      tint{"#ffc27a", "222", "11"},
	}
	darkPalette = func() palette {
		p := boardTints
		p.label = tint{"#8b93a3", "246", "7"}
		p.faint = tint{"#868d9b", "245", "7"}
		p.title = tint{"#f2cf8d", "222", "11"}
		p.accent = tint{"#e3b566", "179", "3"}
		p.good = tint{"#8fcf8a", "114", "10"}
		p.bad = tint{"#ff8a80", "210", "9"}
		p.key = tint{"#8ec1dd", "110", "14"}
		p.border = tint{"#4b5260", "240", "8"}
		p.choiceBack = tint{"#33405a", "238", "4"}
		p.choiceFront = tint{"#ffffff", "231", "15"}
		p.barBack = tint{"#262c38", "235", ""}
		p.barFront = tint{"#f2cf8d", "222", "11"}
		p.barFaint = tint{"#a3abba", "248", "7"}
		p.runBack = tint{"#e3b566", "179", "3"}
		p.runFront = tint{"#16181d", "234", "0"}
		p.lowBack = tint{"#c0392b", "160", "1"}
		p.lowFront = tint{"#ffffff", "231", "15"}
		p.comment = tint{"#9fbf9a", "108", "2"}
		p.line = tint{"#a7adba", "248", "7"}
		return p
	}()
	lightPalette = func() palette {
		p := boardTints
		p.fogBack = tint{"#c3c7cf", "251", "7"}
		p.fogFront = tint{"#8e94a0", "245", "0"}
		p.label = tint{"#5c6370", "241", "0"}
		p.faint = tint{"#5f6673", "241", "8"}
		p.title = tint{"#7a4a00", "94", "1"}
		p.accent = tint{"#8a5600", "94", "1"}
		p.good = tint{"#1f7a35", "28", "2"}
		p.bad = tint{"#b3261e", "124", "1"}
		p.key = tint{"#0b5c8a", "24", "4"}
		p.border = tint{"#a9afba", "249", "7"}
		p.choiceBack = tint{"#d3ddf0", "153", "6"}
		p.choiceFront = tint{"#101217", "16", "0"}
		p.barBack = tint{"#e4e7ee", "254", ""}
		p.barFront = tint{"#7a4a00", "94", "1"}
		p.barFaint = tint{"#5f6673", "241", "0"}
		p.runBack = tint{"#8a5600", "94", "3"}
		p.runFront = tint{"#ffffff", "231", "15"}
		p.lowBack = tint{"#b3261e", "124", "1"}
		p.lowFront = tint{"#ffffff", "231", "15"}
		p.comment = tint{"#2f6b3a", "22", "2"}
		p.line = tint{"#5c6370", "241", "8"}
		return p
	}()
)

// NewTheme makes the styles of a session for the colours that its renderer
// says the terminal has.
func NewTheme(r *lipgloss.Renderer, dark bool) *Theme {
	p := &lightPalette
	if dark {
		p = &darkPalette
	}
	color := func(t tint) lipgloss.TerminalColor {
		word := ""
		switch r.ColorProfile() {
		case termenv.TrueColor:
			word = t.true24
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
	back := func(t tint) lipgloss.Style { return r.NewStyle().Background(color(t)) }
	fore := func(t tint) lipgloss.Style { return r.NewStyle().Foreground(color(t)) }
	both := func(b, f tint) lipgloss.Style { return back(b).Foreground(color(f)) }
	plain := r.NewStyle()
	return &Theme{
		Dark: dark,
		Mono: r.ColorProfile() == termenv.Ascii,

		DarkSquare: back(p.darkSquare), MidSquare: back(p.midSquare), LightSquare: back(p.lightSquare),
		LastMoveDark: back(p.lastDark), LastMoveMid: back(p.lastMid), LastMoveLight: back(p.lastLight),
		Selected: back(p.selected), Check: back(p.check), Premove: back(p.premove),
		Blast: back(p.blast), Hint: back(p.hint),
		Hidden:     both(p.fogBack, p.fogFront),
		WhitePiece: fore(p.whitePiece).Bold(true), BlackPiece: fore(p.blackPiece),
		Target: fore(p.target).Bold(true), Cursor: fore(p.cursor).Bold(true), Forced: fore(p.forced).Bold(true),
		Label: fore(p.label),

		Text: plain, Bold: plain.Bold(true), Faint: fore(p.faint),
		Title: fore(p.title).Bold(true), Accent: fore(p.accent),
		Good: fore(p.good), Error: fore(p.bad),
		Key: fore(p.key), Border: fore(p.border),
		Choice: both(p.choiceBack, p.choiceFront).Bold(true),
		Bar:    both(p.barBack, p.barFront).Bold(true), BarFaint: both(p.barBack, p.barFaint),
		ClockRunning: both(p.runBack, p.runFront).Bold(true), ClockIdle: plain,
		ClockLow: both(p.lowBack, p.lowFront).Bold(true),
		MoveNow:  both(p.choiceBack, p.choiceFront).Bold(true), Comment: fore(p.comment), Line: fore(p.line),
		Input: plain, Ghost: fore(p.faint),
	}
}

// dress gives a text input the styles of the theme and a steady cursor, which
// needs no ticks.
func (t *Theme) dress(in *textinput.Model) {
	in.Cursor.SetMode(cursor.CursorStatic)
	in.PromptStyle, in.TextStyle = t.Key, t.Input
	in.PlaceholderStyle, in.CompletionStyle = t.Ghost, t.Ghost
	in.Cursor.Style, in.Cursor.TextStyle = t.Text.Reverse(true), t.Ghost
}
