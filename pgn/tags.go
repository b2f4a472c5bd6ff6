package pgn

import (
	"slices"
	"strings"

	"rookery/chess/sorted"
	"rookery/pgn/internal/syntax"
)

// Tag is one pair of the tag section.
type Tag struct{ Name, Value string }

// Tags is the tag section of a game in the order of the file. The zero Tags is
// empty and ready to use. Names are compared with their case, as PGN says.
type Tags struct {
	list    []Tag
	source  []sourceTag // as they stand in the text; never changed
	changed bool        // since the game was read
}

// sourceTag is a tag pair as it stands in the text that a game was read from.
type sourceTag struct {
	Tag
	text string // UTF-8; empty where it must be written anew
}

// Value of a tag, empty when it is absent.
func (t *Tags) Value(name string) string {
	v, _ := t.Get(name)
	return v
}

// Get is the value of a tag and whether it is there.
//
//go:noinline
func (t *Tags) Get(name string) (string, bool) {
	for i := range t.list {
		if t.list[i].Name == name {
			return t.list[i].Value, true
		}
	}
	return "", false
}

// Set changes a tag or adds it at the end. Tabs and line ends in the value
// become spaces.
func (t *Tags) Set(name, value string) {
	value = syntax.OneLine(value)
	for i := range t.list {
		if t.list[i].Name == name {
			t.changed = t.changed || t.list[i].Value != value
			t.list[i].Value = value
			return
		}
	}
	t.list = append(t.list, Tag{name, value})
	t.changed = true
}

// Delete takes a tag away; an absent one is no fault.
func (t *Tags) Delete(name string) {
	n := len(t.list)
	t.list = slices.DeleteFunc(t.list, func(p Tag) bool { return p.Name == name })
	t.changed = t.changed || len(t.list) != n
}

// Len is the number of tags.
func (t *Tags) Len() int { return len(t.list) }

// All is a copy of the tags in the order of the file.
func (t *Tags) All() []Tag { return slices.Clone(t.list) }

// keep is the tags as they are written into the file that they come from: in its
// order and spelling, those that were added at the end.
func (t *Tags) keep(dst []byte) []byte {
	written := make(map[string]bool, len(t.list))
	for i := range t.source {
		s := &t.source[i]
		value, there := t.Get(s.Name)
		switch first := !written[s.Name]; {
		case !there:
		case s.text != "" && (!first || s.Value == value):
			dst = append(append(dst, s.text...), '\n')
		case first:
			dst = syntax.AppendTag(dst, s.Name, syntax.EscapeTag.Replace(value))
		}
		written[s.Name] = true
	}
	for _, p := range t.list {
		if !written[p.Name] {
			dst = syntax.AppendTag(dst, p.Name, syntax.EscapeTag.Replace(p.Value))
		}
	}
	return dst
}

// export is the tags as they are written: the roster in its order with its
// defaults, then the others in ASCII order of their names.
func (t *Tags) export(result string) []Tag {
	out := make([]Tag, 0, len(t.list)+len(syntax.Roster))
	for _, r := range syntax.Roster {
		if v, ok := t.Get(r.Name); ok {
			r.Value = v
		}
		if r.Name == "Result" {
			r.Value = result
		}
		out = append(out, Tag(r))
	}
	rest := len(out)
	for _, p := range t.list {
		if !inRoster(p.Name) {
			out = append(out, p)
		}
	}
	sorted.By(out[rest:], func(a, b Tag) int { return strings.Compare(a.Name, b.Name) })
	return out
}

func inRoster(name string) bool {
	for i := range syntax.Roster {
		if syntax.Roster[i].Name == name {
			return true
		}
	}
	return false
}
