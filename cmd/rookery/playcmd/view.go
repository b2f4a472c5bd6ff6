package playcmd

import (
	"github.com/spf13/cobra"

	"rookery/cmd/internal/cli"
	"rookery/tui"
)

func NewView() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "view FILE...",
		Short: "View the games in PGN files",
		Long: `View the games in PGN files, optionally compressed with gzip, bzip2 or zstd. Several games
open as a list; press / to filter it with words and queries: carlsen 2700+ 1-0 B90 2019..2021.`,
		Args: cli.Between(1, -1, "FILE..."),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := cli.Readable(args); err != nil {
				return err
			}
			return show(cmd, alone(func(app *tui.App) error { return app.OpenFiles(args) }))
		},
	}
	AddScreenFlags(cmd)
	return cmd
}
