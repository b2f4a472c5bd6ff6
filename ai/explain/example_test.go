package explain_test

import (
	"context"
	"fmt"
	"log"

	"rookery/ai"
	"rookery/ai/explain"
	"rookery/chess"
)

func ExampleMove() {
	board, err := chess.NewBoard(chess.Rules{}, "4k3/8/8/3r4/8/8/8/3QK3 w - - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	choice, err := ai.New(ai.Grandmaster, ai.Balanced, 1).Choose(context.Background(), board, ai.Limit{Depth: 6})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(chess.SAN(board, choice.Move), explain.Move(board, choice.Lines[0]))
	// Output: Qxd5 Wins a rook.
}
