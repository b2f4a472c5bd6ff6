// Package lichess speaks to lichess.org, or to another server that has its API: login, seeks,
// challenges, games, television, studies, broadcasts, and what is known of a position. It draws
// nothing.
//
// Requests go one after the other, as the server asks; streams are lines of JSON that [Client.Stream]
// reads. An [Account] keeps the line for events and knows the games that are on. A [Game] shows itself
// as remote.Snapshot, so that the screens of club tables show it.
//
// What is read from the server is judged before it is used: its length, its text and its moves.
//
// The package may import tui/remote, tui/play and what those may. Start reading at [Account].
package lichess
