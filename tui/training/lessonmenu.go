package training

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// LessonMenu lists the lessons for beginners.
type LessonMenu struct {
	s             *ui.Session
	keys          ui.MenuKeys
	list          ui.List
	records       map[string]play.LessonRecord
	width, height int
}

// beginnerRecordsMsg brings what was done.
type beginnerRecordsMsg struct {
	to      *LessonMenu
	records map[string]play.LessonRecord
}

// NewLessonMenu offers all lessons.
func NewLessonMenu(s *ui.Session) *LessonMenu {
	l := &LessonMenu{s: s, keys: ui.Bound(s, ui.NewMenuKeys())}
	l.fill()
	return l
}

func (l *LessonMenu) Init() tea.Cmd { return l.load() }

func (l *LessonMenu) load() tea.Cmd {
	store := l.s.Store
	return func() tea.Msg { return beginnerRecordsMsg{l, store.LessonRecords()} }
}

func (l *LessonMenu) fill() {
	items := make([]ui.Item, len(play.BeginnerLessons))
	for i := range play.BeginnerLessons {
		b := &play.BeginnerLessons[i]
		note := ""
		if l.records[b.ID].Won > 0 {
			note = l.s.Text("done")
		}
		items[i] = ui.Item{Label: l.s.Text(b.Name), Note: note, About: l.s.Text(b.About), Gap: b.Variant != "" && play.BeginnerLessons[i-1].Variant == ""}
	}
	l.list.Refill(items)
}

func (l *LessonMenu) SetSize(width, height int) { l.width, l.height = width, height }
func (l *LessonMenu) Title() string             { return l.s.Text("First steps") }

func (l *LessonMenu) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case beginnerRecordsMsg:
		if msg.to == l {
			l.records = msg.records
			l.fill()
		}
	case ui.RevealedMsg, ui.LessonKeptMsg: // a lesson may be kept after its screen was left
		return l, l.load()
	case ui.ThemeMsg:
		l.fill()
	case tea.MouseMsg:
		if l.list.Clicked(msg, 2) {
			return l, l.open()
		}
	case tea.KeyMsg:
		switch {
		case ui.MoveMenu(&l.list, &l.keys, msg):
		case key.Matches(msg, l.keys.Open), key.Matches(msg, l.keys.Digit) && l.list.ChooseDigit(msg):
			return l, l.open()
		case key.Matches(msg, l.keys.Back):
			return l, l.s.Pop(l)
		}
	}
	return l, nil
}

// open begins the chosen lesson.
func (l *LessonMenu) open() tea.Cmd {
	sc, err := newPuzzleScreen(l.s, play.NewLessonRun(&play.BeginnerLessons[l.list.At]))
	if err != nil {
		return ui.Fail(err)
	}
	return l.s.Push(l, sc)
}

func (l *LessonMenu) View() string {
	width := min(l.width-2, ui.MenuWidth)
	rows := []string{draw.TitleBar(l.s.Theme, l.width, l.Title(), ""), ""}
	words := draw.Wrap(l.list.Chosen().About, width-6)
	for _, row := range l.list.Render(l.s, width, min(l.list.Rows(), max(l.height-6, 3)), true) {
		rows = append(rows, " "+row)
	}
	rows = append(rows, "")
	for _, row := range words {
		rows = append(rows, "    "+l.s.Theme.Faint.Render(row))
	}
	return draw.Page(rows, l.width, l.height)
}

func (l *LessonMenu) ShortHelp() []key.Binding {
	return []key.Binding{l.keys.Open, ui.PairOf(ui.MoveCursor, l.keys.Up, l.keys.Down), l.keys.Back}
}

func (l *LessonMenu) FullHelp() [][]key.Binding {
	k := l.keys
	return [][]key.Binding{ui.Bindings(&k.Up, &k.Down, &k.Top, &k.Bottom), ui.Bindings(&k.Open, &k.Digit, &k.Back)}
}
