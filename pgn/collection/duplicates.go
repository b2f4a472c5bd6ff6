package collection

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash/maphash"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rookery/chess"
	"rookery/pgn"
	"rookery/pgn/internal/syntax"
)

// Duplicates finds games that are there twice. The zero Duplicates takes games
// for the same when rules, first position and the moves of the main line are
// equal, the players have the same surnames and the dates do not contradict
// each other; what is unknown contradicts nothing. Short games may well be
// alike by chance: below forty plies two different rounds tell them apart, and
// below ten plies the seven tags of the roster must be equal.
//
// It keeps some sixteen bytes for each game that is not there already and four
// for one that is; a game that may be the same as another is read again.
type Duplicates struct {
	// ByMoves looks at rules, first position and moves alone. Games without
	// moves are never the same then.
	ByMoves bool
	// Longest keeps the game with the most text of those that are the same,
	// in its own place, instead of the first.
	Longest bool

	files    []compared
	games    int // in them
	read     int
	distinct distinctGames
	stays    []uint32 // with Longest, for each first the number of the game that stays
	seed     maphash.Seed

	again  *identifier // reads games once more
	recent [maxRecent]recent
}

// compared is a file whose games were compared.
type compared struct {
	ix   *Index
	base int // number of its first game among all games
	n    int // games
	// same tells of each game the first it is the same as, plus one, or 0, in
	// blocks of blockSize; a block without any is nil.
	same [][]uint32
}

// first is the first that game i is the same as, plus one, or 0.
func (f *compared) first(i int) uint32 {
	if block := f.same[i/blockSize]; block != nil {
		return block[i%blockSize]
	}
	return 0
}

// note notes that game i is the same as first n.
func (f *compared) note(i, n int) {
	block := &f.same[i/blockSize]
	if *block == nil {
		*block = make([]uint32, blockSize)
	}
	(*block)[i%blockSize] = uint32(n + 1)
}

// recent is the identity of a first that was looked at recently.
type recent struct {
	first int // its number plus one
	identity
}

// maxRecent is how many of them are remembered.
const maxRecent = 1 << 12

// Place is a game in a list of files.
type Place struct{ File, Game int } // counted from 0

// Duplicate is a game that is dropped, and the one that is kept instead.
type Duplicate struct{ Dropped, Kept Place }

// Add compares the games of a file that were found so far with those before.
// The file must stay open while others are added.
func (d *Duplicates) Add(ctx context.Context, ix *Index) error {
	if d.again == nil {
		d.again, d.seed = newIdentifier(d.ByMoves), maphash.MakeSeed()
	}
	n := ix.Len()
	d.files = append(d.files, compared{ix, d.games, n, make([][]uint32, (n+blockSize-1)/blockSize)})
	d.games += n
	return ix.inOrder(ctx, ix.games(ctx, Numbers{{0, n}}), func() worker { return newIdentifier(d.ByMoves).work }, func(b *batch) error {
		for i := range b.identities {
			if err := d.add(b.first+i, &b.identities[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

func (d *Duplicates) add(i int, id *identity) error {
	d.read++
	if d.ByMoves && id.plies == 0 {
		return nil
	}
	file := &d.files[len(d.files)-1]
	game, key, players := uint32(file.base+i), binary.LittleEndian.Uint32(id.sum[:]), d.players(id)
	for n := range d.distinct.with(key) {
		if !mayBeSame(d.distinct.at(n).players, players) {
			continue
		}
		other, err := d.identity(n)
		if err != nil {
			return err
		}
		if !other.same(id) {
			continue
		}
		if d.Longest {
			if p, q := d.place(game), d.place(d.stays[n]); d.length(p) > d.length(q) {
				d.files[q.File].note(q.Game, n)
				d.stays[n] = game
				return nil
			}
		}
		file.note(i, n)
		return nil
	}
	d.recent[d.distinct.n%maxRecent] = recent{d.distinct.n + 1, *id}
	d.distinct.add(distinctGame{key, players, game})
	if d.Longest {
		d.stays = append(d.stays, game)
	}
	return nil
}

// players is what two games by other players hardly have in common: sixteen
// bits for each player, 0 for nobody.
func (d *Duplicates) players(id *identity) uint32 {
	var p uint32
	for _, name := range [2]string{id.white, id.black} {
		p <<= 16
		if name != "" {
			p |= uint32(maphash.String(d.seed, name))&0xffff | 1
		}
	}
	return p
}

func mayBeSame(p, q uint32) bool {
	for range 2 {
		if a, b := p&0xffff, q&0xffff; a != b && a != 0 && b != 0 {
			return false
		}
		p, q = p>>16, q>>16
	}
	return true
}

// identity is that of a first, from memory or read again.
func (d *Duplicates) identity(n int) (*identity, error) {
	r := &d.recent[n%maxRecent]
	if r.first == n+1 {
		return &r.identity, nil
	}
	p := d.place(d.distinct.at(n).game)
	ix := d.files[p.File].ix
	b := batch{ix: ix, first: p.Game, games: []record{ix.record(p.Game)}}
	if err := b.read(); err != nil {
		return nil, err
	}
	id, err := d.again.identity(&b, 0)
	if err != nil {
		return nil, err
	}
	*r = recent{n + 1, id}
	return &r.identity, nil
}

func (d *Duplicates) place(game uint32) Place {
	k, found := slices.BinarySearchFunc(d.files, int(game), func(f compared, game int) int { return f.base - game })
	if !found {
		k--
	}
	for d.files[k].n == 0 { // a file without games begins there too
		k++
	}
	return Place{k, int(game) - d.files[k].base}
}

func (d *Duplicates) length(p Place) int { return d.files[p.File].ix.Entry(p.Game).Length }

// Read is how many games were compared.
func (d *Duplicates) Read() int { return d.read }

// Drops reports whether the game at p is there again.
func (d *Duplicates) Drops(p Place) bool { return d.files[p.File].first(p.Game) > 0 }

// Dropped lists the games that are there again, in the order of the files.
func (d *Duplicates) Dropped() iter.Seq[Duplicate] {
	return func(yield func(Duplicate) bool) {
		for k, f := range d.files {
			for i := range f.n {
				n := f.first(i)
				if n == 0 {
					continue
				}
				kept := d.distinct.at(int(n - 1)).game
				if d.Longest {
					kept = d.stays[n-1]
				}
				if !yield(Duplicate{Place{k, i}, d.place(kept)}) {
					return
				}
			}
		}
	}
}

// distinctGame is a game of which none before it is the same: 12 bytes.
type distinctGame struct {
	key     uint32 // the beginning of the sum of its identity
	players uint32 // see [Duplicates.players]
	game    uint32 // its number among all games
}

// distinctGames finds games by their keys: a table of their numbers, with the next free
// place for those that fall on the same.
type distinctGames struct {
	blocks [][]distinctGame // of blockSize, so that nothing is copied
	n      int
	slots  []uint32 // numbers plus one; 0 for none
}

// at is first i.
func (t *distinctGames) at(i int) *distinctGame { return &t.blocks[i/blockSize][i%blockSize] }

// with gives those with a key in the order in which they were added.
func (t *distinctGames) with(key uint32) iter.Seq[int] {
	return func(yield func(i int) bool) {
		if t.n == 0 {
			return
		}
		last := uint32(len(t.slots) - 1)
		for at := key & last; t.slots[at] != 0; at = (at + 1) & last {
			if i := int(t.slots[at] - 1); t.at(i).key == key && !yield(i) {
				return
			}
		}
	}
}

func (t *distinctGames) add(f distinctGame) {
	if t.n%blockSize == 0 {
		t.blocks = append(t.blocks, make([]distinctGame, 0, blockSize))
	}
	last := &t.blocks[len(t.blocks)-1]
	*last = append(*last, f)
	t.n++
	if 8*t.n <= 7*len(t.slots) {
		t.place(t.n - 1)
		return
	}
	t.slots = nil // before there are twice as many
	slots := blockSize
	for 8*t.n > 7*slots {
		slots *= 2
	}
	t.slots = make([]uint32, slots)
	for i := range t.n {
		t.place(i)
	}
}

// place notes where first i is found.
func (t *distinctGames) place(i int) {
	last := uint32(len(t.slots) - 1)
	at := t.at(i).key & last
	for t.slots[at] != 0 {
		at = (at + 1) & last
	}
	t.slots[at] = uint32(i + 1)
}

// identity is what is compared of a game to find it again.
type identity struct {
	// sum is made of rules, first position and moves, and of a game that is
	// shorter than rosterPlies also of the seven tags of the roster.
	sum          [16]byte
	plies        int
	white, black string // surnames, empty for nobody
	date, round  string
}

// rosterPlies and roundPlies are below how many plies more than players and dates
// are compared.
const (
	rosterPlies = 10
	roundPlies  = 40
)

// same reports whether two games are the same as far as their tags tell.
func (a *identity) same(b *identity) bool {
	switch {
	case a.sum != b.sum:
		return false
	case a.plies < rosterPlies:
		return true
	case a.white != b.white && a.white != "" && b.white != "":
		return false
	case a.black != b.black && a.black != "" && b.black != "":
		return false
	}
	return sameDate(a.date, b.date) && (a.plies >= roundPlies || sameRound(a.round, b.round))
}

// sameDate reports whether two dates agree as far as both are known.
func sameDate(a, b string) bool {
	a, _, _ = strings.Cut(a, "?")
	b, _, _ = strings.Cut(b, "?")
	n := min(len(a), len(b))
	return strings.TrimRight(a[:n], ".") == strings.TrimRight(b[:n], ".")
}

// sameRound reports whether two rounds agree as far as both are known; the board
// after a dot does not count.
func sameRound(a, b string) bool {
	a, _, _ = strings.Cut(a, ".")
	b, _, _ = strings.Cut(b, ".")
	return a == b || syntax.IsUnset(a) || syntax.IsUnset(b)
}

// surname is the letters of a player's last name in lower case: what stands
// before a comma, else the last word. It is empty for nobody.
func surname(name string) string {
	last, _, ok := strings.Cut(name, ",")
	if !ok {
		words := strings.Fields(name)
		if len(words) == 0 {
			return ""
		}
		last = words[len(words)-1]
		if len([]rune(strings.Trim(last, "."))) == 1 && len(words) > 1 { // Carlsen M
			last = words[0]
		}
	}
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, last)
}

// moveTrace notes the moves of the main line of a game while it is parsed.
type moveTrace struct{ moves []byte }

func (t *moveTrace) move(m chess.Move) {
	t.moves = binary.LittleEndian.AppendUint32(t.moves, uint32(m))
}

// identifier finds the identities of games on one processor.
type identifier struct {
	byMoves bool // tags do not count
	fast    fastParser
	careful carefulReader
	trace   moveTrace
	text    []byte // scratch of identify
}

func newIdentifier(byMoves bool) *identifier {
	s := &identifier{byMoves: byMoves}
	s.fast.trace = &s.trace
	return s
}

func (s *identifier) work(b *batch) error {
	b.identities = b.identities[:0]
	for i := range b.games {
		id, err := s.identity(b, i)
		if err != nil {
			return err
		}
		b.identities = append(b.identities, id)
	}
	return nil
}

// identity is that of game i of a batch, of which it keeps nothing.
func (s *identifier) identity(b *batch, i int) (identity, error) {
	s.trace.moves = s.trace.moves[:0]
	if utf8.Valid(b.game(i)) && b.quick(&s.fast, i) && s.plainTags() {
		r := &s.fast
		fen, _ := r.value("FEN")
		start := string(bytes.TrimSpace(fen))
		if start == "?" || start == "-" {
			start = ""
		}
		return s.identify(r.plies, variantName(r.found.Rules), start, "", func(tag string) string {
			value, _ := r.value(tag)
			return string(value)
		}), nil
	}
	g, err := s.careful.read(b, i)
	if err != nil {
		return identity{}, err
	}
	return s.parsed(g), nil
}

// plainTags reports whether the values of the tags of the game that was parsed
// are as the parser would give them.
func (s *identifier) plainTags() bool {
	for i := range s.fast.tags {
		if bytes.ContainsAny(s.fast.tags[i].value, "\t\v\f") {
			return false
		}
	}
	return true
}

// parsed is the identity of a game that the parser read.
func (s *identifier) parsed(g *pgn.Game) identity {
	s.trace.moves = s.trace.moves[:0]
	plies := 0
	for n := g.Root.Next(); n != nil; n = n.Next() {
		s.trace.move(n.Move)
		plies++
	}
	unread := g.Unread
	if errors.Is(g.Err, pgn.ErrTooLong) {
		unread = rand.Text() // what was not read is the same as nothing else
	}
	return s.identify(plies, g.Variant(), g.Start, unread, func(tag string) string {
		return strings.Clone(g.Tags.Value(tag))
	})
}

// identify makes an identity of the moves in trace and what else there is.
func (s *identifier) identify(plies int, variant, start, unread string, value func(tag string) string) identity {
	id := identity{plies: plies}
	text := append(binary.AppendUvarint(s.text[:0], uint64(len(s.trace.moves))), s.trace.moves...)
	note := func(part string) { text = append(binary.AppendUvarint(text, uint64(len(part))), part...) }
	note(variant)
	note(start)
	note(unread)
	switch {
	case s.byMoves:
	case plies < rosterPlies:
		for _, t := range syntax.Roster {
			note(value(t.Name))
		}
	default:
		id.white, id.black = surname(value("White")), surname(value("Black"))
		id.date = value("Date")
		if plies < roundPlies {
			id.round = value("Round")
		}
	}
	sum := sha256.Sum256(text)
	copy(id.sum[:], sum[:])
	s.text = text
	return id
}
