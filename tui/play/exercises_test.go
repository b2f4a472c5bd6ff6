package play

import (
	"testing"

	"rookery/chess"
)

// TestExercises holds that every exercise of every lesson can be done, by some moves and not
// by all, and that no two lessons share a name.
func TestExercises(t *testing.T) {
	ids := make(map[string]bool)
	for i := range BeginnerLessons {
		l := &BeginnerLessons[i]
		if ids[l.ID] {
			t.Errorf("%s is there twice", l.ID)
		}
		ids[l.ID] = true
		if l.Variant != "" && len(l.Exercises) != 5 {
			t.Errorf("%s has %d exercises, want 5", l.ID, len(l.Exercises))
		}
		for j := range l.Exercises {
			e := &l.Exercises[j]
			g, err := NewExercise(l, e)
			if err != nil {
				t.Errorf("%s %d: %v", l.ID, j+1, err)
				continue
			}
			if g.Game.Outcome().Over() {
				t.Errorf("%s %d, %s: the game is over", l.ID, j+1, e.FEN)
				continue
			}
			b := g.Game.Board()
			all, right := b.Moves(nil), e.Answers(b)
			if len(right) == 0 || len(right) == len(all) {
				t.Errorf("%s %d, %s: %d of %d moves are right", l.ID, j+1, e.FEN, len(right), len(all))
				continue
			}
			if m, ok := g.Next(); !ok || !e.Reaches(b, m) {
				t.Errorf("%s %d: the hint is no answer", l.ID, j+1)
			}
			for _, m := range all {
				if !e.Reaches(b, m) {
					if g.Try(m) || g.Over {
						t.Errorf("%s %d: %s is taken", l.ID, j+1, chess.MoveText(b, m))
					}
					break
				}
			}
			if !g.Try(right[0]) || !g.Over {
				t.Errorf("%s %d: %v is not taken", l.ID, j+1, right[0])
			}
		}
	}
}
