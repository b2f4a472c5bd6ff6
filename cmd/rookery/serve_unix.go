//go:build unix

package main

import (
	"os"
	"syscall"

	"github.com/spf13/cobra"
)

// become makes this process the program at path, so that signals, the terminal and
// the exit status are its own. It returns only with an error.
func become(_ *cobra.Command, path string, args []string) error {
	return syscall.Exec(path, append([]string{server}, args...), os.Environ())
}
