//go:build (!amd64 && !arm64) || purego

package ai

// prefetch brings a bucket into the cache.
func prefetch(b *bucket) { b[0].check.Load() }
