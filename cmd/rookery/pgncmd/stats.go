package pgncmd

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"rookery/chess/sorted"
	"rookery/cmd/internal/cli"
	"rookery/pgn/collection"
	"rookery/tui/lang"
)

// statsRecord is what pgn stats writes as JSON. The lists of years and ratings
// go upwards, the others begin with the most games.
type statsRecord struct {
	Files       []string      `json:"files"`
	All         tallyRecord   `json:"all"`
	Plies       int           `json:"plies"`
	Shortest    int           `json:"shortest"`
	Longest     int           `json:"longest"`
	Faulty      int           `json:"faulty"`
	First       string        `json:"first_date,omitempty"`
	Last        string        `json:"last_date,omitempty"`
	Variants    []tallyRecord `json:"variants"`
	Openings    []tallyRecord `json:"openings"`
	Codes       []tallyRecord `json:"codes"`
	Families    []tallyRecord `json:"families"`
	Years       []tallyRecord `json:"years"`
	Ratings     []tallyRecord `json:"ratings"`
	PlayerCount int           `json:"players"`
	TopPlayers  []tallyRecord `json:"top_players"`
	// Of the games that a report was written into.
	Played         []qualityRecord `json:"played"`
	PlayedByRating []qualityRecord `json:"played_by_rating"`
}

// qualityRecord is how well one player, or those of one rating, played as JSON: means over
// games with their standard errors.
type qualityRecord struct {
	Name          string  `json:"name"`
	Games         int     `json:"games"`
	Accuracy      float64 `json:"accuracy"` // in percent
	AccuracyError float64 `json:"accuracy_error"`
	Loss          float64 `json:"loss"` // in centipawns a move
	LossError     float64 `json:"loss_error"`
}

// tallyRecord counts the games of one kind as JSON; for a player, white is the
// games won and black those lost.
type tallyRecord struct {
	Name  string `json:"name,omitempty"`
	Games int    `json:"games"`
	White int    `json:"white"`
	Draws int    `json:"draws"`
	Black int    `json:"black"`
}

func newStats() *cobra.Command {
	var (
		asJSON bool
		by     string
		top    int
	)
	cmd := &cobra.Command{
		Use:   "stats [--json] FILE...",
		Short: "Show statistics: results, openings, years and ratings",
		Long: `Show statistics for the games of all files together: results, lengths, openings, years,
ratings and players. Openings are detected from the positions, whatever the tags say;
--by groups them by family, e.g. Sicilian Defense, by code, or by name. Of games that
pgn annotate has analysed, also how well each player, and the players of each rating,
played: accuracy and loss in centipawns a move, averages with their standard errors.`,
		Args: someFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if by != "family" && by != "code" && by != "name" {
				return cli.Usagef("--by must be family, code or name, not %q", by)
			}
			var s collection.Stats
			damage := eachFile(cmd, args, func(ctx context.Context, name string, f *collection.File) error {
				return s.Add(ctx, f.Index)
			})
			if damage != nil && !errors.As(damage, new(*collection.ArchiveError)) {
				return damage
			}
			err := buffered(cmd.OutOrStdout(), func(w io.Writer) error {
				if asJSON {
					return json.NewEncoder(w).Encode(statsAsRecord(args, &s))
				}
				return printStats(w, cli.Locale(cmd), &s, by, top)
			})
			return errors.Join(err, damage)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	cmd.Flags().StringVar(&by, "by", "family", "group openings by: family, code or name")
	cmd.Flags().IntVar(&top, "top", 15, "rows in the longest tables")
	return cmd
}

func recordOfTally[K comparable](list []collection.Counted[K]) []tallyRecord {
	out := make([]tallyRecord, len(list))
	for i, c := range list {
		out[i] = tallyRecord{fmt.Sprint(c.Key), c.Games, c.White, c.Draws, c.Black}
	}
	return out
}

// recordOfQuality lists how well was played, in the order of the names.
func recordOfQuality[K cmp.Ordered](m map[K]collection.Quality) []qualityRecord {
	out := make([]qualityRecord, 0, len(m))
	for _, k := range slices.Sorted(maps.Keys(m)) {
		q := m[k]
		out = append(out, qualityRecord{fmt.Sprint(k), q.Accuracy.Games, q.Accuracy.Value(), q.Accuracy.Error(), q.Loss.Value(), q.Loss.Error()})
	}
	return out
}

func statsAsRecord(names []string, s *collection.Stats) statsRecord {
	a := s.All
	players := collection.Ranked(s.Players, cmp.Compare[string])
	return statsRecord{
		Files: names, All: tallyRecord{"", a.Games, a.White, a.Draws, a.Black},
		Plies: s.Plies, Shortest: s.Shortest, Longest: s.Longest, Faulty: s.Faulty, First: s.First, Last: s.Last,
		Variants:    recordOfTally(collection.Ranked(s.Variants, cmp.Compare[string])),
		Openings:    recordOfTally(collection.Ranked(s.Names(), cmp.Compare[string])),
		Codes:       recordOfTally(collection.Ranked(s.Codes(), cmp.Compare[string])),
		Families:    recordOfTally(collection.Ranked(s.Families(), cmp.Compare[string])),
		Years:       recordOfTally(upwards(s.Years)),
		Ratings:     recordOfTally(upwards(s.Ratings)),
		PlayerCount: len(players),
		TopPlayers:  recordOfTally(players[:min(len(players), 100)]),
		Played:      recordOfQuality(s.Played), PlayedByRating: recordOfQuality(s.PlayedByRating),
	}
}

// upwards lists counts by their numbers.
func upwards(m map[int]collection.Tally) []collection.Counted[int] {
	list := collection.Ranked(m, cmp.Compare[int])
	sorted.By(list, func(a, b collection.Counted[int]) int { return a.Key - b.Key })
	return list
}

// printStats prints counts for reading.
func printStats(w io.Writer, l *lang.Language, s *collection.Stats, by string, top int) error {
	a := s.All
	p := &statsPrinter{w: w, lang: l, all: a.Games, top: max(top, 1)}
	p.say("games     %d", a.Games)
	if a.Games == 0 {
		return p.err
	}
	p.say("plies     %d, %.1f a game, from %d to %d", s.Plies, float64(s.Plies)/float64(a.Games), s.Shortest, s.Longest)
	p.say("results   %d won by White (%s), %d drawn (%s), %d won by Black (%s), %d open",
		a.White, percent(a.White, a.Games), a.Draws, percent(a.Draws, a.Games), a.Black, percent(a.Black, a.Games),
		a.Games-a.White-a.Draws-a.Black)
	if s.First != "" {
		p.say("dates     %s to %s", s.First, s.Last)
	}
	p.say("players   %d", len(s.Players))
	p.write(l.Plural(s.Faulty, "faults    in %d game", "faults    in %d games"))
	kinds := rowsOf(collection.Ranked(s.Variants, cmp.Compare[string]), "")
	for i := range kinds {
		kinds[i].name = l.Text(kinds[i].name)
	}
	p.table("Variant", kinds)
	openings := s.Families()
	switch by {
	case "code":
		openings = s.Codes()
	case "name":
		openings = s.Names()
	}
	p.table("Opening", rowsOf(collection.Ranked(openings, cmp.Compare[string]), ""))
	p.columns("Player", "  won  drawn   lost", rowsOf(collection.Ranked(s.Players, cmp.Compare[string]), ""))
	played := recordOfQuality(s.Played)
	sorted.By(played, func(a, b qualityRecord) int { return b.Games - a.Games })
	p.qualities("Player", played)
	p.top = max(p.top, 40)
	p.table("Year", rowsOf(upwards(s.Years), ""))
	p.table("Rating", rowsOf(upwards(s.Ratings), "+"))
	byRating := recordOfQuality(s.PlayedByRating)
	for i := range byRating {
		byRating[i].Name += "+"
	}
	p.qualities("Rating", byRating)
	return p.err
}

// percent writes a share.
func percent(n, of int) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(of)) }

// statsPrinter prints tables.
type statsPrinter struct {
	w    io.Writer
	lang *lang.Language
	all  int // games
	top  int // rows
	err  error
}

// say prints a line in the language.
func (p *statsPrinter) say(format string, args ...any) { p.write(p.lang.Sprintf(format, args...)) }

func (p *statsPrinter) write(line string) {
	if p.err == nil {
		_, p.err = io.WriteString(p.w, line+"\n")
	}
}

// statsRow is one row of a table.
type statsRow struct {
	name string
	collection.Tally
}

func rowsOf[K comparable](list []collection.Counted[K], behind string) []statsRow {
	out := make([]statsRow, len(list))
	for i, c := range list {
		out[i] = statsRow{fmt.Sprint(c.Key) + behind, c.Tally}
	}
	return out
}

// The widths of a table in characters.
const (
	nameWidth = 32
	barWidth  = 20
)

// table prints a table whose bars are as long as its games are many; the
// longest bar is the most.
func (p *statsPrinter) table(name string, rows []statsRow) {
	p.columns(name, "White  drawn  Black", rows)
}

// columns is table with the names of the results.
func (p *statsPrinter) columns(name, results string, rows []statsRow) {
	if len(rows) == 0 {
		return
	}
	most := 0
	for _, r := range rows {
		most = max(most, r.Games)
	}
	p.write(fmt.Sprintf("\n%s %8s  %5s  %s", pad(p.lang.Text(name)), p.lang.In("column", "games"), p.lang.In("column", "share"), p.lang.In("column", results)))
	for _, r := range rows[:min(len(rows), p.top)] {
		ended := max(r.White+r.Draws+r.Black, 1)
		share := func(n int) float64 { return 100 * float64(n) / float64(ended) }
		p.write(fmt.Sprintf("%s %8d %5.1f%% %5.0f%% %5.0f%% %5.0f%%  %s", pad(field(r.name)), r.Games,
			100*float64(r.Games)/float64(p.all), share(r.White), share(r.Draws), share(r.Black), bar(r.Games, most)))
	}
	if more := len(rows) - p.top; more > 0 {
		p.say("and %d more", more)
	}
}

// qualities prints how well was played in the games that say it.
func (p *statsPrinter) qualities(name string, rows []qualityRecord) {
	if len(rows) == 0 {
		return
	}
	p.write(fmt.Sprintf("\n%s %8s  %s", pad(p.lang.Text(name)), p.lang.In("column", "games"),
		p.lang.In("column", " accuracy, %  loss in centipawns a move")))
	for _, r := range rows[:min(len(rows), p.top)] {
		if r.Games == 1 { // which says nothing of the error
			p.write(fmt.Sprintf("%s %8d  %5.1f         %6.1f", pad(field(r.Name)), r.Games, r.Accuracy, r.Loss))
			continue
		}
		p.write(fmt.Sprintf("%s %8d  %5.1f ± %4.1f  %6.1f ± %4.1f", pad(field(r.Name)), r.Games, r.Accuracy, r.AccuracyError, r.Loss, r.LossError))
	}
	if more := len(rows) - p.top; more > 0 {
		p.say("and %d more", more)
	}
}

// pad fits a name into the first column.
func pad(s string) string {
	n := utf8.RuneCountInString(s)
	if n > nameWidth {
		return string([]rune(s)[:nameWidth-1]) + "…"
	}
	return s + strings.Repeat(" ", nameWidth-n)
}

// bar draws a bar in eighths of a character.
func bar(n, most int) string {
	eighths := (n*barWidth*8 + most/2) / most
	if n > 0 {
		eighths = max(eighths, 1)
	}
	s := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		s += string([]rune(" ▏▎▍▌▋▊▉")[rest])
	}
	return s
}
