package main

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"github.com/spf13/cobra"

	"rookery/cmd/internal/cli"
	"rookery/pgn/safefile"
	"rookery/tui/lobby/journal"
)

// logTo is the log of a command, on standard error.
func logTo(cmd *cobra.Command) *slog.Logger {
	return slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), nil))
}

// exportSilence is how long a store may say nothing while it is exported.
const exportSilence = 30 * time.Second

// newExport builds the command that writes a club's store into a file.
func newExport(where *storeFlags) *cobra.Command {
	return &cobra.Command{
		Use:   "export FILE",
		Short: "Export the server's store to a file",
		Long: "Export all games and accounts of the store to a file that import reads into an\n" +
			"empty store, in a directory or on a cluster. The server must not be running on the\n" +
			"directory; a cluster may be in use. An existing FILE is replaced once the new one\n" +
			"is complete.",
		Args: cli.Between(1, 1, "one FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := where.open(cmd.Context(), logTo(cmd))
			if err != nil {
				return err
			}
			var sum journal.Sum
			err = safefile.Write(args[0], func(w io.Writer) (err error) {
				sum, err = journal.Export(cmd.Context(), s, w, exportSilence)
				return err
			})
			if err = errors.Join(err, s.Close()); err == nil {
				fmt.Fprintf(cmd.OutOrStdout(), "%s and %s written to %s\n", cli.Count(sum.Events, "event"), cli.Count(sum.Values, "value"), args[0])
			}
			return err
		},
	}
}

// newImport builds the command that fills a store from a file.
func newImport(where *storeFlags) *cobra.Command {
	return &cobra.Command{
		Use:   "import FILE",
		Short: "Import an exported file into an empty store",
		Long: "Import a file written by export into an empty store, in a directory or on a\n" +
			"cluster. The file is checked first, and a store in a directory is empty again after\n" +
			"an error. For a store that is in use it says what both hold and changes nothing.",
		Args: cli.Between(1, 1, "one FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			f, err := os.Open(args[0])
			if err != nil {
				return err
			}
			defer f.Close()
			s, err := where.open(cmd.Context(), logTo(cmd))
			if err != nil {
				return err
			}
			sum, err := journal.Import(cmd.Context(), s, f)
			if err = errors.Join(err, s.Close()); err == nil {
				fmt.Fprintf(cmd.OutOrStdout(), "%s and %s read from %s\n", cli.Count(sum.Events, "event"), cli.Count(sum.Values, "value"), args[0])
			}
			return err
		},
	}
}
