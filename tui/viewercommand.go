package tui

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
)

// errCommand is returned for a line behind the colon that means nothing.
var errCommand = errors.New("write w, w NAME, q, wq or wq NAME; a ! overwrites, or drops what was changed")

// command does what was written behind the colon, as editors of text have it.
func (v *viewer) command(text string) tea.Cmd {
	word, name, _ := strings.Cut(text, " ")
	name = strings.TrimSpace(name)
	word, force := strings.CutSuffix(word, "!")
	leave := func() tea.Cmd { return v.s.pop(v) }
	var then func() tea.Cmd
	switch word {
	case "":
		if force || name != "" {
			break
		}
		v.writing = noText
		return nil
	case "q":
		if name != "" {
			break
		}
		v.writing = noText
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
		v.writing = noText
		if then != nil && !v.changed() && !v.saving {
			return leave()
		}
		return v.save(then)
	}
	v.notice = notice{errCommand.Error(), true}
	return nil
}

// pathMsg brings a path that was made longer, and the names that it may go on
// with.
type pathMsg struct {
	to           *viewer
	from, longer string
	names        []string
	err          error
}

// complete lengthens the path that is written, behind a command or alone.
func (v *viewer) complete() tea.Cmd {
	text := v.text.Value()
	head, path := "", text
	switch v.writing {
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
	if !v.s.Local { // the folders of this machine are not for those who come from elsewhere
		v.notice = notice{text: "A name is enough: the game is kept among your own"}
		return nil
	}
	return func() tea.Msg {
		msg := pathMsg{to: v, from: text, longer: text}
		typed, base := filepath.Split(path)
		dir := expandHome(typed)
		if dir == "" {
			dir = "."
		}
		entries, err := readFolder(dir)
		msg.err = err
		fits := slices.DeleteFunc(beginning(entries, base), func(e dirEntry) bool {
			return !e.folder && !strings.EqualFold(filepath.Ext(e.name), ".pgn")
		})
		if len(fits) == 0 {
			return msg
		}
		if name := longest(fits); len(name) >= len(base) {
			msg.longer = head + typed + clean(name)
		}
		for _, e := range fits {
			if e.folder {
				e.name += string(filepath.Separator)
			}
			msg.names = append(msg.names, clean(e.name))
		}
		return msg
	}
}

// completed takes a longer path in, unless something else was written meanwhile.
func (v *viewer) completed(msg pathMsg) {
	if v.writing != fileText && v.writing != commandText || v.text.Value() != msg.from {
		return
	}
	v.text.SetValue(msg.longer)
	v.text.CursorEnd()
	switch {
	case msg.err != nil:
		v.notice = notice{msg.err.Error(), true}
	case len(msg.names) == 0:
		v.notice = notice{text: "no such file yet"}
	case len(msg.names) > 1:
		v.notice = notice{text: strings.Join(msg.names, "  ")}
	}
}
