// Package known finds the tables of known answers that tests of several
// packages read: its own testdata, and the folder shared
// beside a checkout, which may hold more of the same, such as large collections
// of games. It imports the standard library alone, so that every test may
// import it. Start reading at Path.
package known

import (
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Path is the path of a file in testdata or, if it is not there, beside the
// checkout. A test that needs a file which is in neither is skipped. A file
// packed with gzip is found under its name without ".gz", too.
func Path(t testing.TB, name string) string {
	t.Helper()
	for _, dir := range dirs() {
		for _, ext := range []string{"", ".gz"} {
			path := filepath.Join(dir, filepath.FromSlash(name)) + ext
			if _, err := os.Stat(path); err == nil {
				return path
			}
		}
	}
	t.Skipf("%s is neither in testdata nor in ../shared", name)
	return ""
}

// Glob lists the files of a pattern in testdata, then those beside the checkout
// that testdata has not under the same name.
func Glob(t testing.TB, pattern string) []string {
	t.Helper()
	var paths []string
	seen := map[string]bool{}
	for _, dir := range dirs() {
		found, err := filepath.Glob(filepath.Join(dir, filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range found {
			if name := filepath.Base(path); !seen[name] {
				seen[name] = true
				paths = append(paths, path)
			}
		}
	}
	return paths
}

// Read gives the bytes of a file, unpacked if its name ends in ".gz".
func Read(t testing.TB, path string) []byte {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	src := io.Reader(f)
	if strings.HasSuffix(path, ".gz") {
		if src, err = gzip.NewReader(f); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
	}
	data, err := io.ReadAll(src)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return data
}

// Lines gives the lines of a table, named as in Path.
func Lines(t testing.TB, name string) []string {
	t.Helper()
	return strings.Split(strings.TrimRight(string(Read(t, Path(t, name))), "\n"), "\n")
}

// dirs are testdata and the folder beside the checkout, seen from the package
// under test.
func dirs() []string {
	root := "."
	for range 8 {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			break
		}
		root = filepath.Join(root, "..")
	}
	return []string{filepath.Join(root, "chess", "known", "testdata"), filepath.Join(root, "..", "shared")}
}
