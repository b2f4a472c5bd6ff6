// Package clitest runs commands for tests: in the process, or as programs that were
// built for it, each with directories of its own. Only tests import it, and it imports no command.
// Start reading with [Run].
package clitest

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/adrg/xdg"
	"github.com/spf13/cobra"

	"rookery/cmd/internal/cli"
)

// Main runs the tests of a package of commands with directories of nobody's own, in
// English. Programs are the packages to build first, by the variable that gets the
// path of the program.
func Main(m *testing.M, programs map[*string]string) int {
	dir, err := os.MkdirTemp("", "rookery-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	for path, pkg := range programs {
		*path = filepath.Join(dir, filepath.Base(pkg))
		build := exec.Command("go", "build", "-buildvcs=false", "-o", *path, pkg)
		build.Stdout, build.Stderr = os.Stderr, os.Stderr
		if err := build.Run(); err != nil {
			fmt.Fprintln(os.Stderr, "building the program:", err)
			return 1
		}
	}
	os.Setenv("LC_ALL", "C.UTF-8")
	for _, name := range []string{"CONFIG", "DATA", "STATE", "CACHE"} {
		os.Setenv("XDG_"+name+"_HOME", filepath.Join(dir, strings.ToLower(name)))
	}
	xdg.Reload()
	return m.Run()
}

// Answer is what a command printed, and its exit status.
type Answer struct {
	Out, Err string
	Status   int
}

// Run runs a command line of a command tree in this process.
func Run(tb testing.TB, root *cobra.Command, stdin string, args ...string) Answer {
	tb.Helper()
	var out, errs bytes.Buffer
	status := cli.Run(tb.Context(), root, args, strings.NewReader(stdin), &out, &errs)
	return Answer{out.String(), errs.String(), status}
}

// RunProgram runs a program without a terminal, as a script does.
func RunProgram(tb testing.TB, program, stdin string, args ...string) Answer {
	tb.Helper()
	return NewHome(tb).Run(tb, program, stdin, args...)
}

// Run runs a program without a terminal for this player.
func (h Home) Run(tb testing.TB, program, stdin string, args ...string) Answer {
	tb.Helper()
	cmd := exec.Command(program, args...)
	cmd.Env = h.Environ()
	cmd.Stdin = strings.NewReader(stdin)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	return Answer{out.String(), errs.String(), Status(tb, err)}
}

// Status is the exit status that err, from a finished program, stands for.
func Status(tb testing.TB, err error) int {
	tb.Helper()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.ExitCode()
	}
	tb.Fatal(err)
	return -1
}

// Home is the set of directories that a player's files live in. Two terminals
// that are given the same home belong to the same player.
type Home string

// NewHome makes a player who has never played.
func NewHome(tb testing.TB) Home {
	tb.Helper()
	return Home(tb.TempDir())
}

// Path of a file below the home.
func (h Home) Path(elem ...string) string {
	return filepath.Join(append([]string{string(h)}, elem...)...)
}

// Write puts a file into the home.
func (h Home) Write(tb testing.TB, text string, elem ...string) {
	tb.Helper()
	name := h.Path(elem...)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		tb.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		tb.Fatal(err)
	}
}

// Environ is the whole environment of a program run for this player: nothing
// of the environment of the test but PATH.
func (h Home) Environ() []string {
	return []string{
		"PATH=" + os.Getenv("PATH"),
		"HOME=" + string(h),
		"XDG_CONFIG_HOME=" + h.Path("config"),
		"XDG_DATA_HOME=" + h.Path("data"),
		"XDG_STATE_HOME=" + h.Path("state"),
		"XDG_CACHE_HOME=" + h.Path("cache"),
		"XDG_RUNTIME_DIR=" + h.Path("run"),
		"LANG=C.UTF-8",
		"TERM=xterm-256color",
	}
}
