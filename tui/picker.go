package tui

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// picker is the table of the games of one or more PGN files. Where there is
// but one game it makes way for it.
type picker struct {
	s             *Session
	keys          listKeys
	paths         []string
	games         *collection // nil while the files are being read
	cancel        context.CancelFunc
	ctx           context.Context
	shown         []int // games that pass the filter, in order
	at            int   // in shown
	top           int
	filter        string
	filterSerial  int
	filtering     bool
	handedOn      bool         // the collection belongs to the viewer now
	early         []tea.KeyMsg // keys struck while the files were being read
	width, height int
}

// indexedMsg brings the games of a picker.
type indexedMsg struct {
	to    *picker
	games *collection
	err   error
}

// filteredMsg brings the games that pass a filter; serial tells which one.
type filteredMsg struct {
	to     *picker
	serial int
	shown  []int
}

func newPicker(s *Session, paths []string) *picker {
	p := &picker{s: s, keys: newListKeys(), paths: paths}
	p.keys.Mark.SetEnabled(false)
	p.keys.Card.SetEnabled(false)
	p.ctx, p.cancel = context.WithCancel(context.Background())
	return p
}

// Init reads the files in a command and remembers them.
func (p *picker) Init() tea.Cmd {
	ctx, paths, store := p.ctx, p.paths, p.s.Store
	return tea.Batch(
		func() tea.Msg {
			games, err := openCollection(ctx, paths)
			return indexedMsg{to: p, games: games, err: err}
		},
		func() tea.Msg {
			for i := len(paths) - 1; i >= 0; i-- {
				if err := store.AddRecent(paths[i]); err != nil {
					break // the list of recent files is a convenience
				}
			}
			return nil
		})
}

func (p *picker) SetSize(width, height int) { p.width, p.height = width, height }
func (p *picker) title() string             { return p.name() }
func (p *picker) typing() bool              { return p.filtering }
func (p *picker) minSize() (int, int)       { return 40, 8 }

// close stops the reading and gives the files back.
func (p *picker) close() {
	p.cancel()
	if p.games != nil && !p.handedOn {
		p.games.close()
	}
}

// name of the file, or how many there are.
func (p *picker) name() string {
	if len(p.paths) == 1 {
		return clean(filepath.Base(p.paths[0]))
	}
	return fmt.Sprintf("%d files", len(p.paths))
}

func (p *picker) Update(msg tea.Msg) (screen, tea.Cmd) {
	switch msg := msg.(type) {
	case indexedMsg:
		if msg.to == p {
			return p.indexed(msg)
		}
	case filteredMsg:
		if msg.to == p && msg.serial == p.filterSerial {
			p.show(msg.shown)
		}
	case tea.MouseMsg:
		return p, p.clicked(msg)
	case tea.KeyMsg:
		return p, p.pressed(msg)
	}
	return p, nil
}

// indexed takes the games in, or tells why there are none.
func (p *picker) indexed(msg indexedMsg) (screen, tea.Cmd) {
	if msg.err != nil {
		return p, tea.Batch(pop(p), fail(msg.err))
	}
	if p.ctx.Err() != nil { // left while the files were being read
		msg.games.close()
		return p, nil
	}
	p.games = msg.games
	switch len(p.games.rows) {
	case 0:
		return p, tea.Batch(pop(p), fail(fmt.Errorf("no game in %q: a PGN file begins with [Event \"…\"]", p.name())))
	case 1:
		p.handedOn = true
		p.cancel()
		v := newViewer(p.s, p.games, 0, true)
		v.early = p.early
		return v, nil
	}
	p.show(allOf(len(p.games.rows)))
	var cmds []tea.Cmd
	for _, k := range p.early {
		cmds = append(cmds, p.pressed(k))
	}
	p.early = nil
	return p, tea.Batch(cmds...)
}

// allOf counts from 0 to n-1.
func allOf(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// show changes what is listed and keeps the chosen game where it can.
func (p *picker) show(shown []int) {
	game := -1
	if p.at < len(p.shown) {
		game = p.shown[p.at]
	}
	p.shown, p.at = shown, 0
	for i, g := range shown {
		if g <= game {
			p.at = i
		}
	}
}

// sift filters the games in a command.
func (p *picker) sift(text string) tea.Cmd {
	p.filter = text
	p.filterSerial++
	serial, rows := p.filterSerial, p.games.rows
	return func() tea.Msg {
		words := strings.Fields(strings.ToLower(text))
		shown := make([]int, 0, len(rows))
		for i := range rows {
			if rows[i].has(words) {
				shown = append(shown, i)
			}
		}
		return filteredMsg{to: p, serial: serial, shown: shown}
	}
}

// has tells whether every word, in lower case, is somewhere in the row.
func (r *gameRow) has(words []string) bool {
	if len(words) == 0 {
		return true
	}
	text := strings.ToLower(strings.Join([]string{r.date, r.white, r.black, r.result, r.eco, r.variantName(), r.event}, "\n"))
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

// variantName is the variant as the table shows it.
func (r *gameRow) variantName() string {
	if r.variant == "" {
		return "Chess"
	}
	return r.variant
}

func (p *picker) clicked(msg tea.MouseMsg) tea.Cmd {
	switch {
	case msg.Button == tea.MouseButtonWheelDown:
		p.move(3)
	case msg.Button == tea.MouseButtonWheelUp:
		p.move(-3)
	case msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress:
		if i := msg.Y - 2 + p.top; msg.Y >= 2 && i < len(p.shown) {
			again := p.at == i
			p.at = i
			if again {
				return p.open()
			}
		}
	}
	return nil
}

// tableRows is how many games are seen at once.
func (p *picker) tableRows() int { return max(p.height-2, 1) }

func (p *picker) move(by int) { p.at = max(min(p.at+by, len(p.shown)-1), 0) }

func (p *picker) pressed(msg tea.KeyMsg) tea.Cmd {
	if p.filtering {
		text, done := editFilter(p.filter, msg)
		p.filtering = !done
		var sift tea.Cmd
		if text != p.filter {
			sift = p.sift(text)
		}
		if !done || msg.Type == tea.KeyEsc || msg.Type == tea.KeyEnter {
			return sift
		}
		return tea.Batch(sift, p.pressed(msg))
	}
	k := p.keys
	if p.games == nil && !key.Matches(msg, k.Back) {
		if len(p.early) < maxEarly {
			p.early = append(p.early, msg)
		}
		return nil
	}
	switch {
	case key.Matches(msg, k.Up):
		p.move(-1)
	case key.Matches(msg, k.Down):
		p.move(1)
	case key.Matches(msg, k.PageUp):
		p.move(-p.tableRows())
	case key.Matches(msg, k.PageDown):
		p.move(p.tableRows())
	case key.Matches(msg, k.Top):
		p.at = 0
	case key.Matches(msg, k.Bottom):
		p.move(len(p.shown))
	case key.Matches(msg, k.Filter):
		p.filtering = true
	case key.Matches(msg, k.Open):
		return p.open()
	case key.Matches(msg, k.Clear) && p.filter != "":
		return p.sift("")
	case key.Matches(msg, k.Back):
		return pop(p)
	}
	return nil
}

// open shows the chosen game.
func (p *picker) open() tea.Cmd {
	if p.at >= len(p.shown) {
		return nil
	}
	return push(p, newViewer(p.s, p.games, p.shown[p.at], false))
}

// column of the table.
type column struct {
	name  string
	width int
	text  func(*gameRow) string
}

// columns share out the width: fixed ones first, then the players.
func (p *picker) columns() []column {
	date := column{"Date", 10, func(r *gameRow) string { return r.date }}
	result := column{"Result", 7, func(r *gameRow) string { return r.result }}
	eco := column{"ECO", 4, func(r *gameRow) string { return r.eco }}
	variant := column{"Variant", 12, func(r *gameRow) string { return r.variantName() }}
	white := column{"White", 0, func(r *gameRow) string { return r.white }}
	black := column{"Black", 0, func(r *gameRow) string { return r.black }}
	cols := []column{date, white, black, result, eco, variant}
	if p.width < 66 {
		cols = []column{date, white, black, result}
	}
	if p.width < 52 {
		cols = []column{white, black, result}
	}
	room := p.width - 3
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

func (p *picker) View() string {
	th, g := p.s.Theme, p.s.signs()
	right := filterWords(p.filter, p.filtering)
	if p.games == nil {
		return page([]string{titleBar(th, p.width, p.name(), ""), "", th.Faint.Render("  Reading the games " + g.More)}, p.width, p.height)
	}
	count := fmt.Sprintf("%d games", len(p.games.rows))
	if len(p.shown) != len(p.games.rows) {
		count = fmt.Sprintf("%d of %s", len(p.shown), count)
	}
	if right != "" {
		count = right + "   " + count
	}
	cols := p.columns()
	line := func(text func(c *column) string) string {
		cells := make([]string, len(cols))
		for i := range cols {
			cells[i] = fit(text(&cols[i]), cols[i].width)
		}
		return strings.Join(cells, " ")
	}
	rows := []string{titleBar(th, p.width, p.name(), count),
		th.Faint.Render("  " + line(func(c *column) string { return c.name }))}
	p.top = scrollTo(p.top, p.at, len(p.shown), p.tableRows())
	for i := p.top; i < min(p.top+p.tableRows(), len(p.shown)); i++ {
		r := &p.games.rows[p.shown[i]]
		text := line(func(c *column) string { return c.text(r) })
		if i == p.at {
			rows = append(rows, th.Choice.Render(fit(g.Pointer+" "+text, p.width)))
		} else {
			rows = append(rows, "  "+th.Text.Render(text))
		}
	}
	if len(p.shown) == 0 {
		rows = append(rows, th.Faint.Render("  No game has all these words: esc shows them all again."))
	}
	return page(rows, p.width, p.height)
}

// ShortHelp implements help.KeyMap.
func (p *picker) ShortHelp() []key.Binding {
	k := p.keys
	switch {
	case p.games == nil:
		return []key.Binding{k.Back}
	case p.filtering:
		return []key.Binding{k.Accept, k.Clear}
	}
	return []key.Binding{k.Open, k.Filter, bind("↑↓", "move", "up", "down"), k.Back}
}

// FullHelp implements help.KeyMap.
func (p *picker) FullHelp() [][]key.Binding {
	k := p.keys
	return [][]key.Binding{{k.Up, k.Down, k.PageUp, k.PageDown, k.Top, k.Bottom}, {k.Open, k.Filter, k.Back}}
}
