package pgn

import (
	"context"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"rookery/chess"
)

// Query says which games are looked for; what is empty or zero does not count.
// Texts are compared without regard to case and may be parts of the value.
type Query struct {
	Text         string // in any of event, site, players and opening
	Player       string // of either colour
	White, Black string
	Event, Site  string
	ECO          string // the beginning of the code: B, B9, B90
	Result       string // 1-0, 0-1, 1/2-1/2 or *
	Variant      string // chess finds games without the tag too
	From, To     string // dates as PGN writes them, 2024 or 2024.05 or 2024.05.17; both included
	MinElo       int    // of the higher rated player
	MaxElo       int    // of the higher rated player

	// Position looks for a position by its chess.Board.Key, in variations too.
	// Rules are those of the board; games with other rules are passed over.
	Position uint64
	Rules    chess.Rules
	// Material looks for a position of the main line with exactly these men,
	// kings first and White first, as in KRPKR; either side may be White.
	Material string
}

// Search looks through the games found so far and calls found with the numbers
// of those that fit, counted from 0, in no particular order and one call at a
// time. It uses all processors and stops with the error of ctx.
func (ix *Index) Search(ctx context.Context, q Query, found func(i int)) error {
	m, err := q.compile()
	if err != nil {
		return err
	}
	const part = 256
	var (
		next  atomic.Int64
		mu    sync.Mutex
		wait  sync.WaitGroup
		fault error
		n     = ix.Len()
	)
	for range min(runtime.GOMAXPROCS(0), n/part+1) {
		wait.Go(func() {
			s := searcher{ix: ix, m: m}
			for {
				from := int(next.Add(part)) - part
				if from >= n || ctx.Err() != nil {
					return
				}
				for i := from; i < min(from+part, n); i++ {
					fits, err := s.fits(i)
					if err == nil && !fits {
						continue
					}
					mu.Lock()
					if err != nil && fault == nil {
						fault = err
					} else if err == nil {
						found(i)
					}
					mu.Unlock()
				}
			}
		})
	}
	wait.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	return fault
}

// matcher is a query made ready.
type matcher struct {
	Query
	tags, moves bool // whether tags beside the header, or moves, must be read
	men         [2]material
}

// compile makes a query ready; the error says what is wrong with it.
func (q Query) compile() (matcher, error) {
	m := matcher{Query: q}
	for _, s := range []*string{&m.Text, &m.Player, &m.White, &m.Black, &m.Event, &m.Site, &m.ECO, &m.Variant} {
		*s = strings.ToLower(strings.TrimSpace(*s))
	}
	if q.Material != "" {
		var err error
		if m.men[0], err = readMaterial(q.Material); err != nil {
			return m, err
		}
		m.men[1] = m.men[0].turned()
	}
	m.Rules = plainRules(q.Rules)
	m.moves = q.Material != "" || q.Position != 0
	m.tags = q.MinElo > 0 || q.MaxElo > 0 || q.Text != ""
	return m, nil
}

// plainRules is rules without their words, to be compared.
func plainRules(r chess.Rules) chess.Rules {
	r.Name, r.Aim = "", ""
	return r
}

// searcher is what one goroutine needs.
type searcher struct {
	ix     *Index
	m      matcher
	parser parser
}

// fits tells whether game i is looked for.
func (s *searcher) fits(i int) (bool, error) {
	h, err := s.ix.Header(i)
	if err != nil || !s.m.header(h) {
		return false, err
	}
	if !s.m.tags && !s.m.moves {
		return true, nil
	}
	g, err := s.ix.game(i, &s.parser)
	if err != nil {
		return false, err
	}
	return s.m.rest(g, h) && (!s.m.moves || s.position(g)), nil
}

// header tests what the header tells.
func (m *matcher) header(h Header) bool {
	white, black := strings.ToLower(h.White), strings.ToLower(h.Black)
	variant := strings.ToLower(h.Variant)
	if variant == "" {
		variant = "chess"
	}
	return strings.Contains(white, m.White) && strings.Contains(black, m.Black) &&
		(strings.Contains(white, m.Player) || strings.Contains(black, m.Player)) &&
		strings.Contains(strings.ToLower(h.Event), m.Event) &&
		strings.Contains(strings.ToLower(h.Site), m.Site) &&
		strings.HasPrefix(strings.ToLower(h.ECO), m.ECO) &&
		(m.Result == "" || h.Result == m.Result) &&
		strings.Contains(variant, m.Variant) && m.date(h.Date)
}

// date tests a date that may have unknown parts, which fit every bound.
func (m *matcher) date(date string) bool {
	known, _, _ := strings.Cut(date, "?")
	known = strings.TrimRight(known, ".")
	if m.From != "" {
		n := min(len(known), len(m.From))
		if n == 0 || known[:n] < m.From[:n] {
			return false
		}
	}
	if m.To != "" {
		n := min(len(known), len(m.To))
		if n == 0 || known[:n] > m.To[:n] {
			return false
		}
	}
	return true
}

// rest tests tags that the header does not hold.
func (m *matcher) rest(g *Game, h Header) bool {
	if m.MinElo > 0 || m.MaxElo > 0 {
		elo := 0
		for _, name := range [2]string{"WhiteElo", "BlackElo"} {
			n, _ := strconv.Atoi(strings.TrimSpace(g.Tags.Value(name)))
			elo = max(elo, n)
		}
		if elo < m.MinElo || m.MaxElo > 0 && elo > m.MaxElo || elo == 0 {
			return false
		}
	}
	all := h.White + "\n" + h.Black + "\n" + h.Event + "\n" + h.Site + "\n" + g.Tags.Value("Opening")
	return strings.Contains(strings.ToLower(all), m.Text)
}

// position tests whether a position of the game, which was parsed last, is
// looked for.
func (s *searcher) position(g *Game) bool {
	m := &s.m
	if g.Err != nil || m.Position != 0 && plainRules(g.Rules) != m.Rules {
		return false
	}
	key, men := m.Position == 0, m.Material == ""
	g.walk(s.parser.board, func(n *Node, b chess.Board) bool {
		key = key || b.Key() == m.Position
		if !men && (n == g.Root || n.Parent.Children[0] == n) {
			if on, ok := b.(chess.Positioned); ok {
				now := materialOf(on.Position())
				men = now == m.men[0] || now == m.men[1]
			}
		}
		return !key || !men
	})
	return key && men
}
