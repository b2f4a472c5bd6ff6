package ui

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
)

// Item is one row of a list.
type Item struct {
	Label string // what it is
	Note  string // a few words after it, faint
	About string // shown elsewhere while the item is chosen
	Gap   bool   // an empty row stands above
	Off   bool   // cannot be opened now
}

// List is a column of items with one chosen. It draws and moves, nothing else.
type List struct {
	Items  []Item
	At     int // the chosen item
	Top    int // first row of the window, in rows
	Filter string
	shown  []int // items that match the filter, in order
	Height int   // rows of the last drawing
}

// NewList chooses the first item.
func NewList(items []Item) List {
	l := List{Items: items}
	l.refilter()
	return l
}

// Refill puts other items into the list. What was chosen stays so wherever it stands now, by its label.
func (l *List) Refill(items []Item) {
	at := l.At
	if chosen := l.Chosen(); chosen != nil && (at >= len(items) || items[at].Label != chosen.Label) {
		if i := slices.IndexFunc(items, func(it Item) bool { return it.Label == chosen.Label }); i >= 0 {
			at = i
		}
	}
	*l = NewList(items)
	l.Choose(at)
}

// SetFilter keeps the items that hold every word of the text.
func (l *List) SetFilter(text string) {
	l.Filter = text
	l.refilter()
}

func (l *List) refilter() {
	words := strings.Fields(strings.ToLower(l.Filter))
	l.shown = l.shown[:0]
	for i, it := range l.Items {
		text := strings.ToLower(it.Label + " " + it.Note + " " + it.About)
		ok := true
		for _, w := range words {
			ok = ok && strings.Contains(text, w)
		}
		if ok {
			l.shown = append(l.shown, i)
		}
	}
	l.Choose(l.At)
}

// Choose makes item i the chosen one, or the nearest that is shown.
//
//go:noinline
func (l *List) Choose(i int) {
	if len(l.shown) == 0 {
		return
	}
	best := l.shown[0]
	for _, s := range l.shown {
		if s <= i {
			best = s
		}
	}
	l.At = best
}

// Place is where the chosen item stands among those shown, -1 when nothing is.
//
//go:noinline
func (l *List) Place() int {
	for p, i := range l.shown {
		if i == l.At {
			return p
		}
	}
	return -1
}

// Move goes by shown items, down for positive steps, and stops at the ends.
func (l *List) Move(steps int) {
	if len(l.shown) == 0 {
		return
	}
	p := min(max(l.Place()+steps, 0), len(l.shown)-1)
	l.At = l.shown[p]
}

// WrapMove is move by one that goes round at the ends.
func (l *List) wrapMove(step int) {
	if n := len(l.shown); n > 0 {
		l.At = l.shown[(l.Place()+step+n)%n]
	}
}

// Chosen gives the chosen item; nil when the filter leaves none.
//
//go:noinline
func (l *List) Chosen() *Item {
	if l.Place() < 0 {
		return nil
	}
	return &l.Items[l.At]
}

// rowOf gives the row of shown item p, counting gaps.
func (l *List) rowOf(p int) int {
	row := p
	for q := 1; q <= p; q++ {
		if l.Items[l.shown[q]].Gap && l.Filter == "" {
			row++
		}
	}
	return row
}

// Rows is the number of rows of the whole list.
//
//go:noinline
func (l *List) Rows() int {
	if len(l.shown) == 0 {
		return 0
	}
	return l.rowOf(len(l.shown)-1) + 1
}

// Render draws the window of height rows around the chosen item. With
// numbers, the first nine rows show their digit.
func (l *List) Render(s *Session, width, height int, numbers bool) []string {
	th, g := s.Theme, s.Signs()
	l.Height = height
	if p := l.Place(); p >= 0 {
		l.Top = draw.ScrollTo(l.Top, l.rowOf(p), l.Rows(), height)
	}
	labelWidth := 0
	for _, i := range l.shown {
		labelWidth = max(labelWidth, draw.WidthOf(l.Items[i].Label))
	}
	labelWidth = min(labelWidth, max(width-4, 1))
	all := make([]string, 0, l.Rows())
	for p, i := range l.shown {
		it := &l.Items[i]
		if p > 0 && it.Gap && l.Filter == "" {
			all = append(all, "")
		}
		lead := "  "
		if numbers && p < 9 {
			lead = string(rune('1'+p)) + " "
		}
		if i == l.At {
			text := g.Pointer + " " + lead + draw.Fit(it.Label, labelWidth)
			if it.Note != "" {
				text += "  " + it.Note
			}
			all = append(all, th.Choice.Render(draw.Fit(text, width)))
			continue
		}
		style := th.Text
		if it.Off {
			style = th.Faint
		}
		text := "  " + th.Key.Render(lead) + style.Render(draw.Fit(it.Label, labelWidth))
		if it.Note != "" {
			text += "  " + th.Faint.Render(draw.Cut(it.Note, max(width-6-labelWidth, 0)))
		}
		all = append(all, draw.Fit(text, width))
	}
	end := min(l.Top+height, len(all))
	return all[min(l.Top, end):end]
}

// Cuts tells whether a note of some item is too long for rows of a width.
func (l *List) cuts(width int) bool {
	labels, notes := 0, 0
	for i := range l.Items {
		labels = max(labels, draw.WidthOf(l.Items[i].Label))
		notes = max(notes, draw.WidthOf(l.Items[i].Note))
	}
	return notes > max(width-6-labels, 0)
}

// Hit gives the item drawn in row y of the last drawing, -1 for none.
func (l *List) Hit(y int) int {
	if y < 0 || y >= l.Height {
		return -1
	}
	for p, i := range l.shown {
		if l.rowOf(p) == y+l.Top {
			return i
		}
	}
	return -1
}

// Clicked moves by the wheel and chooses by a click in a list that is drawn from row
// top on; it tells whether an item was clicked.
func (l *List) Clicked(msg tea.MouseMsg, top int) bool {
	switch i := l.Hit(msg.Y - top); {
	case msg.Button == tea.MouseButtonWheelDown:
		l.Move(1)
	case msg.Button == tea.MouseButtonWheelUp:
		l.Move(-1)
	case i >= 0 && msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft:
		l.Choose(i)
		return true
	}
	return false
}

// Typed gives a key to the filter of the list while open says that it is being
// written, and tells whether nothing else may have it.
func (l *List) Typed(open *bool, msg tea.KeyMsg) bool {
	if !*open {
		return false
	}
	text, done := EditFilter(l.Filter, msg)
	l.SetFilter(text)
	*open = !done
	return !done || msg.Type == tea.KeyEsc || msg.Type == tea.KeyEnter
}

// MoveList does the keys that move in a list and tells whether it was one.
func MoveList(l *List, keys interface{ pages() PageKeys }, msg tea.KeyMsg) bool {
	step, ok := keys.pages().step(msg, len(l.Items), max(l.Height-1, 1))
	if ok {
		l.Move(step)
	}
	return ok
}

// step is how far a key goes in a list of n rows with a page of so many; ok is
// false for a key that does not move.
func (k PageKeys) step(msg tea.KeyMsg, n, page int) (by int, ok bool) {
	switch {
	case key.Matches(msg, k.Up):
		return -1, true
	case key.Matches(msg, k.Down):
		return 1, true
	case key.Matches(msg, k.PageUp):
		return -page, true
	case key.Matches(msg, k.PageDown):
		return page, true
	case key.Matches(msg, k.Top):
		return -n, true
	case key.Matches(msg, k.Bottom):
		return n, true
	}
	return 0, false
}

// MoveMenu does the keys that move in a menu, which goes round at its ends, and
// tells whether it was one.
func MoveMenu(l *List, keys interface{ steps() StepKeys }, msg tea.KeyMsg) bool {
	switch k := keys.steps(); {
	case key.Matches(msg, k.Up):
		l.wrapMove(-1)
	case key.Matches(msg, k.Down):
		l.wrapMove(1)
	case key.Matches(msg, k.Top):
		l.Move(-len(l.Items))
	case key.Matches(msg, k.Bottom):
		l.Move(len(l.Items))
	default:
		return false
	}
	return true
}

// ChooseDigit chooses the row of the number that was typed, and tells whether there is one.
func (l *List) ChooseDigit(msg tea.KeyMsg) bool {
	n := int(msg.Runes[0] - '1')
	if n >= len(l.Items) {
		return false
	}
	l.Choose(n)
	return true
}

// Cursor is the chosen row of a table and the first that is seen. The table has a
// title and a head, so that rows begin at tableTop.
type Cursor struct{ At, Top int }

const tableTop = 2

// Move goes by rows of n, of which a page is seen.
func (c *Cursor) Move(by, n, page int) {
	c.At = max(min(c.At+by, n-1), 0)
	c.Top = draw.ScrollTo(c.Top, c.At, n, page)
}

// Pressed does the keys that move and tells whether it was one.
func (c *Cursor) Pressed(keys interface{ pages() PageKeys }, msg tea.KeyMsg, n, page int) bool {
	by, ok := keys.pages().step(msg, n, page)
	if ok {
		c.Move(by, n, page)
	}
	return ok
}

// Clicked moves by the wheel and chooses by a click; it tells whether a row was
// clicked that was chosen already, which opens it.
func (c *Cursor) Clicked(msg tea.MouseMsg, n, page, wheel int) bool {
	switch {
	case msg.Button == tea.MouseButtonWheelDown:
		c.Move(wheel, n, page)
	case msg.Button == tea.MouseButtonWheelUp:
		c.Move(-wheel, n, page)
	case msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress:
		if i := msg.Y - tableTop + c.Top; msg.Y >= tableTop && msg.Y < tableTop+page && i < n {
			again := c.At == i
			c.At = i
			return again
		}
	}
	return false
}

// EditFilter edits the text of a filter. It is done at Enter, at Esc, which
// empties it, and at any key that is not text.
func EditFilter(text string, msg tea.KeyMsg) (edited string, done bool) {
	switch msg.Type {
	case tea.KeyRunes, tea.KeySpace:
		return text + draw.Clean(string(msg.Runes)), false
	case tea.KeyBackspace:
		r := []rune(text)
		if len(r) == 0 {
			return "", true
		}
		return string(r[:len(r)-1]), false
	case tea.KeyCtrlU:
		return "", false
	case tea.KeyEsc:
		return "", true
	}
	return text, true
}

// FilterWords shows a filter at the right of a title.
func (s *Session) FilterWords(text string, writing bool) string {
	switch {
	case writing:
		return "/ " + text + "_"
	case strings.TrimSpace(text) != "":
		return s.Text("filter: ") + text
	}
	return ""
}
