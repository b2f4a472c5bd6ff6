package archive

import (
	"testing"

	"rookery/chess"
)

func TestSpeeds(t *testing.T) {
	for text, want := range map[string]Speed{
		"none": Unlimited, "1d": Correspondence, "1": Bullet, "1+2": Bullet, "2+1": Bullet, "2+2": Blitz, "3": Blitz, "5+3": Blitz, "8": Rapid, "5+5": Rapid, "10": Rapid,
		"15+10": Rapid, "25": Classical, "20+10": Classical, "90+30": Classical, "40/90+30": Classical, "20/1": Bullet, "3d5": Blitz,
	} {
		c, err := chess.ParseControl(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := SpeedOf(c); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
}
