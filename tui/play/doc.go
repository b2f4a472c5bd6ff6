// Package play is what a game is besides its rules, the same on a screen and in
// lines of text: who sits at the board, how it is kept on the disk between two
// moves and after the end, and what is said of its clocks and its outcome.
package play
