package lichess

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"rookery/chess"
	"rookery/variants"
)

// Variant is our variant for lichess's key.
func Variant(key string) (variants.Variant, error) {
	v, ok := variants.ByLichessKey(key)
	if !ok {
		return v, fmt.Errorf("lichess plays a game here that Rookery does not know")
	}
	return v, nil
}

// Key is lichess's word for rules; ok is false where it does not have them.
func Key(r chess.Rules) (key string, ok bool) { return variants.LichessKey(r) }

// Names are our names of the variants that lichess has.
func Names() []string { return variants.OnLichess() }

// startOf is the position that a game begins from, as our rules write it; empty for the usual one.
func startOf(r chess.Rules, fen string) (string, error) {
	if fen == "" || fen == "startpos" {
		return "", nil
	}
	b, err := chess.NewBoard(r, strings.ReplaceAll(fen, "_", " "))
	if err != nil {
		return "", err
	}
	return b.FEN(), nil
}

// Terms are what a game is played for.
type Terms struct {
	Variant string        // lichess's key; empty for standard
	Base    time.Duration // with Increment the clock of a real-time game
	Incr    time.Duration
	Days    int // for each move of a correspondence game; 0 for a clock
	Rated   bool
	Colour  string // white, black or random; empty for random
	Lowest  int    // rating of the opponent in a seek; 0 for any
	Highest int
	FEN     string // a challenge begins there
}

// The days that a move of correspondence chess may have.
var Days = []int{1, 2, 3, 5, 7, 10, 14}

// Estimate is how long a game is taken to last for each side, by which lichess names its speed.
func (t Terms) Estimate() time.Duration { return t.Base + 40*t.Incr }

// rapid is the estimate from which a game is called rapid.
const rapid = 8 * time.Minute

// blitz is the estimate from which a game is called blitz.
const blitz = 3 * time.Minute

// NoClock tells whether the game has neither a clock nor days.
func (t Terms) NoClock() bool { return t.Days == 0 && t.Base == 0 && t.Incr == 0 }

// check tells what is wrong with the terms of any game.
func (t Terms) check() error {
	switch {
	case t.Days != 0 && !slices.Contains(Days, t.Days):
		return fmt.Errorf("lichess has 1, 2, 3, 5, 7, 10 or 14 days a move, not %d", t.Days)
	case t.Days != 0:
	case t.Base > 180*time.Minute:
		return fmt.Errorf("lichess has clocks of at most 180 minutes")
	case t.Base < 0 || t.Incr < 0:
		return fmt.Errorf("a clock cannot be less than nothing")
	}
	if t.Rated && t.FEN != "" {
		return fmt.Errorf("games from a position of your own are casual")
	}
	return nil
}

// CheckSeek tells why lichess would refuse a seek, and what works instead.
func (t Terms) CheckSeek() error {
	switch {
	case t.FEN != "" || t.Variant == "fromPosition":
		return fmt.Errorf("a seek begins from the usual position: challenge somebody to play from yours")
	case t.NoClock():
		return fmt.Errorf("a seek needs a clock or days: choose one such as 10+5")
	case t.Days == 0 && t.Incr > 180*time.Second:
		return fmt.Errorf("lichess has increments of at most 180 seconds")
	case t.Days == 0 && t.Estimate() < rapid:
		return fmt.Errorf("seeks from here are rapid or slower, such as 10+0 or 5+5; play blitz by a challenge or against the computer")
	}
	return t.check()
}

// CheckChallenge tells why lichess would refuse a challenge; computer is one to its engine.
func (t Terms) CheckChallenge(computer bool) error {
	switch {
	case t.Days == 0 && t.Incr > time.Minute:
		return fmt.Errorf("a challenge has an increment of at most 60 seconds")
	case !t.NoClock() && t.Days == 0 && t.Estimate() < blitz:
		return fmt.Errorf("bullet cannot be played from here: choose 3+0 or slower")
	case t.Base%time.Minute != 0 && t.Base != 15*time.Second && t.Base != 30*time.Second && t.Base != 45*time.Second && t.Base != 90*time.Second:
		return fmt.Errorf("lichess has whole minutes, or 15, 30, 45 and 90 seconds")
	case computer && t.Rated:
		return fmt.Errorf("games against the computer are casual")
	case t.Rated && t.NoClock():
		return fmt.Errorf("games without a clock are casual")
	}
	return t.check()
}

// ParseTerms reads a clock such as 10+5, days such as 3d, or none.
func ParseTerms(text string) (t Terms, err error) {
	text = strings.TrimSpace(text)
	if days, ok := strings.CutSuffix(text, "d"); ok {
		if _, err := fmt.Sscanf(days, "%d", &t.Days); err != nil || fmt.Sprint(t.Days) != days || t.Days < 1 {
			return t, errors.New("write days per move like 3d")
		}
		return t, nil
	}
	control, err := chess.ParseControl(text)
	switch {
	case err != nil:
		return t, err
	case control.Delay != 0 || control.MovesPer != 0 || control.PerMove != 0:
		return t, errors.New("lichess has clocks like 10+5 and days like 3d")
	}
	t.Base, t.Incr = control.Base, control.Increment
	return t, nil
}
