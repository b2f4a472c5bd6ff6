package club

import (
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"rookery/chess"
	"rookery/tui/library"
	"rookery/tui/ui"
)

// config is the game of the table for screens that are no table.
func (t *TableScreen) config() ui.GameConfig {
	cfg := ui.GameConfig{Rules: t.Rules, Variant: slices.Clone(t.Snap.Terms.Parts), Setup: -1, Control: t.Snap.Terms.Control, Flip: t.Flip}
	for c, p := range t.Snap.Players {
		cfg.Players[c] = ui.PlayerConfig{Name: p.Name}
	}
	return cfg
}

// Saved is the game as it is kept by itself.
func (t *TableScreen) Saved() ui.SavedGame {
	now := t.S.Now()
	return ui.SavedGame{
		ID: t.Snap.Table, Config: t.config(), Start: t.Game.Start(), Moves: t.Game.Moves(),
		Left:  [2]time.Duration{t.left(chess.White, now), t.left(chess.Black, now)},
		Began: t.Snap.Began, Saved: now, Outcome: t.Snap.Outcome,
	}
}

// told tells whether the whole game may be shown, and says so if not.
func (t *TableScreen) told() bool {
	switch {
	case t.Game != nil:
		return true
	case t.Fogged():
		t.Complain("a fog game cannot be copied before it is over")
	default:
		t.Complain("this game cannot be shown")
	}
	return false
}

// study tells whether positions may be looked into: by a player only when
// the game is over.
func (t *TableScreen) study() bool {
	if _, seated := t.Me(); seated && !t.Over() {
		t.Complain("not available until the game is over")
		return false
	}
	return t.told()
}

// save writes the game into the folder of saved games.
func (t *TableScreen) save() tea.Cmd {
	if !t.told() {
		return nil
	}
	store, saved := t.S.Store, t.Saved()
	return func() tea.Msg {
		path, err := store.Keep(saved)
		if err != nil {
			return ui.ToastMsg{Text: err.Error(), Bad: true}
		}
		return ui.ToastMsg{Text: "Saved as " + ui.TildePath(path)}
	}
}

func (t *TableScreen) copyFEN() tea.Cmd {
	if t.Game == nil {
		t.Complain("the position cannot be copied in a fog game")
		return nil
	}
	return ui.CopyText(t.Game.BoardAt(t.Shown).FEN(), "FEN copied")
}

func (t *TableScreen) copyPGN() tea.Cmd {
	if !t.told() {
		return nil
	}
	return ui.CopySheet(t.Saved())
}

// OpenViewer keeps the finished game and opens it for stepping through.
func (t *TableScreen) OpenViewer() tea.Cmd {
	if !t.study() {
		return nil
	}
	return library.StepThrough(t.S, t, t.Saved())
}

// analyse studies the position on the screen.
func (t *TableScreen) analyse() tea.Cmd {
	if !t.study() {
		return nil
	}
	return t.S.Open(t, ui.Analyse{Rules: t.Rules, Start: t.Game.Start(), Moves: t.Game.Moves(), At: t.Shown, Flip: t.Flip})
}

// review shows how the game went.
func (t *TableScreen) review() tea.Cmd {
	switch {
	case !t.Over():
		t.Complain("the evaluation graph is available once the game is over")
		return nil
	case !t.told():
		return nil
	case t.Game.Ply() == 0:
		t.Complain("no moves were played")
		return nil
	}
	return t.S.Open(t, ui.ReviewGame{Config: t.config(), Game: t.Game.Clone(), Flip: t.Flip})
}
