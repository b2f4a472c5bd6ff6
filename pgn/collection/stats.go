package collection

import (
	"bytes"
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"rookery/chess"
	"rookery/pgn"
	"rookery/pgn/internal/syntax"
	"rookery/pgn/opening"
)

// Tally counts games and how they ended.
type Tally struct {
	Games, White, Draws, Black int // won by White, drawn, won by Black; the rest is open
}

func (t *Tally) add(result string) {
	t.Games++
	switch result {
	case pgn.WhiteWins:
		t.White++
	case pgn.Draw:
		t.Draws++
	case pgn.BlackWins:
		t.Black++
	}
}

// Stats is what the games of some files are like. The zero Stats is ready to
// use.
type Stats struct {
	All      Tally
	Plies    int    // of all main lines together
	Shortest int    // plies of the shortest main line
	Longest  int    // plies of the longest
	Faulty   int    // games with warnings
	First    string // the earliest date, as far as it is known
	Last     string // the latest

	Variants map[string]Tally          // by name for people
	Openings map[opening.Opening]Tally // games of chess from the usual starting position
	Years    map[int]Tally
	// Ratings counts players by rating: 2500 holds 2500 to 2599. The results
	// are those of their games.
	Ratings map[int]Tally
	// Players counts by name as it is written: White the games a player won,
	// Black those lost, on either side.
	Players map[string]Tally
}

// gameFacts are what one game tells.
type gameFacts struct {
	plies                               int
	result, variant, date, white, black string
	opening                             opening.Opening
	elo                                 [2]int
	faulty, chess                       bool
}

// Add counts the games of a file: those that an index has found so far, or by a pass
// through a file that has none, in place of [Index.Build].
func (s *Stats) Add(ctx context.Context, ix *Index) error {
	if s.Variants == nil {
		s.Variants, s.Openings = make(map[string]Tally), make(map[opening.Opening]Tally)
		s.Years, s.Ratings, s.Players = make(map[int]Tally), make(map[int]Tally), make(map[string]Tally)
	}
	names := opening.Load()
	return ix.inOrder(ctx, ix.games(ctx, nil), func() worker { return newStatsWorker(names).work }, func(b *batch) error {
		for i := range b.facts {
			s.add(&b.facts[i])
		}
		return nil
	})
}

func factsOf(g *pgn.Game, names *opening.Table) gameFacts {
	f := gameFacts{
		plies: g.Plies(), result: g.Result, variant: g.Variant(), faulty: len(g.Warnings) > 0,
		date: g.Tags.Value("Date"), white: g.Tags.Value("White"), black: g.Tags.Value("Black"),
	}
	for c, name := range [2]string{"WhiteElo", "BlackElo"} {
		f.elo[c], _ = strconv.Atoi(strings.TrimSpace(g.Tags.Value(name)))
	}
	if g.Err == nil && g.Start == "" {
		f.opening = names.Of(g)
		f.chess = f.opening != (opening.Opening{})
	}
	return f
}

func (s *Stats) add(f *gameFacts) {
	if s.All.Games == 0 || f.plies < s.Shortest {
		s.Shortest = f.plies
	}
	s.Longest = max(s.Longest, f.plies)
	s.Plies += f.plies
	s.All.add(f.result)
	if f.faulty {
		s.Faulty++
	}
	count(s.Variants, f.variant, f.result)
	if f.chess {
		count(s.Openings, f.opening, f.result)
	}
	known, _, _ := strings.Cut(f.date, "?")
	known = strings.TrimRight(known, ".")
	if len(known) >= 4 {
		if year, err := strconv.Atoi(known[:4]); err == nil {
			count(s.Years, year, f.result)
			if s.First == "" || known < s.First {
				s.First = known
			}
			s.Last = max(s.Last, known)
		}
	}
	for _, elo := range f.elo {
		if elo > 0 {
			count(s.Ratings, elo/100*100, f.result)
		}
	}
	if !syntax.IsUnset(f.white) {
		count(s.Players, f.white, f.result)
	}
	if !syntax.IsUnset(f.black) && f.black != f.white {
		count(s.Players, f.black, swapResult(f.result))
	}
}

// swapResult is a result as Black sees it.
func swapResult(result string) string {
	switch result {
	case pgn.WhiteWins:
		return pgn.BlackWins
	case pgn.BlackWins:
		return pgn.WhiteWins
	}
	return result
}

func count[K comparable](m map[K]Tally, key K, result string) {
	t := m[key]
	t.add(result)
	m[key] = t
}

// Counted is an entry of a table of counts.
type Counted[K comparable] struct {
	Key K
	Tally
}

// Ranked lists counts, the most games first, and equal ones by less.
func Ranked[K comparable](m map[K]Tally, less func(a, b K) int) []Counted[K] {
	out := make([]Counted[K], 0, len(m))
	for k, t := range m {
		out = append(out, Counted[K]{k, t})
	}
	slices.SortFunc(out, func(a, b Counted[K]) int {
		if a.Games != b.Games {
			return b.Games - a.Games
		}
		return less(a.Key, b.Key)
	})
	return out
}

// Families counts the openings by the name before the first colon or comma:
// all lines of the "Sicilian Defense" together.
func (s *Stats) Families() map[string]Tally {
	return s.openings(func(o opening.Opening) string {
		name, _, _ := strings.Cut(o.Name, ":")
		name, _, _ = strings.Cut(name, ",")
		return name
	})
}

// Codes counts the openings by their code.
func (s *Stats) Codes() map[string]Tally {
	return s.openings(func(o opening.Opening) string { return o.Code })
}

// Names counts the openings by code and name.
func (s *Stats) Names() map[string]Tally { return s.openings(opening.Opening.String) }

func (s *Stats) openings(key func(opening.Opening) string) map[string]Tally {
	out := make(map[string]Tally)
	for o, t := range s.Openings {
		k := key(o)
		sum := out[k]
		sum.Games += t.Games
		sum.White += t.White
		sum.Draws += t.Draws
		sum.Black += t.Black
		out[k] = sum
	}
	return out
}

// A statsWorker finds the facts of games on one processor.
type statsWorker struct {
	fast    fastParser
	careful carefulReader
	tracker opening.Tracker
}

func newStatsWorker(names *opening.Table) *statsWorker {
	t := &statsWorker{tracker: opening.Tracker{Table: names}}
	t.fast.tracker = &t.tracker
	return t
}

func (t *statsWorker) work(b *batch) error {
	b.facts = b.facts[:0]
	for i := range b.games {
		if utf8.Valid(b.game(i)) && b.quick(&t.fast, i) {
			if f, ok := t.facts(); ok {
				b.facts = append(b.facts, f)
				continue
			}
		}
		g, err := t.careful.read(b, i)
		if err != nil {
			return err
		}
		b.facts = append(b.facts, factsOf(g, t.tracker.Table))
	}
	return nil
}

// facts are those of the game that the fast parser read; false where the parser must
// look at a value.
func (t *statsWorker) facts() (gameFacts, bool) {
	r := &t.fast
	f := gameFacts{plies: r.plies, result: r.result, variant: variantName(r.found.Rules)}
	for i := range r.tags {
		value := r.tags[i].value
		switch string(r.tags[i].name) {
		case "Date":
			f.date = string(value)
		case "White":
			f.white = string(value)
		case "Black":
			f.black = string(value)
		case "WhiteElo":
			f.elo[chess.White], _ = strconv.Atoi(string(bytes.TrimSpace(value)))
		case "BlackElo":
			f.elo[chess.Black], _ = strconv.Atoi(string(bytes.TrimSpace(value)))
		case "FEN":
			if len(bytes.TrimSpace(value)) > 0 {
				return f, false
			}
		default:
			continue
		}
		if bytes.ContainsAny(value, "\t\v\f") {
			return f, false
		}
	}
	f.opening = t.tracker.Opening
	f.chess = f.opening != (opening.Opening{})
	return f, true
}
