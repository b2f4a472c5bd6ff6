package online

import (
	"context"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/lichess"
	"rookery/tui/ui"
)

// loginKeys are those of the login.
type loginKeys struct{ Send, Copy, Back key.Binding }

// NewLoginKeys are the usual ones.
func NewLoginKeys() loginKeys {
	return loginKeys{
		Send: ui.Bind("enter", "confirm", "enter"), Copy: ui.Bind("ctrl+y", "copy the address", "ctrl+y"), Back: ui.Bind("esc", "back", "esc"),
	}
}

// login logs in by a browser, or by a token that is written.
type login struct {
	s             *ui.Session
	keys          loginKeys
	line          ui.LineInput
	byToken       bool
	login         *lichess.Login
	ctx           context.Context
	cancel        context.CancelFunc
	busy          bool
	problem       string
	width, height int
}

func newLogin(s *ui.Session, byToken bool) *login {
	l := &login{s: s, keys: ui.Bound(s, NewLoginKeys()), line: ui.NewLineInput(s, 4096), byToken: byToken}
	l.ctx, l.cancel = context.WithCancel(context.Background())
	if byToken {
		l.line.EchoMode = textinput.EchoPassword
		l.keys.Copy.SetEnabled(false)
	}
	l.line.Focus()
	return l
}

// loginBegunMsg brings a login that has begun, and what opening the browser said.
type loginBegunMsg struct {
	of      *login
	login   *lichess.Login
	err     error
	browser error
}

// loginDoneMsg ends a login.
type loginDoneMsg struct {
	of      *login
	account *lichess.Account
	err     error
}

func (l *login) Init() tea.Cmd {
	if l.byToken {
		return nil
	}
	o := l.s.Online
	return func() tea.Msg {
		begun, err := lichess.NewLogin(o.Client, Scopes)
		m := loginBegunMsg{of: l, login: begun, err: err}
		if err == nil && o.Browse != nil {
			m.browser = o.Browse(begun.URL())
		}
		return m
	}
}

// Scopes are what a login may do: play, solve puzzles, read studies and broadcasts.
var Scopes = slices.Concat(lichess.PlayScopes, lichess.PuzzleScopes, lichess.StudyScopes)

func (l *login) Close() {
	l.cancel()
	if l.login != nil {
		l.login.Close()
	}
}

func (l *login) SetSize(width, height int) {
	l.width, l.height = width, height
	l.line.Width = max(width-8, 8)
}
func (l *login) MinSize() (int, int) { return 44, 14 }
func (l *login) Title() string       { return l.s.Text("Log in to lichess") }
func (l *login) Typing() bool        { return true }
func (l *login) TakesPaste() bool    { return true }

func (l *login) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case ui.ThemeMsg:
		l.line.Dress(l.s)
	case loginBegunMsg:
		if msg.of != l {
			return l, nil
		}
		if msg.err != nil {
			l.problem = msg.err.Error()
			return l, nil
		}
		l.login = msg.login
		return l, l.await()
	case loginDoneMsg:
		if msg.of != l {
			return l, nil
		}
		l.busy = false
		if msg.err != nil {
			l.problem = msg.err.Error()
			if msg.account == nil {
				return l, nil
			}
		}
		done := ui.LoggedInMsg{Account: msg.account, Err: msg.err}
		return l, tea.Batch(l.s.Pop(l), func() tea.Msg { return done })
	case tea.KeyMsg:
		return l, l.pressed(msg)
	}
	return l, nil
}

// await waits for the browser, or for the address that is pasted.
func (l *login) await() tea.Cmd {
	o, begun, ctx := l.s.Online, l.login, l.ctx
	return func() tea.Msg {
		token, err := begun.Await(ctx)
		if err != nil {
			return loginDoneMsg{of: l, err: err}
		}
		a, err := o.Keep(ctx, token, Scopes)
		return loginDoneMsg{l, a, err}
	}
}

func (l *login) pressed(msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, l.keys.Back):
		return l.s.Pop(l)
	case l.busy:
	case key.Matches(msg, l.keys.Copy):
		if l.login != nil {
			return ui.CopyText(l.login.URL(), "Address copied")
		}
	case key.Matches(msg, l.keys.Send):
		return l.send()
	default:
		l.problem = ""
		l.line.Type(msg)
	}
	return nil
}

// send takes the token, or the address.
func (l *login) send() tea.Cmd {
	text := l.line.Trimmed()
	switch {
	case text == "":
	case l.byToken:
		token, err := lichess.NewToken(text)
		l.line.Reset()
		if err != nil {
			l.problem = err.Error()
			return nil
		}
		l.busy = true
		o, ctx := l.s.Online, l.ctx
		return func() tea.Msg {
			a, err := o.Keep(ctx, token, nil)
			return loginDoneMsg{l, a, err}
		}
	case l.login != nil:
		if err := l.login.Paste(text); err != nil {
			l.problem = err.Error()
		} else {
			l.busy = true
		}
		l.line.Reset()
	}
	return nil
}

func (l *login) View() string {
	th, s := l.s.Theme, l.s
	rows := []string{draw.TitleBar(th, l.width, l.Title(), ""), ""}
	para := func(text string) {
		for _, row := range draw.Wrap(s.Text(text), l.width-6) {
			rows = append(rows, "   "+th.Text.Render(row))
		}
		rows = append(rows, "")
	}
	if l.byToken {
		para("Make a token at lichess.org/account/oauth/token with the scopes board:play, challenge:read, challenge:write, puzzle:read, puzzle:write and study:read, and paste it here. It is not shown.")
	} else {
		para("Your browser shows lichess's page: agree there, and you are logged in here. If no browser has opened, open this address on any machine:")
		if l.login != nil {
			for _, row := range chunks(l.login.URL(), max(l.width-6, 10)) {
				rows = append(rows, "   "+th.Accent.Render(row))
			}
			rows = append(rows, "")
		}
		para("If that browser runs on another machine, its last page does not load: copy the address of that page from the browser and paste it here.")
	}
	rows = append(rows, "   "+th.Key.Render("> ")+l.line.View())
	rows = append(rows, "")
	switch {
	case l.problem != "":
		for _, row := range draw.Wrap(draw.Clean(s.Text(l.problem)), l.width-6) {
			rows = append(rows, "   "+th.Error.Render(row))
		}
	case l.busy:
		rows = append(rows, "   "+th.Accent.Render(s.Text("Logging in")+s.Glyphs().Ellipsis))
	case !l.byToken && l.login != nil:
		rows = append(rows, "   "+th.Faint.Render(s.Text("Waiting for your answer in the browser")+s.Glyphs().Ellipsis))
	}
	return draw.Page(rows, l.width, l.height)
}

// chunks cuts an address into rows.
func chunks(text string, width int) (rows []string) {
	for len(text) > width {
		rows, text = append(rows, text[:width]), text[width:]
	}
	return append(rows, text)
}

func (l *login) ShortHelp() []key.Binding {
	return ui.Bindings(&l.keys.Send, &l.keys.Copy, &l.keys.Back)
}
func (l *login) FullHelp() [][]key.Binding { return [][]key.Binding{l.ShortHelp()} }
