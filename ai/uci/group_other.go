//go:build !unix

package uci

import "os/exec"

// separate does nothing where there are no process groups.
func separate(*exec.Cmd) {}

// killGroup ends the program.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
