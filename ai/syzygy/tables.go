package syzygy

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"rookery/chess"
	"rookery/chess/sorted"
)

// kind is the tables of one game.
type kind struct {
	rules    chess.Rules // without words and castling
	wdl, dtz form
	// Where all is to be lost, nobody is stalemated without pawns, whatever stalemate is worth, so that either kind of tables
	// hold for both.
	alsoWDL, alsoDTZ form
	touching         bool // kings may stand side by side
	kings            bool // each side has one king
	forced           bool // captures are compulsory
}

// form is how files of a kind are named and begin.
type form struct {
	suffix string
	magic  [4]byte
}

var (
	stalematedWinsWDL, stalematedWinsDTZ = form{".gtbw", [4]byte{0xbc, 0x55, 0xbc, 0x21}}, form{".gtbz", [4]byte{0xd6, 0xf5, 0x1b, 0x50}}
	fewerWinsWDL, fewerWinsDTZ           = form{".stbw", [4]byte{0x7b, 0xf6, 0x93, 0x15}}, form{".stbz", [4]byte{0xe4, 0xcf, 0xe7, 0x23}}
	withKing                             = chess.Roles(chess.Queen, chess.Rook, chess.Bishop, chess.Knight, chess.King)
)

var kinds = []*kind{
	{
		wdl: form{".rtbw", [4]byte{0x71, 0xe8, 0x23, 0x5d}}, dtz: form{".rtbz", [4]byte{0xd7, 0x66, 0x0c, 0xa5}},
		kings: true,
	},
	{
		rules: chess.Rules{Capture: chess.Explode},
		wdl:   form{".atbw", [4]byte{0x55, 0x8d, 0xa4, 0x49}}, dtz: form{".atbz", [4]byte{0x91, 0xa9, 0x5e, 0xeb}},
		touching: true, kings: true,
	},
	{
		rules: loseAll(chess.StalemateWins), wdl: stalematedWinsWDL, dtz: stalematedWinsDTZ, alsoWDL: fewerWinsWDL, alsoDTZ: fewerWinsDTZ,
		touching: true, forced: true,
	},
	{
		rules: loseAll(chess.StalemateFewerWins), wdl: fewerWinsWDL, dtz: fewerWinsDTZ, alsoWDL: stalematedWinsWDL, alsoDTZ: stalematedWinsDTZ,
		touching: true, forced: true,
	},
}

func loseAll(s chess.Stalemate) chess.Rules {
	return chess.Rules{Forced: true, Royalty: chess.Commoner, Goal: chess.LoseAll, Stalemate: s, Promotion: withKing}
}

// kindOf is the kind of games of r; nil where there are no such tables.
func kindOf(r chess.Rules) *kind {
	r.Name, r.Aim, r.Start, r.NoCastling = "", "", nil, false // positions with rights to castle are in no table
	for _, k := range kinds {
		if k.rules == r {
			return k
		}
	}
	return nil
}

// has tells what a file is by its suffix; ok is false where it is none of this kind.
func (k *kind) has(suffix string, pawns bool) (distance, ok bool) {
	switch {
	case suffix == k.wdl.suffix || !pawns && suffix == k.alsoWDL.suffix:
		return false, suffix != ""
	case suffix == k.dtz.suffix || !pawns && suffix == k.alsoDTZ.suffix:
		return true, suffix != ""
	}
	return false, false
}

// names tells whether a file may begin with magic.
func (k *kind) names(magic [4]byte, distance, pawns bool) bool {
	own, also := k.wdl, k.alsoWDL
	if distance {
		own, also = k.dtz, k.alsoDTZ
	}
	return magic == own.magic || !pawns && also.suffix != "" && magic == also.magic
}

// Tables are the files that were found for one game. They are safe for use by several goroutines.
type Tables struct {
	kind     *kind
	wdl, dtz map[uint64]*table // by the pieces, and by those with the colours exchanged
	pieces   int
	files    int
}

// WDL is what a position is worth to the side to move when the count of the fifty-move rule
// has just begun.
type WDL int8

const (
	Loss        WDL = iota - 2
	BlessedLoss     // lost, but for the fifty-move rule
	Draw
	CursedWin // won, but for the fifty-move rule
	Win
)

// ErrNoGame is returned for games that there are no Syzygy tables of.
var ErrNoGame = errors.New("there are no Syzygy tables of this game")

// errMissing says that a table that is needed is not there.
var errMissing = errors.New("a table is missing")

// Open finds the tables of games of r in the folders of path, which are separated as in PATH. A file is
// read when it is first needed. The error is ErrNoGame, or says which folder cannot be read; folders that can are
// used all the same.
func Open(r chess.Rules, path string) (*Tables, error) {
	k := kindOf(r)
	if k == nil {
		return nil, ErrNoGame
	}
	t := &Tables{kind: k, wdl: make(map[uint64]*table), dtz: make(map[uint64]*table)}
	var faults []error
	for _, folder := range filepath.SplitList(path) {
		entries, err := os.ReadDir(folder)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		for _, e := range entries {
			t.add(folder, e.Name())
		}
	}
	return t, errors.Join(faults...)
}

// add takes a file in, if it is a table.
func (t *Tables) add(folder, file string) {
	suffix := filepath.Ext(file)
	name := strings.TrimSuffix(file, suffix)
	counts, ok := parseName(name)
	if !ok || t.kind.kings && (counts[0][chess.King] != 1 || counts[1][chess.King] != 1) {
		return
	}
	distance, ok := t.kind.has(suffix, counts[0][chess.Pawn]+counts[1][chess.Pawn] > 0)
	if !ok {
		return
	}
	tb := newTable(filepath.Join(folder, file), name, t.kind, distance, &counts)
	by := t.wdl
	if distance {
		by = t.dtz
	}
	if by[tb.key] != nil {
		return // of two folders the first counts
	}
	counts[0], counts[1] = counts[1], counts[0]
	by[tb.key], by[keyOfCounts(&counts)] = tb, tb
	t.files++
	if !distance {
		t.pieces = max(t.pieces, len(name)-1)
	}
}

// parseName reads the pieces of a file's name: KRPvKR.
func parseName(name string) (counts [2][chess.King + 1]int, ok bool) {
	white, black, found := strings.Cut(name, "v")
	if !found || white == "" || black == "" || len(white)+len(black) > mostPieces {
		return counts, false
	}
	for c, side := range [2]string{white, black} {
		for i := range len(side) {
			role := chess.RoleOf(side[i])
			if role == chess.NoRole || side[i] < 'A' || side[i] > 'Z' {
				return counts, false
			}
			counts[c][role]++
		}
	}
	return counts, true
}

func keyOfCounts(counts *[2][chess.King + 1]int) (key uint64) {
	for c := range counts {
		for r := chess.Pawn; r <= chess.King; r++ {
			key = key<<4 | uint64(counts[c][r])
		}
	}
	return key
}

func keyOf(p *chess.Position) (key uint64) {
	for c := range chess.Color(2) {
		for r := chess.Pawn; r <= chess.King; r++ {
			key = key<<4 | uint64(p.Pieces(c, r).Count())
		}
	}
	return key
}

// Close closes the files. Nobody may ask any more.
func (t *Tables) Close() {
	for _, by := range [2]map[uint64]*table{t.wdl, t.dtz} {
		for _, tb := range by {
			tb.close()
		}
	}
}

// Files is how many files were found.
func (t *Tables) Files() int { return t.files }

// Pieces is how many pieces the largest table has; 0 where there is none.
func (t *Tables) Pieces() int {
	if t == nil {
		return 0
	}
	return t.pieces
}

// WDL is the worth of a position whose count of the fifty-move rule is taken for 0. The error says which table is missing
// or damaged, or that there can be none.
func (t *Tables) WDL(p *chess.Position) (WDL, error) {
	v, _, err := t.outcome(p)
	return v, err
}

// ProbeWDL is WDL for a search.
func (t *Tables) ProbeWDL(p *chess.Position) (wdl int, known bool) {
	v, err := t.WDL(p)
	return int(v), err == nil
}

// manner is what follows from how the worth of a position was found.
type manner uint8

const (
	byTable   manner = iota
	byZeroing        // the best move is a capture
	byThreat         // the best move makes the other side capture
)

// outcome is WDL with how it came about, for DTZ.
func (t *Tables) outcome(p *chess.Position) (WDL, manner, error) {
	if p.CastlingRooks() != 0 {
		return Draw, 0, errors.New("positions with rights to castle are in no table")
	}
	if n := p.Occupied().Count(); n > t.pieces+1 {
		return Draw, 0, fmt.Errorf("%w: there are none of %d pieces", errMissing, n)
	}
	if t.kind.forced {
		return t.searchForced(p, Loss, Win, true)
	}
	return t.search(p, Loss, Win)
}

func wdlOf(o chess.Outcome, turn chess.Color) WDL {
	winner, won := o.Winner()
	switch {
	case !won:
		return Draw
	case winner == turn:
		return Win
	}
	return Loss
}

// search is the worth of a position by its captures and by the table. Bounds are those of
// alpha and beta.
func (t *Tables) search(p *chess.Position, alpha, beta WDL) (WDL, manner, error) {
	if o := p.VariantEnd(); o.Over() {
		return wdlOf(o, p.Turn()), byZeroing, nil
	}
	var buf [256]chess.Move
	var next chess.Position
	best, quiet := Loss-1, false
	moves := p.AppendMoves(buf[:0])
	for _, m := range moves {
		if !m.IsCapture() {
			quiet = true
			continue
		}
		p.Apply(m, &next)
		v, _, err := t.search(&next, -beta, -max(alpha, best))
		if err != nil {
			return Draw, 0, err
		}
		if best = max(best, -v); best >= beta {
			return best, byZeroing, nil
		}
	}
	if !quiet && len(moves) > 0 {
		return best, byZeroing, nil
	}
	v, err := t.stored(p)
	switch {
	case err != nil:
		return Draw, 0, err
	case best < v:
		return v, byTable, nil
	case best > Draw:
		return best, byZeroing, nil
	}
	return best, byTable, nil
}

// searchForced is search where captures are compulsory: if there are any, they decide. threats also looks for
// moves after which the other side must capture, which tables of six pieces leave out.
func (t *Tables) searchForced(p *chess.Position, alpha, beta WDL, threats bool) (WDL, manner, error) {
	if o := p.VariantEnd(); o.Over() {
		return wdlOf(o, p.Turn()), byZeroing, nil
	}
	var buf [256]chess.Move
	moves := p.AppendMoves(buf[:0])
	if len(moves) == 0 {
		return wdlOf(p.End(), p.Turn()), byZeroing, nil
	}
	if moves[0].IsCapture() {
		v, err := t.capture(p, moves, alpha, beta)
		return v, byZeroing, err
	}
	how := byTable
	if threats || p.Occupied().Count() >= 6 {
		var next chess.Position
		var answers [256]chess.Move
		for _, m := range moves {
			if p.RoleAt(m.From()) == chess.Pawn {
				continue
			}
			p.Apply(m, &next)
			replies := next.AppendMoves(answers[:0])
			if next.VariantEnd().Over() || len(replies) == 0 || !replies[0].IsCapture() {
				continue
			}
			v, err := t.capture(&next, replies, -beta, -alpha)
			if err != nil {
				return Draw, 0, err
			}
			if -v > alpha {
				if alpha, how = -v, byThreat; alpha >= beta {
					return alpha, how, nil
				}
			}
		}
	}
	v, err := t.stored(p)
	if err != nil || v > alpha {
		return v, byTable, err
	}
	return alpha, how, nil
}

// capture is the worth of a position in which one of moves, captures all, must be made.
func (t *Tables) capture(p *chess.Position, moves []chess.Move, alpha, beta WDL) (WDL, error) {
	var next chess.Position
	for _, m := range moves {
		p.Apply(m, &next)
		v, _, err := t.searchForced(&next, -beta, -alpha, false)
		if err != nil {
			return Draw, err
		}
		if alpha = max(alpha, -v); alpha >= beta {
			break
		}
	}
	return alpha, nil
}

// stored is what the table holds of a position.
func (t *Tables) stored(p *chess.Position) (WDL, error) {
	if t.kind.kings && p.Occupied().Count() == 2 {
		return Draw, nil
	}
	tb := t.wdl[keyOf(p)]
	if tb == nil {
		return Draw, errMissing
	}
	if err := tb.open(); err != nil {
		return Draw, err
	}
	at, _ := tb.find(p)
	v, err := tb.value(at)
	if err == nil && v > 4 {
		err = errDamaged
	}
	if err != nil {
		return Draw, fmt.Errorf("%s: %w", tb.path, err)
	}
	return WDL(v - 2), nil
}

// zeroing is the distance of a position whose best move is a capture or a pawn's.
func zeroing(w WDL) int { return [5]int{-1, -101, 0, 101, 1}[w+2] }

func sign(n int) int { return cmp.Compare(n, 0) }

// DTZ is the number of plies to the next capture or pawn move by best play, when the count of the fifty-move
// rule is 0: positive in won positions, negative in lost ones, 0 in drawn ones. A distance may be one too short, but never where
// that would matter to the rule. Above 100, with 100 added to some, the rule makes a draw of it.
func (t *Tables) DTZ(p *chess.Position) (int, error) {
	w, how, err := t.outcome(p)
	if err != nil || w == Draw {
		return 0, err
	}
	own := p.Side(p.Turn())
	if how == byZeroing || own == p.Pieces(p.Turn(), chess.Pawn) {
		return zeroing(w), nil
	}
	moves := p.AppendMoves(nil)
	if len(moves) == 0 {
		return zeroing(w), nil
	}
	var next chess.Position
	if w > Draw {
		if how == byThreat {
			return zeroing(w) + 1, nil
		}
		for _, m := range moves {
			if m.IsCapture() || p.RoleAt(m.From()) != chess.Pawn {
				continue
			}
			p.Apply(m, &next)
			v, err := t.WDL(&next)
			if err != nil {
				return 0, err
			}
			if -v == w {
				return zeroing(w), nil
			}
		}
	}
	if d, ok, err := t.distance(p, w); ok || err != nil {
		return d, err
	}
	// The table has the other side to move.
	best := 0
	for _, m := range moves {
		if zeroes(p, m) {
			continue
		}
		p.Apply(m, &next)
		d, err := t.DTZ(&next)
		if err != nil {
			return 0, err
		}
		if d = -d; sign(d) != sign(int(w)) {
			continue
		}
		if d == 1 && mated(&next) {
			return 1, nil
		}
		if d += sign(d); best == 0 || d < best {
			best = d
		}
	}
	if best == 0 || w < Draw && best > zeroing(w) {
		best = zeroing(w)
	}
	return best, nil
}

// mated tells whether the game is over, lost by the side to move.
func mated(p *chess.Position) bool { return wdlOf(p.End(), p.Turn()) == Loss }

// zeroes tells whether a move begins the count of the fifty-move rule anew.
func zeroes(p *chess.Position, m chess.Move) bool {
	return m.IsCapture() || p.RoleAt(m.From()) == chess.Pawn
}

// distance is what the DTZ table holds; ok is false where it has the other side to move.
func (t *Tables) distance(p *chess.Position, w WDL) (d int, ok bool, err error) {
	tb := t.dtz[keyOf(p)]
	if tb == nil {
		return 0, false, errMissing
	}
	if err := tb.open(); err != nil {
		return 0, false, err
	}
	at, ok := tb.find(p)
	if !ok {
		return 0, false, nil
	}
	v, err := tb.value(at)
	if err == nil && at.block.flags&mapped != 0 {
		values := at.block.maps[[5]int{1, 3, 0, 2, 0}[w+2]]
		if v < len(values) {
			v = int(values[v])
		} else {
			err = errDamaged
		}
	}
	if err != nil {
		return 0, false, fmt.Errorf("%s: %w", tb.path, err)
	}
	if w == Win && at.block.flags&winPlies == 0 || w == Loss && at.block.flags&lossPlies == 0 || w == CursedWin || w == BlessedLoss {
		v *= 2
	}
	return zeroing(w) + sign(int(w))*v, true, nil
}

// Verdict is what tables tell of a position with its count of the fifty-move rule, or of a move.
type Verdict struct {
	WDL WDL
	DTZ int // as of [Tables.DTZ]; of a move it counts the move
	// Ends says of a move that it ends the game.
	Ends bool
}

// MoveVerdict is a legal move with the verdict for the side that makes it.
type MoveVerdict struct {
	Move chess.Move
	Verdict
}

// counted is a distance with the count of the fifty-move rule: what cannot be reached in time is drawn.
func counted(d, halfmoves int) Verdict {
	v := Verdict{DTZ: d}
	switch {
	case d > 0 && d+halfmoves <= 100:
		v.WDL = Win
	case d > 0:
		v.WDL = CursedWin
	case d < 0 && -d+halfmoves <= 100:
		v.WDL = Loss
	case d < 0:
		v.WDL = BlessedLoss
	}
	return v
}

// Judge is the verdict on a position.
func (t *Tables) Judge(p *chess.Position) (Verdict, error) {
	d, err := t.DTZ(p)
	return counted(d, p.Halfmoves()), err
}

// Moves judges every legal move of a position, the best first and equally good ones in the order of the generator: wins
// that come to a capture or a pawn's move soonest, losses that do so latest.
func (t *Tables) Moves(p *chess.Position) ([]MoveVerdict, error) {
	var list []MoveVerdict
	for _, m := range p.AppendMoves(nil) {
		v, err := t.after(p, m)
		if err != nil {
			return nil, err
		}
		list = append(list, MoveVerdict{m, v})
	}
	sorted.By(list, func(a, b MoveVerdict) int { return b.compare(a.Verdict) })
	return list, nil
}

// after is the verdict on a move.
func (t *Tables) after(p *chess.Position, m chess.Move) (Verdict, error) {
	var next chess.Position
	p.Apply(m, &next)
	if o := next.End(); o.Over() {
		w := wdlOf(o, p.Turn())
		return Verdict{WDL: w, DTZ: zeroing(w), Ends: true}, nil
	}
	if zeroes(p, m) {
		w, err := t.WDL(&next)
		return Verdict{WDL: -w, DTZ: zeroing(-w)}, err
	}
	d, err := t.DTZ(&next)
	return counted(-d-sign(d), p.Halfmoves()), err
}

// compare is positive where the side to move prefers v to o.
func (v Verdict) compare(o Verdict) int {
	if c := cmp.Compare(v.WDL, o.WDL); c != 0 || v.WDL == Draw {
		return c
	}
	if v.WDL > Draw && v.Ends != o.Ends {
		if v.Ends {
			return 1
		}
		return -1
	}
	return cmp.Compare(o.DTZ, v.DTZ) // both: sooner won; later lost is more negative
}

// Rank gives every legal move a number that is the higher the better, and what it is worth: of wins that is best which comes
// to the next capture or pawn move soonest. known is false where a table is missing.
func (t *Tables) Rank(p *chess.Position) (rank func(m chess.Move) (rank, wdl int), known bool) {
	if p.Occupied().Count() > t.pieces || p.CastlingRooks() != 0 {
		return nil, false
	}
	list, err := t.Moves(p)
	if err != nil || len(list) == 0 {
		return nil, false
	}
	type place struct{ rank, wdl int }
	places := make(map[chess.Move]place, len(list))
	for i, n := len(list)-1, 0; i >= 0; i-- {
		if i+1 < len(list) && list[i].compare(list[i+1].Verdict) != 0 {
			n++
		}
		places[list[i].Move] = place{n, int(list[i].WDL)}
	}
	return func(m chess.Move) (rank, wdl int) { return places[m].rank, places[m].wdl }, true
}
