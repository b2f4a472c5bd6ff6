package variants_test

import (
	"fmt"
	"log"

	"rookery/chess"
	"rookery/variants"
)

func ExampleByName() {
	v, ok := variants.ByName("King of the Hill")
	if !ok {
		log.Fatal("no such variant")
	}
	game, err := chess.NewGame(v.Rules, -1)
	if err != nil {
		log.Fatal(err)
	}
	for _, move := range []string{"e4", "e5", "Ke2", "Ke7", "Ke3", "Ke6", "d4", "exd4+", "Kxd4"} {
		if _, err := game.PlaySAN(move); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(v.ID, game.Outcome().Result, game.Outcome().Reason)
	// Output: kingofthehill 1-0 hill
}

// Names combine where their rules do not contradict each other.
func ExampleCustom() {
	v, err := variants.Custom("crazyhouse", "atomic")
	fmt.Println(v.Rules.Name, err)
	_, err = variants.Custom("crazyhouse", "benedict")
	fmt.Println(err)
	// Output:
	// Crazyhouse + Atomic <nil>
	// the pocket would stay empty, since nothing is captured
}
