package serve

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestGrafanaBoard wants every figure of the example board to be one that a server tells, with the labels
// that the board asks for, and every figure of the server that is worth an alarm to be on the board.
func TestGrafanaBoard(t *testing.T) {
	text, err := os.ReadFile("../../docs/grafana.json")
	if err != nil {
		t.Fatal(err)
	}
	var board struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(text, &board); err != nil {
		t.Fatal(err)
	}
	club := openClub(t)
	m := NewMeters()
	m.CountDamage(func() int { return 0 })
	m.CountWaiting(func() int { return 0 })
	startWith(t, func(c *Config) { c.Meters, c.Lobby = m, club })
	families, err := m.registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	labels := make(map[string]string) // of each figure
	for _, f := range families {
		labels[f.GetName()] = ""
		for _, l := range f.GetMetric()[0].GetLabel() {
			labels[f.GetName()] += l.GetName() + " "
		}
	}
	shown := make(map[string]bool)
	for _, p := range board.Panels {
		for _, target := range p.Targets {
			for _, name := range regexp.MustCompile(`(rookery|process)_\w+`).FindAllString(target.Expr, -1) {
				name = strings.TrimSuffix(name, "_bucket")
				shown[name] = true
				if _, ok := labels[name]; !ok {
					t.Errorf("%s: a server does not tell %s", p.Title, name)
				}
				for _, label := range []string{"reason", "state"} {
					if strings.Contains(target.Expr, "by ("+label+")") && !strings.Contains(labels[name], label) {
						t.Errorf("%s: %s has no label %s", p.Title, name, label)
					}
				}
			}
		}
	}
	for _, name := range []string{"rookery_store_outage", "rookery_store_damage", "rookery_panics_total", "rookery_journal_errors_total",
		"rookery_durable_seconds", "rookery_thinking_queue", "rookery_store_queue", "rookery_tournaments"} {
		if !shown[name] {
			t.Errorf("%s is not on the board", name)
		}
	}
}
