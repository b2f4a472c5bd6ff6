//go:build !unix

package playcmd

// canSuspend tells that Ctrl-Z stops no programs here.
func canSuspend() bool { return false }
