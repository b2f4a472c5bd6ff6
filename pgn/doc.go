// Package pgn reads, keeps and writes games in Portable Game Notation.
//
// A [Reader] takes games from a stream, an [Index] finds them in a file without
// knowing any rules and reads one when it is asked for, a [Writer] writes them
// in export format. Reading never fails on the text itself: what cannot be
// understood becomes a [ParseError] that hangs on its game, the moves before it
// are kept, and the next game is read.
//
// A [Game] is a list of tags and a tree of moves. It keeps the bytes it was
// read from, so that a game nobody changed is written back byte for byte.
//
// The table of [Openings] knows how chess games begin by name.
//
// Text in tags and comments is kept as it was found, control characters and
// all; a screen must clean it before it is shown.
package pgn
