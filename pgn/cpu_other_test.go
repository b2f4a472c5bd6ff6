//go:build !unix

package pgn

import "time"

// cpuTime is not known here; figures per second of processor time are left out.
func cpuTime() time.Duration { return 0 }
