package draw

import (
	"strings"
	"testing"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"

	"rookery/chess"
)

// TestEveryPieceIsDrawn holds that all sets have all pieces for every cell they are made
// for, that no two look alike, filled or hollow, that a piece leaves room to the one
// behind it, and that half blocks are all that HalfBlocks needs.
func TestEveryPieceIsDrawn(t *testing.T) {
	for _, set := range []ArtSet{Sextants, Quadrants, HalfBlocks} {
		sheet := artSheets[set]()
		for _, size := range CellSizes {
			if size.W < 4 || size.W < bigCell && set == HalfBlocks {
				if sheet.piece(size, chess.King, false) != nil {
					t.Errorf("%v: there is a king of %d×%d", set, size.W, size.H)
				}
				continue
			}
			seen := make(map[string]string)
			for r := chess.Pawn; r <= chess.King; r++ {
				for _, hollow := range []bool{false, true} {
					if hollow && size.W < bigCell && set != Sextants {
						continue
					}
					d := sheet.piece(size, r, hollow)
					if len(d) != size.H {
						t.Fatalf("%v: a %v of %d×%d has %d rows", set, r, size.W, size.H, len(d))
					}
					var text strings.Builder
					for _, row := range d {
						line := make([]rune, len(row))
						for x, s := range row {
							line[x] = s.sign
							if s.detail && hollow {
								t.Errorf("%v %d×%d: a hollow %v has lines within", set, size.W, size.H, r)
							}
						}
						if len(row) != size.W || lipgloss.Width(string(line)) != size.W || WidthOf(string(line)) != size.W {
							t.Errorf("%v %v %d×%d: %q is not %d columns", set, r, size.W, size.H, string(line), size.W)
						}
						text.WriteString(string(line) + "\n")
					}
					name := r.String() + map[bool]string{true: ", hollow"}[hollow]
					if other, taken := seen[text.String()]; taken {
						t.Errorf("%v %d×%d: %s looks like %s", set, size.W, size.H, name, other)
					}
					seen[text.String()] = name
					if set == HalfBlocks && strings.Trim(text.String(), " ▀▄█\n") != "" {
						t.Errorf("%v %d×%d: %s is not of half blocks:\n%s", set, size.W, size.H, name, text.String())
					}
				}
			}
		}
	}
}

// TestPointsOfPieces reads the tables as they are written: the top row holds no more
// than tips, none over a pawn, and a line within a piece meets no point of the square
// in its sign, where it could not be drawn.
func TestPointsOfPieces(t *testing.T) {
	for name, points := range map[string][2]int{"sextants": {2, 3}, "quadrants": {2, 2}, "halfblocks": {1, 2}} {
		text, err := artFiles.ReadFile("art/" + name + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range strings.Split(string(text), "\n\n")[1:] {
			rows := strings.Split(strings.TrimSpace(block), "\n")
			title, rows := rows[0], rows[1:]
			tips := strings.Count(rows[0], "#")
			if wide := len(rows[0]) > 10; tips > 4 || wide && tips > 2 || strings.HasSuffix(title, "pawn") && tips > 0 {
				t.Errorf("%s, %s reaches the top: %s", name, title, rows[0])
			}
			for y, row := range rows {
				for x := range row {
					if row[x] != 'o' {
						continue
					}
					left, top := x-x%points[0], y-y%points[1]
					for _, r := range rows[top : top+points[1]] {
						if strings.Contains(r[left:left+points[0]], ".") {
							t.Errorf("%s, %s: the line at %d, %d meets the square", name, title, x, y)
						}
					}
				}
			}
		}
	}
}

// TestArtThatFits tells what terminals are given by themselves.
func TestArtThatFits(t *testing.T) {
	for env, want := range map[string]ArtSet{
		"TERM=xterm-256color":                             Quadrants,
		"TERM=xterm-kitty":                                Sextants,
		"TERM=foot-extra":                                 Sextants,
		"TERM=xterm-256color VTE_VERSION=7600":            Sextants,
		"TERM=xterm-256color VTE_VERSION=5800":            Quadrants,
		"TERM=xterm-256color TERM_PROGRAM=WezTerm":        Sextants,
		"TERM=xterm-256color TERM_PROGRAM=Apple_Terminal": Quadrants,
		"TERM=tmux-256color TMUX=/tmp/x VTE_VERSION=7600": Quadrants,
		"TERM=linux": HalfBlocks,
	} {
		var l Look
		l.Fit(func(name string) string {
			for _, set := range strings.Fields(env) {
				if value, ok := strings.CutPrefix(set, name+"="); ok {
					return value
				}
			}
			return ""
		}, termenv.ANSI256)
		if got := l.DrawnArt(); got != want {
			t.Errorf("%s: %v, want %v", env, got, want)
		}
		if l.Art = NoArt; l.DrawnArt() != NoArt {
			t.Errorf("%s: the setting does not count", env)
		}
	}
}

// TestArtWords reads what settings say, also the words of earlier versions.
func TestArtWords(t *testing.T) {
	for a := range ArtSets {
		if got, err := ParseArt(a.String()); err != nil || got != a {
			t.Errorf("%q is read as %v, %v", a, got, err)
		}
	}
	for word, want := range map[string]ArtSet{"carved": Quadrants, "pixels": HalfBlocks, "none": NoArt, "": AutoArt} {
		if got, err := ParseArt(word); err != nil || got != want {
			t.Errorf("%q is read as %v, %v", word, got, err)
		}
	}
	if _, err := ParseArt("marble"); err == nil {
		t.Error("marble is taken")
	}
}

// TestBlindfoldShowsNoPiece holds that nothing of a piece reaches the board.
func TestBlindfoldShowsNoPiece(t *testing.T) {
	look := &Look{Theme: NewTheme(lipgloss.DefaultRenderer(), Dark, Brown), Blindfold: true, Labels: NoLabels}
	board, err := chess.NewBoard(chess.Rules{}, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range look.Sizes(board.Layout()) {
		rows := RenderBoard(board.View(chess.Everyone), board.Layout(), look.Theme, look.Glyphs(), NewMarks(), size, false)
		if text := strings.Join(rows, ""); strings.Trim(text, " ·") != "" {
			t.Errorf("%d×%d: %q", size.W, size.H, text)
		}
	}
}

// TestInnerLabels holds that every file and rank is named once, in a cell at
// the player's left or lower edge.
func TestInnerLabels(t *testing.T) {
	for _, flip := range []bool{false, true} {
		names := innerLabels(chess.Layout8(), flip)
		var ranks, files int
		for sq, name := range names {
			if name[0] != "" {
				ranks++
				if got := sq.String()[1:]; got != name[0] {
					t.Errorf("%v carries rank %s", sq, name[0])
				}
			}
			if name[1] != "" {
				files++
				if got := sq.String()[:1]; got != name[1] {
					t.Errorf("%v carries file %s", sq, name[1])
				}
			}
		}
		if ranks != 8 || files != 8 {
			t.Errorf("flip %v: %d ranks and %d files are named", flip, ranks, files)
		}
	}
}
