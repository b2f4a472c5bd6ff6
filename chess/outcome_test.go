package chess

import "testing"

// TestWhiteScore sums up both sides of every result.
func TestWhiteScore(t *testing.T) {
	for result, want := range map[Result]float64{
		Ongoing: 0.5, WhiteWins: 1, BlackWins: 0, Drawn: 0.5, WhiteStalemates: 0.75, BlackStalemates: 0.25,
	} {
		o := Outcome{Result: result}
		if got := o.WhiteScore(); got != want {
			t.Errorf("result %v: White scores %v, want %v", result, got, want)
		}
		if w, won := o.Winner(); won != (want == 0 || want == 1) || won && (w == White) != (want == 1) {
			t.Errorf("result %v: %v won, %v", result, w, won)
		}
	}
}
