// Package online has the screens of lichess.org and FICS: what is going on there, how a game is asked for, how
// to log in. Games themselves are shown by the screen of a table, for which House is the server.
//
// It may import tui/library, tui/lichess, tui/fics and what those may, and no other screen. Start reading at
// [Home] and page.go.
package online
