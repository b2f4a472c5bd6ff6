package pgn

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"rookery/chess"
	"rookery/variants"
)

// The words of a query that mean something by their form.
var (
	ratingAlone = regexp.MustCompile(`^\d{3,4}$`)
	ratingFrom  = regexp.MustCompile(`^(\d{3,4})\+$`)
	ratingRange = regexp.MustCompile(`^(\d{3,4})-(\d{3,4})$`)
	ratingBound = regexp.MustCompile(`^([<>])=?(\d{3,4})$`)
	dateRange   = regexp.MustCompile(`^(\d{4}(?:[.]\d\d?){0,2})?\.\.(\d{4}(?:[.]\d\d?){0,2})?$`)
	dateAlone   = regexp.MustCompile(`^\d{4}[.-]\d\d?(?:[.-]\d\d?)?$`)
	codeForm    = regexp.MustCompile(`^[A-E]\d$|^[A-Ea-e]\d\d(-[A-Ea-e]\d\d)?$`)
)

// ParseQuery reads a query as it is typed, such as
//
//	carlsen 2700+ 1-0 B90 2019..2021
//
// A rating is written 2700+, 2600-2750, >2700 or <2000, a range of dates
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
				return q, fmt.Errorf("%q is no rating: write 2700+, 2600-2700, 2700 or <2000", value)
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
		return r, fmt.Errorf("no variant %q is known", name)
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

// rating reads a rating or a range of them.
func (q *Query) rating(s string) bool {
	switch m := []string(nil); {
	case matches(ratingAlone, s, &m):
		q.MinElo, q.MaxElo = number(s), number(s)
	case matches(ratingFrom, s, &m):
		q.MinElo, q.MaxElo = number(m[1]), 0
	case matches(ratingRange, s, &m):
		q.MinElo, q.MaxElo = number(m[1]), number(m[2])
	case matches(ratingBound, s, &m) && m[1] == ">":
		q.MinElo = number(m[2])
	case m != nil:
		q.MaxElo = number(m[2])
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
	case readResult(w) != "" || w == Unknown:
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

// number reads digits that a pattern found.
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
