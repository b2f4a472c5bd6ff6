package variants

import (
	"strings"
	"testing"

	"rookery/chess"
)

func TestRegister(t *testing.T) {
	ids := make(map[string]bool)
	for _, v := range All() {
		if ids[v.ID] {
			t.Errorf("two variants have the id %s", v.ID)
		}
		ids[v.ID] = true
		if v.Rules.Name == "" || v.Rules.Aim == "" || v.Source == "" {
			t.Errorf("%s lacks a name, an aim or a source", v.ID)
		}
		for name := range strings.SplitSeq(strings.Join(append([]string{v.ID, v.Rules.Name, v.PGN, v.UCI}, v.Aliases...), "\n"), "\n") {
			if name == "" {
				continue
			}
			got, ok := ByName(strings.ToUpper(name))
			if !ok || got.ID != v.ID {
				t.Errorf("%q finds %q, want %s", name, got.ID, v.ID)
			}
		}
		if got, ok := Of(v.Rules); !ok || got.ID != v.ID {
			t.Errorf("the axes of %s are those of %s", v.ID, got.ID)
		}
		lines := strings.Split(v.Card, "\n")
		if len(lines) < 2 || len(lines) > 18 {
			t.Errorf("the card of %s has %d lines, want 2 to 18", v.ID, len(lines))
		}
		for _, line := range lines {
			if len(line) > 92 {
				t.Errorf("%s: a line of %d signs: %s", v.ID, len(line), line)
			}
		}
		if _, err := chess.NewBoard(v.Rules, ""); err != nil {
			t.Errorf("%s does not start: %v", v.ID, err)
		}
	}
}

func TestSamplesPlay(t *testing.T) {
	for _, v := range All() {
		if v.Sample == "" {
			continue
		}
		g, err := chess.NewGame(v.Rules, -1)
		if err != nil {
			t.Fatal(err)
		}
		for san := range strings.FieldsSeq(v.Sample) {
			if m, err := g.PlaySAN(san); err != nil {
				t.Errorf("%s: %s: %v", v.ID, san, err)
				break
			} else if sans := g.SANs(); sans[len(sans)-1] != san {
				t.Errorf("%s: %v is written %s, the sample says %s", v.ID, m, sans[len(sans)-1], san)
			}
		}
		if strings.HasSuffix(v.Sample, "#") != g.Outcome().Over() {
			t.Errorf("%s: the sample ends with %v, outcome %v %v", v.ID, v.Sample[len(v.Sample)-1:], g.Outcome().Result, g.Outcome().Reason)
		}
	}
}

func TestCustomCombines(t *testing.T) {
	for _, c := range []struct {
		parts []string
		want  string // id, or a part of the error
	}{
		{[]string{"atomic", "960"}, "atomic960"},
		{[]string{"chess", "suicide"}, "suicide"},
		{[]string{"dark", "crazyhouse"}, "darkcrazyhouse1"},
		{[]string{"atomic", "960", "dark"}, "atomic+chess960+dark1"},
		{[]string{"atomic", "benedict"}, "Atomic and Benedict both change what a capture does; choose one"},
		{[]string{"benedict", "crazyhouse"}, "the pocket would stay empty,"},
		{[]string{"nonsense"}, `unknown variant "nonsense"`},
	} {
		v, err := Custom(c.parts...)
		got := v.ID
		if err != nil {
			got = err.Error()
		}
		if got != c.want && (err == nil || !strings.Contains(got, c.want)) {
			t.Errorf("%v: %s, want %s", c.parts, got, c.want)
		}
		if err == nil && v.Card == "" {
			t.Errorf("%v has no card", c.parts)
		}
	}
	if v, ok := ByName("Three-check 960"); !ok || v.Rules.Start == nil || v.Rules.Goal != chess.ThreeChecks {
		t.Errorf("Three-check 960 is %+v", v)
	}
}

func TestChaosFollowsItsSeed(t *testing.T) {
	seen := make(map[string]bool)
	for seed := range 200 {
		a, b := chaosStart(seed), chaosStart(seed)
		if a != b {
			t.Fatalf("seed %d gives two starting positions", seed)
		}
		seen[a] = true
		board, err := chess.NewBoard(Chaos, a)
		if err != nil {
			t.Fatalf("seed %d: %s: %v", seed, a, err)
		}
		if board.FEN() != a {
			t.Errorf("seed %d: %s comes back as %s", seed, a, board.FEN())
		}
	}
	if len(seen) < 199 {
		t.Errorf("200 seeds give %d starting positions", len(seen))
	}
}
