package variants

import (
	"testing"

	"rookery/chess"
)

// Names that collections and programs write.
func TestNamesInFilesAreKnown(t *testing.T) {
	for want, names := range map[string][]string{
		"chess": {"", "Standard", "normal", "chess", "Classical", "From Position", "wild/0", "wild/8a"},
		"chess960": {"Chess960", "chess 960", "fischerandom", "Fischerandom", "fischerrandom", "Fischer Random", "frc", "wild/fr",
			"CHESS-960"},
		"crazyhouse":  {"Crazyhouse", "crazyhouse", "crazy house", "house", "zh"},
		"atomic":      {"Atomic", "atom", "atomic chess"},
		"suicide":     {"suicide", "Suicide"},
		"giveaway":    {"Antichess", "anti", "giveaway", "give away", "antichess"},
		"racingkings": {"Racing Kings", "RacingKings", "race", "racingkings"},
	} {
		v, ok := ByName(want)
		if !ok {
			t.Fatalf("there is no %s", want)
		}
		for _, name := range names {
			r, err := FromPGN(name, "")
			if err != nil || !sameAxes(r, v.Rules) {
				t.Errorf("Variant %q gives %q, %v, want %s", name, r.Name, err, want)
			}
		}
	}
	for _, name := range []string{"Seirawan", "Sittuyin", "wild/17", "nonsense"} {
		if r, err := FromPGN(name, ""); err == nil {
			t.Errorf("Variant %q gives %q, want an error", name, r.Name)
		}
	}
}

func TestCastlingRightsShowAShuffledStart(t *testing.T) {
	for fen, drawn := range map[string]bool{
		"": false,
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1":     false,
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1":     false,
		"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1":     true,
		"1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 0 1":                         true,
		"4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1":                             false,
		"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1":                             false,
		"4k3/8/8/8/8/8/8/1R2K2R w KQ - 0 1":                            true,
		"r3k2r/8/8/8/8/8/8/5K2 w kq - 0 1":                             false,
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Qn] w KQkq - 0 1": false,
	} {
		for _, name := range []string{"", "Atomic", "Crazyhouse"} {
			r, err := FromPGN(name, fen)
			if err != nil {
				t.Fatal(err)
			}
			if got := r.Start != nil; got != drawn {
				t.Errorf("%q in %q: random start %v, want %v", fen, name, got, drawn)
			}
		}
	}
}

func TestEveryCombinationHasANameThatReadsBack(t *testing.T) {
	var all []chess.Rules
	for _, v := range All() {
		all = append(all, v.Rules)
	}
	for _, parts := range [][]string{{"atomic", "960"}, {"atomic", "960", "dark"}, {"crazyhouse", "kingofthehill"}, {"racingkings", "dark"}} {
		v, err := Custom(parts...)
		if err != nil {
			t.Logf("%v: %v", parts, err)
			continue
		}
		all = append(all, v.Rules)
	}
	for _, r := range all {
		tag := ToPGN(r)
		back, err := FromPGN(tag, "")
		if err != nil || !sameAxes(back, r) {
			t.Errorf("%s is written %q and read as %q, %v", r.Name, tag, back.Name, err)
		}
	}
}
