package training

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/pgn/puzzle"
	"rookery/tui/draw"
	"rookery/tui/library"
	"rookery/tui/play"
	"rookery/tui/ui"
	"rookery/variants"
)

// PuzzleMenu chooses which puzzles come and how they follow one another.
type PuzzleMenu struct {
	s        *ui.Session
	keys     puzzleKeys
	list     ui.List
	does     []func() tea.Cmd // by item
	set      []puzzle.Puzzle  // of the program; nil until it is unpacked
	record   play.PuzzleRecord
	variants []string // that have puzzles
	path     string   // of the file whose puzzles are solved; empty for those of the program
	own      string   // the file of puzzles from the player's games; empty where there is none

	variant string // empty for chess
	theme   string // empty for any
	harder  int    // at difficulties

	reading *reading // of the file
	asking  bool     // lichess is asked for puzzles
	width   int
	height  int
}

// reading is a file that is being read.
type reading struct {
	cancel context.CancelFunc
	read   atomic.Int64 // puzzles that were looked at
}

// difficulties are what can be asked for, in points above the player's rating.
var difficulties = [...]struct {
	name   string
	points int
}{{"much easier", -500}, {"easier", -250}, {"at my level", 0}, {"harder", 250}, {"much harder", 500}}

const usualDifficulty = 2

// puzzleKeys choose puzzles.
type puzzleKeys struct {
	ui.StepKeys
	Open, Less, More, Digit, Back key.Binding
}

// NewPuzzleKeys are the usual keys of the menu of puzzles.
func NewPuzzleKeys() puzzleKeys {
	return puzzleKeys{
		StepKeys: ui.NewStepKeys(),
		Open:     ui.Bind("enter", "open", "enter", " "),
		Less:     ui.Bind("←", "previous value", "left", "h"),
		More:     ui.Bind("→", "next value", "right", "l"),
		Digit:    ui.Bind("1-9", "select by number", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
		Back:     ui.Bind("esc", "back", "esc", "q"),
	}
}

// The rows of the menu that have a value.
const (
	rowSolve = iota
	rowDifficulty
	rowTheme
	rowVariant
)

// Messages of the menu.
type (
	puzzlesLoadedMsg struct {
		to     *PuzzleMenu
		set    []puzzle.Puzzle
		record play.PuzzleRecord
		own    string
	}
	puzzlesReadMsg struct {
		to   *reading
		mode play.PuzzleMode
		set  []puzzle.Puzzle
		err  error
	}
	puzzlesReadingMsg struct{ to *reading }
)

// NewPuzzleMenu offers the puzzles of the program, or of a file where path names one.
func NewPuzzleMenu(s *ui.Session, path string) *PuzzleMenu {
	m := &PuzzleMenu{s: s, keys: ui.Bound(s, NewPuzzleKeys()), path: path, harder: usualDifficulty}
	m.fill()
	return m
}

func (m *PuzzleMenu) Init() tea.Cmd { return m.load() }

// load reads what there is and what was done.
func (m *PuzzleMenu) load() tea.Cmd {
	store, local := m.s.Store, m.s.Local
	return func() tea.Msg {
		msg := puzzlesLoadedMsg{to: m, set: puzzle.Embedded(), record: store.PuzzleRecord()}
		if local && store.HasPuzzles() {
			msg.own = store.PuzzleFile()
		}
		return msg
	}
}

func (m *PuzzleMenu) Close() { m.stopReading() }

func (m *PuzzleMenu) stopReading() {
	if m.reading != nil {
		m.reading.cancel()
		m.reading = nil
	}
}

func (m *PuzzleMenu) Title() string { return m.s.Text("Puzzles") }

func (m *PuzzleMenu) SetSize(width, height int) { m.width, m.height = width, height }

func (m *PuzzleMenu) MinSize() (int, int) { return 40, m.list.Rows() + 6 }

// filter is what is asked for.
func (m *PuzzleMenu) filter() puzzle.Filter {
	return puzzle.Filter{Variant: m.variant, Theme: m.theme}
}

// count is how many puzzles of the program fit.
func (m *PuzzleMenu) count(f puzzle.Filter) int {
	n := 0
	for i := range m.set {
		if f.Wants(&m.set[i]) {
			n++
		}
	}
	return n
}

// fill makes the rows anew.
func (m *PuzzleMenu) fill() {
	t, g := m.s.Text, m.s.Signs()
	value := func(text string) string { return g.Left + " " + text + " " + g.Right }
	rating := m.record.Rating(m.variant)
	theme := t("any")
	if m.theme != "" {
		theme = t(play.ThemeName(m.theme))
	}
	from := t("One after another, near your rating; the rating changes with each.")
	if n := m.count(m.filter()); m.path == "" && n > 0 {
		from += " " + t(ui.Plural(n, "1 puzzle.", "%d puzzles."))
	}
	again := len(m.record.Again("*"))
	solved := t("your rating: " + rating.Text())
	best := func(mode play.PuzzleMode) string {
		if n := m.record.BestOf(mode); n > 0 {
			return t(fmt.Sprintf("best: %d", n))
		}
		return ""
	}
	items := []ui.Item{
		rowSolve:      {Label: t("Solve puzzles"), Note: solved, About: from},
		rowDifficulty: {Label: t("Difficulty"), Note: value(t(difficulties[m.harder].name)), About: t("How hard they are, beside your rating.")},
		rowTheme:      {Label: t("Theme"), Note: value(theme), About: t("What they are about. Enter lists all themes.")},
		rowVariant:    {Label: t("Variant"), Note: value(ui.VariantText(m.s, m.variantName())), About: t("Those of chess are from lichess.org (CC0); those of the variants are from games of this program.")},
	}
	m.does = []func() tea.Cmd{m.starter(play.RatedPuzzles), m.more, m.chooseTheme, m.more}
	add := func(it ui.Item, do func() tea.Cmd) {
		items = append(items, it)
		m.does = append(m.does, do)
	}
	add(ui.Item{Label: t("Mistakes again"), Note: t(ui.Plural(again, "1 waits", "%d wait")), About: t("What went wrong comes again until it is solved."), Gap: true, Off: again == 0}, m.starter(play.PuzzlesAgain))
	add(ui.Item{Label: t("Streak"), Note: best(play.PuzzleStreak), About: t("Each is harder than the one before. The first mistake ends it.")}, m.starter(play.PuzzleStreak))
	add(ui.Item{Label: t("Timed run"), Note: best(play.TimedPuzzles), About: t("As many as you can in three minutes. A mistake costs ten seconds, the third ends it.")}, m.starter(play.TimedPuzzles))
	m.lichessItems(add)
	if m.s.Local {
		note := ""
		if m.path != "" {
			note = draw.Clean(filepath.Base(m.path))
		}
		add(ui.Item{Label: t("Open a file"), Note: note, About: t("Lichess's puzzle file as it is (CSV, zst), or one that rookery puzzles make has written."), Gap: true}, m.openFile)
		if m.own != "" && m.path != m.own {
			add(ui.Item{Label: t("From your own games"), About: t("Puzzles that rookery puzzles make has found in the games you played here.")}, func() tea.Cmd {
				m.path = m.own
				m.fill()
				m.list.Choose(rowSolve)
				return nil
			})
		}
		if m.path != "" {
			add(ui.Item{Label: t("Puzzles of the program"), About: t("Leave the file.")}, func() tea.Cmd { m.path = ""; m.fill(); return nil })
		}
	}
	m.list.Refill(items)
}

// variantName is the name of the chosen variant in the register.
func (m *PuzzleMenu) variantName() string {
	if m.variant == "" {
		return variants.Chess.Name
	}
	if v, ok := variants.ByName(m.variant); ok {
		return v.Rules.Name
	}
	return m.variant
}

func (m *PuzzleMenu) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case puzzlesLoadedMsg:
		if msg.to == m {
			m.set, m.record, m.own = msg.set, msg.record, msg.own
			m.variants = puzzle.Variants(m.set)
			m.fill()
		}
	case puzzlesReadMsg:
		if msg.to == m.reading && m.reading != nil {
			m.stopReading()
			if msg.err != nil {
				return m, ui.Fail(msg.err)
			}
			return m, m.begin(msg.mode, msg.set)
		}
	case puzzlesReadingMsg:
		if msg.to == m.reading && m.reading != nil {
			return m, m.watch()
		}
	case batchMsg:
		if msg.menu == m {
			return m, m.batchCame(msg)
		}
	case ui.RevealedMsg, puzzleKeptMsg: // a try may be kept after its screen was left
		return m, m.load()
	case ui.ThemeMsg:
		m.fill()
	case tea.MouseMsg:
		if i := m.list.Hit(msg.Y - 2); i >= 0 && msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft {
			m.list.Choose(i)
			return m, m.does[i]()
		}
	case tea.KeyMsg:
		return m, m.pressed(msg)
	}
	return m, nil
}

func (m *PuzzleMenu) pressed(msg tea.KeyMsg) tea.Cmd {
	switch k := &m.keys; {
	case key.Matches(msg, k.Back) && m.reading != nil:
		m.stopReading()
	case ui.MoveMenu(&m.list, k, msg):
	case key.Matches(msg, k.Less):
		m.turn(-1)
	case key.Matches(msg, k.More):
		m.turn(1)
	case key.Matches(msg, k.Open), key.Matches(msg, k.Digit) && m.list.ChooseDigit(msg):
		return m.does[m.list.At]()
	case key.Matches(msg, k.Back):
		return m.s.Pop(m)
	}
	return nil
}

// more is what Enter does on a row that has a value.
func (m *PuzzleMenu) more() tea.Cmd { m.turn(1); return nil }

// turn changes the value of the chosen row.
func (m *PuzzleMenu) turn(by int) {
	switch m.list.At {
	case rowDifficulty:
		m.harder = (m.harder + by + len(difficulties)) % len(difficulties)
	case rowTheme:
		ids := append([]string{""}, m.themes()...)
		m.theme = ui.NextWord(m.theme, by, ids...)
	case rowVariant:
		if len(m.variants) > 0 {
			at := m.variant
			if at == "" {
				at = "chess"
			}
			if m.variant = ui.NextWord(at, by, m.variants...); m.variant == "chess" {
				m.variant = ""
			}
			if m.theme != "" && !slices.Contains(m.themes(), m.theme) {
				m.theme = ""
			}
		}
	}
	m.fill()
}

// themes are the ids of those that the puzzles of the variant have, in the order of menus;
// of a file any may be there.
func (m *PuzzleMenu) themes() []string {
	var there map[string]int
	if m.path == "" {
		var set []puzzle.Puzzle
		f := puzzle.Filter{Variant: m.variant}
		for i := range m.set {
			if f.Wants(&m.set[i]) {
				set = append(set, m.set[i])
			}
		}
		there = puzzle.Count(set)
	}
	var ids []string
	for _, th := range play.PuzzleThemes {
		if there == nil || there[th.ID] > 0 {
			ids = append(ids, th.ID)
		}
	}
	return ids
}

// chooseTheme lists the themes.
func (m *PuzzleMenu) chooseTheme() tea.Cmd {
	ids := append([]string{""}, m.themes()...)
	items := make([]ui.Item, len(ids))
	for i, id := range ids {
		items[i].Label = m.s.Text("Any theme")
		if id != "" {
			items[i].Label = m.s.Text(play.ThemeName(id))
			if m.path == "" {
				n := m.count(puzzle.Filter{Variant: m.variant, Theme: id})
				items[i].Note = m.s.Text(ui.Plural(n, "1 puzzle", "%d puzzles"))
			}
		}
	}
	return m.s.Push(m, newThemeList(m.s, items, slices.Index(ids, m.theme), func(i int) { m.theme = ids[i]; m.fill() }))
}

// openFile asks for a file of puzzles.
func (m *PuzzleMenu) openFile() tea.Cmd {
	return m.s.Push(m, library.NewChooseFile(m.s, library.FileChoice{
		Heading: m.s.Text("Open a file of puzzles"), Ask: "Enter the path of a file of puzzles.", None: "No files of puzzles in this folder.",
		Fits: isPuzzleFile,
		Open: func(from ui.Screen, path string) tea.Cmd {
			m.path = path
			m.fill()
			m.list.Choose(rowSolve)
			return m.s.Pop(from)
		},
	}))
}

// isPuzzleFile tells whether a name is that of a table, packed or not.
func isPuzzleFile(name string) bool {
	name = strings.ToLower(name)
	for _, packed := range []string{".gz", ".bz2", ".zst", ".zip"} {
		name = strings.TrimSuffix(name, packed)
	}
	return strings.HasSuffix(name, ".csv") || strings.HasSuffix(name, ".tsv")
}

// starter begins a series.
func (m *PuzzleMenu) starter(mode play.PuzzleMode) func() tea.Cmd {
	return func() tea.Cmd {
		switch {
		case m.reading != nil:
			return nil
		case m.path == "" || mode == play.PuzzlesAgain:
			return m.begin(mode, m.set)
		}
		return m.read(mode)
	}
}

// read reads what is wanted of the file. Puzzles near the rating are enough for a series
// that stays there.
func (m *PuzzleMenu) read(mode play.PuzzleMode) tea.Cmd {
	f := m.filter()
	if mode == play.RatedPuzzles {
		at := m.record.Rating(m.variant).Points() + difficulties[m.harder].points
		f.From, f.To = at-400, at+400
	}
	ctx, cancel := context.WithCancel(context.Background())
	r := &reading{cancel: cancel}
	m.reading = r
	path, seed := m.path, m.s.Seed()
	return tea.Batch(func() tea.Msg {
		set, err := puzzle.Open(ctx, path, f, seed, func(read int) { r.read.Store(int64(read)) })
		return puzzlesReadMsg{r, mode, set, err}
	}, m.watch())
}

// watch looks now and then at how far the reading has come.
func (m *PuzzleMenu) watch() tea.Cmd {
	return ui.After(200*time.Millisecond, puzzlesReadingMsg{m.reading})
}

// begin starts a series of puzzles from those of a table.
func (m *PuzzleMenu) begin(mode play.PuzzleMode, set []puzzle.Puzzle) tea.Cmd {
	run, err := play.NewPuzzleRun(mode, set, m.filter(), m.record, m.s.Seed(), m.s.Now())
	if err != nil {
		return ui.Fail(err)
	}
	run.Harder = difficulties[m.harder].points
	sc, err := newPuzzleScreen(m.s, run)
	if err != nil {
		return ui.Fail(err)
	}
	return m.s.Push(m, sc)
}

func (m *PuzzleMenu) View() string {
	th := m.s.Theme
	width := min(m.width-2, 76)
	right := ""
	if m.path != "" {
		right = draw.Clean(filepath.Base(m.path))
	}
	rows := []string{draw.TitleBar(th, m.width, m.s.Text("Puzzles"), right), ""}
	for _, row := range m.list.Render(m.s, width, m.list.Rows(), true) {
		rows = append(rows, " "+row)
	}
	rows = append(rows, "")
	words := m.list.Chosen().About
	if m.reading != nil {
		words = m.s.Text(fmt.Sprintf("Reading the file: %d puzzles looked at. Esc stops.", m.reading.read.Load()))
	}
	for _, row := range draw.Wrap(words, width-6) {
		rows = append(rows, "    "+th.Faint.Render(row))
	}
	return draw.Page(rows, m.width, m.height)
}

func (m *PuzzleMenu) ShortHelp() []key.Binding {
	k := m.keys
	keys := []key.Binding{k.Open, ui.PairOf(ui.MoveCursor, k.Up, k.Down)}
	if m.list.At > rowSolve && m.list.At <= rowVariant {
		keys = append(keys, ui.PairOf("change", k.Less, k.More))
	}
	return append(keys, k.Back)
}

func (m *PuzzleMenu) FullHelp() [][]key.Binding {
	k := m.keys
	return [][]key.Binding{ui.Bindings(&k.Up, &k.Down, &k.Top, &k.Bottom, &k.Less, &k.More), ui.Bindings(&k.Open, &k.Digit, &k.Back)}
}

// TypedWords tells how puzzles are solved, for the help.
func (m *PuzzleMenu) TypedWords() []string {
	return []string{"Your opponent moves first. Find the best answer; where a mate is asked for, any mate is right.",
		"hint marks the piece, solution plays the line. Both count as not solved."}
}
