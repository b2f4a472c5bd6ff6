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

// verdictScreen tells how a lesson went, shows where it turned, and offers to
// try again from there.
type verdictScreen struct {
	s       *ui.Session
	keys    learnKeys
	a       Attempt
	v       play.Verdict
	saved   ui.SavedGame
	trouble string // what went wrong with the record, empty for nothing
	list    ui.List
	opens   []func() tea.Cmd
	drawing bool
	stop    context.CancelFunc

	width, height int
	listTop       int
	rows          []string
	board         boardinput.Rect
}

func NewVerdictScreen(s *ui.Session, a Attempt, v play.Verdict, saved ui.SavedGame) *verdictScreen {
	t := &verdictScreen{s: s, keys: ui.Bound(s, NewLearnKeys()), a: a, v: v, saved: saved}
	t.keys.Random.SetEnabled(false)
	t.keys.Open.SetHelp(t.keys.Open.Help().Key, "select")
	var items []ui.Item
	add := func(label string, open func() tea.Cmd) {
		items = append(items, ui.Item{Label: label})
		t.opens = append(t.opens, open)
	}
	if v.Turn >= 0 {
		add(fmt.Sprintf("Try again from move %d", v.Number), func() tea.Cmd {
			return tryAt(s, t, Attempt{Lesson: a.Lesson, Fen: v.Board.FEN(), Again: true})
		})
	}
	add("Try again from the start", func() tea.Cmd { return tryAt(s, t, Attempt{Lesson: a.Lesson, Fen: a.Fen}) })
	add("New random position", t.random)
	add("Review the game", t.OpenViewer)
	add("Back to the list", func() tea.Cmd { return t.s.Pop(t) })
	t.list = ui.NewList(items)
	return t
}

func (t *verdictScreen) Init() tea.Cmd { return nil }

func (t *verdictScreen) Title() string { return t.s.Text("Result") }

func (t *verdictScreen) MinSize() (int, int) { return 40, 14 }

// Close stops the search for a position.
func (t *verdictScreen) Close() {
	if t.stop != nil {
		t.stop()
	}
}

func (t *verdictScreen) SetSize(width, height int) {
	t.width, t.height = width, height
	t.rows = nil
}

// verdictDrawnMsg brings another position of the kind.
type verdictDrawnMsg struct {
	to  *verdictScreen
	fen string
}

// random draws another position of the kind and plays it.
func (t *verdictScreen) random() tea.Cmd {
	if t.drawing {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), drawTime)
	t.drawing, t.stop = true, cancel
	s, k, seed := t.s, t.a.Lesson, t.s.Seed()
	return func() tea.Msg {
		defer cancel()
		return verdictDrawnMsg{t, ui.RandomLesson(ctx, s, k, seed)}
	}
}

// OpenViewer keeps the game and opens it for stepping through.
func (t *verdictScreen) OpenViewer() tea.Cmd { return library.StepThrough(t.s, t, t.saved) }

// Update implements screen.
func (t *verdictScreen) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case verdictDrawnMsg:
		if msg.to == t && t.drawing {
			t.drawing = false
			return t, tryAt(t.s, t, Attempt{Lesson: t.a.Lesson, Fen: msg.fen})
		}
	case ui.ThemeMsg:
		t.rows = nil
	case tea.MouseMsg:
		if i := t.list.Hit(msg.Y - t.listTop); i >= 0 && msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft {
			t.list.Choose(i)
			return t, t.opens[i]()
		}
	case tea.KeyMsg:
		return t, t.pressed(msg)
	}
	return t, nil
}

func (t *verdictScreen) pressed(msg tea.KeyMsg) tea.Cmd {
	switch k := &t.keys; {
	case key.Matches(msg, k.Up):
		t.list.WrapMove(-1)
	case key.Matches(msg, k.Down):
		t.list.WrapMove(1)
	case key.Matches(msg, k.Top):
		t.list.Move(-len(t.opens))
	case key.Matches(msg, k.Bottom):
		t.list.Move(len(t.opens))
	case key.Matches(msg, k.Digit):
		if n := int(msg.Runes[0] - '1'); n < len(t.opens) {
			t.list.Choose(n)
			return t.opens[n]()
		}
	case key.Matches(msg, k.Open):
		return t.opens[t.list.At]()
	case key.Matches(msg, k.Back):
		return t.s.Pop(t)
	}
	return nil
}

// View implements screen.
func (t *verdictScreen) View() string {
	th := t.s.Theme
	rows := []string{draw.TitleBar(th, t.width, t.s.Text(t.a.Lesson.Name), t.v.Outcome.Result.String()), ""}
	board := t.boardRows()
	left := t.width - 2
	if board != nil {
		left = t.board.X - boardinput.PanelGap
	}
	for i, text := range t.v.Sentences() {
		style := th.Text
		switch {
		case i == 0 && t.v.Won:
			style = th.Good
		case i == 0:
			style = th.Title
		}
		for _, row := range draw.Wrap(draw.Clean(t.s.Text(text)), left-2) {
			rows = append(rows, "  "+style.Render(row))
		}
	}
	if t.trouble != "" {
		rows = append(rows, "  "+th.Error.Render(draw.Cut(draw.Clean(t.s.Text(t.trouble)), left-2)))
	}
	if t.drawing {
		rows = append(rows, "  "+th.Faint.Render(t.s.Text("Generating a random position")+t.s.Signs().More))
	}
	rows = append(rows, "")
	t.listTop = len(rows)
	for _, row := range t.list.Render(t.s, left-2, t.list.Rows(), true) {
		rows = append(rows, "  "+row)
	}
	for i, row := range board {
		y := t.board.Y + i
		for len(rows) <= y {
			rows = append(rows, "")
		}
		rows[y] = draw.Fit(rows[y], t.board.X) + row
	}
	return draw.Page(rows, t.width, t.height)
}

// boardRows draws the position before the turn, with the move that was played
// and the better one, or the last position.
func (t *verdictScreen) boardRows() []string {
	if t.rows != nil {
		return t.rows
	}
	b := t.v.Board
	size, ok := t.s.ChooseSize(b.Layout(), t.width-t.width/2-boardinput.PanelGap, t.height-3)
	if !ok {
		return nil
	}
	m := draw.NewMarks()
	if t.v.Turn >= 0 {
		m.MarkMove(t.v.Played)
		m.Hint.Add(t.v.Better.From())
		m.Hint.Add(t.v.Better.Landing())
	}
	m.Checked = draw.SquaresOf(b.Checked()...)
	w, h := draw.BoardSize(b.Layout(), size)
	t.board = boardinput.Rect{X: t.width - w - 1, Y: 2, W: w, H: h}
	t.rows = draw.RenderBoard(b.View(chess.Everyone), b.Layout(), t.s.Theme, t.s.Glyphs(), m, size, false)
	return t.rows
}

// ShortHelp implements help.KeyMap.
func (t *verdictScreen) ShortHelp() []key.Binding {
	return []key.Binding{t.keys.Open, ui.PairOf("move", t.keys.Up, t.keys.Down), t.keys.Back}
}

// FullHelp implements help.KeyMap.
func (t *verdictScreen) FullHelp() [][]key.Binding {
	k := t.keys
	return [][]key.Binding{{k.Up, k.Down, k.Top, k.Bottom}, {k.Open, k.Digit, k.Back}}
}
