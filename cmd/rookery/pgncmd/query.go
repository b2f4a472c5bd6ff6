package pgncmd

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"rookery/chess/sorted"
	"rookery/cmd/internal/cli"
	"rookery/pgn/collection"
)

// queryFlags say which games of files are meant.
type queryFlags struct {
	text, fen, date, elo string
	variant              string
	fenName              string // of the flag for a position
	games                string
	q                    collection.Query
	chosen               collection.Numbers
}

// add gives cmd the flags of a query; fen is the name of that for a position.
func (f *queryFlags) add(cmd *cobra.Command, fen string) {
	f.fenName = "--" + fen
	s := func(to *string, name, usage string) { cmd.Flags().StringVar(to, name, "", usage) }
	cmd.Flags().StringVarP(&f.text, "query", "q", "", `search as with / in the viewer, e.g. "carlsen 2700+ 1-0 B90 2019..2021"`)
	s(&f.q.Player, "player", "part of either player's name")
	s(&f.q.White, "white", "part of White's name")
	s(&f.q.Black, "black", "part of Black's name")
	s(&f.q.Event, "event", "part of the event name")
	s(&f.q.Site, "site", "part of the site")
	s(&f.q.Round, "round", "round; 3 also matches 3.1")
	s(&f.date, "date", "date or range: 2019, 2019.05.17, 2019..2021, 2019.06..")
	s(&f.q.Result, "result", "1-0, 0-1, 1/2-1/2 or *")
	s(&f.q.ECO, "eco", "opening code, prefix or range: B, B9, B90, B90-B99")
	s(&f.q.Opening, "opening", "part of the opening name")
	s(&f.elo, "elo", "rating of the higher rated player: 2700+, 2600-2700, <2000")
	s(&f.fen, fen, "FEN of a position in the game or a variation")
	s(&f.q.Material, "material", "material on the board, e.g. KRPvKR, KQP+vKR*, KRP1-3vKR, K*vK")
	s(&f.games, "games", "game numbers in the file: 1,5-9,20-")
	cli.AddVariantFlag(cmd, &f.variant, "")
}

// given tells whether any game is left out.
func (f *queryFlags) given() bool { return f.games != "" || !f.q.Empty() }

// ready reads the flags.
func (f *queryFlags) ready() error {
	text := f.text
	for _, part := range []struct{ name, value string }{{"date", f.date}, {"elo", f.elo}} {
		if part.value != "" {
			text += " " + part.name + ":" + strconv.Quote(part.value)
		}
	}
	q, err := collection.ParseQuery(text)
	if err != nil {
		return cli.UsageError{Err: err}
	}
	for _, part := range []struct{ to, from *string }{
		{&q.Player, &f.q.Player}, {&q.White, &f.q.White}, {&q.Black, &f.q.Black}, {&q.Event, &f.q.Event},
		{&q.Site, &f.q.Site}, {&q.Round, &f.q.Round}, {&q.Result, &f.q.Result}, {&q.ECO, &f.q.ECO},
		{&q.Opening, &f.q.Opening}, {&q.Material, &f.q.Material}, {&q.Variant, &f.variant},
	} {
		if *part.from != "" {
			*part.to = *part.from
		}
	}
	if f.fen != "" {
		name := q.Variant
		if name == "" {
			name = "chess"
		}
		v, err := cli.FindVariant(name)
		if err != nil {
			return err
		}
		if err := q.SetPosition(v.Rules, f.fen); err != nil {
			return fmt.Errorf("%s: %w", f.fenName, err)
		}
	}
	if err := q.Check(); err != nil {
		return cli.UsageError{Err: err}
	}
	f.q = q
	f.chosen, err = f.numbers()
	return err
}

// numbers reads --games: which games of a file are meant; nil for all.
func (f *queryFlags) numbers() (collection.Numbers, error) {
	if f.games == "" {
		return nil, nil
	}
	out := collection.Numbers{}
	for _, part := range strings.Split(f.games, ",") {
		first, last, isRange := strings.Cut(strings.TrimSpace(part), "-")
		a, errA := strconv.Atoi(first)
		b, errB := a, error(nil)
		switch {
		case isRange && last == "":
			b = math.MaxInt
		case isRange:
			b, errB = strconv.Atoi(last)
		}
		if first == "" && isRange {
			a, errA = 1, nil
		}
		if errA != nil || errB != nil || a < 1 || b < a {
			return nil, cli.Usagef("invalid game selection %q: use numbers and ranges, e.g. 1,5-9,20-", f.games)
		}
		out = append(out, collection.Range{From: a - 1, To: b})
	}
	sorted.By(out, func(a, b collection.Range) int { return cmp.Compare(a.From, b.From) })
	apart := out[:1]
	for _, r := range out[1:] {
		if last := &apart[len(apart)-1]; r.From <= last.To {
			last.To = max(last.To, r.To)
		} else {
			apart = append(apart, r)
		}
	}
	return apart, nil
}

// selection is the games of a file that are meant, once ready has read the flags.
func (f *queryFlags) selection() collection.Selection {
	return collection.Selection{Query: f.q, Games: f.chosen}
}

// all tells whether the flags ask for every game.
func (f *queryFlags) all() bool { return f.q.Empty() && f.chosen == nil }
