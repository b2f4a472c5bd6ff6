package tui

import (
	"path/filepath"
	"strings"
)

// discreet leaves out of a text for somebody from elsewhere where on this
// machine his files lie.
func (s *Session) discreet(text string) string {
	if s.Local {
		return text
	}
	for _, dir := range []string{s.Store.dirs.Games, s.Store.dirs.State, s.Store.dirs.Config} {
		if dir != "" {
			text = strings.ReplaceAll(text, dir+string(filepath.Separator), "")
		}
	}
	return text
}
