// Package playcmd holds the commands that open the screen or the text mode: play, view,
// plain and keys. It may import cmd/internal/cli and all of tui. Start reading with
// play.go; screen.go starts and ends the screen for all of them.
package playcmd

import (
	"context"

	"github.com/spf13/cobra"

	"rookery/chess"
	"rookery/cmd/internal/cli"
	"rookery/tui"
	"rookery/tui/engineplay"
	"rookery/tui/play"
	"rookery/tui/ui"
)

func NewPlay() *cobra.Command {
	var f gameFlags
	cmd := &cobra.Command{
		Use:   "play [--variant V] [--white W] [--black B] [--clock 5+3] [--fen F]",
		Short: "Start a game at once",
		Long: `Start a game at once. W and B are human, ai, ai:LEVEL or ai:LEVEL:STYLE, or an
external engine: uci:PATH or xboard:PATH. Engine options may follow, e.g.
uci:stockfish?UCI_Elo=1900&UCI_LimitStrength=true, as well as depth, nodes,
movetime and args for its command line. Without a clock it gets 1 s per move.
A clock is minutes and increment (5+3), seconds (90s+2), none, or fast: two
seconds per move, then a random move is played.`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, err := f.config(cmd.Context(), cli.Seed)
			if err != nil {
				return err
			}
			return show(cmd, alone(func(app *tui.App) error { return app.OpenGame(cfg) }))
		},
	}
	f.add(cmd)
	cmd.Flags().Bool("no-resign", false, "computers never resign")
	cmd.Flags().Bool("ponder", false, "computers think on your time")
	AddScreenFlags(cmd)
	return cmd
}

// gameFlags are the flags of a new game.
type gameFlags struct{ variant, white, black, clock, fen, array string }

// gameFlagNames are what they are called.
var gameFlagNames = []string{"variant", "white", "black", "clock", "fen", "array"}

func (f *gameFlags) add(cmd *cobra.Command) {
	cli.AddVariantFlag(cmd, &f.variant, "chess")
	cmd.Flags().StringVar(&f.white, "white", "human", "player with White")
	cmd.Flags().StringVar(&f.black, "black", "ai", "player with Black")
	cmd.Flags().StringVar(&f.clock, "clock", "none", "time control")
	cmd.Flags().StringVar(&f.fen, "fen", "", "FEN to start from")
	cmd.Flags().StringVar(&f.array, "array", "", "number of the starting position, if the variant has several; usual or random")
}

// config is the game that the flags ask for. Other engines in it were started and play it.
func (f *gameFlags) config(ctx context.Context, seed func() uint64) (ui.GameConfig, error) {
	v, err := cli.FindVariant(f.variant)
	if err != nil {
		return ui.GameConfig{}, err
	}
	if err := play.ForTwo(v.Rules); err != nil {
		return ui.GameConfig{}, cli.UsageError{Err: err}
	}
	cfg := ui.GameConfig{Rules: v.Rules, Variant: cli.VariantParts(f.variant), Setup: -1, FEN: f.fen}
	for side, spec := range [2]string{f.white, f.black} {
		if cfg.Players[side], err = cli.ParsePlayer(spec); err != nil {
			return ui.GameConfig{}, err
		}
	}
	if cfg.Control, err = play.ParseClock(f.clock); err != nil {
		return ui.GameConfig{}, cli.UsageError{Err: err}
	}
	if f.fen == "" || f.array != "" {
		if err := cfg.ChooseSetup(f.array, seed); err != nil {
			return ui.GameConfig{}, cli.UsageError{Err: err}
		}
	}
	if f.fen != "" {
		if _, err := chess.NewBoard(v.Rules, f.fen); err != nil {
			return ui.GameConfig{}, err
		}
	}
	nameHumans(&cfg)
	cfg.Flip = cfg.Players[chess.White].Kind != ui.Human && cfg.Players[chess.Black].Kind == ui.Human
	return cfg, meetPrograms(ctx, &cfg)
}

// nameHumans calls the one person "You", and two by the colours they have.
func nameHumans(cfg *ui.GameConfig) {
	for side := range cfg.Players {
		p := &cfg.Players[side]
		switch {
		case p.Kind != ui.Human:
		case cfg.Humans() == 1:
			p.Name = "You"
		default:
			p.Name = [2]string{"White", "Black"}[side]
		}
	}
}

// meetPrograms sees that the other engines of a game start and play it, and
// asks them their names.
func meetPrograms(ctx context.Context, cfg *ui.GameConfig) error {
	for side := range cfg.Players {
		p := &cfg.Players[side]
		if p.Program == "" {
			continue
		}
		name, err := engineplay.Meet(ctx, p.Program, cfg.Rules)
		if err != nil {
			return err
		}
		if p.Name == "" {
			p.Name = name
		}
	}
	return nil
}
