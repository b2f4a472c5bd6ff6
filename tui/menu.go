package tui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/library"
	"rookery/tui/online"
	"rookery/tui/play"
	"rookery/tui/study"
	"rookery/tui/ui"
)

// logo is a rook beside the name.
var (
	logoUnicode = []string{"▙▟▙▟▙▟", "▝████▘", " ████ ", "▟████▙"}
	logoASCII   = []string{"|_|_|_|", " |   | ", " |   | ", "/_____\\"}
)

// menu is the first screen.
type menu struct {
	s             *ui.Session
	keys          ui.MenuKeys
	list          ui.List
	opens         []func() tea.Cmd // by item
	width, height int
	left, listTop int // where the list was drawn
	saved         []ui.SavedGame
	last          ui.Choices
	club          ui.Clubhouse // nil outside a club
}

func newMenu(s *ui.Session, c ui.Clubhouse) *menu {
	m := &menu{s: s, club: c, keys: ui.Bound(s, ui.NewMenuKeys())}
	m.fill(ui.DefaultChoices())
	return m
}

func (m *menu) Init() tea.Cmd { return ui.LoadMenu(m.s.Store) }

// entry is an item and what it opens.
type entry struct {
	ui.Item
	open func() tea.Cmd
}

// fill makes the items anew, keeping the chosen one.
func (m *menu) fill(last ui.Choices) {
	m.last = last
	n := len(m.saved)
	note, about := m.s.Text("no unfinished games"), m.s.Text("Games you leave, or that a closed terminal interrupts, are kept here.")
	if n == 1 {
		note = m.s.Text(library.DescribeSaved(&m.saved[0], m.s.Now()))
		about = m.s.Text("Resume where you left off.")
	} else if n > 1 {
		note = m.s.Text(fmt.Sprintf("%d unfinished games", n))
		about = m.s.Text("Latest: " + library.DescribeSaved(&m.saved[0], m.s.Now()) + ".")
	}
	newGame := entry{ui.Item{Label: m.s.Text("New game"), Note: m.s.Text(last.Describe()), About: m.s.Text("Choose variant, players and time control. Press Enter twice to repeat the last game.")},
		m.openForm}
	goOn := entry{ui.Item{Label: m.s.Text("Continue"), Note: note, About: about, Off: n == 0}, m.openContinue}
	rules := entry{ui.Item{Label: m.s.Text("Rules"), About: m.s.Text("Every variant on one card: goal, captures, check, promotion, draws."), Gap: m.s.FICS == nil}, // 24 rows have room for the picture then
		func() tea.Cmd { return m.s.Push(m, ui.NewRulesList(m.s)) }}
	help := entry{ui.Item{Label: m.s.Text("Help"), About: m.s.Text("What this program is, what to press, where things are.")}, func() tea.Cmd { return m.openGuide(false) }}
	analysis := entry{ui.Item{Label: m.s.Text("Analysis board"), About: m.s.Text("Analyse with an engine, from the start of your last game."), Gap: true}, m.openAnalysis}
	rest := []entry{
		{ui.Item{Label: m.s.Text("Learn"), About: m.s.Text("Puzzles by rating and theme, and training positions against the computer.")},
			func() tea.Cmd { return m.s.Push(m, newLearnMenu(m.s)) }},
		{ui.Item{Label: m.s.Text("Board editor"), About: m.s.Text("Set up a position with keys or mouse, then play, analyse or save it.")}, m.openEditor},
		{ui.Item{Label: m.s.Text("Settings"), About: m.s.Text("Board theme, piece set, game options, with descriptions.")},
			func() tea.Cmd { return m.s.Push(m, newSettingScreen(m.s)) }},
		{ui.Item{Label: m.s.Text("Quit"), About: m.s.Text("Back to the shell.")}, func() tea.Cmd { return func() tea.Msg { return ui.QuitMsg{} } }},
	}
	games := entry{ui.Item{Label: m.s.Text("Games"), About: m.s.Text("Every game you have played: find one, look at it, see your results.")}, m.openHistory}
	var entries []entry
	if m.club == nil {
		entries = append([]entry{newGame, goOn,
			{ui.Item{Label: m.s.Text("Open PGN"), About: m.s.Text("Browse games in a file, with variations and comments."), Gap: true, Off: !m.s.Local},
				m.openFile},
			games, rules, help, analysis}, rest...)
		if m.s.Online != nil {
			entries = slices.Insert(entries, len(entries)-2, m.onlineEntry())
		}
		if m.s.FICS != nil {
			entries = slices.Insert(entries, len(entries)-2, m.ficsEntry())
		}
	} else { // files are not opened on a server; ? tells the keys there, too
		for _, e := range m.club.Entries(m) {
			entries = append(entries, entry{e.Item, e.Open})
		}
		games.About, games.Off = m.s.Text("Your games against the computer, with your results, and those you have saved."), m.s.Club.Guest()
		newGame.Gap, rules.Gap, analysis.Gap = true, true, false
		pasted := entry{ui.Item{Label: m.s.Text("Paste PGN"), About: m.s.Text("Paste games into the terminal to review them, and save them here.")},
			func() tea.Cmd { return m.s.Push(m, library.NewPasteScreen(m.s)) }}
		entries = append(entries, newGame, goOn, games, rules, analysis, pasted)
		entries = append(entries, rest...)
	}
	at := m.list.At
	items := make([]ui.Item, len(entries))
	m.opens = m.opens[:0]
	for i, e := range entries {
		items[i] = e.Item
		m.opens = append(m.opens, e.open)
	}
	m.list = ui.NewList(items)
	m.list.Choose(at)
}

// openGuide explains the program, part by part on a tour.
func (m *menu) openGuide(tour bool) tea.Cmd {
	m.s.FirstStart = false
	return m.s.Push(m, newGuide(m.s, m.list.Items, tour))
}

// openForm reads the last choices and opens the form.
func (m *menu) openForm() tea.Cmd {
	s := m.s
	return s.Opening(func() tea.Msg {
		return ui.OpenMsg{From: m, To: ui.NewGame{Choices: lastChoices(s)}}
	})
}

// lastChoices are those of the last game, the usual ones where they cannot be read.
func lastChoices(s *ui.Session) ui.Choices {
	choices, err := s.Store.Choices()
	if err != nil {
		return ui.DefaultChoices()
	}
	return choices
}

// openContinue goes on with the only unfinished game or lists them.
func (m *menu) openContinue() tea.Cmd {
	switch len(m.saved) {
	case 0:
		return ui.Toast("No unfinished games.")
	case 1:
		return ui.Resume(m.s, m, m.saved[0])
	}
	return m.s.Push(m, library.NewContinueList(m.s, m.saved))
}

// openFile asks for a file of this machine, where it is the user's own.
func (m *menu) openFile() tea.Cmd {
	if !m.s.Local {
		return ui.Toast("To open files, run this on your own machine: rookery view FILE")
	}
	return m.s.Push(m, library.NewOpenFile(m.s))
}

// onlineEntry opens lichess.
func (m *menu) onlineEntry() entry {
	note := ""
	if a := m.s.Online.Account; a != nil {
		note = draw.Clean(a.User.Name)
		if n := len(a.Games()); n > 0 {
			note += ", " + m.s.Text(ui.Plural(n, "1 game", "%d games"))
		}
	}
	return entry{ui.Item{Label: "Lichess", Note: note, About: m.s.Text("Play people on lichess.org: seek, challenge, correspondence, and watch.")},
		func() tea.Cmd { return m.s.Push(m, online.New(m.s)) }}
}

// ficsEntry opens FICS.
func (m *menu) ficsEntry() entry {
	note := ""
	if a := m.s.FICS.Account; a != nil {
		note = draw.Clean(a.Name)
	}
	return entry{ui.Item{Label: "FICS", Note: note, About: m.s.Text("Play people on freechess.org, in more variants, as a guest or with an account.")},
		func() tea.Cmd { return m.s.Push(m, online.NewFICS(m.s)) }}
}

// openHistory shows the games that were played here.
func (m *menu) openHistory() tea.Cmd {
	switch {
	case m.s.Club != nil && !m.s.Store.KeepsHistory():
		return ui.Toast("Guest games are not saved. Connect with an SSH key to save games.")
	case !m.s.Store.KeepsHistory():
		return ui.Toast("Played games are not kept here.")
	}
	return library.OpenHistory(m.s, m)
}

func (m *menu) SetSize(width, height int) {
	m.width, m.height = width, height
	m.fill(m.last) // with its gaps
}

// MinSize leaves the list whole with a heading and a row of words.
func (m *menu) MinSize() (int, int) { return 34, m.Rows() + 4 }

// Rows is the height of the list: on a server it is long, and loses its gaps
// where there is no room for them.
func (m *menu) Rows() int {
	if m.s.Club != nil && m.height < m.list.Rows()+4 {
		return len(m.list.Items)
	}
	return m.list.Rows()
}

// ClubCounts tells that the screen shows how many are in the club.
func (m *menu) ClubCounts() {}

func (m *menu) Title() string { return m.s.Text("Menu") }

func (m *menu) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case ui.OnlineMsg, ui.LoggedInMsg, ui.FICSMsg, ui.FICSLoggedInMsg, ui.ClubMsg:
		m.fill(m.last)
	case keysMsg:
		m.keys = ui.Bound(m.s, ui.NewMenuKeys())
	case ui.MenuLoadedMsg:
		m.saved = msg.Saved
		m.fill(msg.Choices)
	case ui.ThemeMsg: // and perhaps another language
		m.fill(m.last)
	case ui.RevealedMsg:
		return m, ui.LoadMenu(m.s.Store)
	case tea.MouseMsg:
		i := m.list.Hit(msg.Y - m.listTop)
		if msg.X < m.left || i < 0 {
			break
		}
		switch {
		case msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress:
			m.list.Choose(i)
			return m, m.opens[m.list.At]()
		case msg.Action == tea.MouseActionMotion:
			m.list.Choose(i)
		}
	case tea.KeyMsg:
		return m, m.pressed(msg)
	}
	return m, nil
}

func (m *menu) pressed(msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, m.keys.Quit):
		return func() tea.Msg { return ui.QuitMsg{} }
	case ui.MoveMenu(&m.list, &m.keys, msg):
	case key.Matches(msg, m.keys.Open), key.Matches(msg, m.keys.Digit) && m.list.ChooseDigit(msg):
		return m.opens[m.list.At]()
	case key.Matches(msg, m.keys.Analyse):
		return m.openAnalysis()
	case key.Matches(msg, m.keys.Tour):
		return m.openGuide(true)
	}
	return nil
}

func (m *menu) View() string {
	th := m.s.Theme
	width := min(m.width-4, ui.MenuWidth)
	m.left = (m.width - width) / 2
	logo := logoUnicode
	if m.s.ASCIIOnly() {
		logo = logoASCII
	}
	side := []string{"", th.Title.Render("R O O K E R Y"), th.Faint.Render(draw.Cut(m.s.Text("Chess and its variants in a terminal"), width-11)), ""}
	if m.s.FirstStart {
		side[3] = th.Key.Render(draw.Cut(m.s.Text(fmt.Sprintf("New here? Press %s for a tour of one minute", ui.KeyText(m.keys.Tour.Keys()[0]))), width-11))
	}
	var rows []string
	if m.Rows() < m.list.Rows() {
		for i := range m.list.Items {
			m.list.Items[i].Gap = false
		}
	}
	roomy := m.height >= m.list.Rows()+8
	if roomy {
		for i, row := range logo {
			rows = append(rows, th.Accent.Render(row)+"   "+side[i])
		}
		rows = append(rows, "")
	} else {
		rows = append(rows, th.Title.Render("R O O K E R Y"), "")
	}
	m.listTop = len(rows)
	drawn := m.list.Render(m.s, width, m.list.Rows(), true)
	rows = append(rows, drawn...)
	rows = append(rows, "")
	if it := m.list.Chosen(); it != nil {
		for _, row := range draw.Wrap(it.About, width-4) {
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
	return draw.Page(out, m.width, m.height)
}

func (m *menu) ShortHelp() []key.Binding {
	return []key.Binding{ui.PairOf(ui.MoveCursor, m.keys.Up, m.keys.Down), m.keys.Open, m.keys.Quit}
}

func (m *menu) FullHelp() [][]key.Binding {
	return [][]key.Binding{ui.Bindings(&m.keys.Up, &m.keys.Down, &m.keys.Top, &m.keys.Bottom), ui.Bindings(&m.keys.Open, &m.keys.Digit, &m.keys.Analyse, &m.keys.Tour, &m.keys.Quit)}
}

// openEditor sets up a position of the game that was chosen last, from its array.
func (m *menu) openEditor() tea.Cmd {
	s := m.s
	return s.Opening(func() tea.Msg {
		rules, err := play.RulesOf(lastChoices(s).Variant)
		if err != nil {
			return ui.FailMsg(err)
		}
		d, err := play.NewDraft(rules)
		if err != nil {
			return ui.FailMsg(err)
		}
		return ui.PushMsg{From: m, Screen: study.NewEditor(s, d)}
	})
}

// openAnalysis studies the start of the game that was chosen last.
func (m *menu) openAnalysis() tea.Cmd {
	s := m.s
	return s.Opening(func() tea.Msg {
		rules, err := play.RulesOf(lastChoices(s).Variant)
		if err != nil {
			return ui.FailMsg(err)
		}
		return ui.OpenMsg{From: m, To: ui.Analyse{Rules: rules}}
	})
}
