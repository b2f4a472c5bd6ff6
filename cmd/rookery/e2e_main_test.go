package main

import (
	"os"
	"testing"

	"rookery/cmd/internal/clitest"
)

// program is the program under test, built once from this tree.
var program string

func TestMain(m *testing.M) {
	os.Exit(clitest.Main(m, map[*string]string{&program: "rookery/cmd/rookery"}))
}
