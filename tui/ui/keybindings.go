package ui

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/draw"
	"rookery/tui/lang"
)

// readKeymap reads what a file of settings binds keys to. The error joins every fault, each
// with path and line and, where two things want the same key, with both lines.
func readKeymap(path string, entries []entry, tables func() KeyTables) (Keymap, error) {
	var r bindReader
	for _, e := range entries {
		if _, head := e.value.(table); head || !strings.EqualFold(e.path[0], "keys") {
			continue
		}
		if r.own == nil {
			r = bindReader{path: path, tables: tables(), own: Keymap{}, lines: map[string]int{}}
		}
		r.take(e)
	}
	if len(r.faults) == 0 && r.own != nil {
		r.compare()
	}
	return r.own, errors.Join(r.faults...)
}

// keysIn are the keys of an entry, one or a list of them.
func keysIn(e entry) (keys []string, ok bool) {
	if k, one := e.value.(string); one {
		return []string{k}, true
	}
	keys, ok = e.value.([]string)
	return keys, ok
}

// bindReader checks bindings against the usual ones.
type bindReader struct {
	path   string
	tables KeyTables
	own    Keymap
	lines  map[string]int // by "game.undo"
	faults []error
}

func (r *bindReader) fault(line int, format string, args ...any) {
	r.faults = append(r.faults, fmt.Errorf("%s line %d: %s", lang.Name(r.path), line, fmt.Sprintf(format, args...)))
}

// take reads one entry.
func (r *bindReader) take(e entry) {
	if len(e.path) != 3 {
		r.fault(e.line, "keys belong in a table named after a screen, such as [keys.game]")
		return
	}
	table, does := e.path[1], e.path[2]
	names, ok := keysIn(e)
	if now, ok := renamedActions[table+"."+does]; ok {
		does = now
	}
	full := table + "." + does
	usual := r.tables.Keys(table)
	switch {
	case usual == nil:
		r.fault(e.line, "no table %s; see \"rookery keys\"", lang.Name(draw.Clean("keys."+table)))
	case usual[does] == nil:
		r.fault(e.line, "%s has no action %s; see \"rookery keys\"", lang.Name(draw.Clean("keys."+table)), lang.Name(draw.Clean(does)))
	case slices.Contains(FixedActions, full):
		r.fault(e.line, "the keys of %s cannot be changed", full)
	case !ok:
		r.fault(e.line, "enter the keys of %s as [\"ctrl+u\", \"f2\"]", full)
	default:
		keys := []string{}
		for _, name := range names {
			k, err := ParseKey(name)
			if err == nil {
				err = MayBind(table, does, k)
			}
			if err != nil {
				r.fault(e.line, "%s: %v", full, err)
				return
			}
			if !slices.Contains(keys, k) {
				keys = append(keys, k)
			}
		}
		if r.own[table] == nil {
			r.own[table] = map[string][]string{}
		}
		r.own[table][does] = keys
		r.lines[full] = e.line
	}
}

// afterTheEnd act only when a game is over, so that letters are free for them.
var afterTheEnd = []string{"rematch", "view", "menu", "graph", "analyse"}

// MayBind tells why a key cannot be that of an action.
func MayBind(table, does, k string) error {
	r, size := utf8.DecodeRuneInString(k)
	sign := size == len(k)
	written := sign && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '@')
	switch {
	case table == "path" && sign:
		return fmt.Errorf("%s is reserved for entering the path", KeyText(k))
	case table == "global" && written:
		return fmt.Errorf("%s is needed for typing; use Ctrl or a function key", k)
	case table == "game" && written && !slices.Contains(afterTheEnd, does):
		return fmt.Errorf("moves can start with %s; use Ctrl, a function key, or a symbol such as ! or /", k)
	}
	return nil
}

// compare looks for keys that two actions want.
func (r *bindReader) compare() {
	everywhere := r.tables.actions("global")
	for _, table := range r.tables {
		name := TableName(table)
		actions := r.tables.actions(name)
		for i, a := range actions {
			for _, b := range actions[i+1:] {
				r.clash(name, a, name, b)
			}
			if name != "global" {
				for _, b := range everywhere {
					r.clash(name, a, "global", b)
				}
			}
		}
	}
}

// clash tells when two actions have a key in common that they had not before:
// those that shared one in a fresh install act at different times.
func (r *bindReader) clash(table1 string, action1 Action, table2 string, action2 Action) {
	keys := func(table string, a Action) []string {
		if own, ok := r.own[table][a.Name]; ok {
			return own
		}
		return a.Keys()
	}
	full1, full2 := table1+"."+action1.Name, table2+"."+action2.Name
	line1, line2 := r.lines[full1], r.lines[full2]
	if line1 == 0 && line2 == 0 || CommonKey(action1.Keys(), action2.Keys()) != "" {
		return
	}
	k := CommonKey(keys(table1, action1), keys(table2, action2))
	if k == "" {
		return
	}
	place := func(line int) string {
		if line == 0 {
			return "by default"
		}
		return fmt.Sprintf("line %d", line)
	}
	if line1 < line2 { // the later line is the one to change
		full1, full2, line1, line2 = full2, full1, line2, line1
	}
	r.fault(line1, "%s is bound to %s and, %s, to %s", KeyText(k), full1, place(line2), full2)
}

// CommonKey is a key that is in both lists, or nothing.
func CommonKey(a, b []string) string {
	for _, k := range a {
		if slices.Contains(b, k) {
			return k
		}
	}
	return ""
}

// ParseKey reads the name of a key as people write it and gives it as the
// program does.
func ParseKey(name string) (string, error) {
	if utf8.RuneCountInString(name) == 1 {
		if r, _ := utf8.DecodeRuneInString(name); r == ' ' || unicode.IsGraphic(r) && !unicode.IsSpace(r) {
			return name, nil
		}
	}
	k := strings.ToLower(strings.TrimSpace(name))
	k = strings.NewReplacer("control+", "ctrl+", "pagedown", "pgdown", "pgdn", "pgdown", "pageup", "pgup", "escape", "esc", "return", "enter").Replace(k)
	alt := ""
	if rest, ok := strings.CutPrefix(k, "alt+"); ok {
		alt, k = "alt+", rest
		if utf8.RuneCountInString(k) == 1 {
			return alt + name[len(name)-len(k):], nil // a letter keeps its case
		}
	}
	for twin, is := range map[string]string{"ctrl+i": "tab", "ctrl+m": "enter", "ctrl+[": "esc", "ctrl+h": "backspace", "ctrl+j": "enter"} {
		if k == twin {
			return "", fmt.Errorf("terminals send %s as %s", k, is)
		}
	}
	if k == "space" {
		return alt + " ", nil
	}
	for t := tea.KeyF20; t <= tea.KeyCtrlQuestionMark; t++ {
		if known := t.String(); known == k && known != "" && known != "runes" {
			return alt + k, nil
		}
	}
	return "", fmt.Errorf("invalid key %q; use one like ctrl+u, f2, alt+up, pgdown, ! or space", name)
}
