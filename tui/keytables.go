package tui

import (
	"io"

	"rookery/tui/boardinput"
	"rookery/tui/game"
	"rookery/tui/online"
	"rookery/tui/play"
	"rookery/tui/study"
	"rookery/tui/table"
	"rookery/tui/training"
	"rookery/tui/ui"
	"rookery/tui/viewer"
)

// keyTables are the usual keys of every screen. In settings a table is called after
// its type (hallKeys is "hall") and an action after its field. A new name for either
// takes the old one on: ui's renamedActions does for actions.
func keyTables() ui.KeyTables {
	return ui.KeyTables{
		ui.NewGlobalKeys(), boardinput.NewGameKeys(), ui.NewMenuKeys(), ui.NewFormKeys(), ui.NewListKeys(), ui.NewGamesKeys(), ui.NewPathKeys(), ui.NewCardKeys(),
		viewer.NewKeys(), study.NewReviewKeys(), study.NewAnalysisKeys(), study.NewEditorKeys(), game.NewLearnKeys(), training.NewPuzzleKeys(), viewer.NewTagKeys(), newSettingKeys(), newBindingKeys(), newEngineKeys(), ui.NewHallKeys(), ui.NewNameKeys(), table.NewKeys(),
		ui.NewPeopleKeys(), ui.NewMessageKeys(), ui.NewProfileKeys(), ui.NewTeamKeys(),
		online.NewHomeKeys(), online.NewLoginKeys(), online.NewRoundKeys(), ui.NewArchiveKeys(), ui.NewLeadersKeys(), ui.NewScheduleKeys(), ui.NewTournamentKeys(),
	}
}

// WriteKeys writes every table of usual keys as it can stand in the settings.
func WriteKeys(w io.Writer) error { return keyTables().Write(w) }

// NewStore keeps its files in the given directories, which it makes when it
// first writes.
func NewStore(d ui.Dirs) *ui.Store { return ui.NewStore(d, keyTables) }

// NewStoreOn keeps settings, unfinished games and what was done in lessons in
// files, saved games in files of their own, and those that were played in others. It keeps
// no list of recent files.
func NewStoreOn(files, saved, played play.Files) *ui.Store {
	return ui.NewStoreOn(files, saved, played, keyTables)
}
