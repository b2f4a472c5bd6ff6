package ui

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"rookery/ai/uci"
	"rookery/tui/draw"
)

// Settings is the file that the program remembers between two starts.
type Settings struct {
	// Theme is the word for a Scheme.
	Theme string `toml:"theme,omitempty" comment:"dark, light, safe-dark, safe-light, contrast-dark or contrast-light"`
	// Board is the word for a BoardColor.
	Board string `toml:"board,omitempty" comment:"squares of the dark and the light theme: brown, green, blue or grey"`
	// Language is the code of a language; empty for that of the locale.
	Language string `toml:"language,omitempty" comment:"en, hu or ro; without it, what LC_ALL, LC_MESSAGES or LANG says"`
	// Book is "own", "off" or the path of a Polyglot file; empty for own.
	Book string `toml:"book,omitempty" comment:"what computers open games of chess from: own, off or the path of a Polyglot file"`
	// Engines are those of the player, as uci.ParseSpec reads them.
	Engines []string `toml:"engines,omitempty" comment:"your engines, for games and analysis: uci:PATH?name=NAME or xboard:PATH"`
	// Pieces is the word for a PieceSet.
	Pieces string `toml:"pieces,omitempty" comment:"symbols of pieces: solid, outlined, letters or ascii; without it, what fits the terminal"`
	// Art is the word for an ArtSet.
	Art string `toml:"art,omitempty" comment:"how pieces are drawn: auto, sextants, quadrants, halfblocks or glyphs"`
	// Coordinates is the word for a LabelPlace.
	Coordinates string `toml:"coordinates,omitempty" comment:"beside, inside or none"`
	// Blindfold leaves the pieces off the boards.
	Blindfold bool `toml:"blindfold,omitempty" comment:"true hides the pieces on the boards"`
	// Figurines writes moves in lists with the signs of pieces.
	Figurines bool `toml:"figurines,omitempty" comment:"true: lists of moves show piece symbols instead of letters"`
	// Aids are what helps beside a game, and the manners of computers.
	Aids Aids `toml:"aids,omitempty" comment:"help beside a game, and the manners of computers"`
	// Habits are how games behave at this terminal.
	Habits Habits  `toml:"habits,omitempty" comment:"how games behave at this terminal"`
	Last   Choices `toml:"last,omitempty" comment:"the last game that was started"`
	// Seek is the last game that was sought in a lobby.
	Seek SeekChoices `toml:"seek,omitempty" comment:"the last game that was sought in a lobby"`
	// Keys are bindings as they stand in the file; Keymap is what they mean.
	Keys map[string]any `toml:"keys,omitempty" comment:"own keys; rookery keys lists the usual ones"`

	keymap Keymap
}

// Keymap is what keys are bound to instead of the usual ones.
func (set *Settings) Keymap() Keymap { return set.keymap }

const (
	SettingsFile = "config.toml"
	recentFile   = "recent"
	maxRecent    = 20
)

// Settings reads the file; what it does not say is as in a fresh install. An
// error names the line that is wrong, and the settings are then the fresh ones.
func (st *Store) Settings() (Settings, error) {
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.readSettings()
}

func (st *Store) readSettings() (Settings, error) {
	if st.config == nil {
		return freshSettings(), nil
	}
	text, err := st.config.Read(SettingsFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return freshSettings(), err
	}
	return st.parseSettings(text)
}

// freshSettings are those of a fresh install.
func freshSettings() Settings { return Settings{Last: DefaultChoices(), Seek: DefaultSeek()} }

// parseSettings reads the text of the file; none is that of a fresh install.
func (st *Store) parseSettings(text []byte) (Settings, error) {
	path := filepath.Join(st.Dirs.Config, SettingsFile)
	fresh, set := freshSettings(), freshSettings()
	dec := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields()
	if err := dec.Decode(&set); err != nil {
		var strict *toml.StrictMissingError
		if errors.As(err, &strict) && len(strict.Errors) > 0 {
			row, _ := strict.Errors[0].Position()
			return fresh, fmt.Errorf("%s line %d: no such setting: %s", path, row, strings.Join(strict.Errors[0].Key(), "."))
		}
		var bad *toml.DecodeError
		if errors.As(err, &bad) {
			row, _ := bad.Position()
			return fresh, fmt.Errorf("%s line %d: %s", path, row, draw.Clean(bad.Error()))
		}
		return fresh, fmt.Errorf("%s: %w", path, err)
	}
	var err error
	if set.keymap, err = readKeymap(path, text, st.keys); err != nil {
		return fresh, err
	}
	set.Last.Normalize()
	set.Seek.Normalize()
	return set, nil
}

// change reads the settings, alters them and writes them back. A file that
// cannot be read is not overwritten.
func (st *Store) change(alter func(*Settings)) error {
	if st.config == nil {
		return nil
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.config.Change(SettingsFile, func(text []byte) ([]byte, error) {
		set, err := st.parseSettings(text)
		if err != nil {
			return nil, err
		}
		alter(&set)
		return toml.Marshal(set)
	})
}

// SaveLook remembers how a session draws.
func (st *Store) SaveLook(l SavedLook) error {
	return st.change(func(set *Settings) {
		set.Theme, set.Board, set.Blindfold = l.Scheme.String(), l.Board.String(), l.Blindfold
		set.Pieces, set.Art, set.Coordinates = l.Pieces.String(), l.Art.String(), l.Labels.String()
		set.Figurines, set.Language = l.Figurines, l.Language
	})
}

// Choices are those of the last game that was started.
func (st *Store) Choices() (Choices, error) {
	set, err := st.Settings()
	return set.Last, err
}

// SaveChoices remembers what the form said when a game was started.
func (st *Store) SaveChoices(c Choices) error {
	return st.change(func(set *Settings) { set.Last = c })
}

// SeekChoices are those of the last game that was sought in a lobby.
func (st *Store) SeekChoices() (SeekChoices, error) {
	set, err := st.Settings()
	return set.Seek, err
}

// SaveSeekChoices remembers what was sought.
func (st *Store) SaveSeekChoices(c SeekChoices) error {
	return st.change(func(set *Settings) { set.Seek = c })
}

// Recent lists the files that were opened, the latest first.
func (st *Store) Recent() []string {
	if st.recent == nil {
		return nil
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	text, err := st.recent.Read(recentFile)
	if err != nil {
		return nil
	}
	return parseRecent(text)
}

func parseRecent(text []byte) []string {
	var paths []string
	for _, line := range strings.Split(string(text), "\n") {
		if filepath.IsAbs(line) && len(paths) < maxRecent {
			paths = append(paths, line)
		}
	}
	return paths
}

// AddRecent puts a file at the head of the list.
func (st *Store) AddRecent(path string) error {
	if st.recent == nil || strings.ContainsAny(path, "\n\r") {
		return nil
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.recent.Change(recentFile, func(text []byte) ([]byte, error) {
		paths := slices.DeleteFunc(parseRecent(text), func(p string) bool { return p == path })
		paths = append([]string{path}, paths...)
		if len(paths) > maxRecent {
			paths = paths[:maxRecent]
		}
		return []byte(strings.Join(paths, "\n") + "\n"), nil
	})
}

// SaveKeys remembers the keys of an action; nil are the usual ones.
func (st *Store) SaveKeys(table, does string, keys []string) error {
	return st.change(func(set *Settings) {
		actions, _ := set.Keys[table].(map[string]any)
		switch {
		case keys == nil:
			delete(actions, does)
			if len(actions) == 0 {
				delete(set.Keys, table)
			}
			return
		case actions == nil:
			actions = map[string]any{}
		}
		actions[does] = keys
		if set.Keys == nil {
			set.Keys = map[string]any{}
		}
		set.Keys[table] = actions
	})
}

// EngineName is the name of the engine's program, for people.
func (c *Choices) EngineName() string {
	o, ok, err := uci.ParseSpec(c.Engine)
	switch {
	case err != nil || c.Engine == "":
		return "external engine"
	case !ok:
		return draw.Clean(filepath.Base(c.Engine))
	case o.Name != "":
		return draw.Clean(o.Name)
	}
	return draw.Clean(filepath.Base(o.Path))
}

// AddEngine puts an engine at the head of the list in the settings.
func (st *Store) AddEngine(spec string) error {
	return st.change(func(set *Settings) {
		rest := slices.DeleteFunc(set.Engines, func(e string) bool { return e == spec })
		set.Engines = append([]string{spec}, rest...)
		set.Engines = set.Engines[:min(len(set.Engines), mostEngines)]
	})
}

// SaveEngines remembers the list of engines. Where the spec old became now, the last
// opponent follows.
func (st *Store) SaveEngines(engines []string, old, now string) error {
	return st.change(func(set *Settings) {
		set.Engines = engines
		if old != "" && set.Last.Engine == old {
			set.Last.Engine = now
		}
	})
}

// mostEngines is how many engines the settings remember of themselves.
const mostEngines = 12
