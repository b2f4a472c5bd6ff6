package viewer

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/pgn"
	"rookery/tui/draw"
	"rookery/tui/ui"
)

// tagKeys change the tags of a game.
type tagKeys struct {
	Up, Down, Top, Bottom key.Binding
	Write, Add, Delete    key.Binding
	Undo, Redo, Back      key.Binding
}

func NewTagKeys() tagKeys {
	return tagKeys{
		Up:     ui.Bind("↑/k", "up", "up", "k"),
		Down:   ui.Bind("↓/j", "down", "down", "j"),
		Top:    ui.Bind("home/g", "first", "home", "g"),
		Bottom: ui.Bind("end/G", "last", "end", "G"),
		Write:  ui.Bind("enter", "edit value", "enter", "l", "right"),
		Add:    ui.Bind("a", "add a tag", "a"),
		Delete: ui.Bind("d", "delete", "d", "delete"),
		Undo:   ui.Bind("ctrl+u", "undo", "ctrl+u"),
		Redo:   ui.Bind("ctrl+y", "redo", "ctrl+y", "ctrl+r"),
		Back:   ui.Bind("esc", "back", "esc", "h", "left", "q"),
	}
}

// tagEditor lists the tags of a game and changes them.
type tagEditor struct {
	s             *ui.Session
	keys          tagKeys
	v             *Viewer // of the game; it lies below
	game          *pgn.Game
	at, top       int
	writing       bool
	adding        bool // what is written is a name, then a value
	line          ui.LineInput
	notice        ui.Notice
	width, height int
}

// sevenTags are listed though a game lacks them.
var sevenTags = [...]string{"Event", "Site", "Date", "Round", "White", "Black", "Result"}

// rulingTags say what is played and from where; another value would need
// another tree.
var rulingTags = [...]string{"Variant", "FEN", "SetUp"}

func newTagEditor(v *Viewer) *tagEditor {
	t := &tagEditor{s: v.S, keys: ui.Bound(v.S, NewTagKeys()), v: v, game: v.Game, line: ui.NewLineInput(v.S, 0)}
	return t
}

func (t *tagEditor) Init() tea.Cmd             { return nil }
func (t *tagEditor) SetSize(width, height int) { t.width, t.height = width, height }
func (t *tagEditor) Title() string             { return t.s.Text("Tags") }
func (t *tagEditor) Typing() bool              { return t.writing }

// tags are the seven, then the others in the order of the file.
func (t *tagEditor) tags() []pgn.Tag {
	var out []pgn.Tag
	for _, name := range sevenTags {
		value := t.game.Tags.Value(name)
		if name == "Result" {
			value = t.game.Result
		}
		out = append(out, pgn.Tag{Name: name, Value: value})
	}
	for _, tag := range t.game.Tags.All() {
		if !slices.Contains(sevenTags[:], tag.Name) {
			out = append(out, tag)
		}
	}
	return out
}

func (t *tagEditor) Update(msg tea.Msg) (ui.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case ui.ThemeMsg:
		t.line.Dress(t.s)
	case tea.MouseMsg:
		if t.writing {
			break
		}
		switch i := msg.Y - 2 + t.top; {
		case msg.Button == tea.MouseButtonWheelDown:
			t.move(1)
		case msg.Button == tea.MouseButtonWheelUp:
			t.move(-1)
		case msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress && msg.Y >= 2 && i < len(t.tags()):
			again := i == t.at
			t.at = i
			if again {
				t.write()
			}
		}
	case tea.KeyMsg:
		return t, t.pressed(msg)
	}
	return t, nil
}

func (t *tagEditor) move(by int) {
	t.at = max(0, min(t.at+by, len(t.tags())-1))
	t.notice = ui.Notice{}
}

func (t *tagEditor) pressed(msg tea.KeyMsg) tea.Cmd {
	if t.writing {
		t.wrote(msg)
		return nil
	}
	k := &t.keys
	switch {
	case key.Matches(msg, k.Up):
		t.move(-1)
	case key.Matches(msg, k.Down):
		t.move(1)
	case key.Matches(msg, k.Top):
		t.move(-len(t.tags()))
	case key.Matches(msg, k.Bottom):
		t.move(len(t.tags()))
	case key.Matches(msg, k.Write):
		t.write()
	case key.Matches(msg, k.Add):
		t.open("")
		t.adding = true
	case key.Matches(msg, k.Delete):
		t.delete()
	case key.Matches(msg, k.Undo):
		return t.travel(t.game.Undo, "Nothing to undo.")
	case key.Matches(msg, k.Redo):
		return t.travel(t.game.Redo, "Nothing to redo.")
	case key.Matches(msg, k.Back):
		return t.s.Pop(t)
	}
	return nil
}

// travel undoes or makes again; what is changed in the tree is seen when one
// comes back to it.
func (t *tagEditor) travel(how func() bool, none string) tea.Cmd {
	if !how() {
		return ui.Toast(none)
	}
	said := ""
	if t.game.Touched() != nil {
		said = "Change to the moves."
	}
	t.v.travelled("")
	t.move(0)
	return ui.Toast(said)
}

// open opens the line with a text.
func (t *tagEditor) open(text string) {
	t.writing, t.adding, t.notice = true, false, ui.Notice{}
	t.line.Write(text)
}

// write opens the line for the value of the chosen tag.
func (t *tagEditor) write() {
	tag := t.tags()[t.at]
	if slices.Contains(rulingTags[:], tag.Name) {
		t.notice = ui.Notice{Text: "this tag sets up the position; to edit it, press e in the game", Bad: true}
		return
	}
	t.open(draw.Clean(tag.Value))
}

// wrote gives a key to the line.
func (t *tagEditor) wrote(msg tea.KeyMsg) {
	switch msg.Type {
	case tea.KeyEsc:
		t.writing, t.notice = false, ui.Notice{}
		return
	case tea.KeyEnter:
		t.take(t.line.Trimmed())
		return
	case tea.KeyCtrlU:
		t.line.SetValue("")
		return
	}
	t.notice = ui.Notice{}
	t.line.Type(msg)
}

// longestTag is how many bytes of a value PGN allows.
const longestTag = 255

// take changes a tag as the line says.
func (t *tagEditor) take(text string) {
	name, value := "", text
	if t.adding {
		name, value, _ = strings.Cut(text, " ")
		value = strings.TrimSpace(value)
	} else {
		name = t.tags()[t.at].Name
	}
	if fault := tagFault(name, value, t.adding); fault != "" {
		t.notice = ui.Notice{Text: fault, Bad: true}
		return
	}
	t.writing = false
	switch {
	case name == "Result" && value != t.game.Result:
		t.game.SetResult(value)
	case name != "Result" && (t.adding || value != draw.Clean(t.game.Tags.Value(name))):
		t.game.SetTag(name, value)
	}
	if t.adding {
		t.at = max(slices.IndexFunc(t.tags(), func(tag pgn.Tag) bool { return tag.Name == name }), 0)
	}
}

// tagFault says what is wrong with a tag, empty for nothing.
func tagFault(name, value string, adding bool) string {
	named := strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
	switch {
	case adding && (name == "" || !named):
		return "enter a name of letters, digits and _, a space and the value: Annotator Ann"
	case adding && slices.Contains(rulingTags[:], name):
		return "the moves stand on " + name + "; set a position up with e in the game"
	case name == "Result" && !slices.Contains([]string{pgn.WhiteWins, pgn.BlackWins, pgn.Draw, pgn.Unknown}, value):
		return "the result must be 1-0, 0-1, 1/2-1/2 or *"
	case len(value) > longestTag:
		return "tags are limited to 255 bytes"
	}
	return ""
}

// delete takes the chosen tag away; one of the seven becomes unknown.
func (t *tagEditor) delete() {
	tag := t.tags()[t.at]
	switch {
	case slices.Contains(rulingTags[:], tag.Name):
		t.notice = ui.Notice{Text: "this tag is fixed: the moves depend on it", Bad: true}
		return
	case tag.Name == "Result":
		t.game.SetResult(pgn.Unknown)
	default:
		t.game.DeleteTag(tag.Name)
	}
	t.move(0)
}

func (t *tagEditor) View() string {
	th := t.s.Theme
	tags := t.tags()
	const nameWidth = 16
	rows := []string{draw.TitleBar(th, t.width, t.s.Text("Tags"), t.v.Title()), ""}
	room := max(t.height-4, 1)
	t.top = draw.ScrollTo(t.top, t.at, len(tags), room)
	for i := t.top; i < min(t.top+room, len(tags)); i++ {
		name := draw.Fit(draw.Clean(tags[i].Name), nameWidth)
		value := draw.Clean(tags[i].Value)
		switch {
		case t.writing && !t.adding && i == t.at:
			rows = append(rows, " "+th.Accent.Render(t.s.Signs().Pointer+name)+t.line.Draw(th, t.width-nameWidth-3))
		case i == t.at && !t.adding:
			rows = append(rows, " "+th.Choice.Render(draw.Fit(t.s.Signs().Pointer+name+value, t.width-2)))
		default:
			rows = append(rows, "  "+th.Faint.Render(name)+th.Text.Render(draw.Cut(value, t.width-nameWidth-3)))
		}
	}
	for len(rows) < t.height-1 {
		rows = append(rows, "")
	}
	low := ""
	switch {
	case t.notice.Bad:
		low = " " + th.Error.Render(draw.Cut(draw.Clean(t.s.Text(t.notice.Text)), t.width-2))
	case t.adding && t.writing:
		const head = "Name and value "
		low = " " + th.Accent.Render(head) + t.line.Draw(th, t.width-len(head)-2)
	}
	return draw.Page(append(rows[:t.height-1], low), t.width, t.height)
}

func (t *tagEditor) ShortHelp() []key.Binding {
	k := t.keys
	if t.writing {
		return []key.Binding{ui.Bind("enter", "confirm", "enter"), ui.Bind("esc", "cancel", "esc")}
	}
	return []key.Binding{ui.Brief(k.Write, "type"), k.Add, k.Delete, k.Undo, k.Redo, k.Back}
}

func (t *tagEditor) FullHelp() [][]key.Binding {
	k := t.keys
	return [][]key.Binding{ui.Bindings(&k.Up, &k.Down, &k.Top, &k.Bottom), ui.Bindings(&k.Write, &k.Add, &k.Delete, &k.Undo, &k.Redo, &k.Back)}
}
