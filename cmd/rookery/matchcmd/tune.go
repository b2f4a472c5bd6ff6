package matchcmd

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"rookery/ai"
	"rookery/ai/tune"
	"rookery/cmd/internal/cli"
	"rookery/variants"
)

// tuning is what weights are found with.
type tuning struct {
	play  tune.Play
	fit   tune.Fit
	layer string
	dir   string
	from  []string // files of samples to read instead of playing
	kept  string   // file to write the samples to
}

func NewTune() *cobra.Command {
	var names string
	t := tuning{play: tune.Play{Workers: runtime.GOMAXPROCS(0)}}
	cmd := &cobra.Command{
		Use:   "tune --variant V[,V…] [--layer NAME] --out DIR",
		Short: "Find weights for the evaluation from the engine's own games",
		Long: `Play games of the engine with itself, collect their quiet positions, and fit the
weights of the evaluation to how the games ended. The layer of weights that is
most particular to the variant is written to DIR as text, beside the figures.
With the same seed the same games are played on every machine.`,
		Args:   cli.NoArgs,
		Hidden: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if names == "" || t.dir == "" {
				return cli.Usagef("say --variant and --out")
			}
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt)
			defer stop()
			var played []variants.Variant
			for name := range strings.SplitSeq(names, ",") {
				v, err := cli.FindVariant(name)
				if err != nil {
					return err
				}
				played = append(played, v)
			}
			return t.run(ctx, cmd.OutOrStdout(), played)
		},
	}
	f := cmd.Flags()
	f.StringVar(&names, "variant", "", "the variants that share the layer")
	f.StringVar(&t.layer, "layer", "", "the layer to write; by default the most particular")
	f.StringSliceVar(&t.from, "from", nil, "read positions from these files instead of playing")
	f.StringVar(&t.kept, "keep", "", "write the positions of the games to this file")
	f.StringVar(&t.dir, "out", "", "the directory to write to")
	f.IntVar(&t.play.Games, "games", 2000, "games of each variant")
	f.Uint64Var(&t.play.Nodes, "nodes", 2000, "positions looked at for a move")
	f.IntVar(&t.play.Random, "random", 7, "half-moves drawn at random before the engine plays")
	f.IntVar(&t.play.Plies, "plies", 240, "half-moves after which a game counts as drawn")
	f.Uint64Var(&t.play.Seed, "seed", 1, "where chance begins")
	f.IntVar(&t.fit.Epochs, "epochs", 300, "steps of the descent")
	f.Float64Var(&t.fit.Trust, "trust", 0.6, "the part of the result in what is to be foretold")
	f.BoolVar(&t.fit.Mirror, "mirror", false, "one weight for squares as far from either edge, but for pawns")
	f.Float64Var(&t.fit.Hold, "hold", 10, "how strongly weights are held where they are")
	return cmd
}

func (t *tuning) run(ctx context.Context, out io.Writer, played []variants.Variant) error {
	rules := played[0].Rules
	samples, err := t.samples(ctx, out, played)
	if err != nil {
		return err
	}
	if t.kept != "" {
		if err := keepSamples(t.kept, samples); err != nil {
			return err
		}
	}
	start := ai.WeightsOf(rules)
	tuned, rep := t.fit.Weights(rules, start, samples)
	fmt.Fprintf(out, "scale %.0f centipawns; error %.5f → %.5f; unseen %.5f → %.5f\n",
		rep.Scale, rep.Before, rep.After, rep.UnseenBefore, rep.UnseenAfter)
	layers := ai.LayersOf(rules)
	name := t.layer
	if name == "" {
		name = layers[len(layers)-1]
	}
	own := tuned.Minus(start)
	own.Add(ai.Layer(name))
	path := filepath.Join(t.dir, name+".txt")
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	fmt.Fprintf(file, "# Tuned on %d positions of games of its own: rookery tune --variant %s --games %d --nodes %d --seed %d\n",
		rep.Samples, ids(played), t.play.Games, t.play.Nodes, t.play.Seed)
	if err := own.Write(file); err != nil {
		file.Close()
		return err
	}
	return file.Close()
}

// samples are those of the files, or of games of each variant.
func (t *tuning) samples(ctx context.Context, out io.Writer, played []variants.Variant) (all []tune.Sample, err error) {
	for _, name := range t.from {
		file, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		got, err := tune.Read(file, played[0].Rules)
		file.Close()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, got...)
	}
	if len(t.from) > 0 {
		return all, nil
	}
	for _, v := range played {
		got, err := t.play.Samples(ctx, v.Rules)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", v.ID, err)
		}
		fmt.Fprintf(out, "%s: %d games, %d positions\n", v.ID, t.play.Games, len(got))
		all = append(all, got...)
	}
	return all, nil
}

func keepSamples(path string, samples []tune.Sample) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := tune.Write(file, samples); err != nil {
		file.Close()
		return err
	}
	return file.Close()
}

func ids(played []variants.Variant) string {
	var names []string
	for _, v := range played {
		names = append(names, v.ID)
	}
	return strings.Join(names, ",")
}
