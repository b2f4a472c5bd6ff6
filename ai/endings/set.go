package endings

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	"rookery/chess"
	"rookery/chess/sorted"
	"rookery/pgn/safefile"
)

// Set is the tables of one set of rules. They are kept on disk, where there is a folder, and
// in memory as far as they are asked for. It is safe for use by several goroutines;
// tables are made by one at a time.
type Set struct {
	rules     chess.Rules
	blank     *chess.Position
	hash      string
	folder    string // "" keeps tables in memory alone
	symmetric bool   // exchanged colours are the same game
	turns     bool   // so is a turned board, without pawns

	making  chan struct{} // full for as long as tables are made; filled before reading is locked
	reading sync.Mutex    // held by the one that changes what is in memory
	loaded  atomic.Pointer[map[Material]*Table]
	used    []Material // under reading: loaded, the least lately used first
	limit   int        // bytes in memory
}

// memoryLimit is what the loaded tables of a set may take together; the solver's own memory
// comes on top of it (54 MB with a pawn, 150 MB with pawns that change sides).
const memoryLimit = 100 << 20

// RefusedError says why there can be no table.
type RefusedError struct{ Reason string }

func (e *RefusedError) Error() string { return e.Reason }

func refused(format string, args ...any) error { return &RefusedError{fmt.Sprintf(format, args...)} }

// NewSet is the tables of games of r, kept below folder; an empty folder keeps none. The error
// is a *RefusedError when positions of these rules are more than pieces on squares.
func NewSet(r chess.Rules, folder string) (*Set, error) {
	switch {
	case r.Board != nil:
		return nil, refused("endings are made for the 8×8 board only")
	case r.Pocket != chess.NoPocket:
		return nil, refused("captured pieces come back from the pocket, so few pieces on the board do not stay few")
	case r.Fog:
		return nil, refused("players do not see the whole board, so no move is best for certain")
	case r.Goal == chess.Extinct:
		return nil, refused("with so few pieces a kind of them is always missing, and the game is over")
	}
	sum := sha256.Sum256([]byte(r.PlayKey()))
	s := &Set{
		rules: r, blank: r.Blank(), hash: hex.EncodeToString(sum[:8]), limit: memoryLimit, making: make(chan struct{}, 1),
		symmetric: r.Goal != chess.Race && r.NeedsKing(chess.White) == r.NeedsKing(chess.Black),
		turns:     r.Goal != chess.Race,
	}
	if folder != "" {
		s.folder = filepath.Join(folder, s.hash)
	}
	s.loaded.Store(&map[Material]*Table{})
	return s, nil
}

// Rules of the games.
func (s *Set) Rules() chess.Rules { return s.rules }

// Hash is that of the rules, and the name of the folder.
func (s *Set) Hash() string { return s.hash }

// canonical is the material that a table is made for; flip tells that the colours are exchanged.
func (s *Set) canonical(m Material) (c Material, flip bool) {
	if s.symmetric {
		if f := m.Flipped(); f.compare(m) > 0 {
			return f, true
		}
	}
	return m, false
}

// Check is nil when there can be a table of m, else a *RefusedError. Checks still to be
// given, where they are counted, must be there.
func (s *Set) Check(m Material) error {
	switch n := m.Pieces(); {
	case n > MaxPieces:
		return refused("%s has %d pieces; tables have at most %d", m, n, MaxPieces)
	case m.side(chess.White) == 0 || m.side(chess.Black) == 0:
		return refused("both sides need pieces")
	}
	for c := range chess.Color(2) {
		kings := m.Count[c][chess.King]
		switch {
		case s.rules.NeedsKing(c) && kings != 1:
			return refused("%s needs one king", [2]string{"White", "Black"}[c])
		case !s.rules.NeedsKing(c) && kings > 0 && s.rules.NeedsKing(c^1):
			return refused("%s has no king in this variant", [2]string{"White", "Black"}[c])
		}
	}
	if counted := s.rules.Goal == chess.ThreeChecks; counted != (m.Checks != [2]uint8{}) {
		if counted {
			return refused("say how many checks are still to be given")
		}
		return refused("checks are not counted in this variant")
	}
	return nil
}

// Whole is m with all checks still to be given, where they are counted.
func (s *Set) Whole(m Material) Material {
	if s.rules.Goal == chess.ThreeChecks && m.Checks == [2]uint8{} {
		m.Checks = [2]uint8{3, 3}
	}
	return m
}

// All lists the materials of n pieces that have tables, those that others need before them.
func (s *Set) All(n int) []Material {
	var out []Material
	var walk func(m Material, c chess.Color, r chess.Role, left int)
	walk = func(m Material, c chess.Color, r chess.Role, left int) {
		if left == 0 {
			m = s.Whole(m)
			if canon, _ := s.canonical(m); canon == m && s.Check(m) == nil {
				out = append(out, m)
			}
			return
		}
		if r > chess.King {
			if c == chess.White {
				walk(m, chess.Black, chess.Pawn, left)
			}
			return
		}
		for k := range left + 1 {
			more := m
			more.Count[c][r] = uint8(k)
			walk(more, c, r+1, left-k)
		}
	}
	walk(Material{}, chess.White, chess.Pawn, n)
	sorted.By(out, func(a, b Material) int {
		return cmp.Or(cmp.Compare(a.pawns(), b.pawns()), -a.compare(b))
	})
	return slices.Compact(out)
}

// exitsOf lists the materials that one move leads to from m, those of its own group left out.
func (s *Set) exitsOf(m Material) []Material {
	list := []Material{}
	add := func(to Material) {
		if to != m && s.Check(to) == nil {
			canon, _ := s.canonical(to)
			if !slices.Contains(list, canon) {
				list = append(list, canon)
			}
		}
	}
	promoted := []Material{m}
	for c := range chess.Color(2) {
		for _, r := range s.blank.PromotionRoles() {
			if to := m; to.Count[c][chess.Pawn] > 0 {
				to.Count[c][chess.Pawn]--
				to.Count[c][r]++
				promoted = append(promoted, to)
			}
		}
	}
	reached := slices.Clone(promoted)
	switch s.rules.Capture {
	case chess.Take:
		for _, to := range promoted {
			reached = append(reached, without(to)...)
		}
	case chess.Explode: // any of them, and what has not promoted
		for rest := without(m); len(rest) > 0; {
			reached = append(reached, rest...)
			var fewer []Material
			for _, to := range rest {
				fewer = append(fewer, without(to)...)
			}
			rest = fewer
		}
	}
	for _, to := range reached {
		add(to)
		for c := range chess.Color(2) {
			if fewer := to; fewer.Checks[c] > 1 {
				fewer.Checks[c]--
				add(fewer)
			}
		}
	}
	return list
}

// without lists m less one piece.
func without(m Material) (out []Material) {
	for c := range chess.Color(2) {
		for r := chess.Pawn; r <= chess.King; r++ {
			if to := m; to.Count[c][r] > 0 {
				to.Count[c][r]--
				out = append(out, to)
			}
		}
	}
	return out
}

// group lists the materials that are solved together with m, which is canonical: itself alone,
// or where moves turn pieces those of every ownership.
func (s *Set) group(m Material) []Material {
	if s.rules.Capture != chess.Convert {
		return []Material{m}
	}
	owners := []Material{{}}
	for r := chess.Pawn; r <= chess.King; r++ {
		n := m.Count[0][r] + m.Count[1][r]
		var more []Material
		for _, o := range owners {
			for white := range n + 1 {
				o.Count[0][r], o.Count[1][r] = white, n-white
				more = append(more, o)
			}
		}
		owners = more
	}
	owners = slices.DeleteFunc(owners, func(o Material) bool { return s.Check(o) != nil })
	// A material that is its own exchange keeps both of a pair of exchanged positions, so that
	// the others must too.
	if slices.ContainsFunc(owners, func(o Material) bool { return o == o.Flipped() }) {
		return owners
	}
	return slices.DeleteFunc(owners, func(o Material) bool { c, _ := s.canonical(o); return c != o })
}

// Progress is how far the making of tables has come.
type Progress struct {
	Material Material
	Done     float64 // of this table, from 0 to 1
	Table    int     // which of Tables this is, from 1
	Tables   int
}

// Make sees to it that the tables of materials are there, with all that they need, in memory
// or on disk. What is on disk already is read and checked; what is damaged is made anew. Each table is
// written as soon as it is made, so that what was stopped goes on there. report is called
// now and then.
func (s *Set) Make(ctx context.Context, report func(Progress), materials ...Material) error {
	select {
	case s.making <- struct{}{}:
		defer func() { <-s.making }()
	case <-ctx.Done():
		return ctx.Err()
	}
	var plan, wanted []Material
	seen := make(map[Material]bool)
	var visit func(m Material)
	visit = func(m Material) {
		m, _ = s.canonical(m)
		if seen[m] {
			return
		}
		together := s.group(m)
		for _, g := range together {
			canon, _ := s.canonical(g)
			seen[canon] = true
		}
		for _, g := range together {
			for _, to := range s.exitsOf(g) {
				if !slices.Contains(together, to) {
					visit(to)
				}
			}
		}
		if slices.Contains(wanted, m) && !s.present(together, s.inMemory) || !s.present(together, s.onDisk) {
			plan = append(plan, m)
		}
	}
	for _, m := range materials {
		if err := s.Check(m); err != nil {
			return err
		}
		canon, _ := s.canonical(m)
		wanted = append(wanted, canon)
	}
	for _, m := range wanted {
		visit(m)
	}
	if s.folder != "" && len(plan) > 0 {
		if err := safefile.MkdirAll(s.folder, 0o755); err != nil {
			return err
		}
	}
	for i, m := range plan {
		p := Progress{Material: m, Table: i + 1, Tables: len(plan)}
		err := s.solve(ctx, m, func(done float64) {
			if report != nil {
				p.Done = done
				report(p)
			}
		})
		if err != nil {
			return fmt.Errorf("%s: %w", m, err)
		}
	}
	return nil
}

// present reports whether all tables of a group are there.
func (s *Set) present(group []Material, there func(Material) bool) bool {
	return !slices.ContainsFunc(group, func(m Material) bool {
		canon, _ := s.canonical(m)
		return !there(canon)
	})
}

// onDisk reports whether a table is in memory or has a file, which is not read.
func (s *Set) onDisk(m Material) bool {
	if (*s.loaded.Load())[m] != nil {
		return true
	}
	if s.folder == "" {
		return false
	}
	_, err := os.Stat(s.path(m))
	return err == nil
}

// solve makes the tables of one group; those that it leads to are on disk or in memory.
func (s *Set) solve(ctx context.Context, m Material, report func(float64)) error {
	group := s.group(m)
	v := &solver{
		ctx: ctx, report: report, index: make(map[Material]groupMember),
		convert: s.rules.Capture == chess.Convert, checks: s.rules.Goal == chess.ThreeChecks,
		passes: !s.rules.NoEnPassant && s.rules.Capture != chess.Convert && m.Count[0][chess.Pawn] > 0 && m.Count[1][chess.Pawn] > 0,
	}
	var needed []Material
	for i, g := range group {
		v.spaces = append(v.spaces, newSpace(g, s.blank, s.turns))
		v.index[g] = groupMember{i, false}
		needed = append(needed, s.exitsOf(g)...)
	}
	for i, g := range group {
		if f := g.Flipped(); s.symmetric {
			if _, own := v.index[f]; !own {
				v.index[f] = groupMember{i, true}
			}
		}
	}
	exits := make(map[Material]*Table) // others may be read meanwhile, and these given up
	for _, to := range needed {
		if _, inside := v.index[to]; inside {
			continue
		}
		if exits[to] = s.load(to); exits[to] == nil {
			// it was given up for others, or its file has been lost or damaged meanwhile
			if err := s.solve(ctx, to, func(float64) {}); err != nil {
				return err
			}
			if exits[to] = s.load(to); exits[to] == nil {
				return fmt.Errorf("the table of %s was written and cannot be read", to)
			}
		}
	}
	if m.Pieces() == MaxPieces {
		// What the table before was made of must not lie there until the heap is twice as large.
		debug.FreeOSMemory()
	}
	v.look = func(p *chess.Position) (Verdict, bool) { return s.probe(exits, p) }
	if err := v.run(); err != nil {
		return err
	}
	for i, g := range group {
		if canon, _ := s.canonical(g); canon != g {
			continue
		}
		t := v.table(i)
		if s.folder != "" {
			if err := t.write(s.path(g), s.hash); err != nil {
				return err
			}
		}
		s.keep(t, needed)
	}
	report(1)
	return nil
}

func (s *Set) path(m Material) string {
	name := m.String()
	if m.Checks != [2]uint8{} {
		checks := m.Checks
		m.Checks = [2]uint8{}
		name = fmt.Sprintf("%s-%d+%d", m, checks[0], checks[1])
	}
	return filepath.Join(s.folder, name+".ending")
}

// load is a table from memory, or from disk if it is there, else nil.
func (s *Set) load(m Material) *Table {
	s.reading.Lock()
	defer s.reading.Unlock()
	if t := (*s.loaded.Load())[m]; t != nil {
		s.used = append(slices.DeleteFunc(s.used, func(u Material) bool { return u == m }), m)
		return t
	}
	if s.folder == "" {
		return nil
	}
	t, err := readTable(s.path(m), newSpace(m, s.blank, s.turns), s.hash)
	if err != nil {
		if errors.Is(err, errDamaged) && !errors.Is(err, fs.ErrNotExist) {
			os.Remove(s.path(m)) // made anew
		}
		return nil
	}
	s.keepLocked(t, nil)
	return t
}

func (s *Set) inMemory(m Material) bool { return s.load(m) != nil }

// keep is keepLocked for a table that has just been made.
func (s *Set) keep(t *Table, needed []Material) {
	s.reading.Lock()
	defer s.reading.Unlock()
	s.keepLocked(t, needed)
}

// keepLocked takes a table into memory and gives up others that are not needed. reading is held.
func (s *Set) keepLocked(t *Table, needed []Material) {
	tables := make(map[Material]*Table)
	total := t.bytes()
	for m, other := range *s.loaded.Load() {
		tables[m] = other
		total += other.bytes()
	}
	m := t.Material()
	tables[m] = t
	if s.folder != "" {
		for _, old := range slices.Clone(s.used) {
			if total <= s.limit {
				break
			}
			if old != m && tables[old] != nil && !slices.Contains(needed, old) {
				total -= tables[old].bytes()
				delete(tables, old)
			}
		}
	}
	s.used = append(slices.DeleteFunc(s.used, func(u Material) bool { return u == m || tables[u] == nil }), m)
	s.loaded.Store(&tables)
}

// Load reports whether the table of a material is there: in memory, or on disk, from where it is read. It
// makes none, and does not wait for those that are being made.
func (s *Set) Load(m Material) bool {
	m, _ = s.canonical(m)
	if (*s.loaded.Load())[m] != nil {
		return true
	}
	return s.Check(m) == nil && s.load(m) != nil
}

// Probe is the verdict on a position; ok is false where no table in memory tells of it. A
// game that is over by the board has a verdict too. It costs less than generating
// moves, but for positions with a capture en passant.
func (s *Set) Probe(p *chess.Position) (v Verdict, ok bool) {
	if p.Occupied().Count() > MaxPieces || p.CastlingRooks() != 0 {
		return Verdict{}, false
	}
	return s.probe(*s.loaded.Load(), p)
}

func (s *Set) probe(tables map[Material]*Table, p *chess.Position) (v Verdict, ok bool) {
	if o := p.VariantEnd(); o.Over() {
		return verdictOf(o, p.Turn()), true
	}
	if p.EnPassant() != chess.NoSquare && canTakeInPassing(p) {
		return s.search(tables, p)
	}
	m, flip := s.canonical(MaterialOf(p))
	t := tables[m]
	if t == nil {
		return Verdict{}, false
	}
	return t.verdict(t.space.numberOf(p, flip)), true
}

// ProbeEnding is Probe for a search: the result as a number.
func (s *Set) ProbeEnding(p *chess.Position) (result, plies int, known bool) {
	v, known := s.Probe(p)
	return int(v.Result), v.Plies, known
}

// search is the verdict on a position by those after its moves.
func (s *Set) search(tables map[Material]*Table, p *chess.Position) (best Verdict, ok bool) {
	if p.Insufficient() {
		return Verdict{}, true
	}
	var buf [320]chess.Move
	moves := p.AppendMoves(buf[:0])
	for i, m := range moves {
		var next chess.Position
		p.Apply(m, &next)
		v, known := s.probe(tables, &next)
		if !known {
			return Verdict{}, false
		}
		if v = v.before(); i == 0 || v.better(best) {
			best = v
		}
	}
	return best, len(moves) > 0
}

// MoveVerdict is a legal move with the verdict for the side that makes it.
type MoveVerdict struct {
	Move chess.Move
	Verdict
}

// Judge is Probe that reads from disk what is not in memory. It may take a tenth of a second.
func (s *Set) Judge(p *chess.Position) (v Verdict, ok bool) {
	if p.Occupied().Count() > MaxPieces || p.CastlingRooks() != 0 {
		return Verdict{}, false
	}
	if v, ok = s.Probe(p); ok {
		return v, true
	}
	m := MaterialOf(p)
	s.Load(m)
	if p.EnPassant() != chess.NoSquare {
		canon, _ := s.canonical(m)
		for _, to := range s.exitsOf(canon) {
			s.Load(to)
		}
	}
	return s.Probe(p)
}

// Moves judges every legal move of a position, the best first and equally good ones
// in the order of the generator; it reads from disk what it needs. ok is false where a table is missing.
func (s *Set) Moves(p *chess.Position) (list []MoveVerdict, ok bool) {
	var next chess.Position
	for _, m := range p.AppendMoves(nil) {
		p.Apply(m, &next)
		v, known := s.Judge(&next)
		if !known {
			return nil, false
		}
		list = append(list, MoveVerdict{m, v.before()})
	}
	sorted.By(list, func(a, b MoveVerdict) int {
		switch {
		case a.better(b.Verdict):
			return -1
		case b.better(a.Verdict):
			return 1
		}
		return 0
	})
	return list, true
}

// Only is the one of several moves, the best first, that keeps the win or the draw; 0 where there are
// several, or nothing to lose.
func Only(list []MoveVerdict) chess.Move {
	if len(list) > 1 && list[0].Result > Lost && list[1].Result < list[0].Result {
		return list[0].Move
	}
	return 0
}

// Line is best play from a position to the end, of a won or lost one; it is empty for
// a draw and where a table is missing.
func (s *Set) Line(p *chess.Position) (line []chess.Move) {
	at := *p
	for {
		list, ok := s.Moves(&at)
		if !ok || len(list) == 0 || list[0].Result == Drawn {
			return line
		}
		line = append(line, list[0].Move)
		var next chess.Position
		at.Apply(list[0].Move, &next)
		at = next
	}
}

// Random is a position of a material, whose table must be there, that turn, who is to move, wins in
// least to most plies; nil where there is none.
func (s *Set) Random(m Material, turn chess.Color, least, most int, seed uint64) *chess.Position {
	if !s.Load(m) {
		return nil
	}
	canon, flip := s.canonical(m)
	t := (*s.loaded.Load())[canon]
	if flip {
		turn ^= 1
	}
	rng := rand.New(rand.NewPCG(seed, 0x656e64))
	first, half := rng.Uint32N(t.space.half), t.space.half
	for k := range half {
		// Steps of an odd length go through all numbers of a half that is a power of two, and
		// nearly all of any other; neighbours would be alike.
		i := uint32((uint64(first) + uint64(k)*40503) % uint64(half))
		if turn == chess.Black {
			i += half
		}
		v := t.verdict(i)
		if v.Result != Won || v.Plies < least || v.Plies > most {
			continue
		}
		if sq, _ := t.space.at(i); t.space.placeable(sq) {
			// A table has any value where there is no position.
			if p := t.position(i, flip); p.Proper() && !p.VariantEnd().Over() {
				return t.reflected(i, flip, rng.IntN(2))
			}
		}
	}
	return nil
}

// Summary is what a table says of all its positions together, for colours as they were asked for.
type Summary struct {
	Counts [2]Count // by the side to move
	// Longest is a won position with that side to move whose win takes most plies; nil where
	// there is none.
	Longest [2]*chess.Position
	Plies   [2]int
}

// Summary of a material, whose table must be there.
func (s *Set) Summary(m Material) (sum Summary, ok bool) {
	canon, flip := s.canonical(m)
	if !s.Load(m) {
		return sum, false
	}
	t := (*s.loaded.Load())[canon]
	for c := range chess.Color(2) {
		from := c
		if flip {
			from ^= 1
		}
		sum.Counts[c] = t.counts[from]
		if l := t.longest[from]; l.Plies > 0 {
			sum.Plies[c] = l.Plies
			sum.Longest[c] = t.position(l.Number, flip)
		}
	}
	return sum, true
}
