package tui

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"rookery/pgn"
)

// tagKeys change the tags of a game.
type tagKeys struct {
	Up, Down, Top, Bottom key.Binding
	Write, Add, Delete    key.Binding
	Undo, Redo, Back      key.Binding
}

func newTagKeys() tagKeys {
	return tagKeys{
		Up:     bind("↑/k", "up", "up", "k"),
		Down:   bind("↓/j", "down", "down", "j"),
		Top:    bind("home/g", "first", "home", "g"),
		Bottom: bind("end/G", "last", "end", "G"),
		Write:  bind("enter", "write the value", "enter", "l", "right"),
		Add:    bind("a", "add a tag", "a"),
		Delete: bind("d", "delete", "d", "delete"),
		Undo:   bind("ctrl+u", "undo", "ctrl+u"),
		Redo:   bind("ctrl+y", "redo", "ctrl+y", "ctrl+r"),
		Back:   bind("esc", "back", "esc", "h", "left", "q"),
	}
}

// tagEditor lists the tags of a game and changes them.
type tagEditor struct {
	s             *Session
	keys          tagKeys
	v             *viewer // of the game; it lies below
	game          *pgn.Game
	at, top       int
	writing       bool
	adding        bool // what is written is a name, then a value
	line          textinput.Model
	notice        notice
	width, height int
}

// sevenTags are listed though a game lacks them.
var sevenTags = [...]string{"Event", "Site", "Date", "Round", "White", "Black", "Result"}

// rulingTags say what is played and from where; another value would need
// another tree.
var rulingTags = [...]string{"Variant", "FEN", "SetUp"}

func newTagEditor(v *viewer) *tagEditor {
	t := &tagEditor{s: v.s, keys: bound(v.s, newTagKeys()), v: v, game: v.game, line: textinput.New()}
	t.line.Prompt = ""
	v.s.Theme.dress(&t.line)
	return t
}

func (t *tagEditor) Init() tea.Cmd             { return nil }
func (t *tagEditor) SetSize(width, height int) { t.width, t.height = width, height }
func (t *tagEditor) title() string             { return t.s.Text("Tags") }
func (t *tagEditor) typing() bool              { return t.writing }

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

// Update implements screen.
func (t *tagEditor) Update(msg tea.Msg) (screen, tea.Cmd) {
	switch msg := msg.(type) {
	case themeMsg:
		t.s.Theme.dress(&t.line)
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
	t.notice = notice{}
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
		return t.travel(t.game.Undo, "There is nothing to undo.")
	case key.Matches(msg, k.Redo):
		return t.travel(t.game.Redo, "There is nothing to do again.")
	case key.Matches(msg, k.Back):
		return t.s.pop(t)
	}
	return nil
}

// travel undoes or makes again; what is changed in the tree is seen when one
// comes back to it.
func (t *tagEditor) travel(how func() bool, none string) tea.Cmd {
	if !how() {
		return toast(none)
	}
	said := ""
	if t.game.Touched() != nil {
		said = "A change of the moves."
	}
	t.v.travelled("")
	t.move(0)
	return toast(said)
}

// open opens the line with a text.
func (t *tagEditor) open(text string) {
	t.writing, t.adding, t.notice = true, false, notice{}
	t.line.SetValue(text)
	t.line.CursorEnd()
	t.line.Focus()
}

// write opens the line for the value of the chosen tag.
func (t *tagEditor) write() {
	tag := t.tags()[t.at]
	if slices.Contains(rulingTags[:], tag.Name) {
		t.notice = notice{"the moves stand on this tag; set a position up with e in the game", true}
		return
	}
	t.open(clean(tag.Value))
}

// wrote gives a key to the line.
func (t *tagEditor) wrote(msg tea.KeyMsg) {
	switch msg.Type {
	case tea.KeyEsc:
		t.writing, t.notice = false, notice{}
		return
	case tea.KeyEnter:
		t.take(strings.TrimSpace(t.line.Value()))
		return
	case tea.KeyCtrlU:
		t.line.SetValue("")
		return
	case tea.KeyRunes:
		msg.Runes = []rune(clean(string(msg.Runes)))
	}
	t.notice = notice{}
	t.line, _ = t.line.Update(msg)
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
		t.notice = notice{fault, true}
		return
	}
	t.writing = false
	switch {
	case name == "Result" && value != t.game.Result:
		t.game.SetResult(value)
	case name != "Result" && (t.adding || value != clean(t.game.Tags.Value(name))):
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
		return "write a name of letters, digits and _, a blank and the value: Annotator Ann"
	case adding && slices.Contains(rulingTags[:], name):
		return "the moves stand on " + name + "; set a position up with e in the game"
	case name == "Result" && !slices.Contains([]string{pgn.WhiteWins, pgn.BlackWins, pgn.Draw, pgn.Unknown}, value):
		return "a result is 1-0, 0-1, 1/2-1/2 or *"
	case len(value) > longestTag:
		return "a tag holds at most 255 bytes"
	}
	return ""
}

// delete takes the chosen tag away; one of the seven becomes unknown.
func (t *tagEditor) delete() {
	tag := t.tags()[t.at]
	switch {
	case slices.Contains(rulingTags[:], tag.Name):
		t.notice = notice{"the moves stand on this tag", true}
		return
	case tag.Name == "Result":
		t.game.SetResult(pgn.Unknown)
	default:
		t.game.DeleteTag(tag.Name)
	}
	t.move(0)
}

// View implements screen.
func (t *tagEditor) View() string {
	th := t.s.Theme
	tags := t.tags()
	const nameWidth = 16
	rows := []string{titleBar(th, t.width, t.s.Text("Tags"), t.v.title()), ""}
	room := max(t.height-4, 1)
	t.top = scrollTo(t.top, t.at, len(tags), room)
	for i := t.top; i < min(t.top+room, len(tags)); i++ {
		name := fit(clean(tags[i].Name), nameWidth)
		value := clean(tags[i].Value)
		switch {
		case t.writing && !t.adding && i == t.at:
			rows = append(rows, " "+th.Accent.Render(t.s.signs().Pointer+name)+drawInput(&t.line, th, t.width-nameWidth-3))
		case i == t.at && !t.adding:
			rows = append(rows, " "+th.Choice.Render(fit(t.s.signs().Pointer+name+value, t.width-2)))
		default:
			rows = append(rows, "  "+th.Faint.Render(name)+th.Text.Render(cut(value, t.width-nameWidth-3)))
		}
	}
	for len(rows) < t.height-1 {
		rows = append(rows, "")
	}
	low := ""
	switch {
	case t.notice.bad:
		low = " " + th.Error.Render(cut(clean(t.s.Text(t.notice.text)), t.width-2))
	case t.adding && t.writing:
		const head = "Name and value "
		low = " " + th.Accent.Render(head) + drawInput(&t.line, th, t.width-len(head)-2)
	}
	return page(append(rows[:t.height-1], low), t.width, t.height)
}

// ShortHelp implements help.KeyMap.
func (t *tagEditor) ShortHelp() []key.Binding {
	k := t.keys
	if t.writing {
		return []key.Binding{bind("enter", "take it", "enter"), bind("esc", "leave it", "esc")}
	}
	return []key.Binding{brief(k.Write, "write"), k.Add, k.Delete, k.Undo, k.Redo, k.Back}
}

// FullHelp implements help.KeyMap.
func (t *tagEditor) FullHelp() [][]key.Binding {
	k := t.keys
	return [][]key.Binding{{k.Up, k.Down, k.Top, k.Bottom}, {k.Write, k.Add, k.Delete, k.Undo, k.Redo, k.Back}}
}
