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

// styleWeights scales groups of the evaluation, in percent, and adds leanings in
// centipawns. Those of kings hold for the player's own side alone: whose king is
// attacked, whose is sheltered. The doses are the largest that cost a style less than
// 60 Elo against Balanced and show in what it does; docs/strength.md has both.
type styleWeights struct {
	name, description string
	attack            int // what stands against the enemy king
	danger            int // what stands against the own
	shelter           int // pawns before the own king
	pawns             int // weak, united and passed pawns, outposts
	activity          int // mobility and threats
	pawnValue         int // the worth of pawns
	// aggression is what each unit of pressure on the enemy king is worth besides.
	aggression int
	// tradeAversion is what the full set of pieces on the board is worth: above 0 the
	// player avoids exchanges, below it seeks them.
	tradeAversion       int
	tradeAversionBehind int // is added while it stands worse
	blockedPawns        int // for each pair of pawns that block each other
	contempt            int // that a draw is worth less than an even game
}

var styles = [...]styleWeights{
	Balanced:   {name: "Balanced", description: "Plays the position.", attack: 100, danger: 100, shelter: 100, pawns: 100, activity: 100, pawnValue: 100},
	Aggressive: {name: "Aggressive", description: "Goes for the king.", attack: 145, danger: 100, shelter: 100, pawns: 100, activity: 102, pawnValue: 98, aggression: 5, tradeAversion: 2},
	Defensive:  {name: "Defensive", description: "Keeps the position closed.", attack: 80, danger: 112, shelter: 120, pawns: 103, activity: 98, pawnValue: 109, aggression: -3, tradeAversion: -8, blockedPawns: 4, contempt: 40},
	Gambiteer:  {name: "Gambiteer", description: "Sacrifices pawns for open lines.", attack: 110, danger: 100, shelter: 100, pawns: 93, activity: 114, pawnValue: 90, tradeAversion: 6, contempt: 8},
	Positional: {name: "Positional", description: "Collects small advantages.", attack: 95, danger: 105, shelter: 105, pawns: 130, activity: 105, pawnValue: 100, contempt: 5},
	Swindler:   {name: "Swindler", description: "Sets traps when losing, and never agrees to a draw.", attack: 105, danger: 100, shelter: 100, pawns: 95, activity: 110, pawnValue: 98, tradeAversion: 5, tradeAversionBehind: 40, contempt: 30},
}

// Styles lists all styles.
func Styles() []Style {
	all := make([]Style, len(styles))
	for i := range all {
		all[i] = Style(i)
	}
	return all
}

func (s Style) weights() styleWeights { return styles[min(int(s), len(styles)-1)] }

// Name of the style in one word.
//
//go:noinline
func (s Style) Name() string { return s.weights().name }

// Describe says in a sentence what the style likes.
func (s Style) Describe() string { return s.weights().description }

// apply returns w scaled; w itself where nothing is to be scaled.
func (l styleWeights) apply(w *Weights) *Weights {
	if l.pawns == 100 && l.activity == 100 && l.pawnValue == 100 {
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
	scale(l.pawnValue, scaled.value[1:2])
	scale(l.pawns, scaled.passed[:], scaled.connected[:], scaled.pawn[:], scaled.outpost[:])
	for r := range scaled.mobility {
		scale(l.activity, scaled.mobility[r][:])
	}
	for i := range scaled.threat {
		scale(l.activity, scaled.threat[i][:])
	}
	return &scaled
}

func (l styleWeights) hasLeaning() bool {
	return l.tradeAversion|l.tradeAversionBehind|l.aggression|l.blockedPawns != 0
}

// leaning is what the style adds to a position for the player: value is what the
// player thinks of it, pressure that on the enemy king, blocked how many pairs of
// pawns block each other. Aggression fades before the ending, where kings attack.
func (l styleWeights) leaning(value, phase, pressure, blocked int) int {
	aversion := l.tradeAversion
	if value < -60 {
		aversion += l.tradeAversionBehind
	}
	return l.blockedPawns*blocked + aversion*phase/fullPhase + l.aggression*pressure*max(0, phase-8)/(fullPhase-8)
}
