package ui

import (
	"io/fs"
	"sync"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/tui/play"
)

// Dirs are the directories of a Store. An empty one keeps nothing.
type Dirs struct {
	State  string // unfinished games, recent files
	Config string // last choices and settings
	Games  string // games that the user saved
	// History is for every game that ends.
	History string
	Most    int // games of each kind that are kept; 0 for any number
}

// Store keeps games and choices. Every file is written beside its place and
// renamed into it, so that a crash leaves the old one or the new one. It may be
// used by several goroutines.
type Store struct {
	*play.Store // the games
	Dirs        Dirs
	config      play.Files       // holds the settings; nil keeps none
	recent      play.Files       // holds the list of recent files; nil keeps none
	keys        func() KeyTables // that settings may bind; made when they are read
	mu          sync.Mutex       // of settings and recent files
	Looks       play.InOrder     // that are remembered
	habits      play.InOrder
	aids        play.InOrder
}

// NewStore keeps its files in the given directories, which it makes when it
// first writes. The tables are those that settings may bind keys of.
func NewStore(d Dirs, keys func() KeyTables) *Store {
	st := &Store{Store: play.NewStore(d.State, d.Games), Dirs: d, keys: keys}
	st.Limit(d.Most)
	st.KeepHistory(d.History)
	if d.Config != "" {
		st.config = play.Dir(d.Config)
	}
	if d.State != "" {
		st.recent = play.Dir(d.State)
	}
	return st
}

// NewStoreOn keeps settings, unfinished games and what was done in lessons in
// files, saved games in others, and those that were played in a third. It keeps no list of
// recent files.
func NewStoreOn(files, saved, played play.Files, keys func() KeyTables) *Store {
	return &Store{Store: play.NewStoreOn(files, saved, played), config: files, keys: keys}
}

// startedFile tells by its being there that the program was started before.
const startedFile = "started"

// FirstStart tells whether the program is started for the first time, and notes it.
// Where nothing can be noted no start is the first.
func (st *Store) FirstStart() bool {
	if st.recent == nil {
		return false
	}
	first := false
	err := st.recent.Change(startedFile, func(text []byte) ([]byte, error) {
		if first = text == nil; !first {
			return nil, fs.ErrExist // the file stays as it is
		}
		return []byte("yes\n"), nil
	})
	return first && err == nil
}

// SaveCmd is a command that saves something and tells an error.
func SaveCmd(save func() error) tea.Cmd {
	return func() tea.Msg {
		if err := save(); err != nil {
			return FailMsg(err)
		}
		return nil
	}
}

// LessonKeptMsg tells all screens that an attempt at a lesson is in the records.
type LessonKeptMsg struct{}

// SavedGames holds the saved games of a player who is connected over a network; nil
// for a local one, whose games are files on disk, and where none are kept.
func (s *Session) SavedGames() play.Files {
	if s.Local {
		return nil
	}
	return s.Store.SavedGames()
}
