package main

import (
	"os"
	"runtime/debug"
)

// serveGC is by how many per cent the heap of a server may grow before it is
// cleaned. Its sessions hold much that stays, and little is made anew while clocks
// run, so that memory is dearer than the work.
const serveGC = 35

// lean has a server hold less memory than other commands, unless who runs it has
// said how much.
func lean() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(serveGC)
	}
}
