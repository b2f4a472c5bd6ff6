package tui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/ui"
)

// bindingKeys change keys.
type bindingKeys struct {
	Up, Down, PageUp, PageDown key.Binding
	Top, Bottom, Prev, Next    key.Binding
	Take, Add, Usual, Back     key.Binding
}

func newBindingKeys() bindingKeys {
	return bindingKeys{
		Up:       ui.Bind("↑/k", "up", "up", "k"),
		Down:     ui.Bind("↓/j", "down", "down", "j"),
		PageUp:   ui.Bind("pgup", "page up", "pgup"),
		PageDown: ui.Bind("pgdn", "page down", "pgdown"),
		Top:      ui.Bind("home/g", "first", "home", "g"),
		Bottom:   ui.Bind("end/G", "last", "end", "G"),
		Prev:     ui.Bind("←/h", "previous screen", "left", "h", "shift+tab"),
		Next:     ui.Bind("→/l", "next screen", "right", "l", "tab"),
		Take:     ui.Bind("enter", "change key", "enter", " "),
		Add:      ui.Bind("a", "add key", "a"),
		Usual:    ui.Bind("d", "reset to default", "d", "delete"),
		Back:     ui.Bind("esc", "back", "esc", "q"),
	}
}

// keyPages are the tables of keys as they are called on the screen, in its order.
var keyPages = []struct{ table, title string }{
	{"global", "Everywhere"}, {"game", "Game"}, {"menu", "Menus"}, {"form", "New game form"},
	{"viewer", "Viewer"}, {"analysis", "Analysis board"}, {"editor", "Board editor"},
	{"review", "Game report"}, {"learn", "Practice"}, {"puzzle", "Puzzles"}, {"list", "Long lists"}, {"games", "Games"}, {"tag", "PGN tags"},
	{"setting", "Settings"}, {"engine", "Engines"}, {"binding", "Key bindings"}, {"path", "Path input"}, {"card", "Text pages"},
	{"hall", "Lobby"}, {"table", "Online game"}, {"archive", "Archive"}, {"leaders", "Ratings"}, {"name", "Choosing a name"},
	{"people", "People"}, {"message", "Messages"}, {"profile", "Profile"}, {"team", "Team"}, {"schedule", "Tournaments"}, {"tournament", "Tournament"},
	{"home", "Lichess and FICS"}, {"login", "Logging in to lichess"}, {"round", "Round of a broadcast"},
}

// onlinePages are those of lichess.
var onlinePages = []string{"home", "login", "round"}

// clubPages are those that only a club has.
var clubPages = []string{"hall", "table", "archive", "leaders", "name", "people", "message", "profile", "team", "schedule", "tournament"}

// keysMsg tells every screen that the player has bound a key.
type keysMsg struct{}

// keyGrabber screens say when the next key is theirs whatever it means elsewhere.
type keyGrabber interface{ grabsKey() bool }

// keyScreen binds keys, one page for each table of them. Each change counts at once
// and is remembered.
type keyScreen struct {
	s             *ui.Session
	keys          bindingKeys
	pages         []int // of keyPages
	at            int   // among pages
	list          ui.List
	actions       []ui.Action // of the page, as the player has them, in the order of the list
	binding       bool        // the next key is the one to be bound
	adding        bool        // beside those that are bound
	notice        ui.Notice
	width, height int
}

func newKeyScreen(s *ui.Session) *keyScreen {
	k := &keyScreen{s: s, keys: ui.Bound(s, newBindingKeys())}
	for i, p := range keyPages {
		if (s.Club != nil || !slices.Contains(clubPages, p.table)) && (s.Online != nil || !slices.Contains(onlinePages, p.table)) {
			k.pages = append(k.pages, i)
		}
	}
	k.fill()
	return k
}

// table is the name of the page's table.
func (k *keyScreen) table() string { return keyPages[k.pages[k.at]].table }

// fill makes the rows of the page anew, keeping the chosen one.
func (k *keyScreen) fill() {
	k.actions = k.actions[:0]
	var items []ui.Item
	for _, a := range keyTables().Bound(k.s.Keys, k.table()) {
		if slices.Contains(ui.FixedActions, k.table()+"."+a.Name) {
			continue
		}
		note := strings.Join(keyTexts(a.Keys()), "  ")
		if _, own := k.s.Keys[k.table()][a.Name]; own {
			usual := keyTables().Keys(k.table())
			note += "  (" + k.s.Text("default") + " " + strings.Join(keyTexts(usual[a.Name]), "  ") + ")"
		}
		k.actions = append(k.actions, a)
		items = append(items, ui.Item{Label: k.s.Text(a.Help().Desc), Note: note})
	}
	k.list.Refill(items)
}

// keyTexts shows keys.
func keyTexts(keys []string) []string {
	shown := make([]string, len(keys))
	for i, name := range keys {
		shown[i] = ui.KeyText(name)
	}
	return shown
}

func (k *keyScreen) Init() tea.Cmd             { return nil }
func (k *keyScreen) SetSize(width, height int) { k.width, k.height = width, height }
func (k *keyScreen) Title() string             { return k.s.Text("Keys") }
func (k *keyScreen) grabsKey() bool            { return k.binding }

func (k *keyScreen) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case keysMsg:
		k.keys = ui.Bound(k.s, newBindingKeys())
	case tea.MouseMsg:
		if !k.binding {
			k.list.Clicked(msg, 2)
		}
	case tea.KeyMsg:
		if k.binding {
			return k, k.bind(msg)
		}
		return k, k.pressed(msg)
	}
	return k, nil
}

func (k *keyScreen) pressed(msg tea.KeyMsg) tea.Cmd {
	k.notice = ui.Notice{}
	switch b := k.keys; {
	case key.Matches(msg, b.Up):
		k.list.Move(-1)
	case key.Matches(msg, b.Down):
		k.list.Move(1)
	case key.Matches(msg, b.PageUp):
		k.list.Move(-max(k.list.Height-1, 1))
	case key.Matches(msg, b.PageDown):
		k.list.Move(max(k.list.Height-1, 1))
	case key.Matches(msg, b.Top):
		k.list.Move(-len(k.actions))
	case key.Matches(msg, b.Bottom):
		k.list.Move(len(k.actions))
	case key.Matches(msg, b.Prev):
		k.turn(-1)
	case key.Matches(msg, b.Next):
		k.turn(1)
	case key.Matches(msg, b.Take), key.Matches(msg, b.Add):
		k.binding, k.adding = true, key.Matches(msg, b.Add)
	case key.Matches(msg, b.Usual):
		return k.reset()
	case key.Matches(msg, b.Back):
		return k.s.Pop(k)
	}
	return nil
}

// turn goes to another page.
func (k *keyScreen) turn(by int) {
	k.at = (k.at + by + len(k.pages)) % len(k.pages)
	k.list.At, k.list.Top = 0, 0
	k.fill()
}

// bind binds the key that was struck; Esc and Ctrl-C leave all as it was.
func (k *keyScreen) bind(msg tea.KeyMsg) tea.Cmd {
	k.binding = false
	if msg.Paste || msg.Type == tea.KeyEsc || msg.Type == tea.KeyCtrlC {
		return nil
	}
	a := k.actions[k.list.At]
	name, err := ui.ParseKey(msg.String())
	if err == nil {
		err = ui.MayBind(k.table(), a.Name, name)
	}
	if err == nil {
		if other := k.boundTo(k.table(), a.Name, name); other != "" {
			err = fmt.Errorf("%s is already bound to: %s", ui.KeyText(name), k.s.Text(other))
		}
	}
	if err != nil {
		k.notice = ui.FaultOf(err)
		return nil
	}
	keys := []string{name}
	if k.adding {
		keys = append(slices.DeleteFunc(slices.Clone(a.Keys()), func(b string) bool { return b == name }), name)
	}
	return k.save(a.Name, keys)
}

// reset gives the chosen action its keys back, unless one of them is bound to
// something else by now.
func (k *keyScreen) reset() tea.Cmd {
	a := k.actions[k.list.At]
	all := keyTables().Keys(k.table())
	for _, name := range all[a.Name] {
		if other := k.boundTo(k.table(), a.Name, name); other != "" {
			k.notice = ui.Notice{Text: fmt.Sprintf("%s is already bound to: %s", ui.KeyText(name), k.s.Text(other)), Bad: true}
			return nil
		}
	}
	return k.save(a.Name, nil)
}

// save binds keys now and from the next start on; nil are the usual ones.
func (k *keyScreen) save(does string, keys []string) tea.Cmd {
	table, store := k.table(), k.s.Store
	k.s.Keys = k.s.Keys.With(table, does, keys)
	k.fill()
	return tea.Batch(
		func() tea.Msg { return keysMsg{} },
		ui.SaveCmd(func() error { return store.SaveKeys(table, does, keys) }))
}

// boundTo tells what else a key does where an action of a table is done, nothing for a
// free one. What shares a key in a fresh install acts at other times.
func (k *keyScreen) boundTo(table, does, name string) string {
	tables := []string{table, "global"}
	switch table {
	case "game":
		tables = append(tables, "table")
	case "table":
		tables = append(tables, "game")
	case "global":
		tables = tables[:0]
		for _, t := range keyTables() {
			tables = append(tables, ui.TableName(t))
		}
	}
	own := keyTables().Keys(table)
	for _, other := range tables {
		usual := keyTables().Keys(other)
		for _, a := range keyTables().Bound(k.s.Keys, other) {
			if other == table && a.Name == does || ui.CommonKey(own[does], usual[a.Name]) != "" {
				continue
			}
			if slices.Contains(a.Keys(), name) {
				return a.Help().Desc
			}
		}
	}
	return ""
}

func (k *keyScreen) View() string {
	th, g := k.s.Theme, k.s.Signs()
	name := g.Left + " " + k.s.Text(keyPages[k.pages[k.at]].title) + " " + g.Right
	rows := []string{draw.TitleBar(th, k.width, k.s.Text("Keys"), name), ""}
	for _, row := range k.list.Render(k.s, k.width-2, k.height-5, false) {
		rows = append(rows, " "+row)
	}
	for len(rows) < k.height-2 {
		rows = append(rows, "")
	}
	low := ""
	switch {
	case k.binding:
		low = th.Accent.Render(draw.Cut(k.s.Text(fmt.Sprintf("Press a key for: %s", k.list.Chosen().Label)), k.width-2))
	case k.notice.Text != "":
		low = th.Error.Render(draw.Cut(draw.Clean(k.s.Text(k.notice.Text)), k.width-2))
	}
	return draw.Page(append(rows, " "+low), k.width, k.height)
}

func (k *keyScreen) ShortHelp() []key.Binding {
	if k.binding {
		return []key.Binding{ui.Bind("esc", "cancel", "esc")}
	}
	b := k.keys
	return []key.Binding{b.Take, b.Add, b.Usual, ui.PairOf("screen", b.Prev, b.Next), b.Back}
}

func (k *keyScreen) FullHelp() [][]key.Binding {
	b := k.keys
	return [][]key.Binding{ui.Bindings(&b.Up, &b.Down, &b.PageUp, &b.PageDown, &b.Top, &b.Bottom), ui.Bindings(&b.Prev, &b.Next, &b.Take, &b.Add, &b.Usual, &b.Back)}
}
