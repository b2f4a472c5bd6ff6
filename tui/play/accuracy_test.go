package play

import (
	"strings"
	"testing"

	"rookery/pgn"
)

// TestStatistics counts openings, accuracy by phase and a rating from annotated games.
func TestStatistics(t *testing.T) {
	text := `[White "You"]
[Black "Club, balanced"]
[WhiteType "human"]
[BlackType "program"]
[BlackEngine "Club/balanced"]
[Date "2026.11.22"]
[Result "1-0"]

1. e4 { [%eval 0.2] } e5 { [%eval 0.3] } 2. Qh5 { [%eval -0.6] } Nc6 { [%eval -0.3] } 3. Bc4 { [%eval -0.4] } Nf6 { [%eval #1] } 4. Qxf7# 1-0
`
	g, err := pgn.NewReader(strings.NewReader(text)).Read()
	if err != nil {
		t.Fatal(err)
	}
	var h HistoryStats
	h.Add(g)
	h.Add(g)
	if r := h.Openings["King's Pawn Game"]; r.Won != 2 {
		t.Errorf("openings %v", h.Openings)
	}
	a := h.Accuracy[InOpening]
	if a.Moves != 6 || a.Percent() > 99 || a.Percent() < 80 {
		t.Errorf("accuracy %+v: of three moves after the first, one lost something", a)
	}
	if len(h.Ratings) != 2 || h.Ratings[0].Rating <= 1500 || h.Ratings[1].Rating <= h.Ratings[0].Rating || h.Ratings[0].Date != "2026.11.22" {
		t.Errorf("ratings %v after two wins against Club", h.Ratings)
	}
}
