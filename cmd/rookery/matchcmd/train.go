package matchcmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"

	"github.com/spf13/cobra"

	"rookery/ai/network"
	"rookery/ai/network/train"
	"rookery/chess"
	"rookery/cmd/internal/cli"
)

// minPositions is so many that some can be held out.
const minPositions = 100

// training is what a network is made with.
type training struct {
	options train.Options
	scales  train.Scales
	share   float64
	out     string
	making
}

func NewTrain() *cobra.Command {
	var name string
	t := training{options: train.Options{Threads: runtime.GOMAXPROCS(0)}}
	cmd := &cobra.Command{
		Use:   "train --variant V --out FILE POSITIONS…",
		Short: "Fit a small network to what the hand-crafted evaluation lacks",
		Long: `Read positions with their values and fit a network that is added to the
hand-crafted evaluation of a variant. A line of a file of positions, which may be
packed by gzip, is one of

  FEN;value;result;own;source[;loud]   source: game, leaf or perturbed; result may be empty
  FEN;own;result;value
  FEN;own;result                       own: a value by our own search
  FEN;value                            some random moves after a position of a game

with values in centipawns and results for White. The network is the one of the
round with the least loss on positions held out.`,
		Hidden: true,
		RunE: func(cmd *cobra.Command, files []string) error {
			if name == "" || len(files) > 0 && t.out == "" {
				return cli.Usagef("say --variant, and with files of positions --out")
			}
			v, err := cli.FindVariant(name)
			if err != nil {
				return err
			}
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt)
			defer stop()
			if v.ID == "" {
				v.ID = name
			}
			if len(files) == 0 {
				return t.makePositions(ctx, cmd.ErrOrStderr(), v)
			}
			return t.run(ctx, cmd.OutOrStdout(), v.Rules, files)
		},
	}
	f := cmd.Flags()
	f.StringVar(&name, "variant", "", "the game")
	t.making.add(cmd)
	f.StringVar(&t.out, "out", "", "the file to write")
	f.IntVar(&t.options.Size, "size", 64, fmt.Sprintf("sums of each side, a multiple of %d up to %d", network.Step, network.MaxSize))
	f.IntVar(&t.options.Buckets, "buckets", 8, "outputs, by the number of pieces")
	f.IntVar(&t.options.Epochs, "epochs", 10, "how often all positions are gone through")
	f.Float64Var(&t.options.Rate, "rate", 0.001, "how far a step goes at first")
	f.Float64Var(&t.options.Decay, "decay", 0.01, "how strongly weights go to 0")
	f.IntVar(&t.options.Threads, "threads", t.options.Threads, "threads; the same number gives the same network")
	f.Uint64Var(&t.options.Seed, "seed", 1, "where chance begins")
	f.Float64Var(&t.share, "share", 0, "the part of the result in what is to be learned, where it is known")
	f.Float64Var(&t.scales.Label, "label-scale", 0, "centipawns of the labels that stand for odds of e; 0 finds them by the results")
	f.Float64Var(&t.scales.Own, "own-scale", 0, "the same of values by our own search")
	f.Float64Var(&t.scales.Hand, "scale", 0, "the same of the evaluation; 0 keeps its values as large as they are")
	return cmd
}

func (t *training) run(ctx context.Context, out io.Writer, r chess.Rules, files []string) error {
	o := t.options
	if o.Size <= 0 || o.Size > network.MaxSize || o.Size%network.Step != 0 {
		return cli.Usagef("--size is a multiple of %d up to %d, not %d", network.Step, network.MaxSize, o.Size)
	}
	if o.Buckets < 1 || o.Buckets > network.MaxBuckets {
		return cli.Usagef("--buckets is 1 to %d, not %d", network.MaxBuckets, o.Buckets)
	}
	if r.Board != nil {
		return cli.Usagef("networks are for boards of 8×8 squares")
	}
	s := &train.Set{Features: network.FeaturesOf(r), Rules: r}
	for _, name := range files {
		if err := s.Read(name, o.Buckets); err != nil {
			return err
		}
	}
	if len(s.Samples) < minPositions {
		return fmt.Errorf("%d positions teach nothing: %d at least", len(s.Samples), minPositions)
	}
	t.scales = s.Scales(t.scales, t.share)
	fmt.Fprintf(out, "odds of e: labels %.0f, own %.0f, the evaluation %.0f centipawns\n", t.scales.Label, t.scales.Own, t.scales.Hand)
	o.Log = func(format string, args ...any) { fmt.Fprintf(out, format+"\n", args...) }
	n, _ := train.Fit(ctx, s, t.scales, o)
	if n == nil {
		return errors.New("no round was ended")
	}
	file, err := os.Create(t.out)
	if err != nil {
		return err
	}
	if err := n.Write(file); err != nil {
		file.Close()
		return err
	}
	return file.Close()
}
