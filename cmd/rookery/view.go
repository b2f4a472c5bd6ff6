package main

import (
	"os"

	"github.com/spf13/cobra"

	"rookery/tui"
)

func newView() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "view FILE...",
		Short: "Step through the games of PGN files",
		Args:  between(1, -1, "FILE..."),
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, name := range args {
				f, err := os.Open(name)
				if err != nil {
					return err
				}
				f.Close()
			}
			return show(cmd, func(app *tui.App) error { return app.OpenFiles(args) })
		},
	}
	addScreenFlags(cmd)
	return cmd
}
