package tui

import (
	"encoding/base64"
	"encoding/hex"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// accountScreen says who the player is and what is kept of him, and makes a
// code for a further key.
type accountScreen struct {
	s             *Session
	keys          menuKeys
	code          string
	width, height int
}

// codeMsg brings a code for a further key.
type codeMsg struct {
	from *accountScreen
	code string
}

// openAccount opens the account, or asks for the name that it needs.
func openAccount(s *Session, from screen) tea.Cmd {
	if s.Club.nameless() {
		return push(from, newNameScreen(s, nil))
	}
	a := &accountScreen{s: s, keys: bound(s, newMenuKeys())}
	a.keys.Open.SetHelp(a.keys.Open.Help().Key, "a code for another key")
	a.keys.Open.SetEnabled(!s.Club.guest())
	return push(from, a)
}

func (a *accountScreen) Init() tea.Cmd { return nil }

// SetSize implements screen.
func (a *accountScreen) SetSize(width, height int) { a.width, a.height = width, height }
func (a *accountScreen) minSize() (int, int)       { return 44, 14 }
func (a *accountScreen) title() string             { return a.s.Text("Account") }

// Update implements screen.
func (a *accountScreen) Update(msg tea.Msg) (screen, tea.Cmd) {
	switch msg := msg.(type) {
	case codeMsg:
		if msg.from == a {
			a.code = msg.code
		}
	case tea.KeyMsg:
		switch {
		case key.Matches(msg, a.keys.Open):
			return a, a.makeCode()
		case key.Matches(msg, a.keys.Back), key.Matches(msg, a.keys.Quit):
			return a, pop(a)
		}
	}
	return a, nil
}

// makeCode asks the lobby for a code; an earlier one is good no more.
func (a *accountScreen) makeCode() tea.Cmd {
	club := a.s.Club
	return func() tea.Msg {
		code, err := club.Lobby.Code(club.Me)
		if err != nil {
			return toastMsg{text: err.Error(), bad: true}
		}
		return codeMsg{a, code}
	}
}

// keyPrint writes the fingerprint of a key as ssh-keygen -l does.
func keyPrint(fingerprint string) string {
	sum, err := hex.DecodeString(fingerprint)
	if err != nil {
		return fingerprint
	}
	return "SHA256:" + base64.RawStdEncoding.EncodeToString(sum)
}

// View implements screen.
func (a *accountScreen) View() string {
	th, s, club := a.s.Theme, a.s, a.s.Club
	width := min(a.width-4, menuWidth)
	indent := strings.Repeat(" ", (a.width-width)/2)
	out := []string{titleBar(th, a.width, s.Text("Account"), "")}
	for range min(max((a.height-14)/3, 0), 6) {
		out = append(out, "")
	}
	add := func(row string) { out = append(out, indent+"  "+row) }
	words := func(text string) {
		add("")
		for _, row := range wrap(text, width-4) {
			add(th.Faint.Render(row))
		}
	}
	add("")
	add(th.Faint.Render(fit(s.Text("Name"), 10)) + th.Title.Render(clean(club.Me.Name)))
	if club.guest() {
		add(th.Faint.Render(fit(s.Text("Key"), 10)) + th.Text.Render(s.Text("none: you are a guest")))
		words(s.Text("Nothing is kept of a guest: no name, no settings, no unfinished games, no rating. If your line drops, the game you play with somebody is lost to you."))
		words(s.Text("Come with an SSH key to have all that: ssh-keygen makes one, and ssh shows it by itself from then on."))
		return page(out, a.width, a.height)
	}
	add(th.Faint.Render(fit(s.Text("Key"), 10)) + th.Text.Render(cut(keyPrint(club.Fingerprint), width-14)))
	words(s.Text("Your name, settings, unfinished games and ratings belong to this key, and to every further key that you add."))
	if a.code == "" {
		add("")
		add(th.Key.Render(keyText(firstKey(a.keys.Open))) + " " + th.Title.Render(s.Text("a code for another key")))
		return page(out, a.width, a.height)
	}
	add("")
	add(th.Faint.Render(fit(s.Text("Code"), 10)) + th.ClockRunning.Render(" "+a.code+" "))
	words(s.Text("Come here with the other key within ten minutes, and where it is asked for a name press Tab and write this code. It is good once."))
	return page(out, a.width, a.height)
}

// ShortHelp implements help.KeyMap.
func (a *accountScreen) ShortHelp() []key.Binding { return []key.Binding{a.keys.Open, a.keys.Back} }

// FullHelp implements help.KeyMap.
func (a *accountScreen) FullHelp() [][]key.Binding {
	return [][]key.Binding{{a.keys.Open, a.keys.Back}}
}
