//go:build (amd64 || arm64) && !purego

package ai

// prefetch asks for a bucket to be brought into the cache, and does not wait for it.
//
//go:noescape
func prefetch(b *bucket)
