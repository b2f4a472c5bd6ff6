package library

import (
	"errors"
	"slices"
	"sort"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// SavedList lists the games that a player has saved on a server.
type savedList struct {
	gameList // its names are nil as long as they are not known
	files    play.Files
}

// savedNamesMsg brings the names of the games, or why there are none.
type savedNamesMsg struct {
	to    *savedList
	names []string
	err   error
}

// OpenSavedList lists the saved games, where there is a place for them.
func OpenSavedList(s *ui.Session, from ui.Screen) tea.Cmd {
	saved := s.SavedGames()
	if saved == nil {
		return ui.Toast("Guest games are not saved. Connect with an SSH key to save games.")
	}
	return s.Push(from, NewSavedList(s, saved))
}

// NewSavedList lists the games in files.
func NewSavedList(s *ui.Session, files play.Files) *savedList {
	l := &savedList{gameList: newGameList(s, "Saved games"), files: files}
	l.item = func(i int) ui.Item {
		return ui.Item{Label: draw.Clean(strings.TrimSuffix(l.names[i], ui.SavedSuffix))}
	}
	l.open = func(i int) tea.Cmd { return s.Push(l, newSavedPicker(s, l.names[i])) }
	l.remove = func(names []string) tea.Cmd {
		again := l.Init()
		return func() tea.Msg {
			for _, name := range names {
				if err := files.Remove(name); err != nil {
					return ui.FailMsg(err)
				}
			}
			return again()
		}
	}
	return l
}

func (l *savedList) Init() tea.Cmd {
	saved := l.files
	return func() tea.Msg {
		names, err := saved.List()
		names = slices.DeleteFunc(names, func(name string) bool { return !strings.HasSuffix(name, ui.SavedSuffix) || name[0] == '.' })
		sort.Strings(names)
		slices.Reverse(names) // they begin with their dates
		return savedNamesMsg{l, names, err}
	}
}

func (l *savedList) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case savedNamesMsg:
		switch {
		case msg.to != l:
		case msg.err != nil:
			return l, ui.Fail(errors.Join(errors.New("saved games cannot be read right now"), msg.err))
		default:
			l.fill(append([]string{}, msg.names...))
		}
		return l, nil
	case ui.RevealedMsg:
		return l, l.Init()
	}
	return l, l.update(l, msg)
}

func (l *savedList) View() string {
	count, none := "", ""
	if l.names != nil {
		count = l.marks.counted(l.s, l.s.Text(ui.Plural(len(l.names), "1 game", "%d games")))
		none = "No saved games yet. Save one during play or in the viewer."
	}
	return l.page(count, none, deleteOne, deleteMany)
}
