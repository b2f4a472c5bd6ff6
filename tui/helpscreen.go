package tui

import (
	"github.com/charmbracelet/bubbles/help"
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/lang"
	"rookery/tui/ui"
)

// helpScreen lists the keys of the screen below it, from the same table that
// the keys are matched with.
type helpScreen struct {
	ui.Sheet
	of     string
	groups [][]key.Binding
	words  []string // typed words, where the screen takes any
}

// typedHelp screens tell of words that can be typed, each as "word – what it does".
type typedHelp interface{ TypedWords() []string }

func newHelpScreen(s *ui.Session, of help.KeyMap, global ui.GlobalKeys) *helpScreen {
	h := &helpScreen{Sheet: ui.NewSheet(s), of: s.Text("Keys")}
	_, game := of.(interface{ HumanTurn() bool }) // its title says who is to move
	if t, ok := of.(ui.Titled); ok && !game {
		h.of = s.Text("Keys: " + lang.Name(t.Title()))
	}
	if w, ok := of.(typedHelp); ok {
		h.words = w.TypedWords()
	}
	for _, group := range of.FullHelp() {
		var on []key.Binding
		for _, b := range group {
			if b.Enabled() {
				on = append(on, b)
			}
		}
		if len(on) > 0 {
			h.groups = append(h.groups, on)
		}
	}
	everywhere := ui.Bindings(&global.Help, &global.Theme, &global.Pieces, &global.Labels, &global.Blindfold, &global.Redraw, &global.Quit)
	if s.Suspends {
		everywhere = append(everywhere, global.Suspend)
	}
	h.groups = append(h.groups, everywhere)
	return h
}

func (h *helpScreen) Title() string { return h.S.Text("Help") }

// SetSize lays the groups out in one, two or three columns.
func (h *helpScreen) SetSize(width, height int) {
	h.Width, h.Height = width, height
	h.layOut()
}

func (h *helpScreen) layOut() {
	th := h.S.Theme
	const least = 38
	columns := max(min((h.Width-2)/least, 3), 1)
	columnWidth := least
	if columns == 1 {
		columnWidth = max(h.Width-2, least)
	}
	var cells []string
	keyWidth := 0
	for _, g := range h.groups {
		for _, b := range g {
			keyWidth = max(keyWidth, draw.WidthOf(h.S.Lang.Key(b.Help().Key)))
		}
	}
	for i, g := range h.groups {
		if i > 0 {
			cells = append(cells, "")
		}
		for _, b := range g {
			cells = append(cells, th.Key.Render(draw.Fit(h.S.Lang.Key(b.Help().Key), keyWidth))+"  "+th.Text.Render(h.S.Text(b.Help().Desc)))
		}
	}
	h.Rows = nil
	each := (len(cells) + columns - 1) / columns
	for r := range each {
		row := ""
		for c := range columns {
			if i := c*each + r; i < len(cells) {
				row += draw.Fit(cells[i], columnWidth-2) + "  "
			}
		}
		h.Rows = append(h.Rows, row)
	}
	if len(h.words) > 0 {
		h.Rows = append(h.Rows, "", th.Title.Render(h.S.Text("Commands")))
		for _, w := range h.words {
			for _, row := range draw.Wrap(draw.Clean(h.S.Text(w)), min(h.Width-4, ui.TextWidth)) {
				h.Rows = append(h.Rows, th.Text.Render(row))
			}
		}
	}
	h.Show(h.Height - 3)
}

func (h *helpScreen) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	if _, ok := msg.(ui.ThemeMsg); ok {
		h.layOut()
	}
	if h.Read(msg) {
		return h, h.S.Pop(h)
	}
	return h, nil
}

func (h *helpScreen) View() string {
	return h.Under([]string{draw.TitleBar(h.S.Theme, h.Width, draw.Clean(h.of), ""), ""})
}
