package match

import (
	"context"
	"errors"
	"maps"
	"sync"
	"testing"

	"rookery/ai"
	"rookery/chess"
)

// colours is a book of one opening a pair that tells which was asked for by its
// moves: opening 0 begins with a pawn of the a-file, 1 of the b-file, and so on.
func colours(_ context.Context, i int) (Opening, error) {
	file := i % 8
	return Opening{Start: -1, Moves: []chess.Move{chess.NewMove(chess.At(file, 1), chess.At(file, 2), chess.Quiet)}}, nil
}

// loser gives up at its first turn, winner never does.
func loser() (Player, error)  { return &scripted{resign: true}, nil }
func winner() (Player, error) { return &scripted{}, nil }

func TestEachOpeningWithBothColours(t *testing.T) {
	for _, workers := range []int{1, 3} {
		var mu sync.Mutex
		seen := map[int]chess.Move{}
		m := Match{
			New: [2]func() (Player, error){winner, loser}, Book: colours, Games: 10, Workers: workers,
			OnGame: func(n int, rec Record, _ Score) error {
				mu.Lock()
				defer mu.Unlock()
				seen[n] = rec.Game.Moves()[0]
				if won, _ := rec.Game.Outcome().Winner(); won != chess.Color(n%2) {
					t.Errorf("game %d: %v won, want the first player with alternating colours", n, won)
				}
				if rec.Opening != 1 {
					t.Errorf("game %d: an opening of %d plies, want 1", n, rec.Opening)
				}
				return nil
			},
		}
		s, err := m.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if s.Wins != 10 || s.Pairs != penta([5]int{0, 0, 0, 0, 5}) || s.Ends[chess.ByResignation] != 10 {
			t.Errorf("%d workers: %v, pairs %v, want ten wins in five pairs", workers, s.Tally, s.Pairs)
		}
		for n := range 10 {
			if seen[n] != seen[n^1] || n > 1 && seen[n] == seen[n-2] {
				t.Errorf("%d workers: game %d began with %v, its pair with %v", workers, n, seen[n], seen[n^1])
			}
		}
	}
}

func TestFixedColours(t *testing.T) {
	m := Match{New: [2]func() (Player, error){winner, loser}, Book: colours, Games: 5, Fixed: true}
	s, err := m.Run(context.Background())
	if err != nil || s.Wins != 5 || s.Pairs.Count() != 0 {
		t.Errorf("%v, pairs %v, error %v; want five wins with White, no pairs", s.Tally, s.Pairs, err)
	}
}

func TestEarlierGamesCountAndAreNotReplayed(t *testing.T) {
	white, black := chess.Outcome{Result: chess.WhiteWins, Reason: chess.ByCheckmate}, chess.Outcome{Result: chess.BlackWins, Reason: chess.ByTime}
	var played []int
	m := Match{
		New: [2]func() (Player, error){winner, loser}, Book: colours, Games: 6,
		Played: map[int]PastGame{0: {black}, 1: {white}, 2: {white}, 99: {white}},
		OnGame: func(n int, _ Record, _ Score) error { played = append(played, n); return nil },
	}
	s, err := m.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if len(played) != 3 || played[0] != 3 || played[2] != 5 {
		t.Errorf("games %v were played, want 3, 4 and 5", played)
	}
	if want := penta([5]int{1, 0, 0, 0, 2}); s.Pairs != want || s.Wins != 4 || s.Losses != 2 {
		t.Errorf("%v, pairs %v, want four wins, two losses and %v", s.Tally, s.Pairs, want)
	}
	if want := map[chess.Reason]int{chess.ByCheckmate: 2, chess.ByTime: 1, chess.ByResignation: 3}; !maps.Equal(s.Ends, want) {
		t.Errorf("ends %v, want %v", s.Ends, want)
	}
}

func TestCrashLosesAndThePlayerIsRestarted(t *testing.T) {
	made := 0
	m := Match{
		New: [2]func() (Player, error){
			func() (Player, error) {
				made++
				if made == 1 {
					return &scripted{fails: 1}, nil
				}
				return &scripted{}, nil
			},
			loser,
		},
		Book: colours, Games: 4,
	}
	var faults []int
	m.OnGame = func(n int, rec Record, _ Score) error {
		if rec.Fault != nil {
			if !errors.Is(rec.Fault.Err, errBroken) {
				t.Errorf("game %d: fault %v, want the player's error", n, rec.Fault.Err)
			}
			faults = append(faults, n)
		}
		return nil
	}
	s, err := m.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	// In game 0 Black, the second player, is to move after the opening and
	// gives up before the first can break.
	if made != 2 || len(faults) != 1 || faults[0] != 1 || s.Wins != 3 || s.Losses != 1 {
		t.Errorf("made %d times, faults in games %v, %v; want 2, game 1 and one loss", made, faults, s.Tally)
	}
}

func TestSPRTEndsTheMatch(t *testing.T) {
	m := Match{
		New: [2]func() (Player, error){winner, loser}, Book: colours, Games: 100000,
		Test: &SPRT{Low: 0, High: 200, Alpha: 0.05, Beta: 0.05},
	}
	s, err := m.Run(context.Background())
	if err != nil || m.Test.Judge(s.Pairs) != Accepted || s.Games() > 1000 {
		t.Errorf("%d games, %v, error %v; want few and H1 accepted", s.Games(), m.Test.Judge(s.Pairs), err)
	}
}

func TestCancelKeepsFinishedGames(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	m := Match{New: [2]func() (Player, error){winner, loser}, Book: colours, Games: 100}
	m.OnGame = func(n int, _ Record, _ Score) error {
		if n == 6 {
			cancel()
		}
		return nil
	}
	s, err := m.Run(ctx)
	if !errors.Is(err, context.Canceled) || s.Games() != 7 {
		t.Errorf("%d games, error %v; want the seven that ended and the error of the context", s.Games(), err)
	}
}

func TestPlayerThatDoesNotStartStopsTheMatch(t *testing.T) {
	m := Match{New: [2]func() (Player, error){winner, func() (Player, error) { return nil, errBroken }}, Book: colours, Games: 4, Workers: 2}
	if _, err := m.Run(context.Background()); !errors.Is(err, errBroken) {
		t.Errorf("error %v, want that of the player", err)
	}
}

func TestSameSeedSameGames(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector")
	}
	play := func(workers int, seed uint64) map[int]string {
		ends := map[int]string{}
		m := Match{
			New: [2]func() (Player, error){
				func() (Player, error) { return &Computer{}, nil },
				func() (Player, error) { return &Computer{}, nil },
			},
			Allow: [2]Allowance{{Nodes: 100}, {Nodes: 150}},
			Book:  Random(chess.Rules{}, seed, 0, 0), Games: 4, Workers: workers, Seed: seed, End: Adjudication{Plies: 40},
			OnGame: func(n int, rec Record, _ Score) error { ends[n] = rec.Game.Board().FEN(); return nil },
		}
		if _, err := m.Run(context.Background()); err != nil {
			t.Fatal(err)
		}
		return ends
	}
	one, two, other := play(1, 7), play(2, 7), play(1, 8)
	if !maps.Equal(one, two) {
		t.Errorf("one worker ended in %v, two in %v", one, two)
	}
	if maps.Equal(one, other) {
		t.Errorf("another seed gave the same games: %v", one)
	}
}

func TestStrongerPlayerWins(t *testing.T) {
	levels := ai.Levels()
	m := Match{
		New: [2]func() (Player, error){
			func() (Player, error) { return &Computer{Level: levels[len(levels)-1]}, nil },
			func() (Player, error) { return &Computer{Level: levels[0]}, nil },
		},
		Allow: [2]Allowance{{Nodes: 1500}, {Nodes: 300}},
		Book:  Random(chess.Rules{}, 1, 0, 0), Games: 4, Workers: 2, Seed: 1, End: Adjudication{Plies: 300},
	}
	s, err := m.Run(context.Background())
	if err != nil || s.Score() < 0.75 {
		t.Errorf("the strongest scores %v against the weakest, error %v", s.Tally, err)
	}
}
