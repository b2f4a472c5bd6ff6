//go:build unix

package playcmd

import (
	"os"

	"golang.org/x/sys/unix"
)

// canSuspend tells whether a shell that knows of jobs started this process: a
// parent in the same session but another process group. Without one, nobody
// could continue what Ctrl-Z has stopped.
func canSuspend() bool {
	parent := os.Getppid()
	session, err := unix.Getsid(0)
	if err != nil {
		return false
	}
	theirs, err := unix.Getsid(parent)
	if err != nil || theirs != session {
		return false
	}
	group, err := unix.Getpgid(parent)
	return err == nil && group != unix.Getpgrp()
}
