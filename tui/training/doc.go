// Package training is where a player trains: puzzles by rating and theme, alone or in runs
// ([PuzzleMenu], [PuzzleScreen]), and the openings that he means to play ([RepertoireMenu],
// [RepertoireScreen]). What a puzzle and a series of them are is in tui/play.
//
// It may import tui/boardinput, tui/library, tui/ui, tui/draw, tui/play and what those may.
// Start reading at PuzzleMenu.
package training
