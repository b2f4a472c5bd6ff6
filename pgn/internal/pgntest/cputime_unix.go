//go:build unix

package pgntest

import (
	"syscall"
	"time"
)

// CPUTime is what the process has used of all processors so far.
func CPUTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
