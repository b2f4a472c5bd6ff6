package match

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"rookery/ai/uci"
	"rookery/chess"
)

// fakeVar makes the test binary an engine that plays random legal moves, until
// it does in its third search what the variable says.
const fakeVar = "ROOKERY_FAKE_ENGINE"

func TestMain(m *testing.M) {
	if what := os.Getenv(fakeVar); what != "" {
		fakeEngine(what)
		return
	}
	os.Exit(m.Run())
}

func fakeEngine(what string) {
	board, _ := chess.NewBoard(chess.Rules{}, "")
	rng := rand.New(rand.NewPCG(1, 2))
	searches := 0
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		switch line := in.Text(); {
		case line == "uci":
			fmt.Println("id name Fake\nuciok")
		case line == "isready":
			fmt.Println("readyok")
		case line == "quit":
			return
		case strings.HasPrefix(line, "position startpos"):
			board, _ = chess.NewBoard(chess.Rules{}, "")
			_, moves, _ := strings.Cut(line, " moves ")
			for _, text := range strings.Fields(moves) {
				if m, err := chess.ParseUCI(board, text); err == nil {
					board.Make(m)
				}
			}
		case strings.HasPrefix(line, "go"):
			searches++
			if searches == 3 {
				switch what {
				case "crash":
					os.Exit(7)
				case "cheat":
					fmt.Println("bestmove a1h8")
					continue
				case "sleep":
					time.Sleep(time.Hour)
				}
			}
			moves := board.Moves(nil)
			fmt.Println("info depth 1 score cp 13 nodes 20")
			fmt.Println("bestmove", chess.UCI(board, moves[rng.IntN(len(moves))]))
		}
	}
}

func fake(t *testing.T, what string) func() (Player, error) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	o := uci.Options{Path: self, Env: []string{fakeVar + "=" + what}}
	if what == "sleep" {
		o.MoveGrace = 100 * time.Millisecond // the others must not seem to sleep on a slow machine
	}
	return func() (Player, error) { return StartExternal(context.Background(), o) }
}

func TestFailingProgramsLose(t *testing.T) {
	for what, kind := range map[string]error{"crash": uci.ErrDied, "cheat": uci.ErrMove, "sleep": uci.ErrSilent, "behave": nil} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			m := Match{
				New:  [2]func() (Player, error){winner, fake(t, what)},
				Book: colours, Games: 4, End: Adjudication{Plies: 30},
			}
			if what == "sleep" {
				m.Allow[1].MoveTime = 300 * time.Millisecond
				m.Margin = 300 * time.Millisecond
			}
			m.OnGame = func(n int, rec Record, _ Score) error {
				switch {
				case kind == nil && rec.Fault != nil:
					t.Errorf("game %d: fault %v of an engine that behaves", n, rec.Fault.Err)
				case kind == nil && rec.Infos[len(rec.Infos)-1].Score != 13 && rec.Infos[len(rec.Infos)-2].Score != 13:
					t.Errorf("game %d: the engine's score is lost: %+v", n, rec.Infos)
				case kind != nil && rec.Fault == nil:
					t.Errorf("game %d ended by %v, want a fault", n, rec.Game.Outcome())
				case kind != nil && !errors.Is(rec.Fault.Err, kind) && !(what == "sleep" && errors.Is(rec.Fault.Err, errTime)):
					t.Errorf("game %d: fault %v, want %v", n, rec.Fault.Err, kind)
				}
				return nil
			}
			s, err := m.Run(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if kind != nil && s.Wins != 4 || s.Games() != 4 {
				t.Errorf("%v: want each game lost by the engine that fails", s.Tally)
			}
		})
	}
}

func TestUnsupportedGameStopsTheMatch(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	o := uci.Options{Path: self, Env: []string{fakeVar + "=behave"}, Variant: "another"}
	m := Match{
		New:  [2]func() (Player, error){winner, func() (Player, error) { return StartExternal(context.Background(), o) }},
		Book: colours, Games: 2,
	}
	if s, err := m.Run(context.Background()); !errors.Is(err, uci.ErrUnsupported) || s.Games() != 0 {
		t.Errorf("%v, error %v; want no game and ErrUnsupported", s.Tally, err)
	}
}
