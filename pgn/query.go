package pgn

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"rookery/chess"
	"rookery/variants"
)

// Query says which games are looked for; what is empty or zero does not count.
// Texts are compared without regard to case and may be parts of the value.
type Query struct {
	Text         string // words, each of them somewhere in the tags that a list of games shows
	Player       string // of either colour
	White, Black string
	Event, Site  string
	Round        string // 3 finds 3.1 too
	Opening      string // by the Opening tag, or by the moves where there is none
	ECO          string // the beginning of the code, B or B9 or B90, or a range, B90-B99
	Result       string // 1-0, 0-1, 1/2-1/2 or *
	Variant      string // chess finds games without the tag too
	From, To     string // dates as PGN writes them, 2024 or 2024.05 or 2024.05.17; both included
	MinElo       int    // of the higher rated player
	MaxElo       int    // of the higher rated player

	// Position looks for a position by its chess.Board.Key, in variations too.
	// Rules are those of the board; games with other rules are passed over.
	// See [Query.SetPosition].
	Position uint64
	Rules    chess.Rules
	// Material looks for a position of the main line with these men on an 8×8
	// board, kings first, as in KRPvKR; either side may be White. Behind a
	// letter may stand a number, P2, or a span, P1-3, or ? for one or none, +
	// for one or more, * for any number; * of its own allows all other men.
	Material string
}

// Empty tells whether nothing is asked, so that every game fits.
func (q Query) Empty() bool {
	q.Rules = chess.Rules{}
	return q == Query{}
}

// Check says what is wrong with a query, naming the value; nil when all is well.
func (q Query) Check() error {
	_, err := q.compile()
	return err
}

// SetPosition looks for a position of games with the rules r, given as FEN.
func (q *Query) SetPosition(r chess.Rules, fen string) error {
	b, err := chess.NewBoard(r, fen)
	if err != nil {
		return err
	}
	q.Rules, q.Position = r, b.Key()
	return nil
}

// matcher is a query made ready.
type matcher struct {
	Query
	words           [][]byte
	kind            *chess.Rules // that Variant names, nil when it names none that is known
	eco             [2]string    // first and last code, in lower case
	tags            bool         // tags that the index does not know are asked for
	moves           bool         // moves are asked for
	men             [2]balance
	fewest, mostMen int  // men on the board
	named           bool // the opening or its code may have to be found by the moves
}

// compile makes a query ready; the error says what is wrong with it.
func (q Query) compile() (*matcher, error) {
	m := &matcher{Query: q}
	for _, s := range []*string{&m.Player, &m.White, &m.Black, &m.Event, &m.Site, &m.Round, &m.ECO, &m.Variant, &m.Opening} {
		*s = strings.ToLower(strings.TrimSpace(*s))
	}
	for _, w := range strings.Fields(strings.ToLower(q.Text)) {
		m.words = append(m.words, []byte(w))
	}
	if q.Material != "" {
		var err error
		if m.men[0], err = readBalance(q.Material); err != nil {
			return nil, err
		}
		m.men[1] = m.men[0].turned()
		m.fewest, m.mostMen = m.men[0].total()
	}
	if q.Result != "" {
		if m.Result = readResult(q.Result); m.Result == "" && q.Result != Unknown {
			return nil, fmt.Errorf("%q is no result: write 1-0, 0-1, 1/2-1/2 or *", q.Result)
		}
		if q.Result == Unknown {
			m.Result = Unknown
		}
	}
	for _, date := range []*string{&m.From, &m.To} {
		var err error
		if *date, err = plainDate(*date); err != nil {
			return nil, err
		}
	}
	if m.ECO != "" {
		first, last, ok := strings.Cut(m.ECO, "-")
		if !ok {
			last = first
		}
		if !ecoHead(first) || !ecoHead(last) {
			return nil, fmt.Errorf("%q is no opening code: write B, B9, B90 or B90-B99", q.ECO)
		}
		m.eco = [2]string{first, last + "\xff"}
	}
	if m.Variant != "" {
		m.kind = variantNamed(m.Variant)
	}
	m.Rules = samePositions(q.Rules)
	m.moves = q.Material != "" || q.Position != 0
	m.tags = q.MinElo > 0 || q.MaxElo > 0 || len(m.words) > 0 || m.Opening != ""
	m.named = m.ECO != "" || m.Opening != ""
	return m, nil
}

// variantNamed gives the rules of a name, nil when they are not known.
func variantNamed(name string) *chess.Rules {
	r, err := variants.FromPGN(name, "")
	if err != nil {
		v, ok := variants.ByName(name)
		if !ok {
			return nil
		}
		r = v.Rules
	}
	r = plainRules(r)
	return &r
}

// plainRules is rules without their words, to be compared.
func plainRules(r chess.Rules) chess.Rules {
	r.Name, r.Aim = "", ""
	return r
}

// ecoHead tells whether s begins an opening code, in lower case.
func ecoHead(s string) bool {
	if s == "" || len(s) > 3 || s[0] < 'a' || s[0] > 'e' {
		return false
	}
	_, err := strconv.ParseUint("0"+s[1:], 10, 16)
	return err == nil
}

// plainDate writes a date with full stops and two digits for month and day.
func plainDate(s string) (string, error) {
	if s == "" {
		return "", nil
	}
	parts := strings.FieldsFunc(s, func(r rune) bool { return r == '.' || r == '-' || r == '/' })
	bad := fmt.Errorf("%q is no date: write 2024, 2024.05 or 2024.05.17", s)
	if len(parts) < 1 || len(parts) > 3 || len(parts[0]) != 4 {
		return "", bad
	}
	for i, p := range parts {
		n, err := strconv.ParseUint(p, 10, 16)
		if err != nil || i == 1 && (n < 1 || n > 12) || i == 2 && (n < 1 || n > 31) {
			return "", bad
		}
		if i > 0 {
			parts[i] = fmt.Sprintf("%02d", n)
		}
	}
	return strings.Join(parts, "."), nil
}

// fit is the verdict of the head of a game.
type fit uint8

const (
	fitsNot     fit = iota
	fits            // all that is asked is in the head
	fitsByMoves     // its positions decide
	fitsByGame      // tags, opening and positions of the whole game decide
)

// head tests what the tags tell.
func (m *matcher) head(h *heads, k *known) fit {
	has := func(col column, want string) bool {
		return want == "" || bytes.Contains(h.value(col), []byte(want))
	}
	if !has(colWhite, m.White) || !has(colBlack, m.Black) || !has(colEvent, m.Event) || !has(colSite, m.Site) {
		return fitsNot
	}
	if m.Player != "" && !has(colWhite, m.Player) && !has(colBlack, m.Player) {
		return fitsNot
	}
	if m.Result != "" && !m.result(h) {
		return fitsNot
	}
	if (m.From != "" || m.To != "") && !m.date(string(h.value(colDate))) {
		return fitsNot
	}
	if m.Round != "" {
		if round := string(h.value(colRound)); round != m.Round && !strings.HasPrefix(round, m.Round+".") {
			return fitsNot
		}
	}
	if m.Variant != "" && !m.variant(h, k) {
		return fitsNot
	}
	how := fits
	if m.moves {
		how = fitsByMoves
	}
	if m.ECO != "" {
		switch code := string(h.value(colECO)); {
		case unsaid(code):
			how = fitsByGame
		case code < m.eco[0] || code > m.eco[1]:
			return fitsNot
		}
	}
	if m.tags {
		how = m.more(h, how)
	}
	return how
}

// result tests the Result tag; without one the moves are not asked.
func (m *matcher) result(h *heads) bool {
	v := readResult(string(h.value(colResult)))
	if v == "" {
		v = Unknown
	}
	return v == m.Result
}

// variant tests the rules that the tags name.
func (m *matcher) variant(h *heads, k *known) bool {
	tag := string(h.value(colVariant))
	if m.kind == nil {
		return strings.Contains(tag, m.Variant)
	}
	fen := ""
	if at := h.rec.tags[colFEN]; at > 0 {
		if span, _ := scanTag(h.text, int(at)-1, true); span.end > 0 {
			fen = string(h.text[span.value[0]:span.value[1]])
		}
	}
	found, err := k.find(tag, fen)
	return err == nil && plainRules(found.rules) == *m.kind
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

// wordColumns are the tags of the index in which words are looked for.
var wordColumns = [...]column{colWhite, colBlack, colEvent, colSite, colDate, colResult, colECO, colVariant}

// more tests what takes tags that the index does not know, or several tags.
func (m *matcher) more(h *heads, how fit) fit {
	needElo := m.MinElo > 0 || m.MaxElo > 0
	var all []byte
	missing := false
	if len(m.words) > 0 {
		all = h.values(wordColumns[:])
		for _, w := range m.words {
			missing = missing || !bytes.Contains(all, w)
		}
	}
	if !missing && !needElo && m.Opening == "" {
		return how
	}
	tags, ok := h.more()
	if !ok {
		return fitsByGame
	}
	opening := tags.opening
	if needElo && (tags.elo == 0 || tags.elo < m.MinElo || m.MaxElo > 0 && tags.elo > m.MaxElo) {
		return fitsNot
	}
	if missing {
		for _, w := range m.words {
			if !bytes.Contains(all, w) && !strings.Contains(opening, string(w)) {
				return fitsNot
			}
		}
	}
	if m.Opening == "" {
		return how
	}
	if unsaid(opening) {
		return fitsByGame
	}
	if !strings.Contains(opening, m.Opening) {
		return fitsNot
	}
	return how
}
