package collection

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"strings"
	"unicode"
	"unicode/utf8"

	"rookery/chess"
	"rookery/pgn"
	"rookery/pgn/internal/syntax"
)

// identity is what is compared of a game to find it again.
type identity struct {
	// sum is made of rules, first position and moves, and of a game that is
	// shorter than closeCall also of the seven tags of the roster.
	sum          [16]byte
	plies        int
	white, black string // surnames, empty for nobody
	date, round  string
}

// closeCall and shortGame are below how many plies more than players and dates
// are compared.
const (
	closeCall = 10
	shortGame = 40
)

// same tells whether two games are the same as far as their tags tell.
func (a *identity) same(b *identity) bool {
	switch {
	case a.sum != b.sum:
		return false
	case a.plies < closeCall:
		return true
	case a.white != b.white && a.white != "" && b.white != "":
		return false
	case a.black != b.black && a.black != "" && b.black != "":
		return false
	}
	return sameDate(a.date, b.date) && (a.plies >= shortGame || sameRound(a.round, b.round))
}

// sameDate tells whether two dates agree as far as both are known.
func sameDate(a, b string) bool {
	a, _, _ = strings.Cut(a, "?")
	b, _, _ = strings.Cut(b, "?")
	n := min(len(a), len(b))
	return strings.TrimRight(a[:n], ".") == strings.TrimRight(b[:n], ".")
}

// sameRound tells whether two rounds agree as far as both are known; the board
// behind a dot does not count.
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
	if text := b.game(i); utf8.Valid(text) && s.fast.parse(text) && s.plainTags() {
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

// plainTags tells whether the values of the tags of the game that was parsed
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
	return s.identify(plies, g.Variant(), g.Start, g.Unread, func(tag string) string {
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
	case plies < closeCall:
		for _, t := range syntax.Roster {
			note(value(t.Name))
		}
	default:
		id.white, id.black = surname(value("White")), surname(value("Black"))
		id.date = value("Date")
		if plies < shortGame {
			id.round = value("Round")
		}
	}
	sum := sha256.Sum256(text)
	copy(id.sum[:], sum[:])
	s.text = text
	return id
}
