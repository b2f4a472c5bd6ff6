package tui

import (
	"fmt"
	"strings"

	"rookery/tui/play"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// logo is a rook beside the name.
var (
	logoUnicode = []string{"▙▟▙▟▙▟", "▝████▘", " ████ ", "▟████▙"}
	logoASCII   = []string{"|_|_|_|", " |   | ", " |   | ", "/_____\\"}
)

// menu is the first screen.
type menu struct {
	s             *Session
	keys          menuKeys
	list          list
	opens         []func() tea.Cmd // by item
	width, height int
	left, listTop int // where the list was drawn
	saved         []SavedGame
	last          Choices
}

func newMenu(s *Session) *menu {
	m := &menu{s: s, keys: bound(s, newMenuKeys())}
	m.fill(defaultChoices())
	return m
}

func (m *menu) Init() tea.Cmd { return loadMenu(m.s.Store) }

// entry is an item and what it opens.
type entry struct {
	item
	open func() tea.Cmd
}

// fill makes the items anew, keeping the chosen one.
func (m *menu) fill(last Choices) {
	m.last = last
	n := len(m.saved)
	note, about := m.s.Text("nothing is waiting"), m.s.Text("A game that you leave, or that the terminal loses, waits here.")
	if n == 1 {
		note = m.s.Text(describeSaved(&m.saved[0], m.s.Now()))
		about = m.s.Text("Go on where you left.")
	} else if n > 1 {
		note = m.s.Text(fmt.Sprintf("%d unfinished games", n))
		about = m.s.Text("The latest: " + describeSaved(&m.saved[0], m.s.Now()) + ".")
	}
	newGame := entry{item{label: m.s.Text("New game"), note: m.s.Text(last.describe()), about: m.s.Text("Choose the game, who plays, and the clock. Enter twice plays the last one again.")},
		m.openForm}
	goOn := entry{item{label: m.s.Text("Continue"), note: note, about: about, off: n == 0}, m.openContinue}
	rules := entry{item{label: m.s.Text("Rules"), about: m.s.Text("Every variant on one card: aim, capture, check, promotion, draw."), gap: true},
		func() tea.Cmd { return m.s.push(m, newRulesList(m.s)) }}
	help := entry{item{label: m.s.Text("Help"), about: m.s.Text("All keys.")}, func() tea.Cmd { return m.s.open(m, ShowHelp{m}) }}
	analysis := entry{item{label: m.s.Text("Analysis"), about: m.s.Text("Try moves from the start of the last game, with an engine that looks on."), gap: true}, m.analyse}
	rest := []entry{
		{item{label: m.s.Text("Learn"), about: m.s.Text("Nine training positions, and others like them, against the computer at its best.")},
			func() tea.Cmd { return m.s.push(m, newLearn(m.s)) }},
		{item{label: m.s.Text("Set up a position"), about: m.s.Text("Put men on the board by key or mouse, then play it, study it or keep it.")}, m.setUp},
		{item{label: m.s.Text("Settings"), about: m.s.Text("Colours and men, habits of games, help beside them.")},
			func() tea.Cmd { return m.s.push(m, newSettingScreen(m.s)) }},
		{item{label: m.s.Text("Quit"), about: m.s.Text("Back to the shell.")}, func() tea.Cmd { return func() tea.Msg { return quitMsg{} } }},
	}
	var entries []entry
	if m.s.Club == nil {
		entries = append([]entry{newGame, goOn,
			{item{label: m.s.Text("Open PGN"), about: m.s.Text("Step through games from a file, with their variations and comments."), gap: true, off: !m.s.Local},
				m.openFile},
			{item{label: m.s.Text("Saved games"), about: m.s.Text("The games that you kept.")}, m.openSaved},
			rules, help, analysis}, rest...)
	} else { // files are not opened on a server; ? tells the keys there, too
		entries = m.clubEntries()
		newGame.gap, rules.gap, analysis.gap = true, true, false
		pasted := entry{item{label: m.s.Text("Paste PGN"), about: m.s.Text("Step through games that you paste into the terminal, and keep them here.")},
			func() tea.Cmd { return m.s.push(m, newPasteScreen(m.s)) }}
		entries = append(entries, newGame, goOn, m.shelfEntry(), rules, analysis, pasted)
		entries = append(entries, rest...)
	}
	at := m.list.at
	items := make([]item, len(entries))
	m.opens = m.opens[:0]
	for i, e := range entries {
		items[i] = e.item
		m.opens = append(m.opens, e.open)
	}
	m.list = newList(items)
	m.list.choose(at)
}

// openForm reads the last choices and opens the form.
func (m *menu) openForm() tea.Cmd {
	s := m.s
	return s.opening(func() tea.Msg {
		choices, err := s.Store.Choices()
		if err != nil {
			choices = defaultChoices()
		}
		return openMsg{from: m, to: NewGame{Choices: choices}}
	})
}

// openContinue goes on with the only unfinished game or lists them.
func (m *menu) openContinue() tea.Cmd {
	switch len(m.saved) {
	case 0:
		return toast("No unfinished game is waiting.")
	case 1:
		return resume(m.s, m, m.saved[0])
	}
	return m.s.push(m, newContinueList(m.s, m.saved))
}

// openFile asks for a file of this machine, where it is the user's own.
func (m *menu) openFile() tea.Cmd {
	if !m.s.Local {
		return toast("Files are opened on your own machine: rookery view FILE")
	}
	return m.s.push(m, newOpenFile(m.s))
}

// openSaved lists the folder of saved games.
func (m *menu) openSaved() tea.Cmd {
	if !m.s.Local || m.s.Store.GamesDir() == "" {
		return toast("There is no folder for saved games here.")
	}
	return m.s.push(m, newOpenFileIn(m.s, m.s.Store.GamesDir(), m.s.Text("Saved games")))
}

// SetSize implements screen.
func (m *menu) SetSize(width, height int) {
	m.width, m.height = width, height
	m.fill(m.last) // with its gaps
}

// minSize leaves the list whole with a heading and a row of words.
func (m *menu) minSize() (int, int) { return 34, m.rows() + 4 }

// rows is the height of the list: on a server it is long, and loses its gaps
// where there is no room for them.
func (m *menu) rows() int {
	if m.s.Club != nil && m.height < m.list.rows()+4 {
		return len(m.list.items)
	}
	return m.list.rows()
}

func (m *menu) title() string { return m.s.Text("Menu") }

func (m *menu) Update(msg tea.Msg) (screen, tea.Cmd) {
	switch msg := msg.(type) {
	case hallMsg:
		if !m.s.Club.heard().Brief {
			m.fill(m.last)
		}
	case keysMsg:
		m.keys = bound(m.s, newMenuKeys())
	case menuLoadedMsg:
		m.saved = msg.saved
		m.fill(msg.choices)
	case themeMsg: // and perhaps another language
		m.fill(m.last)
	case revealedMsg:
		return m, loadMenu(m.s.Store)
	case tea.MouseMsg:
		i := m.list.hit(msg.Y - m.listTop)
		if msg.X < m.left || i < 0 {
			break
		}
		switch {
		case msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress:
			m.list.choose(i)
			return m, m.opens[m.list.at]()
		case msg.Action == tea.MouseActionMotion:
			m.list.choose(i)
		}
	case tea.KeyMsg:
		return m, m.pressed(msg)
	}
	return m, nil
}

func (m *menu) pressed(msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, m.keys.Quit):
		return func() tea.Msg { return quitMsg{} }
	case moveMenu(&m.list, &m.keys, msg):
	case key.Matches(msg, m.keys.Open):
		return m.opens[m.list.at]()
	case key.Matches(msg, m.keys.Analyse):
		return m.analyse()
	case key.Matches(msg, m.keys.Digit):
		if n := int(msg.Runes[0] - '1'); n < len(m.opens) {
			m.list.choose(n)
			return m.opens[n]()
		}
	}
	return nil
}

func (m *menu) View() string {
	th := m.s.Theme
	width := min(m.width-4, menuWidth)
	m.left = (m.width - width) / 2
	logo := logoUnicode
	if m.s.asciiOnly() {
		logo = logoASCII
	}
	side := []string{"", th.Title.Render("R O O K E R Y"), th.Faint.Render(cut(m.s.Text("Chess and its variants in a terminal"), width-11)), ""}
	var rows []string
	if m.rows() < m.list.rows() {
		for i := range m.list.items {
			m.list.items[i].gap = false
		}
	}
	roomy := m.height >= m.list.rows()+8
	if roomy {
		for i, row := range logo {
			rows = append(rows, th.Accent.Render(row)+"   "+side[i])
		}
		rows = append(rows, "")
	} else {
		rows = append(rows, th.Title.Render("R O O K E R Y"), "")
	}
	m.listTop = len(rows)
	drawn := m.list.render(m.s, width, m.list.rows(), true)
	rows = append(rows, drawn...)
	rows = append(rows, "")
	if it := m.list.chosen(); it != nil {
		for _, row := range wrap(it.about, width-4) {
			rows = append(rows, "    "+th.Faint.Render(row))
		}
	}
	// The block keeps its place whatever is chosen: two rows are reserved for its words.
	above := max((m.height-m.listTop-len(drawn)-3)/2, 0)
	m.listTop += above
	indent := strings.Repeat(" ", m.left)
	out := make([]string, above, above+len(rows))
	for _, row := range rows {
		out = append(out, indent+row)
	}
	return page(out, m.width, m.height)
}

// ShortHelp implements help.KeyMap.
func (m *menu) ShortHelp() []key.Binding {
	return []key.Binding{pairOf("move", m.keys.Up, m.keys.Down), m.keys.Open, m.keys.Quit}
}

// FullHelp implements help.KeyMap.
func (m *menu) FullHelp() [][]key.Binding {
	return [][]key.Binding{{m.keys.Up, m.keys.Down, m.keys.Top, m.keys.Bottom}, {m.keys.Open, m.keys.Digit, m.keys.Analyse, m.keys.Quit}}
}

// setUp sets up a position of the game that was chosen last, from its array.
func (m *menu) setUp() tea.Cmd {
	s := m.s
	return s.opening(func() tea.Msg {
		choices, err := s.Store.Choices()
		if err != nil {
			choices = defaultChoices()
		}
		rules, err := rulesOf(choices.Variant)
		if err != nil {
			return toastMsg{text: err.Error(), bad: true}
		}
		d, err := play.NewDraft(rules)
		if err != nil {
			return toastMsg{text: err.Error(), bad: true}
		}
		return pushMsg{m, newEditor(s, d)}
	})
}

// analyse studies the start of the game that was chosen last.
func (m *menu) analyse() tea.Cmd {
	s := m.s
	return s.opening(func() tea.Msg {
		choices, err := s.Store.Choices()
		if err != nil {
			choices = defaultChoices()
		}
		rules, err := rulesOf(choices.Variant)
		if err != nil {
			return toastMsg{text: err.Error(), bad: true}
		}
		return openMsg{from: m, to: Analyse{Rules: rules}}
	})
}

// shelfEntry opens the saved games from the menu of a server.
func (m *menu) shelfEntry() entry {
	s := m.s
	return entry{item{label: s.Text("Saved games"), about: s.Text("The games that you kept."), off: s.Club.guest()},
		func() tea.Cmd { return openShelf(s, m) }}
}
