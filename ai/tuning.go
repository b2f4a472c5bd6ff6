package ai

import (
	"strings"

	"rookery/chess"
)

// Len is how many weights there are, each with two values.
func (w *Weights) Len() int {
	n := 0
	for _, g := range w.groups() {
		n += len(g.w)
	}
	return n
}

// at finds the i-th weight with the name of its group and its place in it.
func (w *Weights) at(i int) (name string, place int, weight *pair) {
	for _, g := range w.groups() {
		if i < len(g.w) {
			return g.name, i, &g.w[i]
		}
		i -= len(g.w)
	}
	panic("there is no such weight")
}

// Get is the i-th weight, 0 ≤ i < Len, in centipawns for the middle game and
// the ending.
func (w *Weights) Get(i int) (middle, end int) {
	_, _, p := w.at(i)
	return p.middle(), p.end()
}

// Set changes the i-th weight.
func (w *Weights) Set(i, middle, end int) {
	_, _, p := w.at(i)
	*p = both(middle, end)
}

// Twin is the weight of the same man on the same rank as the i-th, on the file
// as far from the other edge; i itself for a weight that has none. Pawns have
// none: kings castle to one side more often than to the other.
func (w *Weights) Twin(i int) int {
	name, place, _ := w.at(i)
	if role, ok := strings.CutPrefix(name, "place."); ok && role != roleNames[chess.Pawn] {
		return i - place + (place ^ 7)
	}
	return i
}

// Bears returns a test that is false for positions to whose value the i-th
// weight adds nothing, as can be seen without valuing them. It may be true for
// others of that kind.
func (w *Weights) Bears(i int) func(p *chess.Position) bool {
	name, place, _ := w.at(i)
	kind, what, _ := strings.Cut(name, ".")
	role := chess.NoRole
	for r := chess.Pawn; r <= chess.King; r++ {
		if roleNames[r] == what {
			role = r
		}
	}
	switch kind {
	case "place":
		sq := chess.Square(place)
		return func(p *chess.Position) bool {
			return p.Men(chess.White, role).Has(sq) || p.Men(chess.Black, role).Has(sq^flip[chess.Black])
		}
	case "mobility":
		return func(p *chess.Position) bool { return p.Of(role) != 0 }
	case "held":
		return func(p *chess.Position) bool { return int(max(p.Hand(0)[role], p.Hand(1)[role])) > place }
	}
	return func(*chess.Position) bool { return true }
}

// Shares are the parts that values for the middle game and for the ending have
// in the value of p; what is missing to one is lost to likely draws.
func (e *Evaluator) Shares(p *chess.Position) (middle, end float64) {
	v := vision{p: p, occ: p.Occupied()}
	v.look()
	v.entry = e.pawnsOf(p)
	score := v.entry.score + e.side(&v, chess.White) - e.side(&v, chess.Black) + e.passers(&v)
	if e.t.aims {
		e.aims(&v, chess.White)
		e.aims(&v, chess.Black)
	}
	phase := float64(min(v.phase, fullPhase)) / fullPhase
	return phase, (1 - phase) * float64(e.chances(&v, score.end())) / 16
}
