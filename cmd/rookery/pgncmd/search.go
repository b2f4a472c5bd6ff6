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

func newSearch() *cobra.Command {
	var (
		query                  queryFlags
		asJSON, asPGN, countIt bool
		out                    outputFlag
	)
	cmd := &cobra.Command{
		Use:   "search FILE...",
		Short: "Find games by tags, date, rating, opening, position and material",
		Long: `Find the games that match all conditions. They are listed as by pgn index; with
--json as objects with their position in the file, with --pgn copied in full.
Positions are also found in variations, and by transposition. The exit status is 1 if
no game matches.

  rookery pgn search twic.pgn --player carlsen --elo 2700+ --date 2019..2021
  rookery pgn search twic.pgn -q "carlsen 2700+ 2019..2021"
  rookery pgn search twic.pgn.zst --material KRPvKR --result 1/2-1/2 --pgn -o rooks.pgn`,
		Args: someFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := errors.Join(oneOf(cmd, "json", "pgn", "count"), query.ready()); err != nil {
				return err
			}
			if !query.given() {
				return cli.Usagef("nothing to search for: use options such as --player or --fen; see --help")
			}
			total := 0
			damage, err := out.writeEach(cmd, args, func(ctx context.Context, w io.Writer, name string, f *collection.File) error {
				before, games, l := total, pgn.NewWriter(w), newLister(w, name, asJSON)
				chosen := query.selection()
				chosen.Codes = !countIt && !asPGN
				err := f.Select(ctx, chosen, func(g *collection.Found) error {
					if !g.More {
						total++
					}
					switch {
					case asPGN:
						return g.Copy(games)
					case countIt, g.More:
						return nil
					}
					return l.list(g)
				})
				if err == nil && countIt {
					_, err = fmt.Fprintf(w, "%s\t%d\n", field(name), total-before)
				}
				return err
			}, func() error {
				if total == 0 {
					return errNothing
				}
				return nil
			})
			if errors.Is(err, errNothing) && countIt {
				return cli.ErrNo
			}
			return errors.Join(err, damage)
		},
	}
	query.add(cmd, "fen")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object per game")
	cmd.Flags().BoolVar(&asPGN, "pgn", false, "write the games themselves, byte for byte")
	cmd.Flags().BoolVar(&countIt, "count", false, "print only the number of matches per file")
	out.add(cmd)
	return cmd
}

// errNothing ends a search without a find.
var errNothing = errors.New("no matching games")
