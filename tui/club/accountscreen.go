package club

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/lobby"
	"rookery/tui/remote"
	"rookery/tui/ui"
)

// accountKeys are those of the account.
type accountKeys struct {
	Up, Down, Code, Browser, Forget, Record, Yes, No, Back key.Binding
	Recovery, Delete, Confirm, Leave                       key.Binding
}

func newAccountKeys() accountKeys {
	return accountKeys{
		Up:       ui.Bind("↑/k", "up", "up", "k"),
		Down:     ui.Bind("↓/j", "down", "down", "j"),
		Code:     ui.Bind("enter", "code for another key", "enter", "c"),
		Browser:  ui.Bind("b", "sign in a browser", "b"),
		Forget:   ui.Bind("d", "remove key", "d", "delete"),
		Record:   ui.Bind("s", "your games and ratings", "s"),
		Recovery: ui.Bind("o", "new recovery codes", "o"),
		Delete:   ui.Bind("x", "delete the account", "x"),
		Confirm:  ui.Bind("enter", "delete", "enter"),
		Leave:    ui.Bind("esc", "cancel", "esc"),
		Yes:      ui.Bind("y", "yes", "y"),
		No:       ui.Bind("n", "no", "n"),
		Back:     ui.Bind("esc", "back", "esc", "q", "h", "left"),
	}
}

// AccountScreen says who the player is and what is kept of him, lists his keys,
// forgets one, and makes a code for a further one.
type AccountScreen struct {
	s             *ui.Session
	keys          accountKeys
	Code          string
	registered    []lobby.Key // nil as long as it is not known
	keyVersion    int         // which of the keys the ring is of, as the lobby numbers them
	at, top       int         // in the ring
	removing      string      // the key that is about to be forgotten; empty for none
	safety        accountSafety
	width, height int
}

type (
	// codeMsg brings a code for a further key.
	codeMsg struct {
		from *AccountScreen
		code string
	}
	// registeredMsg brings the keys of the account.
	registeredMsg struct {
		to   *AccountScreen
		keys []lobby.Key
	}
)

// OpenAccount opens the account, or asks for the name that it needs.
func OpenAccount(s *ui.Session, from ui.Screen) tea.Cmd {
	if Of(s).Nameless() {
		return s.Push(from, NewNameScreen(s, nil))
	}
	a := &AccountScreen{s: s, keys: ui.Bound(s, newAccountKeys()), safety: newAccountSafety(s)}
	for _, k := range []*key.Binding{&a.keys.Up, &a.keys.Down, &a.keys.Code, &a.keys.Forget, &a.keys.Record, &a.keys.Recovery, &a.keys.Delete} {
		k.SetEnabled(!Of(s).Guest())
	}
	a.keys.Code.SetEnabled(!Of(s).Guest() && !Of(s).InBrowser())
	for _, k := range []*key.Binding{&a.keys.Recovery, &a.keys.Delete} { // who finds a browser open takes nothing over
		k.SetEnabled(!Of(s).Guest() && !Of(s).InBrowser())
	}
	a.keys.Browser.SetEnabled(!Of(s).Guest() && !Of(s).InBrowser() && Of(s).Browsers)
	if Of(s).Archive == nil {
		a.keys.Record.SetEnabled(false)
	}
	return s.Push(from, a)
}

func (a *AccountScreen) Init() tea.Cmd {
	if Of(a.s).Guest() {
		return nil
	}
	a.keyVersion = Of(a.s).Snapshot().Keys
	return tea.Batch(a.call(func(ctx context.Context, club *lobby.Lobby, me remote.Player) tea.Msg {
		keys, err := club.Keys(ctx, me)
		if err != nil {
			return ui.FailMsg(err)
		}
		return registeredMsg{a, keys}
	}), a.countRecovery())
}

// call does something with the account in the background.
func (a *AccountScreen) call(do func(ctx context.Context, club *lobby.Lobby, me remote.Player) tea.Msg) tea.Cmd {
	club, me := Of(a.s).Lobby, Of(a.s).Me
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), ui.ClubPatience)
		defer cancel()
		return do(ctx, club, me)
	}
}

func (a *AccountScreen) SetSize(width, height int) { a.width, a.height = width, height }
func (a *AccountScreen) MinSize() (int, int)       { return 44, 14 }
func (a *AccountScreen) Title() string             { return a.s.Text("Account") }
func (a *AccountScreen) Typing() bool              { return a.safety.deleting }

func (a *AccountScreen) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case codeMsg:
		if msg.from == a {
			a.Code = msg.code
		}
	case registeredMsg:
		if msg.to == a {
			if a.registered != nil && len(msg.keys) > len(a.registered) {
				a.Code = "" // it has been used
			}
			a.registered, a.at = msg.keys, min(a.at, max(len(msg.keys)-1, 0))
		}
	case recoveryMsg:
		if msg.to == a {
			a.safety.left = msg.left
			if msg.codes != nil {
				a.safety.codes = msg.codes
			}
		}
	case deletedMsg:
		if msg.to == a && msg.err != nil {
			return a, ui.Fail(msg.err)
		}
	case ui.RevealedMsg:
		return a, a.Init()
	case LobbyMsg:
		if a.keyVersion != Of(a.s).Snapshot().Keys { // another session has added or forgotten one
			return a, a.Init()
		}
	case tea.KeyMsg:
		switch {
		case a.safety.deleting:
			return a, a.typeDeletion(msg)
		case a.removing != "":
			return a, a.answer(msg)
		case a.safety.codes != nil && key.Matches(msg, a.keys.Back):
			a.safety.codes = nil
			return a, nil
		}
		switch k := a.keys; {
		case key.Matches(msg, k.Up):
			a.at = max(a.at-1, 0)
		case key.Matches(msg, k.Down):
			a.at = max(min(a.at+1, len(a.registered)-1), 0)
		case key.Matches(msg, k.Code):
			return a, tea.Batch(a.makeCode(), a.Init())
		case key.Matches(msg, k.Browser):
			return a, a.s.Push(a, newBrowserScreen(a.s))
		case key.Matches(msg, k.Forget):
			return a, a.ask()
		case key.Matches(msg, k.Recovery):
			return a, a.makeRecovery()
		case key.Matches(msg, k.Delete):
			a.safety.deleting, a.safety.codes, a.Code = true, nil, ""
			return a, a.safety.name.Focus()
		case key.Matches(msg, k.Record):
			return a, a.s.Push(a, NewRecordScreen(a.s, Of(a.s).Me))
		case key.Matches(msg, k.Back):
			return a, a.s.Pop(a)
		}
	}
	return a, nil
}

// makeCode asks the lobby for a code; an earlier one is good no more.
func (a *AccountScreen) makeCode() tea.Cmd {
	return a.call(func(_ context.Context, club *lobby.Lobby, me remote.Player) tea.Msg {
		code, err := club.Code(me)
		if err != nil {
			return ui.FailMsg(err)
		}
		return codeMsg{a, code}
	})
}

// ask asks whether the chosen key shall be forgotten.
func (a *AccountScreen) ask() tea.Cmd {
	switch {
	case a.at >= len(a.registered):
		return nil
	case len(a.registered) == 1:
		return ui.Fail(lobby.ErrLastKey)
	case Of(a.s).InBrowser() && !lobby.IsBrowser(a.registered[a.at].Fingerprint):
		return ui.Fail(errOverSSH)
	}
	a.removing = a.registered[a.at].Fingerprint
	return nil
}

// errOverSSH keeps who has a browser of a player from taking the account over.
var errOverSSH = errors.New("keys are added and removed in an SSH session")

// answer takes the answer to the question.
func (a *AccountScreen) answer(msg tea.KeyMsg) tea.Cmd {
	fingerprint := a.removing
	switch {
	case key.Matches(msg, a.keys.Yes):
		a.removing = ""
		forget := a.call(func(ctx context.Context, club *lobby.Lobby, me remote.Player) tea.Msg {
			if err := club.Forget(ctx, me, fingerprint); err != nil {
				return ui.FailMsg(err)
			}
			return ui.ToastMsg{Text: "Key removed"}
		})
		return tea.Sequence(forget, a.Init())
	case key.Matches(msg, a.keys.No), key.Matches(msg, a.keys.Back):
		a.removing = ""
	}
	return nil
}

// fingerprintText writes the fingerprint of a key as ssh-keygen -l does.
func fingerprintText(fingerprint string) string {
	sum, err := hex.DecodeString(fingerprint)
	if err != nil {
		return draw.Clean(fingerprint)
	}
	return "SHA256:" + base64.RawStdEncoding.EncodeToString(sum)
}

func (a *AccountScreen) View() string {
	th, s, club := a.s.Theme, a.s, Of(a.s)
	width := min(a.width-4, ui.MenuWidth)
	indent := strings.Repeat(" ", (a.width-width)/2)
	out := []string{draw.TitleBar(th, a.width, s.Text("Account"), "")}
	for range min(max((a.height-22)/3, 0), 6) {
		out = append(out, "")
	}
	add := func(row string) { out = append(out, indent+"  "+row) }
	words := func(text string) {
		add("")
		for _, row := range draw.Wrap(text, width-4) {
			add(th.Faint.Render(row))
		}
	}
	add("")
	add(th.Faint.Render(draw.Fit(s.Text("Name"), 10)) + th.Title.Render(draw.Clean(club.Me.Name)))
	if club.Guest() {
		add(th.Faint.Render(draw.Fit(s.Text("Key"), 10)) + th.Text.Render(s.Text("none: you are a guest")))
		words(s.Text("Nothing is saved for guests: no name, settings, unfinished games or rating. If your connection drops, your online game is lost."))
		words(s.Text("To keep all that, connect with an SSH key: create one with ssh-keygen, and ssh uses it from then on."))
		return draw.Page(out, a.width, a.height)
	}
	add(th.Faint.Render(draw.Fit(s.Text("SSH keys"), 10)) + th.Text.Render(a.keyCountText()))
	add("")
	below := 9 // rows for what stands under the ring
	for _, row := range a.keyRows(width, max(a.height-len(out)-below, 1)) {
		add(row)
	}
	if a.removing != "" {
		text := "Remove this key? Its sessions end, and it can no longer access your account."
		if a.removing == club.Fingerprint {
			text = "You are connected with this key. If you remove it, this session ends; you can return only with your other keys."
		}
		add("")
		for _, row := range draw.Wrap(s.Text(text), width-4) {
			add(th.Error.Render(row))
		}
		add(th.Key.Render(ui.KeyText(firstKey(a.keys.Yes))) + " " + th.Title.Render(s.Text("remove")) + "   " +
			th.Key.Render(ui.KeyText(firstKey(a.keys.No))) + " " + th.Title.Render(s.Text("keep")))
		return draw.Page(out, a.width, a.height)
	}
	if rows := a.safetyRows(width - 4); rows != nil {
		add("")
		for _, row := range rows {
			add(row)
		}
		return draw.Page(out, a.width, a.height)
	}
	if a.Code == "" {
		words(s.Text("All of these keys share your name, settings, unfinished and saved games and ratings."))
		add("")
		switch {
		case club.InBrowser():
			words(s.Text("Keys are added and removed in an SSH session."))
		default:
			for _, row := range a.choiceRows(width - 4) {
				add(row)
			}
		}
		return draw.Page(out, a.width, a.height)
	}
	add("")
	add(th.Faint.Render(draw.Fit(s.Text("Code"), 10)) + th.ClockRunning.Render(" "+a.Code+" "))
	words(s.Text("Connect with the other key within ten minutes. When asked for a name, press Tab and enter this code. Valid once."))
	if club.Browsers {
		words(s.Text("A browser takes it under Sign in."))
	}
	return draw.Page(out, a.width, a.height)
}

// keyCountText says how many keys there are.
func (a *AccountScreen) keyCountText() string {
	if a.registered == nil {
		return a.s.Signs().More
	}
	return a.s.Text(ui.Plural(len(a.registered), "1 key", "%d keys"))
}

// keyName is how a key is listed: the fingerprint of one of SSH, or which browser it is.
func (a *AccountScreen) keyName(k lobby.Key) string {
	if !lobby.IsBrowser(k.Fingerprint) {
		return fingerprintText(k.Fingerprint)
	}
	if k.Note == "" {
		return a.s.Text("browser")
	}
	return a.s.Text("browser") + ": " + draw.Clean(k.Note)
}

// keyRows lists the keys in at most so many rows: fingerprint, when it was added,
// and which is the present one.
func (a *AccountScreen) keyRows(width, height int) []string {
	th, s := a.s.Theme, a.s
	a.top = draw.ScrollTo(a.top, a.at, len(a.registered), height)
	var rows []string
	for i := a.top; i < min(len(a.registered), a.top+height); i++ {
		k := a.registered[i]
		note := ""
		if !k.Added.IsZero() {
			note = k.Added.Format("2006-01-02")
		}
		if k.Fingerprint == Of(s).Fingerprint {
			note = strings.TrimSpace(s.Text("this one") + " " + note)
		}
		print := draw.Fit(draw.Cut(a.keyName(k), max(width-3-len([]rune(note)), 8)), max(width-2-len([]rune(note)), 8))
		if i == a.at {
			rows = append(rows, th.Choice.Render(s.Signs().Pointer+" "+print+note))
			continue
		}
		rows = append(rows, "  "+th.Text.Render(print)+th.Faint.Render(note))
	}
	return rows
}

func (a *AccountScreen) ShortHelp() []key.Binding {
	if a.removing != "" {
		return []key.Binding{ui.Brief(a.keys.Yes, "remove"), ui.Brief(a.keys.No, "keep")}
	}
	if a.safety.deleting {
		return ui.Bindings(&a.keys.Confirm, &a.keys.Leave)
	}
	return []key.Binding{ui.Brief(a.keys.Code, "code"), ui.Brief(a.keys.Recovery, "recovery codes"), ui.Brief(a.keys.Forget, "remove"), ui.Brief(a.keys.Record, "rating"), a.keys.Back}
}

func (a *AccountScreen) FullHelp() [][]key.Binding {
	k := a.keys
	return [][]key.Binding{ui.Bindings(&k.Up, &k.Down), ui.Bindings(&k.Code, &k.Browser, &k.Recovery, &k.Forget, &k.Record, &k.Delete, &k.Yes, &k.No, &k.Back)}
}
