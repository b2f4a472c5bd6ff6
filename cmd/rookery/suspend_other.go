//go:build !unix

package main

// canSuspend tells that Ctrl-Z stops no programs here.
func canSuspend() bool { return false }
