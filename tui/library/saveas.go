package library

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/pgn"
	"rookery/tui/draw"
	"rookery/tui/ui"
)

// saveAs is what an openFile does that asks where a game is saved.
type saveAs struct {
	game  func() (*pgn.Game, error)
	taken string // the file that is there already and that is asked about
	busy  bool
	saved func(path string) tea.Cmd // nil for nothing more
}

// NewSaveAs asks for the file that a game is saved in, at first one in a folder. Saved
// is done when it stands there; it may be nil.
func NewSaveAs(s *ui.Session, dir, name string, game func() (*pgn.Game, error), saved func(path string) tea.Cmd) ui.Screen {
	o := newOpenFileIn(s, dir, s.Text("Save as"))
	o.save = &saveAs{game: game, saved: saved}
	o.keys.Open.SetHelp(o.keys.Open.Help().Key, "save")
	o.in.SetValue(filepath.Join(ui.ShortenHome(dir), name))
	o.in.CursorEnd()
	o.fill()
	return o
}

// savedAsMsg tells that the game was written, or why not.
type savedAsMsg struct {
	to   *openFile
	path string
	err  error
}

// saveIn puts the game into a file. One that is there is asked about first.
func (o *openFile) saveIn(text string) tea.Cmd {
	path, err := TargetFile(text)
	if err != nil {
		return ui.Fail(err)
	}
	switch _, err := os.Stat(path); {
	case err == nil:
		o.save.taken = path
		return nil
	case !errors.Is(err, fs.ErrNotExist):
		return ui.Fail(err)
	}
	return o.write(path, pgn.Save)
}

func (o *openFile) write(path string, how SaveFunc) tea.Cmd {
	if o.save.busy {
		return nil
	}
	o.save.busy = true
	game, ours := o.save.game, o.s.Store.GamesDir()
	return func() tea.Msg {
		g, err := game()
		if err == nil && filepath.Dir(path) == ours {
			err = os.MkdirAll(ours, 0o755)
		}
		if err == nil {
			err = how(path, g)
		}
		return savedAsMsg{o, path, err}
	}
}

// savedAs takes in that the game was written.
func (o *openFile) savedAs(msg savedAsMsg) tea.Cmd {
	o.save.busy = false
	if msg.err != nil {
		return ui.Fail(msg.err)
	}
	cmds := []tea.Cmd{o.s.Pop(o), ui.Toast("Saved in " + ui.ShortenHome(msg.path))}
	if o.save.saved != nil {
		cmds = append(cmds, o.save.saved(msg.path))
	}
	return tea.Batch(cmds...)
}

// answered takes the answer to the question what becomes of a file that is there.
func (o *openFile) answered(msg tea.KeyMsg) tea.Cmd {
	path := o.save.taken
	choice, said := o.s.Choice(takenText, []string{"a", "o"}, msg)
	if said {
		o.save.taken = ""
	}
	switch choice {
	case "a":
		return o.write(path, pgn.Append)
	case "o":
		return o.write(path, pgn.Save)
	}
	return nil
}

// takenText follows the name of a file that is there already.
const takenText = "already exists.  [a] append the game  [o] overwrite  [Esc] cancel"

// takenRow asks what becomes of a file that is there.
func (o *openFile) takenRow() string {
	text := o.s.Text(takenText)
	name := draw.Cut(draw.Clean(filepath.Base(o.save.taken)), max(o.width-4-draw.WidthOf(text), 12))
	return "  " + o.s.Theme.Accent.Render(draw.Cut(name+" "+text, o.width-2))
}

// TargetFile is the file that a text names, for a game to be written into.
func TargetFile(text string) (string, error) {
	path := ui.ExpandHome(text)
	switch ext := strings.ToLower(filepath.Ext(path)); {
	case text == "":
		return "", errNoFile
	case isCompressed(ext):
		return "", errCompressed
	case strings.HasSuffix(path, string(filepath.Separator)):
		return "", ErrFolder
	case ext == "" || ext == ".":
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			return "", ErrFolder
		}
		path = strings.TrimSuffix(path, ".") + ".pgn"
	}
	return path, nil
}
