package club

import (
	"strconv"
	"strings"

	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/lobby/archive"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// tableColumn is a column of a table of T; the widest that is given takes what
// is left over with others of its kind.
type tableColumn[T any] struct {
	name  string
	width int // in cells; 0 for a share of what is left
	right bool
	text  func(T) string
}

// shareOut gives columns without a width what is left of it.
func shareOut[T any](cols []tableColumn[T], width int) []tableColumn[T] {
	room, open := width-len(cols)+1, 0
	for _, c := range cols {
		room -= c.width
		if c.width == 0 {
			open++
		}
	}
	for i := range cols {
		if cols[i].width == 0 {
			cols[i].width = max(room/open, 6)
			room -= cols[i].width
			open--
		}
	}
	return cols
}

// tableRow writes one row of a table.
func tableRow[T any](cols []tableColumn[T], text func(c *tableColumn[T]) string) string {
	cells := make([]string, len(cols))
	for i := range cols {
		c := &cols[i]
		cells[i] = draw.Fit(text(c), c.width)
		if c.right {
			words := draw.Cut(text(c), c.width)
			cells[i] = strings.Repeat(" ", c.width-len([]rune(words))) + words
		}
	}
	return strings.Join(cells, " ")
}

// tableHead writes the names of the columns.
func tableHead[T any](s *ui.Session, cols []tableColumn[T]) string {
	return tableRow(cols, func(c *tableColumn[T]) string { return s.Lang.In("column", c.name) })
}

// resultText writes a result so that it can be told without a colour.
func resultText(o chess.Outcome) string {
	switch o.Result {
	case chess.Drawn:
		return "½-½"
	case chess.WhiteStalemates:
		return "¾-¼"
	case chess.BlackStalemates:
		return "¼-¾"
	}
	return o.Result.String()
}

// columns are those of the table for its width.
func (a *ArchiveScreen) columns() []tableColumn[archive.Game] {
	type column = tableColumn[archive.Game]
	date := column{"Date", 10, false, func(g archive.Game) string { return g.Ended.Format("2006.01.02") }}
	white := column{"White", 0, false, func(g archive.Game) string { return draw.Clean(g.Players[chess.White].Name) }}
	black := column{"Black", 0, false, func(g archive.Game) string { return draw.Clean(g.Players[chess.Black].Name) }}
	result := column{"Result", 7, false, func(g archive.Game) string {
		if a.s.ASCIIOnly() {
			return g.Outcome.Result.String()
		}
		return resultText(g.Outcome)
	}}
	variant := column{"Variant", 14, false, func(g archive.Game) string { return ui.VariantText(a.s, g.Variant.Name) }}
	eco := column{"ECO", 4, false, func(g archive.Game) string { return g.ECO }}
	moves := column{"Moves", 5, true, func(g archive.Game) string { return strconv.Itoa((g.Plies + 1) / 2) }}
	rated := column{"", 7, false, func(g archive.Game) string {
		if g.Rated {
			return a.s.Text("rated")
		}
		return ""
	}}
	opening := column{"Opening", 0, false, func(g archive.Game) string { return g.Opening }}
	var cols []column
	switch {
	case a.width < 52:
		cols = []column{white, black, result}
	case a.width < 74:
		cols = []column{date, white, black, result}
	case a.width < 110:
		cols = []column{date, white, black, result, variant, eco}
	default:
		variant.width = 18
		cols = []column{date, white, black, result, variant, moves, rated, eco, opening}
	}
	return shareOut(cols, a.width-3)
}

// tableRows is how many games are seen at once: below them stand a gap and what
// is told of the chosen one.
func (a *ArchiveScreen) tableRows() int { return max(a.height-4, 1) }

func (a *ArchiveScreen) View() string {
	th, g := a.s.Theme, a.s.Signs()
	cols := a.columns()
	rows := []string{draw.TitleBar(th, a.width, a.s.Text("Archive"), a.Status()), th.Faint.Render("  " + tableHead(a.s, cols))}
	if a.filterErr != nil {
		rows[1] = th.Error.Render(draw.Cut("  "+draw.Clean(a.s.Text(a.filterErr.Error())), a.width))
	}
	for i := a.Top; i < min(a.Top+a.tableRows(), a.Total); i++ {
		line := ""
		if game, ok := a.rows[i]; ok {
			line = tableRow(cols, func(c *tableColumn[archive.Game]) string { return c.text(game) })
		}
		if i == a.At {
			rows = append(rows, th.Choice.Render(draw.Fit(g.Pointer+" "+line, a.width)))
		} else {
			rows = append(rows, "  "+th.Text.Render(line))
		}
	}
	if words := a.emptyText(); words != "" {
		rows = append(rows, "", "  "+th.Faint.Render(draw.Cut(a.s.Text(words), a.width-4)))
	}
	for len(rows) < a.height-1 {
		rows = append(rows, "")
	}
	if game, ok := a.Chosen(); ok {
		rows = append(rows, "  "+th.Faint.Render(draw.Cut(a.about(game), a.width-4)))
	}
	return draw.Page(rows, a.width, a.height)
}

// emptyText says why no game is seen.
func (a *ArchiveScreen) emptyText() string {
	switch {
	case a.Total > 0:
		return ""
	case a.Total < 0:
		return "Searching " + a.s.Signs().More
	case a.filter != "":
		return "No matching games. Press Esc to show all."
	}
	return "No finished games yet."
}

// noClock is how the archive writes that a game had none.
var noClock = chess.Control{}.String()

// about is what there is no room for in the table.
func (a *ArchiveScreen) about(g archive.Game) string {
	s := a.s
	words := []string{s.Text(play.OutcomeText(g.Outcome))}
	if g.Rated {
		words = append(words, s.Text("rated"))
	}
	if g.Control != noClock {
		words = append(words, s.Text(ui.ClockName(g.Control)))
	}
	if a.width < 110 {
		if a.width < 74 {
			words = append(words, ui.VariantText(s, g.Variant.Name))
		}
		words = append(words, s.Text(ui.Plural((g.Plies+1)/2, "1 move", "%d moves")))
		if g.Opening != "" {
			words = append(words, strings.TrimSpace(g.ECO+" "+g.Opening))
		}
	}
	return draw.Clean(strings.Join(words, ", "))
}

// Status is the right of the title: what is shown, and how many games it is.
func (a *ArchiveScreen) Status() string {
	var words []string
	if f := a.s.FilterWords(a.filter, a.typingFilter); f != "" {
		words = append(words, f)
	}
	if a.pool.Variant != "" {
		words = append(words, poolText(a.s, poolName(a.pools, a.pool.Variant), a.pool.Speed))
	}
	if a.player.ID != "" {
		words = append(words, draw.Clean(a.player.Name))
	}
	if a.oldest {
		words = append(words, a.s.Text("oldest first"))
	}
	if a.Total >= 0 {
		words = append(words, a.s.Text(ui.Plural(a.Total, "1 game", "%d games")))
	}
	return strings.Join(words, "   ")
}

// poolName is the name of a variant by its key.
func poolName(pools []archive.Pool, key string) string {
	for _, p := range pools {
		if p.Key == key {
			return p.Name
		}
	}
	return key
}
