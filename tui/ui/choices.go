package ui

import (
	"slices"
	"strings"

	"rookery/chess"
	"rookery/tui/draw"
	"rookery/tui/play"
	"rookery/tui/remote"
)

// The words of Choices.
const (
	AgainstComputer = "computer"
	AgainstFriend   = "friend"
	WatchComputers  = "watch"
	AgainstEngine   = "engine"

	AsWhite    = "white"
	AsBlack    = "black"
	RandomSide = "lot"

	ArrayUsual  = "usual"
	ArrayRandom = "random"
	ArrayNumber = "number"
)

// Choices is the form for a new game as it is remembered. The words are for a
// file that people read; mend makes any of them valid.
type Choices struct {
	Variant  []string  `toml:"variant" comment:"one name, or several that are combined"`
	Array    string    `toml:"array" comment:"usual, random or number"`
	Number   int       `toml:"number"`
	Opponent string    `toml:"opponent" comment:"computer, friend, watch or engine"`
	Engine   string    `toml:"engine,omitempty" comment:"the other engine, uci:PATH or xboard:PATH"`
	Side     string    `toml:"side" comment:"white, black or lot"`
	Level    string    `toml:"level"`
	Style    string    `toml:"style"`
	Others   strengths `toml:"second" comment:"the other computer, where two play"`
	Clock    string    `toml:"clock" comment:"none, 5+3 (minutes and seconds added), 5d3 (seconds not counted), 90s+2, fast"`
	White    string    `toml:"white" comment:"names where two people play"`
	Black    string    `toml:"black"`
}

// Strengths is how a second computer plays.
type strengths struct {
	Level string `toml:"level"`
	Style string `toml:"style"`
}

// Clocks that the form offers.
var Clocks = []string{"none", "1+0", "3+2", "5+3", "5d3", "10+5", "15+10", "30+0", "90+30", "fast"}

// DefaultChoices are those of a fresh install: chess against the computer.
func DefaultChoices() Choices {
	c := Choices{}
	c.Normalize()
	return c
}

// Normalize replaces every word that means nothing by the usual one.
func (c *Choices) Normalize() {
	pick := func(word *string, allowed ...string) {
		for _, a := range allowed {
			if *word == a {
				return
			}
		}
		*word = allowed[0]
	}
	if len(c.Variant) == 0 {
		c.Variant = []string{"chess"}
	} else if rules, err := play.RulesOf(c.Variant); err != nil || play.ForTwo(rules) != nil {
		c.Variant = []string{"chess"}
	}
	pick(&c.Array, ArrayRandom, ArrayUsual, ArrayNumber)
	pick(&c.Opponent, AgainstComputer, AgainstFriend, WatchComputers, AgainstEngine)
	c.Engine = strings.TrimSpace(draw.Clean(c.Engine))
	pick(&c.Side, AsWhite, AsBlack, RandomSide)
	c.Level, c.Others.Level = play.LevelOf(c.Level).Name(), play.LevelOf(c.Others.Level).Name()
	c.Style, c.Others.Style = play.StyleOf(c.Style).Name(), play.StyleOf(c.Others.Style).Name()
	if _, err := play.ParseClock(c.Clock); err != nil || c.Clock == "" {
		c.Clock = Clocks[0]
	}
	c.White, c.Black = strings.TrimSpace(draw.Clean(c.White)), strings.TrimSpace(draw.Clean(c.Black))
	if c.White == "" {
		c.White = "White"
	}
	if c.Black == "" {
		c.Black = "Black"
	}
}

// Config is the game that the choices ask for; chance decides what is left to it.
func (c *Choices) Config(seed func() uint64) (GameConfig, error) {
	rules, err := play.RulesOf(c.Variant)
	if err != nil {
		return GameConfig{}, err
	}
	if err := play.ForTwo(rules); err != nil {
		return GameConfig{}, err
	}
	cfg := GameConfig{Rules: rules, Variant: c.Variant, Setup: -1}
	if cfg.Control, err = play.ParseClock(c.Clock); err != nil {
		return GameConfig{}, err
	}
	if rules.Start != nil && rules.Start.Count > 1 {
		switch c.Array {
		case ArrayRandom:
			_ = cfg.ChooseSetup("random", seed) // there are several
		case ArrayNumber:
			cfg.Setup = min(max(c.Number, 0), rules.Start.Count-1)
		}
	}
	computer := func(level, style string) PlayerConfig {
		l, s := play.LevelOf(level), play.StyleOf(style)
		return PlayerConfig{Kind: Computer, Name: play.ComputerName(l, s), Level: l, Style: s}
	}
	switch c.Opponent {
	case AgainstFriend:
		cfg.Players = [2]PlayerConfig{{Name: c.White}, {Name: c.Black}}
	case WatchComputers:
		cfg.Players = [2]PlayerConfig{computer(c.Level, c.Style), computer(c.Others.Level, c.Others.Style)}
	default:
		you := chess.White
		if c.Side == AsBlack || c.Side == RandomSide && seed()%2 == 1 {
			you = chess.Black
		}
		cfg.Players[you] = PlayerConfig{Name: "You"}
		cfg.Players[you.Other()] = computer(c.Level, c.Style)
		cfg.Flip = you == chess.Black
	}
	return cfg, nil
}

// variantName is the name of the game for people.
func (c *Choices) variantName() string {
	rules, err := play.RulesOf(c.Variant)
	if err != nil {
		return strings.Join(c.Variant, " + ")
	}
	return rules.Name
}

// Describe says the choices in a few words.
func (c *Choices) Describe() string {
	s := c.variantName()
	switch c.Opponent {
	case AgainstFriend:
		s += ", " + c.White + " and " + c.Black
	case WatchComputers:
		s += ", " + c.Level + " against " + c.Others.Level
	default:
		s += ", "
		switch c.Side {
		case AsWhite:
			s += "White against "
		case AsBlack:
			s += "Black against "
		default:
			s += "against "
		}
		if c.Opponent == AgainstEngine {
			s += c.EngineName()
		} else {
			s += c.Level
		}
	}
	if c.Clock != "none" {
		s += ", " + c.Clock
	}
	return s
}

// SeekChoices is the form for a game with somebody else as it is remembered.
// The words are for a file that people read; mend makes any of them valid.
type SeekChoices struct {
	Variant []string `toml:"variant" comment:"one name, or several that are combined"`
	Clock   string   `toml:"clock" comment:"none, 5+3 (minutes and seconds added), 5d3 (seconds not counted), 3d (days a move)"`
	Side    string   `toml:"side" comment:"lot, white or black"`
	Rated   bool     `toml:"rated"`
	Within  int      `toml:"within,omitempty" comment:"how far the opponent's rating may be from your own; 0 for any"`
}

// SeekWithins are the ranges of ratings that the form offers; 0 is any.
var SeekWithins = []int{0, 100, 200, 300, 500}

// SeekClocks are those that the form offers; any other can be written.
var SeekClocks = []string{"1+0", "2+1", "3+0", "3+2", "5+0", "5+3", "10+0", "10+5", "15+10", "30+0", "30+20", "60+30", "90+30", "1d", "2d", "3d", "7d", "14d", "none"}

// usualClock of a game with somebody else.
const usualClock = "5+3"

func DefaultSeek() SeekChoices {
	c := SeekChoices{}
	c.Normalize()
	return c
}

// Normalize replaces every word that means nothing by the usual one.
func (c *SeekChoices) Normalize() {
	if _, err := play.RulesOf(c.Variant); err != nil || len(c.Variant) == 0 {
		c.Variant = []string{"chess"}
	}
	if control, err := chess.ParseControl(c.Clock); err != nil || c.Clock == "" || control.PerMove > 0 {
		c.Clock = usualClock
	}
	if c.Side != AsWhite && c.Side != AsBlack {
		c.Side = RandomSide
	}
	if !slices.Contains(SeekWithins, c.Within) {
		c.Within = 0
	}
}

// Terms of the seek, and the colour that is wanted.
func (c *SeekChoices) Terms() (remote.Terms, remote.Colour, error) {
	control, err := chess.ParseControl(c.Clock)
	if err != nil {
		return remote.Terms{}, 0, err
	}
	colour := map[string]remote.Colour{AsWhite: remote.WantsWhite, AsBlack: remote.WantsBlack}[c.Side]
	return remote.Terms{Parts: slices.Clone(c.Variant), Control: control, Rated: c.Rated}, colour, nil
}
