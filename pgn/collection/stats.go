package collection

import (
	"bytes"
	"context"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"rookery/chess"
	"rookery/chess/sorted"
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
	// Played is how well players played, by name and by rating, in the games that say it
	// in their tags, as a report on a game writes them.
	Played         map[string]Quality
	PlayedByRating map[int]Quality
}

// Quality is how well moves were played in some games.
type Quality struct {
	Accuracy Mean // in percent, by lichess's measure
	Loss     Mean // in centipawns a move
}

func (q *Quality) add(accuracy, loss float64) {
	q.Accuracy.add(accuracy)
	q.Loss.add(loss)
}

// Mean is the mean of a figure over games.
type Mean struct {
	Games        int
	sum, squares float64
}

func (m *Mean) add(x float64) {
	m.Games++
	m.sum += x
	m.squares += x * x
}

// Value is the mean, 0 of no games.
func (m Mean) Value() float64 { return m.sum / float64(max(m.Games, 1)) }

// Error is the standard error of the mean, 0 where fewer than two games say nothing of it.
func (m Mean) Error() float64 {
	if m.Games < 2 {
		return 0
	}
	n := float64(m.Games)
	return math.Sqrt(max(0, m.squares/n-m.Value()*m.Value()) / (n - 1))
}

// gameFacts are what one game tells.
type gameFacts struct {
	plies                               int
	result, variant, date, white, black string
	opening                             opening.Opening
	elo                                 [2]int
	accuracy, loss                      [2]float64 // unsaid where the tags do not say it
	faulty, chess                       bool
}

// unsaid stands for what a game does not tell: neither accuracy nor loss is negative.
const unsaid = -1

// figure reads the value of a tag that lies between 0 and most.
func figure(text string, most float64) float64 {
	x, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || !(x >= 0 && x <= most) {
		return unsaid
	}
	return x
}

// The greatest accuracy and the greatest loss: scores are bounded at ten pawns.
const (
	mostAccuracy = 100
	mostLoss     = 2000
)

// Add counts the games of a file: those that an index has found so far, or by a pass
// through a file that has none, in place of [Index.Build].
func (s *Stats) Add(ctx context.Context, ix *Index) error {
	if s.Variants == nil {
		s.Variants, s.Openings = make(map[string]Tally), make(map[opening.Opening]Tally)
		s.Years, s.Ratings, s.Players = make(map[int]Tally), make(map[int]Tally), make(map[string]Tally)
		s.Played, s.PlayedByRating = make(map[string]Quality), make(map[int]Quality)
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
	for c, name := range [2]string{"White", "Black"} {
		f.elo[c], _ = strconv.Atoi(strings.TrimSpace(g.Tags.Value(name + "Elo")))
		f.accuracy[c] = figure(g.Tags.Value(name+"Accuracy"), mostAccuracy)
		f.loss[c] = figure(g.Tags.Value(name+"ACPL"), mostLoss)
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
	for c, elo := range f.elo {
		if elo > 0 {
			count(s.Ratings, elo/100*100, f.result)
			countQuality(s.PlayedByRating, elo/100*100, f.accuracy[c], f.loss[c])
		}
	}
	for c, name := range [2]string{f.white, f.black} {
		if !syntax.IsUnset(name) {
			countQuality(s.Played, name, f.accuracy[c], f.loss[c])
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

func countQuality[K comparable](m map[K]Quality, key K, accuracy, loss float64) {
	if accuracy == unsaid || loss == unsaid {
		return
	}
	q := m[key]
	q.add(accuracy, loss)
	m[key] = q
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
	sorted.By(out, func(a, b Counted[K]) int {
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
	f := gameFacts{plies: r.plies, result: r.result, variant: variantName(r.found.Rules),
		accuracy: [2]float64{unsaid, unsaid}, loss: [2]float64{unsaid, unsaid}}
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
		case "WhiteAccuracy":
			f.accuracy[chess.White] = figure(string(value), mostAccuracy)
		case "BlackAccuracy":
			f.accuracy[chess.Black] = figure(string(value), mostAccuracy)
		case "WhiteACPL":
			f.loss[chess.White] = figure(string(value), mostLoss)
		case "BlackACPL":
			f.loss[chess.Black] = figure(string(value), mostLoss)
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
