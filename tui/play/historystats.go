package play

import (
	"strings"

	"rookery/chess"
	"rookery/chess/glicko"
	"rookery/pgn"
	"rookery/variants"
)

// HistoryStats is how the player's games ended. Games between two people or two
// computers tell nothing of him and are only counted.
type HistoryStats struct {
	All       Results
	Lessons   map[string]Results // by their names; they count nowhere else
	Colors    [2]Results         // by the colour that the player had
	Levels    map[string]Results // by the name of the level of our engine
	Opponents map[string]Results // by the name of any other opponent
	Variants  map[string]Results // by their names for people
	Openings  map[string]Results // of chess, by their families
	// Accuracy is that of the player's moves by phase, and OpeningAccuracy by family.
	Accuracy, OpeningAccuracy map[string]Accuracy
	// Ratings are what the games against levels of our engine make of a rating, one a game.
	Ratings []RatingPoint
	rating  glicko.Rating
	Open    int // the player's games that were broken off
	Others  int
}

// Add counts a game of the history.
func (h *HistoryStats) Add(g *pgn.Game) {
	var people []chess.Color
	for side, name := range sideTags {
		if g.Tags.Value(name+"Type") == "human" {
			people = append(people, chess.Color(side))
		}
	}
	if len(people) != 1 {
		h.Others++
		return
	}
	me := people[0]
	var r Results
	switch g.Result {
	case pgn.Draw:
		r.Drawn = 1
	case pgn.WhiteWins, pgn.BlackWins:
		if (g.Result == pgn.WhiteWins) == (me == chess.White) {
			r.Won = 1
		} else {
			r.Lost = 1
		}
	default:
		h.Open++
		return
	}
	if id := g.Tags.Value(TagLesson); id != "" {
		add(&h.Lessons, LessonName(id), r)
		return
	}
	other := sideTags[me.Other()]
	h.All = h.All.Plus(r)
	h.Colors[me] = h.Colors[me].Plus(r)
	variant := g.Variant()
	if v, ok := variants.ByName(variant); ok {
		variant = v.Rules.Name
	}
	add(&h.Variants, variant, r)
	h.read(g, me, r)
	level, _, own := strings.Cut(g.Tags.Value(other+tagEngine), "/")
	// An engine that is a program of its own has our level too, should ours take over.
	if own && g.Tags.Value(other) == ComputerName(LevelOf(level), StyleOf(strings.TrimPrefix(g.Tags.Value(other+tagEngine), level+"/"))) {
		add(&h.Levels, level, r)
		if g.Rules.Plain() {
			h.rateGame(level, r, g.Tags.Value("Date"))
		}
	} else {
		add(&h.Opponents, g.Tags.Value(other), r)
	}
}

// sideTags begin the tags of each side.
var sideTags = [2]string{chess.White: "White", chess.Black: "Black"}

func add(to *map[string]Results, key string, r Results) {
	if *to == nil {
		*to = make(map[string]Results)
	}
	(*to)[key] = (*to)[key].Plus(r)
}
