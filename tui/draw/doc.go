// Package draw turns boards, clocks, graphs and move lists into rows of text. It is
// pure: what is drawn comes in, rows go out, and nothing is kept but tables that
// never change.
//
// It may import chess, variants, pgn, ai (for scores), tui/lang, tui/delta (for
// widths) and tui/play (for the words of results), and no other part of the screens. Start reading at Look, which says how a terminal draws, then
// at RenderBoard.
package draw
