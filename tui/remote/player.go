package remote

import (
	"errors"
	"strconv"

	"rookery/chess"
	"rookery/variants"
)

// Player is somebody who can sit at a table.
type Player struct {
	ID    string `json:"id"`   // a-z and 0-9; never shown
	Name  string `json:"name"` // clean and short
	Guest bool   `json:"guest,omitempty"`
}

// Terms say what two players agree to play.
type Terms struct {
	Parts   []string      `json:"parts"` // names of one variant, or of several to combine
	Control chess.Control `json:"control"`
	Rated   bool          `json:"rated,omitempty"`
}

// Rules of the game that is meant; the error says what is wrong with the terms.
func (t Terms) Rules() (chess.Rules, error) {
	if t.Control.PerMove != 0 {
		return chess.Rules{}, errors.New("time per move is only for games against the computer: choose minutes and increment")
	}
	if len(t.Parts) == 1 {
		if v, ok := variants.ByName(t.Parts[0]); ok {
			return v.Rules, nil
		}
	}
	v, err := variants.Custom(t.Parts...)
	return v.Rules, err
}

// Correspondence tells whether each move has days.
func (t Terms) Correspondence() bool { return t.Control.Days > 0 }

// Partners tells whether the game is for two pairs of partners on two boards.
func (t Terms) Partners() bool {
	rules, err := t.Rules()
	return err == nil && rules.Pocket == chess.ToPartner
}

// Colour is what a seeker wants to play.
type Colour uint8

// The wishes for a colour.
const (
	AnyColour Colour = iota
	WantsWhite
	WantsBlack
)

// Rating is how strong a player is believed to be, as it is shown; the zero Rating is none.
type Rating struct {
	Value       int  `json:"value,omitempty"`
	Provisional bool `json:"provisional,omitempty"`
}

// String writes a rating; a question mark says that few games stand behind it.
func (r Rating) String() string {
	switch {
	case r.Value == 0:
		return ""
	case r.Provisional:
		return strconv.Itoa(r.Value) + "?"
	}
	return strconv.Itoa(r.Value)
}

// Beside is a name with the rating, where there is one.
func (r Rating) Beside(name string) string {
	if r.Value == 0 {
		return name
	}
	return name + " " + r.String()
}

// MainRating is what the list of players shows of somebody: the rating of the variant and speed
// in which he has the most rated games.
type MainRating struct {
	Rating
	Variant string // its name
	Speed   string
}
