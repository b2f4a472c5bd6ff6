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
		s := &searcher{m: m, heads: heads{ix: ix}, reader: partReader{ix: ix}}
		return s.part
	}, func(games []int) error {
		for _, i := range games {
			found(i)
		}
		return nil
	})
}

// searcher is what one goroutine needs.
type searcher struct {
	m      *matcher
	heads  heads
	reader partReader
	open   []int // games of the part whose moves decide
}

// part finds the games of a part.
func (s *searcher) part(from, to int) ([]int, error) {
	var games []int
	s.open = s.open[:0]
	sure := make([]bool, to-from)
	for i := from; i < to; i++ {
		if err := s.heads.at(i); err != nil {
			return nil, err
		}
		switch s.m.head(&s.heads, &s.reader.parser.rules) {
		case fits:
			sure[i-from] = true
		case fitsByMoves:
			s.open = append(s.open, i)
		}
	}
	if err := s.decide(from, to, sure); err != nil {
		return nil, err
	}
	for i, ok := range sure {
		if ok {
			games = append(games, from+i)
		}
	}
	return games, nil
}

// decide reads the open games: all games of the part where there are many,
// since games in a row are read faster.
func (s *searcher) decide(from, to int, sure []bool) error {
	if len(s.open) == 0 {
		return nil
	}
	asked := make([]bool, to-from)
	for _, i := range s.open {
		asked[i-from] = true
	}
	visit := func(g *Game) error {
		if i := g.Number - 1 - from; asked[i] {
			sure[i] = s.game(g)
		}
		return nil
	}
	if len(s.open) > (to-from)/2 {
		return s.reader.read(s.open[0], s.open[len(s.open)-1]+1, visit)
	}
	for _, i := range s.open {
		if err := s.reader.oneByOne(i, i+1, visit); err != nil {
			return err
		}
	}
	return nil
}

// game tests a game that was read last, in all that its head left open.
func (s *searcher) game(g *Game) bool {
	m := s.m
	if m.tags && !m.rest(g) {
		return false
	}
	if m.named && !m.opening(g) {
		return false
	}
	return !m.moves || s.position(g)
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

// position tests whether a position of the game is looked for.
func (s *searcher) position(g *Game) bool {
	m := s.m
	if g.Err != nil {
		return false
	}
	if m.Position != 0 {
		r := plainRules(g.Rules)
		r.Setup = nil
		if r != m.Rules {
			return false
		}
	}
	key, men := m.Position == 0, m.Material == ""
	g.walk(s.reader.parser.board, func(n *Node, b chess.Board) bool {
		key = key || b.Key() == m.Position
		if !men && (n == g.Root || n.Parent.Children[0] == n) {
			if on, ok := b.(chess.Positioned); ok {
				now := materialOf(on.Position())
				men = m.men[0].fits(&now) || m.men[1].fits(&now)
			}
		}
		return !key || !men
	})
	return key && men
}
