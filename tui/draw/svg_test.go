package draw

import (
	"encoding/xml"
	"io"
	"os"
	"strings"
	"testing"

	"rookery/chess"
	"rookery/variants"
)

// TestDiagram draws boards of each kind; what is drawn is read as XML, and holds as many
// pieces as the view.
func TestDiagram(t *testing.T) {
	for _, c := range []struct{ name, variant, fen string }{
		{"chess", "chess", ""},
		{"middle", "chess", "r1bqk2r/pppp1Bpp/2n2n2/2b1p3/4P3/2N2N2/PPPP1PPP/R1BQK2R b KQkq - 0 5"},
		{"house", "crazyhouse", "rnbqkb1r/ppp1pppp/5n2/8/8/8/PPPP1PPP/RNBQKBNR[PPqn] w KQkq - 0 4"},
		{"hex", "hex", ""},
		{"tower", "makarenko", ""},
	} {
		v, ok := variants.ByName(c.variant)
		if !ok {
			t.Fatal(c.variant)
		}
		b, err := chess.NewBoard(v.Rules, c.fen)
		if err != nil {
			t.Fatal(c.name, err)
		}
		view := b.View(chess.Everyone)
		for _, flip := range []bool{false, true} {
			d := Diagram{View: view, Layout: b.Layout(), Flip: flip, Marked: []chess.Square{3, 4}, Title: "<White> & Black"}
			svg := d.SVG()
			pieces, cells := 0, 0
			dec := xml.NewDecoder(strings.NewReader(svg))
			for {
				token, err := dec.Token()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatalf("%s: %v", c.name, err)
				}
				if e, ok := token.(xml.StartElement); ok {
					switch e.Name.Local {
					case "use":
						pieces++
					case "rect":
						cells++
					case "style", "script":
						t.Errorf("%s holds a %s", c.name, e.Name.Local)
					}
				}
			}
			want := 0
			for _, cell := range view.Cells {
				if cell.Piece != 0 {
					want++
				}
			}
			for _, pocket := range view.Pockets {
				for _, n := range pocket {
					if n > 0 {
						want++
					}
				}
			}
			if pieces != want {
				t.Errorf("%s: %d pieces, want %d", c.name, pieces, want)
			}
			if c.variant != "hex" && cells != len(view.Cells) {
				t.Errorf("%s: %d squares, want %d", c.name, cells, len(view.Cells))
			}
			if dir := os.Getenv("ROOKERY_DIAGRAMS"); dir != "" && !flip { // to be looked at
				if err := os.WriteFile(dir+"/"+c.name+".svg", []byte(svg), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
