package ui

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2/unstable"

	"rookery/chess/sorted"
	"rookery/tui/draw"
	"rookery/tui/lang"
)

// The file of settings is TOML and is taken apart by go-toml's parser. What it says is put into Settings, and
// written from there, by this file: the library's decoder and encoder are made for any type and add 0.4 MB to the program.

// entry is what the file says in one place: a name with its value, or the head of a table.
type entry struct {
	path  []string
	line  int
	value any // string, bool, int, []string, table or nil, which no setting is
}

// table is the value of an entry that has others below it.
type table struct{}

func (e *entry) name() string { return lang.Name(draw.Clean(strings.Join(e.path, "."))) }

// readEntries takes a text apart. What is not TOML has its line and the fault.
func readEntries(text []byte) (entries []entry, row int, fault string) {
	var p unstable.Parser
	p.Reset(text)
	add := func(key unstable.Iterator, within []string, value any) []string {
		e := entry{path: slices.Clone(within), value: value}
		for key.Next() {
			if e.line == 0 {
				e.line = p.Shape(key.Node().Raw).Start.Line
			}
			e.path = append(e.path, string(key.Node().Data))
		}
		entries = append(entries, e)
		return e.path
	}
	var pair func(n *unstable.Node, within []string)
	pair = func(n *unstable.Node, within []string) {
		path := add(n.Key(), within, valueOf(n.Value()))
		if n.Value().Kind == unstable.InlineTable {
			for it := n.Value().Children(); it.Next(); {
				pair(it.Node(), path)
			}
		}
	}
	var within []string
	for p.NextExpression() {
		switch n := p.Expression(); n.Kind {
		case unstable.Table:
			within = add(n.Key(), nil, table{})
		case unstable.ArrayTable:
			within = add(n.Key(), nil, nil)
		case unstable.KeyValue:
			pair(n, within)
		}
	}
	var bad *unstable.ParserError
	if errors.As(p.Error(), &bad) {
		fault = draw.Clean(bad.Message)
		if strings.HasPrefix(fault, "expected") {
			fault = "this is not a setting: write name = value, with words in quotes"
		}
		return nil, p.Shape(p.Range(bad.Highlight)).Start.Line, fault
	}
	return entries, 0, ""
}

// valueOf is the value of an entry.
func valueOf(n *unstable.Node) any {
	switch n.Kind {
	case unstable.String:
		return string(n.Data)
	case unstable.Bool:
		return string(n.Data) == "true"
	case unstable.Integer:
		if i, err := strconv.ParseInt(string(n.Data), 0, strconv.IntSize); err == nil {
			return int(i)
		}
	case unstable.InlineTable:
		return table{}
	case unstable.Array:
		list := []string{}
		for it := n.Children(); it.Next(); {
			switch it.Node().Kind {
			case unstable.String:
				list = append(list, string(it.Node().Data))
			case unstable.Comment:
			default:
				return nil
			}
		}
		return list
	}
	return nil
}

// take puts all entries into the settings, up to the first that is wrong.
func (set *Settings) take(entries []entry) (bad entry, fault string) {
	at := map[string]entry{}
	for _, e := range entries {
		name := strings.ToLower(strings.Join(e.path, "\x00"))
		if _, twice := at[name]; twice {
			return e, fmt.Sprintf("%s is already defined", e.name())
		}
		at[name] = e
		if fault := set.put(e); fault != "" {
			return e, fault
		}
	}
	for _, w := range []struct {
		name string
		err  error
	}{
		{"theme", errorOf(draw.ParseScheme(set.Theme))}, {"board", errorOf(draw.ParseBoardColor(set.Board))},
		{"pieces", errorOf(draw.ParsePieces(set.Pieces))}, {"art", errorOf(draw.ParseArt(set.Art))},
		{"pictures", errorOf(draw.ParsePictures(set.Pictures))}, {"letters", errorOf(ParseLetters(set.Letters))},
		{"coordinates", errorOf(draw.ParseLabels(set.Coordinates))}, {"language", languageError(set.Language)}, {"lichess", serverError(set.Lichess)}, {"fics", ficsError(set.FICS)},
	} {
		if w.err != nil {
			return at[w.name], w.err.Error()
		}
	}
	return entry{}, ""
}

// put takes one entry, or tells what is wrong with it; of keys that is for readKeymap.
func (set *Settings) put(e entry) (fault string) {
	v := reflect.ValueOf(set).Elem()
	for _, part := range e.path {
		if v = field(v, part); !v.IsValid() {
			return "no such setting: " + e.name()
		}
		if v.Kind() == reflect.Map {
			if keys, ok := keysIn(e); ok && len(e.path) == 3 {
				set.Keys = set.Keys.With(e.path[1], e.path[2], keys)
			}
			return ""
		}
	}
	switch to := v.Addr().Interface().(type) {
	case *string:
		return assign(to, e.value, e.name()+" must be a word in quotes")
	case *bool:
		return assign(to, e.value, e.name()+" must be true or false")
	case *int:
		return assign(to, e.value, e.name()+" must be a whole number")
	case *[]string:
		return assign(to, e.value, e.name()+` must be a list of words in quotes, ["like", "this"]`)
	case *Signal:
		return assignWord(to, e.value, SignalWords[:], e.name())
	case *SoundUse:
		return assignWord(to, e.value, SoundWords[:], e.name())
	}
	if e.value != any(table{}) {
		return "no such setting: " + e.name()
	}
	return ""
}

// field is the field of a struct that has a name in the file, in any case; none is the zero Value.
func field(v reflect.Value, name string) reflect.Value {
	if v.Kind() == reflect.Struct {
		for i := range v.NumField() {
			if own, _ := inFile(v.Type().Field(i)); own != "" && strings.EqualFold(own, name) {
				return v.Field(i)
			}
		}
	}
	return reflect.Value{}
}

// inFile is what a field is called in the file, and whether it is left out there while it is empty.
func inFile(f reflect.StructField) (name string, omit bool) {
	name, rest, _ := strings.Cut(f.Tag.Get("toml"), ",")
	return name, rest == "omitempty"
}

func assign[T any](to *T, value any, fault string) string {
	v, ok := value.(T)
	if !ok {
		return fault
	}
	*to = v
	return ""
}

func assignWord[T ~uint8](to *T, value any, words []string, name string) string {
	word, _ := value.(string)
	i := slices.IndexFunc(words, func(w string) bool { return strings.EqualFold(w, word) })
	if i < 0 {
		return name + " can only be one of " + lang.Name(strings.Join(words, ", "))
	}
	*to = T(i)
	return ""
}

// file is the text of the settings, with comments.
func (set *Settings) file() []byte {
	var b bytes.Buffer
	writeTable(&b, reflect.ValueOf(*set), "")
	return b.Bytes()
}

// writeTable writes what stands in a table, and then the tables in it, whose names begin with prefix.
func writeTable(b *bytes.Buffer, v reflect.Value, prefix string) {
	var tables []int
	for i := range v.NumField() {
		own := v.Field(i)
		name, omit := inFile(v.Type().Field(i))
		switch kind := own.Kind(); {
		case name == "" || omit && (own.IsZero() || (kind == reflect.Slice || kind == reflect.Map) && own.Len() == 0):
		case kind == reflect.Struct || kind == reflect.Map:
			tables = append(tables, i)
		default:
			writeComment(b, v.Type().Field(i))
			fmt.Fprintf(b, "%s = %s\n", name, written(own.Interface()))
		}
	}
	for _, i := range tables {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		writeComment(b, v.Type().Field(i))
		name, _ := inFile(v.Type().Field(i))
		fmt.Fprintf(b, "[%s%s]\n", prefix, name)
		if keys, ok := v.Field(i).Interface().(Keymap); ok {
			writeKeymap(b, keys, prefix+name)
		} else {
			writeTable(b, v.Field(i), prefix+name+".")
		}
	}
}

func writeComment(b *bytes.Buffer, f reflect.StructField) {
	if comment := f.Tag.Get("comment"); comment != "" {
		fmt.Fprintf(b, "# %s\n", comment)
	}
}

func writeKeymap(b *bytes.Buffer, keys Keymap, name string) {
	for i, screen := range sorted.Keys(keys, strings.Compare) {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(b, "[%s.%s]\n", name, screen)
		for _, does := range sorted.Keys(keys[screen], strings.Compare) {
			fmt.Fprintf(b, "%s = %s\n", does, written(keys[screen][does]))
		}
	}
}

// written is a value as TOML writes it.
func written(value any) string {
	switch v := value.(type) {
	case string:
		return quoted(v)
	case []string:
		list := make([]string, len(v))
		for i, s := range v {
			list[i] = quoted(s)
		}
		return "[" + strings.Join(list, ", ") + "]"
	case fmt.Stringer:
		return quoted(v.String())
	}
	return fmt.Sprint(value)
}

// quoted is a string in single quotes, between which a sign stands for itself, or in double ones.
func quoted(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return r == '\'' || unicode.IsControl(r) }) {
		return "'" + strings.ToValidUTF8(s, "\ufffd") + "'"
	}
	b := []byte{'"'}
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case unicode.IsControl(r):
			b = fmt.Appendf(b, "\\u%04X", r)
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return string(append(b, '"'))
}
