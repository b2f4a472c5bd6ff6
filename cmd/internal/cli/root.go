package cli

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
)

// Root begins the command tree of a program: its flags for the language and the
// version, the errors of its command line, and the commands that every program has.
// Nothing in a tree is shared between two calls, so that tests may run several at
// once.
func Root(name, short, long string) *cobra.Command {
	root := &cobra.Command{
		Use:   name,
		Short: short,
		Long:  long,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			cmd.SuggestionsMinimumDistance = 2
			if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
				return Usagef("unknown command %q; did you mean %s?", args[0], strings.Join(near, " or "))
			}
			return Usagef("unknown command %q", args[0])
		},
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	addLanguageFlag(root)
	addVersion(root)
	addMan(root)
	root.PersistentPreRunE = CheckLanguage
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return UsageError{err} })
	return root
}

// CheckLanguage refuses a language that is not known. It is the PersistentPreRunE of
// a root; a command that has its own calls it.
func CheckLanguage(cmd *cobra.Command, _ []string) error {
	if _, err := LanguageOf(cmd, ""); err != nil {
		return UsageError{err}
	}
	return nil
}

// Between accepts from min to max arguments; what says in the error what they are.
// A negative max is no bound.
func Between(min, max int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < min:
			return Usagef("%s needs %s", cmd.CommandPath(), what)
		case max >= 0 && len(args) > max:
			return Usagef("%s takes %s, not also %q", cmd.CommandPath(), what, args[max])
		}
		return nil
	}
}

// NoArgs accepts no arguments.
func NoArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return Usagef("%s takes no argument %q", cmd.CommandPath(), args[0])
	}
	return nil
}

// Count writes a count with its noun: "1 game", "3 games".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// WriteJSON writes v indented.
func WriteJSON(cmd *cobra.Command, v any) error {
	enc := json.NewEncoder(cmd.OutOrStdout())
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// Seed draws chance from the system.
func Seed() uint64 {
	var b [8]byte
	rand.Read(b[:]) // never fails
	return binary.LittleEndian.Uint64(b[:])
}

// Readable looks whether all files are there before anything is printed. Standard
// input, -, is.
func Readable(names []string) error {
	for _, name := range names {
		if name == Stdin {
			continue
		}
		info, err := os.Stat(name)
		if err != nil {
			return err
		}
		if !info.Mode().IsRegular() {
			continue // opening and closing a pipe would end it
		}
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		f.Close()
	}
	return nil
}

// Stdin is the name of standard input among files.
const Stdin = "-"
