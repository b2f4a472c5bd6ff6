package tui

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/lobby"
)

// accountKeys are those of the account.
type accountKeys struct {
	Up, Down, Code, Forget, Record, Yes, No, Back key.Binding
}

func newAccountKeys() accountKeys {
	return accountKeys{
		Up:     bind("↑/k", "up", "up", "k"),
		Down:   bind("↓/j", "down", "down", "j"),
		Code:   bind("enter", "a code for another key", "enter", "c"),
		Forget: bind("d", "forget the key", "d", "delete"),
		Record: bind("s", "your games and ratings", "s"),
		Yes:    bind("y", "yes", "y"),
		No:     bind("n", "no", "n"),
		Back:   bind("esc", "back", "esc", "q", "h", "left"),
	}
}

// accountScreen says who the player is and what is kept of him, lists his keys,
// forgets one, and makes a code for a further one.
type accountScreen struct {
	s             *Session
	keys          accountKeys
	code          string
	ring          []lobby.Key // nil as long as it is not known
	rung          int         // which of the keys the ring is of, as the lobby numbers them
	at, top       int         // in the ring
	asking        string      // the key that is about to be forgotten; empty for none
	width, height int
}

type (
	// codeMsg brings a code for a further key.
	codeMsg struct {
		from *accountScreen
		code string
	}
	// ringMsg brings the keys of the account.
	ringMsg struct {
		to   *accountScreen
		keys []lobby.Key
	}
)

// openAccount opens the account, or asks for the name that it needs.
func openAccount(s *Session, from screen) tea.Cmd {
	if s.Club.nameless() {
		return s.push(from, newNameScreen(s, nil))
	}
	a := &accountScreen{s: s, keys: bound(s, newAccountKeys())}
	for _, k := range []*key.Binding{&a.keys.Up, &a.keys.Down, &a.keys.Code, &a.keys.Forget, &a.keys.Record} {
		k.SetEnabled(!s.Club.guest())
	}
	if s.Club.Archive == nil {
		a.keys.Record.SetEnabled(false)
	}
	return s.push(from, a)
}

// Init implements screen.
func (a *accountScreen) Init() tea.Cmd {
	if a.s.Club.guest() {
		return nil
	}
	a.rung = a.s.Club.heard().Keys
	return a.with(func(ctx context.Context, club *lobby.Lobby, me lobby.Player) tea.Msg {
		keys, err := club.Keys(ctx, me)
		if err != nil {
			return toastMsg{text: err.Error(), bad: true}
		}
		return ringMsg{a, keys}
	})
}

// with does something with the account in the background.
func (a *accountScreen) with(do func(ctx context.Context, club *lobby.Lobby, me lobby.Player) tea.Msg) tea.Cmd {
	club, me := a.s.Club.Lobby, a.s.Club.Me
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), clubPatience)
		defer cancel()
		return do(ctx, club, me)
	}
}

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
	case ringMsg:
		if msg.to == a {
			if a.ring != nil && len(msg.keys) > len(a.ring) {
				a.code = "" // it has been used
			}
			a.ring, a.at = msg.keys, min(a.at, max(len(msg.keys)-1, 0))
		}
	case revealedMsg:
		return a, a.Init()
	case hallMsg:
		if a.rung != a.s.Club.heard().Keys { // another session has added or forgotten one
			return a, a.Init()
		}
	case tea.KeyMsg:
		if a.asking != "" {
			return a, a.answer(msg)
		}
		switch k := a.keys; {
		case key.Matches(msg, k.Up):
			a.at = max(a.at-1, 0)
		case key.Matches(msg, k.Down):
			a.at = max(min(a.at+1, len(a.ring)-1), 0)
		case key.Matches(msg, k.Code):
			return a, tea.Batch(a.makeCode(), a.Init())
		case key.Matches(msg, k.Forget):
			return a, a.ask()
		case key.Matches(msg, k.Record):
			return a, a.s.push(a, newRecordScreen(a.s, a.s.Club.Me))
		case key.Matches(msg, k.Back):
			return a, a.s.pop(a)
		}
	}
	return a, nil
}

// makeCode asks the lobby for a code; an earlier one is good no more.
func (a *accountScreen) makeCode() tea.Cmd {
	return a.with(func(_ context.Context, club *lobby.Lobby, me lobby.Player) tea.Msg {
		code, err := club.Code(me)
		if err != nil {
			return toastMsg{text: err.Error(), bad: true}
		}
		return codeMsg{a, code}
	})
}

// ask asks whether the chosen key shall be forgotten.
func (a *accountScreen) ask() tea.Cmd {
	switch {
	case a.at >= len(a.ring):
		return nil
	case len(a.ring) == 1:
		return fail(lobby.ErrLastKey)
	}
	a.asking = a.ring[a.at].Fingerprint
	return nil
}

// answer takes the answer to the question.
func (a *accountScreen) answer(msg tea.KeyMsg) tea.Cmd {
	fingerprint := a.asking
	switch {
	case key.Matches(msg, a.keys.Yes):
		a.asking = ""
		forget := a.with(func(ctx context.Context, club *lobby.Lobby, me lobby.Player) tea.Msg {
			if err := club.Forget(ctx, me, fingerprint); err != nil {
				return toastMsg{text: err.Error(), bad: true}
			}
			return toastMsg{text: "The key is forgotten"}
		})
		return tea.Sequence(forget, a.Init())
	case key.Matches(msg, a.keys.No), key.Matches(msg, a.keys.Back):
		a.asking = ""
	}
	return nil
}

// keyPrint writes the fingerprint of a key as ssh-keygen -l does.
func keyPrint(fingerprint string) string {
	sum, err := hex.DecodeString(fingerprint)
	if err != nil {
		return clean(fingerprint)
	}
	return "SHA256:" + base64.RawStdEncoding.EncodeToString(sum)
}

// View implements screen.
func (a *accountScreen) View() string {
	th, s, club := a.s.Theme, a.s, a.s.Club
	width := min(a.width-4, menuWidth)
	indent := strings.Repeat(" ", (a.width-width)/2)
	out := []string{titleBar(th, a.width, s.Text("Account"), "")}
	for range min(max((a.height-22)/3, 0), 6) {
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
	add(th.Faint.Render(fit(s.Text("Keys"), 10)) + th.Text.Render(a.ringWords()))
	add("")
	below := 9 // rows for what stands under the ring
	for _, row := range a.ringRows(width, max(a.height-len(out)-below, 1)) {
		add(row)
	}
	if a.asking != "" {
		text := "Forget this key? Its sessions end, and whoever comes with it is a stranger here."
		if a.asking == club.Fingerprint {
			text = "You came with this key. Forget it, and this session ends; only your other keys bring you back."
		}
		add("")
		for _, row := range wrap(s.Text(text), width-4) {
			add(th.Error.Render(row))
		}
		add(th.Key.Render(keyText(firstKey(a.keys.Yes))) + " " + th.Title.Render(s.Text("forget it")) + "   " +
			th.Key.Render(keyText(firstKey(a.keys.No))) + " " + th.Title.Render(s.Text("keep it")))
		return page(out, a.width, a.height)
	}
	if a.code == "" {
		words(s.Text("Your name, settings, unfinished and saved games and ratings belong to each of these keys."))
		add("")
		add(th.Key.Render(keyText(firstKey(a.keys.Code))) + " " + th.Title.Render(s.Text("a code for another key")))
		return page(out, a.width, a.height)
	}
	add("")
	add(th.Faint.Render(fit(s.Text("Code"), 10)) + th.ClockRunning.Render(" "+a.code+" "))
	words(s.Text("Come here with the other key within ten minutes, and where it is asked for a name press Tab and write this code. It is good once."))
	return page(out, a.width, a.height)
}

// ringWords says how many keys there are.
func (a *accountScreen) ringWords() string {
	if a.ring == nil {
		return a.s.signs().More
	}
	return a.s.Text(counted(len(a.ring), "1 key", "%d keys"))
}

// ringRows lists the keys in at most so many rows: fingerprint, when it was added,
// and which is the present one.
func (a *accountScreen) ringRows(width, height int) []string {
	th, s := a.s.Theme, a.s
	a.top = scrollTo(a.top, a.at, len(a.ring), height)
	var rows []string
	for i := a.top; i < min(len(a.ring), a.top+height); i++ {
		k := a.ring[i]
		note := ""
		if !k.Added.IsZero() {
			note = k.Added.Format("2006-01-02")
		}
		if k.Fingerprint == s.Club.Fingerprint {
			note = strings.TrimSpace(s.Text("this one") + " " + note)
		}
		print := fit(cut(keyPrint(k.Fingerprint), max(width-3-len([]rune(note)), 8)), max(width-2-len([]rune(note)), 8))
		if i == a.at {
			rows = append(rows, th.Choice.Render(s.signs().Pointer+" "+print+note))
			continue
		}
		rows = append(rows, "  "+th.Text.Render(print)+th.Faint.Render(note))
	}
	return rows
}

// ShortHelp implements help.KeyMap.
func (a *accountScreen) ShortHelp() []key.Binding {
	if a.asking != "" {
		return []key.Binding{brief(a.keys.Yes, "forget it"), brief(a.keys.No, "keep it")}
	}
	return []key.Binding{brief(a.keys.Code, "code"), brief(a.keys.Forget, "forget"), brief(a.keys.Record, "record"), a.keys.Back}
}

// FullHelp implements help.KeyMap.
func (a *accountScreen) FullHelp() [][]key.Binding {
	k := a.keys
	return [][]key.Binding{{k.Up, k.Down}, {k.Code, k.Forget, k.Record, k.Yes, k.No, k.Back}}
}
