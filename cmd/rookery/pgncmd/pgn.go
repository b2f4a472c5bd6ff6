// Package pgncmd holds the commands under "rookery pgn", a file each. It may import
// cmd/internal/cli and whatever reads and writes games; what works on games belongs into
// pgn/collection. Start reading with [New], then check.go, the shortest command.
package pgncmd

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rookery/cmd/internal/cli"
	"rookery/cmd/internal/pages"
	"rookery/pgn"
	"rookery/pgn/collection"
)

func New() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "pgn",
		Short: "Check, list, search, convert, split, merge, count and annotate PGN files",
		Long: `Work with PGN collections. FILE may be compressed with gzip, bzip2, zstd or zip; - means
standard input. Nothing is unpacked to the disk. From a damaged archive, games
before the damage are read; the exit status is then 1.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return cli.Usagef("unknown pgn command %q", args[0])
			}
			return cmd.Help()
		},
		Args: cobra.ArbitraryArgs,
	}
	cmd.AddCommand(newCheck(), newIndex(), newSearch(), newExport(),
		newSplit(), newMerge(), newDedupe(), newStats(), newAnnotate(), newExplore())
	return cmd
}

// someFiles accepts one or more names of files, standard input once.
func someFiles(cmd *cobra.Command, args []string) error {
	if err := cli.Between(1, -1, "FILE...")(cmd, args); err != nil {
		return err
	}
	if i := slices.Index(args, cli.Stdin); i >= 0 && slices.Contains(args[i+1:], cli.Stdin) {
		return cli.Usagef("- is standard input, which can only be read once")
	}
	return nil
}

// interruptible is the context of a command that ends when the user presses Ctrl-C.
func interruptible(cmd *cobra.Command) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(cmd.Context(), os.Interrupt)
}

// openGames opens a collection for one pass; - is standard input.
func openGames(ctx context.Context, cmd *cobra.Command, name string) (*collection.File, error) {
	if name != cli.Stdin {
		return collection.OpenPass(ctx, name)
	}
	f, err := collection.OpenOnce(ctx, cmd.InOrStdin())
	if err != nil {
		err = fmt.Errorf("standard input: %w", err)
	}
	return f, err
}

// slim has commands hold little memory beside what they remember of the games of a large
// file, which is nearly all that lives: the collector is not to let as much again pile
// up, unless who runs the command has said how much.
func slim(f *collection.File) {
	if _, size := f.Progress(); size < largeFile {
		return
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(spareOfLarge)
	}
	_ = pages.GiveBack() // where it cannot be done, the program is merely larger
}

const (
	largeFile    = 256 << 20 // bytes
	spareOfLarge = 10        // percent
)

// eachFile hands the files, which have no index yet, to visit one after another. What is wrong with an
// archive is told at the end, when the games before the damage were used.
func eachFile(cmd *cobra.Command, names []string, visit func(ctx context.Context, name string, f *collection.File) error) error {
	if err := cli.Readable(names); err != nil {
		return err
	}
	ctx, stop := interruptible(cmd)
	defer stop()
	var faults []error
	for _, name := range names {
		f, err := openGames(ctx, cmd, name)
		if err != nil {
			return err
		}
		if err = visit(ctx, name, f); err != nil && ctx.Err() == nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
		if f.Fault() != nil {
			faults = append(faults, fmt.Errorf("%s: %w", name, f.Fault()))
		}
		f.Close()
		if err != nil {
			return err
		}
	}
	return errors.Join(faults...)
}

// outputFlag is where a command writes to: standard output, or a file that is
// replaced once all is written.
type outputFlag struct{ path string }

func (o *outputFlag) add(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&o.path, "output", "o", "", "write to this file instead of standard output")
}

// write calls do with where to write to.
func (o *outputFlag) write(cmd *cobra.Command, do func(io.Writer) error) error {
	if o.path == "" {
		return buffered(cmd.OutOrStdout(), do)
	}
	if info, err := os.Stat(o.path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		// A device or a pipe is written to: there is nothing to put in its place.
		f, err := os.OpenFile(o.path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(buffered(f, do), f.Close())
	}
	return pgn.SaveWith(o.path, func(w io.Writer) error { return buffered(w, do) })
}

// writeEach hands the files to visit one after another with where to write to. damage is
// what is wrong with archives, whose games before that were used. Where end, which may
// be nil, gives an error at last, a file is not written.
func (o *outputFlag) writeEach(cmd *cobra.Command, names []string, visit func(ctx context.Context, w io.Writer, name string, f *collection.File) error, end func() error) (damage, err error) {
	err = o.write(cmd, func(w io.Writer) error {
		err := eachFile(cmd, names, func(ctx context.Context, name string, f *collection.File) error {
			return visit(ctx, w, name, f)
		})
		if errors.As(err, new(*collection.ArchiveError)) {
			damage, err = err, nil
		}
		if err == nil && end != nil {
			err = end()
		}
		return err
	})
	return damage, err
}

// buffered lets do write in large pieces. What was written before an error is
// handed on.
func buffered(w io.Writer, do func(io.Writer) error) error {
	b := bufio.NewWriterSize(w, 256<<10)
	return errors.Join(do(b), b.Flush())
}

// oneOf refuses two flags at once that exclude each other.
func oneOf(cmd *cobra.Command, flags ...string) error {
	var given []string
	for _, name := range flags {
		if cmd.Flags().Changed(name) {
			given = append(given, "--"+name)
		}
	}
	if len(given) > 1 {
		return cli.Usagef("%s cannot be combined", strings.Join(given, " and "))
	}
	return nil
}

// field makes a value from a file safe to stand between tabs.
func field(s string) string { return strings.Join(strings.Fields(cli.Printable(s)), " ") }
