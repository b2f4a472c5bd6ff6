// Package viewer steps through a game of a collection and edits its tree: moves,
// variations, comments, signs and tags, guessing of moves, search, saving.
//
// It may import tui/library, tui/boardinput, tui/ui, tui/draw and what those may.
// Start reading at Viewer.
package viewer
