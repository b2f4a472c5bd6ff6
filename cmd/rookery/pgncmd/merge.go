package pgncmd

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"rookery/cmd/internal/cli"
	"rookery/pgn"
	"rookery/pgn/collection"
)

func newMerge() *cobra.Command {
	var out outputFlag
	cmd := &cobra.Command{
		Use:   "merge FILE... [-o FILE]",
		Short: "Put the games of several files into one",
		Long: `Copy the games of all files one after another, byte for byte; Windows-1252 and UTF-16
become UTF-8, and text that belongs to no game is left out.`,
		Args: someFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			return gather(cmd, args, &out, nil)
		},
	}
	out.add(cmd)
	return cmd
}

func newDedupe() *cobra.Command {
	var (
		out   outputFlag
		by    string
		keep  string
		quiet bool
	)
	cmd := &cobra.Command{
		Use:   "dedupe FILE... [-o FILE]",
		Short: "Leave out games that are there twice",
		Long: `Copy the games of all files, each once, and report on standard error which were left
out for which. Two games are the same when rules, first position and the moves of the main
line are equal, the players have the same surnames and the dates do not contradict each
other. Below forty plies a different round tells two games apart, and below ten plies all
seven tags of the roster must be equal. With --by moves, players and dates do not matter;
games without moves are always kept then.`,
		Args: someFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			d := &collection.Duplicates{}
			switch by {
			case "game":
			case "moves":
				d.ByMoves = true
			default:
				return cli.Usagef("games are compared --by game or --by moves, not %q", by)
			}
			switch keep {
			case "first":
			case "longest":
				d.Longest = true
			default:
				return cli.Usagef("--keep first or --keep longest, not %q", keep)
			}
			return gather(cmd, args, &out, func(ctx context.Context, files []*collection.File) (func(collection.Place) bool, error) {
				for i, f := range files {
					if err := d.Add(ctx, f.Index); err != nil {
						return nil, fmt.Errorf("%s: %w", args[i], err)
					}
				}
				return d.Drops, reportDropped(cmd, args, files, d, quiet)
			})
		},
	}
	cmd.Flags().StringVar(&by, "by", "game", "what must be equal: game (moves, players and date) or moves")
	cmd.Flags().StringVar(&keep, "keep", "first", "which of several stays: first or longest (the most text)")
	cmd.Flags().BoolVar(&quiet, "quiet", false, "report only the numbers")
	out.add(cmd)
	return cmd
}

// gather copies the games of files, less those that drop names; drop may be nil.
func gather(cmd *cobra.Command, names []string, out *outputFlag, drop func(context.Context, []*collection.File) (func(collection.Place) bool, error)) error {
	ctx, stop := interruptible(cmd)
	defer stop()
	files, damage, err := allFiles(ctx, cmd, names)
	if err != nil {
		return err
	}
	defer closeAll(files)
	var gone func(collection.Place) bool
	if drop != nil {
		if gone, err = drop(ctx, files); err != nil {
			return err
		}
	}
	err = out.write(cmd, func(w io.Writer) error {
		games := pgn.NewWriter(w)
		for k, f := range files {
			for i := range f.Len() {
				if gone != nil && gone(collection.Place{File: k, Game: i}) {
					continue
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := f.CopyGame(games, i); err != nil {
					return fmt.Errorf("%s: %w", names[k], err)
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return damage
}

// reportDropped reports which games are left out, in the order of the files.
func reportDropped(cmd *cobra.Command, names []string, files []*collection.File, d *collection.Duplicates, quiet bool) error {
	n := 0
	for p := range d.Dropped() {
		n++
		if quiet {
			continue
		}
		h, err := files[p.Dropped.File].Header(p.Dropped.Game)
		if err != nil {
			return err
		}
		fmt.Fprintln(cmd.ErrOrStderr(), cli.Locale(cmd).Sprintf("%s: game %d is left out: %s – %s, %s; the same as game %d of %s",
			field(names[p.Dropped.File]), p.Dropped.Game+1, field(h.White), field(h.Black), field(h.Date),
			p.Kept.Game+1, field(names[p.Kept.File])))
	}
	fmt.Fprintln(cmd.ErrOrStderr(), cli.Locale(cmd).Sprintf("%s read, %d kept, %d left out",
		cli.Locale(cmd).Plural(d.Read(), "%d game", "%d games"), d.Read()-n, n))
	return nil
}
