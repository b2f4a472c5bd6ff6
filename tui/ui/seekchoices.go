package ui

import (
	"slices"

	"rookery/chess"
	"rookery/tui/lobby"
)

// SeekChoices is the form for a game with somebody else as it is remembered.
// The words are for a file that people read; mend makes any of them valid.
type SeekChoices struct {
	Variant []string `toml:"variant" comment:"one name, or several that are combined"`
	Clock   string   `toml:"clock" comment:"none, 5+3 (minutes and seconds added), 5d3 (seconds not counted)"`
	Side    string   `toml:"side" comment:"lot, white or black"`
	Rated   bool     `toml:"rated"`
}

// SeekClocks are those that the form offers; any other can be written.
var SeekClocks = []string{"1+0", "2+1", "3+0", "3+2", "5+0", "5+3", "10+0", "10+5", "15+10", "30+0", "30+20", "60+30", "90+30", "none"}

// usualClock of a game with somebody else.
const usualClock = "5+3"

func DefaultSeek() SeekChoices {
	c := SeekChoices{}
	c.Mend()
	return c
}

// Mend replaces every word that means nothing by the usual one.
func (c *SeekChoices) Mend() {
	if _, err := RulesOf(c.Variant); err != nil || len(c.Variant) == 0 {
		c.Variant = []string{"chess"}
	}
	if control, err := chess.ParseControl(c.Clock); err != nil || c.Clock == "" || control.PerMove > 0 {
		c.Clock = usualClock
	}
	if c.Side != AsWhite && c.Side != AsBlack {
		c.Side = ByLot
	}
}

// Terms of the seek, and the colour that is wanted.
func (c *SeekChoices) Terms() (lobby.Terms, lobby.Colour, error) {
	control, err := chess.ParseControl(c.Clock)
	if err != nil {
		return lobby.Terms{}, 0, err
	}
	colour := map[string]lobby.Colour{AsWhite: lobby.WantsWhite, AsBlack: lobby.WantsBlack}[c.Side]
	return lobby.Terms{Parts: slices.Clone(c.Variant), Control: control, Rated: c.Rated}, colour, nil
}
