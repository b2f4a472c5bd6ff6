package ui

import (
	"os"
	"path/filepath"
	"strings"
)

// DirEntry is a file or folder that may be opened.
type DirEntry struct {
	Name   string
	Folder bool
}

// ReadFolder lists what a folder holds, by name.
func ReadFolder(dir string) ([]DirEntry, error) {
	all, err := os.ReadDir(dir)
	entries := make([]DirEntry, 0, len(all))
	for _, e := range all {
		folder := e.IsDir()
		if e.Type()&os.ModeSymlink != 0 {
			if info, err := os.Stat(filepath.Join(dir, e.Name())); err == nil {
				folder = info.IsDir()
			}
		}
		entries = append(entries, DirEntry{e.Name(), folder})
	}
	return entries, err
}

// MatchingEntries lists the entries whose names begin with base, letter case aside.
// Hidden ones must have been begun.
func MatchingEntries(entries []DirEntry, base string) []DirEntry {
	var out []DirEntry
	low := strings.ToLower(base)
	for _, e := range entries {
		hidden := strings.HasPrefix(e.Name, ".") && !strings.HasPrefix(base, ".")
		if !hidden && strings.HasPrefix(strings.ToLower(e.Name), low) {
			out = append(out, e)
		}
	}
	return out
}

// LongestCompletion is the name of the only entry, with the sign behind it that folders
// have, or as much of a name as all entries agree on; they are one at least.
func LongestCompletion(entries []DirEntry) string {
	common := entries[0].Name
	for _, e := range entries[1:] {
		common = commonPrefix(common, e.Name)
	}
	if len(entries) == 1 && entries[0].Folder {
		common += string(filepath.Separator)
	}
	return common
}

// commonPrefix is what both begin with, letter case aside, as a has it.
func commonPrefix(a, b string) string {
	ra, rb := []rune(a), []rune(b)
	n := 0
	for n < len(ra) && n < len(rb) && strings.EqualFold(string(ra[n]), string(rb[n])) {
		n++
	}
	return string(ra[:n])
}

// ExpandHome opens a leading ~.
func ExpandHome(path string) string {
	rest, ok := strings.CutPrefix(path, "~")
	if !ok || rest != "" && rest[0] != '/' && rest[0] != filepath.Separator {
		return path
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return path
	}
	return home + rest
}
