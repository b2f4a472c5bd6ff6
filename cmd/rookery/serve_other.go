//go:build !unix

package main

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"

	"github.com/spf13/cobra"

	"rookery/cmd/internal/cli"
)

// become runs the program at path and ends with its exit status. Ctrl-C reaches both;
// the server decides what it means.
func become(cmd *cobra.Command, path string, args []string) error {
	signal.Ignore(os.Interrupt)
	run := exec.Command(path, args...)
	run.Stdin, run.Stdout, run.Stderr = cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr()
	err := run.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return cli.ExitError(exit.ExitCode())
	}
	return err
}
