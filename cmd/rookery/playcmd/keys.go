package playcmd

import (
	"github.com/spf13/cobra"

	"rookery/cmd/internal/cli"
	"rookery/tui"
)

func NewKeys() *cobra.Command {
	return &cobra.Command{
		Use:   "keys",
		Short: "List every key, as the settings take them",
		Long: `Print the usual keys of every screen in the form in which the file of settings
takes others. Copy the lines you want to change; two things that want one key are
an error that names both lines. An empty list leaves a thing without a key.`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return tui.WriteKeys(cmd.OutOrStdout()) },
	}
}
