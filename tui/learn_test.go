package tui

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"rookery/ai"
	"rookery/chess"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/exp/golden"
	"github.com/muesli/termenv"
)

// TestLessonsAreTheTrainingPositions counts the moves of each position against
// the table of known answers.
func TestLessonsAreTheTrainingPositions(t *testing.T) {
	f, err := os.Open("testdata/lessons.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows := 0
	for in := bufio.NewScanner(f); in.Scan(); rows++ {
		var depth int
		var want uint64
		fields := strings.Split(in.Text(), "\t")
		if len(fields) != 4 {
			t.Fatalf("row %q", in.Text())
		}
		if _, err := fmt.Sscan(fields[2]+" "+fields[3], &depth, &want); err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(lessons[:], func(l lesson) bool { return l.id == fields[0] })
		if i < 0 || lessons[i].fen != fields[1] {
			t.Errorf("no lesson %s from %s", fields[0], fields[1])
			continue
		}
		b, err := chess.NewBoard(lessons[i].rules(), lessons[i].fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := chess.Perft(b, depth); got != want {
			t.Errorf("%s depth %d: %d nodes, want %d", fields[0], depth, got, want)
		}
	}
	if rows < 2*len(lessons) {
		t.Errorf("the table has %d rows", rows)
	}
}

// TestDrawnPositions draws positions of every kind: the same men, playable, won.
func TestDrawnPositions(t *testing.T) {
	for i := range lessons {
		l := &lessons[i]
		usual, err := chess.NewBoard(l.rules(), l.fen)
		if err != nil {
			t.Fatal(err)
		}
		fen := l.drawn(t.Context(), 42+uint64(i))
		if fen == l.fen {
			t.Errorf("%s: no position was drawn", l.id)
			continue
		}
		b, err := chess.NewBoard(l.rules(), fen)
		if err != nil {
			t.Errorf("%s: %v", fen, err)
			continue
		}
		if b.Turn() != learner || b.Outcome().Over() {
			t.Errorf("%s cannot be played", fen)
		}
		if got, want := material(b.View(chess.Everyone)), material(usual.View(chess.Everyone)); got != want {
			t.Errorf("%s has the men %v, want %v", fen, got, want)
		}
		choice, err := ai.New(strongest(), ai.Balanced, 1).Choose(t.Context(), b, ai.Limit{Nodes: 2 * drawnNodes})
		if err != nil || valueOf(choice) < wonScore {
			t.Errorf("%s is worth %d, %v", fen, valueOf(choice), err)
		}
	}
}

// TestDrawnPositionsEndWithTheContext gives the usual position when time is up.
func TestDrawnPositionsEndWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got := lessons[8].drawn(ctx, 1); got != lessons[8].fen {
		t.Errorf("drawn %s, want the usual position", got)
	}
}

// TestBishopsStandOnBothColours draws many pairs of bishops.
func TestBishopsStandOnBothColours(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	l, n := &lessons[7], 0
	for range 200 {
		fen, ok := l.scatter(rng)
		b, err := chess.NewBoard(l.rules(), fen)
		if !ok || err != nil {
			continue
		}
		n++
		var shades [2]int
		for sq, c := range b.View(chess.Everyone).Cells {
			if c.Piece.Role() == chess.Bishop {
				shades[b.Layout().Cells[sq].Shade&1]++
			}
		}
		if shades != [2]int{1, 1} {
			t.Errorf("%s has bishops on %v", fen, shades)
		}
	}
	if n < 20 {
		t.Errorf("%d positions of 200", n)
	}
}

// played lets a game of a lesson run by moves in SAN.
func attempted(t *testing.T, fen string, sans ...string) *chess.Game {
	t.Helper()
	game, err := chess.NewGameFEN(lessons[5].rules(), fen)
	if err != nil {
		t.Fatal(err)
	}
	for _, san := range sans {
		if _, err := game.PlaySAN(san); err != nil {
			t.Fatal(err)
		}
	}
	return game
}

func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		name string
		game *chess.Game
		end  func(*chess.Game) error
		want []string
	}{
		{"mate in one", attempted(t, "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "Ra8"), nil,
			[]string{"Won in 1 move", "White wins: checkmate.", "The computer sees no quicker mate."}},
		{"a longer way", attempted(t, "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "Rb1", "Kg8", "Rb8"), nil,
			[]string{"Won in 2 moves", "At the start the computer sees mate in 1."}},
		{"stalemate", attempted(t, "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "Qg6"), nil,
			[]string{"Drawn after 1 move", "Draw: stalemate.", "The win was given away at move 1: Qg6 made of mate in", "an even one", "Better was "}},
		{"a queen left hanging later", attempted(t, "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "Kf2", "Ke7", "Qd6+", "Kxd6"), nil,
			[]string{"Drawn after 2 moves", "given away at move 2: Qd6+"}},
		{"given up", attempted(t, "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "Kf2", "Ke7"), func(g *chess.Game) error { return g.Resign(learner) },
			[]string{"Lost after 1 move"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.end != nil {
				if err := c.end(c.game); err != nil {
					t.Fatal(err)
				}
			}
			v := judge(t.Context(), ai.New(strongest(), ai.Balanced, 1), c.game)
			text := strings.Join(v.sentences(), "\n")
			for _, want := range c.want {
				if !strings.Contains(text, want) {
					t.Errorf("%q is not said:\n%s", want, text)
				}
			}
		})
	}
}

// learning opens a lesson from a position whose computer plays the first legal
// move.
func learning(t *testing.T, s *Session, fen string) *driver {
	t.Helper()
	d := drive(t, s, 80, 24)
	d.press("8")
	g, err := newAttempt(s, attempt{lesson: &lessons[6], fen: fen})
	if err != nil {
		t.Fatal(err)
	}
	g.newMind = func(ai.Level, ai.Style, uint64) thinker { return firstMove{} }
	d.send(pushMsg{screen: g})
	return d
}

// firstMove always takes the first legal move.
type firstMove struct{}

func (firstMove) Choose(_ context.Context, b chess.Board, _ ai.Limit) (ai.Choice, error) {
	return ai.Choice{Move: b.Moves(nil)[0]}, nil
}
func (firstMove) History([]uint64) {}

// TestLessonIsWonAndRemembered wins a lesson and finds it in the list.
func TestLessonIsWonAndRemembered(t *testing.T) {
	s := sessionFor(t, termenv.Ascii)
	d := learning(t, s, "7k/8/6K1/8/8/8/8/R7 w - - 0 1")
	d.typeText("Ra8")
	d.press("enter")
	d.sees("Won in 1 move", "White wins: checkmate.", "Once more from the start", "1-0")
	d.lacks("Try again from move")
	d.press("end", "enter")
	d.sees("1/1")
	d.press("7", "esc") // the row of the lesson
	d.sees("Won 1 of 1, the quickest in 1 move.")
	if _, ok := d.app.top().(*learn); !ok {
		t.Errorf("%T is on top, want the list of lessons", d.app.top())
	}
}

// TestLessonIsSpoiledAndTriedAgain gives a win away, is told where, and goes on
// from there.
func TestLessonIsSpoiledAndTriedAgain(t *testing.T) {
	s := sessionFor(t, termenv.Ascii)
	d := learning(t, s, "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1")
	d.typeText("Qg6")
	d.press("enter")
	d.sees("Drawn after 1 move", "The win was given away at move 1: Qg6", "Better was", "Try again from move 1")
	d.press("enter")
	g, ok := d.app.top().(*gameScreen)
	if !ok {
		t.Fatalf("%T is on top, want the game", d.app.top())
	}
	if g.game.Start() != "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1" || !g.attempt.again {
		t.Errorf("the game starts at %s", g.game.Start())
	}
	d.typeText("Qg7")
	d.press("enter")
	d.sees("Won in 1 move")
	if r := s.Store.lessonRecords()["KR-K"]; r != (lessonRecord{Tried: 1}) {
		t.Errorf("the record is %+v: a second try does not count", r)
	}
	d.press("2") // another of the kind, or step through
	if n := len(d.app.stack); n != 3 {
		t.Errorf("%d screens, want menu, list and one more", n)
	}
}

// TestLessonRecordIsNotOverwritten keeps a file that cannot be read.
func TestLessonRecordIsNotOverwritten(t *testing.T) {
	s := sessionFor(t, termenv.Ascii)
	if err := s.Store.countLesson("KR-K", true, 12); err != nil {
		t.Fatal(err)
	}
	if err := s.Store.countLesson("KR-K", true, 9); err != nil {
		t.Fatal(err)
	}
	if r := s.Store.lessonRecords()["KR-K"]; r != (lessonRecord{2, 2, 9}) {
		t.Errorf("the record is %+v", r)
	}
	path := s.Store.dirs.State + "/" + lessonFile
	if err := os.WriteFile(path, []byte("not = [toml"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Store.countLesson("KR-K", true, 3); err == nil {
		t.Error("a broken file was overwritten")
	}
	if text, _ := os.ReadFile(path); string(text) != "not = [toml" {
		t.Errorf("the file is %q", text)
	}
}

// TestLearnGolden draws the list and both verdicts at the sizes that must look
// right.
func TestLearnGolden(t *testing.T) {
	spoiled := attempted(t, "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "Kf2", "Ke7", "Qd6+", "Kxd6")
	won := attempted(t, "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "Ra8")
	verdicts := map[string]*chess.Game{"spoiled": spoiled, "won": won}
	for _, size := range []struct{ width, height int }{{80, 24}, {120, 40}, {60, 20}} {
		for name, profile := range map[string]termenv.Profile{"plain": termenv.Ascii, "color": termenv.TrueColor} {
			if profile != termenv.Ascii && size.width != 80 {
				continue
			}
			at := fmt.Sprintf("%dx%d-%s", size.width, size.height, name)
			t.Run("list-"+at, func(t *testing.T) {
				s := sessionFor(t, profile)
				if err := s.Store.countLesson("KR-K", true, 14); err != nil {
					t.Fatal(err)
				}
				d := drive(t, s, size.width, size.height)
				d.press("8", "down", "down", "down", "down", "down", "down")
				checkFrameFits(t, d.app.View(), size.width, size.height)
				golden.RequireEqual(t, []byte(d.app.View()))
			})
			for kind, game := range verdicts {
				t.Run(kind+"-"+at, func(t *testing.T) {
					s := sessionFor(t, profile)
					d := drive(t, s, size.width, size.height)
					v := judge(t.Context(), ai.New(strongest(), ai.Balanced, 1), game)
					v.better, v.texts[1] = 0, "" // the engine's to choose, not this test's
					if v.turn >= 0 {
						v.better, v.texts[1], v.mateBefore = v.played, v.texts[0], 8
					}
					d.send(pushMsg{screen: newVerdictScreen(s, attempt{lesson: &lessons[5], fen: lessons[5].fen}, v, SavedGame{})})
					checkFrameFits(t, d.app.View(), size.width, size.height)
					golden.RequireEqual(t, []byte(d.app.View()))
				})
			}
		}
	}
}

// TestLearnFitsEverySize draws the list and a verdict at many sizes.
func TestLearnFitsEverySize(t *testing.T) {
	s := sessionFor(t, termenv.TrueColor)
	v := judge(t.Context(), ai.New(strongest(), ai.Balanced, 1), attempted(t, "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "Qg6"))
	for _, sc := range []screen{newLearn(s), newVerdictScreen(s, attempt{lesson: &lessons[8], fen: lessons[8].fen}, v, SavedGame{})} {
		d := drive(t, s, 80, 24)
		d.send(pushMsg{screen: sc})
		for width := 30; width < 140; width += 7 {
			for height := 8; height < 50; height += 3 {
				d.send(tea.WindowSizeMsg{Width: width, Height: height})
				checkFrameFits(t, d.app.View(), width, height)
			}
		}
	}
}
