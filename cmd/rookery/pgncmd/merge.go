package pgncmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

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
always kept. --keep longest reads every file twice, and so needs room for
standard input in a temporary file.`,
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
			x := &deduper{Duplicates: d, cmd: cmd, names: args, quiet: quiet}
			return x.run(&out)
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

// deduper copies the games of files, each once.
type deduper struct {
	*collection.Duplicates
	cmd   *cobra.Command
	names []string
	quiet bool

	joined  fileJoiner
	drops   dropReport
	dropped int
}

// run passes through the files once; twice where it is told at the end of the last alone which
// games stay.
func (d *deduper) run(out *outputFlag) error {
	d.drops.cmd = d.cmd
	var damage, err error
	if d.Longest {
		damage, err = d.twice(out)
	} else {
		file := 0
		damage, err = out.writeEach(d.cmd, d.names, func(ctx context.Context, w io.Writer, name string, f *collection.File) error {
			slim(f)
			games, err := d.joined.next(w)
			if err != nil {
				return err
			}
			err = d.Add(ctx, f.Index, func(g *collection.Found, kept *collection.Place) error {
				if kept != nil {
					return d.drop(file, g, *kept)
				}
				return g.Copy(games)
			})
			file++
			d.drops.outside(name, f)
			return err
		}, nil)
	}
	if err == nil {
		l := cli.Locale(d.cmd)
		fmt.Fprintln(d.cmd.ErrOrStderr(), l.Sprintf("%s read, %d kept, %d duplicates",
			l.Plural(d.Read(), "%d game", "%d games"), d.Read()-d.dropped, d.dropped))
	}
	if d.drops.end() && err == nil && damage == nil {
		return cli.ErrNo
	}
	return errors.Join(err, damage)
}

// twice looks at all games before it copies those that stay.
func (d *deduper) twice(out *outputFlag) (damage, err error) {
	if err := cli.Readable(d.names); err != nil {
		return nil, err
	}
	ctx, stop := interruptible(d.cmd)
	defer stop()
	stdin, err := keptInput(ctx, d.cmd, d.names)
	if err != nil {
		return nil, err
	}
	if stdin != nil {
		defer stdin.Close()
	}
	each := func(visit func(file int, f *collection.File) error) error {
		for k, name := range d.names {
			f, input := stdin, name == cli.Stdin
			if !input {
				var err error
				if f, err = collection.Open(ctx, name); err != nil {
					return err
				}
			}
			err := visit(k, f)
			if f.Fault() != nil {
				damage = errors.Join(damage, fmt.Errorf("%s: %w", name, f.Fault()))
			}
			if !input {
				f.Close()
			}
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		return nil
	}
	if err := each(func(_ int, f *collection.File) error {
		slim(f)
		return d.Add(ctx, f.Index, nil)
	}); err != nil {
		return nil, err
	}
	damage = nil // the second pass tells it again
	err = out.write(d.cmd, func(w io.Writer) error {
		return each(func(k int, f *collection.File) error {
			games, err := d.joined.next(w)
			if err != nil {
				return err
			}
			err = f.Select(ctx, collection.Selection{}, func(g *collection.Found) error {
				if kept, drops := d.Drops(collection.Place{File: k, Game: g.Number}); drops {
					return d.drop(k, g, kept)
				}
				if f.Whole() {
					return f.CopyGame(games, g.Number)
				}
				return g.Copy(games)
			})
			d.drops.outside(d.names[k], f)
			return err
		})
	})
	return damage, err
}

// keptInput is standard input with its whole index where it is among the names, else nil.
func keptInput(ctx context.Context, cmd *cobra.Command, names []string) (*collection.File, error) {
	if !slices.Contains(names, cli.Stdin) {
		return nil, nil
	}
	f, err := collection.OpenStream(ctx, cmd.InOrStdin())
	if err == nil {
		if err = f.Build(ctx, nil); err != nil {
			f.Close()
		}
	}
	if err != nil {
		return nil, fmt.Errorf("standard input: %w", err)
	}
	return f, nil
}

// drop reports which game is left out.
func (d *deduper) drop(file int, g *collection.Found, kept collection.Place) error {
	if d.dropped++; d.quiet {
		return nil
	}
	h := g.Header()
	_, err := fmt.Fprintln(d.cmd.ErrOrStderr(), cli.Locale(d.cmd).Sprintf("%s: game %d skipped: %s – %s, %s; duplicate of game %d of %s",
		field(d.names[file]), g.Number+1, field(h.White), field(h.Black), field(h.Date), kept.Game+1, field(d.names[kept.File])))
	return err
}

// dropReport names on standard error what a command leaves out of a text.
type dropReport struct {
	cmd   *cobra.Command
	n     int
	whole int // of them, those that were named alone and lost nothing
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
	return d.n > d.whole
}
