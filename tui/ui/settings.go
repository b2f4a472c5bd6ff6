package ui

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"rookery/ai/uci"
	"rookery/chess/sorted"
	"rookery/tui/draw"
	"rookery/tui/fics"
	"rookery/tui/lang"
	"rookery/tui/lichess"
)

// Settings is the file that the program remembers between two starts.
type Settings struct {
	// Theme is the word for a Scheme.
	Theme string `toml:"theme,omitempty" comment:"dark, light, safe-dark, safe-light, contrast-dark or contrast-light"`
	// Board is the word for a BoardColor.
	Board string `toml:"board,omitempty" comment:"squares of the dark and the light theme: brown, green, blue or grey"`
	// Language is the code of a language; empty for that of the locale.
	Language string `toml:"language,omitempty" comment:"en, hu, ro or de; without it, what LC_ALL, LC_MESSAGES or LANG says"`
	// Book is "own", "off" or the path of a Polyglot file; empty for own.
	Book string `toml:"book,omitempty" comment:"what computers open games of chess from: own, off or the path of a Polyglot file"`
	// Syzygy is the folders of Syzygy tables, separated as in PATH; empty for none.
	Syzygy string `toml:"syzygy,omitempty" comment:"folders of Syzygy tables, separated as in PATH"`
	// Engines are those of the player, as uci.ParseSpec reads them.
	Engines []string `toml:"engines,omitempty" comment:"your engines, for games and analysis: uci:PATH?name=NAME or xboard:PATH"`
	// Lichess is the address of a server; empty for lichess.org.
	Lichess string `toml:"lichess,omitempty" comment:"address of a server like lichess.org; without it, https://lichess.org"`
	// FICS is the address of a server; empty for freechess.org.
	FICS string `toml:"fics,omitempty" comment:"address of a server like FICS; without it, freechess.org:5000"`
	// Pieces is the word for a PieceSet.
	Pieces string `toml:"pieces,omitempty" comment:"symbols of pieces: solid, outlined, letters or ascii; without it, what fits the terminal"`
	// Art is the word for an ArtSet.
	Art string `toml:"art,omitempty" comment:"how pieces are drawn: auto, sextants, quadrants, halfblocks or glyphs"`
	// Pictures is the word for a PictureUse.
	Pictures string `toml:"pictures,omitempty" comment:"pieces as pictures: auto, on or off; auto asks terminals that are known for it"`
	// Coordinates is the word for a LabelPlace.
	Coordinates string `toml:"coordinates,omitempty" comment:"beside, inside or none"`
	// Blindfold leaves the pieces off the boards.
	Blindfold bool `toml:"blindfold,omitempty" comment:"true hides the pieces on the boards"`
	// Letters is the word for a PieceLetters.
	Letters string `toml:"letters,omitempty" comment:"pieces in moves: language, english or figurines"`
	// Figurines is what Letters was called before.
	Figurines bool `toml:"figurines,omitempty" comment:"the same as letters = \"figurines\""`
	// Aids are what helps beside a game, and the manners of computers.
	Aids Aids `toml:"aids,omitempty" comment:"help beside a game, and the manners of computers"`
	// Habits are how games behave at this terminal.
	Habits Habits  `toml:"habits,omitempty" comment:"how games behave at this terminal"`
	Last   Choices `toml:"last,omitempty" comment:"the last game that was started"`
	// Seek is the last game that was sought in a lobby.
	Seek SeekChoices `toml:"seek,omitempty" comment:"the last game that was sought in a lobby"`
	// Keys are bindings as they stand in the file; Keymap is what they mean.
	Keys Keymap `toml:"keys,omitempty" comment:"own keys; rookery keys lists the usual ones"`

	keymap Keymap
}

// Keymap is what keys are bound to instead of the usual ones.
func (set *Settings) Keymap() Keymap { return set.keymap }

const (
	SettingsFile = "config.toml"
	recentFile   = "recent"
	maxRecent    = 20
)

// Settings reads the file; what it does not say, or says wrong, is as in a fresh
// install. The error joins all that is wrong, each with its line and what may stand
// there; the settings hold the rest.
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

// parseSettings reads the text of the file; none is that of a fresh install. A line that
// is wrong is left out, and the rest counts.
func (st *Store) parseSettings(text []byte) (Settings, error) {
	path := filepath.Join(st.Dirs.Config, SettingsFile)
	lines := strings.Split(string(text), "\n")
	faultAt := map[int]string{}
	var entries []entry
	for {
		var row int
		var fault string
		if entries, row, fault = readEntries([]byte(strings.Join(lines, "\n"))); fault == "" {
			break
		}
		if row > len(lines) || strings.TrimSpace(lines[row-1]) == "" {
			return freshSettings(), fmt.Errorf("%s: %s", path, fault)
		}
		faultAt[row], lines[row-1] = fault, ""
	}
	set := freshSettings()
	for {
		bad, fault := set.take(entries)
		if fault == "" {
			break
		}
		faultAt[bad.line] = cmp.Or(faultAt[bad.line], fault)
		set = freshSettings()
		entries = slices.DeleteFunc(entries, func(e entry) bool { // it and, of a table, what stands in it
			return e.line >= bad.line && len(e.path) >= len(bad.path) && slices.Equal(e.path[:len(bad.path)], bad.path)
		})
	}
	var faults []error // by line, but those of keys
	for _, row := range sorted.Keys(faultAt, cmp.Compare) {
		faults = append(faults, fmt.Errorf("%s line %d: %s", lang.Name(path), row, faultAt[row]))
	}
	var err error
	set.keymap, err = readKeymap(path, entries, st.keys)
	set.Last.Normalize()
	set.Seek.Normalize()
	return set, errors.Join(append(faults, err)...)
}

func errorOf[T any](_ T, err error) error { return err }

// languageError tells what is wrong with the code of a language.
func languageError(code string) error {
	if code == "" {
		return nil
	}
	return errorOf(lang.Find(code))
}

// serverError tells what is wrong with the address of a server.
func serverError(address string) error {
	if _, err := lichess.ParseServer(address); err != nil {
		return errors.New("lichess is no address of a server")
	}
	return nil
}

func ficsError(address string) error {
	if _, err := fics.ParseServer(address); err != nil {
		return errors.New("fics is no address of a server")
	}
	return nil
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
		return set.file(), nil
	})
}

// SaveLook remembers how a session draws.
func (st *Store) SaveLook(l SavedLook) error {
	return st.change(func(set *Settings) {
		set.Theme, set.Board, set.Blindfold = l.Scheme.String(), l.Board.String(), l.Blindfold
		set.Pieces, set.Art, set.Pictures, set.Coordinates = l.Pieces.String(), l.Art.String(), l.Pictures.String(), l.Labels.String()
		set.Letters, set.Figurines, set.Language = l.Letters.String(), false, l.Language
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
		for old, now := range renamedActions {
			if name, ok := strings.CutPrefix(old, table+"."); ok && now == does {
				set.Keys = set.Keys.With(table, name, nil)
			}
		}
		set.Keys = set.Keys.With(table, does, keys)
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
