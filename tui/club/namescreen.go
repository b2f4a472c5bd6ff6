package club

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/lobby"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

var errGuestRated = errors.New("rated games need a key: choose casual")

// NameScreen asks a key that is new here for a name, or for the code that makes
// it a further key of somebody who has one.
type NameScreen struct {
	s             *ui.Session
	keys          ui.NameKeys
	Then          func() ui.Screen // what takes its place; nil goes back
	name, code    ui.LineInput
	enteringCode  bool // the code is written
	suggestion    string
	busy          bool
	problem       string
	width, height int
}

// namedMsg answers what was asked of the lobby.
type namedMsg struct {
	From     *NameScreen
	Player   remote.Player
	Store    *ui.Store
	Joined   ui.Joined
	Settings ui.Settings
	err      error
}

// tooLongName is what a name may have while it is typed: one that is too long is told, not cut.
const tooLongName = 3 * lobby.MaxNameLength

func NewNameScreen(s *ui.Session, then func() ui.Screen) *NameScreen {
	n := &NameScreen{s: s, keys: ui.Bound(s, ui.NewNameKeys()), Then: then, name: ui.NewLineInput(s, tooLongName), code: ui.NewLineInput(s, tooLongName)}
	n.suggestion = suggestName(s.Seed())
	n.name.Placeholder = n.suggestion
	n.name.Focus()
	return n
}

// suggestName is a suggestion for those who have no idea.
func suggestName(chance uint64) string {
	adjectives := []string{"Bold", "Calm", "Clever", "Eager", "Early", "Gentle", "Keen", "Merry", "Nimble", "Quiet", "Rapid", "Sly", "Steady", "Swift", "Wise", "Young"}
	nouns := []string{"Pawn", "Knight", "Bishop", "Rook", "Queen", "King", "Castle", "Gambit", "Tempo", "Fork", "Pin", "Tower", "File", "Rank", "Mate", "Clock"}
	n := uint64(len(adjectives))
	m := uint64(len(nouns))
	return fmt.Sprintf("%s%s%d", adjectives[chance%n], nouns[chance/n%m], chance/n/m%90+10)
}

func (n *NameScreen) Init() tea.Cmd { return nil }

func (n *NameScreen) SetSize(width, height int) { n.width, n.height = width, height }
func (n *NameScreen) MinSize() (int, int)       { return 44, 13 }
func (n *NameScreen) Typing() bool              { return true }
func (n *NameScreen) Title() string             { return n.s.Text("Your name") }

func (n *NameScreen) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case ui.ThemeMsg:
		n.name.Dress(n.s)
		n.code.Dress(n.s)
	case namedMsg:
		if msg.From == n {
			n.busy = false
			if msg.err != nil {
				n.refused(msg.err)
				return n, nil
			}
			return n, func() tea.Msg { return SettledMsg(msg) }
		}
	case tea.KeyMsg:
		return n, n.pressed(msg)
	}
	return n, nil
}

// refused shows why a name or a code cannot be had.
func (n *NameScreen) refused(err error) {
	n.problem = ui.ErrorText(err)
	if errors.Is(err, lobby.ErrNameTaken) && n.name.Value() == "" { // the suggestion was taken
		n.suggestion = suggestName(n.s.Seed())
		n.name.Placeholder = n.suggestion
	}
}

func (n *NameScreen) pressed(msg tea.KeyMsg) tea.Cmd {
	if n.busy {
		return nil
	}
	switch {
	case key.Matches(msg, n.keys.Back):
		return n.s.Pop(n)
	case key.Matches(msg, n.keys.Other):
		n.enteringCode, n.problem = !n.enteringCode, ""
		if n.enteringCode {
			n.name.Blur()
			return n.code.Focus()
		}
		n.code.Blur()
		return n.name.Focus()
	case key.Matches(msg, n.keys.Take):
		return n.submit()
	}
	n.problem = ""
	if n.enteringCode {
		n.code.Type(msg)
	} else {
		n.name.Type(msg)
	}
	return nil
}

// submit asks the lobby in the background.
func (n *NameScreen) submit() tea.Cmd {
	club := Of(n.s)
	name, code := n.name.Trimmed(), strings.ToLower(n.code.Trimmed())
	if name == "" {
		name = n.suggestion
	}
	if n.enteringCode && code == "" {
		n.problem = "Enter the code shown on your other key."
		return nil
	}
	n.busy, n.problem = true, ""
	coded := n.enteringCode
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), ui.ClubPatience)
		defer cancel()
		m := namedMsg{From: n}
		if coded {
			m.Player, m.err = club.Lobby.AddKey(ctx, club.Fingerprint, code)
		} else {
			m.Player, m.err = club.Register(ctx, name)
		}
		if m.err == nil {
			m.Store, m.Joined, m.err = club.Home(ctx, m.Player)
		}
		if m.err == nil {
			m.Settings, m.err = m.Store.Settings()
		}
		return m
	}
}

// SettledMsg tells App that the key has a player now.
type SettledMsg namedMsg

func (n *NameScreen) View() string {
	th, s := n.s.Theme, n.s
	width := min(n.width-4, ui.MenuWidth)
	indent := strings.Repeat(" ", (n.width-width)/2)
	out := []string{draw.TitleBar(th, n.width, s.Text("Welcome to Rookery"), "")}
	for range min(max((n.height-12)/3, 0), 6) {
		out = append(out, "")
	}
	add := func(row string) { out = append(out, indent+"  "+row) }
	add("")
	for _, row := range draw.Wrap(s.Text("Your key is new here. Choose the name other players see. You keep it, along with your games, settings and ratings."), width-4) {
		add(th.Text.Render(row))
	}
	add("")
	field := func(label, value string, on bool) {
		label = draw.Fit(s.Text(label), 10)
		if on {
			add(th.Key.Render(s.Signs().Pointer+" ") + th.Title.Render(label) + "  " + value)
			return
		}
		add("  " + th.Faint.Render(label+"  "+value))
	}
	n.name.Width, n.code.Width = width-18, width-18
	if n.enteringCode {
		written := n.name.Value()
		if written == "" {
			written = n.suggestion
		}
		field("Name", written, false)
		field("Code", n.code.View(), true)
	} else {
		field("Name", n.name.View(), true)
		field("Code", s.Text("Tab if another key of yours has a name here"), false)
	}
	add("")
	about, style := "Two to twenty letters, digits, - and _. Press Enter to accept the suggestion.", th.Faint
	if n.enteringCode {
		about = "From your other key: Account, code for another key, good for ten minutes. Or a recovery code."
	}
	switch {
	case n.busy:
		about = "One moment…"
	case n.problem != "":
		about, style = ui.UpperFirst(s.Text(n.problem))+".", th.Error
		about = strings.Replace(about, "..", ".", 1)
	}
	for _, row := range draw.Wrap(draw.Clean(s.Text(about)), width-4) {
		add(style.Render(row))
	}
	return draw.Page(out, n.width, n.height)
}

func (n *NameScreen) ShortHelp() []key.Binding {
	return ui.Bindings(&n.keys.Take, &n.keys.Other, &n.keys.Back)
}

func (n *NameScreen) FullHelp() [][]key.Binding {
	return [][]key.Binding{ui.Bindings(&n.keys.Take, &n.keys.Other, &n.keys.Back)}
}
