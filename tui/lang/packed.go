package lang

import (
	"compress/gzip"
	"embed"
	"errors"
	"io"
	"strings"
	"sync"
)

// Translators edit the .po files. The program holds what they say without what is said twice: the English
// messages of all catalogues in packed/en.gz, and for each language its translations in the same order.
// TestPacked writes these files and fails when they are behind.
//
//go:embed packed/*.gz
var packed embed.FS

// A packed file is a row for each message. What a row holds several of stands beside each other: context,
// message and plural in en.gz, the forms of the plural in the others. A message that has no translation has an
// empty row.
const (
	rowEnd  = "\x00"
	cellEnd = "\x01"
)

// entry is one message of a catalogue. The context "format" is that of messages which are looked up by their
// format alone and never guessed from a finished sentence; for the others see [Within].
type entry struct {
	context    string
	id, plural string
	said       []string // one for each form of the plural
}

// messages are those of all catalogues, without translations.
var messages = sync.OnceValues(func() ([]entry, error) {
	rows, err := unpack("en")
	if err != nil {
		return nil, err
	}
	all := make([]entry, len(rows))
	for i, row := range rows {
		e := &all[i]
		e.context, row, _ = strings.Cut(row, cellEnd)
		e.id, e.plural, _ = strings.Cut(row, cellEnd)
	}
	return all, nil
})

// catalogue is what a language says: the messages that it has a translation of.
func catalogue(tag string) ([]entry, error) {
	all, err := messages()
	if err != nil {
		return nil, err
	}
	rows, err := unpack(tag)
	if err != nil {
		return nil, err
	}
	if len(rows) != len(all) {
		return nil, errors.New("packed with other messages")
	}
	entries := make([]entry, 0, len(all))
	for i, row := range rows {
		if row != "" {
			e := all[i]
			e.said = strings.Split(row, cellEnd)
			entries = append(entries, e)
		}
	}
	return entries, nil
}

// unpack gives the rows of a packed file.
func unpack(name string) ([]string, error) {
	in, err := packed.Open("packed/" + name + ".gz")
	if err != nil {
		return nil, err
	}
	defer in.Close()
	z, err := gzip.NewReader(in)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(z)
	if err != nil {
		return nil, err
	}
	return strings.Split(strings.TrimSuffix(string(text), rowEnd), rowEnd), nil
}
