package main

import (
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"rookery/cmd/internal/clitest"
)

// idleMenuMemory is what the menu may hold when nothing happens, in kilobytes: half
// as much again as it does.
const idleMenuMemory = 11 << 10

// TestIdleMenuIsSmall holds the memory of the menu once it has settled.
func TestIdleMenuIsSmall(t *testing.T) {
	p := start(t, clitest.NewHome(t), 80, 24)
	p.see("New game")
	var kb int
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); {
		status, err := os.ReadFile("/proc/" + strconv.Itoa(p.cmd.Process.Pid) + "/status")
		if err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(string(status), "VmRSS:")
		if kb, err = strconv.Atoi(strings.Fields(rest)[0]); err != nil {
			t.Fatal(err)
		}
		if kb < idleMenuMemory {
			t.Logf("%d kB", kb)
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("the idle menu holds %d kB, want less than %d", kb, idleMenuMemory)
}
