// Package library finds and lists games: the collection of some PGN files or of a
// paste, its table with filters, the dialogue that opens a file, saved and
// unfinished games.
//
// It may import tui/draw, tui/ui and what those may; no other screens: a game is
// opened by the route ShowGames. Start reading at Collection and Picker.
package library
