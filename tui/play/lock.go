package play

import (
	"context"
	"errors"
	"os"
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

// presence tells other programs that something is open here: a file that is locked as
// long as it is. The system takes the lock away when a program is killed.
type presence struct{ lock *flock.Flock }

// announce makes a presence. Like the two below it is called under withLock, so that
// nobody takes a file for left over that is just being made.
func announce(path string) presence {
	lock := flock.New(path, flock.SetPermissions(0o600))
	if ok, err := lock.TryLock(); !ok || err != nil {
		return presence{} // no locks here: others are not told
	}
	return presence{lock}
}

// end takes it away.
func (p presence) end() {
	if p.lock != nil {
		p.lock.Close()
		os.Remove(p.lock.Path())
	}
}

// present tells whether a program that runs has announced itself there. What one that was
// killed has left is removed.
func present(path string) bool {
	if _, err := os.Stat(path); err != nil {
		return false
	}
	lock := flock.New(path)
	ok, err := lock.TryLock()
	if err == nil && !ok {
		return true
	}
	presence{lock}.end()
	return false
}
