package main

import (
	"os"
	"testing"

	"rookery/cmd/internal/clitest"
)

// program is the program under test, built once from this tree.
var program string

func TestMain(m *testing.M) {
	os.Exit(clitest.Main(m, map[*string]string{&program: "rookery/cmd/rookeryd"}))
}

// run runs it without a terminal, as a script does.
func run(tb testing.TB, stdin string, args ...string) clitest.Answer {
	tb.Helper()
	return clitest.RunProgram(tb, program, stdin, args...)
}

// TestMessages lists help and errors of commands that a language leaves in English.
func TestMessages(t *testing.T) {
	clitest.Messages(t, newRoot(), ".", "../internal/cli")
}
