package tui

import (
	"fmt"
	"io"
	"testing"

	"rookery/chess"
	"rookery/variants"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// BenchmarkBoard draws the starting array in every size of cell, in 24-bit
// colour: what a key costs that changes the board.
func BenchmarkBoard(b *testing.B) {
	r := lipgloss.NewRenderer(io.Discard)
	r.SetColorProfile(termenv.TrueColor)
	s := &Session{Terminal: Terminal{Renderer: r}, Look: Look{Theme: NewTheme(r, Dark)}}
	board, err := chess.NewBoard(variants.Chess, "")
	if err != nil {
		b.Fatal(err)
	}
	view := board.View(chess.Everyone)
	for _, size := range cellSizes {
		b.Run(fmt.Sprintf("%dx%d", size.w, size.h), func(b *testing.B) {
			for b.Loop() {
				renderBoard(view, board.Layout(), s.Theme, s.glyphs(), newMarks(), size, false)
			}
		})
	}
}
