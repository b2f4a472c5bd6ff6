package draw

import "rookery/chess"

// labels writes the names of ranks and files along the left and lower edge.
func (p *boardPainter) labels(l *chess.Layout, flip bool) {
	_, height := BoardSize(l, p.size)
	margin := labelWidth(l, p.size)
	for _, r := range l.Ranks {
		at := r.At
		if flip {
			at = l.Height - 2 - at
		}
		p.canvas.text(margin-1-len(r.Text), at*p.size.H/2+(p.size.H-1)/2, r.Text, noGround, labelTone)
	}
	for _, f := range l.Files {
		at := f.At
		if flip {
			at = l.Width - 2 - at
		}
		p.canvas.text(margin+at*p.size.W/2+(p.size.W-1)/2, height-1, f.Text, noGround, labelTone)
	}
}

// InnerLabels says which cells carry the name of a rank or a file: the first
// of its rank and the lowest of its file, as the player sees them.
func innerLabels(l *chess.Layout, flip bool) map[chess.Square][2]string {
	names := make(map[chess.Square][2]string)
	put := func(kind int, text string, found func(p, best chess.Place) bool) {
		at := chess.NoSquare
		for i, p := range l.Cells {
			if flip {
				p.X, p.Y = l.Width-2-p.X, l.Height-2-p.Y
			}
			best := chess.Place{X: l.Width, Y: -1}
			if at != chess.NoSquare {
				best = l.Cells[at]
				if flip {
					best.X, best.Y = l.Width-2-best.X, l.Height-2-best.Y
				}
			}
			if found(p, best) {
				at = chess.Square(i)
			}
		}
		if at != chess.NoSquare {
			name := names[at]
			name[kind] = text
			names[at] = name
		}
	}
	for _, r := range l.Ranks {
		at := r.At
		if flip {
			at = l.Height - 2 - at
		}
		put(0, r.Text, func(p, best chess.Place) bool { return p.Y == at && p.X < best.X })
	}
	for _, f := range l.Files {
		at := f.At
		if flip {
			at = l.Width - 2 - at
		}
		put(1, f.Text, func(p, best chess.Place) bool { return p.X == at && p.Y > best.Y })
	}
	return names
}

// inner writes the name of a rank and of a file into the lower corners of a cell.
func (p *boardPainter) inner(x, y int, shade uint8, under ground, name [2]string) {
	t := blackTone
	if shade == 0 {
		t = whiteTone
	}
	bottom := y + p.size.H - 1
	p.canvas.text(x, bottom, name[0], under, t)
	p.canvas.text(x+p.size.W-len(name[1]), bottom, name[1], under, t)
}
