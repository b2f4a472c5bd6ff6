package play

import (
	"context"
	"fmt"
	"strings"

	"rookery/ai"
	"rookery/chess"
)

// Verdict is what a game of a lesson was, for the learner.
type Verdict struct {
	Outcome chess.Outcome
	Won     bool
	Moves   int // that the learner made
	// Best is how many moves the mate takes that the computer saw at the start;
	// 0 when it saw none.
	Best int
	// Turn is the learner's half-move that gave the win away, or else cost
	// most, counted from 0; -1 when there is none.
	Turn    int
	Spoiled bool // a won position was given away there
	// Played and Better are the move of the turn and the one to play instead.
	Played, Better chess.Move
	// Board is the position before the turn, or without one the last.
	Board  chess.Board
	Number int // of the move at the turn
	// Before and After are what the positions round the turn are worth for the
	// learner; a mate is worth more than any material.
	Before, After ai.Centipawns
	Missed        int // moves of the mate that was given away; 0 for none
}

const (
	// judgeNodes bound the look at each position of a finished game.
	judgeNodes = 30_000
	// dearMove is what a move costs that is worth mention though nothing was won.
	dearMove ai.Centipawns = 100
)

// Judge looks at every position of a finished game and finds where a win was
// given away. When ctx ends the rest counts as it stood.
func Judge(ctx context.Context, engine *ai.Engine, game *chess.Game) Verdict {
	v := Verdict{Outcome: game.Outcome(), Turn: -1}
	winner, decided := v.Outcome.Winner()
	v.Won = decided && winner == Learner
	moves := game.Moves()
	values := make([]ai.Centipawns, len(moves)+1) // before each half-move, for the learner
	choices := make([]ai.Choice, len(moves))
	b := game.BoardAt(0)
	var keys []uint64
	for ply, m := range moves {
		if b.Turn() == Learner {
			v.Moves++
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
			if b.Turn() != Learner {
				values[ply] = -values[ply]
			}
		}
		keys = append(keys, b.Key())
		b.Make(m)
	}
	v.Best = max(0, bestMate(choices))
	v.Board = b
	values[len(moves)] = endValue(v.Outcome)
	if v.Won {
		return v
	}
	first := game.BoardAt(0).Turn()
	for ply := range moves {
		if (ply%2 == 0) != (first == Learner) {
			continue
		}
		before, after := values[ply], values[ply+1]
		spoils := before >= wonScore && after < wonScore
		if spoils || !v.Spoiled && before-after >= dearMove && before-after > v.Before-v.After {
			v.Turn, v.Spoiled, v.Before, v.After = ply, spoils, before, after
			v.Played, v.Better = moves[ply], choices[ply].Move
			v.Missed = max(choices[ply].Mate, 0)
		}
	}
	if v.Turn >= 0 {
		v.Board = game.BoardAt(v.Turn)
		v.Number = v.Board.View(chess.Everyone).Fullmove
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
	case winner == Learner:
		return 20_000
	}
	return -20_000
}

// Sentences tell the verdict, the head of it first.
func (v *Verdict) Sentences() []string {
	var out []string
	var played, better string
	if v.Turn >= 0 {
		played, better = chess.MoveText(v.Board, v.Played), chess.MoveText(v.Board, v.Better)
	}
	switch winner, decided := v.Outcome.Winner(); {
	case v.Won:
		out = append(out, fmt.Sprintf("Won in %s", MovesWord(v.Moves)))
	case decided && winner != Learner:
		out = append(out, fmt.Sprintf("Lost after %s", MovesWord(v.Moves)))
	default:
		out = append(out, fmt.Sprintf("Drawn after %s", MovesWord(v.Moves)))
	}
	out = append(out, OutcomeText(v.Outcome)+".")
	switch {
	case v.Best > 0 && v.Won && v.Moves > v.Best:
		out = append(out, fmt.Sprintf("At the start, the computer sees mate in %d.", v.Best))
	case v.Best > 0 && v.Won:
		out = append(out, "The computer sees no faster mate.")
	case v.Won:
	case v.Turn < 0:
		out = append(out, "No single move lost it.")
	case v.Spoiled:
		was := "a won position"
		if v.Missed > 0 {
			was = fmt.Sprintf("mate in %d", v.Missed)
		}
		out = append(out, fmt.Sprintf("The win was lost at move %d: %s turned %s into %s.", v.Number, played, was, valueText(v.After)))
	default:
		out = append(out, fmt.Sprintf("The turning point was move %d: %s cost %s.", v.Number, played, pawnsText(v.Before-v.After)))
	}
	if v.Turn >= 0 && better != played {
		out = append(out, "Better was "+better+".")
	}
	return out
}

// MovesWord writes a number of moves.
func MovesWord(n int) string {
	if n == 1 {
		return "1 move"
	}
	return fmt.Sprintf("%d moves", n)
}

// valueText says what a position is worth for the learner.
func valueText(v ai.Centipawns) string {
	switch {
	case v <= -wonScore:
		return "a lost position"
	case v < -dearMove:
		return "a worse position"
	case v <= dearMove:
		return "an equal position"
	}
	return "just an advantage"
}

// pawnsText writes centipawns as pawns.
func pawnsText(v ai.Centipawns) string {
	if v > 10_000 {
		return "the game"
	}
	text := strings.TrimSuffix(fmt.Sprintf("%.1f", float64(v)/100), ".0")
	if text == "1" {
		return "a pawn"
	}
	return text + " pawns"
}
