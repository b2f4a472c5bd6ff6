package tui

import (
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
)

// Announcement is a message to an App that shows a line for a while, such as from who
// runs the server. What a terminal would obey is left out of it.
func Announcement(text string) tea.Msg { return toastMsg{text: text} }

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
