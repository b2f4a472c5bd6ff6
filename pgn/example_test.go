package pgn_test

import (
	"fmt"
	"log"
	"os"
	"strings"

	"rookery/chess"
	"rookery/pgn"
)

func ExampleReader() {
	r := pgn.NewReader(strings.NewReader(`[White "Anderssen"]
[Black "Kieseritzky"]

1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ {an old line} 4. Kf1 b5 (4... d6) 1-0
`))
	g, err := r.Read()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(g.Tags.Value("White"), g.Result, g.Plies())
	for _, n := range g.Root.Line() {
		if len(n.After) > 0 {
			fmt.Printf("ply %d: %s\n", n.Ply(), n.After[0])
		}
	}
	// Output:
	// Anderssen 1-0 8
	// ply 6: an old line
}

func ExampleWriter() {
	g, err := pgn.NewReader(strings.NewReader("1.e4 e5 2.Ng1-f3! (2.f4) *")).Read()
	if err != nil {
		log.Fatal(err)
	}
	g.SetTag("White", "Ann")
	if err := pgn.NewWriter(os.Stdout).Write(g); err != nil {
		log.Fatal(err)
	}
	// Output:
	// [White "Ann"]
	//
	// 1. e4 e5 2. Nf3 $1 (2. f4) *
}

// A game that was played becomes a tree, which can be walked and written.
func ExampleFromGame() {
	played, err := chess.NewGame(chess.Rules{}, -1)
	if err != nil {
		log.Fatal(err)
	}
	for _, move := range []string{"f3", "e5", "g4", "Qh4#"} {
		if _, err := played.PlaySAN(move); err != nil {
			log.Fatal(err)
		}
	}
	g := pgn.FromGame(played, map[string]string{"White": "Ann", "Black": "Ben"})
	err = g.Walk(func(n *pgn.Node, b chess.Board) bool {
		fmt.Println(n.Ply(), b.FEN())
		return n.Ply() < 2
	})
	fmt.Println(g.Result, err)
	// Output:
	// 0 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
	// 1 rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1
	// 2 rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2
	// 0-1 <nil>
}
