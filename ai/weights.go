package ai

import (
	"bufio"
	"bytes"
	"embed"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	"rookery/chess"
)

// Weights are the factors of what the evaluation counts: one for the middle game and
// one for the ending each, in centipawns. They are sums of layers, one for each axis of
// the rules that differs from chess, so that a combination inherits the weights of its
// parts. Their values come from package tune; each layer's first line tells by which
// games.
type Weights struct {
	value    [8]pair     // of a piece on the board, by role
	place    [8][64]pair // of its square, from White's side
	mobility [8][28]pair // of the squares it reaches that no enemy pawn guards

	passed        [8]pair // by the ranks gained
	blockedPasser [8]pair // the same with a piece before it
	escort        [8]pair // by the own king's distance from the square before a passed pawn
	chase         [8]pair // by the enemy king's
	connected     [8]pair // beside or guarded by a pawn, by the ranks gained
	pawn          [4]pair // isolated, doubled, backward, on an open file backward or isolated

	freePasser    [8]pair // passed pawns before which no square is guarded by the enemy, by the ranks gained
	guardedPasser [8]pair // passed pawns whose next square is guarded by the own side, by the ranks gained
	minor         [4]pair // knight or bishop right behind a pawn, pawns on the colour of a bishop, each step of a knight and of a bishop from its king
	grip          [2]pair // pieces that a safe push of a pawn would attack, contested enemy squares

	lines       [4]pair    // pair of bishops, rook on a half-open and on an open file, tempo
	outpost     [4]pair    // knight and bishop on squares no pawn can attack, without and with a guard
	threat      [4][8]pair // by pawn, minor piece, rook, king; by the role attacked
	hanging     [8]pair    // attacked and not guarded, by role
	shelter     [2][8]pair // own pawn before the king, on its file and beside it, by distance, 0 for none
	storm       [2][8]pair // enemy pawn there
	kingLines   [28]pair   // squares a queen on the king's place would reach
	danger      [64]pair   // by dangerIndex
	pocket      [8][4]pair // the first, second, third and each further piece of a role in the pocket
	blast       [8]pair    // captures next to the enemy king
	reach       [24]pair   // squares next to the enemy king that pieces reach, where captures explode
	race        [8]pair    // rank of the king, for the goal of a race
	path        [4]pair    // safe squares it may step to on the next rank
	hill        [4]pair    // steps from the king to the centre
	checks      [4]pair    // checks still to give
	last        [8]pair    // the only piece of a role, where losing it loses
	convertible [16]pair   // attacked enemy pieces, where moves convert them
}

type group struct {
	name string
	w    []pair
}

var roleNames = [8]string{"none", "pawn", "knight", "bishop", "rook", "queen", "king", "spare"}

// groups lists all weights by name, in the order of the files.
func (w *Weights) groups() []group {
	gs := []group{{"value", w.value[:]}}
	for r := chess.Pawn; r <= chess.King; r++ {
		gs = append(gs, group{"place." + roleNames[r], w.place[r][:]})
	}
	for r := chess.Knight; r <= chess.King; r++ {
		gs = append(gs, group{"mobility." + roleNames[r], w.mobility[r][:]})
	}
	gs = append(gs, group{"passed", w.passed[:]}, group{"stopped", w.blockedPasser[:]}, group{"escort", w.escort[:]},
		group{"chase", w.chase[:]}, group{"united", w.connected[:]}, group{"pawn", w.pawn[:]},
		group{"freed", w.freePasser[:]}, group{"kept", w.guardedPasser[:]}, group{"minor", w.minor[:]}, group{"grip", w.grip[:]},
		group{"lines", w.lines[:]}, group{"outpost", w.outpost[:]})
	for i, by := range [4]string{"pawn", "minor", "rook", "king"} {
		gs = append(gs, group{"threat." + by, w.threat[i][:]})
	}
	gs = append(gs, group{"hanging", w.hanging[:]})
	for i, file := range [2]string{"front", "beside"} {
		gs = append(gs, group{"shelter." + file, w.shelter[i][:]}, group{"storm." + file, w.storm[i][:]})
	}
	gs = append(gs, group{"air", w.kingLines[:]}, group{"danger", w.danger[:]})
	for r := chess.Pawn; r <= chess.King; r++ {
		gs = append(gs, group{"held." + roleNames[r], w.pocket[r][:]})
	}
	return append(gs, group{"blast", w.blast[:]}, group{"reach", w.reach[:]}, group{"race", w.race[:]},
		group{"path", w.path[:]}, group{"hill", w.hill[:]}, group{"checks", w.checks[:]},
		group{"last", w.last[:]}, group{"turnable", w.convertible[:]})
}

// layerFiles are base.txt for chess and, for every axis value and unusual army, what it adds.
//
//go:embed weights/*.txt
var layerFiles embed.FS

// LayersOf names the layers whose sum is the weights of a game, the most
// particular one last. A game that is won by losing pieces shares nothing with
// chess and stands on a layer of its own.
func LayersOf(r chess.Rules) []string {
	layers := []string{"base"}
	switch r.Goal {
	case chess.LoseAll:
		return []string{"loseall"}
	case chess.BareOrMated:
		return []string{"bare"}
	}
	if r.Capture == chess.Convert {
		layers = append(layers, "convert")
	}
	if r.Pocket != chess.NoPocket {
		layers = append(layers, "drops")
	}
	if r.Capture == chess.Explode {
		layers = append(layers, "explode")
	}
	if name, ok := goalLayers[r.Goal]; ok {
		layers = append(layers, name)
	}
	for _, army := range armyNames(r) {
		if strings.HasPrefix(army, "kingless") {
			army = "kingless" // of either color
		}
		if !slices.Contains(layers, army) {
			layers = append(layers, army)
		}
	}
	return layers
}

var goalLayers = map[chess.Goal]string{
	chess.TakeAll: "takeall", chess.Race: "race", chess.Hill: "hill",
	chess.ThreeChecks: "checks", chess.Extinct: "extinct",
}

// layer reads one of the embedded layers, once.
var layer = func() func(name string) *Weights {
	var mu sync.Mutex
	known := make(map[string]*Weights)
	return func(name string) *Weights {
		mu.Lock()
		defer mu.Unlock()
		if w, ok := known[name]; ok {
			return w
		}
		text, err := layerFiles.ReadFile("weights/" + name + ".txt")
		if err != nil {
			panic(err) // LayersOf names embedded files alone
		}
		w, err := ReadWeights(bytes.NewReader(text))
		if err != nil {
			panic(fmt.Errorf("weights/%s.txt: %w", name, err))
		}
		known[name] = w
		return w
	}
}()

// Plain is what a layer begins with that is tuned anew. One that stands alone has pieces worth 1, 3, 3, 5 and 9
// pawns, a move worth a quarter of one, and danger to a king that grows with the square of what stands
// against it; in a race kings gain with the square of their rank, as few games show the last ranks. All else is 0.
func Plain(name string) *Weights {
	w := new(Weights)
	switch name {
	case "base", "loseall", "bare":
		for r, v := range [...]int{chess.Pawn: 100, chess.Knight: 300, chess.Bishop: 300, chess.Rook: 500, chess.Queen: 900} {
			w.value[r] = makePair(v, v)
		}
		for i := range w.danger {
			w.danger[i] = makePair(i*i/4, i)
		}
		w.lines[tempo] = makePair(25, 12)
	case "race":
		for i := range w.race {
			w.race[i] = makePair(16*i*i, 16*i*i)
		}
	}
	return w
}

// WeightsOf sums the layers of a game. The result is the caller's own.
func WeightsOf(r chess.Rules) *Weights {
	sum := new(Weights)
	for _, name := range LayersOf(r) {
		sum.add(layer(name), 1)
	}
	return sum
}

func (w *Weights) add(other *Weights, n pair) {
	from := other.groups()
	for i, g := range w.groups() {
		for j := range g.w {
			g.w[j] += n * from[i].w[j]
		}
	}
}

// Layer is a copy of one of the layers that LayersOf names.
func Layer(name string) *Weights {
	w := *layer(name)
	return &w
}

// Add adds another layer to w.
func (w *Weights) Add(other *Weights) { w.add(other, 1) }

// Minus returns w − other: the layer that takes other to w.
func (w *Weights) Minus(other *Weights) *Weights {
	d := *w
	d.add(other, -1)
	return &d
}

// ReadWeights reads a layer as Write writes it: the name of a group on a line,
// then its weights as middle/end; groups that are not there are zero.
func ReadWeights(r io.Reader) (*Weights, error) {
	w := new(Weights)
	byName := make(map[string][]pair)
	for _, g := range w.groups() {
		byName[g.name] = g.w
	}
	var rest []pair
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		for _, field := range strings.Fields(text) {
			middle, end, ok := strings.Cut(field, "/")
			if !ok {
				if rest, ok = byName[field]; !ok {
					return nil, fmt.Errorf("line %d: unknown weights %q", n, field)
				}
				continue
			}
			m, err := strconv.Atoi(middle)
			if err != nil {
				return nil, fmt.Errorf("line %d: %q is not a weight", n, field)
			}
			e, err := strconv.Atoi(end)
			if err != nil || len(rest) == 0 {
				return nil, fmt.Errorf("line %d: %q is not a weight, or one too many", n, field)
			}
			rest[0], rest = makePair(m, e), rest[1:]
		}
	}
	return w, lines.Err()
}

// Write writes the groups of w that are not all zero, eight weights a line.
func (w *Weights) Write(out io.Writer) error {
	buf := bufio.NewWriter(out)
	for _, g := range w.groups() {
		n := len(g.w)
		for n > 0 && g.w[n-1] == 0 {
			n--
		}
		if n == 0 {
			continue
		}
		fmt.Fprintln(buf, g.name)
		for i, p := range g.w[:n] {
			sep := " "
			if i%8 == 7 || i == n-1 {
				sep = "\n"
			}
			fmt.Fprintf(buf, "%d/%d%s", p.middle(), p.end(), sep)
		}
	}
	return buf.Flush()
}

// Len is how many weights there are, each with two values.
func (w *Weights) Len() int {
	n := 0
	for _, g := range w.groups() {
		n += len(g.w)
	}
	return n
}

// at finds the i-th weight, the name of its group and its place in it.
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
	*p = makePair(middle, end)
}

// Zero sets the weights of a group to 0, or those of all groups whose names begin with it and a
// dot, as "place" does; false where there is none.
func (w *Weights) Zero(group string) (found bool) {
	for _, g := range w.groups() {
		if g.name == group || strings.HasPrefix(g.name, group+".") {
			clear(g.w)
			found = true
		}
	}
	return found
}

// MirrorIndex is the index of the weight for the same piece on the square mirrored left
// to right; i itself where there is none. Pawns have none, because kings castle to one
// side more often than to the other.
func (w *Weights) MirrorIndex(i int) int {
	name, place, _ := w.at(i)
	if role, ok := strings.CutPrefix(name, "place."); ok && role != roleNames[chess.Pawn] {
		return i - place + (place ^ 7)
	}
	return i
}

// tempo is the index into lines of what the move is worth.
const tempo = 3

// IsTempo tells the weight of the side to move's advantage.
func (w *Weights) IsTempo(i int) bool {
	name, place, _ := w.at(i)
	return name == "lines" && place == tempo
}

// Affects returns a cheap test: where it is false, the i-th weight adds nothing to the
// value of a position. Where it is true it may add nothing, too.
func (w *Weights) Affects(i int) func(p *chess.Position) bool {
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
			return p.Pieces(chess.White, role).Has(sq) || p.Pieces(chess.Black, role).Has(sq^flip[chess.Black])
		}
	case "mobility":
		return func(p *chess.Position) bool { return p.Of(role) != 0 }
	case "held":
		return func(p *chess.Position) bool { return int(max(p.Pocket(0)[role], p.Pocket(1)[role])) > place }
	}
	return func(*chess.Position) bool { return true }
}

// PhaseShares are the parts that the middle game and the ending have in the value of p;
// what is missing to 1 is taken off for likely draws.
func (e *Evaluator) PhaseShares(p *chess.Position) (middle, end float64) {
	v := attackInfo{p: p, occ: p.Occupied()}
	v.init()
	v.entry = e.pawnsOf(p)
	score := v.entry.score + e.pieces(&v, chess.White) - e.pieces(&v, chess.Black) + e.passedPawns(&v)
	if e.traits.extraGoals {
		e.goals(&v, chess.White)
		e.goals(&v, chess.Black)
	}
	phase := float64(min(v.phase, fullPhase)) / fullPhase
	return phase, (1 - phase) * float64(e.endgameScale(&v, score.end())) / 16
}
