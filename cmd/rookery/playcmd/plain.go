package playcmd

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/adrg/xdg"
	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"rookery/cmd/internal/cli"
	"rookery/tui/fics"
	"rookery/tui/plain"
	"rookery/tui/play"
	"rookery/tui/ui"
)

func NewPlain() *cobra.Command {
	var f gameFlags
	var terse, echo bool
	var chance uint64
	var account string
	cmd := &cobra.Command{
		Use:   "plain [FILE...]",
		Short: "Play in plain text: for screen readers, pipes and dumb terminals",
		Long: `A plain text mode for screen readers, pipes and terminals without cursor
movement: play every variant, read the board by rank, square or piece, open PGN
files, set up positions. Type help for the list of commands.
With game flags such as --variant, a game starts at once; players are written
as for "rookery play". With files, it opens them.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o := plain.Options{In: cmd.InOrStdin(), Out: cmd.OutOrStdout(), Now: time.Now, Seed: cli.Seed, Terse: terse, Echo: echo, Files: args}
			store := openStore()
			o.Store = store.Store
			settings, faults := store.Settings()
			var err error
			o.Endings, err = openEndings(&settings)
			defer o.Endings.Close()
			if err = errors.Join(faults, err); err != nil {
				tellFaults(cmd, err)
			}
			if o.Lang, err = cli.LanguageOf(cmd, settings.Language); err != nil {
				return err
			}
			letters, _ := ui.ParseLetters(settings.Letters) // a mistake was told above
			o.Lang = letters.InLetters(o.Lang)
			o.Engines = settings.Engines
			online, err := Online(cmd, &settings)
			if err != nil { // what does not need lichess goes on
				tellFaults(cmd, err)
			} else {
				o.Lichess, o.SendPuzzles = &online.Access, settings.Habits.SendPuzzles
				o.Downloads = filepath.Join(xdg.DataHome, "rookery", "games")
			}
			if o.FICS, err = plainFICS(cmd, &settings, online, account); err != nil {
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
			if slices.ContainsFunc(gameFlagNames, cmd.Flags().Changed) {
				cfg, err := f.config(cmd.Context(), o.Seed)
				if err != nil {
					return err
				}
				o.Game = &cfg
			}
			if o.Game != nil && len(args) > 0 {
				return cli.Usagef("plain starts a game or opens files, not both")
			}
			// A pipe that is closed shall be an error of writing, so that the game
			// is kept; so it is when the terminal goes away.
			signal.Ignore(syscall.SIGPIPE)
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
			defer stop()
			return plain.Run(ctx, o)
		},
	}
	f.add(cmd)
	cli.AddBookFlag(cmd)
	AddServerFlag(cmd)
	AddFICSFlag(cmd)
	cmd.Flags().StringVar(&account, "fics-account", "", "account at FICS; its password is asked for first")
	cmd.Flags().BoolVar(&terse, "terse", false, "moves in notation, boards as diagrams")
	cmd.Flags().BoolVar(&echo, "echo", false, "echo each input line")
	cmd.Flags().Uint64Var(&chance, "chance", 0, "random seed, to repeat the same game")
	return cmd
}

// plainFICS is how FICS is reached: as a guest, or with an account whose password is asked for now, while nothing else reads.
func plainFICS(cmd *cobra.Command, settings *ui.Settings, online *ui.Online, account string) (func(context.Context) (*fics.Account, error), error) {
	live := new(play.LiveGames)
	if online != nil {
		live = &online.Live
	}
	f, err := FICS(cmd, settings, live)
	if err != nil {
		if cmd.Flags().Changed("fics") {
			return nil, err
		}
		tellFaults(cmd, err)
		return nil, nil
	}
	name, password := fics.Guest, ""
	if account != "" {
		name = account
		password, err = cli.Secret(cmd, cli.Locale(cmd).Text("Password for FICS, which goes there unencrypted (not shown)"))
		if errors.Is(err, cli.ErrNoTerminal) {
			return nil, cli.Usagef("--fics-account asks for a password on a terminal")
		}
		if err != nil {
			return nil, err
		}
	}
	return func(ctx context.Context) (*fics.Account, error) { return f.LogIn(ctx, name, password) }, nil
}
