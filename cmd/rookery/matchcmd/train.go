package matchcmd

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"rookery/ai"
	"rookery/ai/network"
	"rookery/ai/network/train"
	"rookery/cmd/internal/cli"
	"rookery/pgn/safefile"
	"rookery/variants"
)

// minPositions is so many that some can be held out.
const minPositions = 100

// training is what a network is made with.
type training struct {
	making
	options  train.Options
	scales   train.Scales
	share    float64
	surprise float64 // how far labels may be from the hand-crafted value, as a share of points; below 0: as is usual
	start    string  // a file to go on from, or nothing
	out      string  // the file to write without a match, or nothing
	only     bool    // make positions, no more
	zones    int     // of the king
	errs     io.Writer
	variant  variants.Variant

	trialNodes uint64 // a move of the match, for the engine without the network
}

const trainHelp = `Make a small neural network for a variant or a combination of variants, which makes
the engine play it better:

1. The engine plays itself and notes positions of the games, after random moves, and from
   inside its searches. A longer search says what each is worth, or a UCI engine that
   plays the variant (--labeller), which teaches more if it is stronger.
2. A network learns what the evaluation lacks.
3. The engine with the network plays the engine without it, at equal time, until it is
   clear which is stronger. Only a stronger network is kept: all games, the UCI engine
   and the club use it from then on.

What was done is kept: after an interruption the same command goes on, and a later run
learns from the positions of all runs. An hour is enough for a first network; more hours
make better ones. Run it under nice to leave the machine to others. Exit status 1 if
the network is not kept.

With files of positions and --out, the network is fitted to them and written without
a match; with --only-positions they are labelled, each as it is and after a random move, and
at the ends of further lines if the labeller has MultiPV. Lines are FEN;VALUE;RESULT;OWN;SOURCE, in centipawns and results for White.`

func NewTrain() *cobra.Command {
	var name string
	t := training{options: train.Options{Threads: runtime.GOMAXPROCS(0)}}
	cmd := &cobra.Command{
		Use:   "train --variant V [--hours H] [--labeller uci:PATH]",
		Short: "Train a network that makes the engine stronger in a variant",
		Long:  trainHelp,
		RunE: func(cmd *cobra.Command, files []string) error {
			if name == "" || (len(files) > 0) != (t.out != "") && !t.only {
				return cli.Usagef("name the game with --variant; files of positions need --out or --only-positions, and --out needs them")
			}
			var err error
			if t.variant, err = cli.FindVariant(name); err != nil {
				return err
			}
			if t.variant.ID == "" {
				t.variant.ID = name
			}
			t.variant.Rules.Fog = false // on the boards that are guessed nothing is hidden
			if err := t.check(); err != nil {
				return err
			}
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt)
			defer stop()
			t.errs = cmd.ErrOrStderr()
			switch {
			case t.only:
				return t.makePositions(ctx, t.duration(), files)
			case t.out != "":
				var start *network.Network
				if t.start != "" {
					var err error
					if start, err = ai.ReadNetwork(t.start); err != nil {
						return err
					}
				}
				n, err := t.fit(ctx, cmd.OutOrStdout(), files, start)
				if err != nil {
					return err
				}
				if start != nil {
					n.Game = start.Game // an embedded one may serve more games than this
				}
				return writeNetwork(t.out, n)
			}
			return t.run(ctx, cmd.OutOrStdout())
		},
	}
	f := cmd.Flags()
	f.StringVar(&name, "variant", "", "variant or combination, such as crazyhouse+atomic")
	t.making.add(cmd)
	f.IntVar(&t.options.Threads, "threads", t.options.Threads, "threads to use")
	f.Uint64Var(&t.options.Seed, "seed", 1, "random seed")
	// For those who look for better networks.
	f.BoolVar(&t.only, "only-positions", false, "make positions and stop")
	f.StringVar(&t.out, "out", "", "file to write the network to")
	f.StringVar(&t.start, "start", "", "network file to go on from, with the same size and outputs")
	f.IntVar(&t.options.Size, "size", 0, fmt.Sprintf("sums of each side, a multiple of %d up to %d; 0: by the number of positions", network.Step, network.MaxSize))
	f.IntVar(&t.options.Buckets, "buckets", 0, "outputs, by the number of pieces; 0: by the number of positions")
	f.BoolVar(&t.options.Alone, "alone", false, "the network is the whole evaluation; takes some ten million positions")
	f.IntVar(&t.zones, "zones", 0, fmt.Sprintf("zones of the own king that tell squares apart, up to %d; takes some ten million positions", network.MaxZones))
	f.IntVar(&t.options.Epochs, "epochs", 10, "how often all positions are gone through")
	f.Float64Var(&t.options.Rate, "rate", 0, "first learning rate; 0: by the number of positions")
	f.Float64Var(&t.options.Decay, "decay", -1, "weight decay; -1: by the number of positions")
	f.Float64Var(&t.share, "share", 0, "share of the result in what is learned, where it is known")
	f.Float64Var(&t.surprise, "surprise", -1, "leave out positions whose value is further from the evaluation, as a share of points: only a search can tell")
	f.Float64Var(&t.scales.Label, "label-scale", 0, "centipawns of the labels that stand for odds of e; 0: by their median")
	f.Float64Var(&t.scales.Own, "own-scale", 0, "the same for values of our own search")
	f.Float64Var(&t.scales.Hand, "scale", 0, "the same for the evaluation; 0 keeps its values as large as they are")
	f.Uint64Var(&t.trialNodes, "trial-nodes", 2500, "nodes per move of the match, without the network")
	for _, hidden := range []string{"trial-nodes", "leaves", "surprise", "only-positions", "alone", "out", "start", "size", "buckets", "zones", "epochs", "rate", "decay", "share", "label-scale", "own-scale", "scale"} {
		f.Lookup(hidden).Hidden = true
	}
	return cmd
}

// check refuses what cannot be trained.
func (t *training) check() error {
	o := t.options
	switch {
	case t.variant.Rules.Board != nil:
		return cli.Usagef("networks are for boards of 8×8 squares, not for %s", t.variant.Rules.Name)
	case o.Size < 0 || o.Size > network.MaxSize || o.Size%network.Step != 0:
		return cli.Usagef("--size is a multiple of %d up to %d, not %d", network.Step, network.MaxSize, o.Size)
	case o.Buckets < 0 || o.Buckets > network.MaxBuckets:
		return cli.Usagef("--buckets is 1 to %d, not %d", network.MaxBuckets, o.Buckets)
	case t.zones < 0 || t.zones > network.MaxZones || t.zones > 0 && !network.FeaturesOf(t.variant.Rules).Mirror:
		return cli.Usagef("--zones is 0 to %d, and 0 where the king is a piece like others, not %d", network.MaxZones, t.zones)
	case o.Threads < 1 || t.nodes < 1 || t.leaves < 1 || t.trialNodes < 1 || t.most < 0 || !(t.hours > 0):
		return cli.Usagef("--threads, --nodes and --leaves must be at least 1, --hours above 0")
	}
	_, err := t.labels(t.variant)
	return err
}

func (t *training) duration() time.Duration { return time.Duration(t.hours * float64(time.Hour)) }

// Of these and more positions a larger network is made, and its weights are held less.
const manyPositions = 500_000

// fit fits a network to the positions of files, from the numbers of another on if start is
// not nil. On 20,000 to 50,000 positions from searches, networks of four games that were trained further
// won 50 to 150 Elo against themselves as they had been; one of them made anew lost 70.
func (t *training) fit(ctx context.Context, out io.Writer, files []string, start *network.Network) (*network.Network, error) {
	o, r := t.options, t.variant.Rules
	if t.surprise < 0 {
		t.surprise = 0.3
	}
	s := &train.Set{Features: network.FeaturesOf(r), Rules: r}
	s.Features.Zones = t.zones
	alone := o.Alone
	if start != nil {
		s.Features.Zones = max(t.zones, start.Features.Zones)
		alone = start.Alone
	}
	s.NoHand = alone && t.surprise >= 1 && t.scales.Label > 0 && t.scales.Hand > 0
	if err := s.ReadFiles(files, o.Threads); err != nil {
		return nil, err
	}
	n := len(s.Samples)
	if n < minPositions {
		return nil, fmt.Errorf("%d positions are too few to learn from: %d at least", n, minPositions)
	}
	few := n < manyPositions
	scales := t.scales
	if start != nil {
		if !start.Features.Fits(r) {
			return nil, fmt.Errorf("%s: the network is for %q, not for %s", t.start, start.Game, r.Name)
		}
		o.Start, o.Size, o.Buckets, o.Alone = start, start.Size, start.Buckets, start.Alone
		if o.Rate == 0 {
			o.Rate = 0.0005
		}
		if o.Decay < 0 {
			o.Decay = 0.1
		}
		if scales.Hand == 0 {
			scales.Hand = float64(start.Scale)
		}
	}
	if o.Size == 0 {
		o.Size = pick(few, 32, 64)
	}
	if o.Buckets == 0 {
		o.Buckets = pick(few, 4, 8)
	}
	if o.Rate == 0 {
		o.Rate = pick(few, 0.002, 0.001)
	}
	if o.Decay < 0 {
		o.Decay = pick(few, 1, 0.01)
	}
	k := s.Scales(scales, t.share)
	s.Calm(k, t.surprise)
	if len(s.Samples) < minPositions {
		return nil, fmt.Errorf("%d positions are too few to learn from: %d at least", len(s.Samples), minPositions)
	}
	fmt.Fprintf(out, "odds of e: labels %.0f, own %.0f, the evaluation %.0f centipawns\n", k.Label, k.Own, k.Hand)
	o.Log = func(format string, args ...any) { fmt.Fprintf(out, format+"\n", args...) }
	o.Game = ai.NetworkName(r)
	best, _ := train.Fit(ctx, s, k, o)
	if best == nil {
		return nil, ctx.Err() // no round was ended
	}
	return best, nil
}

func pick[T any](first bool, a, b T) T {
	if first {
		return a
	}
	return b
}

// writeNetwork writes a file that is whole or not there.
func writeNetwork(name string, n *network.Network) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return safefile.Write(name, n.Write)
}
