package collection_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"rookery/pgn/collection"
)

const twoGames = `[White "Tal"]
[Black "Botvinnik"]
[Result "1-0"]

1. e4 c6 1-0

[White "Petrosian"]
[Black "Tal"]
[Result "1/2-1/2"]

1. d4 d5 1/2-1/2
`

func ExampleIndex_Search() {
	ctx := context.Background()
	ix, err := collection.BuildIndex(ctx, strings.NewReader(twoGames), int64(len(twoGames)), nil)
	if err != nil {
		log.Fatal(err)
	}
	query, err := collection.ParseQuery("player:tal 1-0")
	if err != nil {
		log.Fatal(err)
	}
	err = ix.Search(ctx, query, func(i int) {
		g, err := ix.Game(i)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(i, g.Tags.Value("White"), g.Tags.Value("Black"))
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output: 0 Tal Botvinnik
}

// A file is indexed once; its games are read one by one.
func ExampleOpen() {
	ctx := context.Background()
	f, err := collection.Open(ctx, "../../chess/known/testdata/games/lichess.pgn.gz")
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	if err := f.Build(ctx, nil); err != nil {
		log.Fatal(err)
	}
	var stats collection.Stats
	if err := stats.Add(ctx, f.Index); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d games, %d drawn\n", f.Len(), stats.All.Draws)
	// Output:
	// 100 games, 7 drawn
}
