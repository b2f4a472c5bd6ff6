package cli

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/adrg/xdg"

	"rookery/ai"
)

// NetworksDir is where the player's own networks are.
func NetworksDir() string { return filepath.Join(xdg.DataHome, "rookery", "networks") }

// useNetworks lets engines use the player's own networks, and names on errs the files that
// cannot be used.
func useNetworks(program string, errs io.Writer) {
	if err := ai.UseNetworks(NetworksDir()); err != nil {
		for fault := range strings.SplitSeq(err.Error(), "\n") {
			fmt.Fprintf(errs, "%s: %s: the file is not used\n", program, Printable(fault))
		}
	}
}
