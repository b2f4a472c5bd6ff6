package matchcmd

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/adrg/xdg"
	"github.com/spf13/cobra"

	"rookery/ai/network/train"
	"rookery/ai/uci"
	"rookery/chess"
	"rookery/cmd/internal/cli"
	"rookery/variants"
)

// making is how the positions are made that a network learns from.
type making struct {
	hours      float64
	labeller   string
	labelNodes uint64
	nodes      uint64
	most       int
	leaves     int
	dir        string
}

// The usual numbers of positions searched for a label.
const (
	ownLabelNodes     = 800
	programLabelNodes = 800
	// Labels of fewer cost less than to find out which positions need none. With pockets a look of two plies costs as much
	// as many more: crazyhouse makes 1,144 a second without it, 640 of them to learn from, instead of 190 of those.
	cheapLabelNodes        = 100
	cheapPocketsLabelNodes = 1000
)

func (m *making) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Float64Var(&m.hours, "hours", 1, "hours to work")
	f.StringVar(&m.labeller, "labeller", "", "engine that says what positions are worth, uci:PATH?NAME=VALUE&…; default: the built-in one")
	f.Uint64Var(&m.labelNodes, "label-nodes", 0, fmt.Sprintf("nodes it searches for each; 0: %d, an external engine %d", ownLabelNodes, programLabelNodes))
	f.Uint64Var(&m.nodes, "nodes", 300, "nodes per move of the games")
	f.IntVar(&m.most, "positions", 0, "positions to make at most; 0: as many as there is time for")
	f.IntVar(&m.leaves, "leaves", train.DefaultLeaves, "positions to take from inside the search of a move at most")
	f.StringVar(&m.dir, "data", filepath.Join(xdg.DataHome, "rookery", "training"), "directory for positions and unfinished networks")
}

func (m *making) nodesOfLabel() uint64 {
	switch {
	case m.labelNodes > 0:
		return m.labelNodes
	case m.labeller == "":
		return ownLabelNodes
	}
	return programLabelNodes
}

// cheap tells that a label costs less than a look at whether a position needs one.
func (m *making) cheap(r chess.Rules) bool {
	most := uint64(cheapLabelNodes)
	if r.Pocket != chess.NoPocket {
		most = cheapPocketsLabelNodes
	}
	return m.nodesOfLabel() < most
}

// labels makes what labels the positions of a variant.
func (m *making) labels(v variants.Variant) (func(ctx context.Context) (train.Labeller, error), error) {
	nodes := m.nodesOfLabel()
	if m.labeller == "" {
		return func(context.Context) (train.Labeller, error) { return train.OwnLabels(nodes), nil }, nil
	}
	o, external, err := uci.ParseSpec(m.labeller)
	switch {
	case err != nil:
		return nil, cli.UsageError{Err: err}
	case !external || o.Protocol != uci.UCI:
		return nil, cli.Usagef("--labeller is a UCI engine such as uci:stockfish, not %q", m.labeller)
	}
	if err = setGame(&o, v); err != nil {
		return nil, err
	}
	return func(ctx context.Context) (train.Labeller, error) { return train.ProgramLabels(ctx, o, nodes) }, nil
}

// dirOf is the directory of what is made for a variant.
func (m *making) dirOf(v variants.Variant) string {
	return filepath.Join(m.dir, strings.ReplaceAll(v.ID, string(os.PathSeparator), "_"))
}

// makePositions makes positions for some time, of games or from those of files, and tells how it
// gets on.
func (t *training) makePositions(ctx context.Context, all time.Duration, files []string) error {
	parents, err := train.Positions(files)
	if err != nil {
		return err
	}
	if len(files) > 0 && len(parents) == 0 {
		return fmt.Errorf("there is no position in %s", strings.Join(files, ", "))
	}
	label, err := t.labels(t.variant)
	if err != nil {
		return err
	}
	ctx, stop := context.WithTimeout(ctx, all)
	defer stop()
	began, told, made := time.Now(), time.Time{}, 0
	tell := func() {
		told = time.Now()
		took := told.Sub(began)
		fmt.Fprintf(t.errs, "%s: %d positions in %s of %s, %.0f a second\n", t.variant.ID, made,
			took.Round(time.Second), all.Round(time.Second), float64(made)/max(took.Seconds(), 1e-9))
	}
	s := train.Shards{
		Play: train.Play{Rules: t.variant.Rules, Nodes: t.nodes, Seed: t.options.Seed, Leaves: t.leaves, Cheap: t.cheap(t.variant.Rules), Parents: parents},
		Dir:  t.dirOf(t.variant), Workers: t.options.Threads, Most: t.most, Label: label,
		OnShard: func(_ string, n int) {
			if made += n; time.Since(told) >= progress {
				tell()
			}
		},
	}
	err = s.Make(ctx)
	tell()
	return err
}
