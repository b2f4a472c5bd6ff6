//go:build !linux

package ai

// inHugePages does nothing where there is no way to ask for large pages.
func inHugePages([]bucket) {}
