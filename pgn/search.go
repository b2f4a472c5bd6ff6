package pgn

import (
	"context"
	"strconv"
	"strings"

	"rookery/chess"
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
	m       *matcher
	ix      *Index
	heads   heads
	replay  replay
	witness witness
	reader  partReader
}

func newSearcher(ix *Index, m *matcher) *searcher {
	s := &searcher{m: m, ix: ix, heads: heads{ix: ix}, reader: partReader{ix: ix}, witness: witness{m: m}}
	s.replay.witness = &s.witness
	return s
}

// part finds the games of a part.
func (s *searcher) part(from, to int) ([]int, error) {
	var games []int
	for i := from; i < to; i++ {
		if err := s.heads.at(i); err != nil {
			return nil, err
		}
		how := s.m.head(&s.heads, &s.replay.rules)
		if how == fitsByMoves {
			var err error
			if how, err = s.moves(i); err != nil {
				return nil, err
			}
		}
		if how == fitsByGame {
			if err := s.reader.oneByOne(i, i+1, func(g *Game) error {
				if s.game(g) {
					how = fits
				}
				return nil
			}); err != nil {
				return nil, err
			}
		}
		if how == fits {
			games = append(games, i)
		}
	}
	return games, nil
}

// moves plays game i from its bytes, where that can be done.
func (s *searcher) moves(i int) (fit, error) {
	rec := &s.heads.rec
	text, err := s.heads.read(int(rec.length))
	if err != nil {
		return fitsNot, err
	}
	s.witness.begin()
	switch {
	case !s.replay.game(text):
		return fitsByGame, nil
	case s.witness.saw():
		return fits, nil
	}
	return fitsNot, nil
}

// witness looks for a position and for men among the positions of a game.
type witness struct {
	m        *matcher
	begun    bool
	foreign  bool // the rules are not those of the position
	key, men bool // what was found
}

// begin forgets the game before.
func (w *witness) begin() {
	*w = witness{m: w.m, key: w.m.Position == 0, men: w.m.Material == ""}
}

// see looks at a position; inside tells that it is one of a variation.
func (w *witness) see(p *chess.Position, inside bool) {
	if !w.begun {
		w.begun = true
		w.foreign = !w.key && samePositions(p.Rules()) != w.m.Rules
	}
	w.key = w.key || p.Key() == w.m.Position
	if !w.men && !inside {
		n := p.Occupied().Count()
		if n >= w.m.fewest && n <= w.m.mostMen {
			now := materialOf(p)
			w.men = w.m.men[0].fits(&now) || w.m.men[1].fits(&now)
		}
	}
}

// saw tells whether all that is looked for was found.
func (w *witness) saw() bool { return w.key && w.men && !w.foreign }

// game tests a game that was read last, in all that its head left open.
func (s *searcher) game(g *Game) bool {
	m := s.m
	if m.tags && !m.rest(g) {
		return false
	}
	if m.named && !m.opening(g) {
		return false
	}
	return !m.moves || s.position(g, s.reader.parser.Walk)
}

// rest tests the tags of a game whose head could not be read without it.
func (m *matcher) rest(g *Game) bool {
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
func (m *matcher) opening(g *Game) bool {
	code, name := g.Tags.Value("ECO"), g.Tags.Value("Opening")
	if m.ECO != "" && unsaid(code) || m.Opening != "" && unsaid(name) {
		by := LoadOpenings().Of(g)
		if unsaid(code) {
			code = by.Code
		}
		if unsaid(name) {
			name = by.Name
		}
	}
	code = strings.ToLower(code)
	return (m.ECO == "" || code >= m.eco[0] && code <= m.eco[1]) && strings.Contains(strings.ToLower(name), m.Opening)
}

// position tests whether a position of the game that walk goes through is looked
// for.
func (s *searcher) position(g *Game, walk func(visit func(*Node, chess.Board) bool)) bool {
	m := s.m
	if g.Err != nil || m.Position != 0 && samePositions(g.Rules) != m.Rules {
		return false
	}
	w := &s.witness
	w.begin()
	w.begun = true // the rules were looked at
	inside := false
	walk(func(n *Node, b chess.Board) bool {
		// The main line is visited first, as a whole.
		inside = inside || n != g.Root && n.Parent.Children[0] != n
		if on, ok := b.(chess.Positioned); ok {
			w.see(on.Position(), inside)
		} else {
			w.key = w.key || b.Key() == m.Position
		}
		return !w.saw()
	})
	return w.saw()
}

// samePositions is rules without what does not tell their positions apart:
// their words, and how the first position is chosen.
func samePositions(r chess.Rules) chess.Rules {
	r = plainRules(r)
	r.Start = nil
	return r
}
