package syntax

import (
	"bytes"
	"strings"
)

// packings are the ways to pack a file, with the bytes that begin each. Those
// that are not unpacked here are known in order to be named.
var packings = [...]struct{ kind, magic, suffix string }{
	{"gzip", "\x1f\x8b", ".gz"},
	{"bzip2", "BZh", ".bz2"},
	{"zstd", "\x28\xb5\x2f\xfd", ".zst"},
	{"zip", "PK\x03\x04", ".zip"},
	{"xz", "\xfd7zXZ\x00", ".xz"},
	{"7z", "7z\xbc\xaf\x27\x1c", ".7z"},
}

// MagicLength is how many bytes tell how a file is packed.
const MagicLength = 6

// PackingOfText tells how a file that begins so is packed; empty for text.
func PackingOfText(head []byte) string {
	for _, p := range packings {
		if bytes.HasPrefix(head, []byte(p.magic)) {
			return p.kind
		}
	}
	return ""
}

// PackingOfName tells how a file is packed, by its name; empty for plain PGN.
func PackingOfName(path string) string {
	lower := strings.ToLower(path)
	for _, p := range packings {
		if strings.HasSuffix(lower, p.suffix) {
			return p.kind
		}
	}
	return ""
}
