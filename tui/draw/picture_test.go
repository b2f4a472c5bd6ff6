package draw

import (
	"testing"

	"rookery/chess"
)

// TestPicturesOfPieces draws all pieces at several sizes: each differs from the others, has
// the colour of its side in the middle and an outline, and leaves the corners clear.
func TestPicturesOfPieces(t *testing.T) {
	for _, size := range [][2]int{{45, 36}, {40, 44}, {160, 160}, {8, 8}} {
		seen := make(map[string]chess.Piece)
		for _, c := range []chess.Color{chess.White, chess.Black} {
			for r := chess.Pawn; r <= chess.King; r++ {
				p := chess.PieceOf(c, r)
				m := drawPiece(p, size[0], size[1])
				if m.Rect.Dx() != size[0] || m.Rect.Dy() != size[1] {
					t.Fatalf("%v is drawn %v", p, m.Rect)
				}
				if other, taken := seen[string(m.Pix)]; taken {
					t.Errorf("%v looks like %v at %v", p, other, size)
				}
				seen[string(m.Pix)] = p
				light, dark, clear := 0, 0, 0
				for i := 0; i < len(m.Pix); i += 4 {
					switch {
					case m.Pix[i+3] == 0:
						clear++
					case m.Pix[i+3] == 255 && m.Pix[i] > 200:
						light++
					case m.Pix[i+3] == 255 && m.Pix[i] < 60:
						dark++
					}
				}
				if size[0] > 20 && (c == chess.White && light < dark/2 || c == chess.Black && dark < 2*light || clear == 0 || dark == 0) {
					t.Errorf("%v at %v: %d light, %d dark, %d clear points", p, size, light, dark, clear)
				}
				for _, at := range [][2]int{{0, 0}, {size[0] - 1, 0}} {
					if size[0] > 20 && m.NRGBAAt(at[0], at[1]).A != 0 {
						t.Errorf("%v reaches a corner of %v", p, size)
					}
				}
			}
		}
	}
}

// TestNumbersOfPictures holds that every piece over every cell has a number of its own,
// which tells the cell and the piece.
func TestNumbersOfPictures(t *testing.T) {
	seen := make(map[int]bool)
	for _, size := range pictureSizes {
		for _, c := range []chess.Color{chess.White, chess.Black} {
			for r := chess.Pawn; r <= chess.King; r++ {
				n := pictureOf(chess.PieceOf(c, r), r, size)
				cols, rows := Pictures{}.Cells(n)
				if n < 1 || n > 100 || seen[n] || cols != size.W || rows != size.H {
					t.Errorf("%v %v over %d×%d has the number %d, of %d×%d cells", c, r, size.W, size.H, n, cols, rows)
				}
				seen[n] = true
				got, want := Pictures{}.Draw(n, 20, 20), drawPiece(chess.PieceOf(c, r), 20, 20)
				if string(got.Pix) != string(want.Pix) {
					t.Errorf("%v %v: the number %d is another picture", c, r, n)
				}
			}
		}
	}
	for _, n := range []int{-1, 0, len(pictureSizes)*12 + 1, 255} {
		if cols, rows := (Pictures{}).Cells(n); cols != 0 || rows != 0 {
			t.Errorf("there is a picture %d", n)
		}
	}
}

// TestReadPath refuses what is no path.
func TestReadPath(t *testing.T) {
	for _, path := range []string{"L 1 2", "M 1", "M 1 x", "M 1 2 A 3 4", "M 1 2 C 1 2 3 4"} {
		if points, ok := readPath(path); ok {
			t.Errorf("%q is read as %v", path, points)
		}
	}
}
