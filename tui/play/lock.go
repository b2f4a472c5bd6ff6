package play

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

// lockWait is how long a file may be held by another program of ours before it
// is an error.
const lockWait = 10 * time.Second

// withLock changes a file while no other program of ours does. The lock is a file
// beside it, for the file itself is replaced. Where the system or the disk knows no
// locks the change is made without one.
func withLock(path string, change func() error) error {
	dir, name := filepath.Split(path)
	lock := flock.New(filepath.Join(dir, "."+strings.TrimSuffix(name, gameFile)+".lock"), flock.SetPermissions(0o600))
	ctx, cancel := context.WithTimeout(context.Background(), lockWait)
	defer cancel()
	_, err := lock.TryLockContext(ctx, 10*time.Millisecond)
	if errors.Is(err, context.DeadlineExceeded) {
		return errors.New("another program holds the file; try again")
	}
	defer lock.Close()
	return change()
}
