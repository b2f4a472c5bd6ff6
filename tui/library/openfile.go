package library

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/ui"
)

// openFile asks for the path of a PGN file. Below the line stand the files
// opened lately and what the folder holds that fits the text.
type openFile struct {
	s             *ui.Session
	keys          ui.PathKeys
	heading       string
	in            ui.LineInput
	recent        []string
	dir           string        // the folder that entries are of
	entries       []ui.DirEntry // by name
	fault         string        // why the folder cannot be read
	list          ui.List
	paths         []string // by item
	chosen        bool     // an item of the list is chosen rather than the line
	save          *saveAs  // nil where a file is opened
	choice        FileChoice
	width, height int
	listTop       int
}

// dirReadMsg brings the entries of a folder.
type dirReadMsg struct {
	to      *openFile
	dir     string
	entries []ui.DirEntry
	err     error
}

// NewOpenFile starts in the working directory.
func NewOpenFile(s *ui.Session) *openFile { return newOpenFileIn(s, "", s.Text("Open PGN")) }

// FileChoice is what a file is asked for.
type FileChoice struct {
	Heading   string
	Ask, None string // said while nothing is written, and where a folder has none
	Fits      func(name string) bool
	Open      func(from ui.Screen, path string) tea.Cmd // what becomes of the file; nil shows its games
}

// NewChooseFile asks for a file of any kind; it starts in the working directory.
func NewChooseFile(s *ui.Session, c FileChoice) *openFile {
	o := newOpenFile(s, "", c)
	o.recent = nil
	o.fill()
	return o
}

// NewOpenFileIn starts in a folder.
func newOpenFileIn(s *ui.Session, dir, heading string) *openFile {
	return newOpenFile(s, dir, FileChoice{Heading: heading, Ask: "Enter the path of a PGN file.", None: "No PGN files in this folder.", Fits: isCollection})
}

func newOpenFile(s *ui.Session, dir string, c FileChoice) *openFile {
	o := &openFile{s: s, keys: ui.Bound(s, ui.NewPathKeys()), heading: c.Heading, choice: c, in: ui.NewLineInput(s, 0)}
	o.in.Focus()
	if dir != "" {
		o.in.SetValue(strings.TrimSuffix(dir, string(filepath.Separator)) + string(filepath.Separator))
	} else {
		o.recent = s.Store.Recent()
	}
	o.fill()
	return o
}

func (o *openFile) Init() tea.Cmd { return o.read() }

func (o *openFile) SetSize(width, height int) {
	o.width, o.height = width, height
	o.in.Width = max(width-12, 8)
}

func (o *openFile) Title() string { return o.heading }
func (o *openFile) Typing() bool  { return true }

// Asking tells that a question waits.
func (o *openFile) Asking() bool { return o.save != nil && o.save.taken != "" }

// split gives the folder and the beginning of a name that the line says, with
// ~ opened.
func (o *openFile) split() (dir, base string) {
	dir, base = filepath.Split(ui.ExpandHome(o.in.Value()))
	if dir == "" {
		dir = "."
	}
	return dir, base
}

// read lists the folder of the line unless it is known.
func (o *openFile) read() tea.Cmd {
	dir, _ := o.split()
	if dir == o.dir {
		return nil
	}
	return func() tea.Msg {
		entries, err := ui.ReadFolder(dir)
		return dirReadMsg{to: o, dir: dir, entries: entries, err: err}
	}
}

// matches lists the entries that the line may mean: folders and PGN files, or any
// file whose name has been begun.
func (o *openFile) matches() []ui.DirEntry {
	dir, base := o.split()
	if dir != o.dir {
		return nil
	}
	matching := ui.MatchingEntries(o.entries, base)
	if base == "" {
		matching = slices.DeleteFunc(matching, func(e ui.DirEntry) bool { return !e.Folder && !o.choice.Fits(strings.ToLower(e.Name)) })
	}
	return matching
}

// fill makes the list anew.
func (o *openFile) fill() {
	typed, _ := filepath.Split(o.in.Value())
	var items []ui.Item
	o.paths = o.paths[:0]
	if o.in.Value() == "" {
		for _, p := range o.recent {
			items = append(items, ui.Item{Label: draw.Clean(filepath.Base(p)), Note: draw.Clean(filepath.Dir(p))})
			o.paths = append(o.paths, p)
		}
	}
	for i, e := range o.matches() {
		label, path := e.Name, typed+e.Name
		if e.Folder {
			label += string(filepath.Separator)
			path += string(filepath.Separator)
		}
		items = append(items, ui.Item{Label: draw.Clean(label), Gap: i == 0 && len(items) > 0})
		o.paths = append(o.paths, path)
	}
	o.list = ui.NewList(items)
	if len(items) == 0 {
		o.chosen = false
	}
}

func (o *openFile) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case dirReadMsg:
		if msg.to != o {
			break
		}
		o.dir, o.entries, o.fault = msg.dir, msg.entries, ""
		switch {
		case msg.err == nil:
		case !errors.Is(msg.err, fs.ErrNotExist):
			o.fault = ui.ErrorText(msg.err)
		case o.save == nil && filepath.Clean(msg.dir) == filepath.Clean(o.s.Store.GamesDir()):
			o.fault = "No saved games yet."
		case o.save == nil:
			o.fault = "No such folder."
		}
		o.fill()
	case ui.ThemeMsg:
		o.in.Dress(o.s)
	case savedAsMsg:
		if msg.to == o {
			return o, o.savedAs(msg)
		}
	case tea.MouseMsg:
		if o.save != nil && o.save.taken != "" {
			break
		}
		if o.list.Clicked(msg, o.listTop) {
			o.chosen = true
			return o, o.open()
		}
	case tea.KeyMsg:
		return o, o.pressed(msg)
	}
	return o, nil
}

func (o *openFile) pressed(msg tea.KeyMsg) tea.Cmd {
	switch {
	case o.save != nil && o.save.taken != "":
		return o.answered(msg)
	case key.Matches(msg, o.keys.Back):
		return o.s.Pop(o)
	case key.Matches(msg, o.keys.Up):
		if o.list.Place() <= 0 {
			o.chosen = false
		} else {
			o.list.Move(-1)
		}
		return nil
	case key.Matches(msg, o.keys.Down):
		if o.chosen {
			o.list.Move(1)
		}
		o.chosen = len(o.paths) > 0
		return nil
	case key.Matches(msg, o.keys.Complete):
		return o.complete()
	case key.Matches(msg, o.keys.Open):
		return o.open()
	}
	before := o.in.Value()
	o.in.Type(msg)
	if o.in.Value() == before {
		return nil
	}
	o.chosen = false
	o.fill()
	return o.read()
}

// complete lengthens the line as far as all that fits agrees.
func (o *openFile) complete() tea.Cmd {
	if o.chosen {
		o.in.SetValue(o.paths[o.list.At])
	} else {
		matching := o.matches()
		if len(matching) == 0 {
			return ui.Toast("No matching file or folder.")
		}
		common := ui.LongestCompletion(matching)
		typed, base := filepath.Split(o.in.Value())
		if len(common) < len(base) {
			return nil
		}
		o.in.SetValue(typed + common)
	}
	o.in.CursorEnd()
	o.chosen = false
	o.fill()
	return o.read()
}

// open opens the chosen file, or goes into the chosen folder.
func (o *openFile) open() tea.Cmd {
	path := o.in.Value()
	if o.chosen {
		path = o.paths[o.list.At]
	}
	if path == "" {
		if len(o.paths) == 0 {
			return nil
		}
		o.chosen = true
		return nil
	}
	full := ui.ExpandHome(path)
	info, err := os.Stat(full)
	if err == nil && info.IsDir() {
		o.in.SetValue(strings.TrimSuffix(path, string(filepath.Separator)) + string(filepath.Separator))
		o.in.CursorEnd()
		o.chosen = false
		o.fill()
		return o.read()
	}
	if o.save != nil {
		return o.saveIn(path)
	}
	if o.choice.Open != nil {
		if err != nil {
			return ui.Fail(err)
		}
		return o.choice.Open(o, full)
	}
	sc, err := OpenGames(o.s, []string{full})
	if err != nil {
		return ui.Fail(err)
	}
	return o.s.Push(o, sc)
}

func (o *openFile) View() string {
	th := o.s.Theme
	rows := []string{draw.TitleBar(th, o.width, o.heading, ""), ""}
	rows = append(rows, "  "+th.Key.Render(o.s.Text("File "))+o.in.Draw(th, o.width-10), "")
	o.listTop = len(rows)
	height := o.height - len(rows)
	if o.save != nil && o.save.taken != "" {
		for len(rows) < o.height-1 {
			rows = append(rows, "")
		}
		return draw.Page(append(rows, o.takenRow()), o.width, o.height)
	}
	if len(o.paths) == 0 {
		text := o.choice.Ask
		dir, base := o.split()
		switch {
		case o.fault != "":
			text = draw.Clean(o.fault)
		case o.dir != dir:
			text = "Reading folder"
		case o.save != nil:
			text = "Press Enter to save the game here."
		case base != "":
			text = "No matching files."
		case o.in.Value() != "":
			text = o.choice.None
		}
		return draw.Page(append(rows, "  "+th.Faint.Render(draw.Cut(o.s.Text(text), o.width-4))), o.width, o.height)
	}
	drawn := o.list.Render(o.s, o.width-4, height, false)
	if !o.chosen { // the choice is not shown while the line is being written
		l := o.list
		l.At = -1
		drawn = l.Render(o.s, o.width-4, height, false)
	}
	for _, row := range drawn {
		rows = append(rows, "  "+row)
	}
	return draw.Page(rows, o.width, o.height)
}

// CollectionName tells whether a name, in lower case, is that of games, packed
// or not.
func isCollection(name string) bool {
	for _, packed := range []string{".gz", ".bz2", ".zst"} {
		name = strings.TrimSuffix(name, packed)
	}
	return strings.HasSuffix(name, ".pgn") || strings.HasSuffix(name, ".zip")
}

func (o *openFile) ShortHelp() []key.Binding {
	k := o.keys
	return ui.Bindings(&k.Open, &k.Complete, &k.Down, &k.Up, &k.Back)
}

func (o *openFile) FullHelp() [][]key.Binding {
	k := o.keys
	return [][]key.Binding{ui.Bindings(&k.Open, &k.Complete, &k.Down, &k.Up, &k.Back)}
}

// OpenGames makes the screen for the games of some files. The files must be
// there; they are read in a command.
func OpenGames(s *ui.Session, paths []string) (ui.Screen, error) {
	for _, p := range paths {
		info, err := os.Stat(p)
		if err != nil {
			return nil, err
		}
		if info.IsDir() {
			return nil, fmt.Errorf("%s is a folder: choose a PGN file", p)
		}
	}
	return newPicker(s, slices.Clone(paths)), nil
}
