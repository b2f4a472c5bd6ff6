// Package boardinput is the one way in which moves are made on a board: cursor,
// mouse, pocket, typed moves, promotion and premoves. The viewer, the analysis and
// the editor embed an Input; the local game and the club's table embed a Desk, which
// puts clocks, players, the move list and a message row around it.
//
// It may import tui/draw, tui/ui and what those may; no screen. Start reading at
// Input and the host interfaces, then at Desk.
package boardinput
