package club

import (
	"context"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/ui"
)

// browserKeys write the code that a browser shows.
type browserKeys struct {
	Take, Back key.Binding
}

func newBrowserKeys() browserKeys {
	return browserKeys{Take: ui.Bind("enter", "sign in", "enter"), Back: ui.Bind("esc", "back", "esc")}
}

// browserScreen signs a browser in that shows a code.
type browserScreen struct {
	s             *ui.Session
	keys          browserKeys
	code          ui.LineInput
	busy          bool
	problem       string
	width, height int
}

// grantedMsg answers whether a browser is signed in.
type grantedMsg struct {
	to   *browserScreen
	note string
	err  error
}

func newBrowserScreen(s *ui.Session) *browserScreen {
	b := &browserScreen{s: s, keys: ui.Bound(s, newBrowserKeys()), code: ui.NewLineInput(s, 40)}
	b.code.Focus()
	return b
}

func (b *browserScreen) Init() tea.Cmd             { return nil }
func (b *browserScreen) SetSize(width, height int) { b.width, b.height = width, height }
func (b *browserScreen) MinSize() (int, int)       { return 44, 13 }
func (b *browserScreen) Typing() bool              { return true }
func (b *browserScreen) Title() string             { return b.s.Text("Sign in a browser") }

func (b *browserScreen) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case ui.ThemeMsg:
		b.code.Dress(b.s)
	case grantedMsg:
		if msg.to != b {
			return b, nil
		}
		if b.busy = false; msg.err != nil {
			b.problem = ui.ErrorText(msg.err)
			return b, nil
		}
		return b, tea.Batch(b.s.Pop(b), ui.Toast("The browser is signed in"))
	case tea.KeyMsg:
		switch {
		case b.busy:
		case key.Matches(msg, b.keys.Back):
			return b, b.s.Pop(b)
		case key.Matches(msg, b.keys.Take):
			return b, b.submit()
		default:
			b.problem = ""
			b.code.Type(msg)
		}
	}
	return b, nil
}

// submit asks the lobby in the background.
func (b *browserScreen) submit() tea.Cmd {
	code := b.code.Trimmed()
	if code == "" {
		b.problem = "Enter the code that the browser shows."
		return nil
	}
	b.busy, b.problem = true, ""
	club := Of(b.s)
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), ui.ClubPatience)
		defer cancel()
		note, err := club.Lobby.GrantBrowser(ctx, club.Me, code)
		return grantedMsg{b, note, err}
	}
}

func (b *browserScreen) View() string {
	th, s := b.s.Theme, b.s
	width := min(b.width-4, ui.MenuWidth)
	indent := strings.Repeat(" ", (b.width-width)/2)
	out := []string{draw.TitleBar(th, b.width, s.Text("Sign in a browser"), "")}
	for range min(max((b.height-14)/3, 0), 6) {
		out = append(out, "")
	}
	add := func(row string) { out = append(out, indent+"  "+row) }
	words := func(style func(string) string, text string) {
		for _, row := range draw.Wrap(draw.Clean(s.Text(text)), width-4) {
			add(style(row))
		}
	}
	add("")
	words(th.Text.Render, "In the browser: Sign in, Show a code. Type that code here, and the browser is you.")
	add("")
	b.code.Width = width - 18
	add(th.Key.Render(s.Signs().Pointer+" ") + th.Title.Render(draw.Fit(s.Text("Code"), 10)) + "  " + b.code.View())
	add("")
	switch {
	case b.busy:
		words(th.Faint.Render, "One moment…")
	case b.problem != "":
		words(th.Error.Render, strings.TrimSuffix(ui.UpperFirst(s.Text(b.problem)), ".")+".")
	default:
		words(th.Faint.Render, "Only type a code that your own browser shows: whoever shows it plays in your name.")
	}
	return draw.Page(out, b.width, b.height)
}

func (b *browserScreen) ShortHelp() []key.Binding { return ui.Bindings(&b.keys.Take, &b.keys.Back) }

func (b *browserScreen) FullHelp() [][]key.Binding {
	return [][]key.Binding{ui.Bindings(&b.keys.Take, &b.keys.Back)}
}
