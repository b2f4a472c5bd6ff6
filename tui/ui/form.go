package ui

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/variants"
)

// FormRow is one row of a form: its name, its value, and words about the value, all
// in the language of the session.
type FormRow struct{ Name, Value, About string }

// Form is how a form stands on the screen: a new game, a seek.
type Form struct {
	Title  string
	Rows   []FormRow
	At     int    // the chosen row
	Typing bool   // its value is being written, not chosen
	Enter  string // what Enter does
	Busy   string // said instead of that while something is under way
}

const (
	formNameWidth = 18 // of the names of rows
	formTypeWidth = formNameWidth + 6
)

// Render draws the form; top is the screen row of its first row. Rows for the words
// are reserved, so that nothing moves.
func (f *Form) Render(s *Session, width, height int) (view string, top int) {
	th, g := s.Theme, s.Signs()
	inner := min(width-4, MenuWidth)
	indent := strings.Repeat(" ", (width-inner)/2)
	tall := height >= len(f.Rows)+8
	out := []string{draw.TitleBar(th, width, f.Title, "")}
	if tall {
		for range min(max((height-len(f.Rows)-9)/3, 1), 6) {
			out = append(out, "")
		}
	}
	top = len(out)
	for i, r := range f.Rows {
		value := draw.Clean(r.Value)
		if i != f.At {
			out = append(out, indent+"  "+th.Faint.Render(draw.Fit(r.Name, formNameWidth))+"  "+th.Text.Render(draw.Cut(value, inner-formTypeWidth)))
			continue
		}
		left, right := g.Left+" ", " "+g.Right
		if f.Typing {
			left, right = "  ", "_"
			value = cutLeft(value, inner-formTypeWidth, g.More)
		}
		out = append(out, indent+th.Choice.Render(draw.Fit(g.Pointer+" "+draw.Fit(r.Name, formNameWidth)+left+draw.Cut(value, inner-formTypeWidth)+right, inner)))
	}
	out = append(out, "")
	words := draw.Wrap(draw.Clean(f.Rows[f.At].About), inner-4)
	for i := range 3 {
		row := ""
		if i < len(words) {
			row = words[i]
		}
		if i < 2 || tall {
			out = append(out, indent+"  "+th.Faint.Render(row))
		}
	}
	if f.Busy != "" {
		return draw.Page(append(out, indent+"  "+th.Accent.Render(draw.Cut(f.Busy, inner-2))), width, height), top
	}
	out = append(out, indent+th.Key.Render("  "+s.Lang.Key("Enter")+" ")+th.Title.Render(draw.Cut(f.Enter, inner-8)))
	return draw.Page(out, width, height), top
}

// cutLeft is the end of a text that fits into so many cells, with a sign for
// what is left out.
func cutLeft(text string, width int, more string) string {
	if draw.WidthOf(text) <= width {
		return text
	}
	r := []rune(text)
	for len(r) > 0 && draw.WidthOf(string(r))+draw.WidthOf(more) > width {
		r = r[1:]
	}
	return more + string(r)
}

// NextWord is the word by places after one of several, in a circle; of a word that
// is not among them the first, or the last.
//
//go:noinline
func NextWord(word string, by int, words ...string) string {
	i := slices.Index(words, word)
	if i < 0 && by < 0 {
		i = 0
	}
	return words[(i+by+len(words))%len(words)]
}

// NextVariant is the variant by places after the one that parts name. Further ones follow those for two.
func NextVariant(parts []string, by int, further ...variants.Variant) []string {
	word, ids := "", []string(nil)
	for _, v := range append(variants.All(), further...) {
		ids = append(ids, v.ID)
	}
	if len(parts) == 1 {
		word = parts[0]
	}
	return []string{NextWord(word, by, ids...)}
}

// FormCursor is the chosen row of a form, and what keys and clicks do in every form.
type FormCursor struct {
	Keys          FormKeys
	At            int
	Fresh         bool // the next sign that is typed begins a new value
	Width, Height int
	Top           int // the screen row of the first row
}

// FormHost is a form as its cursor knows it.
type FormHost interface {
	Count() int // of the rows
	Moved()     // another row is chosen
	Cycle(by int)
	Start() tea.Cmd
	Leave() tea.Cmd
	List() tea.Cmd // of the values of the chosen row
	Card() tea.Cmd // the rules of the chosen variant
}

func (c *FormCursor) Init() tea.Cmd             { return nil }
func (c *FormCursor) SetSize(width, height int) { c.Width, c.Height = width, height }
func (c *FormCursor) MinSize() (int, int)       { return 44, 12 }

// Step goes to another row.
func (c *FormCursor) Step(by int, h FormHost) {
	c.At, c.Fresh = (c.At+by+h.Count())%h.Count(), true
	h.Moved()
}

// Clicked chooses the row under the mouse and changes its value.
func (c *FormCursor) Clicked(msg tea.MouseMsg, h FormHost) {
	at := msg.Y - c.Top
	if at < 0 || at >= h.Count() || msg.Action != tea.MouseActionPress {
		return
	}
	c.At = at
	c.Step(0, h)
	switch msg.Button {
	case tea.MouseButtonLeft, tea.MouseButtonWheelDown:
		h.Cycle(1)
	case tea.MouseButtonRight, tea.MouseButtonWheelUp:
		h.Cycle(-1)
	}
}

// Write edits a value that is typed and tells whether the key was meant for it. signs are the characters
// that it may have, empty for all; most is how many cells it may take. A fresh value is replaced.
func (c *FormCursor) Write(msg tea.KeyMsg, value *string, most int, signs string) bool {
	switch {
	case msg.Type == tea.KeyBackspace:
		r := []rune(*value)
		*value, c.Fresh = string(r[:max(len(r)-1, 0)]), false
		return true
	case msg.Type != tea.KeyRunes && (msg.Type != tea.KeySpace || c.Fresh):
		return false
	}
	text := draw.Clean(string(msg.Runes))
	if msg.Type == tea.KeySpace {
		text = " "
	}
	if signs != "" && strings.Trim(text, signs) != "" {
		return false
	}
	if c.Fresh {
		*value, c.Fresh = "", false
	}
	for _, r := range text {
		if longer := *value + string(r); draw.WidthOf(longer) <= most {
			*value = longer
		}
	}
	return true
}

// Pressed does what a key says that is not written into a row.
func (c *FormCursor) Pressed(msg tea.KeyMsg, h FormHost) tea.Cmd {
	switch k := &c.Keys; {
	case key.Matches(msg, k.Start):
		return h.Start()
	case key.Matches(msg, k.Back):
		return h.Leave()
	case key.Matches(msg, k.Up):
		c.Step(-1, h)
	case key.Matches(msg, k.Down):
		c.Step(1, h)
	case key.Matches(msg, k.Prev):
		h.Cycle(-1)
	case key.Matches(msg, k.Open):
		return h.List()
	case key.Matches(msg, k.Next), msg.Type == tea.KeySpace:
		h.Cycle(1)
	case key.Matches(msg, k.Card):
		return h.Card()
	}
	return nil
}

func (c *FormCursor) ShortHelp() []key.Binding {
	k := c.Keys
	return []key.Binding{k.Start, PairOf("select", k.Up, k.Down), PairOf("change", k.Prev, k.Next), k.Open, k.Card, k.Back}
}

func (c *FormCursor) FullHelp() [][]key.Binding {
	k := c.Keys
	return [][]key.Binding{Bindings(&k.Start, &k.Back, &k.Card), Bindings(&k.Up, &k.Down, &k.Prev, &k.Next), {k.Open}}
}
