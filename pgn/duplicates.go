package pgn

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"strings"
	"unicode"
)

// Duplicates finds games that are there twice. The zero Duplicates takes games
// for the same when rules, first position and the moves of the main line are
// equal, the players have the same surnames and the dates do not contradict
// each other; what is unknown contradicts nothing. Short games may well be
// alike by chance: below forty plies two different rounds tell them apart, and
// below ten plies the seven tags of the roster must be equal.
type Duplicates struct {
	// ByMoves looks at rules, first position and moves alone. Games without
	// moves are never the same then.
	ByMoves bool
	// Longest keeps the game with the most text of those that are the same,
	// in its own place, instead of the first.
	Longest bool

	files int
	first map[[16]byte][]int // the games with the same moves of which none is the same
	games []suspect          // that are the first of their kind
	read  int
}

// Place is a game in a list of files.
type Place struct{ File, Game int } // counted from 0

// Duplicate is a game that is dropped, and the one that stays in its stead.
type Duplicate struct{ Dropped, Kept Place }

// suspect is what is compared of a game.
type suspect struct {
	at     Place // of the one that stays
	length int   // of its text
	plies  int
	roster [len(roster)]string
	also   []Place // dropped for it
}

// fingerprint is what one game tells.
type fingerprint struct {
	moves [16]byte
	suspect
}

// Add compares the games of a file that were found so far with those before.
func (d *Duplicates) Add(ctx context.Context, ix *Index) error {
	if d.first == nil {
		d.first = make(map[[16]byte][]int)
	}
	file := d.files
	d.files++
	return Each(ctx, ix, nil, func(g *Game) (fingerprint, error) {
		return fingerprintOf(g, !d.ByMoves), nil
	}, func(i int, f fingerprint) error {
		f.at = Place{file, i}
		d.add(&f)
		return nil
	})
}

// fingerprintOf looks at a game.
func fingerprintOf(g *Game, tags bool) fingerprint {
	h := sha256.New()
	h.Write([]byte(g.Variant() + "\n" + g.Start + "\n" + g.Unread + "\n"))
	var move [4]byte
	f := fingerprint{suspect: suspect{length: len(g.Raw())}}
	for n := g.Root.Next(); n != nil; n = n.Next() {
		binary.LittleEndian.PutUint32(move[:], uint32(n.Move))
		h.Write(move[:])
		f.plies++
	}
	copy(f.moves[:], h.Sum(nil))
	if tags {
		for i, t := range roster {
			v := strings.Clone(g.Tags.Value(t.Name))
			if f.plies >= closeCall && (t.Name == "White" || t.Name == "Black") {
				v = surname(v)
			}
			f.roster[i] = v
		}
	}
	return f
}

// add compares a game with those of the same moves.
func (d *Duplicates) add(f *fingerprint) {
	d.read++
	if d.ByMoves && f.plies == 0 {
		return
	}
	for _, i := range d.first[f.moves] {
		s := &d.games[i]
		if !d.ByMoves && !s.same(&f.suspect) {
			continue
		}
		if d.Longest && f.length > s.length {
			s.also = append(s.also, s.at)
			s.at, s.length = f.at, f.length
		} else {
			s.also = append(s.also, f.at)
		}
		return
	}
	d.first[f.moves] = append(d.first[f.moves], len(d.games))
	d.games = append(d.games, f.suspect)
}

// closeCall and shortGame are below how many plies more than players and dates
// are compared.
const (
	closeCall = 10
	shortGame = 40
)

// The places in the roster.
const (
	rosterDate  = 2
	rosterRound = 3
	rosterWhite = 4
	rosterBlack = 5
)

// same tells whether the tags of two games with the same moves fit together.
func (s *suspect) same(t *suspect) bool {
	if s.plies < closeCall {
		return s.roster == t.roster
	}
	for _, i := range [...]int{rosterWhite, rosterBlack} {
		if a, b := s.roster[i], t.roster[i]; a != b && a != "" && b != "" {
			return false
		}
	}
	if !sameDate(s.roster[rosterDate], t.roster[rosterDate]) {
		return false
	}
	a, _, _ := strings.Cut(s.roster[rosterRound], ".")
	b, _, _ := strings.Cut(t.roster[rosterRound], ".")
	return s.plies >= shortGame || a == b || unsaid(a) || unsaid(b)
}

// sameDate tells whether two dates agree as far as both are known.
func sameDate(a, b string) bool {
	a, _, _ = strings.Cut(a, "?")
	b, _, _ = strings.Cut(b, "?")
	n := min(len(a), len(b))
	return strings.TrimRight(a[:n], ".") == strings.TrimRight(b[:n], ".")
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

// Read is how many games were compared.
func (d *Duplicates) Read() int { return d.read }

// Dropped lists the games that are there again, in no particular order.
func (d *Duplicates) Dropped() []Duplicate {
	var out []Duplicate
	for i := range d.games {
		for _, p := range d.games[i].also {
			out = append(out, Duplicate{p, d.games[i].at})
		}
	}
	return out
}
