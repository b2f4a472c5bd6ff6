package pgncmd

import (
	"context"
	"errors"
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
		Short: "Merge several files into one",
		Long: `Concatenate the games of all files, byte for byte; Windows-1252 and UTF-16 are
converted to UTF-8. Text outside any game is left out: each is named on standard error,
and the exit status is 1.`,
		Args: someFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			drops := dropReport{cmd: cmd}
			var files fileJoiner
			damage, err := out.writeEach(cmd, args, func(ctx context.Context, w io.Writer, name string, f *collection.File) error {
				games, err := files.next(w)
				if err != nil {
					return err
				}
				err = f.Select(ctx, collection.Selection{}, func(g *collection.Found) error { return g.Copy(games) })
				drops.outside(name, f)
				return err
			}, nil)
			if drops.end() && err == nil && damage == nil {
				return cli.ErrNo
			}
			return errors.Join(err, damage)
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
		Short: "Remove duplicate games",
		Long: `Copy the games of all files without duplicates, and list the duplicates on standard
error. Two games are the same if variant, starting position and main line are equal, the
players have the same surnames and the dates do not conflict. Below forty half-moves, games
from different rounds are different; below ten half-moves, all seven roster tags must be
equal. With --by moves, players and dates are ignored; games without moves are then
always kept.`,
		Args: someFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			d := &collection.Duplicates{}
			switch by {
			case "game":
			case "moves":
				d.ByMoves = true
			default:
				return cli.Usagef("--by must be game or moves, not %q", by)
			}
			switch keep {
			case "first":
			case "longest":
				d.Longest = true
			default:
				return cli.Usagef("--keep must be first or longest, not %q", keep)
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
	cmd.Flags().StringVar(&by, "by", "game", "what must match: game (moves, players and date) or moves")
	cmd.Flags().StringVar(&keep, "keep", "first", "which duplicate to keep: first or longest (most text)")
	cmd.Flags().BoolVar(&quiet, "quiet", false, "print only the counts")
	out.add(cmd)
	return cmd
}

// fileJoiner writes the games of several files one after another and keeps them apart
// where one ends with tags.
type fileJoiner struct {
	w    io.Writer
	last []byte // the end of what was written
}

// lastLine is how much of the end tells whether it is a tag.
const lastLine = 1 << 10

func (j *fileJoiner) Write(p []byte) (int, error) {
	j.last = append(j.last, p[max(len(p)-lastLine, 0):]...)
	j.last = append(j.last[:0], j.last[max(len(j.last)-lastLine, 0):]...)
	return j.w.Write(p)
}

// next gives a writer for the games of the next file.
func (j *fileJoiner) next(w io.Writer) (*pgn.Writer, error) {
	j.w = w
	_, err := io.WriteString(j, pgn.EndOfTags(string(j.last)))
	return pgn.NewWriter(j), err
}

// gather copies the games of files, less those that drop names.
func gather(cmd *cobra.Command, names []string, out *outputFlag, drop func(context.Context, []*collection.File) (func(collection.Place) bool, error)) error {
	ctx, stop := interruptible(cmd)
	defer stop()
	files, damage, err := allFiles(ctx, cmd, names)
	if err != nil {
		return err
	}
	defer closeAll(files)
	gone, err := drop(ctx, files)
	if err != nil {
		return err
	}
	err = out.write(cmd, func(w io.Writer) error {
		var joined fileJoiner
		for k, f := range files {
			games, err := joined.next(w)
			if err != nil {
				return err
			}
			for i := range f.Len() {
				if gone(collection.Place{File: k, Game: i}) {
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
	drops := dropReport{cmd: cmd}
	for k, f := range files {
		drops.outside(names[k], f)
	}
	if drops.end() && err == nil && damage == nil {
		return cli.ErrNo
	}
	return errors.Join(err, damage)
}

// dropReport names on standard error what a command leaves out of a text.
type dropReport struct {
	cmd *cobra.Command
	n   int
}

// mostDrops is how many are named; more are counted.
const mostDrops = 100

// tell names one, as check names faults.
func (d *dropReport) tell(name string, w *pgn.ParseError) {
	if d.n++; d.n > mostDrops {
		return
	}
	fmt.Fprintf(d.cmd.ErrOrStderr(), "%s:%d:%d: %s\n", field(name), w.Line, w.Column, field(w.Message()))
}

// outside names the text of a file that belongs to no game.
func (d *dropReport) outside(name string, f *collection.File) {
	noise := f.Warnings()
	for i := range noise {
		d.tell(name, &noise[i])
	}
}

// end tells whether anything was left out.
func (d *dropReport) end() bool {
	if more := d.n - mostDrops; more > 0 {
		fmt.Fprintln(d.cmd.ErrOrStderr(), cli.Locale(d.cmd).Sprintf("and %d more", more))
	}
	return d.n > 0
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
		fmt.Fprintln(cmd.ErrOrStderr(), cli.Locale(cmd).Sprintf("%s: game %d skipped: %s – %s, %s; duplicate of game %d of %s",
			field(names[p.Dropped.File]), p.Dropped.Game+1, field(h.White), field(h.Black), field(h.Date),
			p.Kept.Game+1, field(names[p.Kept.File])))
	}
	fmt.Fprintln(cmd.ErrOrStderr(), cli.Locale(cmd).Sprintf("%s read, %d kept, %d duplicates",
		cli.Locale(cmd).Plural(d.Read(), "%d game", "%d games"), d.Read()-n, n))
	return nil
}
