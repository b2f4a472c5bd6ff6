package matchcmd

import (
	"os"
	"testing"

	"github.com/spf13/cobra"

	"rookery/cmd/internal/cli"
	"rookery/cmd/internal/clitest"
	"rookery/cmd/rookery/pgncmd"
)

func TestMain(m *testing.M) { os.Exit(clitest.Main(m, nil)) }

// root holds the commands under test, and what reads their answers back.
func root() *cobra.Command {
	root := cli.Root("rookery", "", "")
	root.AddCommand(New(), NewBench(), NewTune(), NewTrain(), pgncmd.New())
	return root
}

// run runs a command line.
func run(t *testing.T, stdin string, args ...string) clitest.Answer {
	t.Helper()
	return clitest.Run(t, root(), stdin, args...)
}
