package matchcmd

import (
	"compress/gzip"
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
	"rookery/chess"
	"rookery/cmd/internal/cli"
	"rookery/variants"
)

// tuning is what weights are found with.
type tuning struct {
	play    tune.Play
	fit     tune.Fit
	layer   string
	dir     string
	from    []string // files of samples to read instead of playing
	kept    string   // file to write the samples to
	zero    []string // groups of weights that begin at 0
	anew    bool     // the layer begins at 0, and at plain material where it is the only one
	spsa    bool     // the margins of the search, not the evaluation
	rate    float64  // of SPSA
	network string   // file of the network that plays beside the weights, "" for none
}

func NewTune() *cobra.Command {
	var names string
	t := tuning{play: tune.Play{Workers: runtime.GOMAXPROCS(0)}}
	cmd := &cobra.Command{
		Use:   "tune --variant V[,V…] [--layer NAME | --spsa] --out DIR",
		Short: "Tune the evaluation weights with self-play games",
		Long: `Play engine self-play games, collect quiet positions, and fit the evaluation
weights to the game results. The most variant-specific layer of weights is
written to DIR as text, together with the statistics.
The same seed gives the same games on every machine.

With --spsa the margins of the search are tuned instead, by games between
random changes of them. They are in DIR/margins.txt after each round; the
same command goes on after an interruption. Compare them with
rookery match ai ai --a-margins DIR/margins.txt.`,
		Args:   cli.NoArgs,
		Hidden: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if names == "" || t.dir == "" {
				return cli.Usagef("--variant and --out are required")
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
			if t.spsa {
				if len(played) != 1 {
					return cli.Usagef("--spsa tunes in the games of one variant")
				}
				return t.margins(ctx, cmd.OutOrStdout(), played[0])
			}
			return t.run(ctx, cmd.OutOrStdout(), played)
		},
	}
	f := cmd.Flags()
	f.StringVar(&names, "variant", "", "variants that share the layer")
	f.StringVar(&t.layer, "layer", "", "layer to write (default: the most specific)")
	f.StringSliceVar(&t.from, "from", nil, "read positions from these files instead of playing")
	f.StringVar(&t.kept, "keep", "", "write the game positions to this file")
	f.StringVar(&t.dir, "out", "", "output directory")
	f.IntVar(&t.play.Games, "games", 2000, "games per variant")
	f.Uint64Var(&t.play.Nodes, "nodes", 2000, "nodes per move")
	f.IntVar(&t.play.Random, "random", 7, "random half-moves before the engine plays")
	f.IntVar(&t.play.Plies, "plies", 240, "half-moves after which a game is a draw")
	f.Uint64Var(&t.play.Seed, "seed", 1, "random seed")
	f.StringSliceVar(&t.zero, "zero", nil, "groups of weights to begin at 0, such as place,mobility")
	f.BoolVar(&t.anew, "anew", false, "begin the layer at 0, or at 1, 3, 3, 5 and 9 pawns where it stands alone")
	f.BoolVar(&t.spsa, "spsa", false, "tune the margins of the search instead")
	f.Float64Var(&t.rate, "rate", 0.02, "with --spsa, the part of a step that a round changes at most, at the end")
	f.IntVar(&t.fit.Epochs, "epochs", 300, "gradient descent steps")
	f.Float64Var(&t.fit.Trust, "trust", 0.6, "weight of the game result in the training target")
	f.Float64Var(&t.fit.LabelScale, "label-scale", 0, "centipawns of the scores that stand for odds of e; 0: by the results")
	f.Float64Var(&t.fit.Scale, "scale", 0, "the same for the evaluation; 0: by the results")
	f.Float64Var(&t.fit.Surprise, "surprise", 0, "leave out positions whose target is further from the fitted evaluation, as a share of points; 0: none")
	f.BoolVar(&t.fit.KeepTempo, "keep-tempo", false, "leave what the move is worth as it was")
	f.BoolVar(&t.fit.Mirror, "mirror", false, "use the same weight for squares equally far from either edge, except for pawns")
	f.StringVar(&t.network, "network", "", "file of a network whose values count beside the weights and stay as they are")
	f.Float64Var(&t.fit.Hold, "hold", 10, "regularization: how strongly weights keep their values")
	return cmd
}

func (t *tuning) run(ctx context.Context, out io.Writer, played []variants.Variant) error {
	rules := played[0].Rules
	n, _, err := readNetwork(t.network, played[0]) // before hours of games
	if err != nil {
		return err
	}
	t.fit.Network = n
	samples, err := t.samples(ctx, out, played)
	if err != nil {
		return err
	}
	if t.kept != "" {
		if err := keepSamples(t.kept, samples); err != nil {
			return err
		}
	}
	layers := ai.LayersOf(rules)
	name := t.layer
	if name == "" {
		name = layers[len(layers)-1]
	}
	usual := ai.WeightsOf(rules)
	start := *usual
	if t.anew {
		start = *usual.Minus(ai.Layer(name))
		start.Add(ai.Plain(name))
	}
	for _, group := range t.zero {
		if !start.Zero(group) {
			return cli.Usagef("there are no weights called %q", group)
		}
	}
	tuned, rep := t.fit.Weights(rules, &start, samples)
	fmt.Fprintf(out, "scale %.0f centipawns; error %.5f → %.5f; unseen %.5f → %.5f\n",
		rep.Scale, rep.Before, rep.After, rep.UnseenBefore, rep.UnseenAfter)
	own := tuned.Minus(usual)
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
		got, err := readSamples(name, played[0].Rules)
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

// readSamples reads a file of samples, packed or not.
func readSamples(name string, r chess.Rules) ([]tune.Sample, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if !strings.HasSuffix(name, ".gz") {
		return tune.Read(file, r)
	}
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		return nil, err
	}
	return tune.Read(unpacked, r)
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
