package tui

import (
	"fmt"
	"io"
	"testing"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"

	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/ui"
	"rookery/variants"
)

// BenchmarkBoard draws the starting array in every size of cell, in 24-bit
// colour: what a key costs that changes the board.
func BenchmarkBoard(b *testing.B) {
	r := lipgloss.NewRenderer(io.Discard)
	r.SetColorProfile(termenv.TrueColor)
	s := &ui.Session{Terminal: ui.Terminal{Renderer: r}, Look: draw.Look{Theme: draw.NewTheme(r, draw.Dark, draw.Brown)}}
	board, err := chess.NewBoard(variants.Chess, "")
	if err != nil {
		b.Fatal(err)
	}
	view := board.View(chess.Everyone)
	for _, size := range draw.CellSizes {
		b.Run(fmt.Sprintf("%dx%d", size.W, size.H), func(b *testing.B) {
			for b.Loop() {
				draw.RenderBoard(view, board.Layout(), s.Theme, s.Glyphs(), draw.NewMarks(), size, false)
			}
		})
	}
}
