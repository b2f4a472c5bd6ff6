package playcmd

import (
	"github.com/spf13/cobra"

	"rookery/cmd/internal/cli"
	"rookery/tui"
)

func NewKeys() *cobra.Command {
	return &cobra.Command{
		Use:   "keys",
		Short: "List all key bindings, in config file format",
		Long: `Print the default keys of every screen in the format of the config file. Copy
the lines you want to change. Two actions bound to the same key are an error that
names both lines. An empty list unbinds the action.`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return tui.WriteKeys(cmd.OutOrStdout()) },
	}
}
