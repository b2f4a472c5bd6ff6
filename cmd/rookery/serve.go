package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"
)

// server is the program that hosts the club.
const server = "rookeryd"

// newServe builds the command that hands its arguments to the server's program.
func newServe() *cobra.Command {
	return &cobra.Command{
		Use:   "serve",
		Short: "Host Rookery for players with an SSH client",
		Long:  "Serve runs rookeryd, the server, with the arguments that follow.",
		// The flags are the server's.
		DisableFlagParsing: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			path, err := findServer()
			if err != nil {
				return err
			}
			return become(cmd, path, args)
		},
	}
}

// findServer finds the server beside this program, or else on the PATH.
func findServer() (string, error) {
	name := server
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	if self, err := os.Executable(); err == nil {
		if real, err := filepath.EvalSymlinks(self); err == nil {
			self = real
		}
		if path, err := exec.LookPath(filepath.Join(filepath.Dir(self), name)); err == nil {
			return path, nil
		}
	}
	if path, err := exec.LookPath(name); err == nil {
		return path, nil
	}
	return "", errors.New(`the server is a program of its own, rookeryd, and it is neither beside this one nor on the PATH: ` +
		`in the source tree "go run ./cmd/rookeryd" runs it and "go install ./cmd/rookeryd" installs it`)
}
