// Package table is the screen of a game that others keep: at the club, at lichess or at FICS. Two play and others watch.
// It knows no more of the game than the snapshots that come from the one who keeps it, a [ui.House].
//
// It may import tui/boardinput, tui/library, tui/ui, tui/draw, tui/remote and what those may. Start reading at [Screen].
package table
