// Package study is what is done with a position besides playing it: the analysis
// board, the report on a finished game, and the position editor.
//
// It may import tui/boardinput, tui/ui, tui/draw, tui/engineplay and what those may.
// Start reading at Analysis, Review and Editor.
package study
