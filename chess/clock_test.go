package chess

import (
	"testing"
	"time"
)

const sec = time.Second

func at(seconds float64) time.Time {
	return time.Unix(1e9, 0).Add(time.Duration(seconds * float64(time.Second)))
}

func TestClock(t *testing.T) {
	for _, c := range []struct {
		name    string
		control Control
		presses []float64 // seconds since the start
		now     float64
		left    [2]time.Duration
		down    bool
		flagged Color
	}{
		{"White's time falls", Control{Base: 60 * sec}, nil, 10, [2]time.Duration{50 * sec, 60 * sec}, false, White},
		{"then Black's", Control{Base: 60 * sec}, []float64{10}, 25, [2]time.Duration{50 * sec, 45 * sec}, false, White},
		{"an increment is added after the move", Control{Base: 60 * sec, Increment: 3 * sec}, []float64{10}, 10, [2]time.Duration{53 * sec, 60 * sec}, false, White},
		{"a delay is not counted", Control{Base: 60 * sec, Delay: 5 * sec}, []float64{3}, 15, [2]time.Duration{60 * sec, 53 * sec}, false, White},
		{"and gives nothing back", Control{Base: 60 * sec, Delay: 5 * sec}, []float64{8}, 8, [2]time.Duration{57 * sec, 60 * sec}, false, White},
		{"White's flag", Control{Base: 60 * sec}, nil, 60, [2]time.Duration{0, 60 * sec}, true, White},
		{"Black's flag", Control{Base: 60 * sec, Increment: sec}, []float64{10}, 70, [2]time.Duration{51 * sec, 0}, true, Black},
		{"a press too late gives no increment", Control{Base: 60 * sec, Increment: 5 * sec}, []float64{61}, 100, [2]time.Duration{0, 60 * sec}, true, White},
		{"the second period begins with its last move", Control{Base: 60 * sec, MovesPer: 2}, []float64{10, 20, 30}, 30, [2]time.Duration{100 * sec, 50 * sec}, false, White},
		{"each move has its time", Control{PerMove: 2 * sec}, []float64{1}, 2, [2]time.Duration{2 * sec, 1 * sec}, false, White},
		{"and no flag falls", Control{PerMove: 2 * sec}, nil, 99, [2]time.Duration{0, 2 * sec}, false, White},
		{"no clock", Control{}, []float64{5}, 99, [2]time.Duration{0, 0}, false, White},
		{"time that goes backwards is not given", Control{Base: 60 * sec}, nil, -10, [2]time.Duration{60 * sec, 60 * sec}, false, White},
	} {
		t.Run(c.name, func(t *testing.T) {
			clock := NewClock(c.control).Start(at(0))
			for _, p := range c.presses {
				clock = clock.Press(at(p))
			}
			for side := range Color(2) {
				if got := clock.Left(side, at(c.now)); got != c.left[side] {
					t.Errorf("%s has %v, want %v", side, got, c.left[side])
				}
			}
			side, down := clock.Flagged(at(c.now))
			if down != c.down || side != c.flagged {
				t.Errorf("flagged %v %v, want %v %v", side, down, c.flagged, c.down)
			}
		})
	}
}

func TestClockStops(t *testing.T) {
	c := NewClock(Control{Base: 60 * sec}).Turn(Black, at(0)).Start(at(0)).Stop(at(10))
	if _, running := c.Running(); running {
		t.Error("a stopped clock runs")
	}
	if got := c.Left(Black, at(50)); got != 50*sec {
		t.Errorf("Black has %v, want 50s", got)
	}
	if c.Press(at(60)) != c {
		t.Error("pressing a stopped clock changes it")
	}
	c = c.Start(at(100)).With(White, 5*sec)
	if side, running := c.Running(); side != Black || !running {
		t.Errorf("running %v %v, want Black's", side, running)
	}
	c = c.Press(at(101))
	if got := c.Left(White, at(103)); got != 3*sec {
		t.Errorf("White has %v, want 3s", got)
	}
	if c.Control() != (Control{Base: 60 * sec}) {
		t.Errorf("control %v", c.Control())
	}
	if _, running := NewClock(Control{}).Start(at(0)).Running(); running {
		t.Error("no clock runs")
	}
}

// TestDaysAMove: each move has its days, whatever was left of those before, and the flag falls.
func TestDaysAMove(t *testing.T) {
	c := NewClock(Control{Days: 2}).Start(at(0))
	day := func(d float64) time.Time { return at(0).Add(time.Duration(d * float64(Day))) }
	c = c.Press(day(1.5))
	if got := [2]time.Duration{c.Left(White, day(2)), c.Left(Black, day(2))}; got != [2]time.Duration{2 * Day, Day + Day/2} {
		t.Errorf("left %v half a day later", got)
	}
	if _, down := c.Flagged(day(3.4)); down {
		t.Error("the flag fell before two days had passed")
	}
	if side, down := c.Flagged(day(3.5)); !down || side != Black {
		t.Error("Black's flag did not fall after two days")
	}
}

func TestControl(t *testing.T) {
	for _, c := range []struct {
		text    string
		control Control
		written string
		pgn     string
	}{
		{"5+3", Control{Base: 300 * sec, Increment: 3 * sec}, "5+3", "300+3"},
		{"5", Control{Base: 300 * sec}, "5+0", "300"},
		{"90s+2", Control{Base: 90 * sec, Increment: 2 * sec}, "90s+2", "90+2"},
		{"1:30 + 2", Control{Base: 90 * sec, Increment: 2 * sec}, "90s+2", "90+2"},
		{"0.5+0", Control{Base: 30 * sec}, "30s+0", "30"},
		{"5D3", Control{Base: 300 * sec, Delay: 3 * sec}, "5d3", "300d3"},
		{"40/90+30", Control{Base: 90 * time.Minute, Increment: 30 * sec, MovesPer: 40}, "40/90+30", "40/5400+30"},
		{"2h", Control{Base: 2 * time.Hour}, "120+0", "7200"},
		{"fast", Control{PerMove: 2 * sec}, "fast", "1/2"},
		{"10s/move", Control{PerMove: 10 * sec}, "10s/move", "1/10"},
		{"3d", Control{Days: 3}, "3d", "1/259200"},
		{"1 day", Control{Days: 1}, "1d", "1/86400"},
		{"14 days/move", Control{Days: 14}, "14d", "1/1209600"},
		{"none", Control{}, "none", "-"},
		{"", Control{}, "none", "-"},
	} {
		got, err := ParseControl(c.text)
		if err != nil || got != c.control {
			t.Errorf("%q: %+v %v, want %+v", c.text, got, err, c.control)
			continue
		}
		if got.String() != c.written || got.PGN() != c.pgn {
			t.Errorf("%q is written %q and %q, want %q and %q", c.text, got, got.PGN(), c.written, c.pgn)
		}
		if again, err := ParseControl(got.String()); err != nil || again != got {
			t.Errorf("%q is read back as %+v %v", got, again, err)
		}
	}
	for _, text := range []string{"x", "5+", "+3", "0+3", "-5+3", "5+-3", "0/5+3", "x/5", "1e9", "99999999", "5:99", "NaN", "Inf", "0s/move", "5+3+1", "1..5", "0d", "31d", "-3d", "3d+1", "d", "days", "2/3d", "\x1b[0m"} {
		if c, err := ParseControl(text); err == nil {
			t.Errorf("%q is read as %+v", text, c)
		}
	}
}
