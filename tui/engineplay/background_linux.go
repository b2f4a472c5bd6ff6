package engineplay

import "golang.org/x/sys/unix"

// politeness is how much a thread makes way, from 0, not at all, to 19.
const politeness = 10

// makeWay lowers the priority of the thread that calls it. Linux takes the
// process number 0 for this thread alone.
func makeWay() {
	// Who may not do this thinks as everybody does.
	_ = unix.Setpriority(unix.PRIO_PROCESS, 0, politeness)
}
