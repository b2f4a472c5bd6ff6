package onlinecmd

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"rookery/chess"
	"rookery/cmd/internal/cli"
	"rookery/cmd/rookery/playcmd"
	"rookery/tui/lang"
	"rookery/tui/lichess"
	"rookery/tui/ui"
)

func newPosition() *cobra.Command {
	var variant, source string
	cmd := &cobra.Command{
		Use:   "position [FEN]",
		Short: "Ask the explorer, the cloud and the tables about a position",
		Long: `Ask what was played in a position (the opening explorer, which needs a login), how engines
have judged it (the cloud), and, with up to 8 pieces, what the tables of endings say. Without FEN
it is the start of the game. Nothing is asked while you have a game against a person on.`,
		Args: cli.Between(0, 1, "one FEN"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if source != "masters" && source != "lichess" {
				return cli.Usagef("--source is masters or lichess, not %s", source)
			}
			v, err := cli.FindVariant(variant)
			if err != nil {
				return err
			}
			b, err := chess.NewBoard(v.Rules, strings.Join(args, " "))
			if err != nil {
				return err
			}
			o, err := playcmd.Online(cmd, nil)
			if err != nil {
				return err
			}
			c := o.Client
			switch a, err := o.LogIn(cmd.Context()); {
			case err == nil:
				defer a.Close()
				c = a.Client()
				if err := unfair(cmd, c); err != nil {
					return err
				}
			case !errors.Is(err, lichess.ErrNoLogin):
				return err
			}
			if o.Live.Elsewhere(time.Now()) {
				return errors.New(ui.NoHelp)
			}
			return tellPosition(cmd, &o.Known, c, b, source)
		},
	}
	cli.AddVariantFlag(cmd, &variant, "chess")
	cmd.Flags().StringVar(&source, "source", "masters", "games of the explorer: masters or lichess")
	return cmd
}

// unfair refuses help while a game against a person is on.
func unfair(cmd *cobra.Command, c *lichess.Client) error {
	games, err := c.Ongoing(cmd.Context())
	if err != nil {
		return err
	}
	for _, g := range games {
		if g.Person() {
			return errors.New(ui.NoHelp)
		}
	}
	return nil
}

// tellPosition writes what is known of a position; what is not known is left out.
func tellPosition(cmd *cobra.Command, known *lichess.Knowledge, c *lichess.Client, b chess.Board, source string) error {
	out, text, ctx := cmd.OutOrStdout(), cli.Locale(cmd).Text, cmd.Context()
	some := false
	defer func() {
		if known.Damaged() {
			fmt.Fprintln(cmd.ErrOrStderr(), lang.UpperFirst(text(lichess.DamagedAnswer))+".")
		}
	}()
	if e, err := known.Table(ctx, c, b); err == nil {
		some = true
		fmt.Fprintf(out, "%s %s\n", text("Tables:"), e.Category)
		for _, m := range e.Moves[:min(len(e.Moves), 12)] {
			fmt.Fprintf(out, "  %-8s %s\n", m.SAN, lichess.Opposite(m.Category))
		}
	} else if !errors.Is(err, lichess.ErrNotFound) {
		return err
	}
	cloud, err := known.Cloud(ctx, c, b)
	if err != nil && !errors.Is(err, lichess.ErrNotFound) {
		return err
	}
	if len(cloud.Lines) > 0 {
		some = true
		fmt.Fprintf(out, "%s\n", text(fmt.Sprintf("Cloud, depth %d:", cloud.Depth)))
		for _, l := range cloud.Lines {
			value := fmt.Sprintf("%+.2f", float64(l.Centipawns)/100)
			if l.Mate != 0 {
				value = fmt.Sprintf("#%d", l.Mate)
			}
			fmt.Fprintf(out, "  %-8s %s\n", value, strings.Join(l.Moves, " "))
		}
	}
	if !c.LoggedIn() {
		fmt.Fprintln(cmd.ErrOrStderr(), text("The explorer needs a login."))
	} else if p, err := known.Explore(ctx, c, lichess.Source{Name: source}, b, nil); err != nil {
		return err
	} else if len(p.Moves) > 0 {
		some = true
		tellPlayed(out, text, p)
	}
	if !some {
		fmt.Fprintln(out, text("Nothing is known of this position."))
	}
	return nil
}

// tellPlayed writes what was played.
func tellPlayed(out io.Writer, text func(string) string, p lichess.Played) {
	fmt.Fprintf(out, "%s %s\n", text("Explorer:"), p.Opening)
	for _, m := range p.Moves {
		n := max(m.Games(), 1)
		fmt.Fprintf(out, "  %-8s %9d  %3d%% %3d%% %3d%%\n", m.SAN, m.Games(), 100*m.White/n, 100*m.Draws/n, 100*m.Black/n)
	}
}
