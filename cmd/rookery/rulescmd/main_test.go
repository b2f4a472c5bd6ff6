package rulescmd

import (
	"os"
	"testing"

	"github.com/spf13/cobra"

	"rookery/cmd/internal/cli"
	"rookery/cmd/internal/clitest"
)

func TestMain(m *testing.M) { os.Exit(clitest.Main(m, nil)) }

// root holds the commands under test, and what reads their answers back.
func root() *cobra.Command {
	root := cli.Root("rookery", "", "")
	root.AddCommand(NewPosition(), NewPerft(), NewVariants(), NewEndings())
	return root
}

// run runs a command line.
func run(t *testing.T, stdin string, args ...string) clitest.Answer {
	t.Helper()
	return clitest.Run(t, root(), stdin, args...)
}
