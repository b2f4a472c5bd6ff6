package plain

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"rookery/variants"
)

// TestAnyWordsAnywhere writes words in any order with fitting and unfitting
// arguments: every run must come to its end and write plain lines.
func TestAnyWordsAnywhere(t *testing.T) {
	vocabulary := (&program{}).vocabulary()
	slow := map[string]bool{"hint": true, "analyse": true, "learn": true, "retry": true, "quit": true, "pgn": true, "variants": true, "rules": true, "help": true}
	args := []string{"", "", "e4", "e2", "f6", "8", "1", "2", "a", "N", "white knight", "black queen e5", "Ke1", "kh8", "KQkq", "none", "e3",
		"white", "black", "friend", "friend clock 5+3", "empty", "start", "testdata/lines.pgn", "testdata/hostile.pgn", "all", "nonsense", "99999999999",
		"8/8/8/4k3/8/8/8/R3K3 w - - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "\x1b[31m", "é", "as black friend", "pocket", "qpocket"}
	for _, v := range variants.All() {
		args = append(args, "friend "+v.ID)
	}
	moves := []string{"e4", "e5", "Nf3", "d4", "f6", "e2e4", "a1a2", "O-O", "yes", "no", "--", "b4", "Qxd8", "zzz"}
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var in strings.Builder
		for range 300 {
			w := vocabulary[rng.IntN(len(vocabulary))]
			switch {
			case rng.IntN(3) == 0:
				fmt.Fprintln(&in, moves[rng.IntN(len(moves))])
			case w.name == "new":
				fmt.Fprintln(&in, "new friend", variants.All()[rng.IntN(len(variants.All()))].ID)
			case w.name == "play":
				fmt.Fprintln(&in, "play friend")
			case w.name == "save" || slow[w.name]: // files of the machine are left alone
			default:
				fmt.Fprintln(&in, w.name, args[rng.IntN(len(args))])
			}
		}
		if out := talk(t, in.String()); t.Failed() {
			t.Fatalf("seed %d:\n%s\n%s", seed, in.String(), out)
		}
	}
}
