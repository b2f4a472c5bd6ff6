//go:build !packed

package lang

import "embed"

// files are the catalogues.
//
//go:embed *.po
var files embed.FS
