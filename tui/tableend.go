package tui

import (
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
)

// config is the game of the table for screens that are no table.
func (t *tableScreen) config() GameConfig {
	cfg := GameConfig{Rules: t.rules, Variant: slices.Clone(t.snap.Terms.Parts), Setup: -1, Control: t.snap.Terms.Control, Flip: t.flip}
	for c, p := range t.snap.Players {
		cfg.Players[c] = PlayerConfig{Name: p.Name}
	}
	return cfg
}

// saved is the game as it is kept by itself.
func (t *tableScreen) saved() SavedGame {
	now := t.s.Now()
	return SavedGame{
		ID: t.snap.Table, Config: t.config(), Start: t.game.Start(), Moves: t.game.Moves(),
		Left:  [2]time.Duration{t.left(chess.White, now), t.left(chess.Black, now)},
		Began: t.snap.Began, Saved: now, Outcome: t.snap.Outcome,
	}
}

// told tells whether the whole game may be shown, and says so if not.
func (t *tableScreen) told() bool {
	switch {
	case t.game != nil:
		return true
	case t.fogged():
		t.complain("in the fog there is no game to copy")
	default:
		t.complain("the game cannot be told")
	}
	return false
}

// study tells whether positions may be looked into: by a player only when
// the game is over.
func (t *tableScreen) study() bool {
	if _, seated := t.me(); seated && !t.over() {
		t.complain("that waits until the game is over")
		return false
	}
	return t.told()
}

// save writes the game into the folder of saved games.
func (t *tableScreen) save() tea.Cmd {
	if !t.told() {
		return nil
	}
	store, saved := t.s.Store, t.saved()
	return func() tea.Msg {
		path, err := store.Keep(saved)
		if err != nil {
			return toastMsg{text: err.Error(), bad: true}
		}
		return toastMsg{text: "Saved as " + homely(path)}
	}
}

func (t *tableScreen) copyFEN() tea.Cmd {
	if t.game == nil {
		t.complain("in the fog there is no position to copy")
		return nil
	}
	return copyText(t.game.BoardAt(t.shown).FEN(), "FEN copied")
}

func (t *tableScreen) copyPGN() tea.Cmd {
	if !t.told() {
		return nil
	}
	return copySheet(t.saved())
}

// openViewer keeps the finished game and opens it for stepping through.
func (t *tableScreen) openViewer() tea.Cmd {
	if !t.study() {
		return nil
	}
	return stepThrough(t.s, t, t.saved())
}

// analyse studies the position on the screen.
func (t *tableScreen) analyse() tea.Cmd {
	if !t.study() {
		return nil
	}
	return t.s.open(t, Analyse{t.rules, t.game.Start(), t.game.Moves(), t.shown, t.flip})
}

// review shows how the game went.
func (t *tableScreen) review() tea.Cmd {
	switch {
	case !t.over():
		t.complain("the game still goes on; the graph is for its end")
		return nil
	case !t.told():
		return nil
	case t.game.Ply() == 0:
		t.complain("no move was made")
		return nil
	}
	return t.s.open(t, ReviewGame{t.config(), t.game.Clone(), t.flip})
}
