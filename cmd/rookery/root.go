package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// newRoot builds the whole command tree. Nothing in it is shared between two
// calls, so that tests may run several at once.
func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "rookery",
		Short: "Chess and its variants in a terminal",
		Long:  "Rookery plays chess and its variants in a terminal. Without a command it opens the menu.",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			cmd.SuggestionsMinimumDistance = 2
			if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
				return usagef("there is no command %q; did you mean %s?", args[0], strings.Join(near, " or "))
			}
			return usagef("there is no command %q", args[0])
		},
		RunE:          func(cmd *cobra.Command, _ []string) error { return openMenu(cmd) },
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	addScreenFlags(root)
	addLanguageFlag(root)
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		if _, err := languageOf(cmd, ""); err != nil {
			return usageError{err}
		}
		return nil
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	root.AddCommand(
		newPlay(), newPlain(), newView(), newPGN(),
		newPosition(), newVariants(), newKeys(),
		newUCI(), newMatch(), newPerft(), newBench(), newTune(),
		newServe(),
	)
	return root
}

// between accepts from min to max arguments; what says in the error what they are.
func between(min, max int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < min:
			return usagef("%s needs %s", cmd.CommandPath(), what)
		case max >= 0 && len(args) > max:
			return usagef("%s takes %s, not also %q", cmd.CommandPath(), what, args[max])
		}
		return nil
	}
}

// noArgs accepts no arguments.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("%s takes no argument %q", cmd.CommandPath(), args[0])
	}
	return nil
}

// plural writes a count with its noun: "1 game", "3 games".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
