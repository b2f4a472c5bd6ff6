package matchcmd

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"

	"github.com/spf13/cobra"

	"rookery/ai"
	"rookery/chess"
	"rookery/cmd/internal/cli"
	"rookery/variants"
)

// benchDepth is the depth of the usual search of bench.
const benchDepth = 4

func NewBench() *cobra.Command {
	depth := benchDepth
	verbose := false
	cmd := &cobra.Command{
		Use:   "bench [--depth N]",
		Short: "Search fixed positions of every variant to a fixed depth",
		Long: `Search two positions of every variant to a fixed depth and print the node
count, which is the same on every machine, and the nodes per second, which
are not.`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if depth < 1 {
				return cli.Usagef("--depth must be at least 1, not %d", depth)
			}
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt)
			defer stop()
			return bench(ctx, cmd.OutOrStdout(), depth, verbose)
		},
	}
	cmd.Flags().IntVar(&depth, "depth", benchDepth, "search depth in plies")
	cmd.Flags().BoolVar(&verbose, "verbose", false, "print each variant separately")
	return cmd
}

// bench searches the first position of every variant and one a few moves on.
func bench(ctx context.Context, out io.Writer, depth int, verbose bool) error {
	var nodes uint64
	began := time.Now()
	for _, v := range variants.All() {
		var own uint64
		boards, err := benchBoards(v)
		if err != nil {
			return fmt.Errorf("%s: %w", v.ID, err)
		}
		for _, b := range boards {
			levels := ai.Levels()
			c, err := ai.New(levels[len(levels)-1], ai.Balanced, 1).Choose(ctx, b, ai.Limit{Depth: depth})
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				return fmt.Errorf("%s: %w", v.ID, err)
			}
			own += c.Nodes
		}
		if verbose {
			fmt.Fprintf(out, "%-16s %d\n", v.ID, own)
		}
		nodes += own
	}
	took := time.Since(began)
	_, err := fmt.Fprintf(out, "nodes %d\nnps %.0f\n", nodes, float64(nodes)/took.Seconds())
	return err
}

// benchBoards gives the positions of a variant that are searched.
func benchBoards(v variants.Variant) ([]chess.Board, error) {
	g, err := chess.NewGame(v.Rules, -1)
	if err != nil {
		return nil, err
	}
	first := g.Board().Clone()
	// And some moves into a game that plays itself.
	engine := ai.New(ai.Levels()[0], ai.Balanced, 1)
	for range 8 {
		c, err := engine.Choose(context.Background(), g.Board(), ai.Limit{Depth: 1})
		if err != nil {
			return nil, err
		}
		if err := g.Play(c.Move); err != nil {
			return nil, err
		}
		if g.Outcome().Over() {
			g.Undo()
			break
		}
	}
	return []chess.Board{first, g.Board().Clone()}, nil
}
