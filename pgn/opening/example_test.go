package opening_test

import (
	"fmt"
	"log"
	"strings"

	"rookery/pgn"
	"rookery/pgn/opening"
)

func ExampleTable_Of() {
	g, err := pgn.NewReader(strings.NewReader("1. c4 e6 2. d4 d5 *")).Read()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(opening.Load().Of(g)) // by the position, whatever the order of moves
	// Output: D30 Queen's Gambit Declined
}
