package ui

import (
	"cmp"

	"rookery/chess/sorted"
	"rookery/tui/lobby/archive"
	"rookery/tui/play"
)

// RecordRow is how a player's games of one variant ended: with others, or with
// computers of one level.
type RecordRow struct {
	archive.Record
	Level string // of the computers; empty for games with others
}

// ResultRows are the results against computers, by variant, the most games first.
func ResultRows(results map[play.Opponent]play.Results) (rows []RecordRow) {
	for r, t := range results {
		row := RecordRow{archive.Record{Wins: t.Won, Draws: t.Drawn, Losses: t.Lost}, r.Level}
		row.Variant = archive.Variant{Key: r.Variant, Name: r.Variant}
		if rules, err := row.Variant.Rules(); err == nil {
			row.Variant.Name = rules.Name
		}
		rows = append(rows, row)
	}
	sorted.By(rows, func(a, b RecordRow) int {
		return cmp.Or(b.All()-a.All(), cmp.Compare(a.Variant.Key, b.Variant.Key), cmp.Compare(a.Level, b.Level))
	})
	return rows
}
