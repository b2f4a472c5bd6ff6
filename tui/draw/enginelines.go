package draw

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"rookery/ai"
	"rookery/chess"
)

// ScoreText writes a score from White's side: +1.25, -0.30, #4 where White
// wins in four moves and -#4 where Black does.
func ScoreText(score ai.Centipawns, mate int, turn chess.Color) string {
	if turn == chess.Black {
		score, mate = -score, -mate
	}
	switch {
	case mate > 0:
		return "#" + strconv.Itoa(mate)
	case mate < 0:
		return "-#" + strconv.Itoa(-mate)
	case score > -1 && score < 1:
		return "0.00"
	}
	return fmt.Sprintf("%+.2f", float64(score)/100)
}

// LineText writes up to most moves of a line with their numbers, as they
// follow on b, which is left as it is. A move that is not legal ends it.
func LineText(b chess.Board, pv []chess.Move, most int) string {
	b = b.Clone()
	var words []string
	var legal []chess.Move
	number := max(b.View(chess.Everyone).Fullmove, 1)
	for i, m := range pv {
		if i >= most {
			break
		}
		legal = b.Moves(legal[:0])
		if !ContainsMove(legal, m) {
			break
		}
		text := chess.MoveText(b, m)
		switch {
		case b.Turn() == chess.White:
			text = fmt.Sprintf("%d.%s", number, text)
		case i == 0:
			text = fmt.Sprintf("%d...%s", number, text)
		}
		if b.Turn() == chess.Black {
			number++
		}
		words = append(words, text)
		b.Make(m)
	}
	return Clean(strings.Join(words, " "))
}

func ContainsMove(moves []chess.Move, m chess.Move) bool {
	for _, o := range moves {
		if o == m {
			return true
		}
	}
	return false
}

// countText writes a number of positions: 950, 12k, 3.4M.
func countText(n uint64) string {
	switch {
	case n < 1000:
		return strconv.FormatUint(n, 10)
	case n < 1_000_000:
		return strconv.FormatUint(n/1000, 10) + "k"
	case n < 10_000_000:
		return fmt.Sprintf("%.1fM", float64(n)/1e6)
	case n < 10_000_000_000:
		return strconv.FormatUint(n/1_000_000, 10) + "M"
	}
	return strconv.FormatUint(n/1_000_000_000, 10) + "G"
}

// SpeedText says how far a search has come: depth, in the reader's word for it,
// positions, and how many of them a second.
func SpeedText(info ai.Info, depth string) string {
	text := depth + " " + strconv.Itoa(info.Depth)
	if info.SelDepth > info.Depth {
		text += "/" + strconv.Itoa(info.SelDepth)
	}
	text += "  " + countText(info.Nodes)
	if info.Elapsed >= 50*time.Millisecond {
		text += "  " + countText(uint64(float64(info.Nodes)/info.Elapsed.Seconds())) + "/s"
	}
	return text
}

// RenderLine draws one line of a search in rows of width columns: the score,
// then the moves, at most so many rows.
func RenderLine(th *Theme, score, moves string, width, most int) []string {
	const column = 7
	var rows []string
	for i, row := range Wrap(moves, width-column) {
		if i >= most {
			break
		}
		head := strings.Repeat(" ", column)
		if i == 0 {
			head = Fit(th.Bold.Render(strings.Repeat(" ", max(column-1-WidthOf(score), 0))+score), column)
		}
		rows = append(rows, head+th.Text.Render(row))
	}
	return rows
}
