package viewer

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/ui"
)

// errCommand is returned for a line behind the colon that means nothing.
var errCommand = errors.New("enter w, w NAME, q, wq or wq NAME; add ! to overwrite or to discard changes")

// command does what was written behind the colon, as editors of text have it.
func (v *Viewer) command(text string) tea.Cmd {
	word, name, _ := strings.Cut(text, " ")
	name = strings.TrimSpace(name)
	word, force := strings.CutSuffix(word, "!")
	leave := func() tea.Cmd { return v.S.Pop(v) }
	var then func() tea.Cmd
	switch word {
	case "":
		if force || name != "" {
			break
		}
		v.Writing = NoText
		return nil
	case "q":
		if name != "" {
			break
		}
		v.Writing = NoText
		if force && !v.saving {
			return leave()
		}
		return v.leaving(leave)
	case "wq", "x":
		then = leave
		fallthrough
	case "w":
		if name != "" {
			return v.saveAs(name, force, then)
		}
		v.Writing = NoText
		if then != nil && !v.Changed() && !v.saving {
			return leave()
		}
		return v.save(then)
	}
	v.Notice = ui.Notice{Text: errCommand.Error(), Bad: true}
	return nil
}

// pathMsg brings a path that was made longer, and the names that it may go on
// with.
type pathMsg struct {
	to           *Viewer
	from, longer string
	names        []string
	err          error
}

// complete lengthens the path that is written, behind a command or alone.
func (v *Viewer) complete() tea.Cmd {
	text := v.Text.Value()
	head, path := "", text
	switch v.Writing {
	case commandText:
		word, name, ok := strings.Cut(text, " ")
		if !ok {
			return nil
		}
		head, path = word+" ", strings.TrimLeft(name, " ")
	case fileText:
	default:
		return nil
	}
	if !v.S.Local { // the folders of this machine are not for those who come from elsewhere
		v.Notice = ui.Notice{Text: "Just a name saves the game to your saved games"}
		return nil
	}
	return func() tea.Msg {
		msg := pathMsg{to: v, from: text, longer: text}
		typed, base := filepath.Split(path)
		dir := ui.ExpandHome(typed)
		if dir == "" {
			dir = "."
		}
		entries, err := ui.ReadFolder(dir)
		msg.err = err
		fits := slices.DeleteFunc(ui.MatchingEntries(entries, base), func(e ui.DirEntry) bool {
			return !e.Folder && !strings.EqualFold(filepath.Ext(e.Name), ".pgn")
		})
		if len(fits) == 0 {
			return msg
		}
		if name := ui.LongestCompletion(fits); len(name) >= len(base) {
			msg.longer = head + typed + draw.Clean(name)
		}
		for _, e := range fits {
			if e.Folder {
				e.Name += string(filepath.Separator)
			}
			msg.names = append(msg.names, draw.Clean(e.Name))
		}
		return msg
	}
}

// completed takes a longer path in, unless something else was written meanwhile.
func (v *Viewer) completed(msg pathMsg) {
	if v.Writing != fileText && v.Writing != commandText || v.Text.Value() != msg.from {
		return
	}
	v.Text.SetValue(msg.longer)
	v.Text.CursorEnd()
	switch {
	case msg.err != nil:
		v.Notice = ui.Notice{Text: msg.err.Error(), Bad: true}
	case len(msg.names) == 0:
		v.Notice = ui.Notice{Text: "new file"}
	case len(msg.names) > 1:
		v.Notice = ui.Notice{Text: strings.Join(msg.names, "  ")}
	}
}
