package library

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/ai"
	"rookery/chess"
	"rookery/chess/sorted"
	"rookery/pgn"
	"rookery/tui/draw"
	"rookery/tui/play"
	"rookery/tui/ui"
	"rookery/variants"
)

// OpenHistory shows the games that were played here, the latest first.
func OpenHistory(s *ui.Session, from ui.Screen) tea.Cmd {
	return s.Opening(func() tea.Msg {
		files, err := s.Store.History()
		if err != nil {
			return ui.FailMsg(err)
		}
		p := newPicker(s, files)
		p.history, p.games.played, p.games.saved = &historyTable{marks: newMarks[int](s)}, true, s.Store.HistoryFiles()
		return ui.PushMsg{From: from, Screen: p}
	})
}

// historyTable is what the table of games has more where they are those that were
// played: they can be deleted, and counted.
type historyTable struct {
	marks marks[int] // by their numbers
}

// Asking tells that a question waits.
func (p *Picker) Asking() bool { return p.history != nil && p.history.marks.asking != nil }

// pressed does the keys that only the history has, and tells whether it was one.
func (p *Picker) historyPressed(msg tea.KeyMsg) (tea.Cmd, bool) {
	h := p.history
	switch k := &h.marks.keys; {
	case h.marks.asking != nil:
		return p.forget(h.marks.answered(p.s, msg)), true
	case key.Matches(msg, k.Stats):
		return p.s.Push(p, newHistoryStats(p.s, p.games, p.allGames())), true
	case key.Matches(msg, k.Folder) && !p.s.Local:
		return OpenSavedList(p.s, p), true
	case key.Matches(msg, k.Folder):
		return p.s.Push(p, newOpenFileIn(p.s, p.s.Store.GamesDir(), p.s.Text("Saved games"))), true
	}
	return nil, h.marks.pressed(msg, p.allGames, p.game(p.at), p.rowCount() > 0)
}

// allGames are the numbers of the games in the table.
func (p *Picker) allGames() []int {
	games := make([]int, p.rowCount())
	for row := range games {
		games[row] = p.game(row)
	}
	return games
}

// forgotMsg tells that games were deleted, or why not.
type forgotMsg struct {
	to  *Picker
	err error
}

// forget deletes games and reads the files anew.
func (p *Picker) forget(games []int) tea.Cmd {
	if games == nil {
		return nil
	}
	store, from := p.s.Store, p.games
	return func() tea.Msg { return forgotMsg{p, from.forget(store, games)} }
}

// forgot shows what is left.
func (p *Picker) forgot(err error) tea.Cmd {
	p.count, p.keep = p.games.Len(), -1
	p.at = max(min(p.at, p.rowCount()-1), 0)
	var told tea.Cmd
	if err != nil {
		told = ui.Fail(err)
	}
	return tea.Batch(told, p.setFilter(p.filter), p.poll(firstPoll))
}

// forget takes games out of their files, which belong to the history.
func (c *Collection) forget(store *ui.Store, games []int) error {
	byFile := make(map[int][]pgn.Piece)
	for _, i := range games {
		c.mu.Lock()
		k, ok := c.fileOf(i)
		c.mu.Unlock()
		if !ok {
			return errClosed
		}
		f, n, _ := c.where(i)
		raw, err := f.Raw(n)
		if err != nil {
			return err
		}
		byFile[k] = append(byFile[k], pgn.Piece{At: f.Entry(n).Offset, Text: string(raw)})
	}
	for k, pieces := range byFile {
		if err := store.Forget(c.paths[k], pieces); err != nil {
			return err
		}
		if err := c.renew(k); err != nil {
			return err
		}
	}
	return nil
}

// tagOf is a tag in the text of a game that this program wrote.
func tagOf(raw, name string) string {
	_, rest, ok := strings.Cut(raw, "\n["+name+" \"")
	if !ok {
		return ""
	}
	value, _, _ := strings.Cut(rest, "\"]\n")
	return draw.Clean(strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(value))
}

// historyStats is a sheet of how the player's games ended.
type historyStats struct {
	ui.Sheet
	games   *Collection
	which   []int
	owns    bool               // the games are closed with the screen
	stats   *play.HistoryStats // nil while they are being counted
	puzzles play.PuzzleRecord
	fault   error
	ctx     context.Context
	cancel  context.CancelFunc
}

func newHistoryStats(s *ui.Session, games *Collection, which []int) *historyStats {
	h := &historyStats{Sheet: ui.NewSheet(s), games: games, which: which}
	h.ctx, h.cancel = context.WithCancel(context.Background())
	return h
}

// curveRows is the height of a rating's curve.
const curveRows = 6

// statsMsg brings what was counted.
type statsMsg struct {
	to      *historyStats
	stats   play.HistoryStats
	puzzles play.PuzzleRecord
	err     error
}

func (h *historyStats) Init() tea.Cmd {
	return func() tea.Msg {
		msg := statsMsg{to: h, puzzles: h.S.Store.PuzzleRecord()}
		for _, i := range h.which {
			if h.ctx.Err() != nil {
				break
			}
			g, err := h.games.Game(i)
			if err != nil {
				msg.err = err
				break
			}
			msg.stats.Add(g)
		}
		return msg
	}
}

func (h *historyStats) Close() {
	h.cancel()
	if h.owns {
		h.games.Close()
	}
}

func (h *historyStats) Title() string { return h.S.Text("Statistics") }

func (h *historyStats) SetSize(width, height int) {
	h.Width, h.Height = width, height
	h.lay()
}

func (h *historyStats) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case statsMsg:
		if msg.to == h {
			h.stats, h.puzzles, h.fault = &msg.stats, msg.puzzles, msg.err
			h.lay()
		}
	case ui.ThemeMsg:
		h.lay()
	}
	if h.Read(msg) {
		return h, h.S.Pop(h)
	}
	return h, nil
}

// statsWidth is the width of the numbers behind each name.
const statsWidth = 40

// lay writes the rows for the present width.
func (h *historyStats) lay() {
	s, th := h.S, h.S.Theme
	h.Rows = nil
	defer func() { h.Show(h.Height - 2) }()
	switch {
	case h.stats == nil:
		h.Rows = []string{th.Faint.Render(s.Text("Counting games"))}
		return
	case h.fault != nil:
		h.Rows = draw.Wrap(draw.Clean(s.Text(h.fault.Error())), h.Width-4)
		return
	}
	st := h.stats
	curve := func(title string, values []int) {
		if len(values) < 2 {
			return
		}
		if len(h.Rows) > 0 {
			h.Rows = append(h.Rows, "")
		}
		h.Rows = append(h.Rows, th.Bold.Render(draw.Cut(s.Text(title)+fmt.Sprintf(": %d", values[len(values)-1]), h.Width-4)))
		h.Rows = append(h.Rows, draw.RenderCurve(th, s.Glyphs(), values, min(h.Width-6, 70), curveRows)...)
	}
	var games []int
	for _, p := range st.Ratings {
		games = append(games, p.Rating)
	}
	curve("Your rating against the computer", games)
	chessPuzzles := h.puzzles.Curve("")
	curve("Your rating at puzzles", chessPuzzles)
	name := max(min(h.Width-4-statsWidth, 40), 8)
	numbers := func(r play.Results) string {
		return fmt.Sprintf("%7d %7d %7d %7d %6.0f%%", r.All(), r.Won, r.Drawn, r.Lost, 100*r.Score())
	}
	line := func(what string, r play.Results) {
		h.Rows = append(h.Rows, th.Text.Render(draw.Fit(what, name))+th.Text.Render(numbers(r)))
	}
	head := func(what string) {
		if len(h.Rows) > 0 {
			h.Rows = append(h.Rows, "")
		}
		cells := draw.Fit(what, name)
		for _, word := range []string{"games", "won", "drawn", "lost", "score"} {
			text := draw.Cut(s.Text(word), 7)
			cells += " " + strings.Repeat(" ", 7-draw.WidthOf(text)) + text
		}
		h.Rows = append(h.Rows, th.Bold.Render(cells))
	}
	if n := len(h.puzzles.Ratings); n > 1 || n == 1 && len(chessPuzzles) < 2 {
		if len(h.Rows) > 0 {
			h.Rows = append(h.Rows, "")
		}
		h.Rows = append(h.Rows, th.Bold.Render(s.Text("Puzzles")))
		for _, id := range h.puzzles.Rated() {
			r, game := h.puzzles.Ratings[id], id
			if v, ok := variants.ByName(id); ok {
				game = v.Rules.Name
			}
			h.Rows = append(h.Rows, th.Text.Render(draw.Fit(ui.VariantText(s, game), name)+fmt.Sprintf("%7s  ", r.Text())+
				s.Text(fmt.Sprintf("Solved %d of %d", r.Solved, r.Tries()))))
		}
	}
	if len(h.which) == 0 {
		h.Rows = append(h.Rows, "", th.Faint.Render(s.Text("No games yet. Every game you finish is kept here.")))
		return
	}
	head(s.Text("Your games"))
	line(s.Text("All"), st.All)
	line(s.Text("With White"), st.Colors[chess.White])
	line(s.Text("With Black"), st.Colors[chess.Black])
	group := func(title string, of map[string]play.Results, order func(a, b string) int, word func(string) string) {
		if len(of) == 0 {
			return
		}
		head(s.Text(title))
		for _, key := range sorted.Keys(of, order) {
			line(word(key), of[key])
		}
	}
	most := func(of map[string]play.Results) func(a, b string) int {
		return func(a, b string) int { return cmp.Or(of[b].All()-of[a].All(), cmp.Compare(a, b)) }
	}
	group("Against the computer, by level", st.Levels, func(a, b string) int { return cmp.Compare(levelOrder(a), levelOrder(b)) }, s.Text)
	group("Against others", st.Opponents, most(st.Opponents), draw.Clean)
	accuracy := func(title string, of map[string]play.Accuracy, keys []string) {
		if len(of) == 0 {
			return
		}
		h.Rows = append(h.Rows, "", th.Bold.Render(draw.Cut(s.Text(title), h.Width-4)))
		for _, key := range keys {
			if a := of[key]; a.Moves > 0 {
				h.Rows = append(h.Rows, th.Text.Render(draw.Fit(s.Text(key), name))+th.Text.Render(fmt.Sprintf("%7d %6.0f%%", a.Moves, a.Percent())))
			}
		}
	}
	group("By opening", st.Openings, most(st.Openings), draw.Clean)
	accuracy("Accuracy by phase, of games with a report: moves, accuracy", st.Accuracy, play.Phases[:])
	accuracy("Accuracy by opening: moves, accuracy", st.OpeningAccuracy, sorted.Keys(st.OpeningAccuracy, func(a, b string) int {
		return cmp.Or(st.OpeningAccuracy[b].Moves-st.OpeningAccuracy[a].Moves, cmp.Compare(a, b))
	}))
	group("By variant", st.Variants, most(st.Variants), func(v string) string { return ui.VariantText(s, v) })
	group("Training positions", st.Lessons, most(st.Lessons), func(l string) string { return s.Text(l) })
	if st.Open+st.Others > 0 {
		h.Rows = append(h.Rows, "")
	}
	if st.Open > 0 {
		h.Rows = append(h.Rows, th.Faint.Render(s.Text(ui.Plural(st.Open, "1 game was abandoned.", "%d games were abandoned."))))
	}
	if st.Others > 0 {
		h.Rows = append(h.Rows, th.Faint.Render(s.Text(ui.Plural(st.Others, "1 game was between two people or two computers.", "%d games were between two people or two computers."))))
	}
}

// levelOrder sorts levels by strength.
func levelOrder(name string) int {
	return slices.IndexFunc(ai.Levels(), func(l ai.Level) bool { return l.Name() == name })
}

func (h *historyStats) View() string {
	count := h.S.Text(ui.Plural(len(h.which), "1 game", "%d games"))
	return h.Under([]string{draw.TitleBar(h.S.Theme, h.Width, h.S.Text("Statistics"), count), ""})
}

// NewStatistics counts all games that were played here, beside the puzzles.
func NewStatistics(s *ui.Session, from ui.Screen) tea.Cmd {
	return s.Opening(func() tea.Msg {
		files, err := s.Store.History()
		if err != nil {
			return ui.FailMsg(err)
		}
		games := NewCollection(files)
		games.saved = s.Store.HistoryFiles()
		if err := games.Read(context.Background()); err != nil && len(files) > 0 {
			games.Close()
			return ui.FailMsg(err)
		}
		which := make([]int, games.Len())
		for i := range which {
			which[i] = i
		}
		h := newHistoryStats(s, games, which)
		h.owns = true
		return ui.PushMsg{From: from, Screen: h}
	})
}

// showRecorded opens a game that was played where it stands in the history; false
// where it does not.
func showRecorded(s *ui.Session, from ui.Screen, saved ui.SavedGame) (msg tea.Msg, ok bool, err error) {
	path, game, err := s.Store.Recorded(saved)
	if path == "" || err != nil {
		return nil, false, err
	}
	games := NewCollection([]string{path})
	games.saved, games.played = s.Store.HistoryFiles(), true
	if err := games.Read(context.Background()); err != nil {
		games.Close()
		return nil, false, fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	return ui.OpenMsg{From: from, To: ShowGames{Games: games, Index: game, Owns: true}}, true, nil
}
