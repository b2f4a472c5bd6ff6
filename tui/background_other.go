//go:build !linux

package tui

// makeWay does nothing: on other systems a priority is that of a process.
func makeWay() {}
