package collection

import (
	"bytes"
	"strconv"
	"strings"

	"rookery/chess"
	"rookery/pgn"
	"rookery/pgn/internal/syntax"
	"rookery/pgn/opening"
)

// searcher is what one goroutine needs to tell which games fit a query.
type searcher struct {
	query   *matcher
	head    gameHead
	fast    fastParser
	opener  openingFinder
	matcher positionMatcher
	careful carefulReader
	codes   bool // the codes of openings are asked for
}

func newSearcher(m *matcher) *searcher {
	s := &searcher{query: m, matcher: positionMatcher{query: m}}
	s.fast.matcher = &s.matcher
	return s
}

// work lists the games of a batch that fit.
func (s *searcher) work(b *batch) error {
	b.fit, b.codes = b.fit[:0], b.codes[:0]
	for i := range b.games {
		ok, err := s.fits(b, i)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		b.fit = append(b.fit, i)
		if s.codes {
			code, err := s.code(b, i)
			if err != nil {
				return err
			}
			b.codes = append(b.codes, code)
		}
	}
	return nil
}

// code is the code of the opening that the moves of a game come to; empty where the ECO
// tag has one.
func (s *searcher) code(b *batch, i int) (string, error) {
	s.head.rec, s.head.text = &b.games[i], b.game(i)
	if b.part != wholeGame || isCode(s.head.value(colECO)) {
		return "", nil
	}
	if found, ok := s.opener.find(s.head.text); ok {
		return found.Code, nil
	}
	g, err := s.careful.read(b, i)
	if err != nil {
		return "", err
	}
	return opening.Load().Of(g).Code, nil
}

// fits tells whether game i of a batch fits the query.
func (s *searcher) fits(b *batch, i int) (bool, error) {
	m := s.query
	if m.all {
		return true, nil
	}
	text := b.game(i)
	s.head.rec, s.head.text = &b.games[i], text
	how := m.checkHead(&s.head, &s.fast.rules)
	if how == openingDecides {
		found, ok := s.opener.find(text)
		switch {
		case !ok || b.part != wholeGame:
			how = gameDecides
		case !m.fitsOpening(s.head.code, s.head.opening, s.opener.folded(found)):
			how = noMatch
		case m.needsMoves:
			how = movesDecide
		default:
			how = fullMatch
		}
	}
	if how == movesDecide {
		s.matcher.reset()
		switch {
		case !b.quick(&s.fast, i):
			how = gameDecides
		case s.matcher.matched():
			how = fullMatch
		}
	}
	if how == gameDecides {
		g, err := s.careful.read(b, i)
		if err != nil {
			return false, err
		}
		return s.game(g), nil
	}
	return how == fullMatch, nil
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
	if m.needsOpening && !m.opening(g, &s.opener) {
		return false
	}
	return !m.needsMoves || s.position(g, s.careful.parser.Walk)
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

// opening tests code and name of the opening of a game that was read.
func (m *matcher) opening(g *pgn.Game, f *openingFinder) bool {
	code, name := []byte(strings.ToLower(g.Tags.Value("ECO"))), []byte(strings.ToLower(g.Tags.Value("Opening")))
	var by opening.Opening
	if m.ECO != "" && !isCode(code) || m.Opening != "" && syntax.IsUnset(string(name)) {
		by = f.folded(opening.Load().Of(g))
	}
	return m.fitsOpening(code, name, by)
}

// fitsOpening tests what the tags say of the opening; where they are silent, what the moves
// have come to. All is in lower case.
func (m *matcher) fitsOpening(code, name []byte, by opening.Opening) bool {
	if m.ECO != "" {
		if !isCode(code) {
			code = []byte(by.Code)
		}
		if c := string(code); c < m.eco[0] || c > m.eco[1] {
			return false
		}
	}
	if m.Opening == "" {
		return true
	}
	if syntax.IsUnset(string(name)) {
		return strings.Contains(by.Name, m.Opening)
	}
	return bytes.Contains(name, []byte(m.Opening))
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
