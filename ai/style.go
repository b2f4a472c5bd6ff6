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
	fear        int // what stands against the own
	shelter     int // pawns before the own king
	pawns       int // weak, united and passed pawns, outposts
	activity    int // mobility and threats
	man         int // the worth of pawns
	// zeal is what each unit of pressure on the enemy king is worth besides, in
	// centipawns, to the player alone.
	zeal int
	// keep is what the full set of men on the board is worth to the player,
	// in centipawns: above 0 he avoids exchanges, below he seeks them.
	keep int
	// behind is added to keep while he stands worse.
	behind   int
	closed   int // centipawns that two pawns which block each other are worth to him
	contempt int // centipawns that a draw is worth less than an even game
}

var tastes = [...]taste{
	Balanced:   {name: "Balanced", about: "Plays the position.", attack: 100, fear: 100, shelter: 100, pawns: 100, activity: 100, man: 100},
	Aggressive: {name: "Aggressive", about: "Goes for the king.", attack: 145, fear: 100, shelter: 100, pawns: 100, activity: 102, man: 98, zeal: 5, keep: 2},
	Defensive:  {name: "Defensive", about: "Keeps the house closed.", attack: 70, fear: 118, shelter: 130, pawns: 105, activity: 97, man: 114, zeal: -5, keep: -12, closed: 6, contempt: 60},
	Gambiteer:  {name: "Gambiteer", about: "Gives pawns for open lines.", attack: 110, fear: 100, shelter: 100, pawns: 93, activity: 114, man: 90, keep: 6, contempt: 8},
	Positional: {name: "Positional", about: "Collects small advantages.", attack: 95, fear: 105, shelter: 105, pawns: 130, activity: 105, man: 100, contempt: 5},
	Swindler:   {name: "Swindler", about: "Sets traps when it stands worse, and never agrees.", attack: 105, fear: 100, shelter: 100, pawns: 95, activity: 110, man: 98, keep: 5, behind: 40, contempt: 30},
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

// leans tells whether lean is ever anything.
func (l taste) leans() bool { return l.keep|l.behind|l.zeal|l.closed != 0 }

// lean is what a taste adds to the value of a position for the player, when
// value is what he thinks of it, phase how many men there are, press what weighs
// on the enemy king, and rams how many pairs of pawns block each other.
func (l taste) lean(value, phase, press, rams int) int {
	keep := l.keep
	if value < -60 {
		keep += l.behind
	}
	return l.closed*rams + keep*phase/fullPhase + l.zeal*press*max(0, phase-8)/(fullPhase-8)
}
