//go:build packed

package lang

import (
	"compress/gzip"
	"embed"
	"io"
)

// A release holds the catalogues packed, a third as large: .ci/extras packs them, git ignores what it makes. One
// is unpacked when its language is asked for.

//go:embed *.po.gz
var packedFiles embed.FS

// files are the catalogues.
var files = unpacking{packedFiles}

type unpacking struct{ embed.FS }

// ReadFile implements fs.ReadFileFS.
func (u unpacking) ReadFile(name string) ([]byte, error) {
	in, err := u.FS.Open(name + ".gz")
	if err != nil {
		return nil, err
	}
	defer in.Close()
	z, err := gzip.NewReader(in)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}
