//go:build unix

package uci

import (
	"os/exec"
	"syscall"
)

// separate puts the program at the head of a process group of its own, so that
// what it starts can be ended with it and keys at the terminal do not reach it.
func separate(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends the program and what it has started.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
