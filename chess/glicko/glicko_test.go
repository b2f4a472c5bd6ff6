package glicko

import (
	"math"
	"testing"
	"time"
)

// The example of the paper: a player of 1500 beats 1400 and loses to 1550 and
// 1700 within one period.
func TestExampleOfThePaper(t *testing.T) {
	r := Rating{1500, 200, 0.06}
	got := r.After(Period,
		Game{Rating{1400, 30, 0.06}, 1}, Game{Rating{1550, 100, 0.06}, 0}, Game{Rating{1700, 300, 0.06}, 0})
	near(t, "rating", got.Rating, 1464.06, 0.01)
	near(t, "deviation", got.Deviation, 151.52, 0.01)
	near(t, "volatility", got.Volatility, 0.05999, 0.00001)
}

// The numbers of the paper on the way there.
func TestStepsOfThePaper(t *testing.T) {
	for _, c := range []struct{ deviation, rating, g, e float64 }{
		{30, 1400, 0.9955, 0.639}, {100, 1550, 0.9531, 0.432}, {300, 1700, 0.7242, 0.303},
	} {
		g := weight(c.deviation / scale)
		near(t, "g", g, c.g, 0.0001)
		near(t, "E", expected(0, (c.rating-average)/scale, g), c.e, 0.001)
	}
	near(t, "sigma", volatility(0.06, 1.1513, 1.7785, -0.4834), 0.05999, 0.00001)
}

func TestAged(t *testing.T) {
	r := Rating{1800, 60, 0.06}
	if got := r.Aged(0); got != r {
		t.Errorf("at once: %v, want %v", got, r)
	}
	year := r.Aged(365 * 24 * time.Hour)
	near(t, "after a year", year.Deviation, Provisional, 0.1)
	if got := r.Aged(-time.Hour); got != r {
		t.Errorf("a clock that runs backwards: %v, want %v", got, r)
	}
	if got := r.Aged(100 * 365 * 24 * time.Hour); got.Deviation != MaxDeviation || got.Rating != 1800 {
		t.Errorf("after a life: %v", got)
	}
	if got := r.After(365 * 24 * time.Hour); got != year {
		t.Errorf("no games are %v, want %v", got, year)
	}
}

func TestScores(t *testing.T) {
	a, b := New(), New()
	win, loss, draw := a.After(0, Game{b, 1}), a.After(0, Game{b, 0}), a.After(0, Game{b, 0.5})
	near(t, "win and loss", win.Rating-1500, 1500-loss.Rating, 1e-9)
	near(t, "draw of equals", draw.Rating, 1500, 1e-9)
	if most := a.After(0, Game{b, 0.75}).Rating; most <= draw.Rating || most >= win.Rating {
		t.Errorf("three quarters are %v, want more than %v and less than %v", most, draw.Rating, win.Rating)
	}
	if !win.Provisional() || win.Deviation >= MaxDeviation {
		t.Errorf("after one game: %v", win)
	}
	for range 500 { // deviations do not freeze, and nothing runs away
		a, b = a.After(time.Minute, Game{b, 1}), b.After(time.Minute, Game{a, 0})
	}
	if a.Deviation < MinDeviation || a.Provisional() || math.IsNaN(a.Rating) || a.Rating < 1700 || a.Rating > 4000 {
		t.Errorf("after 500 wins: %v", a)
	}
}

func near(t *testing.T, what string, got, want, by float64) {
	t.Helper()
	if math.Abs(got-want) > by || math.IsNaN(got) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}
