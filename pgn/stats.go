package pgn

import (
	"context"
	"slices"
	"strconv"
	"strings"
)

// Tally counts games and how they ended.
type Tally struct {
	Games, White, Draws, Black int // won by White, drawn, won by Black; the rest is open
}

// add counts a game.
func (t *Tally) add(result string) {
	t.Games++
	switch result {
	case WhiteWins:
		t.White++
	case Draw:
		t.Draws++
	case BlackWins:
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

	Variants map[string]Tally  // by name for people
	Openings map[Opening]Tally // games of chess from the usual array
	Years    map[int]Tally
	// Ratings counts players by rating: 2500 holds 2500 to 2599. The results
	// are those of their games.
	Ratings map[int]Tally
	// Players counts by name as it is written: White the games a player won,
	// Black those he lost, whichever side he had.
	Players map[string]Tally
}

// facts are what one game tells.
type facts struct {
	plies                               int
	result, variant, date, white, black string
	opening                             Opening
	elo                                 [2]int
	faulty, chess                       bool
}

// Add counts the games of a file that were found so far.
func (s *Stats) Add(ctx context.Context, ix *Index) error {
	if s.Variants == nil {
		s.Variants, s.Openings = make(map[string]Tally), make(map[Opening]Tally)
		s.Years, s.Ratings, s.Players = make(map[int]Tally), make(map[int]Tally), make(map[string]Tally)
	}
	names := LoadOpenings()
	return ix.inOrder(ctx, func(take found) error {
		for i := range ix.Len() {
			if err := take(i, ix.record(i)); err != nil {
				return err
			}
		}
		return nil
	}, func() worker { return newTeller(names).work }, func(b *batch) error {
		for i := range b.facts {
			s.add(&b.facts[i])
		}
		return nil
	})
}

// factsOf looks at a game.
func factsOf(g *Game, names *Openings) facts {
	f := facts{
		plies: g.Plies(), result: g.Result, variant: g.Variant(), faulty: len(g.Warnings) > 0,
		date: g.Tags.Value("Date"), white: g.Tags.Value("White"), black: g.Tags.Value("Black"),
	}
	for c, name := range [2]string{"WhiteElo", "BlackElo"} {
		f.elo[c], _ = strconv.Atoi(strings.TrimSpace(g.Tags.Value(name)))
	}
	if g.Err == nil && g.Start == "" {
		f.opening = names.Of(g)
		f.chess = f.opening != (Opening{})
	}
	return f
}

// add counts one game.
func (s *Stats) add(f *facts) {
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
	if !unsaid(f.white) {
		count(s.Players, f.white, f.result)
	}
	if !unsaid(f.black) && f.black != f.white {
		count(s.Players, f.black, turned(f.result))
	}
}

// turned is a result as Black sees it.
func turned(result string) string {
	switch result {
	case WhiteWins:
		return BlackWins
	case BlackWins:
		return WhiteWins
	}
	return result
}

// count adds a game to one of several tallies.
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
	return s.openings(func(o Opening) string {
		name, _, _ := strings.Cut(o.Name, ":")
		name, _, _ = strings.Cut(name, ",")
		return name
	})
}

// Codes counts the openings by their code.
func (s *Stats) Codes() map[string]Tally {
	return s.openings(func(o Opening) string { return o.Code })
}

// Names counts the openings by code and name.
func (s *Stats) Names() map[string]Tally { return s.openings(Opening.String) }

func (s *Stats) openings(key func(Opening) string) map[string]Tally {
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
