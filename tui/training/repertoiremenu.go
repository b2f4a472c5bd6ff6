package training

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/pgn/repertoire"
	"rookery/tui/draw"
	"rookery/tui/library"
	"rookery/tui/play"
	"rookery/tui/ui"
)

// RepertoireMenu lists the player's opening repertoires with what is due in each.
type RepertoireMenu struct {
	s             *ui.Session
	keys          repertoireKeys
	list          ui.List
	entries       []repertoireEntry
	loaded        bool
	fault         string
	width, height int
}

// repertoireEntry is a file as it was read.
type repertoireEntry struct {
	file  play.RepertoireFile
	rep   *repertoire.Repertoire // nil where it cannot be read
	fresh int                    // new positions
	state string                 // what waits, in a few words
	fault string
}

// repertoireKeys choose among repertoires.
type repertoireKeys struct {
	ui.StepKeys
	Open, Digit, Side, Drop, Back key.Binding
}

// NewRepertoireKeys are the usual keys of the menu of repertoires.
func NewRepertoireKeys() repertoireKeys {
	return repertoireKeys{
		StepKeys: ui.NewStepKeys(),
		Open:     ui.Bind("enter", "open", "enter", " "),
		Digit:    ui.Bind("1-9", "select by number", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
		Side:     ui.Bind("→", "other side", "right", "left", "l", "h"),
		Drop:     ui.Bind("del", "remove from the list", "delete", "x"),
		Back:     ui.Bind("esc", "back", "esc", "q"),
	}
}

// repertoiresMsg brings what was read.
type repertoiresMsg struct {
	to      *RepertoireMenu
	entries []repertoireEntry
	err     error
}

// NewRepertoireMenu lists the repertoires that are kept.
func NewRepertoireMenu(s *ui.Session) *RepertoireMenu {
	m := &RepertoireMenu{s: s, keys: ui.Bound(s, NewRepertoireKeys())}
	m.fill()
	return m
}

func (m *RepertoireMenu) Init() tea.Cmd { return m.load() }

// load reads the record and every file of it.
func (m *RepertoireMenu) load() tea.Cmd {
	return m.change(m.s.Store.RepertoireRecord)
}

// change changes the record and reads what it then holds.
func (m *RepertoireMenu) change(change func() (play.RepertoireRecord, error)) tea.Cmd {
	store, now := m.s.Store, m.s.Now()
	return func() tea.Msg {
		record, err := change()
		if err != nil { // it is as it was
			record, _ = store.RepertoireRecord()
		}
		entries := make([]repertoireEntry, len(record.Files))
		for i, f := range record.Files {
			e := &entries[i]
			e.file, e.state = f, "not read"
			rep, err := store.Repertoire(f)
			switch {
			case errors.Is(err, fs.ErrNotExist):
				e.fault = "the file is gone"
			case err != nil:
				e.fault = ui.ErrorText(err)
			default:
				e.rep, e.state = rep, record.State(rep, now)
				_, e.fresh = record.Count(rep, now)
			}
		}
		return repertoiresMsg{m, entries, err}
	}
}

func (m *RepertoireMenu) changeRecord(change func(*play.RepertoireRecord) error) tea.Cmd {
	return m.change(func() (play.RepertoireRecord, error) { return m.s.Store.ChangeRepertoire(change) })
}

// TakesPaste tells that lines are pasted here where there are no files.
func (m *RepertoireMenu) TakesPaste() bool { return !m.s.Local }

// pasted keeps lines that were pasted.
func (m *RepertoireMenu) pasted(text string) tea.Cmd {
	return m.change(func() (play.RepertoireRecord, error) {
		text, err := library.PastedText(text, m.s.Local)
		if err != nil {
			return play.RepertoireRecord{}, err
		}
		return m.s.Store.AddRepertoireText(text)
	})
}

func (m *RepertoireMenu) Title() string                { return m.s.Text("Openings") }
func (m *RepertoireMenu) SetSize(width, height int)    { m.width, m.height = width, height }
func (m *RepertoireMenu) MinSize() (width, height int) { return 40, 10 }

// fill makes the rows anew.
func (m *RepertoireMenu) fill() {
	t := m.s.Text
	var items []ui.Item
	for _, e := range m.entries {
		it := ui.Item{Label: draw.Clean(e.file.Name()), Note: t(play.SideName(e.file.Side())) + ", " + t(e.state)}
		if e.rep != nil {
			it.About = t(fmt.Sprintf("%d positions, %d of them new and due.", len(e.rep.Cards), e.fresh))
			if e.rep.Skipped > 0 {
				it.About += " " + t(ui.Plural(e.rep.Skipped, "1 game was left out: it cannot be read or has other rules.", "%d games were left out: they cannot be read or have other rules."))
			}
		} else {
			it.About = draw.Clean(t(e.fault)) + ": " + draw.Clean(e.file.Path)
		}
		items = append(items, it)
	}
	add := ui.Item{Label: t("Add a PGN file"), Gap: len(m.entries) > 0,
		About: t("Your lines as a PGN: the moves you mean to play, with variations for the replies. Files are read where they lie; nothing in them is changed.")}
	if !m.s.Local {
		add.Label = t("Paste your lines")
		add.About = t("Your lines as a PGN: the moves you mean to play, with variations for the replies. Paste them here, at most 16 KiB: with the middle mouse button or your terminal's paste key.")
	}
	items = append(items, add)
	at := m.list.At // a row of the same place: files are listed above the last row, which stands alone at first
	m.list = ui.NewList(items)
	m.list.Choose(at)
}

func (m *RepertoireMenu) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case repertoiresMsg:
		if msg.to == m {
			added := m.loaded && len(msg.entries) > len(m.entries)
			m.entries, m.loaded, m.fault = msg.entries, true, ""
			if msg.err != nil {
				m.fault = ui.ErrorText(msg.err)
			}
			if m.fill(); added {
				m.list.Choose(len(m.entries) - 1)
			}
		}
	case ui.RevealedMsg, repertoireKeptMsg: // an answer may be kept after its screen was left
		return m, m.load()
	case ui.ThemeMsg:
		m.fill()
	case tea.MouseMsg:
		if i := m.list.Hit(msg.Y - 2); i >= 0 && msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft {
			m.list.Choose(i)
			return m, m.open()
		}
	case tea.KeyMsg:
		if msg.Paste && m.TakesPaste() {
			return m, m.pasted(string(msg.Runes))
		}
		return m, m.pressed(msg)
	}
	return m, nil
}

func (m *RepertoireMenu) pressed(msg tea.KeyMsg) tea.Cmd {
	e := m.chosen()
	switch k := &m.keys; {
	case ui.MoveMenu(&m.list, k, msg):
	case key.Matches(msg, k.Open), key.Matches(msg, k.Digit) && m.list.ChooseDigit(msg):
		return m.open()
	case key.Matches(msg, k.Side) && e != nil:
		f := e.file
		f.Black = !f.Black
		return m.changeRecord(func(r *play.RepertoireRecord) error { r.Add(f); return nil })
	case key.Matches(msg, k.Drop) && e != nil:
		path := e.file.Path
		return m.change(func() (play.RepertoireRecord, error) { return m.s.Store.DropRepertoire(path) })
	case key.Matches(msg, k.Back):
		return m.s.Pop(m)
	}
	return nil
}

// chosen is the repertoire under the cursor, nil where there is none.
func (m *RepertoireMenu) chosen() *repertoireEntry {
	if m.list.At < len(m.entries) {
		return &m.entries[m.list.At]
	}
	return nil
}

// open trains the chosen repertoire, or asks for a file.
func (m *RepertoireMenu) open() tea.Cmd {
	e := m.chosen()
	switch {
	case e == nil && m.s.Local:
		return m.addFile()
	case e == nil:
		return ui.Fail(errors.New("files are not available over SSH; paste your lines here as PGN"))
	case e.rep == nil:
		return ui.Fail(fmt.Errorf("%s: %s", e.file.Name(), e.fault))
	}
	return trainRepertoire(m.s, m, e.rep, e.file.Name())
}

// addFile asks for a PGN file.
func (m *RepertoireMenu) addFile() tea.Cmd {
	return m.s.Push(m, library.NewChooseFile(m.s, library.FileChoice{
		Heading: m.s.Text("Add a repertoire"), Ask: "Enter the path of a PGN file.", None: "No PGN files in this folder.", Fits: func(name string) bool { return strings.HasSuffix(name, ".pgn") },
		Open: func(from ui.Screen, path string) tea.Cmd {
			return tea.Batch(m.s.Pop(from), m.changeRecord(func(r *play.RepertoireRecord) error {
				side, err := repertoire.GuessSide(path)
				if err == nil {
					r.Add(play.RepertoireFile{Path: path, Black: side == chess.Black})
				}
				return err
			}))
		},
	}))
}

func (m *RepertoireMenu) View() string {
	th := m.s.Theme
	width := min(m.width-2, 76)
	rows := []string{draw.TitleBar(th, m.width, m.s.Text("Openings"), ""), ""}
	for _, row := range m.list.Render(m.s, width, max(m.height-8, 3), true) {
		rows = append(rows, " "+row)
	}
	rows = append(rows, "")
	style, words := th.Faint, m.list.Chosen().About
	if m.fault != "" {
		style, words = th.Error, m.fault
	}
	for _, row := range draw.Wrap(draw.Clean(words), width-6) {
		rows = append(rows, "    "+style.Render(row))
	}
	return draw.Page(rows, m.width, m.height)
}

func (m *RepertoireMenu) ShortHelp() []key.Binding {
	k := m.keys
	keys := []key.Binding{k.Open, ui.PairOf(ui.MoveCursor, k.Up, k.Down)}
	if m.chosen() != nil {
		keys = append(keys, k.Side, ui.Brief(k.Drop, "remove"))
	}
	return append(keys, k.Back)
}

func (m *RepertoireMenu) FullHelp() [][]key.Binding {
	k := m.keys
	return [][]key.Binding{ui.Bindings(&k.Up, &k.Down, &k.Top, &k.Bottom), ui.Bindings(&k.Open, &k.Digit, &k.Side, &k.Drop, &k.Back)}
}

// TypedWords tells how repertoires are trained, for the help.
func (m *RepertoireMenu) TypedWords() []string {
	return []string{"Moves up to a question are played for you. A position you know comes again later each time; one you missed comes again in this run and soon after.",
		"Moves marked ?, ?? or ?! are never asked."}
}
