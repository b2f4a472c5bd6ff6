package playcmd

import (
	"github.com/spf13/cobra"

	"rookery/cmd/internal/cli"
	"rookery/tui"
)

// NewPuzzles opens the puzzles; making them is for other commands below it.
func NewPuzzles() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "puzzles [FILE]",
		Short: "Solve puzzles, or make them from games",
		Long: `Solve puzzles: those of the program, 4,499 of lichess and more of variants, or those of a
file. A file is lichess's puzzle database as it is (lichess_db_puzzle.csv.zst), or what
rookery puzzles make has written.`,
		Args: cli.Between(0, 1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			path := ""
			if len(args) > 0 {
				if err := cli.Readable(args); err != nil {
					return err
				}
				path = args[0]
			}
			return show(cmd, alone(func(app *tui.App) error { app.OpenPuzzles(path); return nil }))
		},
	}
	AddScreenFlags(cmd)
	return cmd
}
