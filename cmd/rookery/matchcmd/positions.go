package matchcmd

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/adrg/xdg"
	"github.com/spf13/cobra"

	"rookery/ai/network/train"
	"rookery/ai/uci"
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
	dir        string
}

// The usual numbers of positions searched for a label.
const (
	ownLabelNodes     = 10_000
	programLabelNodes = 800
)

func (m *making) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Float64Var(&m.hours, "hours", 1, "how long to work at it")
	f.StringVar(&m.labeller, "labeller", "", "a UCI engine that says what positions are worth, uci:PATH?NAME=VALUE&…; by default our own search")
	f.Uint64Var(&m.labelNodes, "label-nodes", 0, fmt.Sprintf("nodes searched for that; 0: %d, by an engine %d", ownLabelNodes, programLabelNodes))
	f.Uint64Var(&m.nodes, "nodes", 1500, "nodes for a move of the games whose positions are learned from")
	f.IntVar(&m.most, "positions", 0, "how many positions to make at most; 0: as many as there is time for")
	f.StringVar(&m.dir, "data", filepath.Join(xdg.DataHome, "rookery", "training"), "the directory of positions")
}

// labels makes what labels the positions of a variant.
func (m *making) labels(v variants.Variant) (func(ctx context.Context) (train.Labeller, error), error) {
	if m.labeller == "" {
		nodes := m.labelNodes
		if nodes == 0 {
			nodes = ownLabelNodes
		}
		return func(context.Context) (train.Labeller, error) { return train.OwnLabels(nodes), nil }, nil
	}
	o, external, err := uci.ParseSpec(m.labeller)
	switch {
	case err != nil:
		return nil, cli.UsageError{Err: err}
	case !external || o.Protocol != uci.UCI:
		return nil, cli.Usagef("--labeller is a UCI engine such as uci:stockfish, not %q", m.labeller)
	}
	if o.Variant, o.ShuffledStart, err = engineGame(v, o.Protocol); err != nil {
		return nil, err
	}
	nodes := m.labelNodes
	if nodes == 0 {
		nodes = programLabelNodes
	}
	return func(ctx context.Context) (train.Labeller, error) { return train.ProgramLabels(ctx, o, nodes) }, nil
}

// positionsOf is the directory of a variant's positions.
func (m *making) positionsOf(v variants.Variant) string {
	return filepath.Join(m.dir, strings.ReplaceAll(v.ID, string(os.PathSeparator), "_"))
}

// makePositions makes positions until the time is over, and tells how it gets on.
func (t *training) makePositions(ctx context.Context, errs io.Writer, v variants.Variant) error {
	if v.Rules.Board != nil {
		return cli.Usagef("networks are for boards of 8×8 squares")
	}
	label, err := t.labels(v)
	if err != nil {
		return err
	}
	rules := v.Rules
	rules.Fog = false
	began := time.Now()
	all := time.Duration(t.hours * float64(time.Hour))
	ctx, stop := context.WithTimeout(ctx, all)
	defer stop()
	made := 0
	s := train.Shards{
		Play: train.Play{Rules: rules, Nodes: t.nodes, Seed: t.options.Seed},
		Dir:  t.positionsOf(v), Workers: t.options.Threads, Most: t.most, Label: label,
		OnShard: func(_ string, n int) {
			made += n
			took := time.Since(began)
			fmt.Fprintf(errs, "%s: %d positions in %s of %s, %.0f a second\n", v.ID, made, took.Round(time.Second), all.Round(time.Second), float64(made)/took.Seconds())
		},
	}
	return s.Make(ctx)
}
