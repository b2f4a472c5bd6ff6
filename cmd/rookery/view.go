package main

import (
	"github.com/spf13/cobra"

	"rookery/tui"
)

func newView() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "view FILE...",
		Short: "Step through the games of PGN files",
		Long: `Step through the games of PGN files, which may be packed with gzip, bzip2 or zstd. Several
games open as a table, whose / takes words and queries: carlsen 2700+ 1-0 B90 2019..2021.`,
		Args: between(1, -1, "FILE..."),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := readable(args); err != nil {
				return err
			}
			return show(cmd, func(app *tui.App) error { return app.OpenFiles(args) })
		},
	}
	addScreenFlags(cmd)
	return cmd
}
