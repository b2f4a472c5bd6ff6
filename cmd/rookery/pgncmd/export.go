package pgncmd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"rookery/chess"
	"rookery/cmd/internal/cli"
	"rookery/pgn"
	"rookery/pgn/collection"
	"rookery/variants"
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
"rookery position --json --batch" reads.`,
		Args: someFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := errors.Join(oneOf(cmd, "fen", "uci"), query.ready()); err != nil {
				return err
			}
			form := exportFEN
			if ucis {
				form = exportUCI
			}
			var damage error
			leftOut := 0
			err := out.write(cmd, func(w io.Writer) error {
				err := eachFile(cmd, args, func(ctx context.Context, name string, f *collection.File) error {
					chosen, err := query.find(ctx, f)
					if err != nil {
						return err
					}
					if !fens && !ucis {
						return f.Rewrite(ctx, chosen, true, w)
					}
					return collection.Each(ctx, f.Index, chosen, func(g *pgn.Game) (exported, error) {
						text, err := form(name, g)
						return exported{text, err}, nil
					}, func(i int, e exported) error {
						if e.err != nil {
							leftOut++
							fmt.Fprintln(cmd.ErrOrStderr(), cli.Locale(cmd).Sprintf("%s: game %d skipped: %s", field(name), i+1, cli.InLanguage(cli.Locale(cmd), e.err)))
							return nil
						}
						_, err := w.Write(e.text)
						return err
					})
				})
				if errors.As(err, new(*collection.ArchiveError)) {
					damage, err = err, nil
				}
				return err
			})
			if err == nil && damage == nil && leftOut > 0 {
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

// exported is a game as it is written, or why it cannot be.
type exported struct {
	text []byte
	err  error
}

// exportFEN writes the positions of the main line.
func exportFEN(name string, g *pgn.Game) ([]byte, error) {
	b, err := g.Board()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	ply := 0
	for n := g.Root; n != nil; n = n.Next() {
		if n != g.Root {
			b.Make(n.Move)
			ply++
		}
		fmt.Fprintf(&out, "%s\t%d\t%d\t%s\n", field(name), g.Number, ply, b.FEN())
	}
	return out.Bytes(), nil
}

// exportUCI writes the moves of the main line.
func exportUCI(_ string, g *pgn.Game) ([]byte, error) {
	b, err := g.Board()
	if err != nil {
		return nil, err
	}
	id := g.Variant()
	if v, ok := variants.Of(g.Rules); ok {
		id = v.ID
	}
	var moves []string
	for n := g.Root.Next(); n != nil; n = n.Next() {
		moves = append(moves, chess.UCI(b, n.Move))
		b.Make(n.Move)
	}
	return fmt.Appendf(nil, "%s\t%s\t%s\n", field(id), field(g.Start), strings.Join(moves, " ")), nil
}
