package ai

// Style is what the engine likes when moves are about equal.
type Style uint8

const (
	Balanced Style = iota
	Aggressive
	Defensive
	Gambiteer
	Positional
	Swindler
)

// taste scales groups of the evaluation, in percent, and adds leanings. Those
// of kings hold for the player's own side of the board alone: whose king is
// attacked, whose is sheltered.
type taste struct {
	name, about string
	attack      int // what stands against the enemy king
	shelter     int // pawns before the own king
	pawns       int // weak, united and passed pawns, outposts
	activity    int // mobility and threats
	man         int // the worth of pawns
	// keep is what the full set of men on the board is worth to the player,
	// in centipawns: above 0 he avoids exchanges, below he seeks them.
	keep int
	// behind is added to keep while he stands worse.
	behind   int
	contempt int // centipawns that a draw is worth less than an even game
}

var tastes = [...]taste{
	Balanced:   {name: "Balanced", about: "Plays the position.", attack: 100, shelter: 100, pawns: 100, activity: 100, man: 100},
	Aggressive: {name: "Aggressive", about: "Goes for the king.", attack: 230, shelter: 60, pawns: 90, activity: 110, man: 92, keep: 40, contempt: 30},
	Defensive:  {name: "Defensive", about: "Keeps the house closed and exchanges.", attack: 60, shelter: 200, pawns: 110, activity: 85, man: 104, keep: -40, contempt: -10},
	Gambiteer:  {name: "Gambiteer", about: "Gives pawns for open lines.", attack: 160, shelter: 80, pawns: 70, activity: 145, man: 75, keep: 20, contempt: 25},
	Positional: {name: "Positional", about: "Collects small advantages.", attack: 75, shelter: 120, pawns: 160, activity: 110, man: 100, keep: 0, contempt: 5},
	Swindler:   {name: "Swindler", about: "Sets traps when it stands worse, and never agrees.", attack: 130, shelter: 90, pawns: 90, activity: 120, man: 96, keep: 10, behind: 70, contempt: 40},
}

// Styles lists all styles.
func Styles() []Style {
	all := make([]Style, len(tastes))
	for i := range all {
		all[i] = Style(i)
	}
	return all
}

func (s Style) taste() taste { return tastes[min(int(s), len(tastes)-1)] }

// Name of the style in one word.
func (s Style) Name() string { return s.taste().name }

// Describe says in a sentence what the style likes.
func (s Style) Describe() string { return s.taste().about }

// season is w as a taste likes it.
func (l taste) season(w *Weights) *Weights {
	if l.pawns == 100 && l.activity == 100 && l.man == 100 {
		return w
	}
	scaled := *w
	scale := func(percent int, groups ...[]pair) {
		for _, g := range groups {
			for i := range g {
				g[i] = g[i].percent(percent)
			}
		}
	}
	scale(l.man, scaled.value[1:2])
	scale(l.pawns, scaled.passed[:], scaled.united[:], scaled.pawn[:], scaled.outpost[:])
	for r := range scaled.mobility {
		scale(l.activity, scaled.mobility[r][:])
	}
	for i := range scaled.threat {
		scale(l.activity, scaled.threat[i][:])
	}
	return &scaled
}

// lean is what a taste adds to the value of a position for the player, when
// value is what he thinks of it and phase how many men there are.
func (l taste) lean(value, phase int) int {
	keep := l.keep
	if value < -60 {
		keep += l.behind
	}
	return keep * phase / fullPhase
}
