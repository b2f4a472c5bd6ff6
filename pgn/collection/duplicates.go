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
// It keeps some forty bytes for each game that is not there already and four for one
// that is, and reads no game twice.
type Duplicates struct {
	// ByMoves looks at rules, first position and moves alone. Games without
	// moves are never the same then.
	ByMoves bool
	// Longest keeps the game with the most text of those that are the same,
	// in its own place, instead of the first.
	Longest bool

	files    []compared
	games    int // in them
	distinct distinctGames
	longest  []longest // with Longest, for each first
	seed     maphash.Seed
	words    wordNumbers
}

// compared is a file whose games were compared.
type compared struct {
	base int // number of its first game among all games
	n    int // games
	// same tells of each game the first it is the same as, plus one, or 0, in
	// blocks of blockSize; a block without any is nil or missing.
	same [][]uint32
}

// first is the first that game i is the same as, plus one, or 0.
func (f *compared) first(i int) uint32 {
	if k := i / blockSize; k < len(f.same) && f.same[k] != nil {
		return f.same[k][i%blockSize]
	}
	return 0
}

// note notes that game i is the same as first n.
func (f *compared) note(i, n int) {
	for len(f.same) <= i/blockSize {
		f.same = append(f.same, nil)
	}
	block := &f.same[i/blockSize]
	if *block == nil {
		*block = make([]uint32, blockSize)
	}
	(*block)[i%blockSize] = uint32(n + 1)
}

// longest is the game that stays of those that are the same as a first.
type longest struct {
	game   uint32 // its number among all games
	length int64  // bytes
}

// Place is a game in a list of files.
type Place struct{ File, Game int } // counted from 0

// Add compares the games of a file with each other and with those before: it passes
// through the file as [Index.Select] does. visit, which may be nil, is told of each game;
// kept is the first that it is the same as, nil for a game that is none of them.
func (d *Duplicates) Add(ctx context.Context, ix *Index, visit func(f *Found, kept *Place) error) error {
	if len(d.files) == 0 {
		d.seed = maphash.MakeSeed()
	}
	d.files = append(d.files, compared{base: d.games})
	file := &d.files[len(d.files)-1]
	var as handover
	return ix.inOrder(ctx, ix.games(ctx, nil), func() worker { return newIdentifier(d.ByMoves).work }, func(b *batch) error {
		return as.deliver(b, b.fit, func(f *Found) error {
			var kept *Place
			if b.part <= firstPart {
				file.n++
				d.games++
				if n := d.add(f, &b.identities[f.Number-b.first]); n >= 0 {
					p := d.place(d.distinct.at(n).game)
					kept = &p
				}
			}
			if visit == nil {
				return nil
			}
			return visit(f, kept)
		})
	})
}

// add takes a game in and gives the number of the first it is the same as, -1 for none.
func (d *Duplicates) add(f *Found, id *identity) int {
	if d.ByMoves && id.plies == 0 {
		return -1
	}
	file := &d.files[len(d.files)-1]
	g := distinctGame{
		sum: id.sum, white: d.player(id.white), black: d.player(id.black),
		date: d.words.number(id.date), round: d.words.number(id.round), game: uint32(file.base + f.Number),
	}
	for n := range d.distinct.with(g.key()) {
		if !d.same(d.distinct.at(n), &g) {
			continue
		}
		if d.Longest {
			if stays := &d.longest[n]; int64(f.Length) > stays.length {
				p := d.place(stays.game)
				d.files[p.File].note(p.Game, n)
				*stays = longest{g.game, int64(f.Length)}
				return n
			}
		}
		file.note(f.Number, n)
		return n
	}
	d.distinct.add(g)
	if d.Longest {
		d.longest = append(d.longest, longest{g.game, int64(f.Length)})
	}
	return -1
}

// player is a number for a surname, 0 for nobody. Two names in four thousand million share one.
func (d *Duplicates) player(name string) uint32 {
	if name == "" {
		return 0
	}
	return max(uint32(maphash.String(d.seed, name)), 1)
}

// same reports whether two games are the same as far as their tags tell.
func (d *Duplicates) same(a, b *distinctGame) bool {
	return a.sum == b.sum &&
		(a.white == b.white || a.white == 0 || b.white == 0) && (a.black == b.black || a.black == 0 || b.black == 0) &&
		(a.date == b.date || sameDate(d.words.texts[a.date], d.words.texts[b.date])) &&
		(a.round == b.round || sameRound(d.words.texts[a.round], d.words.texts[b.round]))
}

// wordNumbers numbers dates and rounds, of which there are few. Of a longer one the
// beginning counts.
type wordNumbers struct {
	texts   []string
	numbers map[string]uint32
}

// longestWord is how many bytes of a date or round count.
const longestWord = 32

func (w *wordNumbers) number(text string) uint32 {
	text = text[:min(len(text), longestWord)]
	n, ok := w.numbers[text]
	if !ok {
		if w.numbers == nil {
			w.numbers = make(map[string]uint32)
		}
		n = uint32(len(w.texts))
		text = strings.Clone(text)
		w.texts, w.numbers[text] = append(w.texts, text), n
	}
	return n
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

// Read is how many games were compared.
func (d *Duplicates) Read() int { return d.games }

// Drops gives what is kept in place of the game at p; false where that stays.
func (d *Duplicates) Drops(p Place) (kept Place, drops bool) {
	n := d.files[p.File].first(p.Game)
	if n == 0 {
		return p, false
	}
	if d.Longest {
		return d.place(d.longest[n-1].game), true
	}
	return d.place(d.distinct.at(int(n - 1)).game), true
}

// distinctGame is a game of which none before it is the same: 36 bytes.
type distinctGame struct {
	sum          [16]byte // of its identity
	white, black uint32   // see [Duplicates.player]
	date, round  uint32   // numbers of words
	game         uint32   // its number among all games
}

func (g *distinctGame) key() uint32 { return binary.LittleEndian.Uint32(g.sum[:]) }

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
			if i := int(t.slots[at] - 1); t.at(i).key() == key && !yield(i) {
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
	at := t.at(i).key() & last
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
	b.identities, b.fit = b.identities[:0], b.fit[:0]
	for i := range b.games {
		b.fit = append(b.fit, i)
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
