//go:build unix

package safefile

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives a file the owner and group of another, as far as this may be done.
func keepOwner(f *os.File, of fs.FileInfo) {
	was, ok := of.Sys().(*syscall.Stat_t)
	if !ok {
		return
	}
	if f.Chown(int(was.Uid), int(was.Gid)) != nil {
		_ = f.Chown(-1, int(was.Gid)) // the group alone; where not even that, the file is the writer's
	}
}
