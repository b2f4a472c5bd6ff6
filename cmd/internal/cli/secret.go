package cli

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"
)

// mostSecret is how long a password or a token may be, in bytes.
const mostSecret = 4096

// ErrNoTerminal says that nothing can be asked for.
var ErrNoTerminal = errors.New("this asks for a password on a terminal")

// Secret asks for a password or a token, which is not shown: the terminal shows nothing from before the question on.
func Secret(cmd *cobra.Command, question string) (string, error) {
	in, ok := cmd.InOrStdin().(*os.File)
	if !ok || !term.IsTerminal(in.Fd()) {
		return "", ErrNoTerminal
	}
	before, err := term.MakeRaw(in.Fd())
	if err != nil {
		return "", err
	}
	defer term.Restore(in.Fd(), before)
	fmt.Fprint(cmd.ErrOrStderr(), question+": ")
	defer fmt.Fprint(cmd.ErrOrStderr(), "\r\n")
	var text []byte
	var b [1]byte
	for {
		if _, err := in.Read(b[:]); err != nil {
			return "", err
		}
		switch c := b[0]; {
		case c == '\r' || c == '\n':
			return string(text), nil
		case c == 3: // Ctrl-C
			return "", errors.New("called off")
		case c == 4 && len(text) == 0: // Ctrl-D
			return "", io.EOF
		case c == 127 || c == 8:
			text = text[:max(len(text)-1, 0)]
		case c == 21: // Ctrl-U
			text = text[:0]
		case len(text) < mostSecret:
			text = append(text, c)
		}
	}
}
