package archive

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"rookery/pgn"
)

// Filter says which games are meant; the zero Filter all of them.
type Filter struct {
	Player  string // ID of one of the players
	Variant string // key
	Name    string // in the name of a player
	White   string // in the name of White
	Black   string // in the name of Black
	ECO     string // the beginning of a code, "B9", or a range, "B90-B99"
	Opening string // in the name of the opening
	Result  string // as the list shows it: "1-0"
	// From and To bound the time of the end, From included; zero for no bound.
	From, To time.Time
	Text     string // words that must all be somewhere in what is known of a game
	Oldest   bool   // the oldest come first, not the newest
}

// ParseFilter reads a filter as it is typed. The words are those of
// pgn.ParseQuery, without ratings, material and positions.
func ParseFilter(text string) (Filter, error) {
	q, err := pgn.ParseQuery(text)
	if err != nil {
		return Filter{}, err
	}
	f := Filter{
		Name: q.Player, White: q.White, Black: q.Black, ECO: strings.ToUpper(q.ECO), Opening: q.Opening,
		Result: q.Result, Text: q.Text,
	}
	if q.MinElo != 0 || q.MaxElo != 0 || q.Material != "" {
		return f, errors.New("games of the club are found by players, variant, opening, result and date")
	}
	if q.Variant != "" {
		if f.Variant, err = VariantNamed(q.Variant); err != nil {
			return f, err
		}
	}
	if q.From != "" {
		if f.From, _, err = span(q.From); err != nil {
			return f, err
		}
	}
	if q.To != "" {
		_, f.To, err = span(q.To)
	}
	return f, err
}

// span is the time from the beginning to the end of a year, a month or a day.
func span(date string) (from, to time.Time, err error) {
	date = strings.ReplaceAll(date, "-", ".")
	for _, c := range []struct {
		form                string
		years, months, days int
	}{{"2006", 1, 0, 0}, {"2006.1", 0, 1, 0}, {"2006.1.2", 0, 0, 1}} {
		if from, err = time.Parse(c.form, date); err == nil {
			return from, from.AddDate(c.years, c.months, c.days), nil
		}
	}
	return from, to, fmt.Errorf("%q is no date: write 2026, 2026.05 or 2026.05.17", date)
}

// where writes the filter as a condition with its values.
func (f Filter) where() (string, []any) {
	conditions := []string{"1"}
	var values []any
	add := func(condition string, v ...any) {
		conditions = append(conditions, condition)
		values = append(values, v...)
	}
	if f.Player != "" {
		add("(white = ? OR black = ?)", f.Player, f.Player)
	}
	if f.Variant != "" {
		add("variant = ?", f.Variant)
	}
	for _, w := range strings.Fields(fold(f.Name)) {
		add("(instr(white_fold, ?) OR instr(black_fold, ?))", w, w)
	}
	for _, w := range strings.Fields(fold(f.White)) {
		add("instr(white_fold, ?)", w)
	}
	for _, w := range strings.Fields(fold(f.Black)) {
		add("instr(black_fold, ?)", w)
	}
	if low, high, ranged := strings.Cut(f.ECO, "-"); ranged {
		add("eco BETWEEN ? AND ?", low, high)
	} else if f.ECO != "" {
		add("substr(eco, 1, ?) = ?", len(f.ECO), f.ECO)
	}
	for _, w := range strings.Fields(fold(f.Opening)) {
		add("instr(lower(opening), ?)", w)
	}
	if f.Result != "" {
		add("result = ?", f.Result)
	}
	if !f.From.IsZero() {
		add("ended >= ?", f.From.UnixMilli())
	}
	if !f.To.IsZero() {
		add("ended < ?", f.To.UnixMilli())
	}
	for _, w := range strings.Fields(fold(f.Text)) {
		add("instr(words, ?)", w)
	}
	return strings.Join(conditions, " AND "), values
}

// order is how the games follow each other.
func (f Filter) order() string {
	if f.Oldest {
		return " ORDER BY seq"
	}
	return " ORDER BY seq DESC"
}
