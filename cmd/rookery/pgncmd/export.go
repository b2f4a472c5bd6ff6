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

func newExport() *cobra.Command {
	var (
		query      queryFlags
		fens, ucis bool
		out        outputFlag
	)
	cmd := &cobra.Command{
		Use:   "export FILE...",
		Short: "Convert games to PGN export format, FEN or UCI moves",
		Long: `Write the selected games, or all, in PGN export format; standard chess games get
missing ECO and Opening tags. With --fen, one tab-separated line per position of the
main line: file, game, ply and FEN. With --uci, one line per game: variant, FEN of
the starting position (empty if standard), and the moves, in the format that
"rookery position --json --batch" reads.
Text that PGN export format has no place for, such as words among the moves, outside
games, or a second value of a tag, is left out: each is named on standard error, and
the exit status is 1. Moves that cannot be read stay, in a comment. Games larger than
64 MB are copied as they are, and named.`,
		Args: someFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := errors.Join(oneOf(cmd, "fen", "uci"), query.ready()); err != nil {
				return err
			}
			leftOut, drops := 0, dropReport{cmd: cmd}
			damage, err := out.writeEach(cmd, args, func(ctx context.Context, w io.Writer, name string, f *collection.File) error {
				if !fens && !ucis {
					err := f.Rewrite(ctx, query.selection(), true, w, func(p *pgn.ParseError) {
						if drops.tell(name, p); errors.Is(p, pgn.ErrTooLong) {
							drops.whole++
						}
					})
					if query.all() {
						drops.outside(name, f)
					}
					return err
				}
				form := collection.FENLines
				if ucis {
					form = collection.UCILines
				}
				return f.Lines(ctx, query.selection(), form, field(name), w, func(game int, err error) {
					leftOut++
					fmt.Fprintln(cmd.ErrOrStderr(), cli.Locale(cmd).Sprintf("%s: game %d skipped: %s", field(name), game+1, cli.InLanguage(cli.Locale(cmd), err)))
				})
			}, nil)
			if dropped := drops.end(); err == nil && damage == nil && (dropped || leftOut > 0) {
				return cli.ErrNo
			}
			return errors.Join(err, damage)
		},
	}
	query.add(cmd, "position")
	cmd.Flags().BoolVar(&fens, "fen", false, "write the position after every half-move")
	cmd.Flags().BoolVar(&ucis, "uci", false, "write moves in UCI notation")
	out.add(cmd)
	return cmd
}
