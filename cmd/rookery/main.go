// Command rookery plays chess and its variants in a terminal. Alone it opens
// the menu; its other commands are for scripts, programs and measurements.
//
// Exit status: 0 when all is well, 1 when the answer is no or the input is bad
// (then the reason stands on standard error), 2 when the command line itself
// cannot be understood.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"

	"rookery/cmd/rookery/silence"
	"rookery/tui/lang"
)

func main() {
	silence.End()
	os.Exit(execute(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// The exit statuses of every command.
const (
	statusGood  = 0
	statusNo    = 1
	statusUsage = 2
)

// execute runs one command line and gives the exit status.
func execute(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	l := languageFor(args)
	root := newRoot()
	translate(root, l)
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errs)
	err := root.ExecuteContext(withTongue(ctx, l))
	var usage usageError
	switch {
	case err == nil:
		return statusGood
	case errors.Is(err, errNo):
		return statusNo
	case errors.As(err, &usage):
		fmt.Fprintf(errs, "rookery: %s\n%s\n", inTongue(l, err), l.Text(`Try "rookery --help", or --help after a command.`))
		return statusUsage
	}
	fmt.Fprintf(errs, "rookery: %s\n", inTongue(l, err))
	return statusNo
}

// inTongue says an error in a language, each fault of a joined one for itself.
func inTongue(l *lang.Language, err error) string {
	faults := strings.Split(printable(err.Error()), "\n")
	for i, fault := range faults {
		faults[i] = l.Text(fault)
	}
	return strings.Join(faults, "\n")
}

// errNo ends a command whose answer is no and already printed.
var errNo = errors.New("the answer is no")

// usageError is a command line that cannot be understood.
type usageError struct{ error }

// usagef makes a usageError.
func usagef(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

// printable takes out of text from outside what a terminal would obey: control
// characters other than the line feed and the tab, and marks that turn the direction of
// writing.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) {
			return -1
		}
		return r
	}, text)
}
