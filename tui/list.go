package tui

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
)

// item is one row of a list.
type item struct {
	label string // what it is
	note  string // a few words after it, faint
	about string // shown elsewhere while the item is chosen
	gap   bool   // an empty row stands above
	off   bool   // cannot be opened now
}

// list is a column of items with one chosen. It draws and moves, nothing else.
type list struct {
	items  []item
	at     int // the chosen item
	top    int // first row of the window, in rows
	filter string
	shown  []int // items that match the filter, in order
	height int   // rows of the last drawing
}

// newList chooses the first item.
func newList(items []item) list {
	l := list{items: items}
	l.refilter()
	return l
}

// setFilter keeps the items that hold every word of the text.
func (l *list) setFilter(text string) {
	l.filter = text
	l.refilter()
}

func (l *list) refilter() {
	words := strings.Fields(strings.ToLower(l.filter))
	l.shown = l.shown[:0]
	for i, it := range l.items {
		text := strings.ToLower(it.label + " " + it.note + " " + it.about)
		ok := true
		for _, w := range words {
			ok = ok && strings.Contains(text, w)
		}
		if ok {
			l.shown = append(l.shown, i)
		}
	}
	l.choose(l.at)
}

// choose makes item i the chosen one, or the nearest that is shown.
func (l *list) choose(i int) {
	if len(l.shown) == 0 {
		return
	}
	best := l.shown[0]
	for _, s := range l.shown {
		if s <= i {
			best = s
		}
	}
	l.at = best
}

// place is where the chosen item stands among those shown, -1 when nothing is.
func (l *list) place() int {
	for p, i := range l.shown {
		if i == l.at {
			return p
		}
	}
	return -1
}

// move goes by shown items, down for positive steps, and stops at the ends.
func (l *list) move(steps int) {
	if len(l.shown) == 0 {
		return
	}
	p := min(max(l.place()+steps, 0), len(l.shown)-1)
	l.at = l.shown[p]
}

// wrapMove is move by one that goes round at the ends.
func (l *list) wrapMove(step int) {
	if n := len(l.shown); n > 0 {
		l.at = l.shown[(l.place()+step+n)%n]
	}
}

// chosen gives the chosen item; nil when the filter leaves none.
func (l *list) chosen() *item {
	if l.place() < 0 {
		return nil
	}
	return &l.items[l.at]
}

// rowOf gives the row of shown item p, counting gaps.
func (l *list) rowOf(p int) int {
	row := p
	for q := 1; q <= p; q++ {
		if l.items[l.shown[q]].gap && l.filter == "" {
			row++
		}
	}
	return row
}

// rows is the number of rows of the whole list.
func (l *list) rows() int {
	if len(l.shown) == 0 {
		return 0
	}
	return l.rowOf(len(l.shown)-1) + 1
}

// render draws the window of height rows around the chosen item. With
// numbers, the first nine rows show their digit.
func (l *list) render(s *Session, width, height int, numbers bool) []string {
	th, g := s.Theme, s.signs()
	l.height = height
	if p := l.place(); p >= 0 {
		l.top = scrollTo(l.top, l.rowOf(p), l.rows(), height)
	}
	labelWidth := 0
	for _, i := range l.shown {
		labelWidth = max(labelWidth, lipgloss.Width(l.items[i].label))
	}
	labelWidth = min(labelWidth, max(width-4, 1))
	all := make([]string, 0, l.rows())
	for p, i := range l.shown {
		it := &l.items[i]
		if p > 0 && it.gap && l.filter == "" {
			all = append(all, "")
		}
		lead := "  "
		if numbers && p < 9 {
			lead = string(rune('1'+p)) + " "
		}
		if i == l.at {
			text := g.Pointer + " " + lead + fit(it.label, labelWidth)
			if it.note != "" {
				text += "  " + it.note
			}
			all = append(all, th.Choice.Render(fit(text, width)))
			continue
		}
		style := th.Text
		if it.off {
			style = th.Faint
		}
		text := "  " + th.Key.Render(lead) + style.Render(fit(it.label, labelWidth))
		if it.note != "" {
			text += "  " + th.Faint.Render(cut(it.note, max(width-6-labelWidth, 0)))
		}
		all = append(all, fit(text, width))
	}
	end := min(l.top+height, len(all))
	return all[min(l.top, end):end]
}

// cuts tells whether a note of some item is too long for rows of a width.
func (l *list) cuts(width int) bool {
	labels, notes := 0, 0
	for i := range l.items {
		labels = max(labels, lipgloss.Width(l.items[i].label))
		notes = max(notes, lipgloss.Width(l.items[i].note))
	}
	return notes > max(width-6-labels, 0)
}

// hit gives the item drawn in row y of the last drawing, -1 for none.
func (l *list) hit(y int) int {
	if y < 0 || y >= l.height {
		return -1
	}
	for p, i := range l.shown {
		if l.rowOf(p) == y+l.top {
			return i
		}
	}
	return -1
}

// typed gives a key to the filter of the list while open says that it is being
// written, and tells whether nothing else may have it.
func (l *list) typed(open *bool, msg tea.KeyMsg) bool {
	if !*open {
		return false
	}
	text, done := editFilter(l.filter, msg)
	l.setFilter(text)
	*open = !done
	return !done || msg.Type == tea.KeyEsc || msg.Type == tea.KeyEnter
}

// moveList does the keys that move in a list and tells whether it was one.
func moveList(l *list, k listKeys, msg tea.KeyMsg) bool {
	switch {
	case key.Matches(msg, k.Up):
		l.move(-1)
	case key.Matches(msg, k.Down):
		l.move(1)
	case key.Matches(msg, k.PageUp):
		l.move(-max(l.height-1, 1))
	case key.Matches(msg, k.PageDown):
		l.move(max(l.height-1, 1))
	case key.Matches(msg, k.Top):
		l.move(-len(l.items))
	case key.Matches(msg, k.Bottom):
		l.move(len(l.items))
	default:
		return false
	}
	return true
}

// moveMenu does the keys that move in a menu, which goes round at its ends, and
// tells whether it was one.
func moveMenu(l *list, k *menuKeys, msg tea.KeyMsg) bool {
	switch {
	case key.Matches(msg, k.Up):
		l.wrapMove(-1)
	case key.Matches(msg, k.Down):
		l.wrapMove(1)
	case key.Matches(msg, k.Top):
		l.move(-len(l.items))
	case key.Matches(msg, k.Bottom):
		l.move(len(l.items))
	default:
		return false
	}
	return true
}

// editFilter edits the text of a filter. It is done at Enter, at Esc, which
// empties it, and at any key that is not text.
func editFilter(text string, msg tea.KeyMsg) (edited string, done bool) {
	switch msg.Type {
	case tea.KeyRunes, tea.KeySpace:
		return text + clean(string(msg.Runes)), false
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

// filterWords shows a filter at the right of a title.
func (s *Session) filterWords(text string, writing bool) string {
	switch {
	case writing:
		return "/ " + text + "_"
	case strings.TrimSpace(text) != "":
		return s.Text("filter: ") + text
	}
	return ""
}
