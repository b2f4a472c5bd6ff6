package collection

import (
	"cmp"
	"math"
	"strings"
	"testing"

	"rookery/chess/known"
	"rookery/pgn"
)

func TestStats(t *testing.T) {
	text := sheet("1. e4 c5 ", "White=Ann", "Black=Ben", "Result=1-0", "Date=2019.05.17", "WhiteElo=2510", "BlackElo=2590") +
		sheet("1. e4 c5 2. Nf3 ", "White=Ben", "Black=Ann", "Result=1/2-1/2", "Date=2021.??.??", "WhiteElo=2600") +
		sheet("1. d4 d5 2. Zz9 ", "White=?", "Result=0-1", "Date=????.??.??") +
		sheet("1. e4 c5 2. Nf3 ", "Variant=Atomic")
	ix, err := BuildIndex(t.Context(), strings.NewReader(text), int64(len(text)), nil)
	if err != nil {
		t.Fatal(err)
	}
	var s Stats
	if err := s.Add(t.Context(), ix); err != nil {
		t.Fatal(err)
	}
	if want := (Tally{4, 1, 1, 1}); s.All != want {
		t.Errorf("all %+v, want %+v", s.All, want)
	}
	if s.Plies != 10 || s.Shortest != 2 || s.Longest != 3 || s.Faulty != 1 || s.First != "2019.05.17" || s.Last != "2021" {
		t.Errorf("%d plies, from %d to %d, %d faulty, %s to %s", s.Plies, s.Shortest, s.Longest, s.Faulty, s.First, s.Last)
	}
	if got := s.Families()["Sicilian Defense"]; got != (Tally{2, 1, 1, 0}) {
		t.Errorf("Sicilians %+v", got)
	}
	if got := s.Codes()["B20"]; got != (Tally{1, 1, 0, 0}) {
		t.Errorf("B20 %+v", got)
	}
	if s.Variants["Chess"].Games != 3 || s.Variants["Atomic"].Games != 1 || s.Years[2019].Games != 1 || s.Years[2021].Draws != 1 || len(s.Years) != 2 {
		t.Errorf("variants %v, years %v", s.Variants, s.Years)
	}
	if s.Ratings[2500].Games != 2 || s.Ratings[2600].Games != 1 || s.Players["Ann"] != (Tally{2, 1, 1, 0}) || s.Players["Ben"] != (Tally{2, 0, 1, 1}) || len(s.Players) != 2 {
		t.Errorf("ratings %v, players %v", s.Ratings, s.Players)
	}
	if r := Ranked(s.Variants, cmp.Compare[string]); len(r) != 2 || r[0].Key != "Chess" || r[1].Games != 1 {
		t.Errorf("ranked %v", r)
	}
}

// How well was played is averaged over the games that say it, with the error of the average;
// what is no number, or none that can be, counts as not said.
func TestStatsOfReports(t *testing.T) {
	text := sheet("1. e4 c5 ", "White=Ann", "Black=Ben", "WhiteElo=1510", "WhiteAccuracy=80", "WhiteACPL=40", "BlackAccuracy=70", "BlackACPL=60") +
		sheet("1. e4 c5 ", "White=Ben", "Black=Ann", "BlackElo=1590", "WhiteAccuracy=x", "WhiteACPL=50", "BlackAccuracy= 90 ", "BlackACPL=20") +
		sheet("1. e4 c5 ", "White=Ann", "Black=Cid", "WhiteAccuracy=101", "WhiteACPL=1", "BlackAccuracy=NaN", "BlackACPL=-1") +
		sheet("1. e4 c5 ", "White=Ann", "Black=Cid", "FEN=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "WhiteAccuracy=85", "WhiteACPL=30")
	ix, err := BuildIndex(t.Context(), strings.NewReader(text), int64(len(text)), nil)
	if err != nil {
		t.Fatal(err)
	}
	var s Stats
	if err := s.Add(t.Context(), ix); err != nil {
		t.Fatal(err)
	}
	ann, ben := s.Played["Ann"], s.Played["Ben"]
	if ann.Accuracy.Games != 3 || ann.Accuracy.Value() != 85 || ann.Loss.Value() != 30 || math.Abs(ann.Loss.Error()-10/math.Sqrt(3)) > 1e-9 {
		t.Errorf("Ann %+v", ann)
	}
	if ben.Loss.Games != 1 || ben.Accuracy.Value() != 70 || ben.Loss.Error() != 0 || len(s.Played) != 2 {
		t.Errorf("Ben %+v of %v", ben, s.Played)
	}
	if q := s.PlayedByRating[1500]; q.Accuracy.Games != 2 || q.Loss.Value() != 30 || len(s.PlayedByRating) != 1 {
		t.Errorf("by rating %v", s.PlayedByRating)
	}
}

// Every game is counted once, whatever the goroutines do.
func TestStatsOfACollection(t *testing.T) {
	text := known.Read(t, known.Path(t, "games/lichess.pgn"))
	ix, err := BuildIndex(t.Context(), strings.NewReader(string(text)), int64(len(text)), nil)
	if err != nil {
		t.Fatal(err)
	}
	games, _ := allGames(t, strings.NewReader(string(text)))
	plies, results := 0, map[string]int{}
	for _, g := range games {
		plies += g.Plies()
		results[g.Result]++
	}
	var s Stats
	if err := s.Add(t.Context(), ix); err != nil {
		t.Fatal(err)
	}
	want := Tally{len(games), results[pgn.WhiteWins], results[pgn.Draw], results[pgn.BlackWins]}
	if s.All != want || s.Plies != plies {
		t.Errorf("%+v, %d plies, want %+v, %d", s.All, s.Plies, want, plies)
	}
}
