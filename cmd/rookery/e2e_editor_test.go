package main

import (
	"strings"
	"testing"

	"rookery/cmd/internal/clitest"
)

// TestSetUpAndPlay goes from the menu to a position of its own, into a game
// from it, and mates: all by keyboard.
func TestSetUpAndPlay(t *testing.T) {
	t.Parallel()
	p := start(t, clitest.NewHome(t), 80, 24)
	p.see("Board editor")
	p.press("9")
	p.see("Side to move", "Castling", "Legal position")
	p.press("c")
	p.see("White has no king", "Black has no king")
	p.press("right*6", "up", "K", "right", "up*2", "k", "left*7", "down*7", "R")
	p.shows("7k/8/6K1/8/8/8/8/R7")
	p.see("Legal position")
	if fen := p.copied(); fen != "7k/8/6K1/8/8/8/8/R7 w - - 0 1" {
		t.Errorf("copied %s", fen)
	}
	p.press("t", "enter") // Black to move has no fault; back again
	p.see("custom position, Chess")
	p.press("esc") // alone: with a letter behind it it would be another key
	p.see("Castling")
	p.press("t", "enter")
	p.see("custom position, Chess")
	p.press("right", "enter") // against a friend
	p.shows("7k/8/6K1/8/8/8/8/R7")
	p.enter("Ra8")
	p.see("White wins: checkmate")
}

// TestSetUpFromViewer takes a position out of a file, spoils it, and is told
// all that is wrong.
func TestSetUpFromViewer(t *testing.T) {
	t.Parallel()
	h := clitest.NewHome(t)
	h.Write(t, "[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e4 e5 *\n", "one.pgn")
	p := start(t, h, 80, 24, "view", "one.pgn")
	p.see("A – B")
	p.press("end")
	p.shows("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR")
	p.press("e")
	p.see("Board editor")
	p.press("up*3", "P", "down*7", "k", "enter") // a8, a1
	p.see("A white pawn cannot stand", "Black has two kings", "Invalid position")
	p.press("u", "u")
	p.see("Legal position")
	p.press("a")
	p.until("the analysis", func(screen string) bool { return !strings.Contains(screen, "Legal position") })
	p.shows("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR")
	p.press("esc")
	p.see("Castling")
	p.press("esc")
	p.see("A – B")
}
