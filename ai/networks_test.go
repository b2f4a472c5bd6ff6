package ai

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rookery/ai/network"
	"rookery/chess"
	"rookery/variants"
)

// TestNetworksAreUsed holds that every embedded network can be read, belongs to a
// registered game, and that all together are small.
func TestNetworksAreUsed(t *testing.T) {
	const most = 2_500_000 // bytes
	used := make(map[string]bool)
	for _, v := range variants.All() {
		if NetworkOf(v.Rules) != nil {
			used[networkName(v.Rules)] = true
		}
	}
	files, err := networkFiles.ReadDir("networks")
	if err != nil {
		t.Fatal(err)
	}
	size := int64(0)
	for _, f := range files {
		if name := strings.TrimSuffix(f.Name(), ".net"); !used[name] {
			t.Errorf("no game uses %s", f.Name())
		}
		info, err := f.Info()
		if err != nil {
			t.Fatal(err)
		}
		size += info.Size()
	}
	if size > most {
		t.Errorf("the networks take %d bytes, more than %d", size, most)
	}
}

// TestEvaluationByAxes holds which games share a network, and layers of weights.
func TestEvaluationByAxes(t *testing.T) {
	game := func(names ...string) chess.Rules {
		v, err := variants.Custom(names...)
		if err != nil {
			t.Fatal(err)
		}
		return v.Rules
	}
	for _, c := range []struct {
		rules        chess.Rules
		name, layers string
	}{
		{game("chess"), "chess", "base"},
		{game("960"), "chess", "base"},
		{game("dark1"), "chess", "base"},
		{game("nocastling"), "chess", "base"},
		{game("crazyhouse", "960"), "drops", "base drops"},
		{game("darkcrazyhouse2"), "drops", "base drops"},
		{game("3check"), "checks", "base checks"},
		{game("3check", "atomic"), "explode-checks", "base explode checks"},
		{game("horde"), "kinglesswhite", "base kingless"},
		{game("allqueens"), "queens-queens", "base queens"},
		{game("racingkings"), "race-nochecks", "base race"},
		{game("capture"), "takeall-commoner-morewins-forced", "base takeall"},
		{game("pawnattack"), "pawns-pawns", "base pawns"},
		{game("suicide"), "loseall-commoner-forced", "loseall"},
		{game("giveaway"), "loseall-commoner-forced", "loseall"},
	} {
		if got := networkName(c.rules); got != c.name {
			t.Errorf("%s: %q, want %q", c.rules.Name, got, c.name)
		}
		if got := strings.Join(LayersOf(c.rules), " "); got != c.layers {
			t.Errorf("%s: layers %q, want %q", c.rules.Name, got, c.layers)
		}
	}
	if a, b := NetworkOf(game("chess")), NetworkOf(game("960")); a == nil || a != b {
		t.Error("chess and its drawn arrays do not share one network")
	}
	hexagons, ok := variants.ByName("hex")
	if ok && NetworkOf(hexagons.Rules) != nil {
		t.Error("a network for a board that is not 8×8")
	}
}

// TestEvalUsesNetwork holds what a search stands on: the hand-crafted value and what the network
// adds, or the value of a network that stands alone and, besides, what the style changes of the
// hand-crafted value.
func TestEvalUsesNetwork(t *testing.T) {
	b, err := chess.NewBoard(chess.Rules{}, "r1bqkbnr/pp1ppppp/2n5/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
	if err != nil {
		t.Fatal(err)
	}
	p := b.(chess.Positioned).Position()
	tr := traitsOf(chess.Rules{})
	hand := func(s Style) int {
		e := newEvaluator(tr, WeightsOf(tr.rules), s.weights())
		e.side = p.Turn()
		return e.eval(p, p.Key())
	}
	n := *NetworkOf(chess.Rules{})
	says := n.NewState().Value(p)
	if says == 0 || hand(Aggressive) == hand(Balanced) {
		t.Fatal("there is nothing to tell apart")
	}
	for _, c := range []struct {
		alone bool
		style Style
		want  int
	}{
		{false, Balanced, hand(Balanced) + says},
		{false, Aggressive, hand(Aggressive) + says},
		{true, Balanced, says},
		{true, Aggressive, says + hand(Aggressive) - hand(Balanced)},
	} {
		n.Alone = c.alone
		s := newSearch(&tr, c.style, &n)
		s.evaluator.side = p.Turn()
		if got := s.evaluator.eval(p, p.Key()); got != c.want {
			t.Errorf("alone %v, %s: the value is %d, want %d", c.alone, c.style.Name(), got, c.want)
		}
		if got := s.evaluator.Value(p); got != hand(c.style) {
			t.Errorf("alone %v, %s: the hand-crafted value is %d, want %d", c.alone, c.style.Name(), got, hand(c.style))
		}
	}
}

// TestOwnNetworksComeFirst holds that a player's network takes the place of the embedded one
// for just its rules, and that files which are not what they are called are named.
func TestOwnNetworksComeFirst(t *testing.T) {
	dir := t.TempDir()
	t.Cleanup(func() {
		if err := UseNetworks(""); err != nil {
			t.Error(err)
		}
	})
	game := func(names ...string) chess.Rules {
		v, err := variants.Custom(names...)
		if err != nil {
			t.Fatal(err)
		}
		return v.Rules
	}
	put := func(file string, n *network.Network) {
		var data bytes.Buffer
		if err := n.Write(&data); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, file+".net"), data.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	own := func(r chess.Rules) *network.Network {
		n := network.New(network.FeaturesOf(r), 32, 1, 100)
		n.Game = NetworkName(r)
		return n
	}
	drawn, atomic, drops := own(game("960")), own(game("atomic")), own(game("crazyhouse"))
	put(drawn.Game, drawn)
	put(atomic.Game, atomic)
	put("hill", drops) // of another game
	drops.Features.Pockets = false
	drops.Weights = drops.Weights[:drops.Features.Len()*32]
	put("drops", drops) // that sees too little
	if err := os.WriteFile(filepath.Join(dir, "checks.net"), []byte("rooknet1 of old"), 0o600); err != nil {
		t.Fatal(err)
	}
	err := UseNetworks(dir)
	for _, file := range []string{"hill.net", "checks.net"} {
		if err == nil || !strings.Contains(err.Error(), file) {
			t.Errorf("%s is not named: %v", file, err)
		}
	}
	for _, c := range []struct {
		rules chess.Rules
		game  string
		own   bool
	}{
		{game("960"), "chess-drawn", true},
		{game("chess"), "chess", false},
		{game("atomic"), "explode", true},
		{game("atomic", "960"), "explode", true},
		{game("kingofthehill"), "hill", false},
		{game("3check"), "checks", false},
	} {
		if n := NetworkOf(c.rules); n == nil || n.Game != c.game || (n.Size == 32 && n.Buckets == 1) != c.own {
			t.Errorf("%s has %+v, want %q", c.rules.Name, n, c.game)
		}
	}
	if n := NetworkOf(game("crazyhouse")); n != nil && n.Buckets == 1 {
		t.Error("a network that sees no pockets is used for drops")
	}
}
