//go:build !unix

package pgntest

import "time"

// CPUTime is not known here; figures per second of processor time are left out.
func CPUTime() time.Duration { return 0 }
