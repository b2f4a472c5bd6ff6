// Package play is what a game is besides its rules, the same on a screen and in
// lines of text: who sits at the board, whose turn it is and what its clocks show
// ([Controller], where to start reading), how it is kept on the disk between two
// moves and after the end, and what is said of its outcome. It imports chess,
// variants, pgn and ai, and knows engines by [Engine] alone; tui/engineplay has them.
package play
