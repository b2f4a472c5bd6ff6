// Package pgn reads, keeps and writes games in Portable Game Notation.
//
// A [Reader] takes games from a stream, a [Writer] writes them in export format,
// [Save], [Append] and [Exchange] put them into files. Reading never fails on
// the text itself: what cannot be understood becomes a [ParseError] of
// its game, the moves before it are kept, and the next game is read.
//
// A [Game] is a list of tags and a tree of moves. It keeps the bytes it was
// read from, so that an unchanged game is written back byte for byte.
//
// Text in tags and comments is kept as it was found, control characters and
// all; a screen must clean it before it is shown.
//
// The package imports the rules (chess, variants) and internal/syntax, which
// cuts text into tokens and games. Package opening names how games begin,
// package collection works on many games at once; both import this one. Begin
// with tree.go, then reader.go and parser.go.
package pgn
