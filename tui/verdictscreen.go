package tui

import (
	"context"
	"fmt"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/play"
)

// verdictScreen tells how a lesson went, shows where it turned, and offers to
// try again from there.
type verdictScreen struct {
	s       *Session
	keys    learnKeys
	a       attempt
	v       play.Verdict
	saved   SavedGame
	trouble string // what went wrong with the record, empty for nothing
	list    list
	opens   []func() tea.Cmd
	drawing bool
	stop    context.CancelFunc

	width, height int
	listTop       int
	rows          []string
	board         rect
}

func newVerdictScreen(s *Session, a attempt, v play.Verdict, saved SavedGame) *verdictScreen {
	t := &verdictScreen{s: s, keys: bound(s, newLearnKeys()), a: a, v: v, saved: saved}
	t.keys.Random.SetEnabled(false)
	t.keys.Open.SetHelp(t.keys.Open.Help().Key, "take")
	var items []item
	add := func(label string, open func() tea.Cmd) {
		items = append(items, item{label: label})
		t.opens = append(t.opens, open)
	}
	if v.Turn >= 0 {
		add(fmt.Sprintf("Try again from move %d", v.Number), func() tea.Cmd {
			return tryAt(s, t, attempt{lesson: a.lesson, fen: v.Board.FEN(), again: true})
		})
	}
	add("Once more from the start", func() tea.Cmd { return tryAt(s, t, attempt{lesson: a.lesson, fen: a.fen}) })
	add("Another, drawn by chance", t.random)
	add("Step through the game", t.openViewer)
	add("Back to the list", func() tea.Cmd { return t.s.pop(t) })
	t.list = newList(items)
	return t
}

func (t *verdictScreen) Init() tea.Cmd { return nil }

func (t *verdictScreen) title() string { return t.s.Text("Verdict") }

func (t *verdictScreen) minSize() (int, int) { return 40, 14 }

// close stops the search for a position.
func (t *verdictScreen) close() {
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
	s, k, seed := t.s, t.a.lesson, t.s.Seed()
	return func() tea.Msg {
		defer cancel()
		return verdictDrawnMsg{t, drawn(ctx, s, k, seed)}
	}
}

// openViewer keeps the game and opens it for stepping through.
func (t *verdictScreen) openViewer() tea.Cmd { return stepThrough(t.s, t, t.saved) }

// Update implements screen.
func (t *verdictScreen) Update(msg tea.Msg) (screen, tea.Cmd) {
	switch msg := msg.(type) {
	case verdictDrawnMsg:
		if msg.to == t && t.drawing {
			t.drawing = false
			return t, tryAt(t.s, t, attempt{lesson: t.a.lesson, fen: msg.fen})
		}
	case themeMsg:
		t.rows = nil
	case tea.MouseMsg:
		if i := t.list.hit(msg.Y - t.listTop); i >= 0 && msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft {
			t.list.choose(i)
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
		t.list.wrapMove(-1)
	case key.Matches(msg, k.Down):
		t.list.wrapMove(1)
	case key.Matches(msg, k.Top):
		t.list.move(-len(t.opens))
	case key.Matches(msg, k.Bottom):
		t.list.move(len(t.opens))
	case key.Matches(msg, k.Digit):
		if n := int(msg.Runes[0] - '1'); n < len(t.opens) {
			t.list.choose(n)
			return t.opens[n]()
		}
	case key.Matches(msg, k.Open):
		return t.opens[t.list.at]()
	case key.Matches(msg, k.Back):
		return t.s.pop(t)
	}
	return nil
}

// View implements screen.
func (t *verdictScreen) View() string {
	th := t.s.Theme
	rows := []string{titleBar(th, t.width, t.s.Text(t.a.lesson.Name), t.v.Outcome.Result.String()), ""}
	board := t.boardRows()
	left := t.width - 2
	if board != nil {
		left = t.board.x - panelGap
	}
	for i, text := range t.v.Sentences() {
		style := th.Text
		switch {
		case i == 0 && t.v.Won:
			style = th.Good
		case i == 0:
			style = th.Title
		}
		for _, row := range wrap(clean(t.s.Text(text)), left-2) {
			rows = append(rows, "  "+style.Render(row))
		}
	}
	if t.trouble != "" {
		rows = append(rows, "  "+th.Error.Render(cut(clean(t.s.Text(t.trouble)), left-2)))
	}
	if t.drawing {
		rows = append(rows, "  "+th.Faint.Render(t.s.Text("A position is drawn by chance")+t.s.signs().More))
	}
	rows = append(rows, "")
	t.listTop = len(rows)
	for _, row := range t.list.render(t.s, left-2, t.list.rows(), true) {
		rows = append(rows, "  "+row)
	}
	for i, row := range board {
		y := t.board.y + i
		for len(rows) <= y {
			rows = append(rows, "")
		}
		rows[y] = fit(rows[y], t.board.x) + row
	}
	return page(rows, t.width, t.height)
}

// boardRows draws the position before the turn, with the move that was played
// and the better one, or the last position.
func (t *verdictScreen) boardRows() []string {
	if t.rows != nil {
		return t.rows
	}
	b := t.v.Board
	size, ok := t.s.chooseSize(b.Layout(), t.width-t.width/2-panelGap, t.height-3)
	if !ok {
		return nil
	}
	m := newMarks()
	if t.v.Turn >= 0 {
		m.markMove(t.v.Played)
		m.hint.add(t.v.Better.From())
		m.hint.add(t.v.Better.Landing())
	}
	m.checked = squaresOf(b.Checked()...)
	w, h := boardSize(b.Layout(), size)
	t.board = rect{t.width - w - 1, 2, w, h}
	t.rows = renderBoard(b.View(chess.Everyone), b.Layout(), t.s.Theme, t.s.glyphs(), m, size, false)
	return t.rows
}

// ShortHelp implements help.KeyMap.
func (t *verdictScreen) ShortHelp() []key.Binding {
	return []key.Binding{t.keys.Open, pairOf("move", t.keys.Up, t.keys.Down), t.keys.Back}
}

// FullHelp implements help.KeyMap.
func (t *verdictScreen) FullHelp() [][]key.Binding {
	k := t.keys
	return [][]key.Binding{{k.Up, k.Down, k.Top, k.Bottom}, {k.Open, k.Digit, k.Back}}
}
