package engineplay

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// background calls f, which thinks long, on a thread of its own that makes way
// for those that draw and read keys: a key must not wait for the system to take
// the thinking thread's turn away. It returns when f has, and panics as f does,
// so that the screen is left as a panic of its own would leave it.
func background(f func()) {
	fault := make(chan any, 1)
	go func() {
		// The thread is never unlocked and ends with the goroutine: its
		// priority cannot be raised again.
		runtime.LockOSThread()
		defer func() {
			if r := recover(); r != nil {
				fault <- fmt.Sprintf("%v\n%s", r, debug.Stack())
			}
			close(fault)
		}()
		makeWay()
		f()
	}()
	if r := <-fault; r != nil {
		panic(r)
	}
}
