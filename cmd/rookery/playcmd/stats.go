package playcmd

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"rookery/ai"
	"rookery/chess"
	"rookery/chess/sorted"
	"rookery/cmd/internal/cli"
	"rookery/pgn/collection"
	"rookery/tui/play"
)

// NewStats writes the player's own statistics.
func NewStats() *cobra.Command {
	var asCSV bool
	cmd := &cobra.Command{
		Use:   "stats",
		Short: "Show your results, ratings and accuracy",
		Long: `Show how the games that you played here ended, by opponent, opening and variant, how accurate your
moves were by phase and opening in games with a report, and how your ratings went. For the
games of a file see rookery pgn stats.

--csv writes lines with the columns kind, name, games, won, drawn, lost, value, for a spreadsheet. In lines of
a rating the name is the date, in those of accuracy games counts moves and value is a percentage.`,
		Args: cli.Between(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			store := openStore()
			st, err := ownStats(cmd, store.Store)
			if err != nil {
				return err
			}
			record := store.PuzzleRecord()
			rows := statsRows(&st, &record)
			w := cmd.OutOrStdout()
			if asCSV {
				out := csv.NewWriter(w)
				_ = out.Write(statsHead)
				_ = out.WriteAll(rows) // and flushes
				return out.Error()
			}
			return printOwnStats(w, cmd, rows)
		},
	}
	cmd.Flags().BoolVar(&asCSV, "csv", false, "write comma-separated values")
	return cmd
}

// ownStats counts the games of the history.
func ownStats(cmd *cobra.Command, store *play.Store) (st play.HistoryStats, err error) {
	files, err := store.History()
	if err != nil {
		return st, err
	}
	for _, name := range files {
		f, err := collection.Open(cmd.Context(), name)
		if err != nil {
			return st, err
		}
		err = f.Build(cmd.Context(), nil)
		for i := 0; err == nil && i < f.Len(); i++ {
			if g, e := f.Game(i); e == nil {
				st.Add(g)
			}
		}
		f.Close()
		if err != nil {
			return st, fmt.Errorf("%s: %w", name, err)
		}
	}
	return st, nil
}

var statsHead = []string{"kind", "name", "games", "won", "drawn", "lost", "value"}

// statsRows are the statistics as lines of a table.
func statsRows(st *play.HistoryStats, record *play.PuzzleRecord) [][]string {
	var rows [][]string
	n := strconv.Itoa
	result := func(kind, name string, r play.Results) {
		if r.All() > 0 {
			rows = append(rows, []string{kind, cli.Printable(name), n(r.All()), n(r.Won), n(r.Drawn), n(r.Lost), fmt.Sprintf("%.1f", 100*r.Score())})
		}
	}
	results := func(kind string, of map[string]play.Results) {
		for _, key := range sorted.Keys(of, func(a, b string) int { return cmp.Or(of[b].All()-of[a].All(), cmp.Compare(a, b)) }) {
			result(kind, key, of[key])
		}
	}
	result("all", "", st.All)
	result("colour", "white", st.Colors[chess.White])
	result("colour", "black", st.Colors[chess.Black])
	for _, l := range ai.Levels() {
		result("level", l.Name(), st.Levels[l.Name()])
	}
	results("opponent", st.Opponents)
	results("opening", st.Openings)
	results("variant", st.Variants)
	results("lesson", st.Lessons)
	accuracy := func(kind string, of map[string]play.Accuracy, keys []string) {
		for _, key := range keys {
			if a := of[key]; a.Moves > 0 {
				rows = append(rows, []string{kind, key, n(a.Moves), "", "", "", fmt.Sprintf("%.1f", a.Percent())})
			}
		}
	}
	accuracy("phase accuracy", st.Accuracy, play.Phases[:])
	accuracy("opening accuracy", st.OpeningAccuracy, sorted.Names(st.OpeningAccuracy))
	for _, p := range st.Ratings {
		rows = append(rows, []string{"game rating", p.Date, "", "", "", "", n(p.Rating)})
	}
	for _, t := range record.Tries {
		kind := "puzzle rating"
		if t.Variant != "" {
			kind += " " + t.Variant
		}
		rows = append(rows, []string{kind, t.At.Format("2006-01-02 15:04"), "", "", "", "", n(t.Rating)})
	}
	return rows
}

// printOwnStats writes the table for people: of ratings the last alone.
func printOwnStats(w io.Writer, cmd *cobra.Command, rows [][]string) error {
	if len(rows) == 0 {
		_, err := fmt.Fprintln(w, cli.Locale(cmd).Text("No games yet. Every game you finish is kept here."))
		return err
	}
	for i, r := range rows {
		if r[2] == "" && i+1 < len(rows) && rows[i+1][0] == r[0] {
			continue
		}
		_, err := fmt.Fprintf(w, "%-18s %-28s %6s %6s %6s %6s %8s\n", r[0], r[1], r[2], r[3], r[4], r[5], r[6])
		if err != nil {
			return err
		}
	}
	return nil
}
