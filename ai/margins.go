package ai

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Margins are the numbers by which a search prunes, reduces and extends, in centipawns of chess
// where nothing else is said; traits.marginPercent widens them where one move changes more.
// A zero Margins is no good: begin with DefaultMargins.
type Margins [numMargins]int

const (
	// A node is cut when the static value is above beta by so much for each ply.
	reverseFutilityMargin = iota
	// It is left to quiescence when the static value is below alpha by so much for each ply.
	razorMargin
	// A capture must beat beta by so much in a shallow search to be believed, in all games alike
	// (ProbCut, M. Buro, 1995). With the corrections by other pieces it won 54.5 % of
	// 600 games of chess.
	probCutMargin
	// A null move is searched a ply less for each so much above beta.
	nullMoveMargin
	// By how much below the table's score all other moves must fail for a singular
	// extension, in hundredths of a centipawn for each ply.
	singularMargin
	// Two plies more for a move that stands alone by so much.
	doubleExtensionMargin
	// Quiet moves are left out when the static value, with so much and so much more for
	// each ply, does not reach alpha.
	futilityMargin
	futilityPly
	// Quiet moves with a history below this times the depth are left out, and moves that convert.
	historyPruning
	historyPruningConvert
	// Moves that lose so much by exchanges are left out: quiet ones by the square of the
	// depth, for what they lose may be won back by a deeper plan; captures by the depth.
	exchangePruningQuiet
	exchangePruningNoisy
	// What a capture may bring in quiescence besides the piece that it takes.
	deltaMargin
	// The first window around the score of the depth before, to either side.
	aspirationMargin

	// Reductions of late moves, in 1024ths of a ply: the least, what the product of the
	// logarithms is divided by (in thousandths), and what changes them. The first two are
	// the usual shape: a move late in a deep node is hardly ever the best, and each doubling
	// of either tells about as much as the one before.
	reductionBase
	reductionDivisor
	historyReduction    // tenths of a history that count for a 1024th
	pvReduction         // less where an error is one of the root, or was in a search before
	cutReduction        // more where a cut is expected
	worseReduction      // more where the side to move stands worse than before its last move
	checkReduction      // less in check, and for moves that give it
	noisyTableReduction // more for quiet moves where the table has a noisy one
	doubtReduction      // less for each centipawn that the evaluation was corrected by
	numMargins
)

// marginTable says how margins are called, what they are, and what tuning may try: from low to
// high, by steps of the size whose effect some thousand games show. The values began as the usual
// ones of engines of this design and were kept by matches of the whole: the search that brought
// most of them won +28 =5 -6 against the one before in chess, +28 =0 -12 with drops.
var marginTable = [numMargins]struct {
	name                   string
	value, low, high, step int
}{
	reverseFutilityMargin: {"reverse-futility", 80, 20, 200, 8},
	razorMargin:           {"razor", 220, 60, 600, 25},
	probCutMargin:         {"probcut", 180, 60, 400, 18},
	nullMoveMargin:        {"null-move", 200, 60, 500, 25},
	singularMargin:        {"singular", 200, 40, 800, 40},
	doubleExtensionMargin: {"double-extension", 24, 4, 100, 6},
	futilityMargin:        {"futility", 110, 10, 300, 15},
	futilityPly:           {"futility-ply", 95, 20, 240, 10},
	historyPruning:        {"history-pruning", -3500, -9000, -800, 400},
	historyPruningConvert: {"history-pruning-convert", -2000, -9000, -800, 400},
	exchangePruningQuiet:  {"exchange-quiet", -30, -90, -5, 5},
	exchangePruningNoisy:  {"exchange-noisy", -125, -240, -15, 12},
	deltaMargin:           {"delta", 180, 40, 450, 20},
	aspirationMargin:      {"aspiration", 12, 6, 80, 4},
	reductionBase:         {"reduction-base", 768, 0, 1600, 90},
	reductionDivisor:      {"reduction-divisor", 2300, 1400, 4500, 150},
	historyReduction:      {"reduction-history", 100, 40, 320, 12},
	pvReduction:           {"reduction-pv", 1024, 0, 2600, 130},
	cutReduction:          {"reduction-cut", 1536, 0, 3200, 150},
	worseReduction:        {"reduction-worse", 512, 0, 1600, 100},
	checkReduction:        {"reduction-check", 1024, 0, 2600, 130},
	noisyTableReduction:   {"reduction-noisy-table", 768, 0, 2400, 120},
	doubtReduction:        {"reduction-doubt", 10, 0, 40, 4},
}

// DefaultMargins are those that the engine plays with.
func DefaultMargins() (m Margins) {
	for i, d := range marginTable {
		m[i] = d.value
	}
	return m
}

// MarginRange says how the i-th margin is called, and what values of it tuning may try.
func MarginRange(i int) (name string, low, high, step int) {
	d := &marginTable[i]
	return d.name, d.low, d.high, d.step
}

// Write writes a margin a line, as ReadMargins reads them.
func (m *Margins) Write(out io.Writer) error {
	w := bufio.NewWriter(out)
	for i, v := range m {
		fmt.Fprintln(w, marginTable[i].name, v)
	}
	return w.Flush()
}

// ReadMargins reads a name and a value a line; those that are not named have their default.
func ReadMargins(r io.Reader) (Margins, error) {
	m := DefaultMargins()
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		name, value, _ := strings.Cut(strings.TrimSpace(text), " ")
		if name == "" {
			continue
		}
		i := 0
		for i < len(marginTable) && marginTable[i].name != name {
			i++
		}
		v, err := strconv.Atoi(strings.TrimSpace(value))
		if i == len(marginTable) || err != nil || v < marginTable[i].low || v > marginTable[i].high {
			return m, fmt.Errorf("line %d: %q is not a margin and a value for it", n, strings.TrimSpace(text))
		}
		m[i] = v
	}
	return m, lines.Err()
}

// reductionTable is reductions of late moves by depth and place in the order, in 1024ths of a ply.
type reductionTable [64][64]int

func (m *Margins) reductions() *reductionTable {
	r := new(reductionTable)
	base, divisor := float64(m[reductionBase])/1024, float64(m[reductionDivisor])/1000
	for d := 1; d < 64; d++ {
		for n := 1; n < 64; n++ {
			r[d][n] = int(1024 * (base + math.Log(float64(d))*math.Log(float64(n))/divisor))
		}
	}
	return r
}

var (
	defaultMargins    = DefaultMargins()
	defaultReductions = defaultMargins.reductions()
)

// setMargins lets a search go by m, or by the default where m is nil.
func (s *search) setMargins(m *Margins) {
	switch {
	case m == nil:
		s.margins, s.reductions = &defaultMargins, defaultReductions
	case s.margins == nil || *s.margins != *m:
		own := *m
		s.margins, s.reductions = &own, own.reductions()
	}
}
