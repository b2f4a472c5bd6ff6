//go:build linux || darwin || freebsd

package sqljournal

import "syscall"

// free is how many bytes a directory's disk has left.
func free(dir string) (int64, error) {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(dir, &fs); err != nil {
		return 0, err
	}
	return int64(uint64(fs.Bavail) * uint64(fs.Bsize)), nil
}
