package main

import (
	"encoding/json"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"rookery/cmd/internal/clitest"
	"rookery/cmd/rookeryd/load"
)

// TestServeBench runs a small crowd through all parts of the measurement. What is
// fast enough depends on the machine; what must be there does not.
func TestServeBench(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("what a process uses is read as Linux tells it")
	}
	cmd := exec.CommandContext(t.Context(), program, "bench", "--json", "--store", t.TempDir(), "--span", "1s",
		"--sessions", "8", "--games", "3", "--watched", "2", "--spectators", "2", "--key-rate", "40", "--move-rate", "20",
		"--guests", "2", "--analysts", "1", "--computer-span", "1s")
	cmd.Env = clitest.NewHome(t).Environ()
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, errs.String())
	}
	var all load.Figures
	if err := json.Unmarshal(out, &all); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	got := make(map[string]float64)
	for _, f := range all {
		got[f.Name] = f.Value
	}
	for name, least := range map[string]float64{
		"sessions with running clocks": 8, "RSS": 10, "a session's bytes of a clock second": 5, "keys": 1, "moves": 1, "spectators": 4,
		"key to screen, p99": .01, "move to the opponent's screen, p99": .01, "move to a spectator's screen, p99": .01,
		"greatest frame of a move": 50, "goroutines when all have left": 1, "answers of computers": 1, "analyses": 1,
	} {
		if v, ok := got[name]; !ok || v < least {
			t.Errorf("%s is %v, want at least %v\n%s", name, v, least, out)
		}
	}
	if n := got["a session's bytes of a clock second"]; n > 150 {
		t.Errorf("a clock second takes %v bytes", n)
	}
	if n := got["greatest frame of a move"]; n > 1500 {
		t.Errorf("a move takes %v bytes", n)
	}
	small := run(t, "", "bench", "--sessions", "1")
	if small.Status != 1 || !strings.Contains(small.Err, "two sessions") {
		t.Errorf("too small a plan: %+v", small)
	}
}
