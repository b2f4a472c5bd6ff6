package tui

import (
	"io"

	"rookery/tui/play"
)

// keyTables are the usual keys of every screen.
func keyTables() KeyTables {
	return KeyTables{
		newGlobalKeys(), newGameKeys(), newMenuKeys(), newFormKeys(), newListKeys(), newPathKeys(), newCardKeys(),
		newViewerKeys(), newReviewKeys(), newAnalysisKeys(), newEditorKeys(), newLearnKeys(), newTagKeys(), newSettingKeys(), newBindingKeys(), newHallKeys(), newNameKeys(), newTableKeys(),
		newArchiveKeys(), newLeadersKeys(),
	}
}

// WriteKeys writes every table of usual keys as it can stand in the settings.
func WriteKeys(w io.Writer) error { return keyTables().write(w) }

// NewStore keeps its files in the given directories, which it makes when it
// first writes.
func NewStore(d Dirs) *Store { return newStore(d, keyTables()) }

// NewStoreOn keeps settings, unfinished games and what was done in lessons in
// files, and saved games on a shelf. It keeps no list of recent files.
func NewStoreOn(files, shelf play.Files) *Store { return newStoreOn(files, shelf, keyTables()) }
