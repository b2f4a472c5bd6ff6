package club

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/lobby/archive"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

// RecordScreen is how a player's games went, by variant, with the way of the
// rating in the chosen one.
type RecordScreen struct {
	s         *ui.Session
	keys      ui.ListKeys
	archive   archive.Archive
	player    remote.Player
	rows      []ui.RecordRow
	known     bool
	histories map[archive.PoolKey][]archive.Point // fetched when it is chosen first

	profile profile

	ui.Cursor
	width, height int
}

type (
	// recordMsg brings the rows.
	recordMsg struct {
		to   *RecordScreen
		rows []ui.RecordRow
		err  error
	}
	// historyMsg brings how a rating went.
	historyMsg struct {
		to     *RecordScreen
		pool   archive.PoolKey
		points []archive.Point
		err    error
	}
)

// historyPoints is how many games the way of a rating tells of.
const historyPoints = 200

// NewRecordScreen shows the games and ratings of a player of the club's archive,
// which must be there.
func NewRecordScreen(s *ui.Session, who remote.Player) *RecordScreen {
	r := &RecordScreen{s: s, keys: ui.Bound(s, ui.NewListKeys()), archive: Of(s).Archive, player: who, histories: make(map[archive.PoolKey][]archive.Point)}
	r.keys.Open.SetHelp(r.keys.Open.Help().Key, "list these games")
	r.keys.Mark.SetEnabled(false)
	r.keys.Filter.SetEnabled(false)
	r.newProfile()
	return r
}

func (r *RecordScreen) Init() tea.Cmd {
	from, id, store := r.archive, r.player.ID, r.s.Store
	mine := id == Of(r.s).Me.ID
	return tea.Batch(r.fetchProfile(), func() tea.Msg {
		records, err := from.Stats(context.Background(), id)
		rows := make([]ui.RecordRow, 0, len(records))
		for _, rec := range records {
			rows = append(rows, ui.RecordRow{Record: rec})
		}
		if mine {
			rows = append(rows, ui.ResultRows(store.Results())...)
		}
		return recordMsg{r, rows, err}
	})
}

func (r *RecordScreen) SetSize(width, height int) { r.width, r.height = width, height }
func (r *RecordScreen) Title() string             { return draw.Clean(r.player.Name) }
func (r *RecordScreen) MinSize() (int, int)       { return 40, 12 }

func (r *RecordScreen) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case recordMsg:
		if msg.to == r {
			if msg.err != nil {
				return r, ui.Fail(msg.err)
			}
			r.rows, r.known = msg.rows, true
			clear(r.histories)
			r.Move(0, len(r.rows), r.tableRows())
		}
	case historyMsg:
		if msg.to == r {
			if msg.err != nil {
				return r, ui.Fail(msg.err)
			}
			r.histories[msg.pool] = msg.points
		}
		return r, nil
	case profileMsg:
		if msg.to == r {
			return r, r.takeProfile(msg)
		}
		return r, nil
	case ui.RevealedMsg:
		return r, r.Init()
	case tea.MouseMsg:
		if r.Clicked(msg, len(r.rows), r.tableRows(), 1) {
			return r, r.open()
		}
	case tea.KeyMsg:
		if cmd, done := r.pressed(msg); done {
			return r, cmd
		}
	default:
		return r, nil
	}
	return r, r.fetchHistory()
}

// pressed does a key; done tells that it is not about the place in the table.
func (r *RecordScreen) pressed(msg tea.KeyMsg) (cmd tea.Cmd, done bool) {
	k := &r.keys
	if cmd, done := r.profilePressed(msg); done {
		return cmd, true
	}
	switch {
	case r.Pressed(k, msg, len(r.rows), r.tableRows()):
	case key.Matches(msg, k.Open):
		return r.open(), true
	case key.Matches(msg, k.Card):
		if row, ok := r.chosen(); ok {
			if rules, err := row.Variant.Rules(); err == nil {
				return r.s.Open(r, ui.ShowRules{Rules: rules}), true
			}
		}
	case key.Matches(msg, k.Back):
		return r.s.Pop(r), true
	}
	return nil, false
}

// chosen is the row under the pointer.
func (r *RecordScreen) chosen() (ui.RecordRow, bool) {
	if r.At >= len(r.rows) {
		return ui.RecordRow{}, false
	}
	return r.rows[r.At], true
}

// open lists the games of the chosen row.
func (r *RecordScreen) open() tea.Cmd {
	row, ok := r.chosen()
	if !ok {
		return nil
	}
	if row.Level != "" {
		return ui.Toast("Games against the computer are counted but not saved: save the ones you want to review.")
	}
	return r.s.Push(r, newArchiveOf(r.s, r.player, row.Pool()))
}

// fetchHistory fetches how the rating of the chosen variant went.
func (r *RecordScreen) fetchHistory() tea.Cmd {
	row, ok := r.chosen()
	if _, here := r.histories[row.Pool()]; !ok || here || row.Games == 0 {
		return nil
	}
	r.histories[row.Pool()] = nil // is being fetched
	from, id, pool := r.archive, r.player.ID, row.Pool()
	return func() tea.Msg {
		points, err := from.History(context.Background(), id, pool, historyPoints)
		return historyMsg{r, pool, points, err}
	}
}

// historyRows is the height of the way of a rating, with a gap and its words.
const historyRows = 6 // the last row is for who the player is

// tableRows is how many variants are seen at once.
func (r *RecordScreen) tableRows() int { return max(r.height-4-historyRows, 1) }

// nameText names the game of a row, and the computer with which it was played.
func (r *RecordScreen) nameText(p ui.RecordRow) string {
	name := poolText(r.s, p.Variant.Name, p.Speed)
	if p.Level == "" {
		return name
	}
	return name + ", " + r.s.Text("Computer") + " " + r.s.Text(p.Level)
}

// columns are those of the table for its width.
func (r *RecordScreen) columns() []tableColumn[ui.RecordRow] {
	type column = tableColumn[ui.RecordRow]
	rating := func(text func(archive.Standing) string) func(ui.RecordRow) string {
		return func(p ui.RecordRow) string {
			if p.Games == 0 {
				return "-"
			}
			return text(p.Standing)
		}
	}
	count := func(n func(ui.RecordRow) int) func(ui.RecordRow) string {
		return func(p ui.RecordRow) string { return strconv.Itoa(n(p)) }
	}
	cols := []column{
		{"Variant", 0, false, r.nameText},
		{"Rating", 7, true, rating(ratingText)},
		{"Won", 6, true, count(func(p ui.RecordRow) int { return p.Wins })},
		{"Drawn", 6, true, count(func(p ui.RecordRow) int { return p.Draws })},
		{"Lost", 6, true, count(func(p ui.RecordRow) int { return p.Losses })},
	}
	if r.width >= 66 {
		cols = append(cols[:2:2], append([]column{{"Deviation", 9, true, rating(func(p archive.Standing) string { return deviationText(r.s, p) })}}, cols[2:]...)...)
		cols = append(cols, column{"Games", 7, true, count(func(p ui.RecordRow) int { return p.All() })})
	}
	return shareOut(cols, min(r.width-3, 84))
}

func (r *RecordScreen) View() string {
	th, g := r.s.Theme, r.s.Signs()
	cols := r.columns()
	total := 0
	for _, row := range r.rows {
		total += row.All()
	}
	rows := []string{
		draw.TitleBar(th, r.width, draw.Clean(r.player.Name), r.s.Text(ui.Plural(total, "1 game", "%d games"))),
		th.Faint.Render("  " + tableHead(r.s, cols)),
	}
	top := draw.ScrollTo(r.Top, r.At, len(r.rows), r.tableRows())
	for i := top; i < min(top+r.tableRows(), len(r.rows)); i++ {
		line := tableRow(cols, func(c *tableColumn[ui.RecordRow]) string { return c.text(r.rows[i]) })
		if i == r.At {
			rows = append(rows, th.Choice.Render(draw.Fit(g.Pointer+" "+line, r.width)))
		} else {
			rows = append(rows, "  "+th.Text.Render(line))
		}
	}
	if r.known && len(r.rows) == 0 {
		rows = append(rows, "", "  "+th.Faint.Render(draw.Cut(r.s.Text("No finished games yet."), r.width-4)))
	}
	if row, ok := r.chosen(); ok && row.Games > 0 {
		rows = append(rows, "")
		rows = append(rows, r.historyGraph(r.histories[row.Pool()])...)
	}
	for len(rows) < r.height-1 {
		rows = append(rows, "")
	}
	rows = append(rows[:r.height-1], "  "+r.profileRow(r.width-4))
	return draw.Page(rows, r.width, r.height)
}

// historyGraph draws how a rating went.
func (r *RecordScreen) historyGraph(points []archive.Point) []string {
	th := r.s.Theme
	if len(points) < 2 {
		return nil
	}
	width := min(r.width-12, len(points), 72)
	points = points[len(points)-width:]
	low, high := points[0].Rating.Rating, points[0].Rating.Rating
	for _, p := range points {
		low, high = min(low, p.Rating.Rating), max(high, p.Rating.Rating)
	}
	const rows = 4
	steps := len(draw.Eighths) - 1
	if r.s.ASCIIOnly() {
		steps = 1
	}
	out := make([]string, rows)
	for y := range rows {
		var b strings.Builder
		for _, p := range points {
			filled := int((p.Rating.Rating-low)/max(high-low, 1)*float64(rows*steps-1)) + 1
			n := min(max(filled-(rows-1-y)*steps, 0), steps)
			switch {
			case !r.s.ASCIIOnly():
				b.WriteRune(draw.Eighths[n])
			case n > 0:
				b.WriteByte('#')
			default:
				b.WriteByte(' ')
			}
		}
		label := ""
		switch y {
		case 0:
			label = fmt.Sprintf("%.0f", high)
		case rows - 1:
			label = fmt.Sprintf("%.0f", low)
		}
		out[y] = "  " + th.Faint.Render(fmt.Sprintf("%5s ", label)) + th.Accent.Render(b.String())
	}
	return out
}

func (r *RecordScreen) ShortHelp() []key.Binding {
	k, p := r.keys, r.profile.keys
	switch {
	case r.profile.blocking:
		return ui.Bindings(&p.Yes, &p.No)
	case r.other():
		return []key.Binding{ui.Brief(k.Open, "games"), ui.Brief(p.Follow, "follow"), ui.Brief(p.Write, "write"), ui.Brief(p.Challenge, "challenge"), ui.Brief(p.Block, "block"), k.Back}
	}
	return []key.Binding{k.Open, ui.PairOf(ui.MoveCursor, k.Up, k.Down), k.Card, k.Back}
}

func (r *RecordScreen) FullHelp() [][]key.Binding {
	k, p := r.keys, r.profile.keys
	return [][]key.Binding{ui.Bindings(&k.Up, &k.Down, &k.PageUp, &k.PageDown, &k.Top, &k.Bottom), ui.Bindings(&k.Open, &p.Follow, &p.Write, &p.Challenge, &p.Block, &k.Card, &k.Back)}
}
