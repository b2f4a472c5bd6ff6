package tui

import (
	"context"
	"fmt"
	"strings"

	"rookery/ai"
	"rookery/chess"
)

// verdict is what a game of a lesson was, for the learner.
type verdict struct {
	outcome chess.Outcome
	won     bool
	moves   int // that the learner made
	// best is how many moves the mate takes that the computer saw at the start;
	// 0 when it saw none.
	best int
	// turn is the learner's half-move that gave the win away, or else cost
	// most; -1 when there is none.
	turn          int
	spoiled       bool // a won position was given away there
	before, after ai.Centipawns
	mateBefore    int // moves of the mate that was missed; 0 for none
	played        chess.Move
	better        chess.Move
	texts         [2]string   // played and better, as they are written
	board         chess.Board // before the turn, else at the end
	number        int         // of the move at the turn
}

const (
	// judgeNodes bound the look at each position of a finished game.
	judgeNodes = 30_000
	// dearMove is what a move costs that is worth mention though nothing was won.
	dearMove ai.Centipawns = 100
)

// judge looks at every position of a finished game and finds where a win was
// given away. When ctx ends the rest counts as it stood.
func judge(ctx context.Context, engine *ai.Engine, game *chess.Game) verdict {
	v := verdict{outcome: game.Outcome(), turn: -1}
	winner, decided := v.outcome.Winner()
	v.won = decided && winner == learner
	moves := game.Moves()
	values := make([]ai.Centipawns, len(moves)+1) // before each half-move, for the learner
	choices := make([]ai.Choice, len(moves))
	b := game.BoardAt(0)
	var keys []uint64
	for ply, m := range moves {
		if b.Turn() == learner {
			v.moves++
		}
		engine.History(keys)
		choice, err := engine.Choose(ctx, b, ai.Limit{Nodes: judgeNodes})
		if err != nil || ctx.Err() != nil {
			choices[ply].Move = m
			if ply > 0 {
				values[ply] = values[ply-1]
			}
		} else {
			choices[ply], values[ply] = choice, valueOf(choice)
			if b.Turn() != learner {
				values[ply] = -values[ply]
			}
		}
		keys = append(keys, b.Key())
		b.Make(m)
	}
	v.best = max(0, bestMate(choices))
	v.board = b
	values[len(moves)] = endValue(v.outcome)
	if v.won {
		return v
	}
	first := game.BoardAt(0).Turn()
	for ply := range moves {
		if (ply%2 == 0) != (first == learner) {
			continue
		}
		before, after := values[ply], values[ply+1]
		spoils := before >= wonScore && after < wonScore
		if spoils || !v.spoiled && before-after >= dearMove && before-after > v.before-v.after {
			v.turn, v.spoiled, v.before, v.after = ply, spoils, before, after
			v.played, v.better = moves[ply], choices[ply].Move
			v.mateBefore = max(choices[ply].Mate, 0)
		}
	}
	if v.turn >= 0 {
		v.board = game.BoardAt(v.turn)
		v.number = v.board.View(chess.Everyone).Fullmove
		v.texts = [2]string{chess.MoveText(v.board, v.played), chess.MoveText(v.board, v.better)}
	}
	return v
}

// bestMate is the mate that was seen at the start.
func bestMate(choices []ai.Choice) int {
	if len(choices) == 0 {
		return 0
	}
	return choices[0].Mate
}

// endValue is what an end is worth for the learner.
func endValue(o chess.Outcome) ai.Centipawns {
	winner, decided := o.Winner()
	switch {
	case !decided:
		return 0
	case winner == learner:
		return 20_000
	}
	return -20_000
}

// sentences tell the verdict, the head of it first.
func (v *verdict) sentences() []string {
	var out []string
	switch winner, decided := v.outcome.Winner(); {
	case v.won:
		out = append(out, fmt.Sprintf("Won in %s", movesWord(v.moves)))
	case decided && winner != learner:
		out = append(out, fmt.Sprintf("Lost after %s", movesWord(v.moves)))
	default:
		out = append(out, fmt.Sprintf("Drawn after %s", movesWord(v.moves)))
	}
	out = append(out, outcomeText(v.outcome)+".")
	switch {
	case v.best > 0 && v.won && v.moves > v.best:
		out = append(out, fmt.Sprintf("At the start the computer sees mate in %d.", v.best))
	case v.best > 0 && v.won:
		out = append(out, "The computer sees no quicker mate.")
	case v.won:
	case v.turn < 0:
		out = append(out, "No single move gave it away.")
	case v.spoiled:
		was := "a won position"
		if v.mateBefore > 0 {
			was = fmt.Sprintf("mate in %d", v.mateBefore)
		}
		out = append(out, fmt.Sprintf("The win was given away at move %d: %s made of %s %s.", v.number, v.texts[0], was, worthWord(v.after)))
	default:
		out = append(out, fmt.Sprintf("The game turned at move %d: %s cost %s.", v.number, v.texts[0], pawnsWord(v.before-v.after)))
	}
	if v.turn >= 0 && v.texts[1] != v.texts[0] {
		out = append(out, "Better was "+v.texts[1]+".")
	}
	return out
}

// movesWord writes a number of moves.
func movesWord(n int) string {
	if n == 1 {
		return "1 move"
	}
	return fmt.Sprintf("%d moves", n)
}

// worthWord says what a position is worth for the learner.
func worthWord(v ai.Centipawns) string {
	switch {
	case v <= -wonScore:
		return "a lost one"
	case v < -dearMove:
		return "a worse one"
	case v <= dearMove:
		return "an even one"
	}
	return "a better one only"
}

// pawnsWord writes centipawns as pawns.
func pawnsWord(v ai.Centipawns) string {
	if v > 10_000 {
		return "the game"
	}
	text := strings.TrimSuffix(fmt.Sprintf("%.1f", float64(v)/100), ".0")
	if text == "1" {
		return "a pawn"
	}
	return text + " pawns"
}
