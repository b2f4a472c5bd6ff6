// Package cli is what the programs of this repository share on the command line:
// exit statuses, usage errors, the language, the version and the manual, and the
// flags that more than one command has. The commands themselves lie in a folder
// for each family (cmd/rookery/pgncmd and so on): a constructor that names the
// flags, a struct of their values, a method that runs it, and the tests beside it.
//
// It may import the rules, the engine's books and tui's settings, but no server.
// Start with [Run] and [Root].
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"rookery/pgn/safefile"
	"rookery/tui/lang"
)

// The exit statuses of every command.
const (
	StatusGood  = 0 // all is well
	StatusNo    = 1 // the answer is no, or the input is bad
	StatusUsage = 2 // the command line cannot be understood
)

// Run runs one command line of a program and gives the exit status.
func Run(ctx context.Context, root *cobra.Command, args []string, in io.Reader, out, errs io.Writer) int {
	l := languageFor(args)
	translate(root, l)
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errs)
	useNetworks(root.Name(), errs)
	err := root.ExecuteContext(withLocale(ctx, l))
	var usage UsageError
	var exit ExitError
	switch {
	case err == nil:
		return StatusGood
	case errors.Is(err, ErrNo):
		return StatusNo
	case errors.As(err, &exit):
		return int(exit)
	case errors.As(err, &usage):
		fmt.Fprintf(errs, "%s: %s\n%s\n", root.Name(), InLanguage(l, err), l.Sprintf(`Try "%s --help", or --help after a command.`, root.Name()))
		return StatusUsage
	}
	fmt.Fprintf(errs, "%s: %s\n", root.Name(), InLanguage(l, err))
	return StatusNo
}

// InLanguage says an error in a language, each fault of a joined one for itself.
func InLanguage(l *lang.Language, err error) string {
	faults := strings.Split(safefile.Explain(err).Error(), "\n")
	for i, fault := range faults { // names are marked by what Printable takes out
		faults[i] = Printable(l.Text(fault))
	}
	return strings.Join(faults, "\n")
}

// ErrNo ends a command whose answer is no and already printed.
var ErrNo = errors.New("the answer was no")

// ExitError ends a command with the exit status of another program, which has said
// why.
type ExitError int

func (e ExitError) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// UsageError is a command line that cannot be understood.
type UsageError struct{ Err error }

func (e UsageError) Error() string { return e.Err.Error() }

// Unwrap gives what is wrong with it.
func (e UsageError) Unwrap() error { return e.Err }

// Usagef makes a UsageError.
func Usagef(format string, args ...any) error {
	return UsageError{fmt.Errorf(format, args...)}
}

// Printable takes out of text from outside what a terminal would obey: control
// characters other than the line feed and the tab, and marks that turn the direction of
// writing.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) {
			return -1
		}
		return r
	}, text)
}
