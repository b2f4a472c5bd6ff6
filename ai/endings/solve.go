package endings

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"rookery/chess"
)

// node is what the solver knows of one position.
type node struct {
	// value is, of a position that is settled, the plies to the end and one more, negative
	// when the side to move loses. Before that it is the same of the fastest win that is known
	// so far, or the least that a loss will last.
	value int16
	// left counts the moves within the tables that have not been found to lose; unlosable when
	// another move draws or wins.
	left  uint8
	flags uint8
}

const (
	settled   = 1 << iota // value is final
	closed                // not reached from behind: no proper position, over, or all moves leave the tables
	proper                // pieces may stand so
	unentered             // no quiet move leads here
)

const unlosable = 255

// mostPlies is where a node's value ends.
const mostPlies = 32000

// passingNode is a position in which a pawn that has just taken two steps can be taken, beside the
// position without that right. The step is the only way there.
type passingNode struct {
	node   node
	before uint32
	step   chess.Move
}

// solver makes the tables of one group: one material, or all that conversions lead to from one.
type solver struct {
	spaces  []*space
	offset  []uint32 // of each space in nodes
	total   uint32   // of all spaces; the numbers of passing follow
	nodes   []node
	index   map[Material]groupMember
	convert bool
	checks  bool

	passes    bool // a pawn can be taken in passing
	passing   []passingNode
	passingAt map[uint32][]uint32 // nodes, by the number of the position without that right
	mayPass   []uint64            // bits of the numbers in passingAt; nil where there are none

	look    func(*chess.Position) (Verdict, bool) // of positions outside
	next    chess.Position                        // behind a move; here so that none is allocated for each
	levels  []levelList
	spare   *block
	ctx     context.Context
	err     error
	report  func(done float64)
	longest int // plies
}

// groupMember is where the positions of a material are: in a space, perhaps with the colours
// exchanged.
type groupMember struct {
	space int
	flip  bool
}

var (
	errNoTable = errors.New("a table that is needed is missing")
	errTooLong = errors.New("there are wins of more than 16,000 moves")
)

// block is a piece of a list of numbers; lists take and give them back, so that none is
// copied as it grows.
type block struct {
	next *block
	n    int
	nums [1022]uint32
}

type levelList struct{ head *block }

func (s *solver) push(level int, i uint32) {
	for len(s.levels) <= level {
		s.levels = append(s.levels, levelList{})
	}
	l := &s.levels[level]
	if l.head == nil || l.head.n == len(l.head.nums) {
		b := s.spare
		if b == nil {
			b = new(block)
		} else {
			s.spare = b.next
		}
		b.next, b.n = l.head, 0
		l.head = b
	}
	l.head.nums[l.head.n] = i
	l.head.n++
}

// run solves the group.
func (s *solver) run() error {
	for _, sp := range s.spaces {
		s.offset = append(s.offset, s.total)
		s.total += sp.size()
	}
	s.nodes = make([]node, s.total)
	s.start()
	if s.err == nil {
		s.startPassing()
	}
	if s.err == nil {
		s.spread()
	}
	return s.err
}

// start goes through all placements forwards.
func (s *solver) start() {
	for n, sp := range s.spaces {
		p := *sp.rules
		if s.checks {
			p.SetChecksLeft(int(sp.material.Checks[0]), int(sp.material.Checks[1]))
		}
		for l, sq := range sp.leaders {
			if s.stopped() {
				return
			}
			s.report(0.5 * (float64(n) + float64(l)/float64(len(sp.leaders))) / float64(len(s.spaces)))
			piece := chess.PieceOf(sp.slots[0].color, sp.slots[0].role)
			p.Put(piece, sq)
			s.place(n, 1, &p, squares{sq})
			p.Clear(sq)
		}
	}
}

func (s *solver) stopped() bool {
	if s.err == nil && s.ctx.Err() != nil {
		s.err = context.Cause(s.ctx)
	}
	return s.err != nil
}

// place puts the pieces from slot k on everywhere.
func (s *solver) place(n, k int, p *chess.Position, sq squares) {
	sp := s.spaces[n]
	if k == sp.n {
		s.placed(n, p, &sq)
		return
	}
	piece := sp.slots[k]
	free := ^p.Occupied()
	if piece.role == chess.Pawn {
		free &= sp.pawnOn[piece.color]
	}
	if sp.twins[k] {
		free &= ^chess.Bitboard(0) << sq[k-1]
	}
	for free != 0 {
		to := free.Pop()
		p.Put(chess.PieceOf(piece.color, piece.role), to)
		sq[k] = to
		s.place(n, k+1, p, sq)
		p.Clear(to)
	}
}

func (s *solver) placed(n int, p *chess.Position, sq *squares) {
	sp := s.spaces[n]
	code := sp.code(sq, chess.White)
	self := sp.mayBeOwnImage(sq)
	if self && sp.number(*sq, chess.White) != code {
		return // another image stands for it
	}
	self = self && sp.isOwnImage(sq)
	for turn := range chess.Color(2) {
		p.SetTurn(turn)
		if !p.Proper() {
			continue
		}
		i := s.offset[n] + code
		if turn == chess.Black {
			i += sp.half
		}
		s.judge(n, p, i, self)
	}
}

// mayBeOwnImage is a quick test: only positions that fulfil it can have a number of another image, or
// be their own image.
func (s *space) mayBeOwnImage(sq *squares) bool {
	return !s.single || s.eight && onDiagonal.Has(sq[0])
}

// isOwnImage reports whether a reflection leaves the placement, in order and as numbered, as it is.
func (s *space) isOwnImage(sq *squares) bool {
	full := 2
	if s.eight {
		full = 8
	}
	return s.images(*sq) < full
}

// judge finds what is known of a proper position at once. self tells that it is its own
// image.
func (s *solver) judge(n int, p *chess.Position, i uint32, self bool) {
	nd := s.node(i)
	nd.flags = proper
	if s.checks && p.InCheck() {
		nd.flags |= unentered
	}
	if o := p.VariantEnd(); o.Over() {
		s.over(nd, i, p, o)
		return
	}
	var buf [320]chess.Move
	e := exits{s: s, p: p}
	inner := 0
	if !s.convert && !s.checks && !s.passes && !self {
		// The common case: quiet moves are counted, not looked at.
		inner = p.CountMoves()
		if inner == 0 || p.Insufficient() {
			s.over(nd, i, p, p.End())
			return
		}
		moves := p.AppendNoisy(buf[:0])
		for _, m := range moves {
			e.add(m)
		}
		inner -= len(moves)
	} else {
		moves := p.AppendMoves(buf[:0])
		if len(moves) == 0 || p.Insufficient() {
			s.over(nd, i, p, p.End())
			return
		}
		var seen []uint32
		for _, m := range moves {
			if s.inner(n, p, m, i, self, &seen, &e) {
				inner++
			}
		}
	}
	switch {
	case e.win > 0:
		nd.value = e.win
		s.push(int(e.win)-1, i)
	case e.draw:
		nd.left = unlosable
	case inner == 0:
		nd.value = -e.loss
		s.push(int(e.loss)-1, i)
	default:
		nd.value, nd.left = -e.loss, uint8(inner)
	}
	if inner == 0 {
		nd.flags |= closed
	}
}

// over settles a position in which the game has ended.
func (s *solver) over(nd *node, i uint32, p *chess.Position, o chess.Outcome) {
	nd.flags |= closed
	if c, decided := o.Winner(); decided {
		nd.value = -1
		if c == p.Turn() {
			nd.value = 1
		}
		s.push(0, i)
	}
}

// inner reports whether m leads to a node; else it is one of the exits.
func (s *solver) inner(n int, p *chess.Position, m chess.Move, i uint32, self bool, seen *[]uint32, e *exits) bool {
	if k := m.Kind(); k != chess.Quiet && k != chess.DoubleStep || s.checks && p.GivesCheck(m) {
		e.add(m)
		return false
	}
	turns := s.convert && p.Converted(m) != 0
	passes := s.passes && m.Kind() == chess.DoubleStep
	if !turns && !passes && !self {
		return true
	}
	next := &s.next
	p.Apply(m, next)
	if turns && next.VariantEnd().Over() {
		e.add(m)
		return false
	}
	if passes && canTakeInPassing(next) {
		if i < s.total {
			s.passing = append(s.passing, passingNode{before: i, step: m})
		}
		return true
	}
	if !self {
		return true
	}
	to := s.locate(next)
	if slices.Contains(*seen, to) {
		return false // an image of another move
	}
	*seen = append(*seen, to)
	return true
}

func canTakeInPassing(p *chess.Position) bool {
	if p.EnPassant() == chess.NoSquare {
		return false
	}
	var buf [320]chess.Move
	for _, m := range p.AppendNoisy(buf[:0]) {
		if m.Kind() == chess.EnPassant {
			return true
		}
	}
	return false
}

// exits are the moves of a position that leave its tables.
type exits struct {
	s         *solver
	p         *chess.Position
	win, loss int16 // plies and one more of the fastest win and the slowest loss; 0 for none
	draw      bool
}

func (e *exits) add(m chess.Move) {
	next := &e.s.next
	e.p.Apply(m, next)
	v, ok := e.s.look(next)
	if !ok {
		if e.s.err == nil {
			e.s.err = fmt.Errorf("%w: %s", errNoTable, MaterialOf(next))
		}
		return
	}
	plies := int16(v.Plies + 2)
	switch {
	case v.Result == Drawn:
		e.draw = true
	case v.Result == Lost && (e.win == 0 || plies < e.win):
		e.win = plies
	case v.Result == Won:
		e.loss = max(e.loss, plies)
	}
}

func (s *solver) node(i uint32) *node {
	if i >= s.total {
		return &s.passing[i-s.total].node
	}
	return &s.nodes[i]
}

// locate is the number of a position of the group.
func (s *solver) locate(p *chess.Position) uint32 {
	at := s.index[MaterialOf(p)]
	return s.offset[at.space] + s.spaces[at.space].numberOf(p, at.flip)
}

// startPassing makes the nodes of positions in which a pawn may be taken in passing.
func (s *solver) startPassing() {
	if len(s.passing) == 0 {
		return
	}
	s.passingAt = make(map[uint32][]uint32)
	s.mayPass = make([]uint64, s.total/64+1)
	for k := range s.passing {
		e := &s.passing[k]
		n := s.spaceOf(e.before)
		sp := s.spaces[n]
		p := *sp.rules
		sq, turn := sp.at(e.before - s.offset[n])
		for i := range sp.n {
			p.Put(chess.PieceOf(sp.slots[i].color, sp.slots[i].role), sq[i])
		}
		p.SetTurn(turn)
		if s.checks {
			p.SetChecksLeft(int(sp.material.Checks[0]), int(sp.material.Checks[1]))
		}
		var next chess.Position
		p.Apply(e.step, &next)
		i := s.total + uint32(k)
		at := s.locate(&next)
		s.passingAt[at] = append(s.passingAt[at], i)
		s.mayPass[at/64] |= 1 << (at % 64)
		after, _ := sp.at(at - s.offset[n])
		s.judge(n, &next, i, sp.mayBeOwnImage(&after) && sp.isOwnImage(&after))
	}
}

func (s *solver) spaceOf(i uint32) int {
	n := len(s.offset) - 1
	for i < s.offset[n] {
		n--
	}
	return n
}

// spread goes backwards from what is settled, ply by ply.
func (s *solver) spread() {
	u := unmover{s: s}
	for level := 0; level < len(s.levels); level++ {
		if level > mostPlies {
			s.err = errTooLong
		}
		if s.stopped() {
			return
		}
		s.report(0.5 + 0.5*(1-1/(1+float64(level)/20)))
		for b := s.levels[level].head; b != nil; {
			for _, i := range b.nums[:b.n] {
				nd := s.node(i)
				if nd.flags&settled != 0 || max(nd.value, -nd.value) != int16(level+1) || nd.value < 0 && nd.left != 0 {
					continue
				}
				nd.flags |= settled
				s.longest = level
				u.unmove(i, nd.value < 0, int16(level+2))
			}
			next := b.next
			b.next, s.spare = s.spare, b
			b = next
		}
		s.levels[level].head = nil
	}
}

// touch tells a node, and those en passant beside it, that a move from there leads to a
// position that is lost, or won, so that its own value is that many plies and one more.
func (s *solver) touch(i uint32, lost bool, value int16) {
	s.touchNode(&s.nodes[i], i, lost, value)
	if s.mayPass != nil && s.mayPass[i/64]>>(i%64)&1 != 0 {
		for _, e := range s.passingAt[i] {
			s.touchNode(s.node(e), e, lost, value)
		}
	}
}

func (s *solver) touchNode(nd *node, i uint32, lost bool, value int16) {
	if nd.flags&(settled|closed|proper) != proper || nd.value > 0 && (!lost || nd.value <= value) {
		return
	}
	if lost {
		nd.value = value
		s.push(int(value)-1, i)
		return
	}
	if nd.left == unlosable {
		return
	}
	if nd.left--; nd.left == 0 {
		nd.value = min(nd.value, -value)
		s.push(int(-nd.value)-1, i)
	}
}

// unmover takes quiet moves back.
type unmover struct {
	s      *solver
	sp     *space
	offset uint32
	lost   bool
	value  int16

	self    bool     // the position is its own image: its images are counted once
	touched []uint32 // then, what was told
}

// unmove tells the nodes before node i that it is settled.
func (u *unmover) unmove(i uint32, lost bool, value int16) {
	s := u.s
	u.lost, u.value = lost, value
	if i >= s.total { // the double step
		s.touch(s.passing[i-s.total].before, lost, value)
		return
	}
	if s.nodes[i].flags&unentered != 0 {
		return
	}
	n := s.spaceOf(i)
	sp := s.spaces[n]
	u.sp, u.offset = sp, s.offset[n]
	local := i - u.offset
	sq, turn := sp.at(local)
	mover := turn ^ 1
	u.self = sp.mayBeOwnImage(&sq) && sp.isOwnImage(&sq)
	u.touched = u.touched[:0]
	var side [2]chess.Bitboard
	for k := range sp.n {
		side[sp.slots[k].color] |= chess.Bit(sq[k])
	}
	occ := side[0] | side[1]
	// Where no tie between images must be broken, the number of a position before differs only
	// in the square of the piece that moves.
	before := local + sp.half
	if turn == chess.Black {
		before = local - sp.half
	}
	tie := sp.eight && onDiagonal.Has(sq[0])
	plain := sp.single && !u.self && (!tie || sp.secondSingle && !onDiagonal.Has(sq[1]))
	for k := range sp.n {
		if sp.slots[k].color != mover {
			continue
		}
		from := sp.origins(k, sq[k], occ)
		if from == 0 {
			continue
		}
		if s.convert {
			u.unturn(k, sq, side, from, turn)
			continue
		}
		pawn := sp.slots[k].role == chess.Pawn
		if plain && k > 0 && !(tie && k == 1) && !sp.inTwins[k] {
			shift := 6 * (sp.n - 1 - k)
			base := before - uint32(sq[k])<<shift + u.offset
			for from != 0 {
				a := from.Pop()
				j := base + uint32(a)<<shift
				if pawn && s.mayPass != nil && u.stepsPast(i, j, a, sq[k]) {
					continue
				}
				s.touch(j, lost, value)
			}
			continue
		}
		for from != 0 {
			a := from.Pop()
			old := sq
			old[k] = a
			j := u.offset + sp.number(old, mover)
			if pawn && s.mayPass != nil && u.stepsPast(i, j, a, sq[k]) {
				continue
			}
			u.touch(j)
		}
	}
}

// touch is solver.touch, once for each image of a position before one that is its own image.
func (u *unmover) touch(j uint32) {
	if u.self {
		if slices.Contains(u.touched, j) {
			return
		}
		u.touched = append(u.touched, j)
	}
	u.s.touch(j, u.lost, u.value)
}

// stepsPast reports whether the move from j to i is a double step that could be answered en
// passant: then it led to the node of that.
func (u *unmover) stepsPast(i, j uint32, from, to chess.Square) bool {
	if d := int(to) - int(from); d != 16 && d != -16 || u.s.mayPass[i/64]>>(i%64)&1 == 0 {
		return false
	}
	for _, e := range u.s.passingAt[i] {
		if u.s.passing[e-u.s.total].before == j {
			return true
		}
	}
	return false
}

// origins is from where the piece of slot k can have come to its square by a quiet move.
func (s *space) origins(k int, to chess.Square, occ chess.Bitboard) chess.Bitboard {
	if role := s.slots[k].role; role != chess.Pawn {
		return chess.PieceAttacks(role, to, occ) &^ occ
	}
	c := s.slots[k].color
	if s.promotes && s.lastRank[c].Has(to) {
		return 0
	}
	back := -8
	if c == chess.Black {
		back = 8
	}
	one := int(to) + back
	if one < 0 || one > 63 || occ.Has(chess.Square(one)) {
		return 0
	}
	set := chess.Bit(chess.Square(one))
	if two := one + back; two >= 0 && two <= 63 && !occ.Has(chess.Square(two)) && s.doubleFrom[c].Has(chess.Square(two)) {
		set |= chess.Bit(chess.Square(two))
	}
	return set & s.pawnOn[c]
}

// unturn takes moves of slot k back where a moved piece turns the enemies that it attacks: none is left
// of those, and any of ours that it attacks now may have been one.
func (u *unmover) unturn(k int, sq squares, side [2]chess.Bitboard, from chess.Bitboard, turn chess.Color) {
	sp, mover := u.sp, turn^1
	occ := side[0] | side[1]
	attacks := attacksFrom(sp.slots[k], sq[k], occ)
	if attacks&side[turn] != 0 {
		return
	}
	var turned [MaxPieces]int // the slots that may have been turned
	n := 0
	for j := range sp.n {
		if j != k && sp.slots[j].color == mover && attacks.Has(sq[j]) {
			turned[n] = j
			n++
		}
	}
	for set := range 1 << n {
		m := sp.material
		owner := [MaxPieces]chess.Color{}
		for j := range sp.n {
			owner[j] = sp.slots[j].color
		}
		fits := true
		for b := range n {
			if set>>b&1 != 0 {
				j := turned[b]
				owner[j] = turn
				m.Count[mover][sp.slots[j].role]--
				m.Count[turn][sp.slots[j].role]++
				fits = fits && (sp.slots[j].role != chess.Pawn || sp.pawnOn[turn].Has(sq[j]))
			}
		}
		at, ok := u.s.index[m]
		if !ok || !fits {
			continue
		}
		for origins := from; origins != 0; {
			old := sq
			old[k] = origins.Pop()
			u.touch(u.s.offset[at.space] + u.s.spaces[at.space].arranged(sp, old, owner, mover, at.flip))
		}
	}
}

func attacksFrom(piece slot, sq chess.Square, occ chess.Bitboard) chess.Bitboard {
	if piece.role == chess.Pawn {
		return chess.PawnAttacks(piece.color, sq)
	}
	return chess.PieceAttacks(piece.role, sq, occ)
}

// arranged is the number of a placement that is given by the slots of another space with other
// owners; flip exchanges the colours.
func (s *space) arranged(of *space, sq squares, owner [MaxPieces]chess.Color, turn chess.Color, flip bool) uint32 {
	var out squares
	var used [MaxPieces]bool
	f := chess.Color(0)
	var mirror chess.Square
	if flip {
		f, mirror = 1, 56
	}
	for k := range s.n {
		for j := range of.n {
			if !used[j] && owner[j]^f == s.slots[k].color && of.slots[j].role == s.slots[k].role {
				out[k], used[j] = sq[j]^mirror, true
				break
			}
		}
	}
	return s.number(out, turn^f)
}
