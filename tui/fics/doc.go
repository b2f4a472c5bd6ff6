// Package fics speaks to freechess.org, the Free Internet Chess Server, or to another server of its kind:
// telnet, lines of text, positions in style 12. It draws nothing.
//
// A [Account] is a connection that is logged in, as a guest or with a password: seeks, offers, tells, and the
// games that the player plays or watches. A [Line] to a [Game] shows it as remote.Snapshot, so that the
// screens of club tables show it.
//
// What the server and others send is judged before it is used: its length, its text and its moves. The
// connection is not encrypted, which is how these servers are; timeseal only gives the time on the line back.
//
// The package may import tui/remote, tui/play and what those may. Start reading at [Account].
package fics
