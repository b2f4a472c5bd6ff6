// Package plain is the whole program in lines of text, for screen readers,
// pipes and terminals that cannot move their cursor. It writes no escape
// sequence and never draws a line twice; each line tells one fact. What is
// written to it is a move or a word; "help" lists the words.
//
// What may be known of a position comes from chess.View alone, so that fog
// hides here as it does on a screen.
//
// The package may import tui/engineplay, tui/lichess, tui/fics and what those may, and no screen. Start reading with
// [Run] and vocabulary.go.
package plain
