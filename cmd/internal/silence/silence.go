// Package silence keeps the libraries that draw from questioning the terminal
// before main runs.
//
// Bubble Tea v1 asks the terminal for its background colour while packages are
// initialized. A terminal that does not answer holds every command up for five
// seconds, one that answers late has its answer taken for typed keys, and what
// the player typed meanwhile is lost. There is no switch; but a terminal that
// calls itself dumb is not asked. So this package, which imports so little that
// it is initialized before the library, changes TERM, and main changes it back.
//
// It imports the standard library alone. The end-to-end tests hold that the program asks nothing.
package silence

import "os"

var term, known = os.LookupEnv("TERM")

func init() { os.Setenv("TERM", "dumb") }

// End gives TERM its value back. Call it first in main.
func End() {
	if known {
		os.Setenv("TERM", term)
	} else {
		os.Unsetenv("TERM")
	}
}
