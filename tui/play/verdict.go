package play

import (
	"context"
	"fmt"
	"strings"

	"rookery/ai"
	"rookery/ai/endings"
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
	// Exact tells that tables of endings know every position: then Best and Missed are the shortest
	// wins, and Only tells that no other move than Better would have won.
	Exact, Only bool
}

const (
	// judgeNodes bound the look at each position of a finished game.
	judgeNodes = 30_000
	// dearMove is what a move costs that is worth mention though nothing was won.
	dearMove ai.Centipawns = 100
)

// Judge looks at every position of a finished game and finds where a win was
// given away: exactly where there are tables of its endings, which may be nil, else by the engine.
// When ctx ends the rest counts as it stood.
func Judge(ctx context.Context, engine *ai.Engine, tables *endings.Set, game *chess.Game) Verdict {
	v := Verdict{Outcome: game.Outcome(), Turn: -1, Exact: tables != nil && game.Ply() > 0}
	winner, decided := v.Outcome.Winner()
	v.Won = decided && winner == Learner
	moves := game.Moves()
	values := make([]ai.Centipawns, len(moves)+1) // before each half-move, for the learner
	choices := make([]ai.Choice, len(moves))
	only := make([]bool, len(moves)) // whether no other move is as good
	b := game.BoardAt(0)
	var keys []uint64
	for ply, m := range moves {
		if b.Turn() == Learner {
			v.Moves++
		}
		choice, known := exactly(tables, b, m)
		only[ply] = known && choice.Lines == nil
		v.Exact = v.Exact && known
		var err error
		if !known {
			engine.History(keys)
			choice, err = engine.Choose(ctx, b, ai.Limit{Nodes: judgeNodes})
		}
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
			v.Missed, v.Only = max(choices[ply].Mate, 0), only[ply]
		}
	}
	if v.Turn >= 0 {
		v.Board = game.BoardAt(v.Turn)
		v.Number = v.Board.View(chess.Everyone).Fullmove
	}
	return v
}

// exactly is what tables say of a position in which m was played: a mate for a win or a loss, and the
// move that was played where none is better. It has lines unless one move alone keeps the result.
func exactly(tables *endings.Set, b chess.Board, m chess.Move) (c ai.Choice, known bool) {
	on, positioned := b.(chess.Positioned)
	if tables == nil || !positioned {
		return c, false
	}
	list, known := tables.Moves(on.Position())
	if !known || len(list) == 0 {
		return c, false
	}
	best := list[0]
	for _, l := range list {
		if l.Move == m && l.Verdict == best.Verdict {
			best = l
		}
	}
	c.Move = best.Move
	switch best.Result {
	case endings.Won:
		c.Mate = max(best.Moves(), 1)
	case endings.Lost:
		c.Mate = -max(best.Moves(), 1)
	}
	if endings.Only(list) == 0 {
		c.Lines = []ai.Line{{Move: best.Move, Mate: c.Mate}}
	}
	return c, true
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
	case v.Exact && v.Won && v.Best > 0 && v.Moves == v.Best+1:
		out = append(out, fmt.Sprintf("The shortest win takes %s: you needed 1 move more.", MovesWord(v.Best)))
	case v.Exact && v.Won && v.Best > 0 && v.Moves > v.Best:
		out = append(out, fmt.Sprintf("The shortest win takes %s: you needed %d moves more.", MovesWord(v.Best), v.Moves-v.Best))
	case v.Exact && v.Won && v.Best > 0:
		out = append(out, "No win is shorter.")
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
		became := valueText(v.After)
		if v.Exact && v.After == 0 {
			became = "a draw"
		}
		out = append(out, fmt.Sprintf("The win was lost at move %d: %s turned %s into %s.", v.Number, played, was, became))
	default:
		out = append(out, fmt.Sprintf("The turning point was move %d: %s cost %s.", v.Number, played, pawnsText(v.Before-v.After)))
	}
	switch {
	case v.Turn < 0 || better == played:
	case v.Exact && v.Spoiled && v.Only:
		out = append(out, "Only "+better+" wins.")
	default:
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

// MoveVerdict says what a move made of a position, by what tables say of all its moves, the best first:
// whether it gave the result away, or what it cost.
func MoveVerdict(b chess.Board, list []endings.MoveVerdict, m chess.Move) string {
	best := list[0]
	for _, l := range list {
		if l.Move != m {
			continue
		}
		played, better := chess.MoveText(b, m), chess.MoveText(b, best.Move)
		switch only := endings.Only(list) != 0; {
		case l.Result == best.Result && l.Result == endings.Won && l.Moves() > best.Moves():
			return fmt.Sprintf("%s still wins: in %d moves, %d more than the shortest way", played, l.Moves(), l.Moves()-best.Moves())
		case l.Result == best.Result:
			return ""
		case best.Result == endings.Won && only:
			return fmt.Sprintf("%s gave the win away: only %s wins", played, better)
		case best.Result == endings.Won:
			return fmt.Sprintf("%s gave the win away: %s wins", played, better)
		case only:
			return fmt.Sprintf("%s gave the draw away: only %s draws", played, better)
		}
		return fmt.Sprintf("%s gave the draw away: %s draws", played, better)
	}
	return ""
}
