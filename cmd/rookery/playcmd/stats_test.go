package playcmd

import (
	"slices"
	"strings"
	"testing"
	"time"

	"rookery/pgn/puzzle"
	"rookery/tui/play"
)

// TestStatsRows writes results, accuracy and ratings as lines of one table.
func TestStatsRows(t *testing.T) {
	st := play.HistoryStats{
		All: play.Results{Won: 2, Lost: 1}, Levels: map[string]play.Results{"Club": {Won: 2, Lost: 1}},
		Openings: map[string]play.Results{"Sicilian Defense": {Won: 1}, "Italian Game": {Won: 1, Lost: 1}},
		Accuracy: map[string]play.Accuracy{play.InOpening: {Moves: 10, Sum: 905}},
		Ratings:  []play.RatingPoint{{Date: "2026.11.21", Rating: 1600}, {Date: "2026.11.22", Rating: 1650}},
	}
	var record play.PuzzleRecord
	record.Rate(&puzzle.Embedded()[0], true, time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC))
	var lines []string
	for _, row := range statsRows(&st, &record) {
		if len(row) != len(statsHead) {
			t.Errorf("%q has %d columns", row, len(row))
		}
		lines = append(lines, strings.Join(row, ","))
	}
	for _, want := range []string{
		"all,,3,2,0,1,66.7", "level,Club,3,2,0,1,66.7", "opening,Italian Game,2,1,0,1,50.0", "phase accuracy,Opening,10,,,,90.5",
		"game rating,2026.11.22,,,,,1650",
	} {
		if !slices.Contains(lines, want) {
			t.Errorf("no line %q in\n%s", want, strings.Join(lines, "\n"))
		}
	}
	if !strings.HasPrefix(lines[len(lines)-1], "puzzle rating,2026-11-22 12:00,") {
		t.Errorf("the last line is %q", lines[len(lines)-1])
	}
}
