// Package online has the screens of lichess.org: what is going on there, how a game is asked for, how
// to log in. Games themselves are shown by the screen of a table, for which House is the server.
package online
