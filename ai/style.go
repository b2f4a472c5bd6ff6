package ai

// Style is what the engine likes when moves are about equal.
type Style uint8

const (
	Balanced Style = iota
	Aggressive
	Defensive
)

// taste scales groups of the evaluation, in percent.
type taste struct {
	name, about string
	attack      int // men near the enemy king
	shelter     int // men round the own king
	advance     int // ground gained
	contempt    int // centipawns that a draw is worth less than an even game
}

var tastes = [...]taste{
	Balanced:   {"Balanced", "Plays the position.", 100, 100, 100, 0},
	Aggressive: {"Aggressive", "Goes for the king.", 220, 60, 140, 25},
	Defensive:  {"Defensive", "Keeps the house closed.", 60, 200, 70, -10},
}

// Styles lists all styles.
func Styles() []Style { return []Style{Balanced, Aggressive, Defensive} }

func (s Style) taste() taste { return tastes[min(int(s), len(tastes)-1)] }

// Name of the style in one word.
func (s Style) Name() string { return s.taste().name }

// Describe says in a sentence what the style likes.
func (s Style) Describe() string { return s.taste().about }
