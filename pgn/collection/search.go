package collection

import (
	"context"
	"strconv"
	"strings"

	"rookery/chess"
	"rookery/pgn"
	"rookery/pgn/internal/syntax"
	"rookery/pgn/opening"
)

// Search looks through the games found so far and calls found with the numbers
// of those that fit, counted from 0, in their order and one call at a time. It
// uses all processors and stops with the error of ctx.
func (ix *Index) Search(ctx context.Context, q Query, found func(i int)) error {
	return ix.SearchPart(ctx, q, 0, ix.Len(), found)
}

// SearchPart is Search among the games from ≤ i < to alone.
func (ix *Index) SearchPart(ctx context.Context, q Query, from, to int, found func(i int)) error {
	m, err := q.compile()
	if err != nil {
		return err
	}
	return inParts(ctx, from, to, ix.partEnd, func() func(from, to int) ([]int, error) {
		return newSearcher(ix, m).part
	}, func(games []int) error {
		for _, i := range games {
			found(i)
		}
		return nil
	})
}

// searcher is what one goroutine needs.
type searcher struct {
	query   *matcher
	ix      *Index
	head    headReader
	fast    fastParser
	matcher positionMatcher
	reader  partReader
}

func newSearcher(ix *Index, m *matcher) *searcher {
	s := &searcher{query: m, ix: ix, head: headReader{ix: ix}, reader: partReader{ix: ix}, matcher: positionMatcher{query: m}}
	s.fast.matcher = &s.matcher
	return s
}

func (s *searcher) part(from, to int) ([]int, error) {
	var games []int
	for i := from; i < to; i++ {
		if err := s.head.at(i); err != nil {
			return nil, err
		}
		how := s.query.checkHead(&s.head, &s.fast.rules)
		if how == movesDecide {
			var err error
			if how, err = s.moves(i); err != nil {
				return nil, err
			}
		}
		if how == gameDecides {
			if err := s.reader.oneByOne(i, i+1, func(g *pgn.Game) error {
				if s.game(g) {
					how = fullMatch
				}
				return nil
			}); err != nil {
				return nil, err
			}
		}
		if how == fullMatch {
			games = append(games, i)
		}
	}
	return games, nil
}

// moves plays game i from its bytes, where that can be done.
func (s *searcher) moves(i int) (match, error) {
	rec := &s.head.rec
	text, err := s.head.read(int(rec.length))
	if err != nil {
		return noMatch, err
	}
	s.matcher.reset()
	switch {
	case !s.fast.parse(text):
		return gameDecides, nil
	case s.matcher.matched():
		return fullMatch, nil
	}
	return noMatch, nil
}

// positionMatcher looks for a position and for pieces among the positions of a game.
type positionMatcher struct {
	query              *matcher
	started            bool
	foreign            bool // the rules are not those of the position
	position, material bool // what was found
}

func (w *positionMatcher) reset() {
	*w = positionMatcher{query: w.query, position: w.query.Position == 0, material: w.query.Material == ""}
}

// look looks at a position; inside tells that it is one of a variation.
func (w *positionMatcher) look(p *chess.Position, inside bool) {
	if !w.started {
		w.started = true
		w.foreign = !w.position && samePositions(p.Rules()) != w.query.Rules
	}
	w.position = w.position || p.Key() == w.query.Position
	if !w.material && !inside {
		n := p.Occupied().Count()
		if n >= w.query.minPieces && n <= w.query.maxPieces {
			now := countPieces(p)
			w.material = w.query.patterns[0].fits(&now) || w.query.patterns[1].fits(&now)
		}
	}
}

// matched reports whether all that is looked for was found.
func (w *positionMatcher) matched() bool { return w.position && w.material && !w.foreign }

// game tests a game that was read last, in all that its head left open.
func (s *searcher) game(g *pgn.Game) bool {
	m := s.query
	if m.needsTags && !m.checkParsedTags(g) {
		return false
	}
	if m.needsOpening && !m.opening(g) {
		return false
	}
	return !m.needsMoves || s.position(g, s.reader.parser.Walk)
}

// checkParsedTags tests the tags of a game whose head could not be read without it.
func (m *matcher) checkParsedTags(g *pgn.Game) bool {
	if m.MinElo > 0 || m.MaxElo > 0 {
		elo := 0
		for _, name := range [2]string{"WhiteElo", "BlackElo"} {
			n, _ := strconv.Atoi(strings.TrimSpace(g.Tags.Value(name)))
			elo = max(elo, n)
		}
		if elo == 0 || elo < m.MinElo || m.MaxElo > 0 && elo > m.MaxElo {
			return false
		}
	}
	if len(m.words) == 0 {
		return true
	}
	var all strings.Builder
	for _, name := range [...]string{"White", "Black", "Event", "Site", "Date", "Result", "ECO", "Variant", "Opening"} {
		all.WriteString(g.Tags.Value(name) + "\n")
	}
	if g.Tags.Value("Variant") == "" {
		all.WriteString("chess")
	}
	text := strings.ToLower(all.String())
	for _, w := range m.words {
		if !strings.Contains(text, string(w)) {
			return false
		}
	}
	return true
}

// opening tests code and name of the opening; where the tags are silent, those
// of the table.
func (m *matcher) opening(g *pgn.Game) bool {
	code, name := g.Tags.Value("ECO"), g.Tags.Value("Opening")
	if m.ECO != "" && syntax.IsUnset(code) || m.Opening != "" && syntax.IsUnset(name) {
		by := opening.Load().Of(g)
		if syntax.IsUnset(code) {
			code = by.Code
		}
		if syntax.IsUnset(name) {
			name = by.Name
		}
	}
	code = strings.ToLower(code)
	return (m.ECO == "" || code >= m.eco[0] && code <= m.eco[1]) && strings.Contains(strings.ToLower(name), m.Opening)
}

// position tests whether a position of the game that walk goes through is looked
// for.
func (s *searcher) position(g *pgn.Game, walk func(visit func(*pgn.Node, chess.Board) bool)) bool {
	m := s.query
	if g.Err != nil || m.Position != 0 && samePositions(g.Rules) != m.Rules {
		return false
	}
	w := &s.matcher
	w.reset()
	w.started = true // the rules were looked at
	inside := false
	walk(func(n *pgn.Node, b chess.Board) bool {
		// The main line is visited first, as a whole.
		inside = inside || n != g.Root && n.Parent.Children[0] != n
		if on, ok := b.(chess.Positioned); ok {
			w.look(on.Position(), inside)
		} else {
			w.position = w.position || b.Key() == m.Position
		}
		return !w.matched()
	})
	return w.matched()
}

// samePositions is rules without what does not tell their positions apart:
// their words, and how the first position is chosen.
func samePositions(r chess.Rules) chess.Rules {
	r = plainRules(r)
	r.Start = nil
	return r
}
