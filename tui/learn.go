package tui

import (
	"context"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/play"
)

// learn lists the training positions with what was won of them, and shows the
// chosen one.
type learn struct {
	s       *Session
	keys    learnKeys
	list    list
	records map[string]play.LessonRecord
	drawing bool // a position is being drawn
	stop    context.CancelFunc

	width, height int
	board         rect
	size          cellSize
	rows          []string // the board of lesson at, as drawn last; nil when stale
	at            int
}

// learnKeys choose a lesson.
type learnKeys struct {
	Up, Down, Top, Bottom key.Binding
	Open, Random, Digit   key.Binding
	Back                  key.Binding
}

func newLearnKeys() learnKeys {
	return learnKeys{
		Up:     bind("↑/k", "up", "up", "k"),
		Down:   bind("↓/j", "down", "down", "j"),
		Top:    bind("home/g", "first", "home", "g"),
		Bottom: bind("end/G", "last", "end", "G"),
		Open:   bind("enter", "play", "enter", "l", "right", " "),
		Random: bind("r", "drawn by chance", "r"),
		Digit:  bind("1-9", "choose by number", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
		Back:   bind("esc", "back", "esc", "h", "left", "q"),
	}
}

// Messages of the list of lessons.
type (
	lessonRecordsMsg struct {
		to      *learn
		records map[string]play.LessonRecord
	}
	lessonDrawnMsg struct {
		to     *learn
		lesson *play.Lesson
		fen    string
	}
)

// drawTime is the longest that a position is looked for.
const drawTime = 10 * time.Second

func newLearn(s *Session) *learn {
	l := &learn{s: s, keys: bound(s, newLearnKeys()), at: -1}
	l.fill()
	return l
}

func (l *learn) Init() tea.Cmd { return l.load() }

// load reads what was won.
func (l *learn) load() tea.Cmd {
	store := l.s.Store
	return func() tea.Msg { return lessonRecordsMsg{l, store.LessonRecords()} }
}

// fill makes the rows anew.
func (l *learn) fill() {
	items := make([]item, len(play.Lessons))
	for i := range play.Lessons {
		k := &play.Lessons[i]
		items[i] = item{label: l.s.Text(k.Name), note: l.s.Text(l.records[k.ID].Note()), about: l.s.Text(k.About), gap: i > 0 && play.Lessons[i-1].Even && !k.Even}
	}
	at := l.list.at
	l.list = newList(items)
	l.list.choose(at)
}

func (l *learn) title() string { return l.s.Text("Learn") }

func (l *learn) minSize() (int, int) { return 40, len(play.Lessons) + 5 }

// close stops the search for a position.
func (l *learn) close() {
	if l.stop != nil {
		l.stop()
	}
}

func (l *learn) SetSize(width, height int) {
	l.width, l.height = width, height
	l.rows = nil
}

// listWidth is what the list takes beside the board.
const listWidth = 44

// Update implements screen.
func (l *learn) Update(msg tea.Msg) (screen, tea.Cmd) {
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
	case revealedMsg:
		return l, l.load()
	case themeMsg:
		l.rows = nil
	case tea.MouseMsg:
		if i := l.list.hit(msg.Y - 2); i >= 0 && msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft {
			l.list.choose(i)
			return l, l.open(l.chosen(), l.chosen().FEN)
		}
	case tea.KeyMsg:
		return l, l.pressed(msg)
	}
	return l, nil
}

// chosen is the lesson under the pointer.
func (l *learn) chosen() *play.Lesson { return &play.Lessons[l.list.at] }

func (l *learn) pressed(msg tea.KeyMsg) tea.Cmd {
	switch k := &l.keys; {
	case key.Matches(msg, k.Up):
		l.list.wrapMove(-1)
	case key.Matches(msg, k.Down):
		l.list.wrapMove(1)
	case key.Matches(msg, k.Top):
		l.list.move(-len(play.Lessons))
	case key.Matches(msg, k.Bottom):
		l.list.move(len(play.Lessons))
	case key.Matches(msg, k.Digit):
		l.list.choose(int(msg.Runes[0] - '1'))
		return l.open(l.chosen(), l.chosen().FEN)
	case key.Matches(msg, k.Open):
		return l.open(l.chosen(), l.chosen().FEN)
	case key.Matches(msg, k.Random):
		return l.random()
	case key.Matches(msg, k.Back):
		return l.s.pop(l)
	}
	return nil
}

// open plays a lesson from a position.
func (l *learn) open(k *play.Lesson, fen string) tea.Cmd {
	g, err := newAttempt(l.s, attempt{lesson: k, fen: fen})
	if err != nil {
		return fail(err)
	}
	return l.s.push(l, g)
}

// random draws a position of the chosen lesson and plays it.
func (l *learn) random() tea.Cmd {
	if l.drawing {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), drawTime)
	l.drawing, l.stop = true, cancel
	s, k, seed := l.s, l.chosen(), l.s.Seed()
	return func() tea.Msg {
		defer cancel()
		return lessonDrawnMsg{l, k, drawn(ctx, s, k, seed)}
	}
}

// View implements screen.
func (l *learn) View() string {
	th := l.s.Theme
	rows := []string{titleBar(th, l.width, l.s.Text("Learn"), l.s.Text("against the computer at its best")), ""}
	left := l.width
	board := l.preview()
	if board != nil {
		left = l.board.x - panelGap
	}
	drawn := l.list.render(l.s, left-2, l.list.rows(), true)
	for _, row := range drawn {
		rows = append(rows, " "+row)
	}
	rows = append(rows, "")
	words := l.s.Text(l.chosen().About)
	if l.drawing {
		words = l.s.Text("A position is drawn by chance") + l.s.signs().More
	}
	for _, row := range wrap(words, left-6) {
		rows = append(rows, "    "+th.Faint.Render(row))
	}
	for _, row := range wrap(l.s.Text(l.records[l.chosen().ID].Words()), left-6) {
		rows = append(rows, "    "+th.Good.Render(row))
	}
	for i, row := range board {
		y := l.board.y + i
		for len(rows) <= y {
			rows = append(rows, "")
		}
		rows[y] = fit(rows[y], l.board.x) + row
	}
	return page(rows, l.width, l.height)
}

// preview draws the position of the chosen lesson where there is room for it
// beside the list.
func (l *learn) preview() []string {
	b, err := chess.NewBoard(l.chosen().Rules(), l.chosen().FEN)
	if err != nil {
		return nil
	}
	room := l.width - min(listWidth, l.width/2) - panelGap
	size, ok := l.s.chooseSize(b.Layout(), room, l.height-3)
	if !ok {
		l.board = rect{}
		return nil
	}
	if l.rows == nil || l.at != l.list.at {
		w, h := boardSize(b.Layout(), size)
		l.board, l.size, l.at = rect{l.width - w - 1, 2, w, h}, size, l.list.at
		l.rows = renderBoard(b.View(chess.Everyone), b.Layout(), l.s.Theme, l.s.glyphs(), newMarks(), size, false)
	}
	return l.rows
}

// ShortHelp implements help.KeyMap.
func (l *learn) ShortHelp() []key.Binding {
	return []key.Binding{l.keys.Open, l.keys.Random, pairOf("move", l.keys.Up, l.keys.Down), l.keys.Back}
}

// FullHelp implements help.KeyMap.
func (l *learn) FullHelp() [][]key.Binding {
	k := l.keys
	return [][]key.Binding{{k.Up, k.Down, k.Top, k.Bottom}, {k.Open, k.Random, k.Digit, k.Back}}
}

// typedWords tells what a lesson is, for the help.
func (l *learn) typedWords() []string {
	return []string{strings.Join([]string{"White, at the bottom, is yours; the computer plays at its best and does not give up.",
		"When the game is over you are told in how many moves it was won, or where the win was given away."}, " ")}
}
