package playcmd

import (
	"os"
	"os/signal"
	"path/filepath"
	"rookery/cmd/internal/cli"
	"rookery/tui"
	"rookery/tui/plain"
	"rookery/tui/ui"
	"syscall"
	"time"

	"github.com/adrg/xdg"
	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"
)

func NewPlain() *cobra.Command {
	var variant, white, black, clock, fen string
	var array int
	var terse, echo bool
	var chance uint64
	cmd := &cobra.Command{
		Use:   "plain [FILE...]",
		Short: "Play in lines of text: for screen readers, pipes and dumb terminals",
		Long: `Everything in lines of text, for screen readers, pipes and terminals that cannot
move their cursor: play every variant, hear the board by rank, square or man,
read PGN files, set up positions. Write help to hear what can be written.
With a flag of the game, as --variant, it begins at once; players are written
as for "rookery play". With files it reads them.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o := plain.Options{In: cmd.InOrStdin(), Out: cmd.OutOrStdout(), Now: time.Now, Seed: cli.Seed, Terse: terse, Echo: echo, Files: args}
			store := tui.NewStore(ui.Dirs{
				State:  filepath.Join(xdg.StateHome, "rookery"),
				Config: filepath.Join(xdg.ConfigHome, "rookery"),
				Games:  filepath.Join(xdg.DataHome, "rookery", "games"),
			})
			o.Store = store.Store
			settings, err := store.Settings()
			if err != nil {
				return err
			}
			if o.Lang, err = cli.LanguageOf(cmd, settings.Language); err != nil {
				return err
			}
			if o.Book, err = cli.Book(cmd, ""); err != nil {
				return err
			}
			if in, ok := o.In.(*os.File); ok {
				o.Live = term.IsTerminal(in.Fd())
			}
			if cmd.Flags().Changed("chance") {
				o.Seed = func() uint64 { chance++; return chance }
			}
			for _, name := range []string{"variant", "white", "black", "clock", "fen", "array"} {
				if !cmd.Flags().Changed(name) || o.Game != nil {
					continue
				}
				cfg, err := gameConfig(variant, white, black, clock, fen, array)
				if err != nil {
					return err
				}
				if err := meetPrograms(cmd.Context(), &cfg); err != nil {
					return err
				}
				o.Game = &cfg
			}
			if o.Game != nil && len(args) > 0 {
				return cli.Usagef("plain begins a game or reads files, not both")
			}
			// A pipe that is closed shall be an error of writing, so that the game
			// is kept; so it is when the terminal goes away.
			signal.Ignore(syscall.SIGPIPE)
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
			defer stop()
			return plain.Run(ctx, o)
		},
	}
	cli.AddVariantFlag(cmd, &variant, "chess")
	cmd.Flags().StringVar(&white, "white", "human", "who plays White")
	cmd.Flags().StringVar(&black, "black", "ai", "who plays Black")
	cmd.Flags().StringVar(&clock, "clock", "none", "the clock")
	cmd.Flags().StringVar(&fen, "fen", "", "the position to start from")
	cmd.Flags().IntVar(&array, "array", -1, "the number of the starting array, where there are several")
	cli.AddBookFlag(cmd)
	cmd.Flags().BoolVar(&terse, "terse", false, "moves in notation and boards as diagrams")
	cmd.Flags().BoolVar(&echo, "echo", false, "repeat each line that is read")
	cmd.Flags().Uint64Var(&chance, "chance", 0, "what chance begins with, for the same game again")
	return cmd
}
