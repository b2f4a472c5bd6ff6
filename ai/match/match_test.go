package match

import (
	"context"
	"errors"
	"testing"

	"rookery/ai"
	"rookery/chess"
)

func engine(l ai.Level, seed uint64, lim ai.Limit) Player {
	e := ai.New(l, ai.Balanced, seed)
	e.Resigns = false
	return func(ctx context.Context, b chess.Board, keys []uint64) (chess.Move, error) {
		e.History(keys)
		c, err := e.Choose(ctx, b, lim)
		return c.Move, err
	}
}

func TestGamesEnd(t *testing.T) {
	for name, r := range map[string]chess.Rules{
		"ordinary": {}, "drops": {Pocket: chess.Anywhere}, "explosions": {Capture: chess.Explode}, "conversions": {Capture: chess.Convert},
	} {
		g, err := chess.NewGame(r, -1)
		if err != nil {
			t.Fatal(err)
		}
		if err := Play(context.Background(), g, engine(ai.Beginner, 1, ai.Limit{Nodes: 500}), engine(ai.Beginner, 2, ai.Limit{Nodes: 500}), 500); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if !g.Outcome().Over() {
			t.Errorf("%s: the game is not over", name)
		}
	}
}

func TestTheStrongerWins(t *testing.T) {
	var tally Tally
	for i := range 4 {
		g, _ := chess.NewGame(chess.Rules{}, -1)
		side := chess.Color(i % 2)
		players := [2]Player{engine(ai.Beginner, uint64(i), ai.Limit{}), engine(ai.Beginner, uint64(i), ai.Limit{})}
		players[side] = engine(ai.Master, uint64(i), ai.Limit{Nodes: 5000})
		if err := Play(context.Background(), g, players[0], players[1], 300); err != nil {
			t.Fatal(err)
		}
		tally.Add(g.Outcome().Result, side)
	}
	if tally.Score() < 0.75 {
		t.Errorf("the master scores %v against the beginner", tally)
	}
}

func TestErrorsNameThePosition(t *testing.T) {
	g, _ := chess.NewGame(chess.Rules{}, -1)
	broken := errors.New("broken")
	err := Play(context.Background(), g, func(context.Context, chess.Board, []uint64) (chess.Move, error) { return 0, broken }, nil, 0)
	if !errors.Is(err, broken) {
		t.Errorf("got %v, want the player's error", err)
	}
}

func TestTally(t *testing.T) {
	tally := Tally{Wins: 60, Draws: 20, Losses: 20}
	if s := tally.Score(); s != 0.7 {
		t.Errorf("score %v, want 0.7", s)
	}
	diff, margin := tally.Elo()
	if diff < 146 || diff > 148 || margin < 50 || margin > 80 {
		t.Errorf("Elo %.1f ± %.1f, want about 147 ± 65", diff, margin)
	}
}
