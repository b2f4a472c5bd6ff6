package game

import (
	"context"
	"fmt"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/boardinput"
	"rookery/tui/draw"
	"rookery/tui/library"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// VerdictScreen tells how a lesson went, shows where it turned, and offers to
// try again from there.
type VerdictScreen struct {
	s         *ui.Session
	keys      learnKeys
	attempt   Attempt
	verdict   play.Verdict
	saved     ui.SavedGame
	saveError string // what went wrong with the record, empty for nothing
	list      ui.List
	actions   []func() tea.Cmd
	drawing   bool
	cancel    context.CancelFunc

	width, height int
	listTop       int
	rows          []string
	board         boardinput.Rect
}

func NewVerdictScreen(s *ui.Session, a Attempt, v play.Verdict, saved ui.SavedGame) *VerdictScreen {
	t := &VerdictScreen{s: s, keys: ui.Bound(s, NewLearnKeys()), attempt: a, verdict: v, saved: saved}
	t.keys.Random.SetEnabled(false)
	t.keys.Ending.SetEnabled(false)
	t.keys.Open.SetHelp(t.keys.Open.Help().Key, "select")
	var items []ui.Item
	add := func(label string, open func() tea.Cmd) {
		items = append(items, ui.Item{Label: label})
		t.actions = append(t.actions, open)
	}
	if v.Turn >= 0 {
		add(fmt.Sprintf("Try again from move %d", v.Number), func() tea.Cmd {
			return openAttempt(s, t, Attempt{Lesson: a.Lesson, FEN: v.Board.FEN(), Again: true})
		})
	}
	add("Try again from the start", func() tea.Cmd { return openAttempt(s, t, Attempt{Lesson: a.Lesson, FEN: a.FEN}) })
	add("New random position", t.random)
	add("Review the game", t.OpenViewer)
	add("Back to the list", func() tea.Cmd { return t.s.Pop(t) })
	t.list = ui.NewList(items)
	return t
}

func (t *VerdictScreen) Init() tea.Cmd { return nil }

func (t *VerdictScreen) Title() string { return t.s.Text("Result") }

func (t *VerdictScreen) MinSize() (int, int) { return 40, 14 }

// Close stops the search for a position.
func (t *VerdictScreen) Close() {
	if t.cancel != nil {
		t.cancel()
	}
}

func (t *VerdictScreen) SetSize(width, height int) {
	t.width, t.height = width, height
	t.rows = nil
}

// verdictDrawnMsg brings another position of the kind.
type verdictDrawnMsg struct {
	to  *VerdictScreen
	fen string
}

// random draws another position of the kind and plays it.
func (t *VerdictScreen) random() tea.Cmd {
	if t.drawing {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), randomTime)
	t.drawing, t.cancel = true, cancel
	s, k, seed := t.s, t.attempt.Lesson, t.s.Seed()
	return func() tea.Msg {
		defer cancel()
		return verdictDrawnMsg{t, ui.LessonFEN(ctx, s, k, seed)}
	}
}

// OpenViewer keeps the game and opens it for stepping through.
func (t *VerdictScreen) OpenViewer() tea.Cmd { return library.OpenInViewer(t.s, t, t.saved) }

func (t *VerdictScreen) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case verdictDrawnMsg:
		if msg.to == t && t.drawing {
			t.drawing = false
			return t, openAttempt(t.s, t, Attempt{Lesson: t.attempt.Lesson, FEN: msg.fen})
		}
	case ui.ThemeMsg:
		t.rows = nil
	case tea.MouseMsg:
		if t.list.Clicked(msg, t.listTop) {
			return t, t.actions[t.list.At]()
		}
	case tea.KeyMsg:
		return t, t.pressed(msg)
	}
	return t, nil
}

func (t *VerdictScreen) pressed(msg tea.KeyMsg) tea.Cmd {
	switch k := &t.keys; {
	case ui.MoveMenu(&t.list, k, msg):
	case key.Matches(msg, k.Open), key.Matches(msg, k.Digit) && t.list.ChooseDigit(msg):
		return t.actions[t.list.At]()
	case key.Matches(msg, k.Back):
		return t.s.Pop(t)
	}
	return nil
}

func (t *VerdictScreen) View() string {
	th := t.s.Theme
	rows := []string{draw.TitleBar(th, t.width, t.s.Text(t.attempt.Lesson.Name), t.verdict.Outcome.Result.String()), ""}
	board := t.boardRows()
	left := t.width - 2
	if board != nil {
		left = t.board.X - boardinput.PanelGap
	}
	for i, text := range t.verdict.Sentences() {
		style := th.Text
		switch {
		case i == 0 && t.verdict.Won:
			style = th.Good
		case i == 0:
			style = th.Title
		}
		for _, row := range draw.Wrap(draw.Clean(t.s.Text(text)), left-2) {
			rows = append(rows, "  "+style.Render(row))
		}
	}
	if t.saveError != "" {
		rows = append(rows, "  "+th.Error.Render(draw.Cut(draw.Clean(t.s.Text(t.saveError)), left-2)))
	}
	if t.drawing {
		rows = append(rows, "  "+th.Faint.Render(t.s.Text("Generating a random position")+t.s.Signs().More))
	}
	rows = append(rows, "")
	t.listTop = len(rows)
	for _, row := range t.list.Render(t.s, left-2, t.list.Rows(), true) {
		rows = append(rows, "  "+row)
	}
	return draw.Page(draw.Place(rows, board, t.board.X, t.board.Y), t.width, t.height)
}

// boardRows draws the position before the turn, with the move that was played
// and the better one, or the last position.
func (t *VerdictScreen) boardRows() []string {
	if t.rows != nil {
		return t.rows
	}
	b := t.verdict.Board
	size, ok := t.s.ChooseSize(b.Layout(), t.width-t.width/2-boardinput.PanelGap, t.height-3)
	if !ok {
		return nil
	}
	m := draw.NewMarks()
	if t.verdict.Turn >= 0 {
		m.MarkMove(t.verdict.Played)
		m.Hint.Add(t.verdict.Better.From())
		m.Hint.Add(t.verdict.Better.Landing())
	}
	m.Checked = draw.SquaresOf(b.Checked()...)
	w, h := draw.BoardSize(b.Layout(), size)
	t.board = boardinput.Rect{X: t.width - w - 1, Y: 2, W: w, H: h}
	t.rows = draw.RenderBoard(b.View(chess.Everyone), b.Layout(), t.s.Theme, t.s.Glyphs(), m, size, false)
	return t.rows
}

func (t *VerdictScreen) ShortHelp() []key.Binding {
	return []key.Binding{t.keys.Open, ui.PairOf(ui.MoveCursor, t.keys.Up, t.keys.Down), t.keys.Back}
}

func (t *VerdictScreen) FullHelp() [][]key.Binding {
	k := t.keys
	return [][]key.Binding{ui.Bindings(&k.Up, &k.Down, &k.Top, &k.Bottom), ui.Bindings(&k.Open, &k.Digit, &k.Back)}
}
