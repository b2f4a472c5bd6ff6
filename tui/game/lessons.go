package game

import (
	"context"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/boardinput"
	"rookery/tui/draw"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// LessonList lists the training positions with what was won of them, and shows the
// chosen one.
type LessonList struct {
	s       *ui.Session
	keys    learnKeys
	list    ui.List
	records map[string]play.LessonRecord
	drawing bool // a position is being drawn
	cancel  context.CancelFunc

	width, height int
	board         boardinput.Rect
	size          draw.CellSize
	boardRows     []string // the board of lesson at, as drawn last; nil when stale
	drawn         int
}

// learnKeys choose a lesson.
type learnKeys struct {
	ui.StepKeys
	Open, Random, Ending, Digit, Back key.Binding
}

func NewLearnKeys() learnKeys {
	return learnKeys{
		StepKeys: ui.NewStepKeys(),

		Open:   ui.Bind("enter", "play", "enter", "l", "right", " "),
		Random: ui.Bind("r", "random", "r"),
		Ending: ui.Bind("e", "any ending", "e"),
		Digit:  ui.Bind("1-9", "select by number", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
		Back:   ui.Bind("esc", "back", "esc", "h", "left", "q"),
	}
}

// Messages of the list of lessons.
type (
	lessonRecordsMsg struct {
		to      *LessonList
		records map[string]play.LessonRecord
	}
	lessonDrawnMsg struct {
		to     *LessonList
		lesson *play.Lesson
		fen    string
	}
)

// randomTime is the longest that a position is looked for.
const randomTime = 10 * time.Second

func NewLessonList(s *ui.Session) *LessonList {
	l := &LessonList{s: s, keys: ui.Bound(s, NewLearnKeys()), drawn: -1}
	l.fill()
	return l
}

func (l *LessonList) Init() tea.Cmd { return l.load() }

// load reads what was won.
func (l *LessonList) load() tea.Cmd {
	store := l.s.Store
	return func() tea.Msg { return lessonRecordsMsg{l, store.LessonRecords()} }
}

// fill makes the rows anew.
func (l *LessonList) fill() {
	items := make([]ui.Item, len(play.Lessons))
	for i := range play.Lessons {
		k := &play.Lessons[i]
		items[i] = ui.Item{Label: l.s.Text(k.Name), Note: l.s.Text(l.records[k.ID].Note()), About: l.s.Text(k.About), Gap: i > 0 && play.Lessons[i-1].Even && !k.Even}
	}
	l.list.Refill(items)
}

func (l *LessonList) Title() string { return l.s.Text("Practice") }

func (l *LessonList) MinSize() (int, int) { return 40, len(play.Lessons) + 5 }

// Close stops the search for a position.
func (l *LessonList) Close() {
	if l.cancel != nil {
		l.cancel()
	}
}

func (l *LessonList) SetSize(width, height int) {
	l.width, l.height = width, height
	l.boardRows = nil
}

// listWidth is what the list takes beside the board.
const listWidth = 44

func (l *LessonList) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case lessonRecordsMsg:
		if msg.to == l {
			l.records = msg.records
			l.fill()
		}
	case lessonDrawnMsg:
		if msg.to == l && l.drawing {
			l.drawing = false
			return l, l.open(msg.lesson, msg.fen)
		}
	case ui.RevealedMsg, ui.LessonKeptMsg: // an attempt may be judged after its screen was left
		return l, l.load()
	case ui.ThemeMsg:
		l.boardRows = nil
	case tea.MouseMsg:
		if l.list.Clicked(msg, 2) {
			return l, l.open(l.chosen(), l.chosen().FEN)
		}
	case tea.KeyMsg:
		return l, l.pressed(msg)
	}
	return l, nil
}

// chosen is the lesson under the pointer.
func (l *LessonList) chosen() *play.Lesson { return &play.Lessons[l.list.At] }

func (l *LessonList) pressed(msg tea.KeyMsg) tea.Cmd {
	switch k := &l.keys; {
	case ui.MoveMenu(&l.list, k, msg):
	case key.Matches(msg, k.Open), key.Matches(msg, k.Digit) && l.list.ChooseDigit(msg):
		return l.open(l.chosen(), l.chosen().FEN)
	case key.Matches(msg, k.Random):
		return l.random()
	case key.Matches(msg, k.Ending):
		return l.s.Push(l, newEndingForm(l.s))
	case key.Matches(msg, k.Back):
		return l.s.Pop(l)
	}
	return nil
}

// open plays a lesson from a position.
func (l *LessonList) open(k *play.Lesson, fen string) tea.Cmd {
	g, err := NewAttempt(l.s, Attempt{Lesson: k, FEN: fen})
	if err != nil {
		return ui.Fail(err)
	}
	return l.s.Push(l, g)
}

// random draws a position of the chosen lesson and plays it.
func (l *LessonList) random() tea.Cmd {
	if l.drawing {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), randomTime)
	l.drawing, l.cancel = true, cancel
	s, k, seed := l.s, l.chosen(), l.s.Seed()
	return func() tea.Msg {
		defer cancel()
		return lessonDrawnMsg{l, k, ui.LessonFEN(ctx, s, k, seed)}
	}
}

func (l *LessonList) View() string {
	th := l.s.Theme
	rows := []string{draw.TitleBar(th, l.width, l.s.Text("Practice"), l.s.Text("against the computer at full strength")), ""}
	left := l.width
	board := l.preview()
	if board != nil {
		left = l.board.X - boardinput.PanelGap
	}
	drawn := l.list.Render(l.s, left-2, l.list.Rows(), true)
	for _, row := range drawn {
		rows = append(rows, " "+row)
	}
	rows = append(rows, "")
	words := l.s.Text(l.chosen().About)
	if l.drawing {
		words = l.s.Text("Generating a random position") + l.s.Signs().More
	}
	for _, row := range draw.Wrap(words, left-6) {
		rows = append(rows, "    "+th.Faint.Render(row))
	}
	for _, row := range draw.Wrap(l.s.Text(l.records[l.chosen().ID].Words()), left-6) {
		rows = append(rows, "    "+th.Good.Render(row))
	}
	return draw.Page(draw.Place(rows, board, l.board.X, l.board.Y), l.width, l.height)
}

// preview draws the position of the chosen lesson where there is room for it
// beside the list.
func (l *LessonList) preview() []string {
	b, err := chess.NewBoard(l.chosen().Rules(), l.chosen().FEN)
	if err != nil {
		return nil
	}
	room := l.width - min(listWidth, l.width/2) - boardinput.PanelGap
	size, ok := l.s.ChooseSize(b.Layout(), room, l.height-3)
	if !ok {
		l.board = boardinput.Rect{}
		return nil
	}
	if l.boardRows == nil || l.drawn != l.list.At {
		w, h := draw.BoardSize(b.Layout(), size)
		l.board, l.size, l.drawn = boardinput.Rect{X: l.width - w - 1, Y: 2, W: w, H: h}, size, l.list.At
		l.boardRows = draw.RenderBoard(b.View(chess.Everyone), b.Layout(), l.s.Theme, l.s.Glyphs(), draw.NewMarks(), size, false)
	}
	return l.boardRows
}

func (l *LessonList) ShortHelp() []key.Binding {
	return []key.Binding{l.keys.Open, l.keys.Random, l.keys.Ending, ui.PairOf(ui.MoveCursor, l.keys.Up, l.keys.Down), l.keys.Back}
}

func (l *LessonList) FullHelp() [][]key.Binding {
	k := l.keys
	return [][]key.Binding{ui.Bindings(&k.Up, &k.Down, &k.Top, &k.Bottom), ui.Bindings(&k.Open, &k.Random, &k.Ending, &k.Digit, &k.Back)}
}

// TypedWords tells what a lesson is, for the help.
func (l *LessonList) TypedWords() []string {
	return []string{strings.Join([]string{"You play White, at the bottom; the computer plays at full strength and never resigns.",
		"After the game you see how many moves you needed, or where the win was lost."}, " ")}
}
