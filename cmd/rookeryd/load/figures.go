package load

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// Figure is one thing that was measured.
type Figure struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit"`
	// Goal is what Value should be at most; 0 for no goal.
	Goal float64 `json:"goal,omitempty"`
	Kept bool    `json:"kept"` // the goal, if there is one
}

// Figures are those of a run, in the order in which they were taken.
type Figures []Figure

// add adds one.
func (f *Figures) add(name string, value float64, unit string, goal float64) {
	*f = append(*f, Figure{name, value, unit, goal, goal == 0 || value <= goal})
}

// times adds what half and what 99 of a hundred times stay below.
func (f *Figures) times(name string, all []time.Duration, half, most float64) {
	slices.Sort(all)
	f.add(name+", p50", quantile(all, .5), "ms", half)
	f.add(name+", p99", quantile(all, .99), "ms", most)
}

// quantile of sorted times, in milliseconds.
func quantile(all []time.Duration, q float64) float64 {
	if len(all) == 0 {
		return 0
	}
	return float64(all[int(q*float64(len(all)-1))]) / float64(time.Millisecond)
}

// WriteText writes a table.
func (f Figures) WriteText(w io.Writer) error {
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, one := range f {
		goal := ""
		if one.Goal > 0 {
			goal = "goal " + number(one.Goal) + "\tkept"
			if !one.Kept {
				goal = "goal " + number(one.Goal) + "\tmissed"
			}
		}
		fmt.Fprintf(tab, "%s\t%s %s\t%s\n", one.Name, number(one.Value), one.Unit, goal)
	}
	return tab.Flush()
}

// number writes a value as exactly as it is worth.
func number(v float64) string {
	s := fmt.Sprintf("%.1f", v)
	if v >= 100 {
		s = fmt.Sprintf("%.0f", v)
	}
	return strings.TrimSuffix(s, ".0")
}

// WriteJSON writes them for programs.
func (f Figures) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(f)
}
