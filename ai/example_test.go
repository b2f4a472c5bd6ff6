package ai_test

import (
	"context"
	"fmt"
	"log"

	"rookery/ai"
	"rookery/chess"
)

// With a limit of nodes or depth the same seed gives the same move everywhere.
func ExampleEngine_Choose() {
	board, err := chess.NewBoard(chess.Rules{}, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	engine := ai.New(ai.Grandmaster, ai.Balanced, 1)
	choice, err := engine.Choose(context.Background(), board, ai.Limit{Depth: 3})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(chess.SAN(board, choice.Move), "mate in", choice.Mate)
	// Output: Ra8# mate in 1
}

func ExampleLevels() {
	for _, level := range ai.Levels()[:2] {
		fmt.Printf("%s, about %d: %s\n", level.Name(), level.Elo(), level.Describe())
	}
	// Output:
	// Newcomer, about 1100: Knows how the pieces move, little more.
	// Beginner, about 1350: Sees one move ahead and overlooks things.
}
