//go:build !linux && !darwin && !freebsd

package sqljournal

import "errors"

// free is not known here.
func free(string) (int64, error) { return 0, errors.ErrUnsupported }
