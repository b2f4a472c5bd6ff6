// Package remote is what a program is told of games that others keep, be it the lobby of a club, lichess or FICS: who
// plays on what terms, how a table stands, and the line to it. Screens and lines of text show nothing else of such a
// game, so that they need not know who keeps it.
//
// The package imports chess and variants. Start reading with [Snapshot] and [TableLine].
package remote
