package sqljournal

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"go.uber.org/goleak"

	"rookery/tui/lobby/journal"
)

// killed names the directory for a child that appends until it is killed.
const killed = "ROOKERY_TEST_JOURNAL"

func TestMain(m *testing.M) {
	if dir := os.Getenv(killed); dir != "" {
		appendOn(dir)
	}
	goleak.VerifyTestMain(m)
}

// appendOn appends counted events for ever and prints each number once it is
// accepted.
func appendOn(dir string) {
	ctx := context.Background()
	j, err := Open(ctx, dir, Options{})
	if err == nil {
		var events []journal.Event
		events, err = j.Read(ctx, "g", 0)
		var last uint64
		if len(events) > 0 {
			last = events[len(events)-1].Seq
		}
		for n := len(events); err == nil; n++ {
			if last, err = j.Append(ctx, "g", last, strconv.AppendInt(nil, int64(n), 10)); err == nil {
				fmt.Println(n)
			}
		}
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// TestKilled kills a process between its appends, at each of the first ones and
// then ever later, and holds that what it had accepted is there, in order and
// once.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	accepted := 0
	for run := range 8 {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), killed+"="+dir)
		child.Stderr = os.Stderr
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for range 1 + run*run {
			if !lines.Scan() {
				t.Fatalf("run %d: the child ended by itself", run)
			}
		}
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		last := lines.Text()
		for lines.Scan() { // what it said before it died
			last = lines.Text()
		}
		_ = child.Wait() // it was killed
		if accepted, err = strconv.Atoi(last); err != nil {
			t.Fatal(err)
		}
		j := opened(t, dir)
		if damage := j.Damage(); len(damage) > 0 {
			t.Errorf("run %d: %v", run, damage)
		}
		events, err := j.Read(t.Context(), "g", 0)
		if err != nil {
			t.Fatal(err)
		}
		if len(events) <= accepted {
			t.Errorf("run %d: %d events, but number %d was accepted", run, len(events), accepted)
		}
		for i, e := range events {
			if string(e.Data) != strconv.Itoa(i) {
				t.Fatalf("run %d: event %d is %q", run, i, e.Data)
			}
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("killed 8 times: %d events accepted, none lost", accepted+1)
}
