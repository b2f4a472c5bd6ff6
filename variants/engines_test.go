package variants_test

import (
	"testing"

	"rookery/chess"
	"rookery/variants"
)

func TestNamesForEngines(t *testing.T) {
	dark, err := chess.Combine(variants.Atomic, variants.Chess960, chess.Rules{Fog: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name                string
		rules               chess.Rules
		uci, xboard         string
		drawn, know, xknows bool
	}{
		{"chess", variants.Chess, "chess", "normal", false, true, true},
		{"chess from a random position", variants.Chess960, "chess", "fischerandom", true, true, true},
		{"chess from two random positions", variants.Double960, "chess", "", true, true, false},
		{"a game with a word of its own", variants.Atomic, "atomic", "atomic", false, true, true},
		{"the same from a random position", variants.Atomic960, "atomic", "", true, true, false},
		{"a game with a starting position of its own", variants.Horde, "horde", "horde", false, true, true},
		{"another start of chess", variants.AllQueens, "chess", "normal", false, true, true},
		{"chess without castling", variants.NoCastling, "chess", "nocastle", false, true, true},
		{"one game, two names", variants.Giveaway, "antichess", "giveaway", false, true, true},
		{"a game that no engine knows", variants.Benedict, "", "", false, false, false},
		{"another board", variants.Hexagonal, "", "", false, false, false},
		{"disguised pieces", variants.Chaos, "", "", true, false, false},
		{"a combination in the fog", dark, "", "", true, false, false},
	} {
		name, drawn, ok := variants.UCIName(c.rules)
		if name != c.uci || ok != c.know || ok && drawn != c.drawn {
			t.Errorf("%s: UCI %q, drawn %t, known %t", c.name, name, drawn, ok)
		}
		name, drawn, ok = variants.XBoardName(c.rules)
		if ok != c.xknows || ok && (name != c.xboard || drawn != c.drawn) {
			t.Errorf("%s: XBoard %q, drawn %t, known %t", c.name, name, drawn, ok)
		}
	}
}

func TestOwnName(t *testing.T) {
	for _, c := range []struct {
		rules chess.Rules
		want  string
	}{{variants.AllQueens, "allqueens"}, {variants.Atomic, ""}, {variants.Giveaway, ""}, {variants.Chess, ""}} {
		v, ok := variants.Of(c.rules)
		if got := v.OwnName(); !ok || got != c.want {
			t.Errorf("%s: %q, known %t; want %q", c.rules.Name, got, ok, c.want)
		}
	}
}
