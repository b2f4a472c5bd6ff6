package library

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/bubbles/key"

	"rookery/tui/draw"
	"rookery/tui/ui"
)

// variantName is the variant as the table shows it.
func (r *GameRow) variantName() string {
	if r.Variant == "" {
		return "Chess"
	}
	return r.Variant
}

// column of the table.
type column struct {
	name  string
	width int
	text  func(*GameRow) string
}

// columns share out the width: fixed ones first, then the players.
func (p *Picker) columns() []column {
	date := column{"Date", 10, func(r *GameRow) string { return r.Date }}
	result := column{"Result", 7, func(r *GameRow) string { return r.Result }}
	eco := column{"ECO", 4, func(r *GameRow) string { return r.ECO }}
	variant := column{"Variant", 12, func(r *GameRow) string { return ui.VariantText(p.s, r.variantName()) }}
	white := column{"White", 0, func(r *GameRow) string { return r.White }}
	black := column{"Black", 0, func(r *GameRow) string { return r.Black }}
	cols := []column{date, white, black, result, eco, variant}
	if p.history != nil && p.width >= 100 {
		opening := column{"Opening", 30, func(r *GameRow) string {
			if r.Lesson != "" {
				return p.s.Text(r.Lesson)
			}
			return r.Opening
		}}
		cols = []column{date, white, black, result, opening, variant}
	}
	if p.width < 66 {
		cols = []column{date, white, black, result}
	}
	if p.width < 52 {
		cols = []column{white, black, result}
	}
	room := p.width - 3
	if p.history != nil {
		room -= 2 // for the marks
	}
	for _, c := range cols {
		room -= c.width + 1
	}
	for i := range cols {
		if cols[i].width == 0 {
			cols[i].width = max(room/2, 6)
		}
	}
	return cols
}

func (p *Picker) View() string {
	th, g := p.s.Theme, p.s.Signs()
	if !p.ready {
		part, _ := p.games.progress()
		return draw.Page([]string{draw.TitleBar(th, p.width, p.name(), ""), "",
			th.Faint.Render("  " + p.s.Text("Reading games ") + g.More + "  " + p.bar(part))}, p.width, p.height)
	}
	cols := p.columns()
	line := func(text func(c *column) string) string {
		cells := make([]string, len(cols))
		for i := range cols {
			cells[i] = draw.Fit(text(&cols[i]), cols[i].width)
		}
		return strings.Join(cells, " ")
	}
	lead := "  "
	if p.history != nil {
		lead += "  "
	}
	rows := []string{draw.TitleBar(th, p.width, p.name(), p.status()),
		th.Faint.Render(lead + line(func(c *column) string { return p.s.Lang.In("column", c.name) }))}
	if p.fault != nil {
		rows[1] = th.Error.Render(draw.Cut("  "+draw.Clean(p.s.Text(p.fault.Error())), p.width))
	}
	top := draw.ScrollTo(p.top, p.at, p.rowCount(), p.tableRows())
	for i := top; i < min(top+p.tableRows(), p.rowCount()); i++ {
		text := ""
		if r, ok := p.games.cached(p.game(i)); ok {
			text = line(func(c *column) string { return c.text(&r) })
		}
		if p.history != nil {
			text = p.history.marks.sign(p.s, p.game(i)) + " " + text
		}
		if i == p.at {
			rows = append(rows, th.Choice.Render(draw.Fit(g.Pointer+" "+text, p.width)))
		} else {
			rows = append(rows, "  "+th.Text.Render(text))
		}
	}
	if p.rowCount() == 0 && p.fault == nil {
		words := "  No matching games. Press Esc to show all."
		if p.seen < p.count {
			words = "  Searching " + g.More
		} else if p.job == nil {
			words = "  No games yet. Every game you finish is kept here."
		}
		rows = append(rows, th.Faint.Render(p.s.Text(words)))
	}
	if p.Asking() {
		for len(rows) < p.height {
			rows = append(rows, "")
		}
		rows[p.height-1] = p.history.marks.row(p.s, deleteOne, deleteMany, p.width)
	}
	return draw.Page(rows, p.width, p.height)
}

// Status is the right of the title: the filter, how many games there are and
// how far looking at them is.
func (p *Picker) status() string {
	words := p.s.Text(ui.Plural(p.count, "1 game", "%d games"))
	if p.job != nil {
		words = p.s.Text(fmt.Sprintf("%d of %s", len(p.shown), words))
	}
	part, whole := p.games.progress()
	switch {
	case !whole:
		words += "  " + p.bar(part)
	case p.job != nil && p.fault == nil && p.seen < p.count:
		words += "  " + p.bar(float64(p.seen)/float64(p.count))
	}
	if p.history != nil {
		words = p.history.marks.counted(p.s, words)
	}
	if f := p.s.FilterWords(p.filter, p.filtering); f != "" {
		words = f + "   " + words
	}
	return words
}

// progressCells is the width of a progress bar.
const progressCells = 12

// bar draws how much is done, from 0 to 1.
func (p *Picker) bar(part float64) string {
	done, todo := "█", "░"
	if p.s.ASCIIOnly() {
		done, todo = "#", "."
	}
	n := min(max(int(part*progressCells), 0), progressCells)
	return fmt.Sprintf("%s%s %3d%%", strings.Repeat(done, n), strings.Repeat(todo, progressCells-n), int(part*100))
}

func (p *Picker) ShortHelp() []key.Binding {
	k := p.keys
	switch {
	case p.Asking():
		return nil
	case !p.ready:
		return []key.Binding{k.Back}
	case p.filtering:
		return ui.Bindings(&k.Accept, &k.Clear)
	case p.history != nil && p.count > 0:
		g := p.history.marks.keys
		return ui.Bindings(&k.Open, &k.Filter, &g.Stats, &g.Folder, &g.Delete, &k.Back, &g.Mark, &g.MarkAll)
	case p.history != nil:
		return ui.Bindings(&p.history.marks.keys.Folder, &k.Back)
	}
	return []key.Binding{k.Open, k.Filter, ui.PairOf(ui.MoveCursor, k.Up, k.Down), k.Back}
}

func (p *Picker) FullHelp() [][]key.Binding {
	k := p.keys
	all := [][]key.Binding{ui.Bindings(&k.Up, &k.Down, &k.PageUp, &k.PageDown, &k.Top, &k.Bottom), ui.Bindings(&k.Open, &k.Filter, &k.Back)}
	if p.history != nil {
		g := p.history.marks.keys
		all = append(all, ui.Bindings(&g.Mark, &g.MarkAll, &g.Delete, &g.Stats, &g.Folder))
	}
	return all
}
