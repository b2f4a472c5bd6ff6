package lang

import (
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var write = flag.Bool("write", false, "write the packed catalogues anew instead of comparing them")

// TestPacked holds the catalogues of the program to the .po files.
func TestPacked(t *testing.T) {
	catalogues := map[string][]entry{}
	var all []entry
	row := map[string]int{}
	for _, l := range locales {
		catalogues[l.tag] = translated(poFile(t, l.tag))
		for _, e := range catalogues[l.tag] {
			if _, ok := row[key(e)]; !ok {
				row[key(e)] = len(all)
				all = append(all, e)
			}
		}
	}
	if *write {
		var ids []string
		for _, e := range all {
			ids = append(ids, key(e))
		}
		pack(t, "en", ids, ids)
		for tag, entries := range catalogues {
			said := make([]string, len(all))
			for _, e := range entries {
				said[row[key(e)]] = strings.Join(e.said, cellEnd)
			}
			pack(t, tag, ids, said)
		}
		return
	}
	for tag := range catalogues {
		got, err := catalogue(tag)
		want := catalogues[tag]
		slices.SortFunc(want, func(a, b entry) int { return row[key(a)] - row[key(b)] })
		if err == nil && !slices.EqualFunc(got, want, func(a, b entry) bool { return key(a) == key(b) && slices.Equal(a.said, b.said) }) {
			err = errors.New("the program holds other texts")
		}
		if err != nil {
			t.Errorf("%s.po: %v; pack it for the program: go test ./tui/lang -run TestPacked -args -write", tag, err)
		}
	}
}

// key is the row of a message in en.gz.
func key(e entry) string { return e.context + cellEnd + e.id + cellEnd + e.plural }

// pack writes a packed file. It is flushed where the messages say so, so that a changed message changes
// little of the file and the repository keeps the difference alone.
func pack(t *testing.T, name string, ids, rows []string) {
	t.Helper()
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression) // no time and no name: the same rows give the same bytes
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		if _, err := io.WriteString(z, row+rowEnd); err != nil {
			t.Fatal(err)
		}
		if crc32.ChecksumIEEE([]byte(ids[i]))%128 == 0 {
			if err := z.Flush(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join("packed", name+".gz"), out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// poFile reads the catalogue that translators edit.
func poFile(t *testing.T, tag string) []entry {
	t.Helper()
	text, err := os.ReadFile(tag + ".po")
	if err != nil {
		t.Fatal(err)
	}
	entries, err := parse(string(text))
	if err != nil {
		t.Fatalf("%s.po %v", tag, err)
	}
	return entries
}

// translated are the entries that say something; the head of the file is none of them.
func translated(entries []entry) []entry {
	return slices.DeleteFunc(entries, func(e entry) bool { return e.id == "" || e.said[0] == "" })
}

// parse reads a catalogue in the form of GNU gettext (its manual, "The Format
// of PO Files"). The first entry, whose msgid is empty, is its head. An error names the line.
func parse(text string) ([]entry, error) {
	var all []entry
	var e entry
	var into *string
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		word, quoted, _ := strings.Cut(line, " ")
		if line[0] == '"' {
			word, quoted = "", line
		}
		value, err := strconv.Unquote(quoted)
		if err != nil {
			return nil, fmt.Errorf("line %d: %s is not in quotes", i+1, quoted)
		}
		switch {
		case word == "" && into != nil:
			*into += value
			continue
		case word == "msgctxt" || word == "msgid":
			if len(e.said) > 0 {
				all = append(all, e)
				e = entry{}
			}
			into = &e.id
			if word == "msgctxt" {
				into = &e.context
			}
			*into = value
		case word == "msgid_plural":
			e.plural = value
			into = &e.plural
		case strings.HasPrefix(word, "msgstr"):
			e.said = append(e.said, value)
			into = &e.said[len(e.said)-1]
		default:
			return nil, fmt.Errorf("line %d: %s is no word of a catalogue", i+1, word)
		}
	}
	if len(e.said) > 0 {
		all = append(all, e)
	}
	return all, nil
}
