package matchcmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"rookery/ai"
	"rookery/ai/match"
	"rookery/ai/network"
	"rookery/ai/network/train"
	"rookery/chess"
	"rookery/cmd/internal/cli"
	"rookery/pgn/safefile"
)

// The parts of the time of a training; what is left over is for reading.
const (
	positionsPart = 0.6
	fitPart       = 0.12
	matchPart     = 0.25
)

// ownScale is for values of our own searches, in centipawns for odds of e: they are as large as those of the evaluation. Three-check
// won 101, drew 1 and lost 58 with it, 87, 0 and 73 with 450.
const ownScale = 300

// trialGames ends the match that says whether a network is kept.
const trialGames = 2000

// trialTest tells a network that is worth the upper number of Elo from one worth the lower.
var trialTest = match.SPRT{Low: 0, High: 20, Alpha: 0.05, Beta: 0.05}

// trainState is what an interrupted training goes on from, beside the positions and
// the network that is not yet judged.
type trainState struct {
	Positions time.Duration `json:"positions"`       // spent on them
	Nodes     [2]uint64     `json:"nodes"`           // a move of the match, with and without the network
	Games     []trainGame   `json:"games,omitempty"` // of the match
}

type trainGame struct {
	Number int          `json:"number"`
	Result chess.Result `json:"result"`
	Reason chess.Reason `json:"reason"`
}

func (t *training) statePath() string   { return filepath.Join(t.dirOf(t.variant), "training.json") }
func (t *training) networkPath() string { return filepath.Join(t.dirOf(t.variant), "candidate.net") }

// run makes positions, fits a network, and keeps it if it is stronger.
func (t *training) run(ctx context.Context, out io.Writer) error {
	var state trainState
	if data, err := os.ReadFile(t.statePath()); err == nil {
		if json.Unmarshal(data, &state) != nil {
			state = trainState{} // what counts is in the positions
		}
	}
	n, err := ai.ReadNetwork(t.networkPath())
	if err != nil || n.Game != ai.NetworkName(t.variant.Rules) {
		if n, err = t.newNetwork(ctx, out, &state); err != nil {
			return err
		}
	}
	verdict, score, err := t.trial(ctx, n, &state)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%d games at equal time: %s, Elo %s\n", score.Games(), score.Tally, score.Rating())
	if verdict == match.Open {
		fmt.Fprintln(out, "not decided yet: the same command goes on with the match")
		return cli.ErrNo
	}
	if verdict == match.Accepted {
		name := filepath.Join(cli.NetworksDir(), n.Game+".net")
		if err := writeNetwork(name, n); err != nil {
			return err
		}
		fmt.Fprintf(out, "stronger: kept as %s\n", name)
	} else {
		fmt.Fprintln(out, "not stronger: not kept; the next run learns from these and more positions")
	}
	if err := errors.Join(os.Remove(t.statePath()), os.Remove(t.networkPath())); err != nil {
		return err
	}
	if verdict != match.Accepted {
		return cli.ErrNo
	}
	return nil
}

// newNetwork makes positions for what is left of their time, and fits a network to all that
// there are.
func (t *training) newNetwork(ctx context.Context, out io.Writer, state *trainState) (*network.Network, error) {
	all, began := t.part(positionsPart), time.Now()
	if left := all - state.Positions; left > 0 {
		err := t.makePositions(ctx, left, nil)
		state.Positions += time.Since(began)
		if err := errors.Join(err, ctx.Err(), t.save(state)); err != nil {
			return nil, err
		}
	}
	files := train.Files(t.dirOf(t.variant))
	t.options.Time = t.part(fitPart)
	start := ai.NetworkOf(t.variant.Rules)
	if t.labeller == "" && t.scales == (train.Scales{}) {
		t.scales.Label = ownScale
		if start == nil || !start.Alone {
			t.scales.Hand = ownScale
		}
	}
	if t.labeller == "" && t.surprise < 0 && t.variant.Rules.Pocket == chess.NoPocket {
		t.surprise = 1 // with pockets what only a search can tell did harm
	}
	n, err := t.fit(ctx, out, files, start)
	if err := errors.Join(err, ctx.Err()); err != nil {
		return nil, err
	}
	*state = trainState{Positions: state.Positions}
	return n, errors.Join(writeNetwork(t.networkPath(), n), t.save(state))
}

func (t *training) part(p float64) time.Duration { return time.Duration(p * float64(t.duration())) }

func (t *training) save(state *trainState) error {
	return safefile.Write(t.statePath(), func(w io.Writer) error { return json.NewEncoder(w).Encode(state) })
}

// trial plays the engine with the network against the engine as it is.
func (t *training) trial(ctx context.Context, n *network.Network, state *trainState) (match.Verdict, match.Score, error) {
	if state.Nodes[0] == 0 {
		with, err := t.equalNodes(ctx, n)
		if err != nil {
			return match.Open, match.Score{}, err
		}
		state.Nodes = [2]uint64{with, t.trialNodes}
	}
	levels := ai.Levels()
	player := func(n *network.Network) func() (match.Player, error) {
		return func() (match.Player, error) {
			return &match.Computer{Level: levels[len(levels)-1], Style: ai.Balanced, Network: n}, nil
		}
	}
	m := match.Match{
		Rules: t.variant.Rules,
		New:   [2]func() (match.Player, error){player(n), player(nil)},
		Allow: [2]match.Allowance{{Nodes: state.Nodes[0]}, {Nodes: state.Nodes[1]}},
		Book:  match.Random(t.variant.Rules, t.options.Seed, 0, 0),
		Games: trialGames, Workers: t.options.Threads, Seed: t.options.Seed,
		End:    match.Adjudication{ResignScore: 900, ResignMoves: 4, Plies: 400},
		Test:   &trialTest,
		Played: make(map[int]match.PastGame),
	}
	for _, g := range state.Games {
		m.Played[g.Number] = match.PastGame{Outcome: chess.Outcome{Result: g.Result, Reason: g.Reason}}
	}
	told := time.Time{}
	m.OnGame = func(number int, rec match.Record, s match.Score) error {
		if rec.Fault != nil {
			return rec.Fault.Err
		}
		o := rec.Game.Outcome()
		state.Games = append(state.Games, trainGame{number, o.Result, o.Reason})
		if time.Since(told) < progress {
			return nil
		}
		told = time.Now()
		lower, upper := trialTest.Bounds()
		fmt.Fprintf(t.errs, "%s: game %d, %s, LLR %.2f (%.2f, %.2f)\n", t.variant.ID, s.Games(), s.Tally, trialTest.LLR(s.Pairs), lower, upper)
		return t.save(state)
	}
	playing, stop := context.WithTimeout(ctx, t.part(matchPart))
	defer stop()
	s, err := m.Run(playing)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		err = nil // its time is over
	}
	verdict := trialTest.Judge(s.Pairs)
	if s.Games() >= trialGames && verdict == match.Open {
		verdict = match.Rejected
	}
	return verdict, s, errors.Join(err, t.save(state))
}

// equalNodes is how many positions a move with the network take as long as
// t.trialNodes without it. Both search the same positions in turn, and the fastest of each counts, so
// that other work of the machine does not.
func (t *training) equalNodes(ctx context.Context, n *network.Network) (uint64, error) {
	const nodes, rounds = 20_000, 5
	boards, err := benchBoards(t.variant)
	if err != nil {
		return 0, err
	}
	levels := ai.Levels()
	best := [2]time.Duration{time.Hour, time.Hour}
	for range rounds {
		for side, own := range [2]*network.Network{n, nil} {
			e := ai.New(levels[len(levels)-1], ai.Balanced, 1)
			e.Network = own
			began := time.Now()
			for _, b := range boards {
				if _, err := e.Choose(ctx, b, ai.Limit{Nodes: nodes}); err != nil {
					return 0, err
				}
			}
			best[side] = min(best[side], time.Since(began))
		}
	}
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	share := min(1.1, max(0.5, best[1].Seconds()/best[0].Seconds()))
	return max(1, uint64(float64(t.trialNodes)*share)), nil
}
