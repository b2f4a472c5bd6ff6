package ui

import (
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/charmbracelet/bubbles/key"

	"rookery/tui/draw"
	"rookery/tui/lang"
)

// Keymap is what keys a player has bound instead of the usual ones: by the
// name of a table, such as "game", then by what is done, such as "undo". An
// empty list leaves an action without a key.
type Keymap map[string]map[string][]string

// KeyTables are the usual keys of every screen, each a struct of bindings whose
// type is called after the screen: GameKeys for "game".
type KeyTables []any

// actions are those of the table of a name, as in a fresh install.
func (t KeyTables) actions(name string) []Action {
	for _, table := range t {
		if TableName(table) == name {
			copied := reflect.New(reflect.TypeOf(table))
			copied.Elem().Set(reflect.ValueOf(table))
			return ActionsOf(copied.Interface())
		}
	}
	return nil
}

// Keys are those of the table of a name, by action; nil where there is no such table.
func (t KeyTables) Keys(name string) map[string][]string {
	var out map[string][]string
	for _, a := range t.actions(name) {
		if out == nil {
			out = map[string][]string{}
		}
		out[a.Name] = a.Keys()
	}
	return out
}

// FixedActions bindings do not say which of their keys means what; they are not
// to be bound to others.
var FixedActions = []string{"menu.digit", "learn.digit", "editor.piece", "editor.rights", "editor.checks", "hall.panel"}

// renamedActions are actions by the names that older settings have for them.
var renamedActions = map[string]string{"global.men": "pieces"}

// Action is one binding of a table.
type Action struct {
	Name string
	*key.Binding
}

// TableName is how a table of keys is called: "game" for GameKeys.
func TableName(table any) string {
	t := reflect.TypeOf(table)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	name := strings.TrimSuffix(t.Name(), "Keys")
	return strings.ToLower(name[:1]) + name[1:]
}

// ActionsOf lists the bindings of the table that table points to, in the order
// in which they were declared.
func ActionsOf(table any) []Action {
	v := reflect.ValueOf(table).Elem()
	var out []Action
	for _, f := range reflect.VisibleFields(v.Type()) { // those of embedded tables too
		if f.Type == reflect.TypeFor[key.Binding]() {
			out = append(out, Action{actionName(f.Name), v.FieldByIndex(f.Index).Addr().Interface().(*key.Binding)})
		}
	}
	return out
}

// actionName writes PageUp as page_up and CopyFEN as copy_fen.
func actionName(field string) string {
	var b strings.Builder
	small := false
	for _, r := range field {
		if unicode.IsUpper(r) && small {
			b.WriteByte('_')
		}
		small = unicode.IsLower(r)
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// Bound is a table of usual keys as the session's player has bound them.
func Bound[K any](s *Session, table K) K {
	s.rebind(&table)
	return table
}

// rebind gives the bindings of the table that table points to the player's keys.
func (s *Session) rebind(table any) {
	own := s.Keys[TableName(table)]
	if len(own) == 0 {
		return
	}
	for _, a := range ActionsOf(table) {
		if keys, ok := own[a.Name]; ok {
			a.SetKeys(keys...)
			a.SetHelp(keysText(keys), a.Help().Desc)
		}
	}
}

// keysText shows up to two keys of a binding.
func keysText(keys []string) string {
	var shown []string
	for _, k := range keys[:min(len(keys), 2)] {
		shown = append(shown, KeyText(k))
	}
	return strings.Join(shown, "/")
}

// KeyText shows one key.
func KeyText(name string) string {
	switch name {
	case "up":
		return "↑"
	case "down":
		return "↓"
	case "left":
		return "←"
	case "right":
		return "→"
	case " ":
		return "Space"
	}
	if n := strings.TrimPrefix(name, "f"); len(n) < len(name) && n != "" && strings.Trim(n, "0123456789") == "" {
		return "F" + n
	}
	return keyNames(name)
}

// keyNames writes ctrl+u as Ctrl+U and home/g as Home/g; letters alone stay.
func keyNames(shown string) string {
	var b strings.Builder
	held := false
	for rest := shown; rest != ""; {
		end := strings.IndexAny(rest, "+/ ")
		if end <= 0 {
			end = len(rest)
		}
		word := rest[:end]
		switch name, ok := namedKeys[word]; {
		case ok:
			b.WriteString(name)
		case held:
			b.WriteString(strings.ToUpper(word))
		default:
			b.WriteString(word)
		}
		held = end < len(rest) && rest[end] == '+'
		if end < len(rest) {
			b.WriteByte(rest[end])
			end++
		}
		rest = rest[end:]
	}
	return b.String()
}

// namedKeys are keys that have a name, as it is shown.
var namedKeys = map[string]string{
	"ctrl": "Ctrl", "alt": "Alt", "shift": "Shift", "enter": "Enter", "esc": "Esc", "space": "Space", "tab": "Tab",
	"home": "Home", "end": "End", "pgup": "PgUp", "pgdown": "PgDn", "pgdn": "PgDn", "backspace": "Backspace",
	"delete": "Del", "insert": "Ins", "up": "Up", "down": "Down", "left": "Left", "right": "Right",
}

// Bindings lists bindings, such as those of one column of the help. Each takes a fifth of the code that it takes in a
// literal, which copies its 64 bytes.
//
//go:noinline
func Bindings(those ...*key.Binding) []key.Binding {
	list := make([]key.Binding, len(those))
	for i, b := range those {
		list[i] = *b
	}
	return list
}

// Brief is a binding as the footer shows it: its first key, and few words.
//
//go:noinline
func Brief(b key.Binding, does string) key.Binding {
	return PairOf(does, b)
}

// PairOf is a hint for keys that belong together, such as "↑↓ move". Those
// that are switched off are left out.
func PairOf(does string, bindings ...key.Binding) key.Binding {
	var shown, keys []string
	wide := false
	for _, b := range bindings {
		if b.Enabled() {
			text := KeyText(b.Keys()[0])
			wide = wide || draw.WidthOf(text) > 1
			shown, keys = append(shown, text), append(keys, b.Keys()[0])
		}
	}
	between := ""
	if wide {
		between = " "
	}
	return Bind(strings.Join(shown, between), does, keys...)
}

// Bound are the actions of the table of a name with the keys that a player has bound.
func (t KeyTables) Bound(own Keymap, name string) []Action {
	actions := t.actions(name)
	for _, a := range actions {
		if keys, ok := own[name][a.Name]; ok {
			a.SetKeys(keys...)
		}
	}
	return actions
}

// Write writes every table as it can stand in the settings.
func (t KeyTables) Write(w io.Writer) error {
	var b strings.Builder
	for i, table := range t {
		if i > 0 {
			b.WriteByte('\n')
		}
		name := TableName(table)
		fmt.Fprintf(&b, "[keys.%s]\n", name)
		for _, a := range t.actions(name) {
			if slices.Contains(FixedActions, name+"."+a.Name) {
				continue
			}
			quoted := make([]string, len(a.Keys()))
			for i, k := range a.Keys() {
				quoted[i] = `"` + k + `"`
				if k == " " {
					quoted[i] = `"space"`
				}
			}
			fmt.Fprintf(&b, "%s = [%s] # %s\n", a.Name, strings.Join(quoted, ", "), (*lang.Language)(nil).Text(a.Help().Desc))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// With is a copy in which an action has other keys; nil are the usual ones.
func (m Keymap) With(table, does string, keys []string) Keymap {
	out := make(Keymap, len(m)+1)
	for name, actions := range m {
		out[name] = actions
	}
	actions := make(map[string][]string, len(m[table])+1)
	for name, bound := range m[table] {
		actions[name] = bound
	}
	if keys == nil {
		delete(actions, does)
	} else {
		actions[does] = keys
	}
	if out[table] = actions; len(actions) == 0 {
		delete(out, table)
	}
	return out
}
