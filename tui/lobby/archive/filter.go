package archive

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"rookery/pgn/collection"
)

// Filter says which games are meant; the zero Filter all of them.
type Filter struct {
	Player  string // ID of one of the players
	Variant string // key
	Speed   Speed
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
	q, err := collection.ParseQuery(text)
	if err != nil {
		return Filter{}, err
	}
	f := Filter{
		Name: q.Player, White: q.White, Black: q.Black, ECO: strings.ToUpper(q.ECO), Opening: q.Opening,
		Result: q.Result, Text: q.Text,
	}
	if q.MinElo != 0 || q.MaxElo != 0 || q.Material != "" {
		return f, errors.New("search games by player, variant, opening, result and date")
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
	return from, to, fmt.Errorf("invalid date %q: use 2026, 2026.05 or 2026.05.17", date)
}
