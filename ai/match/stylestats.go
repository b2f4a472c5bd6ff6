package match

import "math"

// Mean is a mean over games with its standard error.
type Mean struct {
	Name  string  `json:"name"`
	Games int     `json:"games"` // in which there was something to measure
	Mean  float64 `json:"mean"`
	Error float64 `json:"error"`
}

// Apart is by how many standard errors f lies above g; 0 where either is not
// known well enough to say.
func (f Mean) Apart(g Mean) float64 {
	sigma := math.Hypot(f.Error, g.Error)
	if f.Games < 2 || g.Games < 2 || sigma == 0 {
		return 0
	}
	return (f.Mean - g.Mean) / sigma
}

// StyleStats gathers the traits of one player over games. The zero StyleStats is empty.
type StyleStats struct{ sums [len(statistics)]sample }

type sample struct {
	n      int
	x, sqs float64
}

// lateSacrifice is the ply that stands for a sacrifice that came later or never.
const lateSacrifice = 100

// statistics are what is told of a style. A game in which there is nothing to measure
// is left out.
var statistics = [...]struct {
	name    string
	measure func(h styleTraits, plies int, won bool) (x float64, there bool)
}{
	{"attacks on the king's zone a move", func(h styleTraits, _ int, _ bool) (float64, bool) { return h.Attacks, h.Moves > 0 }},
	{"pawns thrown at the king in 40 moves", func(h styleTraits, _ int, _ bool) (float64, bool) { return h.Storm, h.Moves > 0 }},
	{"exchanges begun by move 20", func(h styleTraits, _ int, _ bool) (float64, bool) { return float64(h.Exchange), true }},
	{"games with a sacrifice, %", func(h styleTraits, _ int, _ bool) (float64, bool) {
		if h.Sacrifice > 0 {
			return 100, true
		}
		return 0, true
	}},
	{"ply of the first sacrifice", func(h styleTraits, _ int, _ bool) (float64, bool) { return float64(h.Sacrifice), h.Sacrifice > 0 }},
	{"the same, 100 where later or never", func(h styleTraits, _ int, _ bool) (float64, bool) {
		if h.Sacrifice == 0 {
			return lateSacrifice, true
		}
		return float64(min(h.Sacrifice, lateSacrifice)), true
	}},
	{"plies of a game", func(_ styleTraits, plies int, _ bool) (float64, bool) { return float64(plies), true }},
	{"plies of a won game", func(_ styleTraits, plies int, won bool) (float64, bool) { return float64(plies), won }},
}

// Add counts the traits of one game of so many plies.
func (m *StyleStats) Add(h styleTraits, plies int, won bool) {
	for i, f := range statistics {
		if x, there := f.measure(h, plies, won); there {
			s := &m.sums[i]
			s.n++
			s.x += x
			s.sqs += x * x
		}
	}
}

// Means are the means so far, always the same in the same order.
func (m *StyleStats) Means() []Mean {
	out := make([]Mean, len(statistics))
	for i, s := range m.sums {
		out[i] = Mean{Name: statistics[i].name, Games: s.n}
		if n := float64(s.n); s.n > 0 {
			out[i].Mean = s.x / n
			if s.n > 1 {
				variance := max(0, s.sqs-n*square(out[i].Mean)) / (n - 1)
				out[i].Error = math.Sqrt(variance / n)
			}
		}
	}
	return out
}
