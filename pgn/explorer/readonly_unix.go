//go:build unix

package explorer

import "syscall"

// errReadOnly is what a file system that cannot be written to answers.
var errReadOnly = syscall.EROFS
