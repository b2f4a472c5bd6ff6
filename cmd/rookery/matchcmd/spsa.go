package matchcmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"time"

	"rookery/ai"
	"rookery/ai/match"
	"rookery/ai/tune"
	"rookery/chess"
	"rookery/cmd/internal/cli"
	"rookery/pgn/safefile"
	"rookery/variants"
)

// spsaPairs is how many pairs of games a round of SPSA has: as many as decide nothing by
// themselves, and two threads are busy with.
const spsaPairs = 2

// spsaState is what an interrupted run goes on from.
type spsaState struct {
	Variant string    `json:"variant"`
	Seed    uint64    `json:"seed"`
	Rounds  int       `json:"rounds"` // of all
	Played  int       `json:"played"`
	Values  []float64 `json:"values"`
}

// margins tunes the margins of the search by games, and writes them into the directory
// after each round.
func (t *tuning) margins(ctx context.Context, out io.Writer, v variants.Variant) error {
	statePath, path := filepath.Join(t.dir, "spsa.json"), filepath.Join(t.dir, "margins.txt")
	if err := os.MkdirAll(t.dir, 0o755); err != nil {
		return err
	}
	s := tune.SPSA{Rounds: max(1, t.play.Games/(2*spsaPairs)), Rate: t.rate, Seed: t.play.Seed}
	start := ai.DefaultMargins()
	knobs := make([]tune.Knob, len(start))
	for i := range knobs {
		_, low, high, step := ai.MarginRange(i)
		knobs[i] = tune.Knob{Value: float64(start[i]), Low: float64(low), High: float64(high), Step: float64(step)}
	}
	state := spsaState{Variant: v.ID, Seed: s.Seed, Rounds: s.Rounds, Values: make([]float64, len(knobs))}
	if data, err := os.ReadFile(statePath); err == nil {
		var past spsaState
		if json.Unmarshal(data, &past) != nil || past.Variant != state.Variant || past.Seed != state.Seed || past.Rounds != state.Rounds || len(past.Values) != len(knobs) {
			return fmt.Errorf("%s is of another run: delete it, or name another directory with --out", statePath)
		}
		state = past
		for i, x := range state.Values {
			knobs[i].Value = x
		}
		fmt.Fprintf(out, "going on after round %d\n", state.Played)
	}
	told := time.Time{}
	played := func(round int) error {
		state.Played = round + 1
		for i, k := range knobs {
			state.Values[i] = k.Value
		}
		if time.Since(told) >= progress || state.Played == s.Rounds {
			told = time.Now()
			fmt.Fprintf(out, "round %d of %d\n", state.Played, s.Rounds)
		}
		m := rounded(state.Values)
		return errors.Join(safefile.Write(path, m.Write),
			safefile.Write(statePath, func(w io.Writer) error { return json.NewEncoder(w).Encode(state) }))
	}
	err := s.Run(ctx, knobs, state.Played, func(ctx context.Context, round int, a, b []float64) (float64, error) {
		return t.duel(ctx, v.Rules, round, rounded(a), rounded(b))
	}, played)
	if ctx.Err() != nil {
		fmt.Fprintf(out, "stopped after round %d: the same command goes on\n", state.Played)
		return cli.ErrNo
	}
	return err
}

func rounded(values []float64) (m ai.Margins) {
	for i, x := range values {
		m[i] = int(math.Round(x))
	}
	return m
}

// duel is the score of margins a against b, from -1 to 1, in the games of a round.
func (t *tuning) duel(ctx context.Context, r chess.Rules, round int, a, b ai.Margins) (float64, error) {
	levels := ai.Levels()
	player := func(m ai.Margins) func() (match.Player, error) {
		return func() (match.Player, error) {
			return &match.Computer{Level: levels[len(levels)-1], Style: ai.Balanced, Margins: &m}, nil
		}
	}
	seed := t.play.Seed<<32 + uint64(round)
	m := match.Match{
		Rules: r,
		New:   [2]func() (match.Player, error){player(a), player(b)},
		Allow: [2]match.Allowance{{Nodes: t.play.Nodes}, {Nodes: t.play.Nodes}},
		Book:  match.Random(r, seed, 0, 0),
		Games: 2 * spsaPairs, Workers: min(max(1, t.play.Workers), 2*spsaPairs), Seed: seed,
		End: match.Adjudication{ResignScore: 900, ResignMoves: 4, Plies: t.play.Plies},
		OnGame: func(_ int, rec match.Record, _ match.Score) error {
			if rec.Fault != nil {
				return rec.Fault.Err
			}
			return nil
		},
	}
	score, err := m.Run(ctx)
	return float64(score.Wins-score.Losses) / float64(max(1, score.Games())), err
}
