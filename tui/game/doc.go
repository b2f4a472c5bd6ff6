// Package game is the local game: its screen, the form for a new one, and the
// lessons. What happens in a game besides drawing is done by play.Controller.
//
// It may import tui/boardinput, tui/library, tui/ui, tui/draw, tui/engineplay and
// what those may. Start reading at Screen.
package game
