package tui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/ui"
)

// NewClub makes the program of a session on a server, with what makes the club's part of it: with the menu of the club
// on top, or the question for a name, where the server has a lobby.
func NewClub(s *ui.Session, house func(*ui.Session, ui.Program) ui.Clubhouse) *App {
	if s.Club == nil {
		return New(s)
	}
	a := newApp(s)
	a.club = house(s, program{a})
	a.stack = []ui.Screen{newMenu(s, a.club)}
	if first := a.club.First(); first != nil {
		a.stack = append(a.stack, first)
	}
	return a
}

// program is App as its club sees it.
type program struct{ a *App }

func (p program) Stack() []ui.Screen                         { return p.a.stack }
func (p program) Do(msg tea.Msg) tea.Cmd                     { return p.a.update(msg) }
func (p program) All(msg tea.Msg) tea.Cmd                    { return p.a.all(msg) }
func (p program) After(d time.Duration, msg tea.Msg) tea.Cmd { return p.a.after(d, msg) }
func (p program) Listen(news func() tea.Msg) tea.Cmd         { return p.a.listen(news) }
func (p program) Say(text string) tea.Cmd                    { return p.a.say(ui.ToastMsg{Text: text}) }
func (p program) Signal(text string) tea.Cmd                 { return p.a.signal(text) }

// Restart implements [ui.Program]. Only the menu can lie under the question for a name.
func (p program) Restart(then func() ui.Screen) tea.Cmd {
	a := p.a
	a.keys = ui.Bound(a.s, ui.NewGlobalKeys())
	for _, sc := range a.stack {
		closeScreen(sc)
	}
	a.stack = nil
	a.push(newMenu(a.s, a.club))
	cmds := []tea.Cmd{a.club.Enter(), a.top().Init()}
	if then != nil {
		a.push(then())
		cmds = append(cmds, a.top().Init())
	}
	return tea.Batch(cmds...)
}
