// Command rookery plays chess and its variants in a terminal. Alone it opens
// the menu; its other commands are for scripts, programs and measurements.
//
// It links no server: "rookery serve" runs cmd/rookeryd. It imports the screens, and a package for each family
// of commands. Start reading at newRoot.
//
// Exit status: 0 when all is well, 1 when the answer is no or the input is bad
// (then the reason stands on standard error), 2 when the command line itself
// cannot be understood.
package main

import (
	"context"
	"os"

	"github.com/spf13/cobra"

	"rookery/cmd/internal/cli"
	"rookery/cmd/internal/silence"
	"rookery/cmd/rookery/matchcmd"
	"rookery/cmd/rookery/onlinecmd"
	"rookery/cmd/rookery/pgncmd"
	"rookery/cmd/rookery/playcmd"
	"rookery/cmd/rookery/puzzlecmd"
	"rookery/cmd/rookery/rulescmd"
	"rookery/cmd/rookery/ucicmd"
)

func main() {
	silence.End()
	os.Exit(cli.Run(context.Background(), newRoot(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// newRoot builds the whole command tree.
func newRoot() *cobra.Command {
	root := cli.Root("rookery", "Chess and its variants in a terminal",
		"Play chess and its variants in the terminal. Without a command, opens the menu.")
	root.RunE = func(cmd *cobra.Command, _ []string) error { return playcmd.OpenMenu(cmd) }
	playcmd.AddScreenFlags(root)
	root.Flags().String("lichess", "", "address of a server like lichess.org, such as http://localhost:8080")
	root.Flags().String("fics", "", "address of a server like freechess.org, such as localhost:5000")
	puzzles := playcmd.NewPuzzles()
	puzzles.AddCommand(puzzlecmd.NewMake(), puzzlecmd.NewCompare())
	root.AddCommand(
		playcmd.NewPlay(), playcmd.NewPlain(), playcmd.NewView(), puzzles, playcmd.NewStats(), pgncmd.New(),
		rulescmd.NewPosition(), rulescmd.NewVariants(), playcmd.NewKeys(),
		ucicmd.New(), matchcmd.New(), rulescmd.NewEndings(), playcmd.NewRepertoire(), rulescmd.NewPerft(), matchcmd.NewBench(), matchcmd.NewTune(), matchcmd.NewTrain(),
		onlinecmd.New(), onlinecmd.NewFICS(), newServe(),
	)
	return root
}
