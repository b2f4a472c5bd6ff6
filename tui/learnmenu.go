package tui

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/game"
	"rookery/tui/library"
	"rookery/tui/training"
	"rookery/tui/ui"
)

// learnMenu lists what one can train.
type learnMenu struct {
	s             *ui.Session
	keys          ui.MenuKeys
	list          ui.List
	opens         []func() tea.Cmd // by item
	width, height int
}

func newLearnMenu(s *ui.Session) *learnMenu {
	l := &learnMenu{s: s, keys: ui.Bound(s, ui.NewMenuKeys())}
	l.fill()
	return l
}

func (l *learnMenu) fill() {
	t := l.s.Text
	entries := []entry{
		{ui.Item{Label: t("Puzzles"), About: t("Positions with one best move to find, by rating and theme; streaks and timed runs.")},
			func() tea.Cmd { return l.s.Push(l, training.NewPuzzleMenu(l.s, "")) }},
		{ui.Item{Label: t("First steps"), About: t("How the pieces move, check, mate in one, castling, en passant, and what each variant is about.")},
			func() tea.Cmd { return l.s.Push(l, training.NewLessonMenu(l.s)) }},
		{ui.Item{Label: t("Practice"), About: t("Nine training positions, and random ones like them, against the computer at full strength.")},
			func() tea.Cmd { return l.s.Push(l, game.NewLessonList(l.s)) }},
		{ui.Item{Label: t("Openings"), About: t("Positions to repeat, from your own opening lines.")},
			func() tea.Cmd { return l.s.Push(l, training.NewRepertoireMenu(l.s)) }},
	}
	if l.s.Local {
		entries = append(entries, entry{ui.Item{Label: t("Statistics"), About: t("Your rating at games and puzzles, results by opponent and opening, accuracy by phase."), Gap: true},
			func() tea.Cmd { return library.NewStatistics(l.s, l) }})
	}
	items := make([]ui.Item, len(entries))
	l.opens = l.opens[:0]
	for i, e := range entries {
		items[i] = e.Item
		l.opens = append(l.opens, e.open)
	}
	l.list.Refill(items)
}

func (l *learnMenu) Init() tea.Cmd             { return nil }
func (l *learnMenu) SetSize(width, height int) { l.width, l.height = width, height }
func (l *learnMenu) Title() string             { return l.s.Text("Learn") }

func (l *learnMenu) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case ui.ThemeMsg:
		l.fill()
	case tea.MouseMsg:
		if i := l.list.Hit(msg.Y - 2); i >= 0 && msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft {
			l.list.Choose(i)
			return l, l.opens[i]()
		}
	case tea.KeyMsg:
		switch {
		case ui.MoveMenu(&l.list, &l.keys, msg):
		case key.Matches(msg, l.keys.Open), key.Matches(msg, l.keys.Digit) && l.list.ChooseDigit(msg):
			return l, l.opens[l.list.At]()
		case key.Matches(msg, l.keys.Back):
			return l, l.s.Pop(l)
		}
	}
	return l, nil
}

func (l *learnMenu) View() string {
	width := min(l.width-2, ui.MenuWidth)
	rows := []string{draw.TitleBar(l.s.Theme, l.width, l.s.Text("Learn"), ""), ""}
	for _, row := range l.list.Render(l.s, width, l.list.Rows(), true) {
		rows = append(rows, " "+row)
	}
	rows = append(rows, "")
	for _, row := range draw.Wrap(l.list.Chosen().About, width-6) {
		rows = append(rows, "    "+l.s.Theme.Faint.Render(row))
	}
	return draw.Page(rows, l.width, l.height)
}

func (l *learnMenu) ShortHelp() []key.Binding {
	return []key.Binding{l.keys.Open, ui.PairOf(ui.MoveCursor, l.keys.Up, l.keys.Down), l.keys.Back}
}

func (l *learnMenu) FullHelp() [][]key.Binding {
	k := l.keys
	return [][]key.Binding{ui.Bindings(&k.Up, &k.Down, &k.Top, &k.Bottom), ui.Bindings(&k.Open, &k.Digit, &k.Back)}
}
