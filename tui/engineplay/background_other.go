//go:build !linux

package engineplay

// makeWay does nothing: on other systems a priority is that of a process.
func makeWay() {}
