package boardinput

import (
	"rookery/chess"
	"rookery/tui/draw"
)

// Arrangement says where the parts of a game stand round the board.
type Arrangement uint8

const (
	// Framed: title above, panel beside, message and input below.
	Framed Arrangement = iota
	// untitled: the same without the title.
	untitled
	// beside: everything but the board in the panel beside it.
	beside
	// stacked: a player's bar above and below the board, then moves, message, input.
	stacked
	// tight: one row of clocks above the board, message and input below.
	tight
	// bare: board, message and input.
	bare
)

const (
	PanelMost  = 52 // columns that a panel takes at most
	panelLeast = 22
	// panelEasy is a panel in which names, clocks and moves stand without being cut.
	panelEasy = 30
	PanelGap  = 2
	// panelRows is the least height of a panel: two players with their pieces,
	// two rules, and three rows of moves.
	panelRows = 9
)

// Rect is a part of the screen in columns and rows.
type Rect struct{ X, Y, W, H int }

func (r Rect) Has(x, y int) bool { return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H }

// gameRoom is where everything of a game stands on a screen of a given size.
type gameRoom struct {
	Arrangement
	Size   draw.CellSize
	Board  Rect
	Panel  Rect // of framed, untitled and beside
	above  int  // row of the bar over the board; -1 where there is none
	below  int  // row of the bar under the board
	moves  int  // row of the last moves
	Notice int  // row of messages and questions
	input  int
	inputX int
	inputW int
}

// arrange finds the biggest of sizes at which the board fits with the best
// arrangement round it. smaller makes the board that many steps smaller than
// it could be.
func arrange(l *chess.Layout, sizes []draw.CellSize, width, height, smaller int) (gameRoom, bool) {
	first, found := len(sizes), false
	for i, size := range sizes {
		if room, ok := arrangeAt(l, size, width, height); ok && !losesRoom(l, sizes[i+1:], room, width, height) {
			first, found = i, true
			break
		}
	}
	if !found {
		return gameRoom{}, false
	}
	for i := min(first+smaller, len(sizes)-1); i < len(sizes); i++ {
		if room, ok := arrangeAt(l, sizes[i], width, height); ok {
			return room, true
		}
	}
	return arrangeAt(l, sizes[first], width, height)
}

// losesRoom tells that the next smaller cell is as high and leaves room for a better
// arrangement: being wider is not worth that.
func losesRoom(l *chess.Layout, smaller []draw.CellSize, room gameRoom, width, height int) bool {
	if len(smaller) == 0 || smaller[0].H != room.Size.H {
		return false
	}
	next, ok := arrangeAt(l, smaller[0], width, height)
	return ok && (next.Arrangement < room.Arrangement || room.Panel.W > 0 && room.Panel.W < panelEasy)
}

// arrangeAt tries the arrangements for one size of cell, the best first.
func arrangeAt(l *chess.Layout, size draw.CellSize, width, height int) (gameRoom, bool) {
	bw, bh := draw.BoardSize(l, size)
	if bw > width {
		return gameRoom{}, false
	}
	panel := width - bw - PanelGap
	switch {
	case panel >= panelLeast && max(bh, panelRows)+3 <= height:
		return besideBoard(Framed, size, bw, bh, width, height, 1, 2), true
	case panel >= panelLeast && max(bh, panelRows)+2 <= height:
		return besideBoard(untitled, size, bw, bh, width, height, 0, 2), true
	case panel >= panelLeast && max(bh, panelRows+5) <= height:
		return besideBoard(beside, size, bw, bh, width, height, 0, 0), true
	case bh+5 <= height:
		return aroundBoard(stacked, size, bw, bh, width, height, 1, 4), true
	case bh+3 <= height:
		return aroundBoard(tight, size, bw, bh, width, height, 1, 2), true
	case bh+2 <= height:
		return aroundBoard(bare, size, bw, bh, width, height, 0, 2), true
	}
	return gameRoom{}, false
}

// besideBoard puts the panel to the right; over rows are kept above for the
// title, under rows below for message and input.
func besideBoard(a Arrangement, size draw.CellSize, bw, bh, width, height, over, under int) gameRoom {
	body := height - over - under
	pw := min(width-bw-PanelGap, PanelMost)
	ph := min(body, max(bh+3, panelRows))
	if a == beside {
		ph = body
	}
	left := (width - bw - PanelGap - pw) / 2
	top := over + (body-max(ph, bh))/2
	room := gameRoom{Arrangement: a, Size: size, above: -1, below: -1, moves: -1}
	room.Board = Rect{left, top + max(ph-bh, 0)/2, bw, bh}
	room.Panel = Rect{left + bw + PanelGap, top, pw, ph}
	room.Notice, room.input, room.inputW = height-2, height-1, width
	if a == beside {
		room.Notice, room.input = top+ph-3, top+ph-1
		room.inputX, room.inputW = room.Panel.X, pw
	}
	return room
}

// aroundBoard puts rows over and under the board and the board in the middle.
func aroundBoard(a Arrangement, size draw.CellSize, bw, bh, width, height, over, under int) gameRoom {
	spare := (height - bh - over - under) / 2
	room := gameRoom{Arrangement: a, Size: size, above: -1, below: -1, moves: -1}
	room.Board = Rect{(width - bw) / 2, over + spare, bw, bh}
	room.Notice, room.input, room.inputW = height-2, height-1, width
	switch a {
	case stacked:
		room.above = room.Board.Y - 1
		room.below = room.Board.Y + bh
		room.moves = height - 3
	case tight:
		room.above = room.Board.Y - 1
	}
	return room
}

// leastRoom is the smallest screen on which a game can be played.
func leastRoom(l *chess.Layout, sizes []draw.CellSize) (width, height int) {
	w, h := draw.BoardSize(l, sizes[len(sizes)-1])
	return max(w, panelLeast), h + 2
}

// leastSheet is how many rows of moves are left beside help.
const leastSheet = 2
