package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// program is the program under test, built once from this tree.
var program string

func TestMain(m *testing.M) {
	os.Exit(buildAndRun(m))
}

// buildAndRun builds the program into a directory of its own and runs the tests.
func buildAndRun(m *testing.M) int {
	os.Setenv("LC_ALL", "C.UTF-8") // the tests read English
	dir, err := os.MkdirTemp("", "rookery-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	program = filepath.Join(dir, "rookery")
	build := exec.Command("go", "build", "-buildvcs=false", "-o", program, ".")
	build.Stdout, build.Stderr = os.Stderr, os.Stderr
	if err := build.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "building the program:", err)
		return 1
	}
	return m.Run()
}
