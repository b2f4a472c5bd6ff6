//go:build !unix

package explorer

import "io/fs"

// errReadOnly is what a file system that cannot be written to answers.
var errReadOnly = fs.ErrPermission
