package collection

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"rookery/chess"
	"rookery/pgn"
	"rookery/pgn/internal/syntax"
	"rookery/pgn/opening"
	"rookery/variants"
)

// Query says which games are looked for; what is empty or zero does not count.
// Texts are compared ignoring case and may be parts of the value.
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
	// Material looks for a position of the main line with these pieces on an 8×8
	// board, kings first, as in KRPvKR; either side may be White. Behind a
	// letter may stand a number, P2, or a span, P1-3, or ? for one or none, +
	// for one or more, * for any number; * of its own allows all other pieces.
	Material string
}

// Empty reports whether nothing is asked, so that every game fits.
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
	words                [][]byte
	rules                *chess.Rules // that Variant names, nil when it names none that is known
	eco                  [2]string    // first and last code, in lower case
	needsTags            bool         // ratings, words or the opening are asked for, which torn tags may hold too
	needsMoves           bool         // moves are asked for
	patterns             [2]materialPattern
	minPieces, maxPieces int  // pieces on the board
	needsOpening         bool // the opening or its code may have to be found by the moves
	all                  bool // nothing is asked
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
		if m.patterns[0], err = parseMaterial(q.Material); err != nil {
			return nil, err
		}
		m.patterns[1] = m.patterns[0].swapped()
		m.minPieces, m.maxPieces = m.patterns[0].total()
	}
	if q.Result != "" {
		if m.Result = syntax.ParseResult(q.Result); m.Result == "" && q.Result != pgn.Unknown {
			return nil, fmt.Errorf("invalid result %q: use 1-0, 0-1, 1/2-1/2 or *", q.Result)
		}
		if q.Result == pgn.Unknown {
			m.Result = pgn.Unknown
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
			return nil, fmt.Errorf("invalid opening code %q: use B, B9, B90 or B90-B99", q.ECO)
		}
		m.eco = [2]string{first, last + "\xff"}
	}
	if m.Variant != "" {
		m.rules = variantNamed(m.Variant)
	}
	m.Rules = samePositions(q.Rules)
	m.needsMoves = q.Material != "" || q.Position != 0
	m.needsTags = q.MinElo > 0 || q.MaxElo > 0 || len(m.words) > 0 || m.Opening != ""
	m.needsOpening = m.ECO != "" || m.Opening != ""
	m.all = q.Empty()
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

// isCode reports whether the value of an ECO tag, in lower case, is a code: where it is
// none, the moves tell the code.
func isCode(tag []byte) bool { return len(tag) >= 3 && ecoHead(string(tag[:3])) }

// ecoHead reports whether s begins an opening code, in lower case.
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
	bad := fmt.Errorf("invalid date %q: use 2024, 2024.05 or 2024.05.17", s)
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

// match is the verdict of the head of a game.
type match uint8

const (
	noMatch        match = iota
	fullMatch            // all that is asked is in the head
	movesDecide          // its positions decide
	openingDecides       // the opening that its moves come to decides, and then its positions
	gameDecides          // tags, opening and positions of the whole game decide
)

func (m *matcher) checkHead(h *gameHead, k *syntax.RulesCache) match {
	has := func(col column, want string) bool {
		return want == "" || bytes.Contains(h.value(col), []byte(want))
	}
	if !has(colWhite, m.White) || !has(colBlack, m.Black) || !has(colEvent, m.Event) || !has(colSite, m.Site) {
		return noMatch
	}
	if m.Player != "" && !has(colWhite, m.Player) && !has(colBlack, m.Player) {
		return noMatch
	}
	if m.Result != "" && !m.result(h) {
		return noMatch
	}
	if (m.From != "" || m.To != "") && !m.date(string(h.value(colDate))) {
		return noMatch
	}
	if m.Round != "" {
		if round := string(h.value(colRound)); round != m.Round && !strings.HasPrefix(round, m.Round+".") {
			return noMatch
		}
	}
	if m.Variant != "" && !m.variant(h, k) {
		return noMatch
	}
	how := fullMatch
	if m.needsMoves {
		how = movesDecide
	}
	if m.needsTags && h.rec.odd() {
		return gameDecides
	}
	if m.MinElo > 0 || m.MaxElo > 0 {
		if elo := h.elo(); elo == 0 || elo < m.MinElo || m.MaxElo > 0 && elo > m.MaxElo {
			return noMatch
		}
	}
	if len(m.words) > 0 {
		all := h.values(wordColumns[:])
		for _, w := range m.words {
			if !bytes.Contains(all, w) {
				return noMatch
			}
		}
	}
	if !m.needsOpening {
		return how
	}
	h.code, h.opening = append(h.code[:0], h.value(colECO)...), append(h.opening[:0], h.value(colOpening)...)
	if m.ECO != "" && !isCode(h.code) || m.Opening != "" && syntax.IsUnset(string(h.opening)) {
		return openingDecides
	}
	if !m.fitsOpening(h.code, h.opening, opening.Opening{}) {
		return noMatch
	}
	return how
}

// wordColumns are the tags of the index in which words are looked for.
var wordColumns = [...]column{colWhite, colBlack, colEvent, colSite, colDate, colResult, colECO, colVariant, colOpening}

// result tests the Result tag; without one the moves are not asked.
func (m *matcher) result(h *gameHead) bool {
	v := syntax.ParseResult(string(h.value(colResult)))
	if v == "" {
		v = pgn.Unknown
	}
	return v == m.Result
}

func (m *matcher) variant(h *gameHead, k *syntax.RulesCache) bool {
	tag := string(h.value(colVariant))
	if m.rules == nil {
		return strings.Contains(tag, m.Variant)
	}
	fen := h.tagText(colFEN)
	found, err := k.Find(tag, fen)
	return err == nil && plainRules(found.Rules) == *m.rules
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

// The words of a query that mean something by their form.
var (
	ratingAlone = regexp.MustCompile(`^\d{3,4}$`)
	ratingFrom  = regexp.MustCompile(`^(\d{3,4})\+$`)
	ratingRange = regexp.MustCompile(`^(\d{3,4})-(\d{3,4})$`)
	ratingBound = regexp.MustCompile(`^([<>]=?)(\d{3,4})$`)
	dateRange   = regexp.MustCompile(`^(\d{4}(?:[.]\d\d?){0,2})?\.\.(\d{4}(?:[.]\d\d?){0,2})?$`)
	dateAlone   = regexp.MustCompile(`^\d{4}[.-]\d\d?(?:[.-]\d\d?)?$`)
	codeForm    = regexp.MustCompile(`^[A-E]\d$|^[A-Ea-e]\d\d(-[A-Ea-e]\d\d)?$`)
)

// ParseQuery reads a query as it is typed, such as
//
//	carlsen 2700+ 1-0 B90 2019..2021
//
// A rating is written 2700+, 2600-2750, >2700 or <2000 (above and below), >= or <=, a range of dates
// 2019..2021, 2019.. or 2019.05..2020, a date alone 2019.05.17, an opening code B9
// or B90-B99, a result as in PGN, material KRPvKR. Words with a colon ask for
// one thing: white: black: player: event: site: round: date: result: eco:
// opening: variant: elo: material: fen:. Quotation marks keep words together.
// Every other word must be somewhere in the tags. Two dates, ratings and so on
// of one query: the last counts. The error names the word that is wrong.
func ParseQuery(text string) (Query, error) {
	var q Query
	var words []string
	fen := ""
	for _, w := range queryWords(text) {
		name, value, named := strings.Cut(w.text, ":")
		field := q.field(strings.ToLower(name))
		switch {
		case named && !w.quoted && value == "" && (field != nil || formNames[strings.ToLower(name)]):
			// The value is still to be typed.
		case named && !w.quoted && strings.EqualFold(name, "fen"):
			fen = value
		case named && !w.quoted && value != "" && strings.EqualFold(name, "date"):
			if !dateRange.MatchString(value) || !q.byForm(value) {
				q.From, q.To = value, value // compile names what is wrong with it
			}
		case named && !w.quoted && value != "" && strings.EqualFold(name, "elo"):
			if !q.rating(value) {
				return q, fmt.Errorf("invalid rating %q: use 2700+, 2600-2700, 2700 or <2000", value)
			}
		case named && !w.quoted && value != "" && field != nil:
			*field = value
		case !w.quoted && q.byForm(w.text):
		case strings.ContainsAny(w.text, " \t"):
			words = append(words, strings.Fields(w.text)...)
		default:
			words = append(words, w.text)
		}
	}
	q.Text = strings.Join(words, " ")
	if fen != "" {
		r, err := rulesNamed(q.Variant)
		if err != nil {
			return q, err
		}
		if err := q.SetPosition(r, fen); err != nil {
			return q, err
		}
	}
	_, err := q.compile()
	return q, err
}

// formNames are the names with a colon that are no field of their own.
var formNames = map[string]bool{"date": true, "elo": true, "fen": true}

// rulesNamed gives the rules of a variant; chess for the empty name.
func rulesNamed(name string) (chess.Rules, error) {
	if name == "" {
		return chess.Rules{}, nil
	}
	if v, ok := variants.ByName(name); ok {
		return v.Rules, nil
	}
	r, err := variants.FromPGN(name, "")
	if err != nil {
		return r, fmt.Errorf("unknown variant %q", name)
	}
	return r, nil
}

// field is where the value of a named word goes as it is.
func (q *Query) field(name string) *string {
	switch name {
	case "white":
		return &q.White
	case "black":
		return &q.Black
	case "player":
		return &q.Player
	case "event":
		return &q.Event
	case "site":
		return &q.Site
	case "round":
		return &q.Round
	case "opening":
		return &q.Opening
	case "eco":
		return &q.ECO
	case "result":
		return &q.Result
	case "variant":
		return &q.Variant
	case "material":
		return &q.Material
	}
	return nil
}

func (q *Query) rating(s string) bool {
	switch m := []string(nil); {
	case matches(ratingAlone, s, &m):
		q.MinElo, q.MaxElo = number(s), number(s)
	case matches(ratingFrom, s, &m):
		q.MinElo, q.MaxElo = number(m[1]), 0
	case matches(ratingRange, s, &m):
		q.MinElo, q.MaxElo = number(m[1]), number(m[2])
	case matches(ratingBound, s, &m):
		switch n := number(m[2]); m[1] {
		case ">":
			q.MinElo = n + 1
		case ">=":
			q.MinElo = n
		case "<":
			q.MaxElo = n - 1
		case "<=":
			q.MaxElo = n
		}
	default:
		return false
	}
	return true
}

// byForm takes a word whose form tells what is meant.
func (q *Query) byForm(w string) bool {
	switch m := []string(nil); {
	case !ratingAlone.MatchString(w) && q.rating(w):
	case matches(dateRange, w, &m) && w != "..":
		q.From, q.To = m[1], m[2]
	case dateAlone.MatchString(w):
		q.From, q.To = w, w
	case codeForm.MatchString(w):
		q.ECO = w
	case syntax.ParseResult(w) != "" || w == pgn.Unknown:
		q.Result = w
	case looksLikeMaterial(w):
		q.Material = w
	default:
		return false
	}
	return true
}

// matches keeps the parts of a match.
func matches(re *regexp.Regexp, s string, parts *[]string) bool {
	*parts = re.FindStringSubmatch(s)
	return *parts != nil
}

func number(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}

// queryWord is a word of a query; quoted when it begins with a quotation mark.
type queryWord struct {
	text   string
	quoted bool
}

// queryWords parts a query at blanks that do not stand between quotation
// marks. A mark that is not closed yet, as while one types, counts to the end.
func queryWords(text string) []queryWord {
	var out []queryWord
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		var w strings.Builder
		quoted, inside, i := text[0] == '"', false, 0
		for ; i < len(text) && (inside || text[i] != ' ' && text[i] != '\t'); i++ {
			if text[i] == '"' {
				inside = !inside
			} else {
				w.WriteByte(text[i])
			}
		}
		text = text[i:]
		if w.Len() > 0 {
			out = append(out, queryWord{w.String(), quoted})
		}
	}
	return out
}
