package engineplay

import (
	"testing"

	"golang.org/x/sys/unix"
)

// TestBackgroundMakesWay looks at the priority of the thinking thread, and of
// the one that waits for it, which must stay as it was.
func TestBackgroundMakesWay(t *testing.T) {
	// The system call gives 20 minus the niceness.
	before, err := unix.Getpriority(unix.PRIO_PROCESS, 0)
	if err != nil {
		t.Skip("this system tells no priorities: ", err)
	}
	var inside int
	background(func() { inside, _ = unix.Getpriority(unix.PRIO_PROCESS, 0) })
	if want := min(before, 20-politeness); inside != want {
		t.Errorf("the thinking thread has priority %d, want %d", inside, want)
	}
	for range 50 { // on whichever threads
		background(func() {})
		if after, _ := unix.Getpriority(unix.PRIO_PROCESS, 0); after != before {
			t.Fatalf("a thread that draws has priority %d, want %d", after, before)
		}
	}
}
