package onlinecmd

import (
	"github.com/spf13/cobra"

	"rookery/cmd/internal/cli"
	"rookery/cmd/rookery/playcmd"
)

// NewFICS is the command fics.
func NewFICS() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "fics",
		Short: "Play and watch on freechess.org",
		Long: `Play and watch on freechess.org, the Free Internet Chess Server: chess, suicide, losers,
atomic, crazyhouse and wild, as a guest or with an account. A password is asked for on the
screen, never given on the command line; it goes to the server unencrypted, as everything
does there.`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return playcmd.OpenFICS(cmd) },
	}
	playcmd.AddFICSFlag(cmd)
	playcmd.AddScreenFlags(cmd)
	return cmd
}
